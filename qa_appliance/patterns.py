"""Patterns as tests write them. What is looked for takes time in proportion to the text, whatever the pattern says.

`/…/`, or anything without an `*`, is a regular expression of RE2's kind: what would need to try again and again (a
reference back, a look-around) is refused, where the test is read already. Else `*` stands for anything. `\\w` and `\\W`
know the letters of all scripts.
"""

from __future__ import annotations

import re

import re2

MOST_CHARACTERS = 100_000  # of a text
_LONGEST = 1_000  # characters of a pattern
_MOST_MEMORY = 256 * 1024  # bytes, of a pattern made ready
_MOST_WORK = 200_000_000  # characters times steps of the pattern: a second or two
_PIECE = re.compile(r"\\.|\{,(?=\d{1,4}\})|\[\^?\]?|[^\\{\[\]]+|.", re.DOTALL)
_LETTERS = (  # and digits: by blocks, for a list of them all is a hundred times as large
    r"0-9A-Za-z_\x{AA}\x{B5}\x{BA}\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{1FFF}\x{2C00}-\x{2DFF}\x{3005}-\x{3007}"
    r"\x{3040}-\x{D7FF}\x{F900}-\x{FAFF}\x{FE70}-\x{FEFE}\x{10000}-\x{1EFFF}\x{20000}-\x{3FFFF}"
)
_OUTSIDE = {r"\w": f"[{_LETTERS}]", r"\W": f"[^{_LETTERS}]", r"\Z": r"\z", "{,": "{0,"}
_INSIDE = {r"\w": _LETTERS}


class Unreadable(ValueError):
    """The message is a sentence: why the pattern, or whether a text fits it, cannot be told."""


def refused(pattern: str) -> str:
    """A sentence where the pattern cannot be read, else nothing."""
    try:
        if not _is_wild(pattern):
            _ready(pattern)
    except Unreadable as problem:
        return str(problem)
    return ""


def fits(text: str, pattern: str) -> bool:
    """Whether a part of the text does; of a pattern with `*`, all of it. Raises Unreadable."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(
            f"A pattern is compared with at most {MOST_CHARACTERS:,} characters, and this text has {len(text):,}: "
            "name a smaller part of the page."
        )
    if _is_wild(pattern):
        return _fits_wild(text, " ".join(pattern.split()))
    ready = _ready(pattern)
    if ready.programsize * len(text) > _MOST_WORK:
        raise Unreadable(f"The pattern “{pattern}” is too large for a text of {len(text):,} characters.")
    return ready.search(text.encode(errors="replace")) is not None


def _is_wild(pattern: str) -> bool:
    return _between_slashes(pattern) is None and "*" in pattern and not pattern.startswith("^")


def _between_slashes(pattern: str) -> str | None:
    return pattern[1:-1] if len(pattern) > 2 and pattern.startswith("/") and pattern.endswith("/") else None


def _fits_wild(text: str, pattern: str) -> bool:
    first, *between, last = pattern.split("*")
    if not (text.startswith(first) and text.endswith(last)) or len(text) < len(first) + len(last):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in between:
        found = text.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def _ready(pattern: str) -> re2._Regexp:
    if len(pattern) > _LONGEST:
        raise Unreadable(f"A pattern may have {_LONGEST:,} characters at most, and this one has {len(pattern):,}.")
    expression = _between_slashes(pattern)
    options = re2.Options()
    options.max_mem, options.log_errors = _MOST_MEMORY, False
    try:
        written = _as_written(pattern if expression is None else expression)
        return re2.compile(written.encode(errors="replace"), options)
    except re2.error as problem:
        reason = problem.args[0].decode(errors="replace") if isinstance(problem.args[0], bytes) else str(problem)
        raise Unreadable(
            f"“{pattern}” cannot be read as a pattern: {reason}. Neither references back nor look-arounds are read; "
            "a text with any other around it is written with “*”, as in “Order * sent”."
        ) from problem


def _as_written(expression: str) -> str:
    """As the engine writes it."""
    pieces, inside = [], False
    for piece in _PIECE.findall(expression):
        pieces.append((_INSIDE if inside else _OUTSIDE).get(piece, piece))
        if not inside and piece.startswith("["):
            inside = True
        elif inside and piece.endswith("]") and not piece.startswith("\\"):
            inside = False
    return "".join(pieces)
