"""Export statements as a test of @playwright/test. Pure."""

from __future__ import annotations

import base64
import json
import re

from qa_appliance.export import statements as s
from qa_appliance.export.language import Language

_FILLED = """
/** Puts remembered and made-up values in the place of {placeholders}. */
function filled(text: string, remembered: Record<string, string>): string {
  return text.replace(/\\{([^{}]+)\\}/g, (_, what: string) => placeholder(what, remembered));
}

function placeholder(asked: string, remembered: Record<string, string>): string {
  const [what, name] = asked.trim().split(' as ');
  if (what in remembered) return remembered[what];
  const unique = Math.floor(Math.random() * 2 ** 32);
  let value = `{${what}}`;
  const bounds = /^random (\\d+)\\.\\.(\\d+)$/.exec(what);
  const day = /^today(?:\\s*([+-])\\s*(\\d+)\\s*(day|week|month|year)s)?$/.exec(what);
  if (what === 'unique email') value = `qa-${unique}@example.com`;
  else if (what === 'unique number' || what === 'unique phone') value = String(unique);
  else if (what.startsWith('unique ')) value = `qa-${unique}`;
  else if (bounds) {
    const [least, most] = [Number(bounds[1]), Number(bounds[2])];
    value = String(least + Math.floor(Math.random() * (most - least + 1)));
  } else if (day) {
    const days = Number(day[2] ?? 0) * ({ day: 1, week: 7, month: 30, year: 365 }[day[3]] ?? 0);
    value = new Date(Date.now() + (day[1] === '-' ? -days : days) * 86_400_000).toISOString().slice(0, 10);
  } else if (what === 'now') value = new Date().toISOString().slice(0, 19);
  if (name) remembered[name] = value;
  return value;
}
"""
_ESCAPED = """
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\\]\\\\\\/]/g, '\\\\$&');
}
"""
_NUMBER = """
/** The first number in a text: 1,299.00 as well as 42 %. */
function number(text: unknown): number {
  const digits = /-?\\d[\\d,]*(?:\\.\\d+)?/.exec(String(text));
  if (!digits) throw new Error(`no number in ${text}`);
  return Number(digits[0].replaceAll(',', ''));
}
"""


def write(file: s.File) -> str:
    depth = 2 if file.rows else 1
    body = "\n".join(TYPESCRIPT.lines(file.statements, depth))
    functions = "".join(_helper(name, says, lines) for name, (says, lines) in file.helpers.items())
    everything = body + functions
    helpers = (_FILLED if "filled(" in everything else "") + (_NUMBER if "number(" in everything else "")
    helpers += _ESCAPED if "escaped(" in everything else ""
    first = f"const remembered: Record<string, string> = {TYPESCRIPT.remembers(file, body)};\n"
    outside = TYPESCRIPT.from_outside(file, body)
    environment = f"// Needs in the environment: {outside}.\n" if outside else ""
    # a new tab takes the place of the page
    page = "{ page: firstPage }" if re.search(r"\bpage = ", body) else "{ page }"
    take = ["let page = firstPage;\n"] if "firstPage" in page else []
    take += [first] if "remembered" in body else []
    begin = "".join(TYPESCRIPT.indent * depth + line for line in take)
    types = ", type Page" if functions else ""
    head = f"{environment}import {{ test, expect{types} }} from '@playwright/test';\n{helpers}{functions}\n"
    if not file.rows:
        return f"{head}test({_quoted(file.name)}, async ({page}) => {{\n{begin}{body}\n}});\n"
    rows = "".join(f"  {TYPESCRIPT.pairs(row)},\n" for row in file.rows)
    name = f"{_quoted(file.name)} + ` (row ${{number + 1}})`"
    return (
        f"{head}const rows: Record<string, string>[] = [\n{rows}];\n\nfor (const [number, row] of rows.entries()) {{\n"
        f"  test({name}, async ({page}) => {{\n{begin}{body}\n  }});\n}}\n"
    )


def _helper(name: str, says: str, lines: list[s.Statement]) -> str:
    body = "\n".join(TYPESCRIPT.lines(lines))
    return f"\n/** {says.replace('*/', '* /')} */\nasync function {_camel(name)}(page: Page) {{\n{body}\n}}\n"


_MATCHERS = {
    ">": "toBeGreaterThan",
    ">=": "toBeGreaterThanOrEqual",
    "<": "toBeLessThan",
    "<=": "toBeLessThanOrEqual",
}
_METHODS = frozenset({s.ADDRESS, s.CONTEXT})
_NAMES = {"or_": "or", "and_": "and", "content_frame": "contentFrame", "to_have_url": "toHaveURL"}


class _TypeScript(Language):
    indent = "  "
    escaped = "escaped"
    spread = "..."

    def done(self, call: s.Call) -> str:
        return f"await {self.of(call)};"

    def expected(self, check: s.Expect) -> str:
        arguments = [self.of(each) for each in check.arguments]
        if check.seconds:
            arguments.append(f"{{ timeout: {int(check.seconds * 1000)} }}")
        negation = ".not" if check.negated else ""
        return f"await expect({self.of(check.on)}){negation}.{_camel(check.matcher)}({', '.join(arguments)});"

    def compared(self, check: s.Compare) -> str:
        negation = ".not" if check.negated else ""
        found = f"expect(number(await {self.of(check.value)}))"
        return f"{found}{negation}.{_MATCHERS[check.operator]}({check.limit:g});"

    def refuses(self, expect: s.Expect | s.Compare) -> list[str]:
        inner = self.lines([expect], 0)[0].removeprefix("await ").removesuffix(";")
        held = inner if isinstance(expect, s.Expect) else f"(async () => {inner})()"
        return [f"await expect({held}).rejects.toThrow();"]

    def remembered(self, kept: s.Remembered) -> str:
        waits = "" if kept.value == s.ADDRESS else "await "
        return f"remembered[{_quoted(kept.name)}] = {waits}{self.of(kept.value)};"

    def opened(self, opens: s.Opens) -> list[str]:
        match opens.event:
            case "download":
                both = f"await Promise.all([page.waitForEvent('download'), {self.of(opens.action)}])"
                return [f"expect(await ({both})[0].path()).toBeTruthy();"]
            case "new tab":
                return ["page = await page.context().newPage();"]
            case "tab":
                return ["page = page.context().pages().at(-1)!;", "await page.bringToFront();"]

    def answered(self, answer: s.Answer) -> str:
        deed = f"accept({_quoted(answer.text) if answer.text else ''})" if answer.accept else "dismiss()"
        return f"page.once('dialog', dialog => dialog.{deed});"

    def requested(self, request: s.Request) -> list[str]:
        sent = f", data: {self.of(s.Text(request.body))}" if request.body else ""
        options = f"{{ method: {_quoted(request.method)}{sent} }}"
        asked = f"await page.request.fetch({self.of(s.Text(request.url))}, {options})"
        held = f"status()).toBe({request.status})" if request.status else "ok()).toBe(true)"
        return [f"expect(({asked}).{held};"]

    def routed(self, routed: s.Routed) -> list[str]:
        own = f"if (route.request().method() !== {_quoted(routed.method)}) return route.fallback();"
        late = f"await new Promise(done => setTimeout(done, {routed.milliseconds}));"
        body = self.of(s.text(routed.body))
        answer = f"{{ status: {routed.status}, contentType: {_quoted(routed.content_type)}, body: {body} }}"
        done = {
            "answer": f"await route.fulfill({answer});",
            "delay": "await route.fallback();",
            "never": "await new Promise(() => {});",
            "block": "await route.abort('blockedbyclient');",
        }[routed.move]
        inside = [*([own] if routed.method else []), *([late] if routed.milliseconds else []), done]
        times = f", {{ times: {routed.times} }}" if routed.times else ""
        pattern = f"new RegExp({_quoted(routed.pattern)})"
        return [f"await page.route({pattern}, async route => {{", *(f"  {line}" for line in inside), f"}}{times});"]

    def block(self, block: s.Block, body: list[str], otherwise: list[str]) -> list[str]:
        head = self.of(block.head)
        match block.kind:
            case "if":
                return [f"if (await {head}) {{", *body, *(["} else {", *otherwise] if otherwise else []), "}"]
            case "times":
                return [f"for (let turn = 0; turn < {head}; turn++) {{", *body, "}"]
            case "until":
                return [f"for (let turn = 0; turn < {block.times} && !(await {head}); turn++) {{", *body, "}"]
            case "each":
                each = f"for (const item of await {head}.all()) {{"
                return [each, "  await item.scrollIntoViewIfNeeded();", *body, "}"]

    def dragged(self, drag: s.DragBy) -> list[str]:
        return [
            "{",
            f"  const box = (await {self.of(drag.on)}.boundingBox())!;",
            "  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];",
            "  await page.mouse.move(x, y);",
            "  await page.mouse.down();",
            f"  await page.mouse.move(x + {drag.across}, y + {drag.down}, {{ steps: 10 }});",
            "  await page.mouse.up();",
            "}",
        ]

    def sized(self, view: s.Viewport) -> str:
        return f"await page.setViewportSize({{ width: {view.width}, height: {view.height} }});"

    def helped(self, helped: s.Helped) -> str:
        return f"await {_camel(helped.name)}(page);"

    def bytes(self, value: s.Bytes) -> str:
        made = f"Buffer.from('{base64.b64encode(value.content).decode()}', 'base64')"
        return f"Buffer.concat([{made}, Buffer.alloc({value.zeros})])" if value.zeros else made

    def comment(self, text: str) -> str:
        return f"// {' '.join(text.split())}"

    def called(self, call: s.Call) -> str:
        inside = [self.of(each) for each in call.arguments]
        if call.options:
            inside.append("{ " + ", ".join(f"{_camel(name)}: {self.of(each)}" for name, each in call.options) + " }")
        return f"{self.of(call.on)}.{_camel(call.name)}({', '.join(inside)})"

    def named(self, name: str) -> str:
        return f"{name}()" if s.Name(name) in _METHODS else name

    def secret(self, name: str) -> str:
        return f"process.env.{name}!"

    def pattern(self, source: str) -> str:
        return f"new RegExp({source}, 'i')"

    def expression(self, source: str) -> str:
        escaped = re.sub(r"(?<!\\)/", r"\/", source)
        return f"/{escaped}/i" if source.isprintable() and source else self.pattern(_quoted(source))

    def function(self, source: str) -> str:
        return source

    def quoted(self, text: str) -> str:
        return _quoted(text)

    def literal(self, value: bool | float) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)


TYPESCRIPT = _TypeScript()


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return _NAMES.get(name) or first + "".join(part.title() for part in rest)


def _quoted(text: str) -> str:
    """A JavaScript string: JSON is one, once its two line separators are escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
