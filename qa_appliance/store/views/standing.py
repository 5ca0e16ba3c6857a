"""How a suite or a procedure stands: by its newest run that came to a verdict. Changes nothing."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.store.database import Database

_OF = {
    "suite": (
        "select s.name, (select r.verdict from suite_runs r where r.suite_id = s.id and r.verdict is not null"
        " order by r.created_at desc, r.rowid desc limit 1) as verdict"
        " from suites s join projects j on j.id = s.project_id and j.archived_at is null where s.id = ?"
    ),
    "procedure": (
        "select p.name, (select r.overall_status from runs r where r.procedure_id = p.id"
        " and r.overall_status is not null order by r.seq desc limit 1) as verdict"
        " from procedures p join projects j on j.id = p.project_id and j.archived_at is null"
        " where p.id = ? and p.deleted_at is null"
    ),
}


class Standing(Struct, frozen=True):
    name: str
    verdict: Literal["passed", "failed", "flaky", "none"]


async def of(db: Database, kind: Literal["suite", "procedure"], thing: str) -> Standing | None:
    """None: there is no such thing any more."""
    row = await db.one(_OF[kind], (thing,))
    return None if row is None else Standing(row["name"], row["verdict"] or "none")
