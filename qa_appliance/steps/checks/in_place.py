"""Whether a text that was shown went back in its place: what stands there now instead. Pure.

That a text is gone says little: messages vanish by themselves, and a button that said “Copied!” says “Copy” again. It
was taken back where another number stands in its place, or what stood there before the deed, if what had come is no
message of success, the test itself had typed it, or the server refused what the deed asked for; and where nothing
stands in the place of a line the test itself had typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from qa_appliance.browser.find.literal import in_message
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Look
from qa_appliance.core.lasting import Place
from qa_appliance.steps.checks.messages import innermost_saying
from qa_appliance.steps.messages.troubles import tells_of_success

_MOST_LINES = 400  # between the first and the last that differ
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def place_of(text: str, look: Look, before: Look | None, typed: tuple[str, ...]) -> Place | None:
    """None where it was a message that showed it, or nothing did."""
    wanted = squeeze(text).casefold()
    inner = innermost_saying(wanted, look)
    if not inner or all(node.live or in_message(look, node) for node in inner):
        return None
    return Place(
        wanted,
        _lines(look.text),
        frozenset(_lines(before.text if before is not None else "")),
        tuple(map(str.casefold, typed)),
    )


def gone_back(place: Place, now: Look, *, refused: bool) -> str:
    """The line that stands there instead; "" where it did not go back. `refused`: what the deed asked for."""
    for was, instead in _replaced(place.lines, _lines(now.text)):
        for line in was:
            if place.text not in line.casefold():
                continue
            if found := _in_its_place(place, line, was, instead, refused=refused):
                return found
    return ""


def _in_its_place(place: Place, line: str, was: list[str], instead: list[str], *, refused: bool) -> str:
    if not instead and line.casefold() == place.text and place.text in place.typed:
        return "nothing"
    counted = (other for other in instead if _shape(other) == _shape(line) and _is_counted(place.text, line, other))
    return next(counted, "") or _as_before(place, line, was, instead, refused=refused)


def _as_before(place: Place, line: str, was: list[str], instead: list[str], *, refused: bool) -> str:
    """What stood there before the deed, where it stands there again."""
    other = instead[was.index(line)] if len(was) == len(instead) else ""
    if other in place.before:
        had, has = _different(line, other)
        may_go = tells_of_success(had) and not _has_typed(place, had)
        return other if has and had and (refused or not may_go) else ""
    return instead[0] if instead and refused and place.before.issuperset(instead) else ""


def _shape(line: str) -> str:
    return _NUMBER.sub("#", line)


def _is_counted(text: str, line: str, other: str) -> bool:
    """Whether a number in the text is another one in the other line."""
    pairs = zip(_NUMBER.finditer(line), _NUMBER.findall(other), strict=True)
    start = line.casefold().find(text)
    return any(start <= one.start() < start + len(text) and one.group() != number for one, number in pairs)


def _different(line: str, other: str) -> tuple[str, str]:
    """The words of each that are not at both beginnings or ends."""
    had, has = _where_they_differ(line.split(), other.split())
    return " ".join(had), " ".join(has)


def _where_they_differ(was: Sequence[str], now: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Both without what they have in common at their beginnings and at their ends."""
    first = _alike(was, now)
    was, now = was[first:], now[first:]
    last = _alike(was[::-1], now[::-1])
    return was[: len(was) - last], now[: len(now) - last]


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many of the first are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _has_typed(place: Place, words: str) -> bool:
    return any(typed and typed in words.casefold() for typed in place.typed)


def _replaced(was: tuple[str, ...], now: tuple[str, ...]) -> Iterator[tuple[list[str], list[str]]]:
    """The lines that are others now, with those that stand there instead; of pages that differ much, none."""
    a, b = _where_they_differ(was, now)
    if max(len(a), len(b)) > _MOST_LINES:
        return
    for _, a_from, a_to, b_from, b_to in SequenceMatcher(None, a, b).get_opcodes():
        if a[a_from:a_to] != b[b_from:b_to]:
            yield list(a[a_from:a_to]), list(b[b_from:b_to])


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in map(squeeze, text.split("\n")) if line)
