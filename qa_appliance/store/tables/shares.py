"""The shares table: links that show one run to whoever has them. What is in a link is kept as a digest alone."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Conflict
from qa_appliance.store.database import Database

MOST = 20  # open links to a run


class Share(Struct, frozen=True, kw_only=True, rename="camel"):
    """An open link. `by`: who made it."""

    id: str
    created_at: str
    expires_at: str
    by: str | None


async def listed(db: Database, run_id: str, now: datetime) -> list[Share]:
    """Those that are open, the newest first."""
    rows = await db.all(
        "select s.id, s.created_at, s.expires_at, coalesce(nullif(u.name, ''), u.email) as by from shares s"
        " left join users u on u.id = s.user_id where s.run_id = ? and s.expires_at > ? order by s.rowid desc",
        (run_id, iso(now)),
    )
    return [Share(**dict(row)) for row in rows]


async def add(db: Database, run_id: str, user_id: str, until: datetime, now: datetime) -> tuple[Share, str]:
    """With the word that opens it, which is not kept. Raises `Conflict` where there are too many."""
    if len(await listed(db, run_id, now)) >= MOST:
        raise Conflict(f"A run has {MOST} open links at most; withdraw one first.")
    share_id, token = new_id(), secrets.token_urlsafe(32)
    async with db.write() as transaction:
        values = {"id": share_id, "run_id": run_id, "digest": _digest(token), "user_id": user_id}
        await transaction.insert("shares", values | {"created_at": iso(now), "expires_at": iso(until)})
        await transaction.execute("delete from shares where expires_at <= ?", (iso(now),))
    return next(share for share in await listed(db, run_id, now) if share.id == share_id), token


async def withdraw(db: Database, run_id: str, share_id: str) -> bool:
    async with db.write() as transaction:
        return await transaction.execute("delete from shares where id = ? and run_id = ?", (share_id, run_id)) == 1


async def withdraw_all(db: Database, run_id: str) -> None:
    async with db.write() as transaction:
        await transaction.execute("delete from shares where run_id = ?", (run_id,))


async def run_of(db: Database, token: str, now: datetime) -> str | None:
    """The run that a link shows; None for one that is none, was withdrawn, or is over, for that of a project which was
    archived, and for one of somebody who is no member any more.
    """
    row = await db.one(
        "select s.run_id from shares s join runs r on r.id = s.run_id"
        " join projects p on p.id = r.project_id and p.archived_at is null"
        " join members m on m.user_id = s.user_id and m.org_id = r.org_id"
        " where s.digest = ? and s.expires_at > ?",
        (_digest(token), iso(now)),
    )
    return row["run_id"] if row else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
