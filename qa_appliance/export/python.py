"""Export statements as a pytest-playwright test. Pure."""

from __future__ import annotations

import re
from typing import Any

from qa_appliance.export.statements import (
    Answer,
    Block,
    Comment,
    Compare,
    Do,
    DragBy,
    Expect,
    Opens,
    Remembered,
    Request,
    Statement,
    Viewport,
)
from qa_appliance.export.words import Around, Call, Function, Name, Pattern, Secret, Text

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


def write(name: str, statements: list[Statement], secrets: list[str]) -> str:
    body = "\n".join(_lines(statements, 1)) or "    pass"
    imports = ["from playwright.sync_api import Page, expect"]
    helpers = (_FILLED if "filled(" in body else "") + (_NUMBER if "number(" in body else "")
    standard = [each for each in ("os", "random", "re", "secrets") if f"{each}." in body + helpers]
    heading = [f"import {each}" for each in standard]
    if "date." in helpers:
        heading.append("from datetime import date, datetime, timedelta")
    needs = f"Needs in the environment: {', '.join(secrets)}." if secrets else ""
    title = f'"""{_comment(name)}\n\nRun it with pytest-playwright. {needs}'.rstrip() + '\n"""'
    first = "    remembered: dict[str, str] = {}\n" if "remembered" in body else ""
    function = re.sub(r"\W+", "_", name.lower(), flags=re.ASCII).strip("_") or "procedure"
    parts = [title, "\n".join(heading), "\n".join(imports)]
    return (
        "\n\n".join(part for part in parts if part)
        + f"{helpers}\n\ndef test_{function}(page: Page) -> None:\n{first}{body}\n"
    )


def _lines(statements: list[Statement], depth: int) -> list[str]:
    return ["    " * depth + line for statement in statements for line in _statement(statement)]


def _statement(statement: Statement) -> list[str]:
    match statement:
        case Do(call=made):
            return [_of(made)]
        case Expect():
            return [_expect(statement)]
        case Compare(value=value, operator=operator, limit=limit, negated=negated):
            return [f"assert {'not ' if negated else ''}number({_of(value)}) {operator} {limit:g}"]
        case Remembered(name=name, value=value):
            return [f"remembered[{name!r}] = {_of(value)}"]
        case Opens(event="download", action=action):
            return ["with page.expect_download() as download:", f"    {_of(action)}", "assert download.value.path()"]
        case Opens(event="new tab"):
            return ["page = page.context.new_page()"]
        case Opens():
            return ["page = page.context.pages[-1]", "page.bring_to_front()"]
        case Answer(accept=accept, text=text):
            deed = f"accept({text!r})" if accept and text else "accept()" if accept else "dismiss()"
            return [f'page.once("dialog", lambda dialog: dialog.{deed})']
        case Viewport(width=width, height=height):
            return [f'page.set_viewport_size({{"width": {width}, "height": {height}}})']
        case DragBy(on=on, across=across, down=down):
            return [
                f"box = {_of(on)}.bounding_box()", "assert box",
                'x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2',
                "page.mouse.move(x, y)", "page.mouse.down()",
                f"page.mouse.move(x + {across}, y + {down}, steps=10)", "page.mouse.up()",
            ]  # fmt: skip
        case Request(method=method, url=url, body=body, status=status):
            sent = f", data={_of(Text(body))}" if body else ""
            asked = f"response = page.request.fetch({_of(Text(url))}, method={method!r}{sent})"
            return [asked, f"assert response.status == {status}" if status else "assert response.ok"]
        case Block():
            return _block(statement)
        case Comment(text=text):
            return [f"# {_comment(text)}"]
    raise TypeError(statement)


def _block(block: Block) -> list[str]:
    body = _lines(block.statements, 1)
    if not any(not line.strip().startswith("#") for line in body):
        body.append("    pass")
    match block.kind:
        case "if":
            other = ["else:", *_lines(block.otherwise, 1), "    pass"] if block.otherwise else []
            return [f"if {_of(block.head)}:", *body, *other]
        case "times":
            return [f"for _ in range({_of(block.head)}):", *body]
        case "until":
            return [f"for _ in range({block.times}):", f"    if {_of(block.head)}:", "        break", *body]
    return [f"for item in {_of(block.head)}.all():", "    item.scroll_into_view_if_needed()", *body]


def _expect(check: Expect) -> str:
    if check.matcher == "to_have_screenshot":
        on = _of(check.on)
        return f"assert {on}.screenshot()  # pytest-playwright compares no pictures"
    matcher = f"not_{check.matcher}" if check.negated else check.matcher
    arguments = [_of(each) for each in check.arguments]
    if check.seconds:
        arguments.append(f"timeout={int(check.seconds * 1000)}")
    return f"expect({_of(check.on)}).{matcher}({', '.join(arguments)})"


def _of(value: Any) -> str:
    match value:
        case Call(on=on, name="content_frame"):
            return f"{_of(on)}.content_frame"
        case Call(on=on, name=name, arguments=arguments, options=options):
            inside = [_of(each) for each in arguments] + [f"{key}={_of(each)}" for key, each in options]
            return f"{_of(on)}.{name}({', '.join(inside)})"
        case Name(name=name):
            return name
        case Text(text=text):
            return f"filled({text!r}, remembered)" if "{" in text else repr(text)
        case Secret(name=name):
            return f"os.environ[{name!r}]"
        case Pattern(source=source):
            return f"re.compile({source!r}, re.IGNORECASE)"
        case Function(source=source):
            return repr(source)
        case Around(before=before, text=text, after=after):
            return f"re.compile({before!r} + re.escape({_of(Text(text))}) + {after!r}, re.IGNORECASE)"
        case tuple():
            return f"[{', '.join(_of(each) for each in value)}]"
    return repr(value)


def _comment(text: str) -> str:
    return " ".join(text.split()).replace('"""', "'''").replace("\\", "/")
