"""The line: order, waits, and that nobody is handed out twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from qa_appliance.core.clock import utc_now
from qa_appliance.queue import Queue
from qa_appliance.store.database import Database
from qa_appliance.store.tables import runs
from tests.runtime.conftest import Ask, MovedClock


@pytest.fixture
def queue(db: Database, clock: MovedClock) -> Queue:
    return Queue(db, front_wait=180, total_wait=600, clock=clock, monotonic=clock.monotonic)


@asynccontextmanager
async def watched(queue: Queue) -> AsyncIterator[None]:
    task = asyncio.create_task(queue.watch())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while not await condition():
            await asyncio.sleep(0.005)


async def report(db: Database, run_id: str) -> tuple[str, str | None]:
    row = await db.one("select status, report_markdown from runs where id = ?", (run_id,))
    assert row is not None
    return row["status"], row["report_markdown"]


def ended(db: Database, run_id: str) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return await runs.status(db, run_id) == "cancelled"

    return check


async def test_runs_are_taken_once_each_in_their_order(queue: Queue, ask: Ask) -> None:
    asked = [await ask() for _ in range(3)]
    assert [await queue.take() for _ in range(3)] == asked
    assert await queue.waiting() == []


async def test_an_empty_line_is_waited_for(queue: Queue, ask: Ask) -> None:
    taking = asyncio.create_task(queue.take())
    await asyncio.sleep(0)
    run_id = await ask()
    queue.wake()
    assert await taking == run_id


async def test_nothing_is_taken_from_a_closed_line(queue: Queue, ask: Ask, db: Database) -> None:
    run_id = await ask()
    queue.close()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await queue.take()
    assert await runs.status(db, run_id) == "pending"


async def test_waiting_at_the_front_ends_with_a_reason(queue: Queue, ask: Ask, db: Database, clock: MovedClock) -> None:
    first, second = await ask(), await ask()
    async with watched(queue):
        await until(lambda: at_front(db, first))
        clock.move(179)
        queue.wake()
        await asyncio.sleep(0.05)
        assert (await report(db, first))[0] == "pending"
        clock.move(1)
        queue.wake()
        await until(ended(db, first))
        assert await report(db, first) == (
            "cancelled",
            "No test browser became free within 3 minutes at the front of the line."
            " Send fewer runs at once, or have the operator raise --queue-front-wait-seconds or --browsers.",
        )
        await until(lambda: at_front(db, second))  # whose own clock begins now
        clock.move(179)
        queue.wake()
        await asyncio.sleep(0.05)
        assert (await report(db, second))[0] == "pending"


async def test_waiting_in_line_ends_after_ten_minutes_in_total(db: Database, ask: Ask, clock: MovedClock) -> None:
    queue = Queue(db, front_wait=10_000, total_wait=600, clock=clock, monotonic=clock.monotonic)
    first = await ask()
    async with watched(queue):
        await until(lambda: at_front(db, first))
        clock.move(1)
        second = await ask()
        clock.set(86_400)  # somebody sets the clock, which is no wait
        clock.move(599)
        queue.wake()
        await until(ended(db, first))
        assert await report(db, first) == (
            "cancelled",
            "No test browser became free within 10 minutes in line."
            " Send fewer runs at once, or have the operator raise --queue-total-wait-seconds or --browsers.",
        )
        assert await report(db, second) == ("pending", None)


async def test_what_has_been_taken_does_not_wait_any_more(
    queue: Queue, ask: Ask, db: Database, clock: MovedClock
) -> None:
    run_id, other = await ask(), await ask()
    assert await queue.take() == run_id
    async with watched(queue):
        await until(lambda: at_front(db, other))
        clock.move(1000)
        queue.wake()
        await until(ended(db, other))
        assert await runs.status(db, run_id) == "pending"


async def test_the_watch_wakes_by_itself_when_time_is_up(db: Database, ask: Ask) -> None:
    run_id = await ask()
    await runs.recover(db, utc_now())  # the place-in-line clock begins now, by the real clock
    async with watched(Queue(db, front_wait=0.05, total_wait=600)):
        await until(ended(db, run_id))
    assert await runs.status(db, run_id) == "cancelled"


async def at_front(db: Database, run_id: str) -> bool:
    row = await db.one("select front_since from runs where id = ?", (run_id,))
    return row is not None and row["front_since"] is not None
