"""Hands the events of running tests to whoever watches. Never waits for a watcher."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from qa_appliance.core.events import Event, Frame

_REMEMBERED = 500  # messages a watcher may lag behind; pictures are dropped first


class Watcher:
    """One watcher's line of events: every message in order, and of the pictures only the newest."""

    def __init__(self) -> None:
        self._messages: deque[Event] = deque(maxlen=_REMEMBERED)
        self._frame: Frame | None = None
        self._news = asyncio.Event()

    def put(self, event: Event) -> None:
        if isinstance(event, Frame):
            self._frame = event
        else:
            self._messages.append(event)
        self._news.set()

    async def events(self) -> AsyncIterator[Event]:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._messages:
                yield self._messages.popleft()
            frame, self._frame = self._frame, None
            if frame is not None:
                yield frame


class EventHub:
    """`emit` is a `core.events.Emit`, called on the event loop."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}

    def emit(self, event: Event) -> None:
        for watcher in tuple(self._watchers.get(event.run_id, ())):
            watcher.put(event)

    def watched(self, run_id: str) -> bool:
        return run_id in self._watchers

    @contextmanager
    def watching(self, run_id: str) -> Iterator[Watcher]:
        watcher = Watcher()
        self._watchers.setdefault(run_id, set()).add(watcher)
        try:
            yield watcher
        finally:
            left = self._watchers.get(run_id, set())
            left.discard(watcher)
            if not left:
                self._watchers.pop(run_id, None)
