"""The sessions of one person, as they are listed and ended. Opens none."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Busy, NoRoom
from qa_appliance.store.database import Database

_ALIVE = "user_id = :user and ended_at is null and expires_at > :now"


class SignedIn(Struct, frozen=True, rename="camel"):
    """`agent` and `address` are what the browser said and where it came from when it signed in, empty where unknown;
    `seen_at` is when it last took a new token.
    """

    id: str
    agent: str
    address: str
    created_at: str
    seen_at: str
    expires_at: str


async def listed(db: Database, user_id: str, now: datetime) -> list[SignedIn]:
    """Those that are open, the last seen first."""
    columns = "id, agent, address, created_at, coalesce(seen_at, created_at), expires_at"
    rows = await db.all(
        f"select {columns} from sessions where {_ALIVE} order by 5 desc, rowid desc",  # noqa: S608 - our own words
        {"user": user_id, "now": iso(now)},
    )
    return [SignedIn(*row) for row in rows]


async def seen(db: Database, session_id: str, now: datetime) -> None:
    with suppress(NoRoom, Busy):  # a note for people: no reason to refuse a token
        async with db.write() as transaction:
            await transaction.execute("update sessions set seen_at = ? where id = ?", (iso(now), session_id))


async def end(db: Database, user_id: str, session_id: str, now: datetime) -> bool:
    """At once. False: the person has no open session of that id."""
    async with db.write() as transaction:
        changed = await transaction.execute(
            f"update sessions set ended_at = :now where id = :id and {_ALIVE}",  # noqa: S608 - our own words
            {"user": user_id, "now": iso(now), "id": session_id},
        )
    return changed == 1


async def end_others(db: Database, user_id: str, session_id: str, now: datetime) -> int:
    """All but this one; how many that were."""
    async with db.write() as transaction:
        return await transaction.execute(
            f"update sessions set ended_at = :now where id <> :id and {_ALIVE}",  # noqa: S608 - our own words
            {"user": user_id, "now": iso(now), "id": session_id},
        )
