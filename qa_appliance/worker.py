"""Takes runs from the line, carries each out in a browser slot, writes down how it ended.

While a run packs its evidence, its slot is the next one's. What died is never left pending or running. Knows no step
and no page; those are run_test's.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import logging
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import cast

import msgspec

from qa_appliance.awaiting import to_its_end
from qa_appliance.core import model_call
from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.core.errors import Busy, NoRoom, SetupFailed
from qa_appliance.core.events import Assigned, Emit, Ended, Started
from qa_appliance.core.report import ticket_of
from qa_appliance.core.run import OverallStatus, RunStatus
from qa_appliance.observing.context import RUN, TRACE
from qa_appliance.queue import Queue
from qa_appliance.run_test import Means, run_test
from qa_appliance.slots import Slots
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.tables import runs, suite_runs
from qa_appliance.store.tables.pages import looks, planned
from qa_appliance.store.tables.run_requests import run_request
from qa_appliance.store.tables.test_data import pages
from qa_appliance.store.vault import Unsealable, Vault
from qa_appliance.store.views.history import with_history

logger = logging.getLogger(__name__)

STOPPED = "The appliance was stopped while this run was in progress."
NOT_SET_UP = "The run could not be set up because of an internal error of the appliance."
BROKE = "# Failed\n\nThe run ended early because of an internal error of the appliance.\n"
OVERRAN = "# Failed\n\nThe run did not end within its time and was stopped by the appliance.\n"
UNREADABLE = (
    "What is stored encrypted for this run cannot be read: the appliance's key is another one than when it was stored."
    " Enter the headers, cookies and secrets again, or restore the key file."
)
NO_ROOM = "The disk of the appliance's data was full, so that the run could not be kept."
FULL = f"# Failed\n\n{NO_ROOM} Its evidence was deleted to make room. Free some space and run the test again.\n"
UNWRITABLE = "The disk of the appliance's data could not be written to, so that the run could not be kept."
NOT_KEPT = f"# Failed\n\n{UNWRITABLE} See that it can be written to, and run the test again.\n"

_ROOM_SECONDS = 1.0  # between two tries to write down how a run ended
_TEAR_DOWN_SECONDS = 5.0  # how long a cancel waits for the browser session to be closed
_OVERRUN_SECONDS = 120.0  # beyond the run's own cap, which run_test keeps: setting up and filing the evidence


@dataclass
class _Work:
    """One run at work. `began` and `closed` are the moments (monotonic) its browser context opened and closed."""

    run_id: str
    place: asyncio.Semaphore | Slots  # in a browser, or among those that only pack
    task: asyncio.Task[None] | None = None
    began: float | None = None
    closed: float | None = None
    verdict: OverallStatus | None = None  # once it is filed

    @property
    def browser_tenths(self) -> int:
        """Tenths of a minute a browser was held, begun ones in full."""
        return 0 if self.began is None else math.ceil(((self.closed or time.monotonic()) - self.began) / 6)


class Worker:
    """`work` takes runs until it is cancelled; `tear_down` ends one run, `stop` all that are at work."""

    def __init__(
        self,
        db: Database,
        vault: Vault,
        artifacts: Artifacts,
        queue: Queue,
        emit: Emit,
        watched: Callable[[str], bool],
        *,
        slots: Slots,
        packing: int,
        default_minutes: int,
        clock: Clock = utc_now,
    ) -> None:
        """`watched` tells whether somebody looks at a run's live view at this moment. As many runs as `packing` may
        pack their evidence beside those in a browser."""
        self._db, self._vault, self._artifacts = db, vault, artifacts
        self._queue, self._emit, self._watched = queue, emit, watched
        self._slots = slots
        self._packing = asyncio.Semaphore(packing)
        self._default_minutes = default_minutes
        self._clock = clock
        self._at_work: dict[str, _Work] = {}

    @property
    def at_work(self) -> tuple[str, ...]:
        """The ids of the runs taken from the line and not yet ended."""
        return tuple(self._at_work)

    async def work(self, means: Means) -> None:
        """Takes runs whenever a slot is free. Cancelling it leaves those at work alone."""
        while True:
            work = _Work(await self._queue.take(self._slots.acquire), self._slots)
            self._at_work[work.run_id] = work
            work.task = asyncio.create_task(self._carry_out(work, means), name=f"run {work.run_id}")
            work.task.add_done_callback(functools.partial(self._done, work))

    async def tear_down(self, run_id: str) -> bool:
        """Ends a run that has been cancelled: its browser session is closed. False: it was not at work here."""
        self._queue.wake()
        work = self._at_work.get(run_id)
        if work is None or work.task is None:
            return False
        work.task.cancel()
        await asyncio.wait({work.task}, timeout=_TEAR_DOWN_SECONDS)
        return True

    async def stop(self, grace_seconds: float) -> None:
        """Lets what is at work finish, then cancels it with a reason. Call when the queue is closed.

        A run that has not begun yet stays pending, so that the next start takes it up.
        """
        tasks = {work.task for work in self._at_work.values() if work.task}
        if not tasks:
            return
        logger.info("waiting for runs to finish", extra={"runs": len(tasks), "seconds": grace_seconds})
        await asyncio.wait(tasks, timeout=grace_seconds)
        for work in list(self._at_work.values()):
            if work.began is not None:
                with contextlib.suppress(NoRoom, Busy):  # the next start will cancel it
                    await runs.break_off(self._db, work.run_id, STOPPED, self._clock())
            assert work.task is not None
            work.task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, work: _Work, task: asyncio.Task[None]) -> None:
        del self._at_work[work.run_id]
        work.place.release()
        if task.cancelled() or task.exception() is None:
            self._queue.release(work.run_id)
            return
        # not released: it must not be taken again; the stale sweep cancels it
        logger.error("run could not be filed", exc_info=task.exception(), extra={"run_id": work.run_id})

    async def _carry_out(self, work: _Work, means: Means) -> None:
        RUN.set(work.run_id)  # of this task, and of all that it begins
        logger.info("run taken")
        try:
            await self._perform(work, means)
        except SetupFailed as problem:
            await self._cancel(work, problem.message)
        except Unsealable:
            logger.exception("a secret cannot be read", extra={"run_id": work.run_id})
            await self._cancel(work, UNREADABLE)
        except TimeoutError:
            logger.error("run overran", extra={"run_id": work.run_id})
            await self._fail(work, OVERRAN)
        except asyncio.CancelledError:
            # whoever cancelled has written the reason; what is left is to count what the run used
            if work.began is not None:
                with contextlib.suppress(NoRoom, Busy):
                    ending = runs.Ending(status="cancelled", overall_status=None, report_markdown="")
                    await to_its_end(self._finish(work, ending))
            raise
        except NoRoom as problem:
            logger.exception("no room for a run", extra={"run_id": work.run_id})
            if work.began is None:
                await self._cancel(work, NO_ROOM if problem.full else UNWRITABLE)
            else:
                await self._fail(work, FULL if problem.full else NOT_KEPT)
        except Exception:
            logger.exception("run broke", extra={"run_id": work.run_id})
            await self._fail(work, BROKE)
        finally:
            await to_its_end(self._tell_the_end(work))

    async def _perform(self, work: _Work, means: Means) -> None:
        run_id = work.run_id
        refusal = await runs.refusal_at_start(self._db, run_id, self._clock())
        if refusal:
            raise SetupFailed(refusal)
        request = await run_request(self._db, self._vault, run_id, self._default_minutes)
        if request is None or await runs.status(self._db, run_id) != "pending":
            return
        TRACE.set(request.traceparent)
        self._emit(Assigned(run_id, request.project_id, request.traceparent))
        request = await with_history(self._db, self._vault, self._artifacts, request)
        asked = means.model.budget.seconds if means.model is not None else 0.0
        async with asyncio.timeout(request.deadline_seconds + asked + _OVERRUN_SECONDS):
            outcome = await run_test(
                request,
                self._means_of(run_id, means),
                save=functools.partial(self._artifacts.save, run_id),
                emit=self._emit,
                on_started=functools.partial(self._started, work),
                on_closed=functools.partial(self._closed, work),
            )
        if outcome.model_calls:
            with contextlib.suppress(OSError, NoRoom):  # to be read, not to be judged by
                await self._artifacts.save(run_id, model_call.FILE, model_call.pack(outcome.model_calls))
        with contextlib.suppress(NoRoom, Busy):  # an aid to planning; the verdict is what has to be kept
            await looks.put(self._db, request.project_id, outcome.looks, self._clock())
            passed = outcome.overall_status == "passed"
            if passed:
                await pages.see(self._db, request.project_id, outcome.page_names, self._clock())
            await planned.learn(self._db, request.project_id, outcome.planned, self._clock(), passed=passed)
        if outcome.session is not None and outcome.overall_status == "passed":
            session = outcome.session
            await _until_written(lambda: suite_runs.keep_session(self._db, self._vault, run_id, session))
        ticket = None
        if outcome.overall_status == "failed":
            ticket = ticket_of(run_id, request.site.base_url, outcome.report_markdown, outcome.steps)
        await self._file(
            work,
            runs.Ending(
                status=outcome.status,
                overall_status=outcome.overall_status,
                report_markdown=outcome.report_markdown,
                initial_url=outcome.initial_url,
                steps=outcome.steps,
                plan=outcome.plan,
                measurements=outcome.measurements,
                confidence_score=outcome.confidence_score,
                total_duration_ms=outcome.total_duration_ms,
                perf_status=outcome.perf_status,
                llm_tokens_used=outcome.llm_tokens_used,
                llm_cost_cents=outcome.llm_cost_cents,
                ticket=ticket,
            ),
        )

    def _means_of(self, run_id: str, means: Means) -> Means:
        """Pictures of the live page are taken only while somebody watches this very run."""
        live = functools.partial(self._watched, run_id)
        evidence = msgspec.structs.replace(means.evidence, live=live, forget=self._artifacts.forget)
        return dataclasses.replace(means, evidence=evidence)

    async def _started(self, work: _Work) -> bool:
        """pending → running. False: the run was cancelled while its browser was being made ready."""
        started = await runs.start(self._db, work.run_id, self._clock())
        if started:
            work.began = time.monotonic()
            logger.info("run started", extra={"run_id": work.run_id})
            self._emit(Started(work.run_id))
        return started

    async def _closed(self, work: _Work) -> None:
        """The next run gets the slot of one that only packs; while too many do, they keep theirs."""
        work.closed = time.monotonic()
        await self._packing.acquire()
        work.place = self._packing
        self._slots.release()

    async def _cancel(self, work: _Work, reason: str) -> None:
        await _until_written(lambda: runs.cancel(self._db, work.run_id, reason, self._clock()))

    async def _fail(self, work: _Work, report: str) -> None:
        if work.began is None:
            await self._cancel(work, NOT_SET_UP)
        else:
            await self._file(work, runs.Ending(status="failed", overall_status="failed", report_markdown=report))

    async def _file(self, work: _Work, ending: runs.Ending) -> None:
        """A disk that is full is given room, of the run's own; one that only takes no writes is waited for."""
        try:
            await _until_written(lambda: self._finish(work, ending), for_room=False)
        except NoRoom:
            logger.exception("no room for a run", extra={"run_id": work.run_id})
            await self._artifacts.make_room(work.run_id)
            short = runs.Ending(status="failed", overall_status="failed", report_markdown=FULL)
            await _until_written(lambda: self._finish(work, short))

    async def _finish(self, work: _Work, ending: runs.Ending) -> bool:
        ending.browser_tenths = work.browser_tenths
        filed = await runs.finish(self._db, self._vault, work.run_id, ending, self._clock())
        work.verdict = ending.overall_status if filed else None
        return filed

    async def _tell_the_end(self, work: _Work) -> None:
        status = await runs.status(self._db, work.run_id)
        logger.info("run ended", extra={"run_id": work.run_id, "status": status})
        if status is not None:
            self._emit(Ended(work.run_id, cast(RunStatus, status), work.verdict))


async def _until_written(write: Callable[[], Awaitable[object]], *, for_room: bool = True) -> None:
    """Until it is written the run is not over: it keeps its slot, and no other fills the disk meanwhile.

    Raises NoRoom where the disk is full and that is not to be waited for.
    """
    while True:
        try:
            await write()
        except (NoRoom, Busy) as problem:
            if isinstance(problem, NoRoom) and problem.full and not for_room:
                raise
            await asyncio.sleep(_ROOM_SECONDS)
        else:
            return
