"""Who a credential belongs to: API keys and sessions. Never sees a password, never keeps a key's plaintext."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Literal

from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Busy, NoRoom, Unauthorized
from qa_appliance.core.roles import RIGHTS, Rights, Role
from qa_appliance.store.database import Database

KEY_PREFIX = "tst_live_"
KEY_SHORTEST = 25
_USED_AGAIN_AFTER = timedelta(minutes=1)  # a key's last use is written down at most this often


class Caller(Struct, frozen=True, kw_only=True):
    """The user, the one organization the credential is pinned to, and the role there (contract 5.3, 5.6)."""

    user_id: str
    email: str
    name: str
    org_id: str
    org_name: str
    role: Role
    kind: Literal["api_key", "session"]
    credential_id: str  # of the key or of the session
    prefix: str | None = None
    expires_at: str | None = None

    @property
    def may(self) -> Rights:
        return RIGHTS[self.role]


class Key(Struct, frozen=True, rename="camel"):
    """An API key as it is listed: neither plaintext nor hash (contract 2.5)."""

    id: str
    name: str
    prefix: str
    user_id: str
    created_at: str
    expires_at: str | None
    last_used_at: str | None


class Minted(Struct, frozen=True, rename="camel"):
    """The only answer that ever holds the plaintext (contract 4.8)."""

    id: str
    name: str
    prefix: str
    key: str
    created_at: str


async def mint(
    db: Database, *, org_id: str, user_id: str, name: str, expires_at: datetime | None, now: datetime
) -> Minted:
    key = KEY_PREFIX + secrets.token_urlsafe(24)
    minted = Minted(new_id(), name, key[:16], key, iso(now))
    async with db.write() as transaction:
        await transaction.insert(
            "api_keys",
            {
                "id": minted.id,
                "org_id": org_id,
                "user_id": user_id,
                "name": name,
                "prefix": minted.prefix,
                "hash": _hash(key),
                "created_at": minted.created_at,
                "expires_at": iso(expires_at) if expires_at else None,
            },
        )
    return minted


async def keys(db: Database, org_id: str, now: datetime, *, user_id: str | None = None) -> list[Key]:
    """The active keys of an organization, or of one user in it, newest first."""
    rows = await db.all(
        "select id, name, prefix, user_id, created_at, expires_at, last_used_at from api_keys"
        " where org_id = :org and revoked_at is null and (expires_at is null or expires_at > :now)"
        " and (:user is null or user_id = :user) order by created_at desc, rowid desc",
        {"org": org_id, "now": iso(now), "user": user_id},
    )
    return [Key(*row) for row in rows]


async def revoke(db: Database, org_id: str, key_id: str, now: datetime, *, user_id: str | None = None) -> bool:
    """At once. False: no active key of that id there (or it is another user's, when `user_id` is given)."""
    async with db.write() as transaction:
        changed = await transaction.execute(
            "update api_keys set revoked_at = :now where id = :id and org_id = :org and revoked_at is null"
            " and (:user is null or user_id = :user)",
            {"now": iso(now), "id": key_id, "org": org_id, "user": user_id},
        )
    return changed == 1


async def by_key(db: Database, token: str, now: datetime) -> Caller:
    """Raises `Unauthorized` with the contract's words (5.8)."""
    row = await db.one(
        "select k.id as key_id, k.prefix, k.expires_at, k.revoked_at, k.last_used_at, u.id as user_id, u.email,"
        " u.name, o.id as org_id, o.name as org_name, o.deleted_at, m.role"
        " from api_keys k left join users u on u.id = k.user_id left join organizations o on o.id = k.org_id"
        " left join members m on m.org_id = k.org_id and m.user_id = k.user_id where k.hash = ?",
        (_hash(token),),
    )
    if row is None or row["revoked_at"] or (row["expires_at"] and row["expires_at"] <= iso(now)):
        raise Unauthorized("Invalid or revoked API key")
    if row["user_id"] is None:
        raise Unauthorized("API key owner not found")
    if row["org_id"] is None or row["deleted_at"] or row["role"] is None:
        raise Unauthorized("API key's organization is no longer accessible")
    if row["last_used_at"] is None or row["last_used_at"] <= iso(now - _USED_AGAIN_AFTER):
        with suppress(NoRoom, Busy):  # a note for people: no reason to refuse a key
            async with db.write() as transaction:
                await transaction.execute(
                    "update api_keys set last_used_at = ? where id = ?", (iso(now), row["key_id"])
                )
    return Caller(
        user_id=row["user_id"],
        email=row["email"],
        name=row["name"],
        org_id=row["org_id"],
        org_name=row["org_name"],
        role=row["role"],
        kind="api_key",
        credential_id=row["key_id"],
        prefix=row["prefix"],
        expires_at=row["expires_at"],
    )


async def by_session(db: Database, *, session_id: str, user_id: str, org_id: str, now: datetime) -> Caller | None:
    """None: signed out, expired, or no longer a member there."""
    row = await db.one(
        "select s.id, s.expires_at, u.id as user_id, u.email, u.name, o.id as org_id, o.name as org_name, m.role"
        " from sessions s join users u on u.id = s.user_id join members m on m.user_id = u.id and m.org_id = :org"
        " join organizations o on o.id = m.org_id and o.deleted_at is null"
        " where s.id = :id and s.user_id = :user and s.ended_at is null and s.expires_at > :now",
        {"id": session_id, "user": user_id, "org": org_id, "now": iso(now)},
    )
    if row is None:
        return None
    return Caller(
        user_id=row["user_id"],
        email=row["email"],
        name=row["name"],
        org_id=row["org_id"],
        org_name=row["org_name"],
        role=row["role"],
        kind="session",
        credential_id=row["id"],
        expires_at=row["expires_at"],
    )


class Opened(Struct, frozen=True):
    """A session; `refresh_token` goes into the cookie, only its hash is kept."""

    id: str
    refresh_token: str
    expires_at: datetime


async def open_session(
    db: Database, user_id: str, org_id: str, now: datetime, lasts: timedelta, *, agent: str = "", address: str = ""
) -> Opened:
    """`agent`: what the browser calls itself; `address`: where it is."""
    opened = Opened(new_id(), secrets.token_urlsafe(32), now.astimezone(UTC) + lasts)
    async with db.write() as transaction:
        await transaction.insert(
            "sessions",
            {
                "id": opened.id,
                "user_id": user_id,
                "org_id": org_id,
                "refresh_hash": _hash(opened.refresh_token),
                "created_at": iso(now),
                "expires_at": iso(opened.expires_at),
                "agent": agent,
                "address": address,
            },
        )
    return opened


class Session(Struct, frozen=True):
    id: str
    user_id: str
    org_id: str


async def session_of_refresh(db: Database, refresh_token: str, now: datetime) -> Session | None:
    """The session behind the cookie; None when it is unknown, ended or expired."""
    row = await db.one(
        "select id, user_id, org_id from sessions where refresh_hash = ? and ended_at is null and expires_at > ?",
        (_hash(refresh_token), iso(now)),
    )
    return Session(*row) if row else None


async def move_session(db: Database, session_id: str, org_id: str) -> None:
    """From now on the cookie refreshes into this organization."""
    async with db.write() as transaction:
        await transaction.execute("update sessions set org_id = ? where id = ?", (org_id, session_id))


async def end_session(db: Database, session_id: str, now: datetime) -> None:
    async with db.write() as transaction:
        await transaction.execute(
            "update sessions set ended_at = ? where id = ? and ended_at is null", (iso(now), session_id)
        )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
