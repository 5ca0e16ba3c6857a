"""Export statements as a pytest-playwright test. Pure."""

from __future__ import annotations

import base64
import re

from qa_appliance.export import statements as s
from qa_appliance.export.language import Language

_FILLED = '''

def filled(text: str, remembered: dict[str, str]) -> str:
    """Puts remembered and made-up values in the place of {placeholders}."""
    return re.sub(r"\\{([^{}]+)\\}", lambda found: placeholder(found[1], remembered), text)


def placeholder(what: str, remembered: dict[str, str]) -> str:
    what, _, name = what.strip().partition(" as ")
    if what in remembered:
        return remembered[what]
    unique, value = secrets.token_hex(4), "{" + what + "}"
    if what == "unique email":
        value = f"qa-{unique}@example.com"
    elif what in ("unique number", "unique phone"):
        value = str(int(unique, 16))
    elif what.startswith("unique "):
        value = f"qa-{unique}"
    elif bounds := re.fullmatch(r"random (\\d+)\\.\\.(\\d+)", what):
        value = str(random.randint(int(bounds[1]), int(bounds[2])))
    elif day := re.fullmatch(r"today(?:\\s*([+-])\\s*(\\d+)\\s*(day|week|month|year)s)?", what):
        days = int(day[2] or 0) * {"day": 1, "week": 7, "month": 30, "year": 365}.get(day[3], 0)
        value = str(date.today() + timedelta(days=-days if day[1] == "-" else days))
    elif what == "now":
        value = datetime.now().isoformat(timespec="seconds")
    if name:
        remembered[name] = value
    return value
'''
_NUMBER = '''

def number(text: object) -> float:
    """The first number in a text: 1,299.00 as well as 42 %."""
    digits = re.search(r"-?\\d[\\d,]*(?:\\.\\d+)?", str(text))
    assert digits, f"no number in {text!r}"
    return float(digits[0].replace(",", ""))
'''


def write(file: s.File) -> str:
    body = "\n".join(PYTHON.lines(file.statements)) or "    pass"
    functions = "".join(_helper(name, says, lines) for name, (says, lines) in file.helpers.items())
    test = _test(file, body)
    everything = functions + test
    helpers = (_FILLED if "filled(" in everything else "") + (_NUMBER if "number(" in everything else "")
    needed = ["import pytest"] if "pytest." in everything else []
    imports = [*needed, "from playwright.sync_api import Page, expect"]
    standard = [each for each in ("base64", "os", "random", "re", "secrets") if f"{each}." in everything + helpers]
    heading = [f"import {each}" for each in standard]
    if "date." in helpers:
        heading.append("from datetime import date, datetime, timedelta")
    outside = PYTHON.from_outside(file, body)
    environment = f"Needs in the environment: {outside}." if outside else ""
    title = f'"""{_comment(file.name)}\n\nRun it with pytest-playwright. {environment}'.rstrip() + '\n"""'
    parts = [title, "\n".join(heading), "\n".join(imports)]
    return "\n\n".join(part for part in parts if part) + f"{helpers}{functions}\n\n{test}"


def _test(file: s.File, body: str) -> str:
    function = re.sub(r"\W+", "_", file.name.lower(), flags=re.ASCII).strip("_") or "procedure"
    first = f"    remembered: dict[str, str] = {PYTHON.remembers(file, body)}\n" if "remembered" in body else ""
    row = ", row: dict[str, str]" if file.rows else ""
    test = f"def test_{function}(page: Page{row}) -> None:\n{first}{body}\n"
    if not file.rows:
        return test
    rows = "".join(f"    {PYTHON.pairs(each)},\n" for each in file.rows)
    names = 'ids=[f"row {number}" for number in range(1, len(ROWS) + 1)]'
    return f'ROWS = [\n{rows}]\n\n\n@pytest.mark.parametrize("row", ROWS, {names})\n{test}'


def _helper(name: str, says: str, lines: list[s.Statement]) -> str:
    body = "\n".join(PYTHON.lines(lines))
    return f'\n\ndef {name}(page: Page) -> None:\n    """{_comment(says)}"""\n{body}\n'


class _Python(Language):
    indent = "    "
    escaped = "re.escape"
    spread = "**"

    def done(self, call: s.Call) -> str:
        return self.of(call)

    def expected(self, check: s.Expect) -> str:
        if check.matcher == "to_have_screenshot":
            return f"assert {self.of(check.on)}.screenshot()  # pytest-playwright compares no pictures"
        matcher = f"not_{check.matcher}" if check.negated else check.matcher
        arguments = [self.of(each) for each in check.arguments]
        if check.seconds:
            arguments.append(f"timeout={int(check.seconds * 1000)}")
        return f"expect({self.of(check.on)}).{matcher}({', '.join(arguments)})"

    def compared(self, check: s.Compare) -> str:
        negation = "not " if check.negated else ""
        return f"assert {negation}number({self.of(check.value)}) {check.operator} {check.limit:g}"

    def refuses(self, expect: s.Expect | s.Compare) -> list[str]:
        return ["with pytest.raises(AssertionError):", *self.lines([expect])]

    def remembered(self, kept: s.Remembered) -> str:
        return f"remembered[{kept.name!r}] = {self.of(kept.value)}"

    def opened(self, opens: s.Opens) -> list[str]:
        match opens.event:
            case "download":
                lines = ["with page.expect_download() as download:", f"    {self.of(opens.action)}"]
                return [*lines, "assert download.value.path()"]
            case "new tab":
                return ["page = page.context.new_page()"]
            case "tab":
                return ["page = page.context.pages[-1]", "page.bring_to_front()"]

    def answered(self, answer: s.Answer) -> str:
        deed = f"accept({answer.text!r})" if answer.accept and answer.text else "accept()"
        return f'page.once("dialog", lambda dialog: dialog.{deed if answer.accept else "dismiss()"})'

    def requested(self, request: s.Request) -> list[str]:
        sent = f", data={self.of(s.Text(request.body))}" if request.body else ""
        asked = f"page.request.fetch({self.of(s.Text(request.url))}, method={request.method!r}{sent})"
        held = f"response.status == {request.status}" if request.status else "response.ok"
        return [f"response = {asked}", f"assert {held}"]

    def routed(self, routed: s.Routed) -> list[str]:
        body = self.of(s.text(routed.body))
        answer = f"status={routed.status}, content_type={routed.content_type!r}, body={body}"
        done = {
            "answer": f"route.fulfill({answer})",
            "delay": "route.fallback()",
            "never": "None",
            "block": 'route.abort("blockedbyclient")',
        }[routed.move]
        late = f"page.wait_for_timeout({routed.milliseconds}), " if routed.milliseconds else ""
        done = f"({late}{done})" if late else done
        if routed.method:
            done = f"{done} if route.request.method == {routed.method!r} else route.fallback()"
        times = f", times={routed.times}" if routed.times else ""
        return [f"page.route(re.compile({routed.pattern!r}), lambda route: {done}{times})"]

    def block(self, block: s.Block, body: list[str], otherwise: list[str]) -> list[str]:
        if all(line.strip().startswith("#") for line in body):
            body = [*body, "    pass"]
        head = self.of(block.head)
        match block.kind:
            case "if":
                return [f"if {head}:", *body, *(["else:", *otherwise, "    pass"] if otherwise else [])]
            case "times":
                return [f"for _ in range({head}):", *body]
            case "until":
                return [f"for _ in range({block.times}):", f"    if {head}:", "        break", *body]
            case "each":
                return [f"for item in {head}.all():", "    item.scroll_into_view_if_needed()", *body]

    def dragged(self, drag: s.DragBy) -> list[str]:
        return [
            f"box = {self.of(drag.on)}.bounding_box()",
            "assert box",
            'x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2',
            "page.mouse.move(x, y)",
            "page.mouse.down()",
            f"page.mouse.move(x + {drag.across}, y + {drag.down}, steps=10)",
            "page.mouse.up()",
        ]

    def sized(self, view: s.Viewport) -> str:
        return f'page.set_viewport_size({{"width": {view.width}, "height": {view.height}}})'

    def helped(self, helped: s.Helped) -> str:
        return f"{helped.name}(page)"

    def bytes(self, value: s.Bytes) -> str:
        made = f'base64.b64decode("{base64.b64encode(value.content).decode()}")'
        return f"{made} + bytes({value.zeros})" if value.zeros else made

    def comment(self, text: str) -> str:
        return f"# {_comment(text)}"

    def called(self, call: s.Call) -> str:
        if call.name == "content_frame":
            return f"{self.of(call.on)}.content_frame"
        inside = [self.of(each) for each in call.arguments]
        inside += [f"{name}={self.of(each)}" for name, each in call.options]
        return f"{self.of(call.on)}.{call.name}({', '.join(inside)})"

    def named(self, name: str) -> str:
        return name

    def secret(self, name: str) -> str:
        return f"os.environ[{name!r}]"

    def pattern(self, source: str) -> str:
        return f"re.compile({source}, re.IGNORECASE)"

    def expression(self, source: str) -> str:
        raw = '"' not in source and not source.endswith("\\") and source.isprintable()
        return self.pattern(f'r"{source}"' if raw else repr(source))

    def function(self, source: str) -> str:
        return repr(source)

    def quoted(self, text: str) -> str:
        return repr(text)

    def literal(self, value: bool | float) -> str:
        return repr(value)


PYTHON = _Python()


def _comment(text: str) -> str:
    return " ".join(text.split()).replace('"""', "'''").replace("\\", "/")
