"""Who changed what. Appended to, never changed, never holding a secret."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.store.database import Database


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
        "select a.at, a.action, a.subject, a.user_id, u.email, a.details_json from audit a"
        " left join users u on u.id = a.user_id where a.org_id = ? order by a.id desc limit ?",
        (org_id, limit),
    )
    return [
        Entry(
            at=row["at"],
            action=row["action"],
            subject=row["subject"],
            user_id=row["user_id"],
            email=row["email"],
            details=None if row["details_json"] is None else msgspec.json.decode(row["details_json"]),
        )
        for row in rows
    ]


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
