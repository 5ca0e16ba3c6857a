"""Markdown: a heading is a test and the text below it its sentences; "Steps", "Expected" and the like are within it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.english.sentences import headings as headings_of_text
from qa_appliance.testfiles import front_matter
from qa_appliance.testfiles.faults import Spot, faulty
from qa_appliance.testfiles.front_matter import FrontMatter
from qa_appliance.testfiles.test import Line, Test, filled, trimmed

_TAGS = re.compile(r"[ \t]*(?:[-*][ \t]+)?\**tags?\**[ \t]*:\**[ \t]*(?P<tags>.*)", re.IGNORECASE)
_BLANK = re.compile(r"\{([^{}\n]{1,60})\}")
_MARKDOWN = MarkdownIt("commonmark")
_OF_A_TEST = frozenset({"steps", "given", "expected", "reported"})


class Section(Struct, frozen=True):
    """A heading and the lines below it. `line`: of the heading, in the file."""

    title: str
    line: int
    lines: tuple[Line, ...]


def read_markdown(text: str, file: Path) -> Iterator[Test]:
    """Each test, each row of its data a test of its own. Raises `Faulty`."""
    front, lines, above = front_matter.split(text, file)
    found = sections(lines, file, above) or [Section(file.name, above + 1, _lines(lines, above, ()))]
    for section in found:
        yield from _tests(section, front, file)


class _Heading(NamedTuple):
    """Its lines begin and end among those of the text."""

    level: int
    title: str
    begin: int
    end: int


def sections(lines: Sequence[str], file: Path, above: int) -> list[Section]:
    """By headings of level 2, or else of the uppermost; empty where there is no heading at all. Raises `Faulty`."""
    tokens = _MARKDOWN.parse("\n".join(lines))
    unread = list(_unread(tokens))
    headings = [heading for heading in _headings(tokens) if not _is_part(heading)]
    levels = {heading.level for heading in headings}
    level = 2 if 2 in levels else min(levels, default=2)
    chosen = [heading for heading in headings if heading.level == level]
    ends = [heading.begin for heading in headings if heading.level <= level]
    _refuse_lost(lines, [heading for heading in headings if heading.level < level][1:], ends, file, above)
    made = []
    for heading in chosen:
        until = next((end for end in ends if end > heading.begin), len(lines))
        if not heading.title:
            raise faulty(Spot(file, heading.begin + 1 + above), "The heading has no words.")
        below = _lines(lines[heading.end : until], above + heading.end, unread, heading.end)
        made.append(Section(heading.title, heading.begin + 1 + above, below))
    return made


def _is_part(heading: _Heading) -> bool:
    """Whether it is one of a test's own: "Steps", "Expected result"."""
    line = f"# {heading.title}"
    found = headings_of_text.marked(line, 0, len(line))
    return found is not None and found.meaning in _OF_A_TEST


def _refuse_lost(lines: Sequence[str], groups: Sequence[_Heading], ends: Sequence[int], file: Path, above: int) -> None:
    """Only the first heading above the tests may have text of its own: that of a later one may be meant as a test."""
    for group in groups:
        until = next((end for end in ends if end > group.begin), len(lines))
        if any(line.strip() for line in lines[group.end : until]):
            problem = f"What stands below “{group.title}” belongs to no test: tests of this file begin with “## …”."
            raise faulty(Spot(file, group.begin + 1 + above), problem)


def _headings(tokens: Sequence[Token]) -> Iterator[_Heading]:
    for token, following in itertools.pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            yield _Heading(int(token.tag[1:]), " ".join(following.content.split()), *token.map)


def _unread(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The lines of blocks of another language, and of comments."""
    for token in tokens:
        comment = token.type == "html_block" and token.content.lstrip().startswith("<!--")
        if token.map and (comment or (token.type == "fence" and token.info.strip())):
            yield token.map[0], token.map[1]


def _lines(lines: Sequence[str], above: int, unread: Sequence[tuple[int, int]], begin: int = 0) -> tuple[Line, ...]:
    """Blocks of another language and comments are left out, their lines empty."""
    return tuple(
        Line("" if any(first <= number < last for first, last in unread) else text, number - begin + above + 1)
        for number, text in enumerate(lines, begin)
    )


def _tests(section: Section, front: FrontMatter, file: Path) -> Iterator[Test]:
    tags, lines = list(front.tags), []
    for line in section.lines:
        found = _TAGS.fullmatch(line.text)
        if found:
            tags += [part.strip() for part in found["tags"].split(",") if part.strip()]
        lines.append(Line("", line.number) if found else line)
    spot = Spot(file, section.line)
    written = trimmed(lines)
    if not written:
        raise faulty(spot, f"The test “{section.title}” has no sentence.")
    test = Test(
        name=section.title,
        lines=written,
        file=file,
        line=section.line,
        tags=front_matter.tags(tags, lambda message: faulty(spot, message)),
        url=front.url,
        project=front.project,
        environment=front.environment,
        viewport=front.viewport,
        expect=front.expect,
        allows_loopback=front.allows_loopback,
        secrets=front.secrets,
        given=front.given,
    )
    for names, what in ((front.secrets, "a secret"), (front.variables, "a variable")):
        double = next((name for name in names if name in front.columns), None)
        if double is not None:
            raise faulty(Spot(file), f"“{double}” is a column of data and {what}; call one of them otherwise.")
    yield from [test] if front.data is None else rows(test, _BLANK, front.data)


def rows(test: Test, blank: re.Pattern[str], data: Sequence[dict[str, str]], first: int = 1) -> Iterator[Test]:
    """The test once for each row. Where it names no column, it is the same with all rows and runs once."""
    used = any(found[1].strip() in data[0] for line in test.lines for found in blank.finditer(line.text))
    if not used:
        yield test
        return
    for number, values in enumerate(data, first):
        lines = tuple(filled(line, blank, values) for line in test.lines)
        # the values are not part of the name: one of them may be a password
        yield replace(test, name=f"{test.name} (row {number})", lines=lines, row=number)
