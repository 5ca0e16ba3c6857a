"""The driver that speaks to all browsers elsewhere: one process of this machine, started anew when it is gone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

import psutil
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright

from qa_appliance.browser.look.take import install
from qa_appliance.browser.process.launch import driver
from qa_appliance.browser.process.processes import kill, when_gone
from qa_appliance.browser.process.pulse import in_time

log = logging.getLogger(__name__)

PART_SECONDS = 2.0  # for a polite goodbye


class RemoteDriver:
    """`tell_lost` hears of one that ended: what was spoken of through it has ended too."""

    def __init__(self, tell_lost: Callable[[], None]) -> None:
        self._tell_lost = tell_lost
        self._lock = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._process: psutil.Process | None = None
        self._resources = AsyncExitStack()

    async def running(self) -> Playwright:
        async with self._lock:
            if self._playwright is None:
                await self._end()
                async with AsyncExitStack() as starting:
                    before = {process.pid for process in _drivers()}
                    playwright = await starting.enter_async_context(driver())
                    await install(playwright)
                    for process in _drivers():
                        if process.pid not in before:
                            self._process = process
                            starting.enter_context(when_gone(process, self._lost))
                    self._playwright, self._resources = playwright, starting.pop_all()
            return self._playwright

    async def answers(self) -> bool:
        """One that stands still is ended."""
        playwright, process = self._playwright, self._process
        if playwright is None or await in_time(_ask(playwright)):
            return True
        log.warning("The driver of the browsers elsewhere stood still; ended it")
        if process is not None:
            await asyncio.to_thread(kill, process)
        if self._playwright is playwright:
            self._lost()
        return False

    def _lost(self) -> None:
        self._playwright = None
        self._tell_lost()

    async def close(self) -> None:
        async with self._lock:
            self._playwright = None
            await self._end()

    async def _end(self) -> None:
        ending, self._resources = self._resources, AsyncExitStack()
        with suppress(Exception):  # a driver that is gone cannot say goodbye
            async with asyncio.timeout(PART_SECONDS):
                await ending.aclose()


async def _ask(playwright: Playwright) -> None:
    """What it answers by itself, without any browser."""
    with suppress(PlaywrightError):
        asked = await playwright.request.new_context()
        await asked.dispose()


def _drivers() -> list[psutil.Process]:
    found = []
    for process in psutil.Process().children():
        with suppress(psutil.Error):
            if "run-driver" in process.cmdline():
                found.append(process)
    return found
