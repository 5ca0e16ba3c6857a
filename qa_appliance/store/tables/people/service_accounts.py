"""Accounts of machines: they belong to one organization, have keys and no way to sign in. Decides no right."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Literal

from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Conflict
from qa_appliance.store.database import Database
from qa_appliance.store.tables import accounts, callers
from qa_appliance.store.tables.callers import Key
from qa_appliance.store.tables.people.identities import NO_PASSWORD

ServiceRole = Literal["member", "viewer"]
"""A key never manages anything: more would be a promise that is not kept."""


class ServiceAccount(Struct, frozen=True, rename="camel"):
    """`keys` are those that work, newest first."""

    id: str
    name: str
    role: ServiceRole
    created_at: str
    keys: list[Key]


async def listed(db: Database, org_id: str, now: datetime) -> list[ServiceAccount]:
    rows = await db.all(
        "select u.id, u.name, m.role, u.created_at from users u"
        " join members m on m.user_id = u.id and m.org_id = u.service_of where u.service_of = ? order by u.name, u.id",
        (org_id,),
    )
    keys: dict[str, list[Key]] = defaultdict(list)
    for key in await callers.keys(db, org_id, now):
        keys[key.user_id].append(key)
    return [ServiceAccount(row["id"], row["name"], row["role"], row["created_at"], keys[row["id"]]) for row in rows]


async def find(db: Database, org_id: str, account_id: str, now: datetime) -> ServiceAccount | None:
    return next((each for each in await listed(db, org_id, now) if each.id == account_id), None)


async def add(db: Database, org_id: str, name: str, role: ServiceRole, now: datetime) -> ServiceAccount:
    """Raises `Conflict` where the organization has one of this name."""
    made = ServiceAccount(new_id(), name, role, iso(now), [])
    async with db.write() as transaction:
        same = "select 1 from users u join members m on m.user_id = u.id where u.service_of = ? and u.name = ?"
        if await transaction.one(same, (org_id, name)):
            raise Conflict(f"There is a service account called “{name}” already.")
        values = {"password_hash": NO_PASSWORD, "created_at": made.created_at, "service_of": org_id}
        # no address: nobody is invited to it, and no provider's address is the same
        named = {"id": made.id, "email": f"{name} (service account {made.id[:8]})", "name": name}
        await transaction.insert("users", named | values)
        await accounts.add_member(transaction, org_id, made.id, role, now)
    return made


async def remove(db: Database, org_id: str, account_id: str, now: datetime) -> bool:
    """Its keys end at once; what it ran stays. False: the organization has none of that id."""
    of_it = {"id": account_id, "org": org_id, "now": iso(now)}
    async with db.write() as transaction:
        gone = await transaction.execute(
            "delete from members where user_id = :id and org_id = :org"
            " and exists (select 1 from users u where u.id = :id and u.service_of = :org)",
            of_it,
        )
        if gone:
            await transaction.execute(
                "update api_keys set revoked_at = :now where user_id = :id and org_id = :org and revoked_at is null",
                of_it,
            )
    return gone == 1
