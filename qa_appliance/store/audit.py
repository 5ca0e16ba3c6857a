"""Who changed what. Appended to, never changed, never holding a secret."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from qa_appliance.core.clock import iso
from qa_appliance.store.database import Database


async def note(
    db: Database, org_id: str, user_id: str | None, action: str, subject: str, now: datetime, **details: Any
) -> None:
    """`action` as "key.minted", `subject` the id of what it was done to."""
    async with db.write() as transaction:
        await transaction.insert(
            "audit",
            {
                "org_id": org_id, "user_id": user_id, "at": iso(now), "action": action, "subject": subject,
                "details_json": msgspec.json.encode(details).decode() if details else None,
            },
        )  # fmt: skip
