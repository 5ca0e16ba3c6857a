"""How deep JSON lies within itself. Whoever walks or writes it by recursion has to know before."""

from __future__ import annotations

from collections.abc import Iterable


def deeper_than(value: object, most: int) -> bool:
    """Whether more than `most` objects and lists lie within one another."""
    level: list[object] = [value]
    for _ in range(most + 1):
        level = [inner for each in level for inner in _inside(each)]
    return bool(level)


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
