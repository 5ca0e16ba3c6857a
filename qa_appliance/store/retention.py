"""What is deleted when: ended runs by age, by count and by the bytes of their artifacts, for each organization.

Runs in line or at work are never touched. The last run and the last passed run of a procedure count, but only their
age deletes them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.settings import Retention
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.tables import runs

_AT_ONCE = 20  # runs deleted in one transaction
_PAUSE = 2  # times as long as one took, before the next: what else writes goes first
_PAGE = 500  # runs looked at in one read
_SETTLED = timedelta(hours=1)  # a picture is filed before the baseline that names it, a file before it is listed


class Keep(Struct, frozen=True):
    """The most that is kept for one organization. `days` since a run ended; `bytes` of all its artifacts."""

    days: int
    runs: int
    bytes: int


def kept_by(operator: Retention) -> Keep:
    return Keep(operator.days, operator.runs, operator.megabytes * 1_000_000)


class Wish(Struct, frozen=True):
    """What an organization itself wants kept of its runs: less than the operator keeps; None: as the operator says."""

    days: int | None = None
    runs: int | None = None
    bytes: int | None = None


async def wish(db: Database, org_id: str) -> Wish:
    row = await db.one("select keep_days, keep_runs, keep_bytes from organizations where id = ?", (org_id,))
    return Wish(*row) if row else Wish()


async def set_wish(db: Database, org_id: str, changes: dict[str, int | None]) -> None:
    """`changes` holds fields of `Wish` by name; takes effect with the next clearing."""
    columns = {f"keep_{name}": changes[name] for name in Wish.__struct_fields__ if name in changes}
    async with db.write() as transaction:
        if columns:
            await transaction.update("organizations", columns, "id = :id", {"id": org_id})


async def clear(db: Database, artifacts: Artifacts, keep: Keep, now: datetime) -> int:
    """Deletes what is too old or too much, in small bites with pauses; answers how many runs.

    `keep` is the operator's limit. Files go first: a run without its files says so, files without a run would be
    found by nobody. What an earlier clearing left of files is removed too.
    """
    deleted = 0
    for row in await db.all("select id from organizations"):
        async for ids in _superfluous(db, artifacts, row["id"], _narrowed(keep, await wish(db, row["id"])), now):
            for at in range(0, len(ids), _AT_ONCE):
                began = time.monotonic()
                part = ids[at : at + _AT_ONCE]
                for run_id in part:
                    await artifacts.delete(run_id)
                await runs.delete(db, part)
                deleted += len(part)
                await asyncio.sleep(_PAUSE * (time.monotonic() - began))
    await _sweep(db, artifacts, now - _SETTLED)
    return deleted


def _narrowed(keep: Keep, wanted: Wish) -> Keep:
    """An organization may keep less than the operator does, never more."""
    least = {name: min(most, getattr(wanted, name) or most) for name, most in msgspec.structs.asdict(keep).items()}
    return Keep(**least)


async def _superfluous(
    db: Database, artifacts: Artifacts, org_id: str, keep: Keep, now: datetime
) -> AsyncIterator[list[str]]:
    """The ids of runs to delete, a page of runs at a time, newest first."""
    needed = await db.all(
        "select last_run_id as id from procedures p join projects j on j.id = p.project_id"
        " where j.org_id = :org and p.deleted_at is null and last_run_id is not null"
        " union select (select id from runs where procedure_id = p.id and overall_status = 'passed'"
        " order by seq desc limit 1) from procedures p join projects j on j.id = p.project_id where j.org_id = :org",
        {"org": org_id},
    )
    kept, old, before = {row["id"] for row in needed}, iso(now - timedelta(days=keep.days)), 2**62
    count, size = 0, 0
    while rows := await db.all(
        "select seq, id, coalesce(completed_at, created_at) as ended, status in ('pending', 'running') as alive"
        " from runs where org_id = ? and seq < ? order by seq desc limit ?",
        (org_id, before, _PAGE),
    ):
        sizes = await artifacts.sizes([row["id"] for row in rows])
        before, going = rows[-1]["seq"], []
        for row in rows:
            count, size = count + 1, size + sizes[row["id"]]
            too_much = (count > keep.runs or size > keep.bytes) and row["id"] not in kept
            if (too_much or row["ended"] < old) and not row["alive"]:
                going.append(row["id"])
                count, size = count - 1, size - sizes[row["id"]]
        yield going


async def _sweep(db: Database, artifacts: Artifacts, before: datetime) -> None:
    """Artifacts whose run, baseline or file of a project is gone."""
    async for owners in artifacts.owners(before):
        for at in range(0, len(owners), _PAGE):
            part = owners[at : at + _PAGE]
            known = await db.all(
                "with asked as (select value from json_each(?)) select id from runs where id in asked"
                " union select id from baselines where id in asked union select id from files where id in asked",
                (msgspec.json.encode(part).decode(),),
            )
            for owner in set(part) - {row["id"] for row in known}:
                await artifacts.delete(owner)
