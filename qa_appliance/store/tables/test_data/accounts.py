"""The test_accounts table: who a project's tests may sign in as. Never answers a password to who only asks for a list.

An account of an environment stands in place of the one of that name that is of none.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.core.steps import MASK
from qa_appliance.core.test_data.names import fold
from qa_appliance.core.test_data.project import Account
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables.test_data.held import refuse_another, unmasked
from qa_appliance.store.vault import Vault, mask

_HIDDEN = ("password", "sign_in")


class ProjectAccount(Struct, frozen=True, kw_only=True, rename="camel"):
    """As people see it. `sign_in`: sentences by which it signs in, else by the sign-in form."""

    id: str
    name: str
    role: str
    user: str
    environment_id: str | None
    sign_in: list[str]
    created_at: str


async def listed(db: Database, vault: Vault, project_id: str) -> list[ProjectAccount]:
    """By name."""
    rows = await db.all(
        "select * from test_accounts where project_id = ? order by name collate nocase, created_at, rowid",
        (project_id,),
    )
    return [_account(row, vault) for row in rows]


async def add(
    db: Database, vault: Vault, project_id: str, values: Mapping[str, object], now: datetime
) -> ProjectAccount:
    """`values`: name, role, user, environment_id, password, sign_in. Raises `Conflict`, `Invalid`."""
    columns = _columns(vault, values, {}) | {
        "id": new_id(),
        "project_id": project_id,
        "created_at": iso(now),
        "updated_at": iso(now),
    }
    async with db.write() as transaction:
        await refuse_another(transaction, "test_accounts", columns)
        await transaction.insert("test_accounts", columns)
        row = await transaction.one("select * from test_accounts where id = ?", (columns["id"],))
    assert row is not None
    return _account(row, vault)


async def change(
    db: Database, vault: Vault, account_id: str, values: Mapping[str, object], now: datetime
) -> ProjectAccount | None:
    """What is left out of `values` stays, as a masked password does. None: there is no such account."""
    async with db.write() as transaction:
        row = await transaction.one("select * from test_accounts where id = ?", (account_id,))
        if row is None:
            return None
        columns = _columns(vault, values, vault.unseal_or(row["sealed"], {})) | {"updated_at": iso(now)}
        await refuse_another(transaction, "test_accounts", dict(row) | columns)
        await transaction.update("test_accounts", columns, "id = :id", {"id": account_id})
        row = await transaction.one("select * from test_accounts where id = ?", (account_id,))
    return _account(row, vault) if row else None


async def of_run(db: Database, vault: Vault, project_id: str, environment_id: str | None) -> tuple[Account, ...]:
    """Those a test may sign in as there, with their passwords, in the order they were made. Raises `Unsealable`."""
    rows = await db.all(
        "select * from test_accounts where project_id = ? and (environment_id is null or environment_id = ?)"
        " order by environment_id is not null, created_at, rowid",
        (project_id, environment_id),
    )
    return tuple({fold(row["name"]): _to_sign_in(row, vault) for row in rows}.values())


async def named(db: Database, project_id: str) -> tuple[Account, ...]:
    """Whom tests may name, whatever the environment, without what lets them in."""
    rows = await db.all(
        "select name, user, role from test_accounts where project_id = ? order by environment_id is not null,"
        " created_at, rowid",
        (project_id,),
    )
    return tuple({fold(row["name"]): Account(row["name"], row["user"], "", row["role"]) for row in rows}.values())


def masked(account: ProjectAccount) -> ProjectAccount:
    """For those who may look and not act."""
    hidden = [MASK] if account.sign_in else []
    return msgspec.structs.replace(account, user=account.user and MASK, sign_in=hidden)


def _columns(vault: Vault, values: Mapping[str, object], before: dict[str, object]) -> dict[str, object]:
    """Password and sentences lie together under one seal."""
    hidden = before | {name: values[name] for name in _HIDDEN if name in values}
    password = unmasked(str(hidden.get("password", "")), str(before.get("password", "")))
    sentences = hidden.get("sign_in", [])
    if mask(sentences, [password]) != sentences:
        message = "A sentence of signIn must not hold the password itself: write {password} there."
        raise Invalid(issues=(Issue("custom", ("signIn",), message),))
    sealed = vault.seal({"password": password, "sign_in": sentences})
    return {name: value for name, value in values.items() if name not in _HIDDEN} | {"sealed": sealed}


def _account(row: Row, vault: Vault) -> ProjectAccount:
    return ProjectAccount(
        id=row["id"],
        name=row["name"],
        role=row["role"],
        user=row["user"],
        environment_id=row["environment_id"],
        sign_in=vault.unseal_or(row["sealed"], {}).get("sign_in", []),
        created_at=row["created_at"],
    )


def _to_sign_in(row: Row, vault: Vault) -> Account:
    hidden = vault.unseal(row["sealed"])
    return Account(
        name=row["name"],
        user=row["user"],
        password=hidden["password"],
        role=row["role"],
        sign_in=tuple(hidden["sign_in"]),
    )
