"""Placeholders in texts, `{order}` or `{unique email as email}`, filled in when a step is performed. Types nothing."""

from __future__ import annotations

import calendar
import re
import secrets
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import TypeVar

import msgspec
from msgspec import Struct

from qa_appliance.core.steps import ForEach, Repeat, Value, When

AnyStruct = TypeVar("AnyStruct", bound=Struct)

_PLACEHOLDER = re.compile(r"\{([^{}]{1,60})\}")
_KEPT = frozenset({"sentence", "reads_as", "rule", "source", "known", "phrase", "phrase_ids", "ways"})
_INNER = (When, Repeat, ForEach)  # their steps are filled when they are performed
_TODAY = re.compile(r"today(?:\s*([+-])\s*(\d{1,4})\s*(days|weeks|months|years))?")
_RANDOM = re.compile(r"random (\d{1,15})\.\.(\d{1,15})")
_UNIQUE = re.compile(r"unique (email|name|username|text|number|phone|id)")


class Kept(dict[str, str]):
    """Texts by their names. What is kept under one of the `secret` names, which later steps type as passwords, is
    hidden before anybody is told of it."""

    def __init__(self, hide: Callable[[str], None]) -> None:
        super().__init__()
        self.secret: frozenset[str] = frozenset()
        self._hide = hide

    def __setitem__(self, name: str, text: str) -> None:
        if name in self.secret:
            self._hide(text)
        super().__setitem__(name, text)


def filled(struct: AnyStruct, variables: dict[str, str]) -> AnyStruct:
    """The same with its placeholders filled in. What is made under a name (`… as email`) is kept in `variables`.

    A name nobody gave stays as it is written: braces are ordinary text on many pages.
    """
    changed: dict[str, object] = {}
    for name in struct.__struct_fields__:
        if name in _KEPT or (name in ("steps", "otherwise") and isinstance(struct, _INNER)):
            continue
        old = getattr(struct, name)
        new = _filled(old, variables)
        if new is not old:
            changed[name] = new
    return msgspec.structs.replace(struct, **changed) if changed else struct


_LEFT = re.compile(r"(?<!\{)\{([A-Za-z][\w -]{0,59})\}(?!\})")  # "{{name}}" is a page's own affair


def never_given(struct: Struct) -> str:
    """The first name in braces that is still there after filling, "" where none is."""
    return next((found[1] for text in _texts(msgspec.to_builtins(struct)) if (found := _LEFT.search(text))), "")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    for name, each in inner:
        if name not in _KEPT:
            yield from _texts(each)


def _filled(value: object, variables: dict[str, str]) -> object:
    if isinstance(value, str):
        return _PLACEHOLDER.sub(lambda m: _fill(m, variables), value) if "{" in value else value
    if isinstance(value, Value):
        return value if value.literal else _given(value, variables)
    if isinstance(value, Struct):
        return filled(value, variables)
    if isinstance(value, tuple) and value:
        new = tuple(_filled(item, variables) for item in value)
        return value if all(a is b for a, b in zip(new, value, strict=True)) else new
    return value


def _given(value: Value, variables: dict[str, str]) -> Value:
    """What holds a secret is one, and typed where secrets may be."""
    holds = isinstance(variables, Kept) and any(found[1].strip() in variables.secret for found in _placeholders(value))
    return filled(msgspec.structs.replace(value, secret=True) if holds and not value.secret else value, variables)


def _placeholders(value: Value) -> Iterator[re.Match[str]]:
    return _PLACEHOLDER.finditer(value.text)


def _fill(found: re.Match[str], variables: dict[str, str]) -> str:
    what, _, name = found[1].strip().partition(" as ")
    if not name and what in variables:
        return variables[what]
    made = _made(what.casefold())
    if made is None:
        return found[0]
    if name:
        variables[name.strip()] = made
    return made


def _made(what: str) -> str | None:
    if what == "now":
        return datetime.now().isoformat(timespec="minutes")
    if match := _TODAY.fullmatch(what):
        return _shifted(date.today(), match[1], match[2], match[3]).isoformat()
    if match := _RANDOM.fullmatch(what):
        low, high = sorted((int(match[1]), int(match[2])))
        return str(low + secrets.randbelow(high - low + 1))
    if match := _UNIQUE.fullmatch(what):
        return _unique(match[1])
    return None


def _shifted(day: date, sign: str | None, amount: str | None, unit: str | None) -> date:
    number = int(amount or 0) * (-1 if sign == "-" else 1)
    if unit in ("months", "years"):
        months = day.year * 12 + day.month - 1 + number * (12 if unit == "years" else 1)
        year, month = months // 12, months % 12 + 1
        return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
    return day + timedelta(days=number * (7 if unit == "weeks" else 1))


def _unique(kind: str) -> str:
    token = secrets.token_hex(5)
    number = secrets.randbelow(9 * 10**8) + 10**8
    letters = "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(8))
    return {
        "email": f"user.{token}@example.com",
        "name": letters.capitalize(),
        "username": f"user{token}",
        "text": f"text {token}",
        "number": str(number),
        "phone": f"+1{number}0",
        "id": token,
    }[kind]
