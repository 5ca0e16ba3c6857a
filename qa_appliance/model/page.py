"""A page as a model is shown it: its lines in their structure, cut to the screens that matter and to a budget. Pure."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from qa_appliance.browser.look.node import Look
from qa_appliance.model.clause import COMMON
from qa_appliance.model.lines import READ, Line, lines_of
from qa_appliance.model.naming import called

_MOST_SCREENS = 4
_MOST_CALLED = 60  # lines for which words are looked for that choose them
_WORD = re.compile(r"\w{3,}")


def shown_page(look: Look, clean: Callable[[str], str], about: str, most: int, before: Look | None = None) -> str:
    """At most `most` characters, of four screens: the one that is seen, and those that share most words with `about`.

    Half for what shares words with it, then what can be used in view, then the rest, in the page's order: however much
    there is of one sort, what is to be worked with is among them. What was not there `before` is marked.
    """
    lines = _with_what_is_new(lines_of(look, clean), before, clean)
    kept = _chosen(lines, _shared(lines, about), most)
    used = [lines[index] for index in sorted(kept) if lines[index].kind not in READ]
    names = called(look, used[:_MOST_CALLED], clean)
    shown = [replace(lines[index], call=names.get(lines[index].node, "")).shown for index in sorted(kept)]
    out = len(lines) - len(kept)
    return "\n".join(shown + ([f"({out} more lines left out)"] if out else []))


def _with_what_is_new(lines: list[Line], before: Look | None, clean: Callable[[str], str]) -> list[Line]:
    if before is None:
        return lines
    known = {(line.kind, line.name, line.value) for line in lines_of(before, clean)}
    return [replace(line, new=(line.kind, line.name, line.value) not in known) for line in lines]


def _shared(lines: list[Line], about: str) -> list[bool]:
    words = set(_WORD.findall(about.casefold())) - COMMON
    return [bool(words & set(_WORD.findall(f"{line.name} {line.value}".casefold()))) for line in lines]


def _chosen(lines: list[Line], shared: list[bool], most: int) -> set[int]:
    """The lines that are shown, by their places, with the parts of the page they stand in."""
    screens = _screens(lines, shared)
    near_first = sorted(range(len(lines)), key=lambda index: (not lines[index].near, index))
    order = [index for index in near_first if lines[index].screen in screens]
    usable = [index for index in order if lines[index].near and lines[index].kind not in READ]
    first = [index for index in order if shared[index] or lines[index].new]
    kept = set[int]()
    left = _filled(kept, lines, first, most // 2) + most - most // 2
    for chosen in (usable, first, order):
        left = _filled(kept, lines, chosen, left)
    return kept | _around(kept, lines)


def _screens(lines: list[Line], shared: list[bool]) -> frozenset[int]:
    """The one that is seen, and those of which most lines are about the clause or new, then the nearest."""
    score = Counter[int]()
    for line, is_about in zip(lines, shared, strict=True):
        score[line.screen] += 3 * line.new + is_about
    ranked = sorted(score, key=lambda screen: (screen != 0, -score[screen], abs(screen)))
    return frozenset(ranked[:_MOST_SCREENS])


def _filled(kept: set[int], lines: list[Line], chosen: Iterable[int], left: int) -> int:
    """Adds lines as long as they fit in so many characters; answers how many are left."""
    for index in chosen:
        if index in kept:
            continue
        if len(lines[index].shown) >= left:
            break
        left -= len(lines[index].shown) + 1
        kept.add(index)
    return left


def _around(kept: set[int], lines: list[Line]) -> set[int]:
    """The parts of the page in which the lines stand that are shown."""
    found, depth = set[int](), 0
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        if index in kept:
            depth = line.depth
        elif line.part and line.depth < depth:
            found.add(index)
            depth = line.depth
    return found


def state_of(look: Look) -> str:
    """Different as soon as anything that is shown is."""
    parts = [look.url, *(line.text for line in lines_of(look, str))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
