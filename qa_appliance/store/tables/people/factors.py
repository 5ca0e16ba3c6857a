"""The second factor of accounts: the key of an authenticator (sealed), and what opens the account without it.

Whether a code is right is said elsewhere; that it counts once is held here.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Conflict
from qa_appliance.store.database import Database


class Factor(Struct, frozen=True):
    """`confirmed_at` None: begun, and asked for by nobody yet. `recovery` are digests of what was not used."""

    sealed: str
    confirmed_at: str | None
    recovery: list[str]


async def find(db: Database, user_id: str) -> Factor | None:
    row = await db.one("select sealed, confirmed_at, recovery_json from second_factors where user_id = ?", (user_id,))
    if row is None:
        return None
    return Factor(row["sealed"], row["confirmed_at"], msgspec.json.decode(row["recovery_json"]))


async def begin(db: Database, user_id: str, sealed: str, now: datetime) -> None:
    """In place of one that was begun and never confirmed. Raises `Conflict` where one is asked for already."""
    async with db.write() as transaction:
        await transaction.execute("delete from second_factors where user_id = ? and confirmed_at is null", (user_id,))
        if await transaction.one("select 1 from second_factors where user_id = ?", (user_id,)):
            raise Conflict("Two-step sign-in is on already; turn it off first.")
        values = {"user_id": user_id, "sealed": sealed, "created_at": iso(now), "recovery_json": "[]"}
        await transaction.insert("second_factors", values)


async def confirm(db: Database, user_id: str, step: int, recovery: list[str], now: datetime) -> bool:
    """From now on it is asked for. False: none was begun, or it is already."""
    async with db.write() as transaction:
        changed = await transaction.execute(
            "update second_factors set confirmed_at = ?, last_step = ?, recovery_json = ?"
            " where user_id = ? and confirmed_at is null",
            (iso(now), step, msgspec.json.encode(recovery).decode(), user_id),
        )
    return changed == 1


async def use_step(db: Database, user_id: str, step: int) -> bool:
    """False: the code of this step, or of a later one, was used before."""
    async with db.write() as transaction:
        changed = await transaction.execute(
            "update second_factors set last_step = ? where user_id = ? and last_step < ?", (step, user_id, step)
        )
    return changed == 1


async def use_recovery(db: Database, user_id: str, digest: str) -> bool:
    """False: no code of this digest is left."""
    async with db.write() as transaction:
        row = await transaction.one("select recovery_json from second_factors where user_id = ?", (user_id,))
        left = msgspec.json.decode(row["recovery_json"], type=list[str]) if row else []
        if digest not in left:
            return False
        left.remove(digest)
        values = (msgspec.json.encode(left).decode(), user_id)
        await transaction.execute("update second_factors set recovery_json = ? where user_id = ?", values)
    return True


async def remove(db: Database, user_id: str) -> bool:
    """False: there was none."""
    async with db.write() as transaction:
        return await transaction.execute("delete from second_factors where user_id = ?", (user_id,)) == 1
