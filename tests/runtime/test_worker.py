"""The worker: whatever becomes of a run, it never stays pending or running, and its slot is free again.

The story of a run is told elsewhere; here it is a function that ends as each case wants it to.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qa_appliance import worker as worker_module
from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.core.errors import NoRoom, SetupFailed
from qa_appliance.core.events import Assigned, Ended, Event, Started
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.outcome import Outcome
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import OverallStatus, RunRequest
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.observing.context import RUN
from qa_appliance.queue import Queue
from qa_appliance.run_test import Means
from qa_appliance.slots import Slots
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.tables import plans, runs
from qa_appliance.store.tables.pages import looks
from qa_appliance.store.vault import Vault
from qa_appliance.worker import FULL, NOT_SET_UP, STOPPED, Worker
from tests.runtime.conftest import Ask, MovedClock

Story = Callable[[RunRequest, Callable[[], Awaitable[bool]]], Awaitable[Outcome]]


def outcome(overall: OverallStatus = "passed") -> Outcome:
    step = StepRecord(
        index=0, action="click", target="Save", value=None, result="passed", sentence="Click Save.", source="english"
    )
    return Outcome(
        status="completed", overall_status=overall, passed_count=1, failed_count=0, skipped_count=0,
        total_duration_ms=1200, initial_url="http://shop.test", final_url="http://shop.test/end",
        report_markdown="# Passed\n", confidence_score=97, plan=Plan(), steps=[step],
        measurements=Measurements(final_url="http://shop.test/end"), looks={"shop.test/": b"packed"},
    )  # fmt: skip


async def passes(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
    await on_started()
    return outcome()


class House:
    """A worker with its line; `stories` are told in turn, the last one from then on."""

    def __init__(self, db: Database, tmp_path: Path, clock: Clock) -> None:
        self.db = db
        self.queue = Queue(db, front_wait=180, total_wait=600, clock=clock)
        self.events: list[Event] = []
        self.carried: list[str] = []
        self.closed: dict[str, Callable[[], Awaitable[None]]] = {}  # by run: what tells that it needs no browser more
        self.stories: list[Story] = [passes]
        self.worker = Worker(
            db, Vault.open(tmp_path), Artifacts(tmp_path, lambda _: (b"k",)), self.queue, self.events.append,
            lambda run_id: False, slots=Slots(1, self.queue.wake), packing=1, default_minutes=10, clock=clock,
        )  # fmt: skip

    async def run_test(
        self, request: RunRequest, means: Any, *, save: Any, emit: Any, on_started: Any, on_closed: Any
    ) -> Outcome:
        self.carried.append(request.id)
        self.closed[request.id] = on_closed
        story = self.stories.pop(0) if len(self.stories) > 1 else self.stories[0]
        return await story(request, on_started)

    async def row(self, run_id: str) -> dict[str, Any]:
        row = await self.db.one("select * from runs where id = ?", (run_id,))
        assert row is not None
        return dict(row)

    async def until(self, run_id: str, *statuses: str) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while (row := await self.row(run_id))["status"] not in statuses or (
                statuses != ("running",) and run_id in self.worker.at_work
            ):
                await asyncio.sleep(0.005)
        return row


@pytest.fixture
async def house(
    db: Database, tmp_path: Path, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[House]:
    made = House(db, tmp_path, clock)
    monkeypatch.setattr(worker_module, "run_test", made.run_test)
    nobody: Any = None
    means = Means(planner=nobody, pool=nobody, guard=nobody, evidence=EvidenceOptions(), patience_seconds=1)
    working = asyncio.create_task(made.worker.work(means))
    yield made
    await made.worker.stop(0)
    working.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await working


def forever(reached: asyncio.Event) -> Story:
    async def story(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
        await on_started()
        reached.set()
        await asyncio.Event().wait()
        raise AssertionError

    return story


async def breaks_in_setup(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
    raise SetupFailed("The browser did not start.")


async def breaks_before_the_start(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
    raise RuntimeError("secret detail")


async def breaks_after_the_start(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
    await on_started()
    raise RuntimeError("secret detail")


@pytest.mark.parametrize(
    ("story", "status", "overall", "report"),
    [
        (breaks_in_setup, "cancelled", None, "The browser did not start."),
        (breaks_before_the_start, "cancelled", None, NOT_SET_UP),
        (breaks_after_the_start, "failed", "failed", "internal error"),
    ],
)
async def test_what_breaks_ends_and_the_next_is_taken(
    house: House, ask: Ask, story: Story, status: str, overall: str | None, report: str
) -> None:
    house.stories = [story, passes]
    broken, good = await ask(), await ask()
    house.queue.wake()
    row = await house.until(broken, "completed", "failed", "cancelled")
    assert (row["status"], row["overall_status"]) == (status, overall)
    assert report in row["report_markdown"]
    assert "secret" not in row["report_markdown"]
    assert (await house.until(good, "completed"))["overall_status"] == "passed"
    assert house.carried == [broken, good]


async def test_a_locked_plan_cancels_before_anything_is_run(house: House, ask: Ask, db: Database) -> None:
    run_id = await ask()
    await plans.set_plan(db, "org", {"state": "locked"})
    house.queue.wake()
    row = await house.until(run_id, "cancelled")
    assert "plan" in row["report_markdown"]
    assert row["overall_status"] is None
    assert house.carried == []


async def test_what_is_done_for_a_run_knows_whose_it_is(house: House, ask: Ask) -> None:
    known: list[str | None] = []

    async def asks(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
        known.append(RUN.get())
        return await passes(request, on_started)

    house.stories = [asks]
    for _ in range(2):
        run = await ask()
        house.queue.wake()
        await house.until(run, "completed")
    assert known == house.carried
    assert len(known) == 2
    assert RUN.get() is None


async def test_everything_of_an_outcome_is_filed(house: House, ask: Ask, db: Database) -> None:
    run_id = await ask()
    house.queue.wake()
    row = await house.until(run_id, "completed")
    assert (row["overall_status"], row["passed_count"], row["confidence_score"]) == ("passed", 1, 97)
    assert (row["total_duration_ms"], row["final_url"]) == (1200, "http://shop.test/end")
    assert row["started_at"] is not None
    assert row["completed_at"] is not None
    assert row["browser_minutes_used"] == 1  # tenths of a minute, begun ones in full
    assert [type(event) for event in house.events] == [Assigned, Started, Ended]
    assert await looks.of_project(db, "project") == {"shop.test/": b"packed"}
    use = await db.one("select runs, browser_tenths from usage where org_id = 'org'")
    assert use is not None
    assert tuple(use) == (1, 1)


async def test_a_cancelled_run_is_torn_down_and_its_use_is_counted(house: House, ask: Ask, db: Database) -> None:
    reached = asyncio.Event()
    house.stories = [forever(reached), passes]
    run_id, other = await ask(), await ask()
    house.queue.wake()
    await reached.wait()
    assert await runs.cancel(db, run_id, "No longer wanted.", utc_now())
    assert await house.worker.tear_down(run_id) is True
    row = await house.until(run_id, "cancelled")
    assert (row["report_markdown"], row["overall_status"]) == ("No longer wanted.", None)
    assert row["browser_minutes_used"] == 1
    assert (await house.until(other, "completed"))["overall_status"] == "passed"


async def test_nothing_is_torn_down_for_a_run_in_line_or_unknown(house: House, ask: Ask) -> None:
    reached = asyncio.Event()
    house.stories = [forever(reached)]
    await ask()
    waiting = await ask()
    house.queue.wake()
    await reached.wait()
    assert await house.worker.tear_down(waiting) is False
    assert await house.worker.tear_down("unknown") is False


async def test_a_run_cancelled_while_its_browser_opens_does_not_start(house: House, ask: Ask, db: Database) -> None:
    answers: list[bool] = []

    async def late(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
        await runs.cancel(db, request.id, "No longer wanted.", utc_now())
        answers.append(await on_started())
        raise asyncio.CancelledError

    house.stories = [late]
    run_id = await ask()
    house.queue.wake()
    row = await house.until(run_id, "cancelled")
    assert answers == [False]
    assert (row["started_at"], row["browser_minutes_used"]) == (None, 0)


def packs(house: House, packing: asyncio.Event, go_on: asyncio.Event) -> Story:
    """Needs no browser any more, and packs its evidence until it may go on."""

    async def story(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
        await on_started()
        await house.closed[request.id]()
        packing.set()
        await go_on.wait()
        return outcome()

    return story


async def test_the_next_run_has_the_slot_of_one_that_only_packs(house: House, ask: Ask) -> None:
    packing, go_on = asyncio.Event(), asyncio.Event()
    house.stories = [packs(house, packing, go_on), passes]
    first, second = await ask(), await ask()
    house.queue.wake()
    await packing.wait()
    assert (await house.until(second, "completed"))["overall_status"] == "passed"
    assert (await house.row(first))["status"] == "running"
    go_on.set()
    assert (await house.until(first, "completed"))["overall_status"] == "passed"


async def test_no_more_runs_pack_than_there_are_slots(house: House, ask: Ask, db: Database) -> None:
    packing, go_on, closing = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def waits_to_pack(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
        await on_started()
        closing.set()
        await house.closed[request.id]()
        raise AssertionError("it was cancelled while it waited")

    house.stories = [packs(house, packing, go_on), waits_to_pack, passes]
    first, second, third = await ask(), await ask(), await ask()
    house.queue.wake()
    await packing.wait()
    await closing.wait()
    assert house.carried == [first, second]
    assert await runs.cancel(db, second, "No longer wanted.", utc_now())
    assert await house.worker.tear_down(second) is True
    assert (await house.until(third, "completed"))["overall_status"] == "passed"
    assert (await house.row(first))["status"] == "running"
    go_on.set()
    assert (await house.until(first, "completed"))["overall_status"] == "passed"


async def test_stopping_waits_for_what_packs_and_says_why_where_it_cannot(house: House, ask: Ask) -> None:
    packing, go_on, never = asyncio.Event(), asyncio.Event(), asyncio.Event()
    reached = asyncio.Event()
    house.stories = [packs(house, packing, go_on), packs(house, reached, never)]
    first = await ask()
    house.queue.wake()
    await packing.wait()
    stopping = asyncio.create_task(house.worker.stop(30))
    await asyncio.sleep(0)
    go_on.set()
    await stopping
    assert (await house.row(first))["overall_status"] == "passed"
    second = await ask()
    house.queue.wake()
    await reached.wait()
    await house.worker.stop(0)
    row = await house.row(second)
    assert (row["status"], row["report_markdown"]) == ("cancelled", STOPPED)


async def test_stopping_lets_a_run_finish(house: House, ask: Ask) -> None:
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def slow(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
        await on_started()
        reached.set()
        await go_on.wait()
        return outcome()

    house.stories = [slow]
    run_id, waiting = await ask(), await ask()
    house.queue.wake()
    await reached.wait()
    house.queue.close()
    stopping = asyncio.create_task(house.worker.stop(30))
    await asyncio.sleep(0)
    go_on.set()
    await stopping
    assert (await house.row(run_id))["overall_status"] == "passed"
    assert (await house.row(waiting))["status"] == "pending"
    assert house.carried == [run_id]


async def test_stopping_cancels_what_does_not_finish_and_keeps_what_has_not_begun(
    house: House, ask: Ask, db: Database
) -> None:
    reached = asyncio.Event()
    house.stories = [forever(reached)]
    run_id, waiting = await ask(), await ask()
    house.queue.wake()
    await reached.wait()
    house.queue.close()
    await house.worker.stop(0)
    row = await house.row(run_id)
    assert (row["status"], row["report_markdown"]) == ("cancelled", STOPPED)
    assert (await house.row(waiting))["status"] == "pending"


async def test_stopping_returns_what_was_being_set_up_to_the_line(house: House, ask: Ask) -> None:
    reached = asyncio.Event()

    async def sets_up(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
        reached.set()
        await asyncio.Event().wait()
        raise AssertionError

    house.stories = [sets_up]
    run_id = await ask()
    house.queue.wake()
    await reached.wait()
    house.queue.close()
    await house.worker.stop(0)
    assert (await house.row(run_id))["status"] == "pending"


async def test_a_verdict_that_cannot_be_written_for_a_while_is_kept_with_its_evidence(
    house: House, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is not full, it takes no writes: nothing is deleted, and the verdict is the run's own."""
    artifacts, refused = Artifacts(tmp_path, lambda _: (b"k",)), asyncio.Event()

    async def loses_the_disk(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
        await on_started()
        await artifacts.save(request.id, "video.webm", b"x")
        await house.db._writer.execute("pragma query_only = on")
        return outcome()

    async def tried(*of: Any) -> bool:
        try:
            return await finish(*of)
        except NoRoom:
            refused.set()
            raise

    finish = runs.finish
    monkeypatch.setattr(runs, "finish", tried)
    house.stories = [loses_the_disk]
    run_id = await ask()
    house.queue.wake()
    async with asyncio.timeout(60):
        await refused.wait()
    await house.db._writer.execute("pragma query_only = off")
    row = await house.until(run_id, "completed", "failed")
    assert (row["status"], row["overall_status"]) == ("completed", "passed")
    assert artifacts.open(f"{run_id}/video.webm") is not None


async def test_a_verdict_there_is_no_room_for_is_told_in_short_and_its_evidence_goes(
    house: House, ask: Ask, tmp_path: Path
) -> None:
    """The database may not grow any more; SQLite says what it says of a full disk."""
    artifacts = Artifacts(tmp_path, lambda _: (b"k",))
    await artifacts.keep_reserve()

    async def fills_the_disk(request: RunRequest, on_started: Callable[[], Awaitable[bool]]) -> Outcome:
        await on_started()
        await artifacts.save(request.id, "video.webm", b"x")
        async with house.db.write() as transaction:
            await transaction.one("pragma max_page_count = 1")  # no smaller than it is
        long = msgspec.structs.replace(outcome().steps[0], sentence="x" * 200_000)
        return msgspec.structs.replace(outcome(), steps=[long])

    house.stories = [fills_the_disk, passes]
    first, second = await ask(), await ask()
    house.queue.wake()
    async with asyncio.timeout(60):
        while (tmp_path / ".reserve").exists():
            await asyncio.sleep(0.005)
    async with house.db.write() as transaction:
        await transaction.one("pragma max_page_count = 100000")  # there is room again
    row = await house.until(first, "completed", "failed")
    assert (row["status"], row["overall_status"], row["report_markdown"]) == ("failed", "failed", FULL)
    assert artifacts.open(f"{first}/video.webm") is None
    assert (await house.until(second, "completed", "failed"))["overall_status"] == "passed"
    await artifacts.keep_reserve()
    assert (tmp_path / ".reserve").stat().st_size == 4_000_000
