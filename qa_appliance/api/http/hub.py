"""Hands the events of running tests to whoever watches, and what they missed to who comes later.

Never waits for a watcher.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from msgspec import Struct

from qa_appliance.core.events import (
    Assigned,
    Ended,
    Event,
    Frame,
    Masked,
    Planned,
    Shown,
    Started,
    StepBegan,
    StepEnded,
)
from qa_appliance.core.evidence.steps import StepRecord

_REMEMBERED = 500  # messages a watcher may lag behind; pictures are dropped first


class Watcher:
    """One watcher's line of events: every message in order, and of the pictures only the newest."""

    def __init__(self) -> None:
        self._messages: deque[Shown] = deque(maxlen=_REMEMBERED)
        self._frame: Frame | None = None
        self._news = asyncio.Event()

    def put(self, event: Shown) -> None:
        if isinstance(event, Frame):
            self._frame = event
        else:
            self._messages.append(event)
        self._news.set()

    def mask(self, masked: Masked) -> None:
        self._messages = deque(map(masked.clean, self._messages), _REMEMBERED)
        self._frame = None

    async def events(self) -> AsyncIterator[Shown]:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._messages:
                yield self._messages.popleft()
            frame, self._frame = self._frame, None
            if frame is not None:
                yield frame


class Progress(Struct, frozen=True):
    """How far a running test has come: the steps that have ended, in their order, of so many."""

    ended: list[StepRecord]
    planned: int | None


class _Past:
    """What a running test has told so far: its messages, its steps, and the picture its watchers see now."""

    def __init__(self) -> None:
        self.messages: deque[Shown] = deque(maxlen=_REMEMBERED)
        self.frame: Frame | None = None
        self.planned: int | None = None
        self.ended: dict[int, StepRecord] = {}

    def note(self, event: Shown) -> None:
        """A step that begins takes what was told of it and of later ones back: the test was begun again."""
        match event:
            case Planned(plan=plan):
                self.planned = len(plan.steps)
            case StepBegan(index=index):
                self.ended = {at: record for at, record in self.ended.items() if at < index}
            case StepEnded(record=record):
                self.ended[record.index] = record

    def mask(self, masked: Masked) -> None:
        self.messages = deque(map(masked.clean, self.messages), _REMEMBERED)
        self.ended = {at: masked.clean(record) for at, record in self.ended.items()}
        self.frame = None


class EventHub:
    """`emit` is a `core.events.Emit`, called on the event loop."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self._past: dict[str, _Past] = {}

    def emit(self, event: Event) -> None:
        if isinstance(event, Assigned):
            return
        if isinstance(event, Masked):
            for sent in (*self._watchers.get(event.run_id, ()), self._past.get(event.run_id, _Past())):
                sent.mask(event)
            return
        self._remember(event)
        for watcher in tuple(self._watchers.get(event.run_id, ())):
            watcher.put(event)

    def watched(self, run_id: str) -> bool:
        return run_id in self._watchers

    def progress(self, run_id: str) -> Progress:
        """Of a run that is not under way here: nothing."""
        past = self._past.get(run_id) or _Past()
        return Progress([past.ended[index] for index in sorted(past.ended)], past.planned)

    @contextmanager
    def watching(self, run_id: str) -> Iterator[Watcher]:
        """A watcher who was told already what happened before."""
        watcher, past = Watcher(), self._past.get(run_id)
        for event in (*past.messages, past.frame) if past else ():
            if event is not None:
                watcher.put(event)
        self._watchers.setdefault(run_id, set()).add(watcher)
        try:
            yield watcher
        finally:
            left = self._watchers.get(run_id, set())
            left.discard(watcher)
            if not left:
                self._watchers.pop(run_id, None)
                if run_id in self._past:  # pictures come only while somebody watches: this one grows old
                    self._past[run_id].frame = None

    def _remember(self, event: Shown) -> None:
        """From a run's plan to its end; what is told of other runs is not kept."""
        if isinstance(event, Planned | Started):
            self._past.setdefault(event.run_id, _Past())
        past = self._past.get(event.run_id)
        if past is None:
            return
        if isinstance(event, Ended):
            del self._past[event.run_id]
        elif isinstance(event, Frame):
            past.frame = event if self.watched(event.run_id) else None
        else:
            past.note(event)
            past.messages.append(event)
