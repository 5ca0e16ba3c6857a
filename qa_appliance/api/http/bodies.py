"""Reads JSON bodies within the limits of section 8 of the contract. Never trusts a length."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TypeVar

import msgspec
from litestar.exceptions import InternalServerException
from msgspec import Struct

from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.issues import issues, nul_bytes
from qa_appliance.core.errors import Invalid, Issue, TooLarge
from qa_appliance.store.nesting import deeper_than
from qa_appliance.threads import Threads

LARGEST = 1_048_576  # bytes
DEEPEST = 100  # objects and lists within one another: whoever walks a body later may do so by recursion

_SMALL = 16 * 1024  # bytes: a larger body is looked at in a thread, for anybody may send one
_large = Threads("body", at_once=2)
_MOST_ISSUES = 1_000  # an answer must not be many times as large as what was sent (decision 24)
_MORE = Issue("custom", (), f"There are more issues than the {_MOST_ISSUES} that are told.")
_NUL = rb"\u0000"

Body = TypeVar("Body", bound=Struct)


async def read(request: Request, kind: type[Body]) -> Body:
    """The body as `kind`. Raises `Invalid` with every issue (`issues`), `TooLarge` over 1,048,576 bytes."""
    content = await raw(request)
    body: Body = _checked(content, kind) if len(content) <= _SMALL else await _large.do(_checked, content, kind)
    return body


def sent(body: Struct) -> dict[str, object]:
    """The fields of a body that were sent, by column, nested objects as JSON types."""
    values = msgspec.structs.asdict(body)
    return {name: msgspec.to_builtins(value) for name, value in values.items() if value is not msgspec.UNSET}


async def refuse_nul(request: Request) -> None:
    """For requests that take no body but may bring one: the limits of section 8 hold all the same."""
    content = await raw(request)
    if not content.strip():
        return
    if len(content) <= _SMALL:
        _decoded(content)
    else:
        await _large.do(_decoded, content)


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


def _checked(content: bytes, kind: type[Body]) -> Body:
    given = _decoded(content, kind)
    return msgspec.convert(given, kind, strict=False)  # not strict: 5.0 is a whole number in JSON


def _decoded(content: bytes, kind: type[Struct] | None = None) -> object:
    """Raises `Invalid` with every issue; without a `kind` only NUL bytes are one."""
    given = decode(content)
    _refuse(itertools.chain(nul_bytes(given) if _NUL in content else (), issues(given, kind) if kind else ()))
    return given


def _refuse(found: Iterable[Issue]) -> None:
    wrong = tuple(itertools.islice(found, _MOST_ISSUES + 1))
    if wrong:
        raise Invalid(issues=wrong if len(wrong) <= _MOST_ISSUES else (*wrong[:_MOST_ISSUES], _MORE))


def decode(content: bytes | str) -> object:
    """The JSON value. Raises `Invalid` when it is none, or when it is nested more than `DEEPEST`."""
    try:
        value: object = msgspec.json.decode(content)
        deep = deeper_than(value, DEEPEST)
    except RecursionError:
        deep = True
    except (msgspec.DecodeError, ValueError) as error:
        raise Invalid(issues=(Issue("custom", (), "The body is not valid JSON in UTF-8."),)) from error
    if deep:
        message = f"The body is nested too deeply: at most {DEEPEST} objects and lists may lie in one another."
        raise Invalid(issues=(Issue("custom", (), message),))
    return value
