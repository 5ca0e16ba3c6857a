"""One session's connection to a browser elsewhere: opened within a time, watched while it is held, parted from.

Whether what was sent through a connection that is lost was still done there is not known.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from playwright.async_api import Browser, BrowserContext
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.egress.site_headers import SiteHeaders, send_along
from qa_appliance.browser.process.endpoint import Endpoint
from qa_appliance.browser.process.pulse import EVERY_SECONDS, SILENT_SECONDS, Pulse
from qa_appliance.browser.process.remote_driver import PART_SECONDS
from qa_appliance.browser.process.session import Session, open_session
from qa_appliance.core.errors import Unavailable
from qa_appliance.core.run import Site

log = logging.getLogger(__name__)

OPEN_SECONDS = 30.0  # for the context alone

# With which switches a browser elsewhere was started is not ours to say, and WebRTC goes round a proxy unless told
# not to: its pages do without.
WITHOUT_WEBRTC = """
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
    delete globalThis[name];
"""


class Parting:
    """The end of a connection, and with it of the browser or the contexts that were made for it.

    Asked for twice it is one: a goodbye that is given up must not be said again (Playwright waits for one promise).
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._closing: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Waits for at most PART_SECONDS."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.wait({self._closing}, timeout=PART_SECONDS)

    async def end(self) -> None:
        await self.begin()
        if self._closing is not None:
            self._closing.cancel()

    async def _close(self) -> None:
        with suppress(PlaywrightError):
            await self._browser.close()


class Line:
    """`stood_still` is called when the browser answers nothing though the driver does. Made by `Line.open` alone."""

    def __init__(
        self,
        browser: Browser,
        parting: Parting,
        session: Session,
        pulse: Pulse,
        shown: str,
        driver_answers: Callable[[], Awaitable[bool]],
        stood_still: Callable[[], None],
    ) -> None:
        self.session = session
        self._parting, self._pulse, self._shown = parting, pulse, shown
        self._driver_answers, self._stood_still = driver_answers, stood_still
        session.answers = self.answers
        browser.on("disconnected", lambda _browser: self.lost())
        if not browser.is_connected():
            self.lost()
        self._watching = asyncio.create_task(self._watch(), name=f"pulse of {shown}")

    @classmethod
    async def open(
        cls,
        browser: Browser,
        endpoint: Endpoint,
        site: Site,
        proxy: str | None,
        headers: SiteHeaders | None,
        driver_answers: Callable[[], Awaitable[bool]],
        stood_still: Callable[[], None],
    ) -> Line:
        """A session on a browser that is connected to. Raises Unavailable, and parts from it."""

        parting = Parting(browser)
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                if headers is not None:
                    await send_along(browser, headers)
                session = await open_session(browser, site, proxy, parting.begin, _without_webrtc)
                pulse = await Pulse.of(browser)
        except (PlaywrightError, TimeoutError) as error:
            await parting.end()
            reason = (
                f"could not open a session: {error.message.splitlines()[0].rstrip('.')}"
                if isinstance(error, PlaywrightError)
                else f"opened no session within {OPEN_SECONDS:g} seconds"
            )
            raise Unavailable(f"The browser at {endpoint.shown} {reason}.") from error
        return cls(browser, parting, session, pulse, endpoint.shown, driver_answers, stood_still)

    def lost(self) -> None:
        self.session.lost = True
        self.session.crashed.set()

    async def answers(self) -> bool:
        """One that stands still is parted from: what is waited for from it ends with that."""
        if self.session.lost or await self._pulse.answers():
            return True
        if await self._driver_answers():
            log.warning(
                "The browser at %s answered nothing for %g seconds; parted from it", self._shown, SILENT_SECONDS
            )
            self._stood_still()
        self.lost()
        await self._parting.begin()
        return False

    async def _watch(self) -> None:
        while not self.session.lost:
            await asyncio.sleep(EVERY_SECONDS)
            await self.answers()

    async def close(self) -> None:
        self._watching.cancel()
        await self.session.close()
        await self._parting.end()


async def _without_webrtc(context: BrowserContext) -> None:
    await context.add_init_script(WITHOUT_WEBRTC)
