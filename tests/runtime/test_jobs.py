"""Signs of life, and the sweep of runs that show none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from qa_appliance.jobs import SILENT, Jobs
from qa_appliance.store import runs
from qa_appliance.store.database import Database

Ask = Callable[[], Awaitable[str]]


def jobs(db: Database, clock, alive: list[str], torn_down: list[str]) -> Jobs:
    async def name_alive() -> list[str]:
        return alive

    async def tear_down(run_id: str) -> bool:
        torn_down.append(run_id)
        return True

    return Jobs(db, alive=name_alive, tear_down=tear_down, heartbeat_seconds=60, stale_seconds=180, clock=clock)


async def test_what_is_silent_for_three_minutes_is_cancelled(db: Database, ask: Ask, clock) -> None:
    in_line, at_work, lost = await ask(), await ask(), await ask()
    await runs.start(db, at_work, clock())
    torn_down: list[str] = []
    keeper = jobs(db, clock, [in_line, at_work], torn_down)
    for _ in range(4):
        clock.move(60)
        await keeper.heartbeat()
        await keeper.sweep()
    assert [await runs.status(db, run) for run in (in_line, at_work, lost)] == ["pending", "running", "cancelled"]
    assert torn_down == [lost]
    row = await db.one("select report_markdown, overall_status from runs where id = ?", (lost,))
    assert row is not None
    assert tuple(row) == (SILENT, None)


async def test_a_heartbeat_does_not_touch_what_has_ended(db: Database, ask: Ask, clock) -> None:
    run_id = await ask()
    await runs.cancel(db, run_id, "No longer wanted.", clock())
    before = await db.one("select last_heartbeat_at from runs where id = ?", (run_id,))
    clock.move(60)
    await jobs(db, clock, [run_id], []).heartbeat()
    after = await db.one("select last_heartbeat_at from runs where id = ?", (run_id,))
    assert before is not None
    assert after is not None
    assert tuple(before) == tuple(after)


async def test_jobs_end_with_their_block(db: Database, clock) -> None:
    async with jobs(db, clock, [], []).running():
        pass
