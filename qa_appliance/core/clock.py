"""Time and ids as the product writes them. Passed in where a test has to choose them."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]  # aware, UTC


def utc_now() -> datetime:
    return datetime.now(UTC)


def iso(moment: datetime) -> str:
    """ISO-8601 in UTC with milliseconds and a Z: texts that sort as the moments do."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parsed(text: str) -> datetime:
    """The moment of a text that `iso` wrote."""
    return datetime.fromisoformat(text)


def new_id() -> str:
    return str(uuid.uuid4())
