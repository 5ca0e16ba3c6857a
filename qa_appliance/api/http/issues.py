"""Everything that is wrong with a JSON value, judged by the type it should have (decision 24). Pure.

msgspec's own decoding stops at the first error, and a JSON Schema validator in Python takes 41 s for a good megabyte.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct, inspect

from qa_appliance.core.errors import Issue

UUID = r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"

Path = tuple[str | int, ...]
Check = Callable[[object, inspect.Type, Path], Iterable[Issue]]

_WIDEST_WHOLE = 2**63 - 1  # what the database holds
_WORDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}


def issues(given: object, kind: type[Struct]) -> Iterator[Issue]:
    """A body type may have a static method `check(given) -> Iterable[Issue]` for rules between its fields."""
    if not isinstance(given, dict):
        yield _wrong_type((), "an object", given)
        return
    reported: set[Path] = set()
    for issue in _wrong(given, inspect.type_info(kind), ()):
        reported.add(issue.path)
        yield issue
    between: Callable[[dict[str, object]], Iterable[Issue]] | None = getattr(kind, "check", None)
    for issue in between(given) if between is not None else ():
        if issue.path not in reported or not issue.path:  # a field that is wrong in itself is not told twice
            yield issue


def nul_bytes(value: object) -> Iterator[Issue]:
    """Every string, value or key, that holds U+0000, known field or not (contract section 8)."""
    waiting: list[tuple[Path, object]] = [((), value)]
    while waiting:
        path, current = waiting.pop()
        if isinstance(current, str) and "\0" in current:
            yield Issue("invalid_string", path, "A text must not contain a NUL byte (U+0000).")
        elif isinstance(current, dict):
            for key, inner in current.items():
                if "\0" in key:
                    yield Issue("invalid_string", (*path, key), "A key must not contain a NUL byte (U+0000).")
                waiting.append(((*path, key), inner))
        elif isinstance(current, list):
            waiting.extend(((*path, index), inner) for index, inner in enumerate(current))


def _wrong(value: object, kind: inspect.Type, path: Path) -> Iterable[Issue]:
    return _CHECKS[type(kind)](value, kind, path)


def _nothing(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    yield from ()


def _described(value: object, kind: inspect.Type, path: Path) -> Iterable[Issue]:
    assert isinstance(kind, inspect.Metadata)
    return _wrong(value, kind.type, path)


def _union(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    """By the type that the value is of; of none, by the first."""
    assert isinstance(kind, inspect.UnionType)
    if value is None and kind.includes_none:
        return
    found = [list(_wrong(value, inner, path)) for inner in kind.types if not isinstance(inner, inspect.NoneType)]
    fitting = [issues for issues in found if not any(_is_of_no_such_type(issue, path) for issue in issues)]
    yield from (fitting or found)[0]


def _is_of_no_such_type(issue: Issue, path: Path) -> bool:
    return issue.code == "invalid_type" and issue.path == path


def _object(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    assert isinstance(kind, inspect.StructType)
    if not isinstance(value, dict):
        yield _wrong_type(path, "an object", value)
        return
    for field in kind.fields:
        where = (*path, field.encode_name)
        if field.encode_name in value:
            yield from _wrong(value[field.encode_name], field.type, where)
        elif field.required:
            yield Issue("invalid_type", where, f"{_name(where)} is required.")


def _map(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    assert isinstance(kind, inspect.DictType)
    if not isinstance(value, dict):
        yield _wrong_type(path, "an object", value)
        return
    for key, inner in value.items():
        yield from _wrong(inner, kind.value_type, (*path, key))


def _list(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    assert isinstance(kind, inspect.ListType)
    if not isinstance(value, list):
        yield _wrong_type(path, "a list", value)
        return
    if kind.min_length is not None and len(value) < kind.min_length:
        yield Issue("too_small", path, f"{_name(path)} needs at least {_some(kind.min_length, 'item')}.")
    if kind.max_length is not None and len(value) > kind.max_length:
        yield Issue("too_big", path, f"{_name(path)} may have at most {kind.max_length} items.")
    for index, item in enumerate(value):
        yield from _wrong(item, kind.item_type, (*path, index))


def _text(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    assert isinstance(kind, inspect.StrType)
    if not isinstance(value, str):
        yield _wrong_type(path, "a text", value)
    elif kind.min_length is not None and len(value) < kind.min_length:
        yield Issue("too_small", path, f"{_name(path)} needs at least {_some(kind.min_length, 'character')}.")
    elif kind.max_length is not None and len(value) > kind.max_length:
        yield Issue("too_big", path, f"{_name(path)} may have at most {kind.max_length} characters.")
    elif kind.pattern is not None and not re.search(kind.pattern.replace("$", r"\Z"), value):
        what = "a UUID" if kind.pattern == UUID else f"of the form {kind.pattern}"
        yield Issue("invalid_string", path, f"{_name(path)} has to be {what}.")


def _some(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _whole(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    assert isinstance(kind, inspect.IntType)
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not whole or not isinstance(value, int | float):
        yield _wrong_type(path, "a whole number", value)
    else:
        yield from _outside(value, kind, path, _WIDEST_WHOLE)


def _number(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    assert isinstance(kind, inspect.FloatType)
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield _wrong_type(path, "a number", value)
    else:
        yield from _outside(value, kind, path, sys.float_info.max)


def _outside(value: float, kind: inspect.IntType | inspect.FloatType, path: Path, widest: float) -> Iterator[Issue]:
    least, most = -widest if kind.ge is None else kind.ge, widest if kind.le is None else kind.le
    if value < least:
        yield Issue("too_small", path, f"{_name(path)} has to be at least {least}.")
    elif kind.gt is not None and value <= kind.gt:
        yield Issue("too_small", path, f"{_name(path)} has to be more than {kind.gt}.")
    elif value > most:
        yield Issue("too_big", path, f"{_name(path)} may be at most {most}.")


def _yes_or_no(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    if not isinstance(value, bool):
        yield _wrong_type(path, "true or false", value)


def _one_of(value: object, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    assert isinstance(kind, inspect.LiteralType)
    if value not in kind.values:
        allowed = ", ".join(str(each) for each in kind.values)
        yield Issue("invalid_enum_value", path, f"{_name(path)} has to be one of: {allowed}.")


_CHECKS: dict[type[inspect.Type], Check] = {
    inspect.Metadata: _described,
    inspect.AnyType: _nothing,
    inspect.UnionType: _union,
    inspect.StructType: _object,
    inspect.DictType: _map,
    inspect.ListType: _list,
    inspect.StrType: _text,
    inspect.IntType: _whole,
    inspect.FloatType: _number,
    inspect.BoolType: _yes_or_no,
    inspect.LiteralType: _one_of,
}
"""What bodies are made of; a type that is not here is a mistake of ours."""


def _wrong_type(path: Path, expected: str, value: object) -> Issue:
    seen = "null" if value is None else _WORDS.get(type(value), "something else")
    return Issue("invalid_type", path, f"{_name(path)} has to be {expected}, not {seen}.")


def _name(path: Path) -> str:
    return ".".join(str(part) for part in path) or "The body"
