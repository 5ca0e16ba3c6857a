"""A context opened before a run asks for one: plain, used by nobody yet, and given to one run alone.

Its traffic goes to a place that is bound already, where nobody answers until the proxy of its run does.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

from playwright.async_api import Browser, Page
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.egress.site_headers import site_headers
from qa_appliance.browser.process.session import SHARED_CLOSE_SECONDS, Session, context_options, open_session
from qa_appliance.core.run import Site

Ahead = Callable[[Page], Awaitable[None]]
"""What is done to its page while nobody waits for it; it leaves nothing there. May raise Playwright's error."""

QUIET_SECONDS = 0.5  # unused after which nobody waits for it: a line of runs would have taken it by now
_PLAIN = Site("about:blank")


class Spare:
    """`place` is where its run's proxy has to listen, `proxy` what the context knows of that."""

    def __init__(
        self,
        browser: Browser,
        place: socket.socket,
        proxy: str,
        end_browser: Callable[[], Awaitable[None]],
        ahead: Ahead | None = None,
    ) -> None:
        self.place = place
        self.proxy = proxy
        self._opening = asyncio.create_task(open_session(browser, _PLAIN, self.proxy, end_browser))
        self._prepared = asyncio.create_task(self._prepare(ahead)) if ahead is not None else None

    def fits(self, site: Site) -> bool:
        """Whether a context opened for the site now would be the same as this one."""
        headers = site_headers(site)
        by_browser = headers is not None and headers.by_browser
        same = context_options(site, self.proxy) == context_options(_PLAIN, self.proxy)
        return same and not site.cookies and not by_browser

    async def session(self, patience: float) -> Session | None:
        """None: it could not be opened within `patience` seconds, or is gone again."""
        self._end_preparing()
        await asyncio.wait({self._opening}, timeout=patience)
        session = self._opened
        gone = session is None or session.crashed.is_set() or session.page.is_closed()
        return None if gone else session

    async def close(self, patience: float = SHARED_CLOSE_SECONDS) -> None:
        """Once its proxy has ended. A session closed before stays so; one that is just opening is waited for."""
        self._end_preparing()
        self.place.close()
        await asyncio.wait({self._opening}, timeout=patience)
        self._opening.cancel()
        if self._opened is not None:
            await self._opened.close(patience)

    async def _prepare(self, ahead: Ahead) -> None:
        await asyncio.wait({self._opening})
        await asyncio.sleep(QUIET_SECONDS)
        session = self._opened
        if session is not None:
            with suppress(PlaywrightError):  # it is gone: whoever asks for it sees that
                await ahead(session.page)

    def _end_preparing(self) -> None:
        if self._prepared is not None:
            self._prepared.cancel()

    @property
    def _opened(self) -> Session | None:
        done = self._opening.done() and not self._opening.cancelled() and self._opening.exception() is None
        return self._opening.result() if done else None
