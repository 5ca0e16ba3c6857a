"""What happens by the clock: signs of life, the sweep of silent runs, and retention. Never touches a browser."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_EXECUTED, EVENT_JOB_SUBMITTED, JobExecutionEvent
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.store import retention, runs
from qa_appliance.store.artifacts import Artifacts
from qa_appliance.store.database import Database
from qa_appliance.store.retention import Keep

logger = logging.getLogger(__name__)

SILENT = "The run was cancelled because it showed no sign of life."


class Jobs:
    """`alive` names the runs this process answers for, in line or at work; `tear_down` ends one that is at work."""

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
    ) -> None:
        self._db, self._alive, self._tear_down, self._clock = db, alive, tear_down, clock
        self._artifacts, self._keep = artifacts, keep
        self._heartbeat_seconds, self._stale = heartbeat_seconds, timedelta(seconds=stale_seconds)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None}
        )
        under_way, idle = 0, asyncio.Event()
        idle.set()

        def count(event: JobExecutionEvent) -> None:
            nonlocal under_way
            under_way += 1 if event.code == EVENT_JOB_SUBMITTED else -1
            (idle.clear if under_way else idle.set)()

        scheduler.add_listener(count, EVENT_JOB_SUBMITTED | EVENT_JOB_EXECUTED | EVENT_JOB_ERROR)
        for job in (self.heartbeat, self.sweep):
            scheduler.add_job(job, "interval", seconds=self._heartbeat_seconds)
        scheduler.add_job(self.clear, "interval", days=1, next_run_time=datetime.now(UTC))
        scheduler.start()
        try:
            yield
        finally:
            scheduler.pause()
            await idle.wait()  # a job has to be over before its database closes
            scheduler.shutdown(wait=False)

    async def heartbeat(self) -> None:
        """Refreshes lastHeartbeatAt of every run this process answers for (decision 5)."""
        await runs.heartbeat(self._db, await self._alive(), self._clock())

    async def sweep(self) -> None:
        """Cancels runs whose last sign of life is too old (contract section 3)."""
        now = self._clock()
        for run_id in await runs.stale(self._db, now - self._stale):
            if await runs.cancel(self._db, run_id, SILENT, now):
                logger.warning("run was silent", extra={"run_id": run_id})
            await self._tear_down(run_id)

    async def clear(self) -> None:
        """Deletes the runs and files that are kept no longer: at the start, and once a day."""
        deleted = await retention.clear(self._db, self._artifacts, self._keep, self._clock())
        if deleted:
            logger.info("old runs deleted", extra={"runs": deleted})
        await self._artifacts.keep_reserve()
