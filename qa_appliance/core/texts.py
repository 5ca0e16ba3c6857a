"""Texts as people read them: valid, without what nobody sees, and the same however they are typeset. Finds nothing."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe0e\ufe0f\ufeff]"
    "|[\u200c\u200d](?![\u2190-\U0010ffff])"
)
_HALF = re.compile("[\ud800-\udfff]")
_TYPESET = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ´`", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
        "ﬁ": "fi",
        "ﬂ": "fl",
        "ﬀ": "ff",
        "ﬃ": "ffi",
        "ﬄ": "ffl",
    }
)
_MOST_KNOWN = 20_000  # texts
_LONGEST_KNOWN = 300  # characters: what is longer is asked for once


def valid(given: object) -> object:
    """What JSON told, with a sign in the place of each half of a character: no file, table or answer could hold it."""
    match given:
        case str():
            return given if given.isascii() else _HALF.sub("\ufffd", given)
        case list():
            return [valid(each) for each in given]
        case dict():
            return {name: valid(each) for name, each in given.items()}
    return given


def plain(text: str) -> str:
    """What is compared of a text: in one line, composed, with plain quotes and dashes, without invisible characters.

    Letters keep their case.
    """
    return _known_plain(text) if len(text) <= _LONGEST_KNOWN else _plain(text)


def _plain(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFC", _UNSEEN.sub("", text)).translate(_TYPESET)
    return " ".join(text.split())


_known_plain = lru_cache(maxsize=_MOST_KNOWN)(_plain)
