"""Starts suites and saved tests when their time has come.

What was missed while the appliance did not run is made up for once, if a time of it was within the last day; older ones
are only told. A clock that is set, or a machine that slept, is noticed within half a minute. By a clock that jumped for
days nothing is made up for; and what was reckoned by a clock that was ahead is reckoned anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from qa_appliance.core.clock import Clock, iso, parsed, utc_now
from qa_appliance.core.errors import NotFound, Problem
from qa_appliance.store.database import Database, Transaction
from qa_appliance.store.tables import environments, schedules, suites
from qa_appliance.store.tables.schedules import Schedule
from qa_appliance.store.timekeeping import Timekeeping
from qa_appliance.suites import timetable
from qa_appliance.suites.start import Wanted, start_suite
from qa_appliance.trigger import Ask, Intake, trigger

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 30.0
_LEAST_SECONDS = 1.0  # of what cannot be begun, no storm is made
NOWHERE = "Its environment was removed; say where it is to be run."
_BROKE = "The appliance failed; its log says why."
UNREADABLE = "Its times cannot be read; save it again."
_MADE_UP_FOR = timedelta(days=1)
_ON_TIME = timedelta(minutes=2)


class _Outrun(Exception):
    """Its time was used up meanwhile: nothing of this is written."""


class Timer:
    """`work` goes on until it is cancelled. `wake`: a schedule was changed."""

    def __init__(
        self,
        db: Database,
        intake: Callable[[], Intake],
        *,
        clock: Clock = utc_now,
        timekeeping: Timekeeping | None = None,
    ) -> None:
        self._db, self._intake, self._clock = db, intake, clock
        self._timekeeping = timekeeping or Timekeeping(db, clock)
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
        await self._timekeeping.look()
        now = self._clock()
        await self._move_up(now)
        for schedule in await schedules.due(self._db, now):
            try:
                moment = next_time(schedule, now)
            except Exception:
                logger.exception("the times of a schedule cannot be read", extra={"schedule_id": schedule.id})
                await schedules.change(self._db, schedule.id, {"next_at": None, "last_problem": UNREADABLE}, now)
                continue
            try:
                await self._start(schedule, moment, now)
            except _Outrun:
                continue
            except Exception:  # one schedule holds up no other
                logger.exception("a schedule broke", extra={"schedule_id": schedule.id})
                await self._pass_over(schedule, moment, _BROKE)

    async def _move_up(self, now: datetime) -> None:
        """What waits for a time that a clock which was ahead has reckoned waits for its next one by this clock."""
        for schedule in await schedules.waiting(self._db, now):
            await asyncio.sleep(0)  # with many of them, others get their turn in between
            try:
                moment = _next_one(schedule, now)
            except Exception:
                logger.exception("the times of a schedule cannot be read", extra={"schedule_id": schedule.id})
                continue
            assert schedule.next_at is not None
            if moment is not None and iso(moment) < schedule.next_at:
                logger.warning("a schedule waited for %s", schedule.next_at, extra={"schedule_id": schedule.id})
                await schedules.put_off(self._db, schedule, moment, schedule.last_problem)

    async def _start(self, schedule: Schedule, moment: datetime | None, now: datetime) -> None:
        """What is begun and that its time is used up are written together: neither comes without the other."""
        assert schedule.next_at is not None
        late = now - parsed(schedule.next_at)
        doubt = self._timekeeping.doubt
        if late > _ON_TIME and doubt is not None:
            problem = f"The clock went from {iso(doubt.expected)} to {iso(doubt.shown)}: what was due in between"
            await schedules.put_off(self._db, schedule, moment, f"{problem} is not made up for.")
            return
        if late > _MADE_UP_FOR and not _was_due(schedule, now - _MADE_UP_FOR, now):
            problem = f"The appliance was not running at {schedule.next_at}; that is too long ago to be made up for."
            await self._pass_over(schedule, moment, problem)
            return
        note = f"Begun late: the appliance was not running at {schedule.next_at}." if late > _ON_TIME else None
        try:
            await self._trigger(schedule, moment, note)
        except Problem as problem:
            logger.warning("a schedule could not start: %s", problem.message, extra={"schedule_id": schedule.id})
            await self._pass_over(schedule, moment, problem.message)

    async def _pass_over(self, schedule: Schedule, moment: datetime | None, problem: str) -> None:
        async with self._db.write() as transaction:
            await schedules.use_up(transaction, schedule, moment, problem=problem)

    async def _trigger(self, schedule: Schedule, moment: datetime | None, note: str | None) -> None:
        """Begins its suite or its test. Raises `Problem`, and `_Outrun` where another was first."""

        async def with_batch(transaction: Transaction, batch_id: str) -> None:
            if not await schedules.use_up(transaction, schedule, moment, batch_id=batch_id, problem=note):
                raise _Outrun

        async def with_run(transaction: Transaction, run_ids: list[str]) -> None:
            if not await schedules.use_up(transaction, schedule, moment, run_id=run_ids[0], problem=note):
                raise _Outrun

        if schedule.environment_id and await environments.find(self._db, schedule.environment_id) is None:
            raise NotFound(NOWHERE)  # a trigger would go on at the project's own address
        if schedule.suite_id is None:
            ask = Ask(
                project_id=schedule.project_id,
                org_id=schedule.org_id,
                user_id=schedule.user_id,
                procedure_id=schedule.procedure_id,
                environment_id=schedule.environment_id,
            )
            await trigger(ask, self._intake(), with_run)
            return
        suite = await suites.find(self._db, schedule.suite_id)
        if suite is None:
            raise NotFound("Suite not found")
        wanted = Wanted(
            org_id=schedule.org_id,
            user_id=schedule.user_id,
            environment_id=schedule.environment_id,
        )
        await start_suite(suite, wanted, self._intake(), with_batch)


def _next_one(schedule: Schedule, now: datetime) -> datetime | None:
    """The one after the last that was used up, where nothing was missed since: a clock that is set back, or an hour
    that comes twice, begins nothing twice. What was used up over a day ahead was so by a clock that was wrong.
    """
    last = parsed(schedule.last_at) if schedule.last_at is not None else now
    following = next_time(schedule, last) if last - now <= _MADE_UP_FOR else None
    return following if following is not None and following > now else next_time(schedule, now)


def _was_due(schedule: Schedule, after: datetime, until: datetime) -> bool:
    return any(moment <= until for moment in upcoming(schedule, after, 1))


def next_time(schedule: Schedule, after: datetime) -> datetime | None:
    """The first time after that moment; None while it is paused, or where none ever comes."""
    return None if schedule.paused else next(iter(upcoming(schedule, after, 1)), None)


def upcoming(schedule: Schedule, after: datetime, most: int) -> list[datetime]:
    """The next times, also of a paused one."""
    begin = parsed(schedule.created_at)
    moments = timetable.times(schedule.cron, schedule.every, schedule.timezone, after=after, begin=begin)
    return [moment for moment, _ in zip(moments, range(most), strict=False)]
