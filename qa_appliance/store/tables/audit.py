"""Who changed what. Appended to, never changed, never holding a secret.

Each entry carries a digest of itself and of the one before it in its organization, so that an entry that was changed,
removed or put in between later does not fit any more, and a seal that takes the appliance's key. Entries taken off
the end are noticed by the newest digest, which is kept in a file beside the database (`store/chain.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.store.chain import ChainSeal, link
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables.callers import Caller

COMMAND_LINE = "command line"
_COLUMNS = (
    "a.id, a.at, a.action, a.subject, a.user_id, u.email, a.via, a.details_json, a.digest, a.seal"
    " from audit a left join users u on u.id = a.user_id"
)
_CHAINED = ("at", "user_id", "via", "action", "subject", "details_json")
_PAGE = 500
End = Literal["there", "missing", "unknown"]

logger = logging.getLogger(__name__)
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

    `known` is whether the digest asked for is one of the entries'; null where none was asked for. `end`: whether the
    newest entry that was kept beside the database is there; unknown where that file is gone or of another secret.
    `older` entries were there before entries were sealed with the present secret: what was done to them before that
    is not known.
    """

    entries: int
    head: str
    intact: bool
    broken_at: str | None
    known: bool | None
    end: End = "there"
    older: int = 0


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
    """Whether each entry fits the one before it and is sealed. `noted` is a digest somebody wrote down earlier."""
    chain = db.chain
    kept: str | None = ""
    if chain is not None:  # before the entries: one that is added meanwhile is no end that is missing
        kept = await asyncio.to_thread(chain.head, org_id)
    count, after, head, broken, known, older, ended = 0, 0, "", None, False, 0, kept == ""
    while rows := await db.all(
        f"select {_COLUMNS} where a.org_id = ? and a.id > ? order by a.id limit ?", (org_id, after, _PAGE)
    ):
        after = rows[-1]["id"]
        for row in rows:
            how = _sealed(chain, org_id, row)
            if broken is None and (how is None or row["digest"] != digest(head, row)):
                broken = row["at"]
            count, head, older = count + 1, row["digest"], older + (how == "older")
            known, ended = known or head == noted, ended or head == kept
    end: End = "unknown" if kept is None else "there" if ended else "missing"
    intact = broken is None and end == "there"
    return Checked(count, head, intact, broken, known if noted is not None else None, end, older)


async def begin(db: Database) -> None:
    """Seals the entries that were there before this secret, once: where no file keeps the newest ones yet.

    Where this secret sealed newer ones already, the file was there and is gone: that stays told, as an end that is
    unknown. Sealed as older alone they are where a beginning was broken off before the file was written.
    """
    chain = db.chain
    if chain is None or chain.begun:
        return
    heads: dict[str, str] = {}
    async with db.write() as transaction:
        rows = await transaction.all("select id, org_id, digest, seal from audit order by id")
        if any(_sealed(chain, row["org_id"] or "", row) == "now" for row in rows):
            logger.warning("The file that keeps the newest entries of the audit is gone; restore it from a backup")
            return
        for row in rows:
            org_id = row["org_id"] or ""
            heads[org_id] = row["digest"]
            older = chain.older(org_id, row["digest"])
            await transaction.execute("update audit set seal = ? where id = ?", (older, row["id"]))
    await asyncio.to_thread(chain.begin, heads)


def _sealed(chain: ChainSeal | None, org_id: str, row: Row) -> Literal["now", "older"] | None:
    """By which seal; None: by none. Everything is where nothing seals."""
    if chain is None or chain.same(row["seal"], chain.seal(org_id, row["digest"])):
        return "now"
    return "older" if chain.same(row["seal"], chain.older(org_id, row["digest"])) else None


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
    if db.chain is None:
        await _append(db, actor.org_id, entry, "")
        return
    async with db.chain.lock:  # the newest one is kept last
        kept = await asyncio.to_thread(db.chain.head, actor.org_id)
        newest = await _append(db, actor.org_id, entry, kept)
        if newest is not None:
            await asyncio.to_thread(db.chain.keep, actor.org_id, newest)


async def _append(db: Database, org_id: str, entry: dict[str, str | None], kept: str | None) -> str | None:
    """The digest it has; None where the entry `kept` as the newest is gone, which has to go on being told."""
    async with db.write() as transaction:
        last = await transaction.one("select digest from audit where org_id = ? order by id desc limit 1", (org_id,))
        there = kept == "" or await transaction.one(
            "select 1 from audit where org_id = ? and digest = ?", (org_id, kept)
        )
        newest = digest(last["digest"] if last else "", entry)
        seal = db.chain.seal(org_id, newest) if db.chain else ""
        await transaction.insert("audit", entry | {"digest": newest, "seal": seal})
    return newest if there else None


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
