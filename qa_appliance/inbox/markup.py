"""The marks and texts of a mail's markup, in one pass: what is left open at its end is left out, as browsers do.

Python's own parser begins anew at each mark that is not closed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

MOST_CHARACTERS = 1_000_000
MOST_MARKS = 100_000
_NAME = re.compile(r"[a-zA-Z][^\s/>]*+")
_ATTRIBUTE = re.compile(r"[\s/]*+(=?+[^\s/>=]*+)\s*+(=?+)\s*+")
_UNQUOTED = re.compile(r"[^\s>]*+")
_RAW = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "title", "textarea")}


class Begin(NamedTuple):
    tag: str
    given: dict[str, str]


class End(NamedTuple):
    tag: str


def marks(text: str) -> Iterator[Begin | End | str]:
    """Texts have their references resolved; what stands in a script is none."""
    text = text[:MOST_CHARACTERS]
    at = count = 0
    while at < len(text) and count < MOST_MARKS:
        mark = text.find("<", at)
        if mark != at:
            yield _resolved(text[at : mark if mark >= 0 else len(text)])
        if mark < 0:
            return
        count += 1
        if (named := _NAME.match(text, mark + 1)) is not None:
            begun, at = _begin(text, named)
            if begun is None:
                return
            yield begun
            if begun.tag in _RAW:
                ends = _RAW[begun.tag].search(text, at)
                if ends is None:
                    return
                at = ends.start()
        elif text.startswith(("<!", "</", "<?"), mark):
            ended = _NAME.match(text, mark + 2) if text.startswith("</", mark) else None
            closing = "-->" if text.startswith("<!--", mark) else ">"
            at = text.find(closing, mark + 2) + len(closing)
            if at < len(closing):
                return
            if ended is not None:
                yield End(ended[0].lower())
        else:
            yield "<"
            at = mark + 1


def _begin(text: str, named: re.Match[str]) -> tuple[Begin | None, int]:
    """The element that begins, and where its mark ends; None where it does not end."""
    given: dict[str, str] = {}
    at = named.end()
    while True:
        attribute = _ATTRIBUTE.match(text, at)
        assert attribute is not None  # it may be empty
        name, value, at = attribute[1].lower(), "", attribute.end()
        quote = text[at : at + 1]
        if attribute[2] and quote in ("'", '"') and quote:
            end = text.find(quote, at + 1)
            if end < 0:
                return None, at
            value, at = text[at + 1 : end], end + 1
        elif attribute[2]:
            unquoted = _UNQUOTED.match(text, at)
            assert unquoted is not None
            value, at = unquoted[0], unquoted.end()
        if name:
            given.setdefault(name, _resolved(value))
        if at >= len(text):
            return None, at
        if text[at] == ">":
            return Begin(named[0].lower(), given), at + 1
        if at == attribute.start():
            at += 1


def _resolved(text: str) -> str:
    try:
        return html.unescape(text)
    except ValueError:  # a number of more digits than Python reads
        return text
