"""How fast the browser's line and its machine are, in every tab of a context."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError


class Line:
    """As the machine is, until a test says otherwise."""

    def __init__(self) -> None:
        self._latency = 0.0
        self._kilobits = 0
        self._slower = 1
        self._talks: dict[Page, CDPSession] = {}
        self._listening: set[BrowserContext] = set()
        self._applying: set[asyncio.Task[None]] = set()

    async def be(
        self,
        context: BrowserContext,
        *,
        latency: float | None = None,
        kilobits: int | None = None,
        slower: int | None = None,
    ) -> None:
        """What is not said stays. `kilobits` 0: as fast as it is. Raises Playwright's error."""
        self._latency = self._latency if latency is None else latency
        self._kilobits = self._kilobits if kilobits is None else kilobits
        self._slower = self._slower if slower is None else slower
        if context not in self._listening:
            self._listening.add(context)
            context.on("page", self._on_page)
        for page in context.pages:
            await self._apply(page)

    def _on_page(self, page: Page) -> None:
        task = asyncio.create_task(self._apply_quietly(page))
        self._applying.add(task)
        task.add_done_callback(self._applying.discard)

    async def _apply_quietly(self, page: Page) -> None:
        with suppress(PlaywrightError):  # it is closed again
            await self._apply(page)

    async def _apply(self, page: Page) -> None:
        talk = self._talks.get(page)
        if talk is None:
            talk = self._talks[page] = await page.context.new_cdp_session(page)
            await talk.send("Network.enable")
        speed = self._kilobits * 1_000 / 8 if self._kilobits else -1
        conditions = {
            "offline": False,
            "latency": self._latency * 1_000,
            "downloadThroughput": speed,
            "uploadThroughput": speed,
        }
        await talk.send("Network.emulateNetworkConditions", conditions)
        await talk.send("Emulation.setCPUThrottlingRate", {"rate": self._slower})
