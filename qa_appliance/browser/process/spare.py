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
from qa_appliance.evidence.base.isolated import ScriptFailed

Ahead = Callable[[Page], Awaitable[None]]
"""What is done to its page while nobody waits for it, leaving nothing there.

May raise Playwright's error and `ScriptFailed`.
"""

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
        self._wanted = asyncio.Event()
        self._opening = asyncio.create_task(open_session(browser, _PLAIN, self.proxy, end_browser))
        self._preparing = asyncio.create_task(self._prepare(ahead))

    def fits(self, site: Site) -> bool:
        """Whether a context opened for the site now would be the same as this one."""
        headers = site_headers(site)
        by_browser = headers is not None and headers.by_browser
        same = context_options(site, self.proxy) == context_options(_PLAIN, self.proxy)
        return same and not site.cookies and not by_browser

    async def session(self, patience: float) -> Session | None:
        """None: it could not be opened within `patience` seconds, or is gone again."""
        self._wanted.set()
        await asyncio.wait({self._preparing}, timeout=patience)
        session = self._opened
        gone = session is None or session.crashed.is_set() or session.page.is_closed()
        return None if gone else session

    async def close(self, patience: float = SHARED_CLOSE_SECONDS) -> None:
        """Once its proxy has ended. A session closed before stays so; one that is just opening is waited for."""
        self._preparing.cancel()
        self.place.close()
        await asyncio.wait({self._opening}, timeout=patience)
        self._opening.cancel()
        if self._opened is not None:
            await self._opened.close(patience)

    async def _prepare(self, ahead: Ahead | None) -> None:
        """What has begun is not broken off: a page that is at work serves nobody sooner, and is seen by nobody."""
        await asyncio.wait({self._opening})
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wanted.wait(), QUIET_SECONDS)
        session = self._opened
        if ahead is not None and session is not None and not self._wanted.is_set():
            with suppress(PlaywrightError, ScriptFailed):  # it is gone: whoever asks for it sees that
                await ahead(session.page)

    @property
    def _opened(self) -> Session | None:
        done = self._opening.done() and not self._opening.cancelled() and self._opening.exception() is None
        return self._opening.result() if done else None
