"""The schedules table: what starts a suite or a saved test by the clock. `next_at` is null while it is paused."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.database import Database, Row, Transaction


class ScheduleFacts(Struct, frozen=True, kw_only=True, rename="camel"):
    """What anybody may read of a schedule. Exactly one of `suite_id` and `procedure_id`, exactly one of `cron` and
    `every`. Times are ISO texts (UTC). `last_problem`: why its last time began nothing, or began late."""

    id: str
    project_id: str
    name: str
    suite_id: str | None
    procedure_id: str | None
    environment_id: str | None
    cron: str | None
    every: str | None
    timezone: str
    paused: bool
    created_at: str
    updated_at: str
    last_at: str | None
    last_batch_id: str | None
    last_run_id: str | None
    last_problem: str | None


class Schedule(ScheduleFacts, frozen=True, kw_only=True):
    """With whose it is, and when it is due."""

    org_id: str
    user_id: str
    next_at: str | None


_SELECT = (
    "select s.id, s.project_id, j.org_id, s.name, s.suite_id, s.procedure_id, s.environment_id, s.cron, s.every,"
    " s.timezone, s.paused, s.user_id, s.created_at, s.updated_at, s.next_at, s.last_at, s.last_batch_id,"
    " s.last_run_id, s.last_problem from schedules s join projects j on j.id = s.project_id"
)


async def find(db: Database, schedule_id: str) -> Schedule | None:
    row = await db.one(f"{_SELECT} where s.id = ?", (schedule_id,))
    return _schedule(row) if row else None


async def listed(db: Database, project_id: str) -> list[Schedule]:
    """By name."""
    rows = await db.all(f"{_SELECT} where s.project_id = ? order by s.name collate nocase, s.id", (project_id,))
    return [_schedule(row) for row in rows]


async def due(db: Database, now: datetime) -> list[Schedule]:
    """Those of living projects whose time has come, the one that waited longest first."""
    rows = await db.all(
        f"{_SELECT} where s.next_at is not null and s.next_at <= ? and j.archived_at is null order by s.next_at",
        (iso(now),),
    )
    return [_schedule(row) for row in rows]


async def waiting(db: Database, now: datetime) -> list[Schedule]:
    """Those whose time is still to come."""
    return [_schedule(row) for row in await db.all(f"{_SELECT} where s.next_at > ?", (iso(now),))]


async def put_off(db: Database, schedule: Schedule, moment: datetime | None, problem: str | None) -> None:
    """To another moment; the time it waited for is not used up. Nothing, where somebody changed it meanwhile."""
    values = {"next_at": None if moment is None else iso(moment), "last_problem": problem}
    known = {"id": schedule.id, "was": schedule.next_at}
    async with db.write() as transaction:
        await transaction.update("schedules", values, "id = :id and next_at = :was", known)


async def soonest(db: Database) -> str | None:
    """The next time of any schedule of a living project."""
    row = await db.one(
        "select min(s.next_at) from schedules s join projects j on j.id = s.project_id"
        " where s.next_at is not null and j.archived_at is null"
    )
    return row[0] if row else None


async def add(db: Database, project_id: str, user_id: str, values: Mapping[str, object], now: datetime) -> str:
    """`values` by column. Answers the id."""
    schedule_id = new_id()
    columns = dict(values) | {
        "id": schedule_id,
        "project_id": project_id,
        "user_id": user_id,
        "created_at": iso(now),
        "updated_at": iso(now),
    }
    async with db.write() as transaction:
        await transaction.insert("schedules", columns)
    return schedule_id


async def change(db: Database, schedule_id: str, values: Mapping[str, object], now: datetime) -> None:
    """What is left out of `values` stays."""
    async with db.write() as transaction:
        columns = dict(values) | {"updated_at": iso(now)}
        await transaction.update("schedules", columns, "id = :id", {"id": schedule_id})


async def use_up(
    transaction: Transaction,
    schedule: Schedule,
    next_at: datetime | None,
    *,
    batch_id: str | None = None,
    run_id: str | None = None,
    problem: str | None = None,
) -> bool:
    """Its time is used up, with what came of it. False: somebody changed it, or was first."""
    values = {
        "next_at": None if next_at is None else iso(next_at),
        "last_at": schedule.next_at,
        "last_batch_id": batch_id,
        "last_run_id": run_id,
        "last_problem": problem,
    }
    known = {"id": schedule.id, "was": schedule.next_at}
    return await transaction.update("schedules", values, "id = :id and next_at = :was", known) == 1


async def remove(db: Database, schedule_id: str) -> None:
    async with db.write() as transaction:
        await transaction.execute("delete from schedules where id = ?", (schedule_id,))


def _schedule(row: Row) -> Schedule:
    return Schedule(**dict(row) | {"paused": bool(row["paused"])})
