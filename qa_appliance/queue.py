"""The line. The runs table *is* the queue; here is only who is taken from it, and when waiting has been too long.

Never runs anything; that is the worker's work.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Literal

from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.store.database import Database
from qa_appliance.store.tables import runs

logger = logging.getLogger(__name__)


class Queue:
    """Hands out pending runs in their order and cancels those that wait too long (contract section 3).

    `front_wait` seconds count from when a run became the first of those no browser has been found for, `total_wait`
    seconds from when it got into line, both by `monotonic`: a clock that is set, or a machine that slept, is no wait.
    Everything that changes the line calls `wake`.
    """

    def __init__(
        self,
        db: Database,
        *,
        front_wait: float,
        total_wait: float,
        clock: Clock = utc_now,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._db = db
        self._front_wait, self._total_wait = front_wait, total_wait
        self._clock, self._monotonic = clock, monotonic
        self._in_line: dict[str, float] = {}  # since when
        self._at_front: tuple[str, float] | None = None
        self._claimed: set[str] = set()
        self._closed = False
        self._for_taker = asyncio.Event()
        self._for_watch = asyncio.Event()

    def wake(self) -> None:
        """The line has changed: a run came, was taken, or was cancelled."""
        self._for_taker.set()
        self._for_watch.set()

    async def take(self, may: Callable[[], bool] = lambda: True) -> str:
        """The id of the first run nobody has taken; waits for one. The taker calls `release` when it is done.

        `may` is asked right before one is taken, and holds what it needs by saying yes; where it says no, the line is
        looked at again when it has changed.
        """
        while True:
            self._for_taker.clear()
            waiting = [] if self._closed else await self._waiting()
            for run in waiting if waiting and may() else []:
                self._claimed.add(run.id)
                self._for_watch.set()  # another one may be at the front now
                return run.id
            await self._for_taker.wait()

    def close(self) -> None:
        """From now on nothing is taken; who is in line stays there for the next start."""
        self._closed = True

    def release(self, run_id: str) -> None:
        self._claimed.discard(run_id)
        self.wake()

    async def waiting(self) -> list[str]:
        """The ids of the runs in line, in order."""
        return [run.id for run in await self._waiting()]

    async def watch(self) -> None:
        """Cancels what has waited too long, as long as it runs. Sleeps until the next moment that matters."""
        while True:
            self._for_watch.clear()
            next_moment = await self._cancel_overdue()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(next_moment):
                    await self._for_watch.wait()

    async def _cancel_overdue(self) -> float | None:
        """Answers the seconds until a waiting run will be overdue; None: nobody waits."""
        now, waiting = self._monotonic(), await self._waiting()
        self._in_line = {run.id: self._in_line.get(run.id, now) for run in waiting}
        left: list[float] = []
        for run in waiting:
            in_total = in_front = self._in_line[run.id] + self._total_wait - now
            if not left:
                if self._at_front is None or self._at_front[0] != run.id:
                    self._at_front = run.id, now
                    await runs.set_front(self._db, run.id, self._clock())
                in_front = self._at_front[1] + self._front_wait - now
            if min(in_front, in_total) > 0:
                left.append(min(in_front, in_total))
                continue
            reason = (
                f"No test browser became free within {spoken(self._total_wait)} in line. {may_wait_longer('total')}"
                if in_total <= 0
                else f"No test browser became free within {spoken(self._front_wait)} at the front of the line."
                f" {may_wait_longer('front')}"
            )
            if await runs.cancel(self._db, run.id, reason, self._clock()):
                logger.info("run waited too long", extra={"run_id": run.id})
        return min(left) if left else None

    async def _waiting(self) -> list[runs.Waiting]:
        return [run for run in await runs.line(self._db) if run.id not in self._claimed]


def may_wait_longer(wait: Literal["front", "total"]) -> str:
    """What there is to be done about it, and by whom."""
    return f"Send fewer runs at once, or have the operator raise --queue-{wait}-wait-seconds or --browsers."


def spoken(seconds: float) -> str:
    number, unit = (seconds / 60, "minute") if seconds >= 60 and seconds % 60 == 0 else (seconds, "second")
    return f"{number:g} {unit}{'' if number == 1 else 's'}"
