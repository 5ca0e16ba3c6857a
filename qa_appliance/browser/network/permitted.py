"""What a site may use of the browser, and how its pages are shown."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import fail
from qa_appliance.core.steps.surroundings import LOOKS, PERMISSIONS


class Permitted:
    """What sites may use. It holds as long as it is told by: until `close`."""

    def __init__(self) -> None:
        self._browser: CDPSession | None = None

    async def be(self, page: Page, what: str, base_url: str, *, allowed: bool) -> None:
        """Of the site whose page is open, and of nothing else it may use. Raises Playwright's error."""
        here = urlsplit(page.url if page.url.startswith("http") else base_url)
        talk = await page.context.new_cdp_session(page)
        target = await talk.send("Target.getTargetInfo")
        await talk.detach()
        browser = page.context.browser
        if browser is None:
            raise fail("unsupported", "What a site may use cannot be set in this browser.")
        self._browser = self._browser or await browser.new_browser_cdp_session()
        for name in PERMISSIONS[what]:
            asked = {
                "permission": {"name": name},
                "setting": "granted" if allowed else "denied",
                "origin": f"{here.scheme}://{here.netloc}",
                "browserContextId": target["targetInfo"]["browserContextId"],
            }
            await self._browser.send("Browser.setPermission", asked)

    async def close(self) -> None:
        if self._browser is not None:
            with suppress(PlaywrightError):  # the browser is gone
                await self._browser.detach()


class Shown:
    """How pages are shown, in every tab of a context."""

    def __init__(self) -> None:
        self._media: dict[str, Any] = {}
        self._listening: set[BrowserContext] = set()
        self._applying: set[asyncio.Task[None]] = set()

    async def be(self, context: BrowserContext, look: str) -> None:
        self._media |= LOOKS[look]
        if context not in self._listening:
            self._listening.add(context)
            context.on("page", self._on_page)
        for page in context.pages:
            await page.emulate_media(**self._media)

    def _on_page(self, page: Page) -> None:
        task = asyncio.create_task(self._apply(page))
        self._applying.add(task)
        task.add_done_callback(self._applying.discard)

    async def _apply(self, page: Page) -> None:
        with suppress(PlaywrightError):  # it is closed again
            await page.emulate_media(**self._media)
