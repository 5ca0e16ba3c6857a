"""One run's own browser context: its page, its settings, its end.

Never shares anything with another run, and never outlives its `close`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from playwright.async_api import Browser, BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.look.clipboard import Clipboard
from qa_appliance.browser.look.ledger import watch_pages
from qa_appliance.browser.process.launch import language
from qa_appliance.core.run import Site

CLOSE_SECONDS = 1.0
SHARED_CLOSE_SECONDS = 15.0  # where ending the browser would take other sessions' pages away
_STATE_SECONDS = 10.0
_STATE_BYTES = 5_000_000
# Chromium lets loopback addresses go round a proxy; this rule takes that exception back
EVERYTHING_THROUGH_THE_PROXY = "<-loopback>"


async def _always() -> bool:
    return True


class Session:
    """`page` is the current tab; a step that moves to another tab sets it. `crashed` is set when the browser is gone
    or a page's process has died: nothing more can be done in this session, open another. `answers` asks whether the
    browser still does; one that does not is ended by that. `lost`: the browser is elsewhere and out of reach, and
    whether it still did what it was told is not known. `clipboard` is that of its run.
    """

    def __init__(
        self,
        context: BrowserContext,
        page: Page,
        end_browser: Callable[[], Awaitable[None]],
        open_another: Callable[[dict[str, object] | None], Awaitable[Session]],
        clipboard: Clipboard,
    ) -> None:
        self.context = context
        self.clipboard = clipboard
        self.page = page
        self.crashed = asyncio.Event()
        self.lost = False
        self.answers: Callable[[], Awaitable[bool]] = _always
        self._end_browser = end_browser
        self._open_another = open_another
        self._others: list[Session] = []
        self._closing: asyncio.Task[None] | None = None
        context.on("page", self._watch)
        self._watch(page)

    def _watch(self, page: Page) -> None:
        page.on("crash", lambda _page: self.crashed.set())

    async def another(self, state: dict[str, object] | None = None) -> Session:
        """A second user's session: the same browser, site and proxy, nothing of the first one's sign-in.

        `state`: what its browser keeps, as `storage_state` tells it. It is closed with this one. Raises Playwright's
        error when it cannot be opened.
        """
        other = await self._open_another(state)
        other.crashed = self.crashed
        self._others.append(other)
        return other

    async def storage_state(self) -> dict[str, object] | None:
        """Cookies, local storage and IndexedDB as they are now; None where the browser does not tell them in time, or
        they are larger than is kept."""
        try:
            async with asyncio.timeout(_STATE_SECONDS):
                state = dict(await self.context.storage_state(indexed_db=True))
        except (PlaywrightError, TimeoutError):
            return None
        return state if len(msgspec.json.encode(state)) <= _STATE_BYTES else None

    async def close(self, patience: float = CLOSE_SECONDS) -> None:
        """Tears the context down within `patience` and another second, whatever the page is doing; again is harmless.

        A context that does not close in time takes the whole browser process with it. Goes on when its caller is
        cancelled, so that a cancelled run leaves no page behind.
        """
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(patience))
        await asyncio.shield(self._closing)

    async def _close(self, patience: float) -> None:
        closing = asyncio.create_task(self._close_context())
        await asyncio.wait({closing}, timeout=patience)
        if not closing.done():
            await self._end_browser()
            await asyncio.wait({closing}, timeout=CLOSE_SECONDS)
            closing.cancel()

    async def _close_context(self) -> None:
        for session in (*self._others, self):
            await _closed(session.context)


async def open_session(
    browser: Browser,
    site: Site,
    proxy: str | None,
    end_browser: Callable[[], Awaitable[None]],
    prepare: Callable[[BrowserContext], Awaitable[None]] | None = None,
    clipboard: Clipboard | None = None,
) -> Session:
    """A fresh context with the site's surroundings and one empty page. Raises Playwright's error when it cannot.

    `prepare` gets the context before its first page. `clipboard`: of the run it belongs to, else it has one of its own.
    """
    own = clipboard or Clipboard()

    async def another(state: dict[str, object] | None) -> Session:
        stranger = msgspec.structs.replace(site, storage_state=state, cookies=())
        return await open_session(browser, stranger, proxy, end_browser, prepare, own)

    context = await browser.new_context(**context_options(site, proxy))
    try:
        await watch_pages(context)
        await own.watch(context)
        if prepare is not None:
            await prepare(context)
        if site.cookies:
            await context.add_cookies([dict(cookie) for cookie in site.cookies])  # type: ignore[misc]
        return Session(context, await context.new_page(), end_browser, another, own)
    except BaseException:
        await _let_go(context, end_browser)
        raise


async def _let_go(context: BrowserContext, end_browser: Callable[[], Awaitable[None]]) -> None:
    """Of one that was opened halfway: a browser that answers nothing any more would be waited for without end."""
    closing = asyncio.create_task(_closed(context))
    await asyncio.wait({closing}, timeout=SHARED_CLOSE_SECONDS)
    if not closing.done():
        await end_browser()
        closing.cancel()


async def _closed(context: BrowserContext) -> None:
    with suppress(PlaywrightError):  # the browser is gone already, and the context with it
        await context.close()


def context_options(site: Site, proxy: str | None) -> dict[str, Any]:
    """The arguments of `Browser.new_context`: only what the site names, so that the rest keeps its default."""
    width, height = site.viewport
    options: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "screen": {"width": width, "height": height},
        "accept_downloads": True,
        "service_workers": "allow",
    }
    if site.timezone:
        options["timezone_id"] = site.timezone
    if spoken := site.locale or language():
        options["locale"] = spoken
    if site.geolocation:
        options["geolocation"] = site.geolocation
        options["permissions"] = ["geolocation"]
    if site.storage_state:
        options["storage_state"] = site.storage_state
    if site.basic_auth:
        username, password = site.basic_auth
        place = urlsplit(site.base_url)
        origin = f"{place.scheme}://{place.netloc.rpartition('@')[2]}"  # nobody else is answered
        options["http_credentials"] = {"username": username, "password": password, "origin": origin}
    if proxy:
        options["proxy"] = proxy_options(proxy)
    return options


def proxy_options(proxy: str) -> dict[str, str]:
    """`http://user:password@host:port` as Playwright takes it."""
    parts = urlsplit(proxy)
    server = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    options = {"server": server, "bypass": EVERYTHING_THROUGH_THE_PROXY}
    if parts.username:
        options |= {"username": parts.username, "password": parts.password or ""}
    return options
