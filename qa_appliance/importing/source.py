"""The tests in Playwright's source: the statements of each, one after another. Runs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

_TEST = re.compile(
    r"""\btest(?:\.(?P<how>only|skip|fixme))?\(\s*(['"`])(?P<title>.+?)\2|\bdef (?P<function>test_\w+|run)\("""
)
_GROUP = re.compile(r"\btest\.describe(?:\.\w+)?\(")
_BEFORE = re.compile(r"\btest\.beforeEach\(")
_OTHER_HOOK = re.compile(r"\btest\.(?:afterEach|afterAll|beforeAll)\(")
_PROSE = re.compile(r"^[ \t]*(?:\"\"\".*?\"\"\"|'''.*?'''|/\*.*?\*/)[ \t]*$", re.DOTALL | re.MULTILINE)
_NO_STATEMENT = ("import ", "from ", "@", "test.use(")
_TITLED = re.compile(r"\W+")


class Line(Struct, frozen=True):
    """A statement, or a comment of a line of its own; `depth`: how far it is indented."""

    text: str
    comment: bool = False
    depth: int = 0


class Source(Struct):
    """One test. `switched_off`: it was written as one that is not run. `hooks`: what is done around it elsewhere."""

    name: str
    lines: list[Line] = []
    switched_off: bool = False
    hooks: list[str] = []


def tests_in(text: str) -> Iterator[Source]:
    """Each test function; what is done before each of them comes first in it."""
    before: list[Line] = []
    hooks: list[str] = []
    into: list[Line] = []
    test: Source | None = None
    for line in _lines(text):
        if line.comment:
            into.append(line)
        elif found := _TEST.search(line.text):
            if test is not None:
                yield test
            named = found["title"] or _TITLED.sub(" ", found["function"].replace("_", " ")).strip()
            test = Source(named, list(before), (found["how"] or "only") != "only", list(hooks))
            into = test.lines
        elif _BEFORE.search(line.text):
            into = before
        elif _OTHER_HOOK.search(line.text):
            hooks.append(line.text)
            into = []
        elif not _GROUP.search(line.text):
            into.append(line)
    if test is not None:
        yield test


def _lines(text: str) -> Iterator[Line]:
    """Statements over several lines are put together."""
    whole, depth = "", 0
    for line in _PROSE.sub("", text).splitlines():
        bare = line.strip()
        if not bare or bare.startswith(_NO_STATEMENT):
            continue
        if bare.startswith(("//", "#")):
            if not whole:
                yield Line(bare.lstrip("/#").strip(), comment=True, depth=len(line) - len(line.lstrip()))
            continue
        depth = depth if whole else len(line) - len(line.lstrip())
        whole = f"{whole} {bare}".strip()
        if _opens_a_body(whole) or whole.count("(") <= whole.count(")"):
            yield Line(whole, depth=depth)
            whole = ""
    if whole:
        yield Line(whole, depth=depth)


def _opens_a_body(text: str) -> bool:
    return any(pattern.search(text) for pattern in (_TEST, _GROUP, _BEFORE, _OTHER_HOOK))
