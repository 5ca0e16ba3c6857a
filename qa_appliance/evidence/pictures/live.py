"""The live view: the newest frame, as often as a viewer can take it, while somebody watches. Keeps only that frame."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from qa_appliance.core.events import Emit, Frame
from qa_appliance.evidence.base.drawing import paint
from qa_appliance.evidence.pictures.screencast import Shot

_LOOK = 0.3  # seconds between two looks for somebody who came to watch a page that stands still


class Live:
    def __init__(self, run_id: str, watched: Callable[[], bool], spacing: float, emit: Emit) -> None:
        """`spacing`: seconds between two pictures."""
        self._run_id = run_id
        self._watched = watched
        self._spacing = spacing
        self._emit = emit
        self._latest: Shot | None = None
        self._news = asyncio.Event()
        self._over = False
        self._showing: asyncio.Task[None] | None = None

    def add(self, shot: Shot) -> None:
        """The shot replaces one that was not shown yet."""
        self._latest = shot
        self._news.set()
        if self._showing is None:
            self._showing = asyncio.create_task(self._show())

    def withdraw(self) -> None:
        """What was filmed until now is shown to nobody who comes later."""
        self._latest = None

    async def stop(self) -> None:
        """Waits until the newest frame was shown."""
        self._over = True
        self._news.set()
        if self._showing is not None:
            await self._showing

    async def _show(self) -> None:
        """Who comes to watch gets the newest frame at once, also of a page that stands still."""
        shown: Shot | None = None
        while True:
            self._news.clear()
            watched, shot = self._watched(), self._latest
            if watched and shot is not None and shot is not shown:
                shown = shot
                jpeg = shot.jpeg
                if shot.covers:
                    jpeg, _, _ = await asyncio.to_thread(paint, jpeg, shot.css_width, covers=shot.covers)
                self._emit(Frame(self._run_id, jpeg))
                await asyncio.sleep(self._spacing)
                continue
            if self._over:
                return
            if not watched:
                shown = None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await self._news.wait()
