"""What happens by the clock: signs of life, the sweep of silent runs, retention, backups. Never touches a browser."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from qa_appliance.bucket.copies import Copies
from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.core.errors import Problem
from qa_appliance.store import retention
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.files.backups import Backups
from qa_appliance.store.retention import Keep
from qa_appliance.store.rotation import Rotation
from qa_appliance.store.tables import alerts, audit, runs
from qa_appliance.store.tables.inbox import mails
from qa_appliance.store.timekeeping import Timekeeping
from qa_appliance.threads import Threads

logger = logging.getLogger(__name__)

_ROTATION_SECONDS = 5.0  # between two looks whether somebody rotated the secret
_BACKUP_MINUTES = 5  # between two looks whether one is due
SILENT = "The run was cancelled because it showed no sign of life."


class Jobs:
    """`alive` names the runs this process answers for, in line or at work; `tear_down` ends one that is at work.

    Signs of life and the sweep go by `monotonic`: a clock that is set, or a machine that slept, is no silence.
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
        clear_minutes: float,
        mail_days: int,
        audit_days: int | None,
        timekeeping: Timekeeping,
        rotation: Rotation,
        backups: Backups | None = None,
        copies: Copies | None = None,
        clock: Clock = utc_now,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._db, self._alive, self._tear_down = db, alive, tear_down
        self._clock, self._monotonic, self._timekeeping = clock, monotonic, timekeeping
        self._rotation = rotation
        self._artifacts, self._keep, self._backups, self._copies = artifacts, keep, backups, copies
        self._mail_days, self._audit_days, self._clear_minutes = mail_days, audit_days, clear_minutes
        self._backing_up = Threads("backing up", at_once=1)
        self._heartbeat_seconds, self._stale = heartbeat_seconds, stale_seconds
        self._adrift: dict[str, float] = {}  # living runs nobody here drives: since when
        self._due = asyncio.Event()  # a clearing
        self._look_at_backups = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None}
        )
        scheduler.add_job(self._clearing_is_due, "interval", minutes=self._clear_minutes)
        scheduler.add_job(self._backup_may_be_due, "interval", minutes=_BACKUP_MINUTES)
        scheduler.start()
        self._due.set()  # and at the start
        self._look_at_backups.set()
        works = (self._look_after, self._clear_when_due, self._back_up_when_due, self._carry_on_rotation)
        at_work = [asyncio.create_task(work(), name=work.__name__) for work in works]
        try:
            yield
        finally:
            scheduler.shutdown(wait=False)
            for task in at_work:  # over before the database closes; what is cancelled there is rolled back
                task.cancel()
            await asyncio.gather(*at_work, return_exceptions=True)

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat_seconds)
            for job in (self.heartbeat, self.sweep, self.look_at_clock):
                with _logging_failure(job.__name__):
                    await job()

    async def _clearing_is_due(self) -> None:
        self._due.set()

    async def _clear_when_due(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            with _logging_failure(self.clear.__name__):
                await self.clear()

    async def _backup_may_be_due(self) -> None:
        self._look_at_backups.set()

    async def _back_up_when_due(self) -> None:
        while True:
            await self._look_at_backups.wait()
            self._look_at_backups.clear()
            for job in (self.back_up, self.copy_backup):
                with _logging_failure(job.__name__):
                    await job()

    async def _carry_on_rotation(self) -> None:
        while True:
            with _logging_failure(self._rotation.go_on.__name__):
                await self._rotation.go_on()
            await asyncio.sleep(_ROTATION_SECONDS)

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
                if await runs.break_off(self._db, run_id, SILENT, self._clock()):
                    logger.warning("run was silent", extra={"run_id": run_id})
                await self._tear_down(run_id)

    async def look_at_clock(self) -> None:
        """Notes the time, so that a jump of the clock is known from time that passed."""
        await self._timekeeping.look()

    async def clear(self) -> None:
        """Deletes runs, files, mails for tests, alerts and entries of the audit that are kept no longer.

        At the start, and every so often. Never for an age that is the clock's alone, if it jumped.
        """
        now = await self._timekeeping.look()
        await mails.forget(self._db, self._mail_days, now)
        await alerts.forget(self._db, now)
        cut = await audit.forget(self._db, self._audit_days, now) if self._audit_days is not None else 0
        if cut:
            logger.info("old entries of who changed what deleted", extra={"entries": cut})
        deleted = await retention.clear(self._db, self._artifacts, self._keep, now)
        if deleted:
            logger.info("old runs deleted", extra={"runs": deleted})
        await self._artifacts.keep_reserve()

    async def back_up(self) -> None:
        """Writes a backup where one is due; a try that fails is told, and made again within the hour."""
        backups = self._backups
        if backups is None or not await self._backing_up.do(backups.due, self._clock()):
            return
        try:
            made = await self._backing_up.do(backups.make, self._clock())
        except Problem as problem:
            logger.error("no backup was made: %s", problem.message)
        else:
            logger.info("backup made", extra={"file": str(made)})

    async def copy_backup(self) -> None:
        """Copies the newest backup to the bucket where it is not there yet; a try that fails is made again as above."""
        backups, copies, now = self._backups, self._copies, self._clock()
        if backups is None or copies is None:
            return
        try:
            newest = await self._backing_up.do(backups.newest)
            if newest is None or not copies.due(newest, now):
                return
            if await self._backing_up.do(copies.send, newest, now):
                logger.info("backup copied to the bucket", extra={"file": newest.name})
        except OSError as error:  # of the folder, which `back_up` tells
            logger.warning("the folder for backups cannot be looked at: %s", error.strerror or error)
        except Problem as problem:
            logger.error("the backup was not copied to the bucket: %s", problem.message)


@contextmanager
def _logging_failure(job: str) -> Iterator[None]:
    """What breaks is told, and done again at its next time."""
    try:
        yield
    except Exception:
        logger.exception("%s failed", job)
