"""The sessions that are open. Each takes one of the browser slots that runs take; one person has one at a time.

Nothing of them is stored: a server that ends or is killed leaves none behind. What a person's last session has written
is remembered until their next one ends, so that no end of a session loses it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from qa_appliance.core.errors import SetupFailed, Unavailable
from qa_appliance.slots import Slots
from qa_appliance.studio.means import Means, Plans, Wanted
from qa_appliance.studio.session import Limits, Session

_OPEN_SECONDS = 60.0
_CLOSED = "The session was closed."
_STOPPED = "The appliance was stopped."
_ANOTHER = "Another session was opened by the same person."
_NO_BROWSER = "The browser is not ready yet. Try again in a few seconds."
_NO_SLOT = "Every test browser is in use. Try again when a run has ended, or have the operator raise --browsers."
_RETRY_SECONDS = 5


class Desk:
    """`means` is set as long as there is a browser."""

    def __init__(
        self,
        slots: Slots,
        plans: Plans,
        limits: Limits,
        ended: Callable[[str, str, float], None] = lambda *_: None,
    ) -> None:
        """`ended` hears of each its id, its organization, and for how many seconds it had a browser."""
        self.means: Means | None = None
        self._slots, self._plans, self._limits = slots, plans, limits
        self._sessions: dict[str, Session] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ended: dict[str, Wanted] = {}  # by person
        self._reported_end = ended

    async def open(self, wanted: Wanted) -> Session:
        """Raises `Unavailable` without a browser or a free slot, and what its site cannot be set up for.

        Where there are several slots, the sessions of one organization leave at least one to the others.
        """
        for session in [each for each in self._sessions.values() if each.wanted.user_id == wanted.user_id]:
            await self.close(session.id, _ANOTHER)
        if self.means is None:
            raise Unavailable(_NO_BROWSER, retry_after=_RETRY_SECONDS)
        if self.alive(wanted.request.org_id) >= max(1, self._slots.count - 1) or not self._slots.acquire():
            raise Unavailable(_NO_SLOT, code="no_slot", retry_after=_RETRY_SECONDS)
        session = Session(wanted, self.means, self._plans, self._limits)
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sessions[session.id] = session
        task = asyncio.create_task(session.run(opened), name=f"studio {session.id}")
        self._tasks[session.id] = task
        task.add_done_callback(lambda _: self._over(session.id, opened))
        try:
            async with asyncio.timeout(_OPEN_SECONDS):
                await asyncio.shield(opened)
        except BaseException as problem:
            task.cancel()
            if isinstance(problem, TimeoutError | SetupFailed):
                reason = problem.message if isinstance(problem, SetupFailed) else "The browser did not open in time."
                raise Unavailable(reason) from problem
            raise
        return session

    def alive(self, org_id: str) -> int:
        """How many of an organization's are open."""
        return sum(each.wanted.request.org_id == org_id for each in self._sessions.values())

    def open_of(self, user_id: str) -> str:
        """The id of the person's session that is open; "" where none is."""
        return next((each.id for each in self._sessions.values() if each.wanted.user_id == user_id), "")

    def find(self, session_id: str, user_id: str) -> Session | None:
        """Nobody but who opened it gets in."""
        session = self._sessions.get(session_id)
        return session if session is not None and session.wanted.user_id == user_id else None

    def remains(self, session_id: str, user_id: str) -> Wanted | None:
        """What that session of the person has left, if it was their last one and has ended."""
        ended = self._ended.get(user_id)
        return ended if ended is not None and ended.request.id == session_id else None

    def written(self, user_id: str) -> Wanted | None:
        """What the person's session has written so far, or else their last one."""
        open_now = next((each for each in self._sessions.values() if each.wanted.user_id == user_id), None)
        return open_now.remains if open_now is not None else self._ended.get(user_id)

    def is_open(self, user_id: str) -> bool:
        return any(each.wanted.user_id == user_id for each in self._sessions.values())

    def left(self) -> list[float]:
        """The seconds each session may still last."""
        return [session.left for session in self._sessions.values()]

    async def close(self, session_id: str, reason: str = _CLOSED) -> None:
        """Its slot is free afterwards."""
        session, task = self._sessions.get(session_id), self._tasks.get(session_id)
        if session is not None and task is not None:
            session.close(reason)
            await asyncio.wait({task})

    async def stop(self) -> None:
        """Ends them all, and opens no more."""
        self.means = None
        await asyncio.gather(*(self.close(each, _STOPPED) for each in list(self._sessions)))

    def _over(self, session_id: str, opened: asyncio.Future[None]) -> None:
        task = self._tasks.pop(session_id)
        session = self._sessions.pop(session_id)
        if opened.done() and not opened.cancelled() and opened.exception() is None:
            self._ended[session.wanted.user_id] = session.remains
        with contextlib.suppress(asyncio.CancelledError):
            task.exception()
        self._slots.release()
        self._reported_end(session_id, session.wanted.request.org_id, session.lasted)
