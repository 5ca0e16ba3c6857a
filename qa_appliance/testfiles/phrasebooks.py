"""`phrasebook.md`: a heading is the pattern of a phrase of one's own, the text below it the sentences it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.english.reference.phrase_rules import faults, normal
from qa_appliance.testfiles.faults import Fault, Spot, faulty, read_text
from qa_appliance.testfiles.front_matter import split
from qa_appliance.testfiles.markdown import sections

NAME = "phrasebook.md"
_MARKER = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")


class Written(Struct, frozen=True):
    """A phrase, its heading, and the line of each of its sentences."""

    phrase: OwnPhrase
    spot: Spot
    lines: tuple[int, ...]

    def place(self, path: tuple[str | int, ...]) -> Spot:
        number = path[1] if len(path) > 1 else None
        return Spot(self.spot.file, self.lines[number]) if isinstance(number, int) else self.spot


def read_phrasebook(file: Path) -> list[Written]:
    """Its phrases, each line below a heading a sentence. Raises `Faulty`."""
    _, lines, above = split(read_text(file), file)
    found = []
    for section in sections(lines, file, above):
        spot = Spot(file, section.line)
        sentences = [(_MARKER.sub("", line.text).strip(), line.number) for line in section.lines if line.text.strip()]
        if not sentences:
            raise faulty(spot, f"The phrase “{section.title}” has no sentence.")
        pattern = section.title.strip("`").rstrip(".")
        phrase = OwnPhrase(f"{file.as_posix()}#{section.line}", pattern, tuple(text for text, _ in sentences))
        found.append(Written(phrase, spot, tuple(number for _, number in sentences)))
    if not found:
        raise faulty(Spot(file), "There is no phrase in it: a heading of level 2 is its pattern.")
    return found


def nearest(books: Iterable[list[Written]]) -> list[Written]:
    """The phrases of several books, the nearest first: of two that read the same sentences the nearer one."""
    chosen: dict[str, Written] = {}
    for book in books:
        for written in book:
            chosen.setdefault(normal(written.phrase.pattern), written)
    return list(chosen.values())


def wrong_in(book: list[Written]) -> list[Fault]:
    """What keeps its phrases from being read."""
    found = []
    for written in book:
        others = [other.phrase for other in book if other is not written]
        found += [Fault(written.place(fault.path), fault.message) for fault in faults(written.phrase, others)]
    return found
