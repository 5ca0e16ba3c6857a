"""Export statements as a test of @playwright/test. Pure."""

from __future__ import annotations

import json
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


def write(name: str, statements: list[Statement], secrets: list[str]) -> str:
    body = "\n".join(_lines(statements, 1))
    helpers = (_FILLED if "filled(" in body else "") + (_NUMBER if "number(" in body else "")
    helpers += _ESCAPED if "escaped(" in body else ""
    first = "  const remembered: Record<string, string> = {};\n" if "remembered" in body else ""
    needs = f"// Needs in the environment: {', '.join(secrets)}.\n" if secrets else ""
    # a new tab takes the place of the page
    page = "{ page: firstPage }" if re.search(r"\bpage = ", body) else "{ page }"
    take = "  let page = firstPage;\n" if "firstPage" in page else ""
    return (
        f"{needs}import {{ test, expect }} from '@playwright/test';\n{helpers}\n"
        f"test({_quoted(name)}, async ({page}) => {{\n{take}{first}{body}\n}});\n"
    )


def _lines(statements: list[Statement], depth: int) -> list[str]:
    return ["  " * depth + line for statement in statements for line in _statement(statement)]


def _statement(statement: Statement) -> list[str]:
    match statement:
        case Do(call=made):
            return [f"await {_of(made)};"]
        case Expect():
            return [_expect(statement)]
        case Compare(value=value, operator=operator, limit=limit, negated=negated):
            matcher = {">": "Greater", ">=": "GreaterOrEqual", "<": "Less", "<=": "LessOrEqual"}[operator]
            matcher = (
                f"toBe{matcher}Than" if "Equal" not in matcher else f"toBe{matcher.replace('OrEqual', 'ThanOrEqual')}"
            )
            return [f"expect(number(await {_of(value)})){'.not' if negated else ''}.{matcher}({limit:g});"]
        case Remembered(name=name, value=value):
            return [f"remembered[{_quoted(name)}] = {_asked(value)};"]
        case Opens(event="download", action=action):
            both = f"await Promise.all([page.waitForEvent('download'), {_of(action)}])"
            return [f"expect(await ({both})[0].path()).toBeTruthy();"]
        case Opens(event="new tab"):
            return ["page = await page.context().newPage();"]
        case Opens():
            return ["page = page.context().pages().at(-1)!;", "await page.bringToFront();"]
        case Answer(accept=accept, text=text):
            deed = f"accept({_quoted(text) if text else ''})" if accept else "dismiss()"
            return [f"page.once('dialog', dialog => dialog.{deed});"]
        case Viewport(width=width, height=height):
            return [f"await page.setViewportSize({{ width: {width}, height: {height} }});"]
        case DragBy(on=on, across=across, down=down):
            return [
                "{", f"  const box = (await {_of(on)}.boundingBox())!;",
                "  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];",
                "  await page.mouse.move(x, y);", "  await page.mouse.down();",
                f"  await page.mouse.move(x + {across}, y + {down}, {{ steps: 10 }});", "  await page.mouse.up();", "}",
            ]  # fmt: skip
        case Request(method=method, url=url, body=body, status=status):
            sent = f", data: {_of(Text(body))}" if body else ""
            asked = f"await page.request.fetch({_of(Text(url))}, {{ method: {_quoted(method)}{sent} }})"
            return [f"expect(({asked}).status()).toBe({status});" if status else f"expect(({asked}).ok()).toBe(true);"]
        case Block():
            return _block(statement)
        case Comment(text=text):
            return [f"// {' '.join(text.split())}"]
    raise TypeError(statement)


def _block(block: Block) -> list[str]:
    body = _lines(block.statements, 1)
    match block.kind:
        case "if":
            other = ["} else {", *_lines(block.otherwise, 1)] if block.otherwise else []
            return [f"if (await {_of(block.head)}) {{", *body, *other, "}"]
        case "times":
            return [f"for (let turn = 0; turn < {_of(block.head)}; turn++) {{", *body, "}"]
        case "until":
            head = f"for (let turn = 0; turn < {block.times} && !(await {_of(block.head)}); turn++) {{"
            return [head, *body, "}"]
    return [
        f"for (const item of await {_of(block.head)}.all()) {{",
        "  await item.scrollIntoViewIfNeeded();",
        *body,
        "}",
    ]


def _expect(check: Expect) -> str:
    arguments = [_of(each) for each in check.arguments]
    if check.seconds:
        arguments.append(f"{{ timeout: {int(check.seconds * 1000)} }}")
    negation = ".not" if check.negated else ""
    matcher = "toHaveURL" if check.matcher == "to_have_url" else _camel(check.matcher)
    return f"await expect({_of(check.on)}){negation}.{matcher}({', '.join(arguments)});"


def _asked(value: Any) -> str:
    return "page.url()" if value == Name("page.url") else f"await {_of(value)}"


def _of(value: Any) -> str:
    match value:
        case Call(on=on, name=name, arguments=arguments, options=options):
            inside = [_of(each) for each in arguments]
            if options:
                inside.append("{ " + ", ".join(f"{_camel(key)}: {_of(each)}" for key, each in options) + " }")
            return f"{_of(on)}.{_NAMES.get(name, _camel(name))}({', '.join(inside)})"
        case Name(name=name):
            return name
        case Text(text=text):
            return f"filled({_quoted(text)}, remembered)" if "{" in text else _quoted(text)
        case Secret(name=name):
            return f"process.env.{name}!"
        case Pattern(source=source):
            return f"new RegExp({_quoted(source)}, 'i')"
        case Function(source=source):
            return source
        case Around(before=before, text=text, after=after):
            return f"new RegExp({_quoted(before)} + escaped({_of(Text(text))}) + {_quoted(after)}, 'i')"
        case bool():
            return "true" if value else "false"
        case str():
            return _quoted(value)
        case tuple():
            return f"[{', '.join(_of(each) for each in value)}]"
    return str(value)


_NAMES = {"or_": "or", "and_": "and", "content_frame": "contentFrame"}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)


def _quoted(text: str) -> str:
    """A JavaScript string: JSON is one, once its two line separators are escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
