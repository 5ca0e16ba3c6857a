"""Values by their kind in words, and read back: "a valid email", "a password that is too short". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from qa_appliance.core.test_data.made import Made, MadeFault, MadeKind
from qa_appliance.language.parsing import Found
from qa_appliance.language.words import Unsayable

_OWN: dict[MadeKind, str] = {"long text": "a long text", "spaces": "only spaces", "unicode text": "a unicode text"}
"""What is neither valid nor invalid."""
_RANGED: tuple[MadeFault, ...] = ("invalid", "too low", "too high", "out of range")
_LONG: tuple[MadeFault, ...] = ("invalid", "too short", "too long")
_FAULTS: dict[MadeKind, tuple[MadeFault, ...]] = {
    "email": (*_LONG, "without an @", "without a domain"),
    "password": (*_LONG, "weak"),
    "date": _RANGED,
    "number": _RANGED,
    "time": _RANGED,
    "past date": (),
    "future date": (),
    "country": ("invalid",),
    **dict.fromkeys(_OWN, ()),
}
"""Of any other kind it is `_LONG`."""
_BEFORE: frozenset[MadeFault] = frozenset({"invalid", "weak"})
_COUNTRY = re.compile(r" for ([A-Z][\w'-]*(?: (?:of |and |the )?[A-Z][\w'-]*)*)")


def _words(kind: MadeKind, fault: MadeFault) -> str:
    if kind in _OWN:
        return _OWN[kind]
    if not fault:
        return f"a valid {kind}"
    if fault in _BEFORE:
        return f"{with_article(fault)} {kind}"
    behind = fault if fault.startswith("without") else f"that is {fault}"
    return f"{with_article(kind)} {behind}"


def with_article(words: str) -> str:
    return f"{'an' if words[0] in 'aeioAEIO' else 'a'} {words}"


_BY_WORDS = {
    _words(kind, fault): Made(kind, fault) for kind in get_args(MadeKind) for fault in ("", *_FAULTS.get(kind, _LONG))
}
_ANY = re.compile("|".join(map(re.escape, sorted(_BY_WORDS, key=len, reverse=True))))


def made(value: Made) -> str:
    words = _words(value.kind, value.fault)
    if Made(value.kind, value.fault) != _BY_WORDS.get(words):
        raise Unsayable(f"There is no {value.kind} that is {value.fault}.")
    return f"{words} for {value.country}" if value.country else words


def read_made(text: str, at: int) -> Iterator[Found]:
    if (found := _ANY.match(text, at)) is None:
        return
    value = _BY_WORDS[found[0]]
    yield value, found.end()
    if (country := _COUNTRY.match(text, found.end())) is not None:
        yield Made(value.kind, value.fault, country[1]), country.end()
