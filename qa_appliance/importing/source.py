"""The tests in the source of other tools: the statements of each, one after another. Runs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from qa_appliance.importing.carried import IN_A_BLOCK, Carried


class Dialect(Struct, frozen=True):
    """How a tool's source says where a test begins (its `title` or `function`; `how` or `off`: that it is switched
    off), a group of them, what is done before each of them, and what else is done around them."""

    test: re.Pattern[str]
    group: re.Pattern[str]
    before: re.Pattern[str]
    other_hook: re.Pattern[str]

    def opens_a_body(self, text: str) -> bool:
        return any(pattern.search(text) for pattern in (self.test, self.group, self.before, self.other_hook))


PLAYWRIGHT = Dialect(
    test=re.compile(
        r"""\btest(?:\.(?P<how>only|skip|fixme))?\(\s*(['"`])(?P<title>.+?)\2|\bdef (?P<function>test_\w+|run)\("""
    ),
    group=re.compile(r"\btest\.describe(?:\.\w+)?\("),
    before=re.compile(r"\btest\.beforeEach\("),
    other_hook=re.compile(r"\btest\.(?:afterEach|afterAll|beforeAll)\("),
)
CYPRESS = Dialect(
    test=re.compile(r"""^(?P<off>x)?(?:it|specify)(?:\.(?P<how>only|skip))?\(\s*(['"`])(?P<title>.+?)\3"""),
    group=re.compile(r"^x?(?:describe|context)(?:\.\w+)?\("),
    before=re.compile(r"^beforeEach\("),
    other_hook=re.compile(r"^(?:before|after|afterEach)\("),
)
_PROSE = re.compile(r"^[ \t]*(?:\"\"\".*?\"\"\"|'''.*?'''|/\*.*?\*/)[ \t]*$", re.DOTALL | re.MULTILINE)
_ON_ONE_LINE = re.compile(
    r"^([ \t]*(?:it|specify|test|beforeEach)\b.*?(?:=>|\))[ \t]*\{)[ \t]*(\S.*?)[ \t]*\}\);?[ \t]*$", re.MULTILINE
)
_REMARK = re.compile(r"(?<=[;,)\]{}])[ \t]*//.*$", re.MULTILINE)
_GOES_ON = re.compile(r"(?:\n[ \t]*(?://[^\n]*)?(?=\n))*\n[ \t]*(?=\.\w)")
_NO_STATEMENT = ("import ", "from ", "@", "test.use(")
_TITLED = re.compile(r"\W+")
_BLOCK = re.compile(r"^(?:\} ?)?(?:if|elif|else|for|while|do|switch|try|except|catch|finally)\b")


class Line(Struct, frozen=True):
    """A statement, or a comment of a line of its own; `depth`: how far it is indented; `in_block`: of a condition, a
    loop or the like, which it may begin."""

    text: str
    comment: bool = False
    depth: int = 0
    in_block: bool = False


class Source(Struct):
    """One test. `switched_off`: it was written as one that is not run. `hooks`: what is done around it elsewhere."""

    name: str
    lines: list[Line] = []
    switched_off: bool = False
    hooks: list[str] = []


def statements(test: Source, to: Carried) -> Iterator[str]:
    """What is done in a test in any case; what is not, is left out and told."""
    if test.switched_off:
        to.leave(test.name, "It was switched off.")
    for hook in test.hooks:
        to.leave(hook, "It is done around each test, not in it.")
    for line in test.lines:
        if line.comment or not any(sign.isalnum() for sign in line.text):
            continue
        if line.in_block:
            to.leave(line.text, IN_A_BLOCK)
        else:
            yield line.text


def tests_in(text: str, dialect: Dialect) -> Iterator[Source]:
    """Each test function; what is done before each of them comes first in it."""
    before: list[Line] = []
    hooks: list[str] = []
    into: list[Line] = []
    test: Source | None = None
    opened = -1  # how far the test is indented
    for line in _marked(_lines(text, dialect)):
        if line.comment:
            into.append(line)
        elif found := dialect.test.search(line.text):
            if test is not None:
                yield test
            parts = found.groupdict()
            named = parts["title"] or _TITLED.sub(" ", parts["function"].replace("_", " ")).strip()
            off = bool(parts.get("off")) or parts["how"] not in (None, "only")
            test = Source(named, list(before), off, list(hooks))
            into, opened = test.lines, line.depth
        elif dialect.before.search(line.text):
            into = before
        elif dialect.other_hook.search(line.text):
            hooks.append(line.text)
            into = []
        elif test is not None and into is test.lines and _ends(line, opened, test.lines):
            into = []
        elif not dialect.group.search(line.text):
            into.append(line)
    if test is not None:
        yield test


def _ends(line: Line, opened: int, lines: list[Line]) -> bool:
    """Whether it closes the test's function; where all is indented alike that is not seen."""
    return line.text.startswith("}") and line.depth <= opened and any(each.depth > opened for each in lines)


def _marked(lines: Iterator[Line]) -> Iterator[Line]:
    """What stands deeper than the beginning of a block is in it."""
    block: int | None = None
    for line in lines:
        begins = not line.comment and _BLOCK.match(line.text) is not None
        if block is not None and line.depth <= block and not begins:
            block = None
        if begins and (block is None or line.depth < block):
            block = line.depth
        yield Line(line.text, line.comment, line.depth, block is not None)


def _lines(text: str, dialect: Dialect) -> Iterator[Line]:
    """Statements over several lines are put together."""
    whole, depth = "", 0
    text = _GOES_ON.sub("", _REMARK.sub("", _PROSE.sub("", text)))
    for line in _ON_ONE_LINE.sub(r"\1\n\2\n})", text).splitlines():
        bare = line.strip()
        if not bare or bare.startswith(_NO_STATEMENT):
            continue
        if bare.startswith(("//", "#")):
            if not whole:
                yield Line(bare.lstrip("/#").strip(), comment=True, depth=len(line) - len(line.lstrip()))
            continue
        depth = depth if whole else len(line) - len(line.lstrip())
        whole = f"{whole} {bare}".strip()
        if dialect.opens_a_body(whole) or whole.count("(") <= whole.count(")"):
            yield Line(whole, depth=depth)
            whole = ""
    if whole:
        yield Line(whole, depth=depth)
