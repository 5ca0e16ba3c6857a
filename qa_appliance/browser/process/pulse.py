"""Whether a browser, and the driver that speaks for it, still answer.

One that died is told by the system. One that stands still (stopped, out of memory, in a loop of its own) is told by
nobody: what it was asked would be waited for as long as the run may last.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import TypeVar

from playwright.async_api import Browser, CDPSession
from playwright.async_api import Error as PlaywrightError

T = TypeVar("T")

EVERY_SECONDS = 5.0
SILENT_SECONDS = 20.0  # less than the shortest time after which a step would blame the page


class Pulse:
    def __init__(self, asking: CDPSession) -> None:
        self._asking = asking

    @classmethod
    async def of(cls, browser: Browser) -> Pulse:
        """Raises Playwright's error where the browser is gone."""
        return cls(await browser.new_browser_cdp_session())

    async def answers(self) -> bool:
        """False: not within SILENT_SECONDS. One that is gone is not silent: that is told otherwise."""
        return await in_time(self._ask())

    async def _ask(self) -> None:
        with suppress(PlaywrightError):
            await self._asking.send("Browser.getVersion")


async def in_time(asking: Coroutine[object, None, None]) -> bool:
    """Whether it ends within SILENT_SECONDS."""
    asked = asyncio.create_task(asking)
    try:
        return await over(asked, SILENT_SECONDS)
    finally:
        asked.cancel()


async def over(task: asyncio.Task[T], seconds: float) -> bool:
    """Whether it ends within the time, which is waited for in two halves.

    A process of ours that stood still itself, as with its machine, hears in the second what came meanwhile.
    """
    for _ in range(2):
        await asyncio.wait({task}, timeout=seconds / 2)
        if task.done():
            return True
    return False
