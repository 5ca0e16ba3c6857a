"""The doubts that wait, are at work, or ended lately. Nothing of them is stored: a server that ends forgets them.

Each of their runs takes one of the browser slots that runs take, and gives it back before the next.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec

from qa_appliance.core.errors import SetupFailed, TooMany, Unavailable
from qa_appliance.core.run import RunRequest
from qa_appliance.doubt.doubting import Doubting, Unsound
from qa_appliance.doubt.result import Doubt, State
from qa_appliance.run_test import Means
from qa_appliance.slots import Slots

logger = logging.getLogger(__name__)

_MOST_WAITING = 20  # of one organization
_MOST_KEPT = 100  # that have ended
_GIVE_WAY_SECONDS = 0.3  # in which a run that waits takes a slot that is free
_CANCELLED = "It was cancelled."
_STOPPED = "The appliance was stopped."
_BROKE = "An internal error of the appliance ended it; its log has the details."
_NO_BROWSER = "The browser is not ready yet. Try again in a few seconds."
_ALL_WAIT = "Too many tests of your organization wait to be doubted. Try again when some have been."


class DoubtLimits(msgspec.Struct, frozen=True):
    """`seconds` a test may be doubted in all; `at_once`: so many tests."""

    seconds: float = 1800.0
    at_once: int = 1


class DoubtDesk:
    """`means` is set as long as there is a browser."""

    def __init__(
        self, slots: Slots, limits: DoubtLimits, ended: Callable[[str, str, float], None] = lambda *_: None
    ) -> None:
        """`ended` hears of each its id, its organization, and for how many seconds it had a browser."""
        self.means: Means | None = None
        self._slots, self._limits, self._ended = slots, limits, ended
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._turn = asyncio.Semaphore(limits.at_once)
        self._doubts: dict[str, Doubt] = {}
        self._owners: dict[str, str] = {}  # the organization of each
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._reasons: dict[str, str] = {}  # why one was ended

    def open(self, request: RunRequest) -> Doubt:
        """Raises `Unavailable` without a browser, `TooMany` where too many wait."""
        if self.means is None:
            raise Unavailable(_NO_BROWSER, retry_after=5)
        if self.alive(request.org_id) >= _MOST_WAITING:
            raise TooMany(_ALL_WAIT)
        doubt = Doubt(request.id, request.project_id, request.procedure_id, "waiting")
        self._doubts[doubt.id], self._owners[doubt.id] = doubt, request.org_id
        doubting = Doubting(
            request, self.means, functools.partial(self._slot, doubt.id), at_once=max(1, self._slots.count)
        )
        task = asyncio.create_task(self._carry_out(doubt.id, doubting), name=f"doubt {doubt.id}")
        self._tasks[doubt.id] = task
        task.add_done_callback(lambda _: self._over(doubt.id))
        return doubt

    def alive(self, org_id: str) -> int:
        """How many of an organization's wait or are at work."""
        return sum(self._owners[doubt_id] == org_id for doubt_id in self._tasks)

    def find(self, doubt_id: str, org_id: str) -> Doubt | None:
        """None for another organization's."""
        return self._doubts.get(doubt_id) if self._owners.get(doubt_id) == org_id else None

    def newest_of(self, procedure_id: str, org_id: str) -> Doubt | None:
        found = [each for each in self._doubts.values() if each.procedure_id == procedure_id]
        return next((each for each in reversed(found) if self._owners[each.id] == org_id), None)

    async def cancel(self, doubt_id: str, reason: str = _CANCELLED) -> None:
        """Its slot is free afterwards. What has been tried is kept."""
        task = self._tasks.get(doubt_id)
        if task is not None:
            self._reasons.setdefault(doubt_id, reason)
            task.cancel()
            await asyncio.wait({task})

    async def stop(self) -> None:
        """Ends them all, and opens no more."""
        self.means = None
        await asyncio.gather(*(self.cancel(each, _STOPPED) for each in list(self._tasks)))

    async def _carry_out(self, doubt_id: str, doubting: Doubting) -> None:
        minutes = self._limits.seconds / 60
        try:
            async with self._turn, asyncio.timeout(self._limits.seconds):
                self._set(doubt_id, state="running")
                await self._try_all(doubt_id, doubting)
            self._end(doubt_id, "done")
        except (Unsound, SetupFailed) as problem:
            self._end(doubt_id, "failed", problem.args[0])
        except TimeoutError:
            self._end(doubt_id, "cancelled", f"Its {minutes:g} minutes were over.")
        except asyncio.CancelledError:
            self._end(doubt_id, "cancelled", self._reasons.get(doubt_id, _STOPPED))
        except Exception:
            logger.exception("a doubt broke", extra={"doubt_id": doubt_id})
            self._end(doubt_id, "failed", _BROKE)

    async def _try_all(self, doubt_id: str, doubting: Doubting) -> None:
        await doubting.begin()
        self._set(doubt_id, planned=len(doubting.planned), left_out=doubting.left_out)
        async for trial in doubting.trials():
            self._doubts[doubt_id] = self._doubts[doubt_id].with_trial(trial)

    def _end(self, doubt_id: str, state: State, reason: str = "") -> None:
        self._set(doubt_id, state=state, reason=reason)

    def _set(self, doubt_id: str, **changes: object) -> None:
        self._doubts[doubt_id] = msgspec.structs.replace(self._doubts[doubt_id], **changes)

    def _over(self, doubt_id: str) -> None:
        del self._tasks[doubt_id]
        self._ended(doubt_id, self._owners[doubt_id], self._seconds.pop(doubt_id, 0.0))
        self._reasons.pop(doubt_id, None)
        if self._doubts[doubt_id].state in ("waiting", "running"):  # cancelled before it began
            self._end(doubt_id, "cancelled", _CANCELLED)
        ended = [each for each in self._doubts if each not in self._tasks]
        for each in ended[: max(0, len(ended) - _MOST_KEPT)]:
            del self._doubts[each], self._owners[each]

    @asynccontextmanager
    async def _slot(self, doubt_id: str) -> AsyncIterator[None]:
        await asyncio.sleep(_GIVE_WAY_SECONDS)
        while not self._slots.acquire():
            await self._slots.given_back()
            await asyncio.sleep(_GIVE_WAY_SECONDS)
        began = time.monotonic()
        try:
            yield
        finally:
            self._seconds[doubt_id] += time.monotonic() - began
            self._slots.release()
