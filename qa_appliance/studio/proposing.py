"""Checks of what a deed changed are offered after a second look at the page, which tells what changes by itself."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Set
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime

from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.look.node import Look
from qa_appliance.studio import messages as m
from qa_appliance.studio.changes import MOST, proposals
from qa_appliance.studio.restless import Place, restless_places

_SECOND_LOOK = 0.7  # seconds: what changes by itself within, is not proposed as a check


class Proposing:
    """Of one session. `turn` is held while looking; `written`: until what was done meanwhile is a sentence, or none."""

    def __init__(
        self,
        tell: Callable[[m.Tell], None],
        looking: Callable[[], Awaitable[Look]],
        turn: AbstractAsyncContextManager[None],
        written: Callable[[], Awaitable[None]],
    ) -> None:
        self._tell, self._look, self._turn, self._written = tell, looking, turn, written
        self._task: asyncio.Task[None] | None = None
        self._seen: Look | None = None  # nothing was done since
        self._restless: set[Place] = set()

    def begin(self, deed: int, before: Look, after: Look | None, spoken: list[str], entered: Set[str]) -> None:
        """`deed`: the number of its sentence. `spoken`: checks that are offered before those of the page.

        Those of an earlier deed that were not offered yet are not.
        """
        self.end()
        if self._seen is not None:
            self._restless |= restless_places(self._seen, before)
            self._seen = None
        self._task = asyncio.create_task(self._look_twice(deed, before, after, spoken, entered))

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _look_twice(
        self, deed: int, before: Look, after: Look | None, spoken: list[str], entered: Set[str]
    ) -> None:
        with contextlib.suppress(Failed, PlaywrightError):
            if after is None:
                async with self._turn:
                    after = await self._look()
            await asyncio.sleep(_SECOND_LOOK)
            await self._written()
            async with self._turn:
                later = await self._look()
            self._seen = later
            restless, today = frozenset(self._restless), datetime.now(UTC).date()
            checks = await asyncio.to_thread(proposals, before, after, later, entered, restless, today=today)
            self._tell(m.Proposed(deed, tuple([*spoken, *checks][:MOST])))
