"""How deep JSON lies within itself. Whoever walks or writes it by recursion has to know before."""

from __future__ import annotations

from typing import Any


def deeper_than(value: Any, most: int) -> bool:
    """Whether more than `most` objects and lists lie within one another."""
    holders = [value]
    for _ in range(most + 1):
        holders = [each for each in holders if isinstance(each, dict | list)]
        holders = [inner for each in holders for inner in (each.values() if isinstance(each, dict) else each)]
    return bool(holders)
