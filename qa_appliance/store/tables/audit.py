"""Who changed what. Appended to, never changed, never holding a secret.

Each entry carries a digest of itself and of the one before it in its organization, so that an entry that was changed,
removed or put in between later does not fit any more. Entries taken off the end are noticed by whoever noted a digest.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.store.chain import link
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables.callers import Caller

COMMAND_LINE = "command line"
_COLUMNS = (
    "a.id, a.at, a.action, a.subject, a.user_id, u.email, a.via, a.details_json, a.digest"
    " from audit a left join users u on u.id = a.user_id"
)
_CHAINED = ("at", "user_id", "via", "action", "subject", "details_json")
_PAGE = 500
_BEHIND_ALL = 2**63 - 1  # SQLite's largest id


class Actor(Struct, frozen=True):
    """Who acts in which organization; `via`: "dashboard", the beginning of an API key, or `COMMAND_LINE`."""

    org_id: str
    user_id: str | None
    via: str


class Entry(Struct, frozen=True, rename="camel"):
    """`action` as "key.minted", `subject` the id of what it was done to; the user may be gone by now.

    `via`: "dashboard", the beginning of an API key, or "command line"; null of what was noted before this was.
    """

    at: str
    action: str
    subject: str
    user_id: str | None
    email: str | None
    via: str | None
    details: dict[str, Any] | None
    digest: str


class Checked(Struct, frozen=True, rename="camel"):
    """`broken_at`: when the first entry that does not fit was made. `head`: the digest of the newest entry.

    `known` is whether the digest asked for is one of the entries'; null where none was asked for.
    """

    entries: int
    head: str
    intact: bool
    broken_at: str | None
    known: bool | None


def acting(caller: Caller) -> Actor:
    return Actor(caller.org_id, caller.user_id, "dashboard" if caller.kind == "session" else caller.prefix or "api key")


async def listed(db: Database, org_id: str, limit: int) -> list[Entry]:
    """The newest entries of an organization, newest first."""
    rows = await db.all(f"select {_COLUMNS} where a.org_id = ? order by a.id desc limit ?", (org_id, limit))
    return [_entry(row) for row in rows]


async def every(db: Database, org_id: str) -> AsyncIterator[list[Entry]]:
    """All entries of an organization, newest first, so many at a time that nothing else waits for long."""
    before = _BEHIND_ALL
    while rows := await db.all(
        f"select {_COLUMNS} where a.org_id = ? and a.id < ? order by a.id desc limit ?", (org_id, before, _PAGE)
    ):
        before = rows[-1]["id"]
        yield [_entry(row) for row in rows]


async def check(db: Database, org_id: str, noted: str | None = None) -> Checked:
    """Whether each entry fits the one before it. `noted` is a digest somebody wrote down earlier."""
    count, after, head, broken, known = 0, 0, "", None, False
    while rows := await db.all(
        f"select {_COLUMNS} where a.org_id = ? and a.id > ? order by a.id limit ?", (org_id, after, _PAGE)
    ):
        after = rows[-1]["id"]
        for row in rows:
            if broken is None and row["digest"] != digest(head, row):
                broken = row["at"]
            count, head = count + 1, row["digest"]
            known = known or head == noted
    return Checked(count, head, broken is None, broken, known if noted is not None else None)


def digest(before: str, entry: Row | dict[str, str | None]) -> str:
    return link(before, [entry[name] for name in _CHAINED])


async def note(db: Database, actor: Actor, action: str, subject: str, now: datetime, **details: object) -> None:
    """Writes one entry."""
    entry: dict[str, str | None] = {
        "org_id": actor.org_id,
        "user_id": actor.user_id,
        "via": actor.via,
        "at": iso(now),
        "action": action,
        "subject": subject,
        "details_json": msgspec.json.encode(details).decode() if details else None,
    }
    async with db.write() as transaction:
        last = await transaction.one(
            "select digest from audit where org_id = ? order by id desc limit 1", (actor.org_id,)
        )
        await transaction.insert("audit", entry | {"digest": digest(last["digest"] if last else "", entry)})


def _entry(row: Row) -> Entry:
    return Entry(
        at=row["at"],
        action=row["action"],
        subject=row["subject"],
        user_id=row["user_id"],
        email=row["email"],
        via=row["via"],
        details=None if row["details_json"] is None else msgspec.json.decode(row["details_json"]),
        digest=row["digest"],
    )
