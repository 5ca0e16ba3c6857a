"""Where a page changes by itself: advertisements, news, what others write. Known by what stands around it. Pure."""

from __future__ import annotations

from collections.abc import Collection
from difflib import SequenceMatcher

from qa_appliance.browser.look.node import Look

Place = tuple[str, str]
"""The lines before and after it."""

_LONGEST = 3  # lines at one place
_MOST_LINES = 2_000  # of a page that is compared


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
