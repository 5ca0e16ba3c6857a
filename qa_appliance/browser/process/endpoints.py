"""Browsers on other machines: slots on each, those that do not answer passed over, the way out through this machine.

Every session has a connection of its own, so that the end of one disturbs no other. Never starts a browser here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

from msgspec import Struct

from qa_appliance.awaiting import held
from qa_appliance.browser.egress.intercept import Seal
from qa_appliance.browser.egress.proxy import EVERYWHERE, Listen
from qa_appliance.browser.egress.site_headers import SiteHeaders, site_headers
from qa_appliance.browser.process.endpoint import Endpoint, NoBrowser, answers, connect, own_address
from qa_appliance.browser.process.grid import Grid
from qa_appliance.browser.process.line import Line, Parting
from qa_appliance.browser.process.remote_driver import RemoteDriver
from qa_appliance.browser.process.session import Session
from qa_appliance.core.errors import Unavailable
from qa_appliance.core.run import Site

log = logging.getLogger(__name__)

HEALTH_SECONDS = 15.0
ANSWER_SECONDS = 5.0
PATIENCE_SECONDS = 150.0  # a Selenium Grid goes on naming a machine that died for two minutes
AGAIN_SECONDS = 5.0

_SHARED = "is shared by several runs, and the environment's headers need one of their own over https."
_INSTEAD = "Give that address #slots=1, or one that speaks Playwright's protocol."


class EndpointState(Struct, frozen=True, rename="camel"):
    """`problem` is a sentence while the endpoint is passed over. `versions` are those of its browsers, once known."""

    address: str
    slots: int
    used: int
    versions: tuple[str, ...]
    problem: str | None


class _Place:
    """An endpoint at work: `called` is what everybody may know of it, `reaches_us` the address of this machine its
    browser is told. `problem` is for the operator. `grid` is set while `Endpoints` is open, where it is one."""

    def __init__(self, endpoint: Endpoint, called: str) -> None:
        self.endpoint = endpoint
        self.called = called
        self.slots = endpoint.slots or 1  # until a Grid says what it has
        self.used = 0
        self.met = ""  # the version of the browser that was connected to last
        self.named: tuple[str, ...] = ()  # the versions a Grid's nodes say they have
        self.problem: str | None = None
        self.reaches_us = ""
        self.grid: Grid | None = None

    @property
    def shared(self) -> bool:
        """Whether several runs have contexts in one browser; Playwright's server and a Grid start one for each."""
        return self.endpoint.kind == "cdp" and self.slots > 1

    @property
    def share(self) -> float:
        return self.used / self.slots

    def stood_still(self) -> None:
        if self.grid is None:  # of a Grid that was one node of several
            self.problem = f"The browser at {self.endpoint.shown} stood still."

    @property
    def state(self) -> EndpointState:
        return EndpointState(self.endpoint.shown, self.slots, self.used, self.versions, self.problem)

    @property
    def versions(self) -> tuple[str, ...]:
        return self.named or ((self.met,) if self.met else ())

    @asynccontextmanager
    async def browser(self) -> AsyncIterator[str]:
        """The address of a browser there, good for the block. Raises Unavailable."""
        if self.grid is None:
            yield self.endpoint.url
        else:
            async with self.grid.session(self.reaches_us) as url:
                yield url

    async def measure(self, grid: Grid) -> bool:
        """Takes over how many slots the Grid has for us; answers whether one is free. Raises Unavailable."""
        room = await grid.room()
        self.slots = max(1, min(room.ours, self.endpoint.slots or room.ours))  # others may have all: we stand in line
        self.named = room.versions
        return room.free > 0


class Endpoints:
    """Made by `Endpoints.open` alone. The runs' proxies ask for their password."""

    def __init__(self, endpoints: Sequence[Endpoint], own_host: str | None, on_slots: Callable[[int], None]) -> None:
        self._egress = Listen(EVERYWHERE, asks=True)
        self.seal: Seal | None = None  # browsers elsewhere are started by others, with authorities of their own
        self._own_host, self._on_slots = own_host, on_slots
        several = len(endpoints) > 1
        self._places = [
            _Place(endpoint, f"Browser endpoint {at} of {len(endpoints)}" if several else "The browser endpoint")
            for at, endpoint in enumerate(endpoints, 1)
        ]
        self._changed = asyncio.Event()  # a slot is free, or an endpoint answers again
        self._lines: set[Line] = set()
        self._driver = RemoteDriver(self._driver_lost)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        endpoints: Sequence[Endpoint],
        *,
        own_host: str | None = None,
        on_slots: Callable[[int], None] = lambda count: None,
    ) -> AsyncIterator[Endpoints]:
        """Tries every endpoint, and from then on keeps an eye on them. `on_slots` hears how many slots they have.

        `own_host` is what browsers elsewhere call this machine, where that is not the address it reaches them from.
        Raises NoBrowser with every reason when none can be used.
        """
        opened = cls(endpoints, own_host, on_slots)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(opened._driver.close)
            for place in opened._places:
                if place.endpoint.kind == "grid":
                    place.grid = await stack.enter_async_context(Grid.open(place.endpoint.url, place.endpoint.shown))
            await asyncio.gather(*map(opened._try, opened._places))
            problems = [place.problem for place in opened._places if place.problem is not None]
            if len(problems) == len(endpoints):
                raise NoBrowser(_useless(opened._places), " ".join(problems))
            hosts = {place.reaches_us for place in opened._places}
            if own_host is None and len(hosts) == 1:
                opened._egress = Listen(hosts.pop(), asks=True)
            opened._tell_slots()
            watching = asyncio.create_task(opened._watch(), name="browser endpoints")
            try:
                yield opened
            finally:
                watching.cancel()
                await asyncio.wait({watching})

    @asynccontextmanager
    async def egress(self, site: Site) -> AsyncIterator[Listen]:
        yield self._egress

    @property
    def states(self) -> list[EndpointState]:
        return [place.state for place in self._places]

    @asynccontextmanager
    async def session(self, site: Site, proxy: str | None = None) -> AsyncIterator[Session]:
        """On the endpoint with the most room; one that fails is passed over for the next, before the first step.

        Where all do, they are tried again for a while: one that is just being started anew costs no run.
        Raises NoBrowser with every reason when no endpoint can be used.
        """
        headers = site_headers(site)
        by_browser = headers if headers is not None and headers.by_browser else None
        shared = {
            place: f"The browser at {place.endpoint.shown} {_SHARED} {_INSTEAD}"
            for place in self._places
            if by_browser and place.shared
        }
        until, problems = time.monotonic() + PATIENCE_SECONDS, dict(shared)
        while True:
            place = await self._claim(problems)
            if place is None:
                if len(problems) == len(shared) or time.monotonic() + AGAIN_SECONDS > until:
                    reasons = [f"{place.called} {_SHARED}" for place in shared]
                    useless = _useless([place for place in problems if place not in shared])
                    raise NoBrowser(" ".join([*reasons, useless]).strip(), " ".join(problems.values()))
                await asyncio.sleep(AGAIN_SECONDS)
                problems = dict(shared)
                continue
            try:
                async with AsyncExitStack() as stack:
                    try:
                        place.reaches_us = self._own_host or await own_address(place.endpoint)
                        url = await stack.enter_async_context(place.browser())
                        opening = held(self._open_on(place, url, site, proxy, by_browser), self._leave)
                        line = await stack.enter_async_context(opening)
                    except Unavailable as problem:
                        log.warning("browser endpoint passed over: %s", problem.message)
                        problems[place] = place.problem = problem.message
                        continue
                    place.problem = None
                    yield line.session
                    return
            finally:
                self._release(place)

    async def _leave(self, line: Line) -> None:
        self._lines.discard(line)
        await line.close()

    async def _open_on(
        self, place: _Place, url: str, site: Site, proxy: str | None, headers: SiteHeaders | None
    ) -> Line:
        browser = await connect(await self._driver.running(), place.endpoint, url)
        place.met = browser.version
        way = proxy and _on_host(proxy, place.reaches_us)
        line = await Line.open(browser, place.endpoint, site, way, headers, self._driver.answers, place.stood_still)
        self._lines.add(line)
        return line

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
        for line in self._lines:
            line.lost()

    def _release(self, place: _Place) -> None:
        place.used -= 1
        self._changed.set()

    async def _try(self, place: _Place) -> None:
        """Opens a browser there for a moment. None of a Grid whose browsers are all at work: it is asked again."""
        try:
            place.reaches_us = self._own_host or await own_address(place.endpoint)
            if place.grid is None or await place.measure(place.grid):
                async with place.browser() as url:
                    browser = await connect(await self._driver.running(), place.endpoint, url)
                    place.met = browser.version
                    await Parting(browser).end()
        except Unavailable as problem:
            place.problem = problem.message
        else:
            place.problem = None

    def _tell_slots(self) -> None:
        self._on_slots(sum(place.slots for place in self._places))

    async def _watch(self) -> None:
        """One that failed is tried again in full; one that works is only asked whether it still listens, a Grid also
        how many slots it has by now."""
        while True:
            await asyncio.sleep(HEALTH_SECONDS)
            before = [(place.problem is None, place.slots) for place in self._places]
            await asyncio.gather(*(self._look_after(place) for place in self._places))
            if before != [(place.problem is None, place.slots) for place in self._places]:
                for state in self.states:
                    facts = {"address": state.address, "slots": state.slots, "problem": state.problem}
                    log.info("browser endpoint", extra=facts)
                self._tell_slots()
                self._changed.set()

    async def _look_after(self, place: _Place) -> None:
        if place.problem is not None:
            await self._try(place)
        elif place.grid is not None:
            try:
                await place.measure(place.grid)
            except Unavailable as problem:
                place.problem = problem.message
        elif not await answers(place.endpoint, ANSWER_SECONDS):
            place.problem = f"The browser at {place.endpoint.shown} does not answer."


def _useless(places: Sequence[_Place]) -> str:
    return " ".join(f"{place.called} cannot be used." for place in places)


def _on_host(proxy: str, host: str) -> str:
    """The proxy's address with another host; user and password stay."""
    parts = urlsplit(proxy)
    who = parts.netloc.rpartition("@")[0]
    place = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{who}{'@' if who else ''}{place}:{parts.port}"
