"""How a suite or a procedure stands: by its newest run that came to a verdict. Changes nothing.

What was run at the project's own address is asked first: a preview somewhere else says nothing of it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.store.database import Database
from qa_appliance.store.tables.runs import as_written

_LOOKED_AT = 500  # newest runs of a procedure

_OF = {
    "suite": (
        "select s.name, (select verdict from (select r.verdict, r.place = j.base_url as home, r.created_at,"
        " r.rowid as nth from suite_runs r where r.suite_id = s.id and r.verdict is not null)"
        " order by home desc, created_at desc, nth desc limit 1) as verdict"
        " from suites s join projects j on j.id = s.project_id and j.archived_at is null where s.id = ?"
    ),
    "procedure": (
        "select p.name, (select verdict from (select r.seq, r.overall_status as verdict,"  # noqa: S608
        " r.environment_id is null and r.base_url = j.base_url as home"
        f" from runs r where r.procedure_id = p.id and r.overall_status is not null and {as_written('r')}"
        f" order by r.seq desc limit {_LOOKED_AT}) order by home desc, seq desc limit 1) as verdict"
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
