"""Users and organizations. Never hashes a password and never decides who may do what."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Conflict
from qa_appliance.core.roles import Role
from qa_appliance.store.database import Database, Transaction


class User(Struct, frozen=True, rename="camel"):
    id: str
    email: str
    name: str


class Organization(Struct, frozen=True, rename="camel"):
    id: str
    name: str


class Account(Struct, frozen=True, rename="camel"):
    """One row of `admin list`."""

    email: str
    name: str
    organization: str | None
    role: str | None
    created_at: str


COMMAND_LINE = "command-line@localhost"
"""The user of `qa-appliance run`, whose password nobody knows: an appliance that has only this one is to be set up."""

_ANYBODY = "select 1 from users where email != ? limit 1"


async def any_user(db: Database) -> bool:
    return await db.one(_ANYBODY, (COMMAND_LINE,)) is not None


async def user_by_email(db: Database, email: str) -> tuple[User, str] | None:
    """The user and the password's hash."""
    row = await db.one("select id, email, name, password_hash from users where email = ?", (normal(email),))
    return (User(row["id"], row["email"], row["name"]), row["password_hash"]) if row else None


async def user_by_id(db: Database, user_id: str) -> User | None:
    row = await db.one("select id, email, name from users where id = ?", (user_id,))
    return User(*row) if row else None


async def set_up(
    db: Database, *, email: str, name: str, password_hash: str, organization: str, now: datetime
) -> tuple[User, Organization]:
    """The first user, owner of the first organization. Raises `Conflict` as soon as there is any user."""
    async with db.write() as transaction:
        if await transaction.one(_ANYBODY, (COMMAND_LINE,)):
            raise already_set_up()
        user = await add_user(transaction, email=email, name=name, password_hash=password_hash, now=now)
        found = await add_organization(transaction, organization, now)
        await add_member(transaction, found.id, user.id, "owner", now)
    return user, found


def already_set_up() -> Conflict:
    return Conflict("This appliance is already set up; sign in instead.")


async def ensure(
    db: Database, *, email: str, name: str, password_hash: str, organization: str, role: Role, now: datetime
) -> tuple[User, Organization]:
    """For the operator: creates the user, the organization and the membership where missing; the role is set.

    The password of a user who exists stays as it is.
    """
    async with db.write() as transaction:
        row = await transaction.one("select id, email, name from users where email = ?", (normal(email),))
        user = User(*row) if row else None
        if user is None:
            user = await add_user(transaction, email=email, name=name, password_hash=password_hash, now=now)
        row = await transaction.one(
            "select id, name from organizations where name = ? and deleted_at is null", (organization,)
        )
        found = Organization(*row) if row else await add_organization(transaction, organization, now)
        await add_member(transaction, found.id, user.id, role, now)
    return user, found


class Reset(Struct, frozen=True):
    """`keys`: how many API keys of the user were revoked, or else go on working."""

    keys: int


async def set_password(
    db: Database, email: str, password_hash: str, now: datetime, *, revoke_keys: bool = False
) -> Reset | None:
    """Replaces the hash, ends every session of the user and takes their passkeys, with `revoke_keys` every key, too.

    None: no such user.
    """
    alive = "user_id = ? and revoked_at is null and (expires_at is null or expires_at > ?)"
    async with db.write() as transaction:
        of_person = "select id from users where email = ? and service_of is null"
        row = await transaction.one(of_person, (normal(email),))
        if row is None:
            return None
        await transaction.execute("update users set password_hash = ? where id = ?", (password_hash, row["id"]))
        await transaction.execute(
            "update sessions set ended_at = ? where user_id = ? and ended_at is null", (iso(now), row["id"])
        )
        await transaction.execute("delete from passkeys where user_id = ?", (row["id"],))
        if revoke_keys:
            revoked = f"update api_keys set revoked_at = ? where {alive}"  # noqa: S608
            return Reset(await transaction.execute(revoked, (iso(now), row["id"], iso(now))))
        kept = f"select count(*) from api_keys where {alive}"  # noqa: S608
        left = await transaction.one(kept, (row["id"], iso(now)))
        return Reset(left[0] if left else 0)


async def organizations_of(db: Database, user_id: str) -> list[tuple[Organization, Role]]:
    """Where the user is a member, oldest membership first."""
    rows = await db.all(
        "select o.id, o.name, m.role from members m join organizations o on o.id = m.org_id"
        " where m.user_id = ? and o.deleted_at is null order by m.created_at, m.rowid",
        (user_id,),
    )
    return [(Organization(row["id"], row["name"]), row["role"]) for row in rows]


async def first_organization(db: Database) -> str | None:
    """The id of the one that was there first: its owners and admins operate the appliance.

    The command line's own comes after those of people.
    """
    row = await db.one(
        "select id from organizations o order by exists (select 1 from members m join users u on u.id = m.user_id"
        " where m.org_id = o.id and u.email = ?), created_at, rowid limit 1",
        (COMMAND_LINE,),
    )
    return row["id"] if row else None


async def organization_by_name(db: Database, name: str) -> Organization | None:
    row = await db.one("select id, name from organizations where name = ? and deleted_at is null", (name,))
    return Organization(*row) if row else None


async def organizations(db: Database) -> list[Organization]:
    """All there are, by name, for the operator."""
    rows = await db.all("select id, name from organizations where deleted_at is null order by name, id")
    return [Organization(*row) for row in rows]


async def accounts(db: Database) -> list[Account]:
    """Every user with every membership, for the operator."""
    rows = await db.all(
        "select u.email, u.name, o.name, m.role, u.created_at from users u left join members m on m.user_id = u.id"
        " left join organizations o on o.id = m.org_id order by u.email, o.name"
    )
    return [Account(*row) for row in rows]


async def add_user(transaction: Transaction, *, email: str, name: str, password_hash: str, now: datetime) -> User:
    user = User(new_id(), normal(email), name.strip() or normal(email))
    values: dict[str, object] = {"password_hash": password_hash, "created_at": iso(now)}
    await transaction.insert("users", values | {"id": user.id, "email": user.email, "name": user.name})
    return user


async def add_organization(transaction: Transaction, name: str, now: datetime) -> Organization:
    organization = Organization(new_id(), name.strip())
    await transaction.insert(
        "organizations",
        {"id": organization.id, "name": organization.name, "created_at": iso(now), "plan_state": "active"},
    )
    return organization


async def add_member(transaction: Transaction, org_id: str, user_id: str, role: Role, now: datetime) -> None:
    await transaction.execute(
        "insert into members (org_id, user_id, role, created_at) values (?, ?, ?, ?)"
        " on conflict (org_id, user_id) do update set role = excluded.role",
        (org_id, user_id, role, iso(now)),
    )


def normal(email: str) -> str:
    """E-mail addresses are compared trimmed and lower-cased."""
    return email.strip().lower()
