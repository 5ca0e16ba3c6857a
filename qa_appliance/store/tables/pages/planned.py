"""The planned table: what a model planned for a clause on a page, by what it was asked. Never reads an answer."""

from __future__ import annotations

from datetime import datetime

from qa_appliance.core.clock import iso
from qa_appliance.core.outcome import Planned
from qa_appliance.store.database import Database

MOST = 200  # of a project; the ones not used for the longest time go


async def of_project(db: Database, project_id: str) -> dict[str, bytes]:
    rows = await db.all("select key, answer from planned where project_id = ?", (project_id,))
    return {row["key"]: row["answer"] for row in rows}


async def learn(db: Database, project_id: str, planned: Planned, now: datetime, *, passed: bool) -> None:
    """What led to a pass is kept, and what passed itself in a run that failed elsewhere, to be taken once more: what a
    failed run used goes, so that a wrong plan is asked about anew."""
    gone = [*planned.unfit, *(() if passed else planned.used)]
    kept = planned.used if passed else ()
    new = {key: answer for key, answer in planned.new.items() if passed or key in planned.proven}
    if not (gone or kept or new):
        return
    async with db.write() as transaction:
        for key in gone:
            await transaction.execute("delete from planned where project_id = ? and key = ?", (project_id, key))
        for key in kept:
            await transaction.execute(
                "update planned set used_at = ? where project_id = ? and key = ?", (iso(now), project_id, key)
            )
        for key, answer in new.items():
            await transaction.execute(
                "insert into planned (project_id, key, answer, used_at) values (?, ?, ?, ?)"
                " on conflict (project_id, key) do update set answer = excluded.answer, used_at = excluded.used_at",
                (project_id, key, answer, iso(now)),
            )
        await transaction.execute(
            "delete from planned where project_id = ?1 and key not in"
            " (select key from planned where project_id = ?1 order by used_at desc, rowid desc limit ?2)",
            (project_id, MOST),
        )
