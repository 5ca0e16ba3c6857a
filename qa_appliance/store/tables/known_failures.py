"""The known_failures table: failures of tests that a person has marked as known.

A failure is known as long as the test fails in the same class and at the same steps, none more, and no longer than
`until`; without that, until the test has passed some times in a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.suites import Failure
from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.database import Database, Transaction

GONE_AFTER = 3  # passes in a row


class KnownFailure(Struct, frozen=True, kw_only=True, rename="camel"):
    """`until` an ISO time; None: until the failure changes."""

    procedure_id: str
    failure_class: str | None
    step: str | None
    reason: str
    until: str | None
    by: str | None
    created_at: str


async def of(db: Database, procedure_ids: Sequence[str | None], now: datetime) -> set[tuple[str, Failure]]:
    """What is known at that moment of these tests."""
    rows = await db.all(
        "select procedure_id, failure_class, step from known_failures where procedure_id in (select value from"
        " json_each(?)) and (until is null or until > ?)",
        (msgspec.json.encode([each for each in procedure_ids if each]).decode(), iso(now)),
    )
    return {(row["procedure_id"], Failure(row["failure_class"], row["step"])) for row in rows}


async def find(db: Database, procedure_id: str, failure: Failure, now: datetime) -> KnownFailure | None:
    row = await db.one(
        "select k.procedure_id, k.failure_class, k.step, k.reason, k.until, u.name as by, k.created_at"
        " from known_failures k left join users u on u.id = k.user_id"
        " where k.procedure_id = ? and k.failure_class is ? and k.step is ? and (k.until is null or k.until > ?)",
        (procedure_id, failure.failure_class, failure.step, iso(now)),
    )
    return KnownFailure(**dict(row)) if row else None


async def mark(
    transaction: Transaction,
    project_id: str,
    procedure_id: str,
    failure: Failure,
    *,
    reason: str,
    until: str | None,
    user_id: str,
    now: datetime,
) -> None:
    """Replaces what was said of the same failure before."""
    await forget(transaction, procedure_id, failure)
    await transaction.insert(
        "known_failures",
        {
            "id": new_id(),
            "project_id": project_id,
            "procedure_id": procedure_id,
            "failure_class": failure.failure_class,
            "step": failure.step,
            "reason": reason,
            "until": until,
            "user_id": user_id,
            "created_at": iso(now),
        },
    )


async def end(transaction: Transaction, procedure_id: str, before: str, now: datetime) -> None:
    """Of those that are known without a date, since before that moment."""
    await transaction.execute(
        "update known_failures set until = ? where procedure_id = ? and until is null and created_at < ?",
        (iso(now), procedure_id, before),
    )


async def forget(transaction: Transaction, procedure_id: str, failure: Failure) -> None:
    await transaction.execute(
        "delete from known_failures where procedure_id = ? and failure_class is ? and step is ?",
        (procedure_id, failure.failure_class, failure.step),
    )
