"""Evidence as it was filed, read back into its types; what an earlier version filed otherwise is passed over."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T", bound=Struct)

logger = logging.getLogger(__name__)


def filed(text: str | None, of: type[T]) -> list[T] | None:
    """The entries of a column, None where nothing was filed. One that cannot be read is left out, and logged."""
    if text is None:
        return None
    try:
        return msgspec.json.decode(text, type=list[of])  # type: ignore[valid-type]
    except msgspec.ValidationError:
        return list(_readable(text, of))


def filed_one(text: str | None, of: type[T]) -> T | None:
    """The same of a column that holds one thing."""
    return next(iter(filed(f"[{text}]", of) or ()), None) if text is not None else None


def _readable(text: str, of: type[T]) -> Iterator[T]:
    entries = msgspec.json.decode(text)
    for entry in entries if isinstance(entries, list) else ():
        try:
            yield msgspec.convert(entry, of)
        except msgspec.ValidationError as error:
            logger.warning("an entry of a run's evidence cannot be read", extra={"of": of.__name__, "why": str(error)})
