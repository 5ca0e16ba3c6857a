"""Who changed what. Appended to, never changed, never holding a secret.

Each entry carries a digest of itself and of the one before it in its organization, so that an entry that was changed,
removed or put in between later does not fit any more, and a seal that takes the appliance's key. Entries taken off
the end are noticed by the newest digest, which is kept in a file beside the database (`store/chain.py`). Entries that
are kept no longer go from the beginning, and a sealed mark with the digest of the last of them stands in their place.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.store.chain import ChainSeal, link, of_cut, of_entry, of_older
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
_BEHIND_ALL_TIMES = "~"  # sorts behind every digit


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


class Period(Struct, frozen=True):
    """Entries made at `since` or later and before `until`, as `iso` writes moments; None: without that end."""

    since: str | None = None
    until: str | None = None


ALL_TIMES = Period()


class Cut(Struct, frozen=True, rename="camel"):
    """How many of the oldest entries are gone, as they were kept no longer; time and digest of the newest of them."""

    entries: int
    until: str
    digest: str


class Checked(Struct, frozen=True, rename="camel"):
    """`broken_at`: when the first entry that does not fit was made. `head`: the digest of the newest entry.

    `known` is whether the digest asked for is one of the entries'; null where none was asked for. `end`: whether the
    newest entry that was kept beside the database is there; unknown where that file is gone or of another secret.
    `older` entries were there before entries were sealed with the present secret: what was done to them before that
    is not known. `cut`: what is kept no longer; null where all entries since the beginning are there.
    """

    entries: int
    head: str
    intact: bool
    broken_at: str | None
    known: bool | None
    end: End = "there"
    older: int = 0
    cut: Cut | None = None


def acting(caller: Caller) -> Actor:
    return Actor(caller.org_id, caller.user_id, "dashboard" if caller.kind == "session" else caller.prefix or "api key")


async def listed(db: Database, org_id: str, limit: int, period: Period = ALL_TIMES) -> list[Entry]:
    """The newest entries of an organization, newest first."""
    return [_entry(row) for row in await _page(db, org_id, period, _BEHIND_ALL, limit)]


async def every(db: Database, org_id: str, period: Period = ALL_TIMES) -> AsyncIterator[list[Entry]]:
    """All entries of an organization, newest first, so many at a time that nothing else waits for long."""
    before = _BEHIND_ALL
    while rows := await _page(db, org_id, period, before, _PAGE):
        before = rows[-1]["id"]
        yield [_entry(row) for row in rows]


async def _page(db: Database, org_id: str, period: Period, before: int, limit: int) -> Sequence[Row]:
    return await db.all(
        f"select {_COLUMNS} where a.org_id = ? and a.id < ? and a.at >= ? and a.at < ? order by a.id desc limit ?",
        (org_id, before, period.since or "", period.until or _BEHIND_ALL_TIMES, limit),
    )


async def check(db: Database, org_id: str, noted: str | None = None) -> Checked:
    """Whether each entry fits the one before it and is sealed. `noted` is a digest somebody wrote down earlier."""
    chain = db.chain
    kept: str | None = ""
    if chain is not None:  # before the entries: one that is added meanwhile is no end that is missing
        kept = await asyncio.to_thread(chain.head, org_id)
    cut, whole = await _cut_of(db, org_id)
    head, broken = (cut.digest, None if whole else cut.until) if cut else ("", None)
    count, after, known, older, ended = 0, 0, head == noted, 0, kept in ("", head)
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
    return Checked(count, head, intact, broken, known if noted is not None else None, end, older, cut)


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
            seal = chain.seal(of_older(org_id, row["digest"]))
            await transaction.execute("update audit set seal = ? where id = ?", (seal, row["id"]))
        for row in await transaction.all("select * from audit_cuts"):
            seal = chain.seal(of_cut(row["org_id"], _cut(row)))
            await transaction.execute("update audit_cuts set seal = ? where org_id = ?", (seal, row["org_id"]))
    await asyncio.to_thread(chain.begin, heads)


async def forget(db: Database, days: int, now: datetime) -> int:
    """Deletes entries older than `days`, of each organization from its beginning on; answers how many.

    An entry behind one that is younger stays, as the newest does. What does not fit stays with all that follows it, so
    that it goes on being told.
    """
    count, before = 0, iso(now - timedelta(days=days))
    for org in await db.all("select distinct org_id from audit where at < ?", (before,)):
        stays = await db.one(
            "select coalesce(min(case when at >= ? then id end), max(id)) as id from audit where org_id = ?",
            (before, org["org_id"]),
        )
        while stays is not None and (gone := await _forget_some(db, org["org_id"], stays["id"])):
            count += gone
    return count


async def _forget_some(db: Database, org_id: str, stays: int) -> int:
    """In one transaction, so that the mark and what it stands for are never both there, nor both gone."""
    async with db.write() as transaction:
        rows = await transaction.all(
            "select * from audit where org_id = ? and id < ? order by id limit ?", (org_id, stays, _PAGE)
        )
        found = await transaction.one("select * from audit_cuts where org_id = ?", (org_id,))
        head, so_far = (found["digest"], found["entries"]) if found else ("", 0)
        fits = found is None or _cut_fits(db.chain, found)
        for row in rows:
            fits = fits and _sealed(db.chain, org_id, row) is not None and row["digest"] == digest(head, row)
            head = row["digest"]
        if not rows or not fits:
            if rows:
                logger.warning("who changed what was changed later, so nothing of it is deleted: see admin check-audit")
            return 0
        mark = Cut(so_far + len(rows), rows[-1]["at"], head)
        seal = db.chain.seal(of_cut(org_id, mark)) if db.chain else ""
        await transaction.execute("delete from audit_cuts where org_id = ?", (org_id,))
        await transaction.insert("audit_cuts", msgspec.structs.asdict(mark) | {"org_id": org_id, "seal": seal})
        await transaction.execute("delete from audit where org_id = ? and id <= ?", (org_id, rows[-1]["id"]))
    return len(rows)


async def _cut_of(db: Database, org_id: str) -> tuple[Cut | None, bool]:
    """And whether it is sealed."""
    row = await db.one("select * from audit_cuts where org_id = ?", (org_id,))
    return (_cut(row), _cut_fits(db.chain, row)) if row is not None else (None, True)


async def anew(db: Database) -> int:
    """Seals with the present secret what an earlier one sealed, and nothing that does not fit; answers how much."""
    chain, count = db.chain, 0
    if chain is None:
        return 0
    await chain.renew()
    for row in await db.all("select * from audit_cuts"):
        seal = chain.anew(row["seal"], of_cut(row["org_id"], _cut(row)))
        count += await _seal_anew(db, "audit_cuts", [(seal, row["org_id"], row["seal"])] if seal else [])
    after = 0
    while rows := await db.all(
        "select id, org_id, digest, seal from audit where id > ? order by id limit ?", (after, _PAGE)
    ):
        after = rows[-1]["id"]
        found = [(_anew(chain, row), row["id"], row["seal"]) for row in rows]
        count += await _seal_anew(db, "audit", [each for each in found if each[0] is not None])
    return count


def _anew(chain: ChainSeal, row: Row) -> str | None:
    org_id, of = row["org_id"] or "", row["digest"]
    return chain.anew(row["seal"], of_entry(org_id, of)) or chain.anew(row["seal"], of_older(org_id, of))


async def _seal_anew(db: Database, table: str, changes: Sequence[tuple[str | None, object, str]]) -> int:
    """One that was changed or went meanwhile stays as it is."""
    if not changes:
        return 0
    key = {"audit": "id", "audit_cuts": "org_id"}[table]
    async with db.write() as transaction:
        for change in changes:
            await transaction.execute(f"update {table} set seal = ? where {key} = ? and seal = ?", change)  # noqa: S608
    return len(changes)


def _cut(row: Row) -> Cut:
    return Cut(row["entries"], row["until"], row["digest"])


def _cut_fits(chain: ChainSeal | None, row: Row) -> bool:
    return chain is None or chain.sealed(row["seal"], of_cut(row["org_id"], _cut(row)))


def _sealed(chain: ChainSeal | None, org_id: str, row: Row) -> Literal["now", "older"] | None:
    """By which seal; None: by none. Everything is where nothing seals."""
    if chain is None or chain.sealed(row["seal"], of_entry(org_id, row["digest"])):
        return "now"
    return "older" if chain.sealed(row["seal"], of_older(org_id, row["digest"])) else None


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
        seal = db.chain.seal(of_entry(org_id, newest)) if db.chain else ""
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
