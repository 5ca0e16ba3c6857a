"""Lines of a description, each with its place in it, and the gaps found while they were brought into order."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from qa_appliance.core.plan import Gap


class Line(NamedTuple):
    """`text` as it is read; it came from `start` to `end` of the description. `prefix` is read before it."""

    text: str
    start: int
    end: int
    prefix: str = ""
    of_table: bool = False  # told in other words than it is written

    @property
    def indent(self) -> str:
        return self.text[: len(self.text) - len(self.text.lstrip())]

    @property
    def opens(self) -> bool:
        return self.text.rstrip().endswith(":")


class Lines(Struct):
    lines: list[Line]
    gaps: list[Gap] = []

    def gap(self, text: str, reason: str, start: int) -> None:
        self.gaps.append(Gap(text=text, reason=reason, nearest=(), start=start))


def lines_of(written: str) -> list[Line]:
    found: list[Line] = []
    start = 0
    for line in written.splitlines(keepends=True):
        text = line.rstrip("\r\n")
        found.append(Line(text, start, start + len(text)))
        start += len(line)
    return found
