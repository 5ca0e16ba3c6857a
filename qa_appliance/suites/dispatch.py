"""Carries suites on: begins what they hold as there is room, tries failed tests again, judges them at their end.

Keeps nothing itself; after a restart it goes on with what the tables say.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from qa_appliance.core.batches.suites import SET_UP_FAILED, SuiteRun, judge_suite, next_moves
from qa_appliance.core.batches.variants import Variant
from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.core.errors import Problem
from qa_appliance.core.events import Ended, Event
from qa_appliance.slots import Slots
from qa_appliance.steps.base.sign_in.sessions import SignIns
from qa_appliance.store.database import Database, Transaction
from qa_appliance.store.tables import plans, runs, suite_runs
from qa_appliance.store.tables.suite_runs import Started
from qa_appliance.trigger import Ask, Intake, trigger, trigger_all

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 5.0  # a run that was cancelled in line tells nobody
_IN_LINE = 2  # runs of suites for each slot: one at work, one ready to follow


class Dispatcher:
    """`work` goes on until it is cancelled. `wake`: a suite was started, or a run of one has ended."""

    def __init__(
        self,
        db: Database,
        intake: Callable[[], Intake],
        line_changed: Callable[[], None],
        *,
        slots: Slots,
        on_end: Callable[[], None] = lambda: None,
        clock: Clock = utc_now,
    ) -> None:
        self._db, self._intake, self._line_changed = db, intake, line_changed
        self._on_end = on_end
        self.sign_ins = SignIns()  # that the tests of a suite share
        self._slots, self._clock = slots, clock
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    def listen(self, event: Event) -> None:
        if isinstance(event, Ended):
            self.wake()

    async def work(self) -> None:
        while True:
            self._changed.clear()
            under_way = await self.advance()
            try:
                async with asyncio.timeout(_LOOK_SECONDS if under_way else None):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def advance(self) -> int:
        """Does what has to happen next in every suite; answers how many are still under way."""
        under_way, most = 0, self._slots.count * _IN_LINE
        for started in await suite_runs.under_way(self._db):
            try:
                alive, over = await self._advance(started, most)
            except Exception:  # one suite holds up no other
                logger.exception("a suite could not be carried on", extra={"batch_id": started.batch_id})
                alive, over = 0, False
            most -= alive
            under_way += not over
        return under_way

    async def _advance(self, started: Started, most: int) -> tuple[int, bool]:
        """How many of its runs are alive, and whether the suite has come to its end. `most` may be alive."""
        stopped = started.stopped
        while True:
            members = await suite_runs.members(self._db, started, self._clock())
            alive = sum(member.alive for member in members)
            allowed = await plans.room(self._db, started.org_id, self._clock())
            room = most - alive if allowed is None else min(most - alive, allowed)
            moves = next_moves(started.rules, members, max(0, room), stopped=stopped)
            for run_id in moves.cancel:
                await runs.cancel(self._db, run_id, SET_UP_FAILED, self._clock())
            if moves.sign_in is not None:
                stopped = not await self._sign_in_anew(started, moves.sign_in, moves.again)
                continue
            for failed in moves.again:
                stopped = stopped or not await self._try_again(started, failed)
            if moves.begin:
                await suite_runs.begin(self._db, moves.begin, self._clock())
                self._line_changed()
            if moves.over:
                await self._end(started, members)
            if not (moves.cancel or moves.again):
                return alive + len(moves.begin), moves.over

    async def _try_again(self, started: Started, failed: SuiteRun) -> bool:
        """False: it cannot be, since the plan is used up or the test is gone; from then on failures stand."""
        try:
            await trigger(await self._ask(started, failed), self._intake())
        except Problem as problem:
            return await self._stopped(started, failed, problem)
        return True

    async def _sign_in_anew(self, started: Started, set_up: SuiteRun, tests: Sequence[SuiteRun]) -> bool:
        """The set-up once more, and these tests behind it. False: as in `_try_again`."""
        asks = [await self._ask(started, run, held=True) for run in (set_up, *tests)]

        async def beside(transaction: Transaction, run_ids: list[str]) -> None:
            await suite_runs.sign_in_anew(transaction, started.batch_id, run_ids[0])

        try:
            await trigger_all(asks, self._intake(), beside)
        except Problem as problem:
            return await self._stopped(started, set_up, problem)
        return True

    async def _stopped(self, started: Started, run: SuiteRun, problem: Problem) -> bool:
        logger.info("it was not tried again: %s", problem.message, extra={"run_id": run.id})
        await suite_runs.stop(self._db, started.batch_id)
        return False

    async def _ask(self, started: Started, run: SuiteRun, *, held: bool = False) -> Ask:
        """The same as that run."""
        place = await suite_runs.place_of(self._db, run.id)
        return Ask(
            project_id=started.project_id,
            org_id=started.org_id,
            user_id=started.user_id,
            procedure_id=place.procedure_id,
            batch_id=started.batch_id,
            batch_kind="suite",
            parent_run_id=run.id,
            attempt_index=run.attempt + 1,
            variant=Variant(run.name, sets_up=run.test is None),
            base_url=place.base_url,
            environment_id=place.environment_id,
            held=held,
        )

    async def _end(self, started: Started, members: list[SuiteRun]) -> None:
        judged = judge_suite(started.rules, members)
        if await suite_runs.end(self._db, started.batch_id, judged.verdict, judged.findings, self._clock()):
            logger.info("suite ended", extra={"batch_id": started.batch_id, "verdict": judged.verdict})
            self.sign_ins.drop(started.batch_id)
            self._on_end()
