"""Entries chained by their digests, so that one that was changed, removed or put in between later does not fit."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec


def link(before: str, columns: Sequence[str | None]) -> str:
    """SHA-256, in hexadecimal, of the digest before it, a line break, and the columns as a compact JSON array.

    `before` is empty for the first entry.
    """
    return hashlib.sha256(before.encode() + b"\n" + msgspec.json.encode(columns)).hexdigest()
