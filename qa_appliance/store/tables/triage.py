"""What people say of a run that failed: who looks into it, remarks, and that the failure is known."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

from qa_appliance.core.batches.suites import Failure
from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.database import Database, Transaction

Kind = Literal["comment", "assigned", "unassigned", "known", "not_known"]


class Remark(Struct, frozen=True, kw_only=True, rename="camel"):
    """One line of a run's history of triage. `text` of "assigned": who; of "known": the reason."""

    id: str
    kind: Kind
    text: str | None
    by: str | None
    created_at: str


class Assignee(Struct, frozen=True, rename="camel"):
    user_id: str
    name: str


class Failed(Struct, frozen=True, kw_only=True):
    """What is triaged of a run. `failure` None: it did not fail."""

    project_id: str
    procedure_id: str | None
    failure: Failure | None


async def assignee(db: Database, run_id: str) -> Assignee | None:
    row = await db.one(
        "select u.id, coalesce(nullif(u.name, ''), u.email) from runs r join users u on u.id = r.assignee_user_id"
        " where r.id = ?",
        (run_id,),
    )
    return Assignee(*row) if row else None


async def assignees(db: Database, org_id: str) -> list[Assignee]:
    """Everybody of the organization, by name."""
    rows = await db.all(
        "select u.id, coalesce(nullif(u.name, ''), u.email) as name from members m join users u on u.id = m.user_id"
        " where m.org_id = ? and u.service_of is null order by name collate nocase, u.id",
        (org_id,),
    )
    return [Assignee(*row) for row in rows]


async def entries(db: Database, run_id: str) -> list[Remark]:
    """In their order."""
    rows = await db.all(
        "select t.id, t.kind, t.text, coalesce(nullif(u.name, ''), u.email) as by, t.created_at"
        " from triage t left join users u on u.id = t.user_id where t.run_id = ? order by t.rowid",
        (run_id,),
    )
    return [Remark(**dict(row)) for row in rows]


async def note(
    transaction: Transaction, run_id: str, kind: Kind, text: str | None, user_id: str, now: datetime
) -> None:
    values = {"id": new_id(), "run_id": run_id, "kind": kind, "text": text, "user_id": user_id, "created_at": iso(now)}
    await transaction.insert("triage", values)


async def assign(transaction: Transaction, run_id: str, user_id: str | None) -> None:
    await transaction.update("runs", {"assignee_user_id": user_id}, "id = :id", {"id": run_id})
