"""Reads a model's answer: as JSON, and where it is wrapped in talk, the object in it. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import msgspec

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|$)", re.S | re.I)
_MOST_TRIES = 50  # places at which an object could begin


class Unreadable(Exception):
    """Says what is wrong, in words the model may be told."""


def read_object(text: str) -> dict[str, object]:
    """The last whole JSON object of the answer that is not inside another. Raises Unreadable."""
    text = _THINKING.sub("", text).strip()
    whole = _decoded(text)
    if isinstance(whole, dict):
        return whole
    found = list(_objects(text))
    if not found:
        raise Unreadable("There is no whole JSON object in the answer.")
    return found[-1]


def _objects(text: str) -> Iterator[dict[str, object]]:
    at = text.find("{")
    for _ in range(_MOST_TRIES):
        if at < 0:
            return
        end = _end_of(text, at)
        value = _decoded(text[at:end]) if end else None
        if isinstance(value, dict):
            yield value
            at = text.find("{", end)
        else:
            at = text.find("{", at + 1)


def _decoded(text: str) -> object:
    """None for what is no JSON. Line breaks and the like may stand in a text: small models write them so."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        pass
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _end_of(text: str, start: int) -> int:
    """Behind the brace that closes the one at `start`; 0: none does."""
    depth, quoted, escaped = 0, False, False
    for at in range(start, len(text)):
        sign = text[at]
        if quoted:
            quoted, escaped = escaped or sign != '"', not escaped and sign == "\\"
        elif sign == '"':
            quoted = True
        elif sign in "{}":
            depth += 1 if sign == "{" else -1
            if depth == 0:
                return at + 1
    return 0
