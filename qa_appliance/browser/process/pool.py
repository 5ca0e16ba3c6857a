"""One warm browser process with a number of slots; each session is a fresh context in one of them.

A browser that nobody needed for a while is let go of. Never decides which run is next (queue.py), and never leaves a
browser process behind.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import psutil
from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError

from qa_appliance.awaiting import held, to_its_end
from qa_appliance.browser.egress.intercept import Seal
from qa_appliance.browser.egress.proxy import Listen, address_of, bound_ahead
from qa_appliance.browser.egress.site_headers import send_along, site_headers
from qa_appliance.browser.process.choice import BrowserChoice
from qa_appliance.browser.process.launch import SandboxState, driver, launch, naming_want_of_room
from qa_appliance.browser.process.leftovers import Leftovers
from qa_appliance.browser.process.processes import (
    dies_with_us,
    driver_of,
    give_way,
    kill,
    mark,
    own_browser,
    still_there,
    sweep,
    when_gone,
)
from qa_appliance.browser.process.pulse import EVERY_SECONDS, SILENT_SECONDS, Pulse, over
from qa_appliance.browser.process.session import CLOSE_SECONDS, SHARED_CLOSE_SECONDS, Session, open_session
from qa_appliance.browser.process.spare import Ahead, Spare
from qa_appliance.core.errors import Unavailable
from qa_appliance.core.run import Site
from qa_appliance.observing.context import of_nobody

log = logging.getLogger(__name__)

STOP_SECONDS = 2.0
OPEN_SECONDS = 30.0  # a browser that opens no context within is ended, and another one started


class _Engine:
    """A browser process with the driver that speaks for it; used until either is gone, then replaced whole."""

    def __init__(
        self,
        browser: Browser,
        sandbox: SandboxState,
        process: psutil.Process,
        speaker: psutil.Process | None,
        leftovers: Leftovers,
        pulse: Pulse,
    ) -> None:
        """`speaker`: the driver's process."""
        self.browser = browser
        self.sandbox = sandbox
        self.process = process
        self.leftovers = leftovers
        self._speaker = speaker
        self._pulse = pulse
        self.sessions: set[Session] = set()
        self.alive = True
        self._looked_at = time.monotonic()  # at whether it answers
        self.resources = AsyncExitStack()
        browser.on("disconnected", lambda _browser: self.lost())

    def lost(self) -> None:
        self.alive = False
        for session in self.sessions:
            session.crashed.set()

    async def kill(self) -> None:
        self.lost()
        await asyncio.to_thread(kill, self.process)

    async def answers(self) -> bool:
        """One that stands still is ended, with its driver: what is waited for from it ends with that.

        So is one with sessions where all of us stood still, as in a machine that was paused: what was waited for may be
        over at once, and says nothing of a page.
        """
        if not self.alive:
            return True
        stood, self._looked_at = time.monotonic() - self._looked_at, time.monotonic()
        if not (self.sessions and stood > SILENT_SECONDS) and await self._pulse.answers():
            self._looked_at = time.monotonic()
            return True
        log.warning("The browser, or this machine, stood still for %g seconds; ended it", SILENT_SECONDS)
        await self.kill()
        await self._end_speaker()
        return False

    async def gone(self) -> bool:
        """Whether it or its driver has ended, also where that is not noticed yet: it is of no use to anybody then."""
        needed = [self.process, *filter(None, (self._speaker,))]
        if self.alive and not await asyncio.to_thread(lambda: all(map(still_there, needed))):
            await self.kill()
        return not self.alive

    async def watch(self) -> None:
        while self.alive:
            await asyncio.sleep(EVERY_SECONDS)
            await self.answers()

    async def _end_speaker(self) -> None:
        if self._speaker is not None:
            await asyncio.to_thread(kill, self._speaker)

    async def close(self) -> None:
        """Politely for at most two seconds, so that the driver clears the profile folder away; then not."""
        closing = asyncio.create_task(self.resources.aclose())
        await asyncio.wait({closing}, timeout=STOP_SECONDS)
        await self.kill()
        await asyncio.wait({closing}, timeout=STOP_SECONDS)
        if not closing.done():  # a driver that stands still: it goes on for ever where it is not ended
            await self._end_speaker()
            await asyncio.wait({closing}, timeout=STOP_SECONDS)
        if not closing.done():
            closing.cancel()
        elif closing.exception() is not None:
            log.warning("The browser's driver ended badly: %s", closing.exception())


async def _start(choice: BrowserChoice, marked: str, seal: Seal, running: Iterable[_Engine] = ()) -> _Engine:
    known = frozenset(engine.process.pid for engine in running)
    async with naming_want_of_room(), AsyncExitStack() as starting:
        leftovers = await starting.enter_async_context(Leftovers.open())
        playwright = await starting.enter_async_context(driver(seal.authority))
        launched = await launch(playwright, choice, args=(marked, seal.switch), traces=leftovers.folder)
        starting.push_async_callback(_close_browser, launched.browser)
        process = await asyncio.to_thread(own_browser, marked, known)
        if process is None:
            raise Unavailable(f"The browser {choice.path} ended right after its start.")
        await starting.enter_async_context(dies_with_us(process))
        speaker = await asyncio.to_thread(driver_of, process)
        await asyncio.to_thread(give_way, speaker or process)
        pulse = await Pulse.of(launched.browser)
        engine = _Engine(launched.browser, launched.sandbox, process, speaker, leftovers, pulse)
        # a driver that dies takes its news with it
        for needed in filter(None, (process, speaker)):
            starting.enter_context(when_gone(needed, engine.lost))
        watching = asyncio.create_task(engine.watch(), name="pulse of the browser", context=of_nobody())
        starting.callback(watching.cancel)
        engine.resources = starting.pop_all()
        return engine


async def _close_browser(browser: Browser) -> None:
    with suppress(PlaywrightError):
        await browser.close()


class Pool:
    """`slots` sessions at the same time; one more waits. Made by `Pool.open` alone."""

    def __init__(
        self, choice: BrowserChoice, slots: int, marked: str, idle_minutes: float, seal: Seal, ahead: Ahead | None
    ) -> None:
        self.choice = choice
        self.slots = slots
        self.used = 0
        self.starts = 0  # of its browser, those of one session alone not counted
        self.seal = seal
        self.sandbox = SandboxState(False, "No browser is running.")  # of the browser started last
        self._idle_minutes = idle_minutes
        self._ahead = ahead
        self._letting_go: asyncio.Task[None] | None = None
        self._marked = marked
        self._gate = asyncio.Semaphore(slots)
        self._starting = asyncio.Lock()
        self._engine: _Engine | None = None
        self._own: set[_Engine] = set()  # each of one session alone
        self._spare: tuple[_Engine, Spare] | None = None
        self._promised: dict[str, tuple[_Engine, Spare]] = {}  # by what a run's proxy is called

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        choice: BrowserChoice,
        *,
        slots: int,
        data_dir: Path,
        idle_minutes: float = 0,
        authorities: str = "",
        ahead: Ahead | None = None,
    ) -> AsyncIterator[Pool]:
        """Ends what an earlier server on `data_dir` left running, starts the browser, and ends it on the way out.

        Without a session for `idle_minutes` (0: never) browser and driver are ended; the next session starts others.
        `ahead` is done to the page of a context that is opened ahead.
        `authorities` (PEM) are trusted by its sessions' ways out, beside those the browser brings.
        Raises Unavailable when the browser does not start.
        """
        swept = await asyncio.to_thread(sweep, data_dir)
        if swept:
            log.info("Ended %d browser(s) that an earlier appliance left behind", swept)
        pool = cls(choice, slots, mark(data_dir), idle_minutes, await asyncio.to_thread(Seal, authorities), ahead)
        try:
            await pool._running()
            pool._left_alone()
            yield pool
        finally:
            pool._needed()
            if pool._letting_go is not None:
                await asyncio.wait({pool._letting_go})
            for engine in (*pool._own, *filter(None, (pool._engine,))):
                await engine.close()
            await pool._drop_spare()

    @asynccontextmanager
    async def egress(self, site: Site) -> AsyncIterator[Listen]:
        """Its browser reaches a run's proxy by loopback, and nobody else does.

        A proxy that shows a client certificate asks for a password: others of this machine must not be shown as well.
        Where a context that fits the site is open already, it is what the next session behind that proxy gets.
        """
        if site.client_certificate is not None:
            yield Listen(asks=True)
            return
        if self._spare is None or not self._spare[0].alive or not self._spare[1].fits(site):
            yield Listen()
            return
        (engine, spare), self._spare = self._spare, None
        self._promised[spare.proxy] = engine, spare
        try:
            yield Listen(place=spare.place)
        finally:
            self._promised.pop(spare.proxy, None)
            await to_its_end(spare.close())

    @property
    def free(self) -> int:
        return self.slots - self.used

    @property
    def ready(self) -> bool:
        """Whether a browser is running this moment; when it is not, the next session starts one."""
        return self._engine is not None and self._engine.alive

    @asynccontextmanager
    async def session(self, site: Site, proxy: str | None = None) -> AsyncIterator[Session]:
        """A fresh context for one run, closed on the way out. Waits for a free slot; `proxy` gets all its traffic.

        After a crash of the browser the next session gets a new one. Where the browser itself has to add a site's
        headers, the session gets a browser of its own. Raises Unavailable when no context can be opened.
        """
        async with self._gate:
            self.used += 1
            self._needed()
            try:
                async with held(self._opened(site, proxy), self._leave) as (_, session):
                    yield session
            finally:
                self.used -= 1
                self._left_alone()
                if proxy is not None:  # as runs have one: there may be another soon
                    await to_its_end(self._restock())

    def _needed(self) -> None:
        if self._letting_go is not None:
            self._letting_go.cancel()

    def _left_alone(self) -> None:
        if self._idle_minutes and not self.used:
            self._letting_go = asyncio.create_task(self._let_go(), context=of_nobody())

    async def _let_go(self) -> None:
        await asyncio.sleep(self._idle_minutes * 60)
        async with self._starting:
            engine, self._engine = self._engine, None
            if engine is not None:
                log.info("Nobody needed the browser for %g minutes; ended it until the next run", self._idle_minutes)
                await to_its_end(engine.close())
                await to_its_end(self._drop_spare())

    async def _opened(self, site: Site, proxy: str | None) -> tuple[_Engine, Session]:
        """Twice at most: a browser that died unnoticed shows itself only when it is asked for something."""
        spare = await self._promised_to(site, proxy)
        if spare is not None:
            return spare
        for last in (False, True):
            engine = await self._for_one(site) or await self._running()
            opening = asyncio.create_task(open_session(engine.browser, site, proxy, engine.kill))
            if not await over(opening, OPEN_SECONDS):
                opening.cancel()
                await self._give_up(engine)
                raise Unavailable(f"The browser opened no session within {OPEN_SECONDS:g} seconds.")
            try:
                session = opening.result()
            except PlaywrightError as error:
                if engine in self._own:
                    await self._end_own(engine)
                if last or not await engine.gone():
                    raise Unavailable(f"The browser could not open a session: {error.message}") from error
            else:
                engine.sessions.add(session)
                session.answers = engine.answers
                if not engine.alive:
                    session.crashed.set()
                return engine, session
        raise AssertionError("unreachable")

    async def _promised_to(self, site: Site, proxy: str | None) -> tuple[_Engine, Session] | None:
        """What was opened for whoever has this proxy; None where nothing was, or the site's context is another one."""
        engine, spare = self._promised.pop(proxy or "", (None, None))
        if engine is None or spare is None or not spare.fits(site):
            return None
        session = await spare.session(OPEN_SECONDS)
        if session is None or not engine.alive:
            return None
        engine.sessions.add(session)
        session.answers = engine.answers
        return engine, session

    async def _restock(self) -> None:
        """A spare context is being opened from now on, if a browser is running."""
        engine = self._engine
        if self._spare is not None and self._spare[0] is engine and engine.alive:
            return
        await self._drop_spare()
        engine = None if self.choice.headed else self._engine  # of one with a window people would see it
        if engine is not None and engine.alive and self._spare is None:
            with suppress(OSError):  # no place is to be had
                place = bound_ahead()
                self._spare = engine, Spare(engine.browser, place, address_of(place), engine.kill, self._ahead)

    async def _drop_spare(self) -> None:
        if self._spare is not None:
            (_, spare), self._spare = self._spare, None
            await spare.close()

    async def _for_one(self, site: Site) -> _Engine | None:
        """A browser for this session alone, sending the site's headers along; None where none is needed for that."""
        headers = site_headers(site)
        if headers is None or not headers.by_browser:
            return None
        async with self._starting:
            engine = await _start(self.choice, self._marked, self.seal, [*self._own, *filter(None, (self._engine,))])
            self._own.add(engine)
        try:
            await send_along(engine.browser, headers)
        except BaseException as error:
            await self._end_own(engine)
            if isinstance(error, PlaywrightError):
                raise Unavailable(f"The browser cannot send the environment's headers: {error.message}") from error
            raise
        return engine

    async def _end_own(self, engine: _Engine) -> None:
        self._own.discard(engine)
        await engine.close()

    async def _give_up(self, engine: _Engine) -> None:
        await (self._end_own(engine) if engine in self._own else engine.kill())

    async def _leave(self, opened: tuple[_Engine, Session]) -> None:
        engine, session = opened
        # on a busy machine a context takes its time to close, which is no reason to end its neighbours
        alone = engine.sessions <= {session}
        await session.close(CLOSE_SECONDS if alone else SHARED_CLOSE_SECONDS)
        engine.sessions.discard(session)
        if engine in self._own:
            await self._end_own(engine)
        elif not engine.sessions:
            await engine.leftovers.clear()

    async def _running(self) -> _Engine:
        async with self._starting:
            if self._engine is not None and not self._engine.alive:
                log.warning("The browser is gone; starting another")
                gone, self._engine = self._engine, None
                await gone.close()
            if self._engine is None:
                self._engine = await _start(self.choice, self._marked, self.seal, self._own)
                self.sandbox = self._engine.sandbox
                self.starts += 1
                log.info("Started %s %s", self.choice.path, self.choice.version)
            return self._engine
