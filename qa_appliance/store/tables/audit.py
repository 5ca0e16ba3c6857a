"""Who changed what. Appended to, never changed, never holding a secret."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.store.database import Database, Row

_COLUMNS = (
    "a.at, a.action, a.subject, a.user_id, u.email, a.details_json from audit a left join users u on u.id = a.user_id"
)
_PAGE = 500
_BEHIND_ALL = 2**63 - 1  # SQLite's largest id


class Entry(Struct, frozen=True, rename="camel"):
    """`action` as "key.minted", `subject` the id of what it was done to; the user may be gone by now."""

    at: str
    action: str
    subject: str
    user_id: str | None
    email: str | None
    details: dict[str, Any] | None


async def listed(db: Database, org_id: str, limit: int) -> list[Entry]:
    """The newest entries of an organization, newest first."""
    rows = await db.all(
        f"select {_COLUMNS} where a.org_id = ? order by a.id desc limit ?",
        (org_id, limit),
    )
    return [_entry(row) for row in rows]


async def every(db: Database, org_id: str) -> AsyncIterator[list[Entry]]:
    """All entries of an organization, newest first, so many at a time that nothing else waits for long."""
    before = _BEHIND_ALL
    while rows := await db.all(
        f"select a.id, {_COLUMNS} where a.org_id = ? and a.id < ? order by a.id desc limit ?", (org_id, before, _PAGE)
    ):
        before = rows[-1]["id"]
        yield [_entry(row) for row in rows]


def _entry(row: Row) -> Entry:
    return Entry(
        at=row["at"],
        action=row["action"],
        subject=row["subject"],
        user_id=row["user_id"],
        email=row["email"],
        details=None if row["details_json"] is None else msgspec.json.decode(row["details_json"]),
    )


async def note(
    db: Database, org_id: str, user_id: str | None, action: str, subject: str, now: datetime, **details: object
) -> None:
    """Writes one entry."""
    async with db.write() as transaction:
        await transaction.insert(
            "audit",
            {
                "org_id": org_id,
                "user_id": user_id,
                "at": iso(now),
                "action": action,
                "subject": subject,
                "details_json": msgspec.json.encode(details).decode() if details else None,
            },
        )
