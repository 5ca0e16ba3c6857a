"""Reads JSON bodies and names everything that is wrong with one at once (decision 24). Never trusts a length."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from litestar.exceptions import InternalServerException
from msgspec import Struct, inspect

from qa_appliance.api.http.about import Request
from qa_appliance.api.http.errors import TooLarge
from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.core.nesting import deeper_than
from qa_appliance.threads import Threads

LARGEST = 1_048_576  # bytes
DEEPEST = 100  # objects and lists within one another: whoever walks a body later may do so by recursion

UUID = r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"

_SMALL = 16 * 1024  # bytes: a larger body is looked at in a thread, for anybody may send one
_large = Threads("body", at_once=2)
_MOST_ISSUES = 1_000
_NUL = rb"\u0000"

Body = TypeVar("Body", bound=Struct)
Path = tuple[str | int, ...]


async def read(request: Request, kind: type[Body]) -> Body:
    """The body as `kind`. Raises `Invalid` with every issue, `TooLarge` over 1,048,576 bytes.

    A body type may have a static method `check(given) -> Iterable[Issue]` for rules between its fields.
    """
    content = await raw(request)
    body: Body = _taken(content, kind) if len(content) <= _SMALL else await _large.do(_taken, content, kind)
    return body


async def refuse_nul(request: Request) -> None:
    """For requests that take no body but may bring one: the limits of section 8 hold all the same."""
    content = await raw(request)
    if not content.strip():
        return
    if len(content) <= _SMALL:
        _taken(content, None)
    else:
        await _large.do(_taken, content, None)


async def raw(request: Request) -> bytes:
    """The bytes of the body, counted as they come: a declared length may lie, a chunked body declares none."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > LARGEST:
        raise TooLarge("Request body too large")
    parts: list[bytes] = []
    size = 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > LARGEST:
                raise TooLarge("Request body too large")
            parts.append(part)
    except InternalServerException as error:  # nobody is there to answer, and nothing of ours went wrong
        raise Invalid("The request broke off before its end.") from error
    return b"".join(parts)


def _taken(content: bytes, kind: type[Body] | None) -> Any:
    """The body as `kind`, or as it is. Raises `Invalid` with every issue, of very many with the first ones."""
    given = decode(content)
    wrong = nul_bytes(given) if _NUL in content else iter(())
    issues = tuple(itertools.islice(itertools.chain(wrong, _issues(given, kind) if kind else ()), _MOST_ISSUES))
    if issues:
        raise Invalid(issues=issues)
    return msgspec.convert(given, kind, strict=False) if kind else given  # not strict: 5.0 is a whole number in JSON


def decode(content: bytes | str) -> Any:
    """The JSON value. Raises `Invalid` when it is none, or when it is nested more than `DEEPEST`."""
    try:
        value = msgspec.json.decode(content)
        deep = deeper_than(value, DEEPEST)
    except RecursionError:
        deep = True
    except (msgspec.DecodeError, ValueError) as error:
        raise Invalid(issues=(Issue("custom", (), "The body is not valid JSON in UTF-8."),)) from error
    if deep:
        message = f"The body is nested too deeply: at most {DEEPEST} objects and lists may lie in one another."
        raise Invalid(issues=(Issue("custom", (), message),))
    return value


def nul_bytes(value: Any) -> Iterator[Issue]:
    """Every string, value or key, that holds U+0000, known field or not (contract section 8)."""
    waiting: list[tuple[Path, Any]] = [((), value)]
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


def _issues(given: Any, kind: type[Struct]) -> Iterable[Issue]:
    if not isinstance(given, dict):
        return [_wrong_type((), "an object", given)]
    issues = list(itertools.islice(_check(given, inspect.type_info(kind), ()), _MOST_ISSUES))
    extra = getattr(kind, "check", None)
    if extra is not None:
        # a field that is wrong in itself is not told twice
        seen = {issue.path for issue in issues}
        issues += [issue for issue in extra(given) if issue.path not in seen or not issue.path]
    return issues


def _check(value: Any, kind: inspect.Type, path: Path) -> Iterator[Issue]:
    match kind:
        case inspect.Metadata():
            yield from _check(value, kind.type, path)
        case inspect.AnyType():
            return
        case inspect.UnionType():
            yield from _check_union(value, kind, path)
        case inspect.StructType():
            yield from _check_object(value, kind, path)
        case inspect.StrType():
            yield from _check_text(value, kind, path)
        case inspect.IntType() | inspect.FloatType():
            yield from _check_number(value, kind, path)
        case inspect.BoolType():
            if not isinstance(value, bool):
                yield _wrong_type(path, "true or false", value)
        case inspect.LiteralType():
            if value not in kind.values:
                allowed = ", ".join(str(each) for each in kind.values)
                yield Issue("invalid_enum_value", path, f"{_name(path)} has to be one of: {allowed}.")
        case inspect.ListType():
            yield from _check_list(value, kind, path)
        case inspect.DictType():
            if not isinstance(value, dict):
                yield _wrong_type(path, "an object", value)
            else:
                for key, inner in value.items():
                    yield from _check(inner, kind.value_type, (*path, key))
        case _:
            raise TypeError(f"bodies cannot hold {kind}")


def _check_union(value: Any, kind: inspect.UnionType, path: Path) -> Iterator[Issue]:
    """One type, or null: bodies know no other unions."""
    if value is None and kind.includes_none:
        return
    for inner in kind.types:
        if not isinstance(inner, inspect.NoneType):
            yield from _check(value, inner, path)


def _check_object(value: Any, kind: inspect.StructType, path: Path) -> Iterator[Issue]:
    if not isinstance(value, dict):
        yield _wrong_type(path, "an object", value)
        return
    for field in kind.fields:
        where = (*path, field.encode_name)
        if field.encode_name in value:
            yield from _check(value[field.encode_name], field.type, where)
        elif field.required:
            yield Issue("invalid_type", where, f"{_name(where)} is required.")


def _check_text(value: Any, kind: inspect.StrType, path: Path) -> Iterator[Issue]:
    if not isinstance(value, str):
        yield _wrong_type(path, "a text", value)
    elif kind.min_length is not None and len(value) < kind.min_length:
        yield Issue("too_small", path, f"{_name(path)} needs at least {kind.min_length} character(s).")
    elif kind.max_length is not None and len(value) > kind.max_length:
        yield Issue("too_big", path, f"{_name(path)} may have at most {kind.max_length} characters.")
    elif kind.pattern is not None and not re.search(kind.pattern.replace("$", r"\Z"), value):
        what = "a UUID" if kind.pattern == UUID else f"of the form {kind.pattern}"
        yield Issue("invalid_string", path, f"{_name(path)} has to be {what}.")


def _check_number(value: Any, kind: inspect.IntType | inspect.FloatType, path: Path) -> Iterator[Issue]:
    whole = isinstance(kind, inspect.IntType)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or (whole and isinstance(value, float) and not value.is_integer()):
        yield _wrong_type(path, "a whole number" if whole else "a number", value)
    elif kind.ge is not None and value < kind.ge:
        yield Issue("too_small", path, f"{_name(path)} has to be at least {kind.ge}.")
    elif kind.gt is not None and value <= kind.gt:
        yield Issue("too_small", path, f"{_name(path)} has to be more than {kind.gt}.")
    elif value > (most := _WIDEST[whole] if kind.le is None else kind.le):
        yield Issue("too_big", path, f"{_name(path)} may be at most {most}.")
    elif value < -_WIDEST[whole]:
        yield Issue("too_small", path, f"{_name(path)} has to be at least {-_WIDEST[whole]}.")


_WIDEST = {True: 2**63 - 1, False: sys.float_info.max}  # of whole numbers what the database holds


def _check_list(value: Any, kind: inspect.ListType, path: Path) -> Iterator[Issue]:
    if not isinstance(value, list):
        yield _wrong_type(path, "a list", value)
        return
    if kind.min_length is not None and len(value) < kind.min_length:
        yield Issue("too_small", path, f"{_name(path)} needs at least {kind.min_length} item(s).")
    if kind.max_length is not None and len(value) > kind.max_length:
        yield Issue("too_big", path, f"{_name(path)} may have at most {kind.max_length} items.")
    for index, item in enumerate(value):
        yield from _check(item, kind.item_type, (*path, index))


_WORDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}


def _wrong_type(path: Path, expected: str, value: Any) -> Issue:
    seen = "null" if value is None else _WORDS.get(type(value), "something else")
    return Issue("invalid_type", path, f"{_name(path)} has to be {expected}, not {seen}.")


def _name(path: Path) -> str:
    return ".".join(str(part) for part in path) or "The body"
