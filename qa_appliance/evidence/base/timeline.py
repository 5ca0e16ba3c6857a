"""The run's own time: which step it is in, milliseconds since it began, and the order of what was observed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct


class Timeline:
    """Everything observed is stamped with `step` (None before the first) and `now_ms` (since the recorder opened)."""

    def __init__(self) -> None:
        self.step: int | None = None
        self._began = time.monotonic()
        self._mark = 0

    def now_ms(self) -> int:
        return round((time.monotonic() - self._began) * 1000)

    def mark(self) -> int:
        """A point in the order of observations; what comes later has a higher one."""
        return self._mark

    def next_mark(self) -> int:
        self._mark += 1
        return self._mark


T = TypeVar("T", bound=Struct)


class Kept(Generic[T]):
    """Observations in order, of which only the `most` telling stay when there are too many.

    `telling` answers higher numbers for what a tester must not miss; among equals the earliest stay.
    Holds twice as many at most while the run goes on.
    """

    def __init__(self, timeline: Timeline, most: int, telling: Callable[[T], int]) -> None:
        self._timeline = timeline
        self._most = most
        self._telling = telling
        self._entries: list[tuple[int, T]] = []

    def add(self, entry: T) -> None:
        self._entries.append((self._timeline.next_mark(), entry))
        if len(self._entries) >= 2 * self._most:
            self._thin()

    def since(self, mark: int) -> list[T]:
        return [entry for at, entry in self._entries if at > mark]

    def all(self) -> list[T]:
        """At most `most`, in the order observed."""
        self._thin()
        return [entry for _, entry in self._entries]

    def _thin(self) -> None:
        best = sorted(self._entries, key=lambda item: (-self._telling(item[1]), item[0]))[: self._most]
        self._entries = sorted(best, key=lambda item: item[0])
