"""Whether a text stands in another as whole words: "Saved" does not stand in "Unsaved", nor "1" in "10". Pure."""

from __future__ import annotations

import re
import unicodedata

_CASED = frozenset({"Lu", "Ll", "Lt"})  # only scripts with case put spaces between all words and glue nothing to them
_GROUP_BEFORE = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})* $")
_BETWEEN = re.compile(r"(?<=\d)[^\S\n\t\u2009]*[\n\t\u2009]\s*(?=\d)")
_GROUP = re.compile(r"\d{3}(?!\d)")
_SIGNS = "-−–+"
_MONEY = "€$£¥₹₽₩₪₺₴₫฿"


def stands_in(wanted: str, text: str) -> bool:
    """Whether `wanted` occurs in `text` with no word or number of either cut in two."""
    return bool(wanted) and _place(wanted, text) >= 0


def apart(text: str) -> str:
    """The text in one line, in which numbers of two cells or lines do not run together: 1 and 500 are not 1 500."""
    return " ".join(_BETWEEN.sub(" ¦ ", text).split())


def part_of(wanted: str, text: str) -> str:
    """The word or number of `text` that `wanted` is only a part of: "Unsaved"; "" where there is none."""
    at = text.find(wanted) if wanted else -1
    if at < 0 or stands_in(wanted, text):
        return ""
    start, end = at, at + len(wanted)
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[start:end]


def _place(wanted: str, text: str) -> int:
    at = text.find(wanted)
    while at >= 0:
        if not _cut_before(text, at) and not _cut_after(text, at + len(wanted)):
            return at
        at = text.find(wanted, at + 1)
    return -1


def _cut_before(text: str, at: int) -> bool:
    first, before = text[at], text[at - 1 : at]
    if not before:
        return False
    if first.isdecimal() or first in _MONEY:
        signed = text[:at].rstrip(_MONEY) if first.isdecimal() else text[:at]
        if signed[-1:] in _SIGNS and signed and not signed[-2:-1].isalnum() and signed[-2:-1] != ")":
            return True
    if before == " " and _GROUP.match(text, at) and _GROUP_BEFORE.search(text[max(0, at - 24) : at]):
        return True  # 500 in 1 500
    if first.isdecimal():
        return before.isdecimal() or (before in ".," and text[at - 2 : at - 1].isdecimal())
    return _letter(first) and (_letter(before) or before.isdecimal() or before == "_")


def _cut_after(text: str, end: int) -> bool:
    last, after = text[end - 1], text[end : end + 1]
    if not after:
        return False
    if after == " " and _GROUP.match(text, end + 1) and _GROUP_BEFORE.search(text[max(0, end - 24) : end] + " "):
        return True  # 1 in 1 500
    if last.isdecimal():
        return after.isdecimal() or (after in ".," and text[end + 1 : end + 2].isdecimal())
    return _letter(last) and (_letter(after) or after.isdecimal() or after == "_")


def _letter(character: str) -> bool:
    return unicodedata.category(character) in _CASED
