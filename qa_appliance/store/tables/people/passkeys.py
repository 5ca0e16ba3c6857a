"""The passkeys of accounts: what verifies each, and its counter. Whether one is right is said elsewhere."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Conflict
from qa_appliance.store.database import Database

MOST = 20  # of one account


class Passkey(Struct, frozen=True, rename="camel"):
    """`host` is the address it is for; `used_at` null where it never signed anybody in."""

    id: str
    name: str
    host: str
    created_at: str
    used_at: str | None


class Known(Struct, frozen=True):
    """What a passkey is verified by. `verifier` is the library's own."""

    id: str
    user_id: str
    name: str
    verifier: str
    counter: int


class Made(Struct, frozen=True):
    credential: str  # the authenticator's own id of it
    verifier: str
    counter: int
    host: str


async def listed(db: Database, user_id: str) -> list[Passkey]:
    """The oldest first."""
    rows = await db.all(
        "select id, name, host, created_at, used_at from passkeys where user_id = ? order by created_at, rowid",
        (user_id,),
    )
    return [Passkey(*row) for row in rows]


async def verifiers(db: Database, user_id: str) -> list[str]:
    return [row[0] for row in await db.all("select verifier from passkeys where user_id = ?", (user_id,))]


async def find(db: Database, credential: str) -> Known | None:
    row = await db.one("select id, user_id, name, verifier, counter from passkeys where credential = ?", (credential,))
    return None if row is None else Known(*row)


async def add(db: Database, user_id: str, name: str, made: Made, now: datetime) -> Passkey:
    """Raises Conflict for one that is somebody's already, and for one too many."""
    added = Passkey(new_id(), name, made.host, iso(now), None)
    async with db.write() as transaction:
        if await transaction.one("select 1 from passkeys where credential = ?", (made.credential,)):
            raise Conflict("This passkey is known here already.")
        row = await transaction.one("select count(*) from passkeys where user_id = ?", (user_id,))
        if row is not None and row[0] >= MOST:
            raise Conflict(f"An account has at most {MOST} passkeys. Remove one first.")
        values = {
            "id": added.id,
            "user_id": user_id,
            "credential": made.credential,
            "verifier": made.verifier,
            "counter": made.counter,
            "name": name,
            "host": made.host,
            "created_at": added.created_at,
        }
        await transaction.insert("passkeys", values)
    return added


async def use(db: Database, id: str, counter: int, now: datetime) -> bool:
    """False: it is gone, or its counter did not go on, as that of a copy. One that counts nothing stays at 0."""
    async with db.write() as transaction:
        changed = await transaction.execute(
            "update passkeys set counter = :counter, used_at = :now"
            " where id = :id and (counter < :counter or (counter = 0 and :counter = 0))",
            {"id": id, "counter": counter, "now": iso(now)},
        )
    return changed == 1


async def rename(db: Database, user_id: str, id: str, name: str) -> bool:
    """False: the person has none of that id."""
    async with db.write() as transaction:
        changed = await transaction.execute(
            "update passkeys set name = ? where id = ? and user_id = ?", (name, id, user_id)
        )
    return changed == 1


async def remove(db: Database, user_id: str, id: str) -> bool:
    """False: the person has none of that id."""
    async with db.write() as transaction:
        return await transaction.execute("delete from passkeys where id = ? and user_id = ?", (id, user_id)) == 1
