"""A test as it stands in a file: its sentences, where each of them is written, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.run import UserExpectation
from qa_appliance.core.steps import Go
from qa_appliance.core.test_data.project import NOTHING, ProjectData
from qa_appliance.english.compile import plan_english
from qa_appliance.testfiles.faults import Spot
from qa_appliance.testfiles.given import Given

LONGEST = 4000  # characters of a description (contract 4.1)


class Line(Struct, frozen=True):
    """A line of a description. `marks`: (offset in the line, column in the file) wherever the two part."""

    text: str
    number: int
    marks: tuple[tuple[int, int], ...] = ((0, 1),)

    def column(self, offset: int) -> int:
        begins, column = next(mark for mark in reversed(self.marks) if mark[0] <= offset)
        following = next((mark[1] for mark in self.marks if mark[0] > offset), None)
        found = column + offset - begins
        return found if following is None else min(found, max(column, following - 1))


class Environment(Struct, frozen=True):
    """A place to test, from a file. What it has beside its name and address may be secret."""

    name: str
    url: str
    headers: dict[str, str] = {}
    cookies: tuple[dict[str, str], ...] = ()
    authenticators: dict[str, str] = {}
    basic_auth: dict[str, str] = {}
    authorities: str = ""  # PEM
    client_certificate: dict[str, str] = {}  # as the API takes it
    given: Given = Given()
    allows_loopback: bool = False

    @property
    def is_plain(self) -> bool:
        """Nothing but an address."""
        opens = (
            self.headers,
            self.cookies,
            self.authenticators,
            self.basic_auth,
            self.authorities,
            self.client_certificate,
        )
        return not any(opens)

    def __repr__(self) -> str:
        return f"Environment({self.name!r}, {self.url!r})"


class Test(Struct, frozen=True, kw_only=True):
    """`file` None: it stands in no file. `environment` is as named, `place` what a file beside it says of that name.

    `row`: of its data, counted from 1. `tags` in the words of the file, each once. `secrets`: the variables whose
    values stand in `lines`; `unfilled` are these as the file has them. `given` is what its own file gives it, `data`
    what it may take for granted of all that files beside it do.
    """

    __test__ = False  # what collects tests must not take this for one of theirs

    name: str
    lines: tuple[Line, ...]
    file: Path | None = None
    line: int = 1
    row: int | None = None
    tags: tuple[str, ...] = ()
    url: str | None = None
    project: str | None = None
    environment: str | None = None
    place: Environment | None = None
    viewport: str | None = None
    expect: UserExpectation = "pass"
    allows_loopback: bool = False
    phrases: tuple[OwnPhrase, ...] = ()
    secrets: tuple[str, ...] = ()
    unfilled: tuple[Line, ...] = ()
    given: Given = Given()
    data: ProjectData = NOTHING

    def __repr__(self) -> str:
        return f"Test({self.key!r})"

    @property
    def words(self) -> str:
        """The sentences as the file has them: without a value of its secrets."""
        return "\n".join(line.text for line in self.unfilled or self.lines)

    @property
    def description(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def key(self) -> str:
        """What it is known by from one run to the next."""
        return self.name if self.file is None else f"{self.file.as_posix()}::{self.name}"

    @property
    def address(self) -> str | None:
        """Of the site, as far as files tell."""
        return self.url or (self.place.url if self.place else None)

    @property
    def opens(self) -> str | None:
        """The site of the whole address that the test opens first."""
        first = next(iter(plan_english(self.description, self.phrases).steps), None)
        parts = urlsplit(first.url or "") if isinstance(first, Go) else None
        return f"{parts.scheme}://{parts.netloc}" if parts and parts.netloc else None

    def spot(self, start: int) -> Spot:
        """Where in the file that place of the description stands."""
        for line in self.lines:
            if start <= len(line.text):
                return Spot(self.file or Path(), line.number, line.column(start))
            start -= len(line.text) + 1
        return Spot(self.file or Path(), self.line)


def plain_lines(text: str) -> tuple[Line, ...]:
    return tuple(Line(line, number) for number, line in enumerate(text.split("\n"), 1))


def filled(line: Line, blank: re.Pattern[str], values: Mapping[str, str]) -> Line:
    """The line with what stands for its blanks; a name that has no value is left as it is."""
    text, marks, at = "", [line.marks[0]], 0
    for found in blank.finditer(line.text):
        value = values.get(found[1].strip())
        if value is None:
            continue
        text += line.text[at : found.start()]
        if text.count('"') % 2:
            value = value.replace("\\", "\\\\").replace('"', '\\"')
        marks.append((len(text), line.column(found.start())))
        text += value
        marks.append((len(text), line.column(found.end())))
        at = found.end()
    return Line(text + line.text[at:], line.number, tuple(marks)) if at else line


def trimmed(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Without empty lines at the beginning and at the end."""
    full = [index for index, line in enumerate(lines) if line.text.strip()]
    return tuple(lines[full[0] : full[-1] + 1]) if full else ()
