"""One person's session: what is asked of it is done in turn, and it ends whatever the page does.

It ends when its time is up, when its tab has been gone for a while, when its browser dies or when it is closed; its
slot is free then. Whatever it tells is cleaned of secrets first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import msgspec
from playwright.async_api import Error as PlaywrightError

from qa_appliance.awaiting import to_its_end
from qa_appliance.browser.failure import Failed, translated
from qa_appliance.settings import Studio as Settings
from qa_appliance.studio import messages as m
from qa_appliance.studio.means import Listener, Means, Plans, Prepared, Wanted
from qa_appliance.studio.outbox import Outbox
from qa_appliance.studio.work import Work

logger = logging.getLogger(__name__)

_MOST_ASKED = 200  # that wait; what a page that hangs is sent beyond them is dropped
_QUICK_SECONDS = 10.0  # what a page may take for the mouse, a key, a look
_DEED_SECONDS = 90.0  # the same for a sentence that is performed
_REPLAY_SECONDS = 600.0
_IDLE_SECONDS = 0.7  # after which what was typed is a sentence
_BUSY = "The page does not answer. Go on when it does, take the last sentence back, or close the session."
_LEFT, _GONE = (
    "The session was closed: nobody looked at it any more.",
    "The browser or the page crashed. Open another session.",
)
_BROKE = "The session ended because of an internal error of the appliance; its log has the details."


class Limits(msgspec.Struct, frozen=True):
    """In seconds: of a whole session, and of one whose tab is gone."""

    whole: float = 1800.0
    left: float = 30.0


def limits_of(settings: Settings) -> Limits:
    return Limits(60.0 * settings.session_minutes, settings.left_seconds)


class Session:
    """`run` is its whole life. `ask` and `watching` may be called meanwhile."""

    def __init__(self, wanted: Wanted, means: Means, plans: Plans, limits: Limits) -> None:
        self.wanted, self.id = wanted, wanted.request.id
        self._limits = limits
        self._began = time.monotonic()
        self._asked: deque[m.Ask] = deque()
        self._news = asyncio.Event()
        self._end: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._tab: Outbox | None = None
        self._came, self._went = asyncio.Event(), asyncio.Event()
        self._went.set()
        self._picture: bytes | None = None
        self._busy = "The site is being opened"
        self._state: m.State | None = None
        self._work = Work(wanted, means, plans, Listener(self._tell, self._show, self._news.set, self._tell_state))
        self._busy = "The test is performed" if wanted.done else self._busy

    @property
    def minutes(self) -> int:
        """The most it lasts."""
        return round(self._limits.whole / 60)

    @property
    def lasted(self) -> float:
        """The seconds since it was begun."""
        return time.monotonic() - self._began

    @property
    def left(self) -> float:
        """The seconds it may still last."""
        return max(0.0, self._limits.whole - self.lasted)

    @property
    def description(self) -> str:
        """The test as it stands, secrets and all."""
        return "\n".join(line.sentence for line in self._work.test.every)

    @property
    def remains(self) -> Wanted:
        """Another session that would go on with the test as it stands; its request is still this one's."""
        done, left = [
            tuple(Prepared(line.sentence, line.steps, line.checks, line.sent) for line in lines)
            for lines in (self._work.test.done, self._work.test.left)
        ]
        return replace(self.wanted, done=done, left=left, secrets=self._work.secrets)

    async def catch_up(self) -> None:
        """What was done so far is in the test afterwards, as far as the page lets itself be looked at soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_QUICK_SECONDS):
                await self._work.catch_up()

    def close(self, reason: str) -> None:
        if not self._end.done():
            self._end.set_result(reason)

    def ask(self, ask: m.Ask) -> None:
        """Of moves of the mouse and of sentences tried only the newest counts. A dialog is answered at once."""
        if isinstance(ask, m.Answer):
            self._work.questions.answer(ask)
            return
        if self._asked and type(self._asked[-1]) is type(ask) and isinstance(ask, m.Move | m.Point | m.Try):
            self._asked.pop()
        if len(self._asked) < _MOST_ASKED:
            self._asked.append(ask)
        self._news.set()

    @contextmanager
    def watching(self) -> Iterator[Outbox]:
        """The session's tab: another one that comes takes its place."""
        if self._tab is not None:
            self._tab.end()
        tab = self._tab = Outbox()
        self._went.clear()
        self._came.set()
        tab.put(self._work.cleaned(self._now()))
        if self._work.questions.open is not None:
            tab.put(self._work.cleaned(self._work.questions.open))
        if self._picture is not None:
            tab.show(self._picture)
        try:
            yield tab
        finally:
            tab.end()
            if self._tab is tab:
                self._tab = None
                self._came.clear()
                self._went.set()

    async def run(self, opened: asyncio.Future[None]) -> None:
        """Until it ends. `opened` is told when the browser is open, or why it is not."""
        reason = _BROKE
        try:
            try:
                await self._work.open()
                opened.set_result(None)
            except BaseException as problem:  # noqa: BLE001 - whoever waits for it is told, also of a cancel
                if not opened.done():
                    opened.set_exception(problem)
                return
            reason = await self._until_the_end()
        except Exception:
            logger.exception("a studio session broke", extra={"session_id": self.id})
        finally:
            self._tell(m.Closed(reason))
            if self._tab is not None:
                self._tab.end()
            await to_its_end(self._work.close())

    async def _until_the_end(self) -> str:
        ends: dict[asyncio.Task[None], str] = {
            asyncio.create_task(self._until_closed()): "",
            asyncio.create_task(self._serve()): _BROKE,
            asyncio.create_task(self._until_gone()): _GONE,
            asyncio.create_task(self._until_left()): _LEFT,
            asyncio.create_task(
                asyncio.sleep(self._limits.whole)
            ): f"The session's {_span(self._limits.whole)} are over.",
        }
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            first = next(each for each in ends if each in done)
            if error := first.exception():
                raise error
            return ends[first] or self._end.result()
        finally:
            for each in ends:
                each.cancel()
            await asyncio.wait(ends, timeout=_QUICK_SECONDS)

    async def _until_closed(self) -> None:
        await asyncio.shield(self._end)

    async def _until_gone(self) -> None:
        await self._work.gone.wait()

    async def _until_left(self) -> None:
        while True:
            await self._went.wait()
            try:
                async with asyncio.timeout(self._limits.left):
                    await self._came.wait()
            except TimeoutError:
                return

    async def _serve(self) -> None:
        await self._guarded(self._work.begin(), _REPLAY_SECONDS if self._work.test.done else _DEED_SECONDS)
        self._busy = ""
        self._tell_state()
        while True:
            ask = await self._next()
            if ask is None:
                await self._guarded(self._work.idle(), _QUICK_SECONDS)
            else:
                self._begin(ask)
                await self._guarded(self._work.carry_out(ask), _seconds(ask))
                self._busy = ""
            if not isinstance(ask, m.Move | m.Point | m.Try):
                self._tell_state()

    def _begin(self, ask: m.Ask) -> None:
        if isinstance(ask, m.Anew | m.Do | m.Next):
            self._busy = "The test is performed again" if isinstance(ask, m.Anew) else "The sentence is performed"
            self._tell_state()

    async def _next(self) -> m.Ask | None:
        """None: for a moment nothing was asked, while something typed waits to be a sentence."""
        while not self._asked:
            self._news.clear()
            try:
                async with asyncio.timeout(_IDLE_SECONDS if self._work.unfinished else None):
                    await self._news.wait()
            except TimeoutError:
                return None
        return self._asked.popleft()

    async def _guarded(self, doing: Awaitable[None], seconds: float) -> None:
        """Tells what went wrong; the session goes on."""
        try:
            async with asyncio.timeout(seconds) as limit:
                with self._work.questions.not_counted(limit):
                    await doing
        except TimeoutError:
            self._asked.clear()
            self._tell(m.Trouble(_BUSY))
        except Failed as failed:
            self._tell(m.Trouble(failed.failure.message))
        except PlaywrightError as error:
            self._tell(m.Trouble(translated(error, "do this").message))

    def _now(self) -> m.State:
        work = self._work
        lines, left = [
            tuple(m.Line(line.number, line.sentence, line.others, line.checks) for line in each)
            for each in (work.test.done, work.test.left)
        ]
        return m.State(
            work.address, *work.size, lines, self._busy, left, self.wanted.request.site.base_url, work.test.ahead
        )

    def _tell_state(self) -> None:
        state = self._now()
        if state != self._state:
            self._state = state
            self._tell(state)

    def _tell(self, message: m.Tell) -> None:
        if self._tab is not None:
            self._tab.put(self._work.cleaned(message))

    def _show(self, jpeg: bytes) -> None:
        self._picture = jpeg
        if self._tab is not None:
            self._tab.show(jpeg)


def _span(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:g} seconds"


def _seconds(ask: m.Ask) -> float:
    match ask:
        case m.Do() | m.Next():
            return _DEED_SECONDS
        case m.Anew():
            return _REPLAY_SECONDS
    return _QUICK_SECONDS
