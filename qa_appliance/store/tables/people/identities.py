"""Which account a person of a provider has: by issuer and subject, never by an e-mail address alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.core.roles import Role
from qa_appliance.store.database import Database, Transaction
from qa_appliance.store.tables import accounts
from qa_appliance.store.tables.accounts import User

NO_PASSWORD = ""
"""Nothing verifies against it: such an account is opened by the provider, or after `admin reset-password`."""

NotAdmitted = Literal["unknown", "exists", "no_role"]


class Identity(Struct, frozen=True):
    issuer: str
    subject: str


class Roles(Struct, frozen=True):
    """`held` by organization: the person's by their groups; `of`: all organizations that groups decide on, so that a
    membership of these that no group gives ends.
    """

    held: Mapping[str, Role]
    of: frozenset[str]


class Making(Struct, frozen=True):
    """What may be done for somebody who signs in for the first time. `email` is verified to be theirs."""

    email: str
    name: str
    link: bool
    create: bool


async def admit(
    db: Database, identity: Identity, making: Making | None, roles: Roles | None, now: datetime
) -> User | NotAdmitted:
    """The account with its roles renewed, linked or made where that may be. `roles` None: they are given here.

    The last owner of an organization stays its owner, whatever the groups are.
    """
    async with db.write() as transaction:
        user = await _known(transaction, identity)
        if user is None:
            made = await _made(transaction, identity, making, roles, now)
            if not isinstance(made, User):
                return made
            user = made
        if roles is not None:
            await _renew(transaction, user.id, roles, now)
            if not roles.held:
                return "no_role"
        return user


async def _made(
    transaction: Transaction, identity: Identity, making: Making | None, roles: Roles | None, now: datetime
) -> User | NotAdmitted:
    if making is None:
        return "unknown"
    if roles is not None and not roles.held:
        return "no_role"
    email = accounts.normal(making.email)
    row = await transaction.one("select id, email, name from users where email = ?", (email,))
    user = User(*row) if row else None
    if user is not None:
        # an address that somebody else had at the provider before is no proof that it is the same person
        if not making.link or await _has_one(transaction, identity.issuer, user.id):
            return "exists"
    elif making.create and roles is not None:
        user = await accounts.add_user(transaction, email=email, name=making.name, password_hash=NO_PASSWORD, now=now)
    else:
        return "unknown"
    await _note(transaction, identity, user.id, now)
    return user


async def _renew(transaction: Transaction, user_id: str, roles: Roles, now: datetime) -> None:
    for org_id in roles.of:
        role = roles.held.get(org_id)
        if role != "owner" and await _last_owner(transaction, org_id, user_id):
            continue
        if role is not None:
            await accounts.add_member(transaction, org_id, user_id, role, now)
        else:
            await transaction.execute("delete from members where org_id = ? and user_id = ?", (org_id, user_id))


async def _last_owner(transaction: Transaction, org_id: str, user_id: str) -> bool:
    rows = await transaction.all("select user_id from members where org_id = ? and role = 'owner'", (org_id,))
    return [row["user_id"] for row in rows] == [user_id]


async def _known(transaction: Transaction, identity: Identity) -> User | None:
    row = await transaction.one(
        "select u.id, u.email, u.name from identities i join users u on u.id = i.user_id"
        " where i.issuer = ? and i.subject = ?",
        (identity.issuer, identity.subject),
    )
    return User(*row) if row else None


async def _has_one(transaction: Transaction, issuer: str, user_id: str) -> bool:
    row = await transaction.one("select 1 from identities where issuer = ? and user_id = ?", (issuer, user_id))
    return row is not None


async def _note(transaction: Transaction, identity: Identity, user_id: str, now: datetime) -> None:
    values = {"issuer": identity.issuer, "subject": identity.subject, "user_id": user_id, "created_at": iso(now)}
    await transaction.insert("identities", values)
