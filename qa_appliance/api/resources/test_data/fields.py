"""Fields that bodies of test data share: names that sentences say, and the environment something is for. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from qa_appliance.api.http.issues import UUID
from qa_appliance.core.errors import Issue
from qa_appliance.core.test_data.names import IN_BRACES, LONGEST, UNSPEAKABLE, is_quotable, unfit_for_braces

EnvironmentId = Annotated[str, Meta(pattern=UUID)] | None
InBraces = Annotated[
    str, Meta(min_length=1, max_length=LONGEST, examples=["coupon"], extra_json_schema={"pattern": IN_BRACES})
]

_ONE_LINE = rf"[^{UNSPEAKABLE}\u0000-\u001f]*"
Quoted = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=100,
        examples=["admin"],
        extra_json_schema={"pattern": rf"^{_ONE_LINE}[^\s{UNSPEAKABLE}\u0000-\u001f]{_ONE_LINE}$"},
    ),
]


def check_in_braces(given: object, path: tuple[str | int, ...]) -> Iterator[Issue]:
    if isinstance(given, str) and (problem := unfit_for_braces(given)):
        yield Issue("invalid_string", path, problem)


def check_quoted(given: object, path: tuple[str | int, ...]) -> Iterator[Issue]:
    if isinstance(given, str) and given and not is_quotable(given):
        message = f"{path[-1]} has to be one line that can stand in quotes in a sentence, without quotes and braces."
        yield Issue("invalid_string", path, message)


def lowered(values: dict[str, object]) -> dict[str, object]:
    """The environment's id as ids are stored."""
    named = environment_of(values)
    return values if named is None else values | {"environment_id": named.lower()}


def environment_of(values: dict[str, object]) -> str | None:
    named = values.get("environment_id")
    return named if isinstance(named, str) else None
