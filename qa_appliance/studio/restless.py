"""What of a page changes by itself. Pure.

Advertisements, news, what others write are known by what stands around them; the present moment by how it is told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import date, timedelta
from difflib import SequenceMatcher

from qa_appliance.browser.look.node import Look

Place = tuple[str, str]
"""The lines before and after it."""

_LONGEST = 3  # lines at one place
_MOST_LINES = 2_000  # of a page that is compared
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]*\.?"
_FIGURES = re.compile(r"(?<!\d)(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?!\d)")
_NAMED = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.? (?P<month>{_MONTH})|\b(?P<named>{_MONTH}) (?P<nth>\d{{1,2}})\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\d+ ?(?:s|secs?|seconds?|mins?|minutes?|h|hours?|days?) ago\b|\bjust now\b"
    r"|\b(?:today|yesterday|tomorrow|good (?:morning|afternoon|evening|night))\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?]) +")


def restless_places(first: Look, second: Look) -> set[Place]:
    """Where one page says something else in the second look, with nothing done to it between them.

    What only goes, as a message does after a while, and what only comes, as a late answer does, makes no such place.
    """
    old, new = _lines(first), _lines(second)
    if (first.url, len(old) > _MOST_LINES, len(new) > _MOST_LINES) != (second.url, False, False):
        return set()
    found = set[Place]()
    for kind, at, to, begins, ends in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and to - at == ends - begins <= _LONGEST:
            found.add((new[begins - 1] if begins else "", new[ends] if ends < len(new) else ""))
    return found


def lines_at(look: Look, places: Collection[Place]) -> set[str]:
    """What the page says at these places."""
    lines = ["", *_lines(look), ""]
    found = set[str]()
    for before, after in places:
        for at, line in enumerate(lines):
            ends = [end for end in range(at + 2, min(at + 2 + _LONGEST, len(lines))) if lines[end] == after]
            if line == before and ends:
                found.update(lines[at + 1 : ends[0]])
    return found


def _lines(look: Look) -> list[str]:
    return [line for line in (" ".join(each.split()) for each in look.text.split("\n")) if line]


def lasting(text: str, today: date, known: Collection[str] = ()) -> str:
    """The sentences of a text that will say the same tomorrow: that do not tell the day, the time, or how long ago.

    What somebody has put in (`known`) stays as it is, whatever it tells.
    """
    kept = [
        sentence
        for sentence in _SENTENCE.split(text)
        if any(each in sentence for each in known if _of_now(each, today)) or not _of_now(sentence, today)
    ]
    return " ".join(kept)


def _of_now(text: str, today: date) -> bool:
    near = {today + timedelta(days=days) for days in (-1, 0, 1)}  # wherever the page's clock is
    return _NOW.search(text) is not None or any(day in near for day in _days(text, today))


def _days(text: str, today: date) -> Iterator[date]:
    """All that its dates may mean, in whatever order a country writes them."""
    for found in _FIGURES.finditer(text):
        first, second, third = (int(part) for part in found.groups())
        for year, month, day in ((first, second, third), (third, second, first), (third, first, second)):
            yield from _day(year + 2000 if year < 100 else year, month, day)
    for found in _NAMED.finditer(text):
        name, nth = found["month"] or found["named"], found["day"] or found["nth"]
        yield from _day(today.year, _MONTHS.index(name[:3].lower()) + 1, int(nth))


def _day(year: int, month: int, day: int) -> Iterator[date]:
    try:
        yield date(year, month, day)
    except ValueError:
        return
