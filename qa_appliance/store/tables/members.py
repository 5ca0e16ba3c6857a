"""Who belongs to an organization, and the one-time links that bring people in. Never sends mail."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Conflict
from qa_appliance.core.roles import Role
from qa_appliance.store.database import Database, Transaction
from qa_appliance.store.tables import accounts
from qa_appliance.store.tables.accounts import User

INVITATION_LASTS = timedelta(days=7)


class Member(Struct, frozen=True, rename="camel"):
    """`user_id` is null until an invitation is accepted."""

    user_id: str | None
    email: str
    name: str
    role: Role


class Invitation(Struct, frozen=True, rename="camel"):
    org_id: str
    email: str
    role: Role


class Invited(Struct, frozen=True, rename="camel"):
    """An open invitation as it is listed; a new link for the same address keeps its `id`."""

    id: str
    email: str
    role: Role
    created_at: str
    expires_at: str


async def listed(db: Database, org_id: str) -> list[Member]:
    rows = await db.all(
        "select u.id, u.email, u.name, m.role from members m join users u on u.id = m.user_id where m.org_id = ?"
        " and u.service_of is null order by m.created_at, m.rowid",
        (org_id,),
    )
    return [Member(*row) for row in rows]


async def member(db: Database, org_id: str, user_id: str) -> Member | None:
    row = await db.one(
        "select u.id, u.email, u.name, m.role from members m join users u on u.id = m.user_id"
        " where m.org_id = ? and m.user_id = ? and u.service_of is null",
        (org_id, user_id),
    )
    return Member(*row) if row else None


async def add(db: Database, org_id: str, user: User, role: Role, now: datetime) -> Member:
    """A user who is known already. Raises `Conflict` when they are a member."""
    async with db.write() as transaction:
        if await transaction.one("select 1 from members where org_id = ? and user_id = ?", (org_id, user.id)):
            raise Conflict(f"{user.email} is already a member of this organization.")
        await accounts.add_member(transaction, org_id, user.id, role, now)
    return Member(user.id, user.email, user.name, role)


async def set_role(db: Database, org_id: str, user_id: str, role: Role) -> Member | None:
    """None: not a member. Raises `Conflict` when the last owner would be lost."""
    async with db.write() as transaction:
        if role != "owner":
            await _keep_an_owner(transaction, org_id, user_id)
        changed = await transaction.execute(
            "update members set role = ? where org_id = ? and user_id = ?", (role, org_id, user_id)
        )
    return await member(db, org_id, user_id) if changed else None


async def remove(db: Database, org_id: str, user_id: str) -> bool:
    """False: not a member. Their keys and sessions of this organization stop working at once (contract 5.4), and so do
    the links they made to its runs, for good.
    """
    async with db.write() as transaction:
        await _keep_an_owner(transaction, org_id, user_id)
        await transaction.execute(
            "delete from shares where user_id = ? and run_id in (select id from runs where org_id = ?)",
            (user_id, org_id),
        )
        return await transaction.execute("delete from members where org_id = ? and user_id = ?", (org_id, user_id)) == 1


async def invite(db: Database, org_id: str, email: str, role: Role, now: datetime) -> tuple[str, datetime]:
    """A one-time token and when it expires; only its hash is kept. An earlier link to this address ends."""
    token, expires, email = secrets.token_urlsafe(32), now + INVITATION_LASTS, accounts.normal(email)
    async with db.write() as transaction:
        await _withdraw(transaction, org_id, email)
        await transaction.insert(
            "invitations",
            {
                "token_hash": _hash(token),
                "org_id": org_id,
                "email": email,
                "role": role,
                "created_at": iso(now),
                "expires_at": iso(expires),
            },
        )
    return token, expires


async def invited(db: Database, org_id: str, now: datetime) -> list[Invited]:
    """The open invitations, oldest first."""
    rows = await db.all(
        "select email, role, created_at, expires_at from invitations"
        " where org_id = ? and used_at is null and expires_at > ? order by created_at, rowid",
        (org_id, iso(now)),
    )
    return [Invited(_hash(f"{org_id} {row['email']}")[:32], *row) for row in rows]


async def withdraw(db: Database, org_id: str, email: str) -> bool:
    """False: nobody of this address is invited (any more)."""
    async with db.write() as transaction:
        return await _withdraw(transaction, org_id, email)


async def invitation(db: Database, token: str, now: datetime) -> Invitation | None:
    """The open invitation behind a token; None when it is unknown, used or expired."""
    row = await db.one(
        "select i.org_id, i.email, i.role from invitations i join organizations o on o.id = i.org_id"
        " where i.token_hash = ? and i.used_at is null and i.expires_at > ? and o.deleted_at is null",
        (_hash(token), iso(now)),
    )
    return Invitation(*row) if row else None


async def accept(db: Database, token: str, *, name: str, password_hash: str, now: datetime) -> User | None:
    """Uses the invitation up and answers the new member; None when somebody was quicker or it expired.

    A user who exists by now keeps their name and password: the caller has checked that it is them.
    """
    async with db.write() as transaction:
        used = await transaction.execute(
            "update invitations set used_at = ? where token_hash = ? and used_at is null and expires_at > ?",
            (iso(now), _hash(token), iso(now)),
        )
        if not used:
            return None
        row = await transaction.one("select org_id, email, role from invitations where token_hash = ?", (_hash(token),))
        if row is None:
            return None
        known = await transaction.one("select id, email, name from users where email = ?", (row["email"],))
        if known is not None:
            user = User(*known)
        else:
            user = await accounts.add_user(
                transaction, email=row["email"], name=name, password_hash=password_hash, now=now
            )
        held = "select 1 from members where org_id = ? and user_id = ?"
        if not await transaction.one(held, (row["org_id"], user.id)):
            await accounts.add_member(transaction, row["org_id"], user.id, row["role"], now)
        return user


async def _withdraw(transaction: Transaction, org_id: str, email: str) -> bool:
    gone = await transaction.execute(
        "delete from invitations where org_id = ? and email = ? and used_at is null", (org_id, email)
    )
    return gone > 0


async def _keep_an_owner(transaction: Transaction, org_id: str, user_id: str) -> None:
    others = await transaction.one(
        "select 1 from members where org_id = ? and role = 'owner' and user_id <> ?", (org_id, user_id)
    )
    mine = await transaction.one(
        "select 1 from members where org_id = ? and role = 'owner' and user_id = ?", (org_id, user_id)
    )
    if mine and not others:
        raise Conflict(
            "The last owner of an organization cannot be removed or demoted; make somebody else owner first."
        )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
