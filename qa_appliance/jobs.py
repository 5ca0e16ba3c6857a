"""What happens by the clock: signs of life, the sweep of silent runs, and retention. Never touches a browser."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.store import retention
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.retention import Keep
from qa_appliance.store.tables import runs

logger = logging.getLogger(__name__)

SILENT = "The run was cancelled because it showed no sign of life."
_DAY = 24 * 3600.0


class Job(NamedTuple):
    """Done every so many seconds, by a clock that nobody sets; the next time only when the last is over."""

    work: Callable[[], Awaitable[None]]
    seconds: float
    at_start: bool = False


class Jobs:
    """`alive` names the runs this process answers for, in line or at work; `tear_down` ends one that is at work.

    The sweep goes by `monotonic` too: a clock that is set, or a machine that slept, is no silence.
    """

    def __init__(
        self,
        db: Database,
        *,
        alive: Callable[[], Awaitable[Sequence[str]]],
        tear_down: Callable[[str], Awaitable[bool]],
        heartbeat_seconds: float,
        stale_seconds: float,
        artifacts: Artifacts,
        keep: Keep,
        clock: Clock = utc_now,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._db, self._alive, self._tear_down = db, alive, tear_down
        self._clock, self._monotonic = clock, monotonic
        self._artifacts, self._keep = artifacts, keep
        self._stale = stale_seconds
        self._adrift: dict[str, float] = {}  # living runs nobody here drives: since when
        self._jobs = (
            Job(self.heartbeat, heartbeat_seconds),
            Job(self.sweep, heartbeat_seconds),
            Job(self.clear, _DAY, at_start=True),
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        at_work = [asyncio.create_task(_again_and_again(job), name=job.work.__name__) for job in self._jobs]
        try:
            yield
        finally:  # over before the database closes; what is cancelled there is rolled back
            for task in at_work:
                task.cancel()
            await asyncio.gather(*at_work, return_exceptions=True)

    async def heartbeat(self) -> None:
        """Refreshes lastHeartbeatAt of every run this process answers for (decision 5)."""
        await runs.heartbeat(self._db, await self._alive(), self._clock())

    async def sweep(self) -> None:
        """Cancels living runs that nobody here has driven for too long (contract section 3).

        What this process itself drives is never swept, however old its last sign of life looks.
        """
        driven, now = set(await self._alive()), self._monotonic()
        adrift = [run_id for run_id in await runs.living(self._db) if run_id not in driven]
        self._adrift = {run_id: self._adrift.get(run_id, now) for run_id in adrift}
        for run_id, since in self._adrift.items():
            if now - since >= self._stale:
                if await runs.cancel(self._db, run_id, SILENT, self._clock()):
                    logger.warning("run was silent", extra={"run_id": run_id})
                await self._tear_down(run_id)

    async def clear(self) -> None:
        """Deletes the runs and files that are kept no longer: at the start, and once a day."""
        deleted = await retention.clear(self._db, self._artifacts, self._keep, self._clock())
        if deleted:
            logger.info("old runs deleted", extra={"runs": deleted})
        await self._artifacts.keep_reserve()


async def _again_and_again(job: Job) -> None:
    """What breaks is told, and done again at its next time."""
    if not job.at_start:
        await asyncio.sleep(job.seconds)
    while True:
        try:
            await job.work()
        except Exception:
            logger.exception("%s failed", job.work.__name__)
        await asyncio.sleep(job.seconds)
