"""Starts suites and saved tests when their time has come.

What was missed while the appliance did not run is made up for once, if it was due within the last day; older times are
only told. A clock that is set, or a machine that slept, is noticed within half a minute.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from qa_appliance.core.clock import Clock, parsed, utc_now
from qa_appliance.core.errors import NotFound, Problem
from qa_appliance.store.database import Database
from qa_appliance.store.tables import schedules, suites
from qa_appliance.store.tables.schedules import Schedule
from qa_appliance.suites import timetable
from qa_appliance.suites.start import Wanted, start_suite
from qa_appliance.trigger import Ask, Intake, trigger

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 30.0
_LEAST_SECONDS = 1.0  # of what cannot be begun, no storm is made
UNREADABLE = "Its times cannot be read; save it again."
_MADE_UP_FOR = timedelta(days=1)
_ON_TIME = timedelta(minutes=2)


class Timer:
    """`work` goes on until it is cancelled. `wake`: a schedule was changed."""

    def __init__(self, db: Database, intake: Callable[[], Intake], *, clock: Clock = utc_now) -> None:
        self._db, self._intake, self._clock = db, intake, clock
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    async def work(self) -> None:
        while True:
            self._changed.clear()
            await self.start_what_is_due()
            soonest = await schedules.soonest(self._db)
            wait = None if soonest is None else (parsed(soonest) - self._clock()).total_seconds()
            try:
                async with asyncio.timeout(None if wait is None else min(max(wait, _LEAST_SECONDS), _LOOK_SECONDS)):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def start_what_is_due(self) -> None:
        now = self._clock()
        for schedule in await schedules.due(self._db, now):
            try:
                moment = next_time(schedule, now)
            except Exception:
                logger.exception("the times of a schedule cannot be read", extra={"schedule_id": schedule.id})
                await schedules.change(self._db, schedule.id, {"next_at": None, "last_problem": UNREADABLE}, now)
                continue
            try:
                if await schedules.claim(self._db, schedule, moment):
                    await self._start(schedule, now)
            except Exception:  # one schedule holds up no other
                logger.exception("a schedule broke", extra={"schedule_id": schedule.id})

    async def _start(self, schedule: Schedule, now: datetime) -> None:
        assert schedule.next_at is not None
        late = now - parsed(schedule.next_at)
        if late > _MADE_UP_FOR:
            problem = f"The appliance was not running at {schedule.next_at}; that is too long ago to be made up for."
            await schedules.came_of(self._db, schedule.id, problem=problem)
            return
        note = f"Begun late: the appliance was not running at {schedule.next_at}." if late > _ON_TIME else None
        try:
            batch_id, run_id = await self._trigger(schedule)
        except Problem as problem:
            logger.warning("a schedule could not start: %s", problem.message, extra={"schedule_id": schedule.id})
            await schedules.came_of(self._db, schedule.id, problem=problem.message)
        else:
            await schedules.came_of(self._db, schedule.id, batch_id=batch_id, run_id=run_id, problem=note)

    async def _trigger(self, schedule: Schedule) -> tuple[str | None, str | None]:
        """The batch of a suite, or the run of a test."""
        if schedule.suite_id is None:
            ask = Ask(
                project_id=schedule.project_id,
                org_id=schedule.org_id,
                user_id=schedule.user_id,
                procedure_id=schedule.procedure_id,
                environment_id=schedule.environment_id,
            )
            return None, await trigger(ask, self._intake())
        suite = await suites.find(self._db, schedule.suite_id)
        if suite is None:
            raise NotFound("Suite not found")
        wanted = Wanted(
            org_id=schedule.org_id,
            user_id=schedule.user_id,
            environment_id=schedule.environment_id,
        )
        return (await start_suite(suite, wanted, self._intake())).batch_id, None


def next_time(schedule: Schedule, after: datetime) -> datetime | None:
    """The first time after that moment; None while it is paused, or where none ever comes."""
    return None if schedule.paused else next(iter(upcoming(schedule, after, 1)), None)


def upcoming(schedule: Schedule, after: datetime, most: int) -> list[datetime]:
    """The next times, also of a paused one."""
    begin = parsed(schedule.created_at)
    moments = timetable.times(schedule.cron, schedule.every, schedule.timezone, after=after, begin=begin)
    return [moment for moment, _ in zip(moments, range(most), strict=False)]
