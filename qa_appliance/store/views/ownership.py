"""The 404 for what is not the caller's. Never tells of an organization the caller does not belong to."""

from __future__ import annotations

from qa_appliance.core.errors import NotFound
from qa_appliance.store.database import Database


async def missing(db: Database, message: str, *, user_id: str, org_id: str | None) -> NotFound:
    """`org_id` is whose the thing is, None when it does not exist.

    Carries `other_workspace` with the organization's id and name only if the user is a member there (contract 7).
    """
    row = await db.one(
        "select o.id, o.name from organizations o join members m on m.org_id = o.id"
        " where o.id = ? and m.user_id = ? and o.deleted_at is null",
        (org_id, user_id),
    )
    if row is None:
        return NotFound(message)
    return NotFound(message, code="other_workspace", orgId=row["id"], orgName=row["name"])
