"""The variables table: texts by the names that sentences and addresses have in braces. Secret ones lie sealed.

A variable of an environment stands in place of the one of that name that is of none.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables.test_data.held import refuse_another, unmasked
from qa_appliance.store.vault import Vault


class Variable(Struct, frozen=True, kw_only=True, rename="camel"):
    """`value` is null where it is secret."""

    id: str
    name: str
    value: str | None
    secret: bool
    environment_id: str | None
    created_at: str


class Texts(Struct, frozen=True):
    """By their names; `secrets`: the names of those which nobody is shown."""

    by_name: dict[str, str]
    secrets: frozenset[str]

    def __repr__(self) -> str:
        return f"Texts({sorted(self.by_name)})"


async def listed(db: Database, project_id: str) -> list[Variable]:
    """By name."""
    rows = await db.all(
        "select * from variables where project_id = ? order by name collate nocase, created_at, rowid", (project_id,)
    )
    return [_variable(row) for row in rows]


async def add(db: Database, vault: Vault, project_id: str, values: Mapping[str, object], now: datetime) -> Variable:
    """`values`: name, value, secret, environment_id. Raises `Conflict`, `Invalid`."""
    columns = _columns(vault, values, None) | {
        "id": new_id(),
        "project_id": project_id,
        "created_at": iso(now),
        "updated_at": iso(now),
    }
    async with db.write() as transaction:
        await refuse_another(transaction, "variables", columns)
        await transaction.insert("variables", columns)
        row = await transaction.one("select * from variables where id = ?", (columns["id"],))
    assert row is not None
    return _variable(row)


async def change(
    db: Database, vault: Vault, variable_id: str, values: Mapping[str, object], now: datetime
) -> Variable | None:
    """What is left out of `values` stays; what was secret is shown only if its value is given anew."""
    async with db.write() as transaction:
        row = await transaction.one("select * from variables where id = ?", (variable_id,))
        if row is None:
            return None
        columns = _columns(vault, values, row) | {"updated_at": iso(now)}
        await refuse_another(transaction, "variables", dict(row) | columns)
        await transaction.update("variables", columns, "id = :id", {"id": variable_id})
        row = await transaction.one("select * from variables where id = ?", (variable_id,))
    return _variable(row) if row else None


async def of_run(db: Database, vault: Vault, project_id: str, environment_id: str | None) -> Texts:
    """What a test finds there. Raises `Unsealable`."""
    rows = await db.all(
        "select * from variables where project_id = ? and (environment_id is null or environment_id = ?)"
        " order by environment_id is not null, created_at, rowid",
        (project_id, environment_id),
    )
    chosen = {row["name"]: row for row in rows}
    texts = {name: vault.unseal(row["sealed"]) if row["secret"] else row["value"] for name, row in chosen.items()}
    return Texts(texts, frozenset(name for name, row in chosen.items() if row["secret"]))


async def secret_names(db: Database, project_id: str) -> frozenset[str]:
    """Of all its environments."""
    rows = await db.all("select distinct name from variables where project_id = ? and secret = 1", (project_id,))
    return frozenset(row["name"] for row in rows)


def _columns(vault: Vault, values: Mapping[str, object], before: Row | None) -> dict[str, object]:
    was_secret = before is not None and bool(before["secret"])
    secret = bool(values.get("secret", was_secret))
    columns = {name: value for name, value in values.items() if name not in ("value", "secret")}
    columns["secret"] = int(secret)
    if "value" in values:
        kept = vault.unseal_or(before["sealed"], None) if before is not None and was_secret else None
        value = unmasked(str(values["value"]), kept) if secret else str(values["value"])
    elif before is None or secret == was_secret:
        return columns
    elif was_secret:
        message = "A secret is not shown again: give its value to have a variable that everybody sees."
        raise Invalid(issues=(Issue("custom", ("value",), message),))
    else:
        value = before["value"]
    return columns | {"value": None if secret else value, "sealed": vault.seal(value) if secret else None}


def _variable(row: Row) -> Variable:
    return Variable(
        id=row["id"],
        name=row["name"],
        value=None if row["secret"] else row["value"],
        secret=bool(row["secret"]),
        environment_id=row["environment_id"],
        created_at=row["created_at"],
    )
