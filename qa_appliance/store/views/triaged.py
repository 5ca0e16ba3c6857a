"""What a run's failure is, what people have said of it, and since when its test fails. Changes nothing."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.suites import EndedStep, failure_of
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables import known_failures, triage
from qa_appliance.store.tables.known_failures import KnownFailure
from qa_appliance.store.tables.runs import as_written
from qa_appliance.store.tables.triage import Assignee, Failed, Remark


class RunAt(Struct, frozen=True, rename="camel"):
    run_id: str
    created_at: str


class Triage(Struct, frozen=True, kw_only=True, rename="camel"):
    """Of one run. `known`: somebody has marked this very failure (its class and its steps) of the test.

    `failing_since`: the first of the test's failed runs since it passed last before; `passed_again`: the first that
    passed after it. All null for a run of no saved test.
    """

    assignee: Assignee | None
    known: KnownFailure | None
    entries: list[Remark]
    failing_since: RunAt | None
    last_passed: RunAt | None
    passed_again: RunAt | None


async def failed(db: Database, run_id: str) -> Failed | None:
    """None: there is no such run."""
    row = await db.one(
        "select r.project_id, r.procedure_id, r.overall_status, r.failure_class, p.steps_json from runs r"
        " left join run_payloads p on p.run_id = r.id where r.id = ?",
        (run_id,),
    )
    if row is None:
        return None
    steps = msgspec.json.decode(row["steps_json"], type=list[EndedStep]) if row["steps_json"] else []
    failure = failure_of(row["failure_class"], steps) if row["overall_status"] == "failed" else None
    return Failed(project_id=row["project_id"], procedure_id=row["procedure_id"], failure=failure)


async def find(db: Database, run_id: str, now: datetime) -> Triage:
    run = await failed(db, run_id)
    known = None
    since, passed, again = None, None, None
    if run is not None and run.procedure_id is not None and run.failure is not None:
        known = await known_failures.find(db, run.procedure_id, run.failure, now)
        since, passed, again = await _since(db, run_id, run.procedure_id)
    return Triage(
        assignee=await triage.assignee(db, run_id),
        known=known,
        entries=await triage.entries(db, run_id),
        failing_since=since,
        last_passed=passed,
        passed_again=again,
    )


async def _since(db: Database, run_id: str, procedure_id: str) -> tuple[RunAt | None, RunAt | None, RunAt | None]:
    """Since when it fails, when it passed last before, and when again."""
    green = f"procedure_id = :test and overall_status = 'passed' and {as_written('runs')}"
    given = {"test": procedure_id, "run": run_id}
    at = "select id, created_at, seq from runs where"
    own = "(select r.seq from runs r where r.id = :run)"
    passed = await db.one(f"{at} {green} and seq < {own} order by seq desc limit 1", given)
    again = await db.one(f"{at} {green} and seq > {own} order by seq limit 1", given)
    first = await db.one(
        f"{at} procedure_id = :test and overall_status = 'failed' and seq > :seq and {as_written('runs')}"
        " order by seq limit 1",
        given | {"seq": passed["seq"] if passed else 0},
    )
    return _at(first), _at(passed), _at(again)


def _at(row: Row | None) -> RunAt | None:
    return RunAt(row["id"], row["created_at"]) if row else None
