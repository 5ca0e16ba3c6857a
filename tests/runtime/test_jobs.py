"""Signs of life, and the sweep of runs that show none."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from qa_appliance.core.batches.alerts import News
from qa_appliance.core.clock import iso
from qa_appliance.core.evidence.mail import Mail
from qa_appliance.jobs import SILENT, Jobs
from qa_appliance.store import retention
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.retention import Keep
from qa_appliance.store.rotation import Rotation
from qa_appliance.store.tables import alert_targets, alerts, audit, runs
from qa_appliance.store.tables.alert_targets import Address
from qa_appliance.store.tables.audit import COMMAND_LINE, Actor
from qa_appliance.store.tables.inbox import mails
from qa_appliance.store.timekeeping import Timekeeping
from qa_appliance.store.vault import Vault
from tests.runtime.conftest import Ask, MovedClock

DAY = 86_400
PLENTY = Keep(days=30, runs=100, bytes=10**9)


def jobs(
    db: Database,
    clock: MovedClock,
    alive: list[str],
    torn_down: list[str],
    keep: Keep = PLENTY,
    folder: Path | None = None,
    clear_minutes: float = 1440,
) -> Jobs:
    async def name_alive() -> list[str]:
        return alive

    async def tear_down(run_id: str) -> bool:
        torn_down.append(run_id)
        return True

    return Jobs(
        db, alive=name_alive, tear_down=tear_down, heartbeat_seconds=60, stale_seconds=180,
        artifacts=Artifacts(folder or Path("nowhere"), lambda _: (b"secret",)), keep=keep, clear_minutes=clear_minutes,
        mail_days=7, audit_days=30, clock=clock,
        monotonic=clock.monotonic, timekeeping=Timekeeping(db, clock, clock.monotonic),
        rotation=Rotation(db, Vault(b"secret"), Folder(folder or Path("nowhere"))),
    )  # fmt: skip


async def test_what_is_silent_for_three_minutes_is_cancelled(db: Database, ask: Ask, clock: MovedClock) -> None:
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


@pytest.mark.parametrize("seconds", [600, 86_400, -3600])
async def test_a_clock_that_is_set_ends_no_run(db: Database, ask: Ask, clock: MovedClock, seconds: float) -> None:
    in_line, at_work, lost = await ask(), await ask(), await ask()
    await runs.start(db, at_work, clock())
    torn_down: list[str] = []
    keeper = jobs(db, clock, [in_line, at_work], torn_down)
    await keeper.sweep()
    clock.set(seconds)
    await keeper.sweep()
    assert [await runs.status(db, run) for run in (in_line, at_work, lost)] == ["pending", "running", "pending"]
    clock.move(180)
    await keeper.sweep()  # and still tells what is silent
    assert [await runs.status(db, run) for run in (in_line, at_work, lost)] == ["pending", "running", "cancelled"]
    assert torn_down == [lost]


async def test_a_heartbeat_does_not_touch_what_has_ended(db: Database, ask: Ask, clock: MovedClock) -> None:
    run_id = await ask()
    await runs.cancel(db, run_id, "No longer wanted.", clock())
    before = await db.one("select last_heartbeat_at from runs where id = ?", (run_id,))
    clock.move(60)
    await jobs(db, clock, [run_id], []).heartbeat()
    after = await db.one("select last_heartbeat_at from runs where id = ?", (run_id,))
    assert before is not None
    assert after is not None
    assert tuple(before) == tuple(after)


async def test_jobs_end_with_their_block(
    db: Database, clock: MovedClock, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    before = asyncio.all_tasks()
    async with jobs(db, clock, [], [], folder=tmp_path).running(), asyncio.timeout(60):
        while asyncio.all_tasks() <= before:  # until the clearing at the start is under way
            await asyncio.sleep(0)
    async with asyncio.timeout(60):
        while not asyncio.all_tasks() <= before:  # what serves other tests may just be at work
            await asyncio.sleep(0)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_what_comes_to_be_too_much_goes_at_the_next_clearing(
    db: Database, ask: Ask, clock: MovedClock, tmp_path: Path
) -> None:
    keep = Keep(days=365, runs=1, bytes=10**9)
    async with jobs(db, clock, [], [], keep, tmp_path, clear_minutes=0.001).running(), asyncio.timeout(60):
        for _ in range(2):  # whatever the clearing at the start has seen, it has not seen both
            older, newer = await ask(), await ask()
            for run in (older, newer):
                await runs.cancel(db, run, "Over.", clock())
            while await runs.status(db, older) is not None:
                await asyncio.sleep(0.01)
            assert await runs.status(db, newer) is not None


@pytest.mark.parametrize(
    ("keep", "wish", "left"),
    [
        (PLENTY, {}, [0, 1, 2, 3, 4]),
        (Keep(days=3, runs=100, bytes=10**9), {}, [2, 3, 4]),
        (Keep(days=30, runs=2, bytes=10**9), {}, [0, 3, 4]),
        (Keep(days=30, runs=100, bytes=2500), {}, [0, 3, 4]),
        (Keep(days=1, runs=1, bytes=1), {}, [3, 4]),
        (PLENTY, {"days": 3}, [2, 3, 4]),
        (PLENTY, {"runs": 2}, [0, 3, 4]),
        (Keep(days=3, runs=100, bytes=10**9), {"days": 300, "bytes": None}, [2, 3, 4]),
    ],
    ids=["all", "age", "count", "bytes", "living runs stay", "the organization's age", "its count", "never more"],
)
async def test_what_is_too_old_or_too_much_goes_with_its_files(
    db: Database, ask: Ask, clock: MovedClock, tmp_path: Path, keep: Keep, wish: dict[str, int | None], left: list[int]
) -> None:
    """A run a day; run 0 is the last passed one of a procedure, 3 still runs, 4 waits."""
    artifacts = Artifacts(tmp_path, lambda _: (b"secret",))
    ids = []
    for number in range(5):
        ids.append(await ask())
        await artifacts.save(ids[-1], "video.webm", b"x" * 1000)
        if number < 4:
            await runs.start(db, ids[-1], clock())
        if number < 3:
            await runs.cancel(db, ids[-1], "Over.", clock())
        clock.move(86_000)
    async with db.write() as transaction:
        procedure = {"id": "p", "project_id": "project", "name": "Buy", "steps_json": "[]", "last_run_id": ids[0]}
        await transaction.insert("procedures", procedure | dict.fromkeys(("created_at", "updated_at"), "2027"))
    await retention.set_wish(db, "org", wish)
    await jobs(db, clock, [], [], keep, tmp_path).clear()
    assert [n for n, run in enumerate(ids) if await runs.status(db, run)] == left
    assert [n for n, run in enumerate(ids) if artifacts.open(f"{run}/video.webm")] == left
    assert next(iter(await db.all("select last_run_id from procedures")))[0] == (ids[0] if 0 in left else None)


async def test_a_clock_that_jumps_ahead_deletes_nothing_before_it_has_gone_on_like_that_for_days(
    db: Database, ask: Ask, clock: MovedClock, tmp_path: Path
) -> None:
    keep = Keep(days=365, runs=2, bytes=10**9)

    async def ended() -> str:
        run = await ask()
        await runs.cancel(db, run, "Over.", clock())
        return run

    async def left(keeper: Jobs, *ids: str) -> list[bool]:
        await keeper.clear()
        return [await runs.status(db, run) is not None for run in ids]

    first, second = await ended(), await ended()
    keeper = jobs(db, clock, [], [], keep, tmp_path)  # the first that notes the time: the newest stored is what it has
    clock.set(2 * 365 * DAY)
    assert await left(keeper, first, second) == [True, True]
    third = await ended()  # by the wrong clock
    assert await left(jobs(db, clock, [], [], keep, tmp_path), first, second, third) == [False, True, True]  # by count
    keeper = jobs(db, clock, [], [], keep, tmp_path)
    for _ in range(6):
        assert await left(keeper, second, third) == [True, True]
        clock.move(DAY)
    clock.set(-2 * 365 * DAY)  # somebody noticed
    assert await left(keeper, second, third) == [True, True]
    clock.set(2 * 365 * DAY)
    for _ in range(7):
        assert await left(keeper, second, third) == [True, True]
        clock.move(DAY)
    assert await left(keeper, second, third) == [False, True]


async def test_mails_and_alerts_go_by_the_time_that_is_believed(
    db: Database, clock: MovedClock, tmp_path: Path
) -> None:
    vault = Vault.open(tmp_path)
    news = News(
        subject="suite", verdict="failed", name="Nightly", project="Shop", project_id="project", subject_id="suite",
        cause="batch", path="/batches/batch", at=iso(clock()),
    )  # fmt: skip
    values = {"name": "Team", "kind": "webhook", "place": "x", "address": Address(url="http://x.test"), "quiet": None}
    target = (await alert_targets.add(db, vault, "project", {**values, "paused": False}, clock())).id
    keeper = jobs(db, clock, [], [], folder=tmp_path)
    await keeper.clear()

    async def left() -> tuple[int, int]:
        await keeper.clear()
        rows = await db.all("select 1 from alerts")
        return len(await mails.listed(db, vault, "project", 10)), len(rows)

    await mails.add(db, vault, "project", Mail(0, "a@b.c", ("d@e.f",), "Welcome", "Hello"), 10, 10_000_000, clock())
    await alerts.add(db, [(target, news)], clock())
    clock.set(2 * 365 * DAY)
    assert await left() == (1, 1)
    clock.set(-2 * 365 * DAY)
    for days, expected in ((6, (1, 1)), (2, (0, 1)), (83, (0, 0))):
        for _ in range(days):
            clock.move(DAY)
            await keeper.look_at_clock()
        assert await left() == expected


@pytest.mark.parametrize("days", [2, -2, -800])
async def test_a_clock_that_goes_on_or_back_is_no_reason_to_keep_more(
    db: Database, ask: Ask, clock: MovedClock, tmp_path: Path, days: int
) -> None:
    """Off over the weekend; set back, by whatever much."""
    run = await ask()
    await runs.cancel(db, run, "Over.", clock())
    keeper = jobs(db, clock, [], [], Keep(days=5, runs=10, bytes=10**9), tmp_path)
    await keeper.clear()
    clock.set(days * DAY)
    await keeper.clear()
    assert await runs.status(db, run) is not None
    clock.set(max(days, -days) * DAY if days < 0 else 0)
    for _ in range(6):
        clock.move(DAY)
        await keeper.clear()
    assert await runs.status(db, run) is None


async def test_who_changed_what_is_kept_no_longer_than_the_operator_says(
    db: Database, clock: MovedClock, tmp_path: Path
) -> None:
    somebody = Actor("lab", None, COMMAND_LINE)
    await audit.note(db, somebody, "plan.changed", "old", clock())
    clock.move(20 * DAY)
    await audit.note(db, somebody, "plan.changed", "new", clock())
    keeper = jobs(db, clock, [], [], PLENTY, tmp_path)
    for left in (["new", "old"], ["new"]):
        await keeper.clear()
        assert [each.subject for each in await audit.listed(db, "lab", 9)] == left
        for _ in range(11):  # a clock that goes on a day at a time is believed
            clock.move(DAY)
            await keeper.look_at_clock()
    assert (await audit.check(db, "lab")).intact


async def test_a_clearing_reads_and_deletes_a_few_at_a_time(
    db: Database, ask: Ask, clock: MovedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "_PAGE", 30)
    bites: list[int] = []
    delete = runs.delete

    async def counted(db: Database, run_ids: list[str]) -> None:
        bites.append(len(run_ids))
        await delete(db, run_ids)

    monkeypatch.setattr(runs, "delete", counted)
    ids = [await ask() for _ in range(70)]
    for run_id in ids:
        await runs.cancel(db, run_id, "Over.", clock())
    await jobs(db, clock, [], [], Keep(days=30, runs=5, bytes=10**9), tmp_path).clear()
    assert [await runs.status(db, run_id) is not None for run_id in ids] == [False] * 65 + [True] * 5
    assert sum(bites) == 65
    assert max(bites) <= 20


async def test_files_nobody_knows_any_more_go_when_they_are_settled(
    db: Database, ask: Ask, clock: MovedClock, tmp_path: Path
) -> None:
    artifacts = Artifacts(tmp_path, lambda _: (b"secret",))
    clock.now = clock.now.replace(year=2040)
    run, lost, fresh = await ask(), "lost-owner", "new-baseline"
    for owner in (run, lost, fresh):
        await artifacts.save(owner, "a.png", b"x")
    long_ago = clock.now.timestamp() - 7200
    for owner in (run, lost):
        os.utime(tmp_path / owner[:2] / owner, (long_ago, long_ago))
    os.utime(tmp_path / fresh[:2] / fresh, (clock.now.timestamp(),) * 2)
    await jobs(db, clock, [], [], PLENTY, tmp_path).clear()
    assert [bool(artifacts.open(f"{owner}/a.png")) for owner in (run, lost, fresh)] == [True, False, True]


async def test_clearing_before_anything_was_filed(db: Database, clock: MovedClock, tmp_path: Path) -> None:
    await jobs(db, clock, [], [], PLENTY, tmp_path / "nothing").clear()
    kept = [path.name for path in (tmp_path / "nothing").rglob("*")]
    assert kept in ([], [".reserve"])
