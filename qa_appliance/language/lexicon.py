"""Words by what they can be in a sentence: the one home of a class of words. Pure."""

from __future__ import annotations


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


COLOURS = _words(
    "red green blue yellow orange purple violet pink black white grey gray brown cyan magenta turquoise teal navy gold "
    "golden silver beige"
)
SIZES = _words("big large small little tiny huge bold italic underlined round square rounded wide narrow")
STATES_BEFORE = _words(
    "selected checked unchecked highlighted active disabled enabled visible hidden focused open expanded collapsed "
    "current"
)
QUALITIES = COLOURS | SIZES | STATES_BEFORE
SHADES = _words("light dark bright pale")
