"""What the clock starts: a fortnight with the change to summer time, pauses, refusals, a machine that was off."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from qa_appliance.core.clock import iso
from qa_appliance.store.database import Transaction
from qa_appliance.store.tables import environments, plans, schedules
from qa_appliance.store.tables.schedules import Schedule
from qa_appliance.suites.schedules import NOWHERE, UNREADABLE, Timer, next_time
from tests.suites.conftest import Team


async def _schedule(team: Team, **changes: object) -> str:
    values = {"name": "Every night", "cron": "30 2 * * *", "every": None, "timezone": "Europe/Berlin", "paused": False}
    schedule_id = await schedules.add(team.db, team.project_id, team.user_id, values | changes, team.now)
    schedule = await _read(team, schedule_id)
    moment = next_time(schedule, team.now)
    await schedules.change(team.db, schedule_id, {"next_at": iso(moment) if moment else None}, team.now)
    return schedule_id


async def _read(team: Team, schedule_id: str) -> Schedule:
    schedule = await schedules.find(team.db, schedule_id)
    assert schedule is not None
    return schedule


async def _begun(team: Team) -> list[str]:
    rows = await team.db.all("select created_at from runs order by seq")
    return [row["created_at"][8:16] for row in rows]


async def _pass(team: Team, *, hours: int, timer: Timer | None = None) -> None:
    """Time goes by, in steps of half an hour."""
    for _ in range(hours * 2):
        team.move(minutes=30)
        await (timer or team.timer).start_what_is_due()


async def test_a_paused_schedule_starts_nothing(team: Team) -> None:
    schedule_id = await _schedule(team, procedure_id=await team.procedure("a"), paused=True)
    await _pass(team, hours=48)
    assert await _begun(team) == []
    assert (await _read(team, schedule_id)).next_at is None


async def test_what_cannot_be_started_says_why_and_goes_on(team: Team) -> None:
    schedule_id = await _schedule(team, procedure_id=await team.procedure("a"))
    await plans.set_plan(team.db, team.org_id, {"state": "locked"})
    await _pass(team, hours=24)
    assert await _begun(team) == []
    assert "Runs are paused" in ((await _read(team, schedule_id)).last_problem or "")
    await plans.set_plan(team.db, team.org_id, {"state": "active"})
    await _pass(team, hours=24)
    assert len(await _begun(team)) == 1
    assert (await _read(team, schedule_id)).last_problem is None


async def test_a_removed_test_is_told(team: Team) -> None:
    schedule_id = await _schedule(team, procedure_id=await team.procedure("a"))
    async with team.db.write() as transaction:
        await transaction.execute("update procedures set deleted_at = created_at")
    await _pass(team, hours=24)
    assert (await _read(team, schedule_id)).last_problem == "Procedure not found"


@pytest.mark.parametrize("what", ["suite_id", "procedure_id"])
async def test_what_is_for_an_environment_is_not_run_elsewhere_once_it_is_removed(team: Team, what: str) -> None:
    """A test of the staging site may delete what the real one needs."""
    procedure = await team.procedure("a")
    thing = procedure if what == "procedure_id" else (await team.suite([procedure])).id
    site = {"name": "Staging", "base_url": "http://127.0.0.1:8/", "extra_headers": {}, "cookies": []}
    staging = await environments.add(team.db, team.vault, team.project_id, site, team.now)
    schedule_id = await _schedule(team, environment_id=staging.id, **{what: thing})
    await _pass(team, hours=24)
    assert len(await _begun(team)) == 1
    await environments.remove(team.db, staging.id)
    await _pass(team, hours=24)
    assert len(await _begun(team)) == 1
    assert (await _read(team, schedule_id)).last_problem == NOWHERE


async def test_one_that_breaks_holds_up_no_other(team: Team) -> None:
    procedure = await team.procedure("a")
    broken = await _schedule(team, name="A", procedure_id=procedure)
    await _schedule(team, name="B", procedure_id=procedure)
    await schedules.change(team.db, broken, {"timezone": "Nowhere/Land"}, team.now)
    await _pass(team, hours=24)
    assert len(await _begun(team)) == 1
    assert ((await _read(team, broken)).last_problem, (await _read(team, broken)).next_at) == (UNREADABLE, None)


async def test_two_timers_start_it_once(team: Team) -> None:
    await _schedule(team, procedure_id=await team.procedure("a"))
    other = Timer(team.db, team.intake, clock=team.clock)
    for _ in range(48):
        team.move(minutes=30)
        await team.timer.start_what_is_due()
        await other.start_what_is_due()
    assert len(await _begun(team)) == 1


async def test_what_was_missed_is_made_up_for_once(team: Team) -> None:
    schedule_id = await _schedule(team, procedure_id=await team.procedure("a"), cron=None, every="2 hours")
    team.move(hours=9)  # the machine was off
    await team.timer.start_what_is_due()
    await team.timer.start_what_is_due()
    assert await _begun(team) == ["20T21:00"]
    read = await _read(team, schedule_id)
    assert "Begun late" in (read.last_problem or "")
    assert read.next_at == "2026-03-20T22:00:00.000Z"


async def test_what_was_missed_long_ago_is_only_told(team: Team) -> None:
    schedule_id = await _schedule(team, procedure_id=await team.procedure("a"), cron="30 2 * * 2")
    team.move(days=10)  # to a Monday
    await team.timer.start_what_is_due()
    assert await _begun(team) == []
    assert "too long ago" in ((await _read(team, schedule_id)).last_problem or "")


async def test_after_days_off_the_night_just_past_is_made_up_for(team: Team) -> None:
    schedule_id = await _schedule(team, procedure_id=await team.procedure("a"))
    team.move(days=3)
    for _ in range(2):
        await team.timer.start_what_is_due()
    assert await _begun(team) == ["23T12:00"]
    assert "was not running at 2026-03-21T01:30" in ((await _read(team, schedule_id)).last_problem or "")


@pytest.mark.parametrize("what", ["suite_id", "procedure_id"])
async def test_what_is_begun_and_that_its_time_is_used_up_are_written_together(
    team: Team, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """However the appliance ends in between, nothing is begun twice, and nothing is left out."""
    procedure = await team.procedure("a")
    thing = procedure if what == "procedure_id" else (await team.suite([procedure])).id
    schedule_id = await _schedule(team, **{what: thing})
    seen = []
    use_up = schedules.use_up

    async def killed(transaction: Transaction, schedule: Schedule, *args: Any, **more: Any) -> bool:
        seen.append(await transaction.one("select count(*) from runs"))
        await use_up(transaction, schedule, *args, **more)
        raise asyncio.CancelledError

    monkeypatch.setattr(schedules, "use_up", killed)
    team.move(hours=14)
    with pytest.raises(asyncio.CancelledError):
        await team.timer.start_what_is_due()
    assert [row[0] for row in seen if row] == [1]  # the run was there, in the same transaction
    assert (await _begun(team), (await _read(team, schedule_id)).last_at) == ([], None)
    monkeypatch.undo()
    for _ in range(2):
        await team.timer.start_what_is_due()
    read = await _read(team, schedule_id)
    assert (len(await _begun(team)), read.last_at) == (1, "2026-03-21T01:30:00.000Z")
    assert (read.last_run_id or read.last_batch_id) is not None


async def test_what_breaks_in_the_appliance_is_told_and_makes_no_storm(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    schedule_id = await _schedule(team, procedure_id=await team.procedure("a"))

    async def breaks(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(team.timer, "_trigger", breaks)
    team.move(hours=14)
    await team.timer.start_what_is_due()
    read = await _read(team, schedule_id)
    assert ("its log says why" in (read.last_problem or ""), read.next_at) == (True, "2026-03-22T01:30:00.000Z")


async def test_a_fortnight_with_summer_time_and_a_restart(team: Team) -> None:
    """From Friday noon, 20 March, to Friday noon, 3 April; clocks go forward on the 29th."""
    suite = await team.suite([await team.procedure("a")])
    schedule_id = await _schedule(team, suite_id=suite.id)
    await _pass(team, hours=24 * 7)
    await _pass(team, hours=24 * 7, timer=Timer(team.db, team.intake, clock=team.clock))
    assert await _begun(team) == [
        *(f"{day}T01:30" for day in range(21, 29)),  # 02:30 in winter
        "29T01:00",  # there was no 02:30: it was three o'clock
        *(f"{day:02}T00:30" for day in (30, 31, 1, 2, 3)),  # 02:30 in summer
    ]
    batches: set[str] = {row["batch_id"] for row in await team.db.all("select batch_id from runs")}
    assert len(batches) == 14
    assert (await _read(team, schedule_id)).last_batch_id in batches


async def test_the_hour_that_comes_twice_in_autumn_starts_once(team: Team) -> None:
    """Clocks go back from three to two on 25 October; the appliance is started anew as that hour comes again."""
    team.now = datetime(2026, 10, 23, 12, 0, tzinfo=UTC)
    await _schedule(team, procedure_id=await team.procedure("a"))
    hourly = await _schedule(team, procedure_id=await team.procedure("b"), cron="0 * * * *", name="Every hour")
    await schedules.change(team.db, hourly, {"paused": True, "next_at": None}, team.now)
    await _pass(team, hours=37)  # until 01:00, which is the second time it is two o'clock
    await _pass(team, hours=72, timer=Timer(team.db, team.intake, clock=team.clock))
    assert await _begun(team) == ["24T00:30", "25T00:30", "26T01:30", "27T01:30"]
    schedule = msgspec.structs.replace(await _read(team, hourly), paused=False)
    eve = datetime(2026, 10, 24, 23, 30, tzinfo=UTC)
    times = [eve]
    for _ in range(4):
        times.append(next_time(schedule, times[-1]) or eve)
    assert [f"{each:%H:%M}" for each in times[1:]] == ["00:00", "01:00", "02:00", "03:00"], "none is left out"


async def test_a_clock_that_is_set_back_starts_nothing_twice(team: Team) -> None:
    await _schedule(team, procedure_id=await team.procedure("a"))
    await _pass(team, hours=24)
    team.now = datetime(2026, 3, 20, 20, 0, tzinfo=UTC)
    await _pass(team, hours=10)
    assert len(await _begun(team)) == 1


async def test_a_clock_that_is_wrong_for_a_moment_neither_begins_nor_silences_anything(team: Team) -> None:
    """A machine wakes in 2036, and its clock is set right seconds later."""
    procedure = await team.procedure("a")
    hourly = await _schedule(team, procedure_id=procedure, cron="0 * * * *")
    often = await _schedule(team, procedure_id=procedure, cron=None, every="2 hours")
    await team.timer.start_what_is_due()
    right = team.now
    team.now = datetime(2036, 1, 1, 0, 30, tzinfo=UTC)
    await team.timer.start_what_is_due()
    assert await _begun(team) == []
    assert "is not made up for" in ((await _read(team, hourly)).last_problem or "")
    team.now = right
    await team.timer.start_what_is_due()
    assert [(await _read(team, each)).next_at for each in (hourly, often)] == [
        "2026-03-20T13:00:00.000Z", "2026-03-20T14:00:00.000Z",
    ]  # fmt: skip
    await _pass(team, hours=2)
    assert await _begun(team) == ["20T13:00", "20T14:00", "20T14:00"]


async def test_a_clock_that_was_wrong_while_the_appliance_was_off_silences_nothing(team: Team) -> None:
    """What was begun, and reckoned, in 2036 holds up nothing once it is 2026."""
    schedule_id = await _schedule(team, procedure_id=await team.procedure("a"), cron="0 * * * *")
    ahead = {"next_at": "2036-01-01T01:00:00.000Z", "last_at": "2036-01-01T00:00:00.000Z"}
    await schedules.change(team.db, schedule_id, ahead, team.now)
    await _pass(team, hours=1, timer=Timer(team.db, team.intake, clock=team.clock))
    assert await _begun(team) == ["20T13:00"]


async def test_an_interval_that_was_set_up_by_a_clock_ahead_begins_all_the_same(team: Team) -> None:
    right, team.now = team.now, datetime(2036, 1, 1, 0, 30, tzinfo=UTC)
    await _schedule(team, procedure_id=await team.procedure("a"), cron=None, every="2 hours")
    team.now = right
    await _pass(team, hours=5)
    assert len(await _begun(team)) == 2
