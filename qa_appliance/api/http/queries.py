"""What the queries of several lists share. Refuses nothing itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from urllib.parse import parse_qs

from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.body_schemas import Schema
from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Issue

LIMIT = ("limit", "How many, newest first; clamped into 1..500, 100 when it is no whole number.", {"type": "string"})
MOMENT: Schema = {"type": "string", "format": "date-time"}


def limit_of(request: Request) -> int:
    """Decision 12: clamped into 1..500; what is no plain decimal integer means 100."""
    text = first_values(request).get("limit", "")
    if not re.fullmatch(r"-?[0-9]+", text):
        return 100
    return 1 if text.startswith("-") else max(1, min(500, int(text.lstrip("0")[:4] or "0")))


def first_values(request: Request) -> dict[str, str]:
    """The first value of each parameter, blanks kept."""
    query = request.scope["query_string"].decode("latin-1")
    return {name: values[0] for name, values in parse_qs(query, keep_blank_values=True).items()}


def moment_of(text: str | None) -> str | None:
    """As things are filed, None where it is none; a moment without a zone is UTC's."""
    try:
        read = datetime.fromisoformat(text or "")
        return iso(read if read.tzinfo else read.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None


def wrong_moments(given: Mapping[str, str]) -> Iterator[Issue]:
    """Of `since` and `until`; an empty one is as if left out."""
    for name in ("since", "until"):
        if given.get(name) and moment_of(given[name]) is None:
            yield Issue("invalid_string", (name,), f"{name} has to be a moment as 2026-01-31T12:00:00Z.")
