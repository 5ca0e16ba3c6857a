"""Browsers on other machines: slots on each, those that do not answer passed over, the way out through this machine.

Every session has a connection of its own, so that the end of one disturbs no other. Never starts a browser here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from urllib.parse import urlsplit

import psutil
from msgspec import Struct
from playwright.async_api import Browser, BrowserContext, Playwright
from playwright.async_api import Error as PlaywrightError

from qa_appliance.awaiting import held
from qa_appliance.browser.egress.intercept import Seal
from qa_appliance.browser.egress.proxy import EVERYWHERE, Listen
from qa_appliance.browser.egress.site_headers import SiteHeaders, send_along, site_headers
from qa_appliance.browser.look.take import install
from qa_appliance.browser.process.endpoint import Endpoint, NoBrowser, answers, connect, own_address
from qa_appliance.browser.process.launch import driver
from qa_appliance.browser.process.processes import when_gone
from qa_appliance.browser.process.session import Session, open_session
from qa_appliance.core.errors import Unavailable
from qa_appliance.core.run import Site

log = logging.getLogger(__name__)

HEALTH_SECONDS = 15.0
ANSWER_SECONDS = 5.0
PART_SECONDS = 2.0  # for a polite goodbye

# With which switches a browser elsewhere was started is not ours to say, and WebRTC goes round a proxy unless told
# not to: its pages do without.
WITHOUT_WEBRTC = """
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
    delete globalThis[name];
"""

_SHARED = "is shared by several runs, and the environment's headers need one of their own over https."
_INSTEAD = "Give that address #slots=1, or one that speaks Playwright's protocol."


class EndpointState(Struct, frozen=True, rename="camel"):
    """`problem` is a sentence while the endpoint is passed over. `version` is that of its browser, once known."""

    address: str
    slots: int
    used: int
    version: str
    problem: str | None


class _Place:
    """An endpoint at work: `called` is what everybody may know of it, `reaches_us` the address of this machine its
    browser is told. `problem` is for the operator."""

    def __init__(self, endpoint: Endpoint, called: str) -> None:
        self.endpoint = endpoint
        self.called = called
        self.used = 0
        self.version = ""
        self.problem: str | None = None
        self.reaches_us = ""

    @property
    def shared(self) -> bool:
        """Whether several runs have contexts in one browser; Playwright's server starts one for each."""
        return self.endpoint.cdp and self.endpoint.slots > 1

    @property
    def share(self) -> float:
        return self.used / self.endpoint.slots

    @property
    def state(self) -> EndpointState:
        shown, slots = self.endpoint.shown, self.endpoint.slots
        return EndpointState(shown, slots, self.used, self.version, self.problem)


class Endpoints:
    """Made by `Endpoints.open` alone. The runs' proxies ask for their password."""

    def __init__(self, endpoints: Sequence[Endpoint], own_host: str | None) -> None:
        self._egress = Listen(EVERYWHERE, asks=True)
        self.seal: Seal | None = None  # browsers elsewhere are started by others, with authorities of their own
        self._own_host = own_host
        several = len(endpoints) > 1
        self._places = [
            _Place(endpoint, f"Browser endpoint {at} of {len(endpoints)}" if several else "The browser endpoint")
            for at, endpoint in enumerate(endpoints, 1)
        ]
        self._changed = asyncio.Event()  # a slot is free, or an endpoint answers again
        self._sessions: set[Session] = set()
        self._driver = _Driver(self._driver_lost)

    @classmethod
    @asynccontextmanager
    async def open(cls, endpoints: Sequence[Endpoint], *, own_host: str | None = None) -> AsyncIterator[Endpoints]:
        """Tries every endpoint, and from then on keeps an eye on them.

        `own_host` is what browsers elsewhere call this machine, where that is not the address it reaches them from.
        Raises NoBrowser with every reason when none can be used.
        """
        opened = cls(endpoints, own_host)
        try:
            await asyncio.gather(*map(opened._try, opened._places))
            problems = [place.problem for place in opened._places if place.problem is not None]
            if len(problems) == len(endpoints):
                raise NoBrowser(_useless(opened._places), " ".join(problems))
            hosts = {place.reaches_us for place in opened._places}
            if own_host is None and len(hosts) == 1:
                opened._egress = Listen(hosts.pop(), asks=True)
            watching = asyncio.create_task(opened._watch(), name="browser endpoints")
            try:
                yield opened
            finally:
                watching.cancel()
                await asyncio.wait({watching})
        finally:
            await opened._driver.close()

    @asynccontextmanager
    async def egress(self, site: Site) -> AsyncIterator[Listen]:
        yield self._egress

    @property
    def states(self) -> list[EndpointState]:
        return [place.state for place in self._places]

    @asynccontextmanager
    async def session(self, site: Site, proxy: str | None = None) -> AsyncIterator[Session]:
        """On the endpoint with the most room; one that fails is passed over for the next, before the first step.

        Raises NoBrowser with every reason when no endpoint can be used.
        """
        headers = site_headers(site)
        by_browser = headers if headers is not None and headers.by_browser else None
        shared = [place for place in self._places if by_browser and place.shared]
        problems = {place: f"The browser at {place.endpoint.shown} {_SHARED} {_INSTEAD}" for place in shared}
        while (place := await self._claim(problems)) is not None:
            try:
                async with AsyncExitStack() as stack:
                    try:
                        opening = held(self._open_on(place, site, proxy, by_browser), self._leave)
                        _, session = await stack.enter_async_context(opening)
                    except Unavailable as problem:
                        log.warning("browser endpoint passed over: %s", problem.message)
                        problems[place] = place.problem = problem.message
                        continue
                    place.problem = None
                    yield session
                    return
            finally:
                self._release(place)
        reasons = [f"{place.called} {_SHARED}" for place in shared]
        failed = [place for place in problems if place not in shared]
        raise NoBrowser(" ".join([*reasons, _useless(failed)]).strip(), " ".join(problems.values()))

    async def _leave(self, opened: tuple[Browser, Session]) -> None:
        browser, session = opened
        self._sessions.discard(session)
        await session.close()
        await _part(browser)

    async def _open_on(
        self, place: _Place, site: Site, proxy: str | None, headers: SiteHeaders | None
    ) -> tuple[Browser, Session]:
        place.reaches_us = self._own_host or await own_address(place.endpoint)
        browser = await connect(await self._driver.running(), place.endpoint)
        place.version = browser.version

        async def end() -> None:
            await _part(browser)

        try:
            if headers is not None:
                await send_along(browser, headers)
            session = await open_session(
                browser, site, proxy and _on_host(proxy, place.reaches_us), end, _without_webrtc
            )
        except PlaywrightError as error:
            await _part(browser)
            reason = error.message.splitlines()[0].rstrip(".")
            raise Unavailable(f"The browser at {place.endpoint.shown} could not open a session: {reason}.") from error
        browser.on("disconnected", lambda _browser: session.crashed.set())
        if not browser.is_connected():
            session.crashed.set()
        self._sessions.add(session)
        return browser, session

    async def _claim(self, tried: dict[_Place, str]) -> _Place | None:
        """A slot among the endpoints not tried yet: one that answers, and only where none does one that did not."""
        while left := [place for place in self._places if place not in tried]:
            fit = [place for place in left if place.problem is None] or left
            free = [place for place in fit if place.share < 1]
            if free:
                place = min(free, key=lambda place: place.share)
                place.used += 1
                return place
            self._changed.clear()
            await self._changed.wait()
        return None

    def _driver_lost(self) -> None:
        for session in self._sessions:
            session.crashed.set()

    def _release(self, place: _Place) -> None:
        place.used -= 1
        self._changed.set()

    async def _try(self, place: _Place) -> None:
        try:
            place.reaches_us = self._own_host or await own_address(place.endpoint)
            browser = await connect(await self._driver.running(), place.endpoint)
        except Unavailable as problem:
            place.problem = problem.message
            return
        place.version, place.problem = browser.version, None
        await _part(browser)

    async def _watch(self) -> None:
        """One that failed is tried again in full; one that works is only asked whether it still listens."""
        while True:
            await asyncio.sleep(HEALTH_SECONDS)
            before = [place.problem is None for place in self._places]
            await asyncio.gather(*(self._look_after(place) for place in self._places))
            if before != [place.problem is None for place in self._places]:
                for state in self.states:
                    log.info("browser endpoint", extra={"address": state.address, "problem": state.problem})
                self._changed.set()

    async def _look_after(self, place: _Place) -> None:
        if place.problem is not None:
            await self._try(place)
        elif not await answers(place.endpoint, ANSWER_SECONDS):
            place.problem = f"The browser at {place.endpoint.shown} does not answer."


class _Driver:
    """The driver that speaks to all endpoints; started anew when it is gone."""

    def __init__(self, tell_lost: Callable[[], None]) -> None:
        self._tell_lost = tell_lost
        self._lock = asyncio.Lock()
        self._playwright: Playwright | None = None
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
                            starting.enter_context(when_gone(process, self._lost))
                    self._playwright, self._resources = playwright, starting.pop_all()
            return self._playwright

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


def _drivers() -> list[psutil.Process]:
    found = []
    for process in psutil.Process().children():
        with suppress(psutil.Error):
            if "run-driver" in process.cmdline():
                found.append(process)
    return found


def _useless(places: Sequence[_Place]) -> str:
    return " ".join(f"{place.called} cannot be used." for place in places)


async def _part(browser: Browser) -> None:
    """Ends the connection, and with it the browser or the contexts that were made for it."""
    with suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(PART_SECONDS):
            await browser.close()


async def _without_webrtc(context: BrowserContext) -> None:
    await context.add_init_script(WITHOUT_WEBRTC)


def _on_host(proxy: str, host: str) -> str:
    """The proxy's address with another host; user and password stay."""
    parts = urlsplit(proxy)
    who = parts.netloc.rpartition("@")[0]
    place = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{who}{'@' if who else ''}{place}:{parts.port}"
