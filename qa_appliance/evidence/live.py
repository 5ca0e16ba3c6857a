"""The live view: the newest frame, as often as a viewer can take it, while somebody watches. Keeps nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from qa_appliance.core.events import Emit, Frame
from qa_appliance.evidence.drawing import paint
from qa_appliance.evidence.screencast import Shot

_SPACING = 0.1  # seconds


class Live:
    def __init__(self, run_id: str, watched: Callable[[], bool], emit: Emit) -> None:
        self._run_id = run_id
        self._watched = watched
        self._emit = emit
        self._next: Shot | None = None
        self._showing: asyncio.Task[None] | None = None

    def add(self, shot: Shot) -> None:
        """The shot replaces one that was not shown yet."""
        if not self._watched():
            return
        self._next = shot
        if self._showing is None or self._showing.done():
            self._showing = asyncio.create_task(self._show())

    async def stop(self) -> None:
        """Waits until the newest frame was shown."""
        if self._showing is not None:
            await self._showing

    async def _show(self) -> None:
        while self._next is not None:
            shot, self._next = self._next, None
            jpeg = shot.jpeg
            if shot.covers:
                jpeg, _, _ = await asyncio.to_thread(paint, jpeg, shot.css_width, covers=shot.covers)
            self._emit(Frame(self._run_id, jpeg))
            await asyncio.sleep(_SPACING)
