"""What the tables of test data have in common: whose a thing is, names that are unique, how many there may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from qa_appliance.core.errors import Conflict, Invalid
from qa_appliance.core.steps import MASK
from qa_appliance.core.test_data.names import fold
from qa_appliance.store.database import Database, Transaction

TableName = Literal["test_accounts", "variables", "data_tables"]

_CALLED: dict[TableName, str] = {"test_accounts": "account", "variables": "variable", "data_tables": "table"}
_MOST: dict[TableName, int] = {"test_accounts": 200, "variables": 500, "data_tables": 50}  # of a project


class Held(Struct, frozen=True):
    """Of which project it is, and what it is called."""

    id: str
    project_id: str
    name: str


async def find(db: Database, table: TableName, thing_id: str) -> Held | None:
    row = await db.one(f"select id, project_id, name from {table} where id = ?", (thing_id,))  # noqa: S608 - our own
    return Held(*row) if row else None


async def remove(db: Database, table: TableName, thing_id: str) -> bool:
    async with db.write() as transaction:
        return await transaction.execute(f"delete from {table} where id = ?", (thing_id,)) == 1  # noqa: S608 - our own


async def refuse_another(transaction: Transaction, table: TableName, thing: Mapping[str, object]) -> None:
    """Raises `Conflict` where the project has one of that name for the same environment, or as many as it may."""
    scope = "" if table == "data_tables" else " and environment_id is :environment_id"
    rows = await transaction.all(
        f"select name from {table} where project_id = :project_id and id != :id{scope}",  # noqa: S608 - our own
        {"environment_id": None} | dict(thing),
    )
    name, called = str(thing["name"]), _CALLED[table]
    same = next((row["name"] for row in rows if fold(row["name"]) == fold(name)), None)
    if same is not None:
        where = " of that environment" if thing.get("environment_id") else ""
        raise Conflict(f"There is the {called} “{same}”{where} already; change that one, or name this one otherwise.")
    count = await transaction.one(
        f"select count(*) from {table} where project_id = :project_id and id != :id",  # noqa: S608 - our own
        thing,
    )
    if count is not None and count[0] >= _MOST[table]:
        raise Conflict(f"The project has {count[0]} {called}s, which is the most it may. Remove one first.")


def unmasked(given: str, kept: str | None) -> str:
    """A mask stands for what is kept already. Raises `Invalid` where nothing is."""
    if given != MASK:
        return given
    if not kept:
        raise Invalid(f"“{MASK}” stands for a secret that is stored already; nothing is stored there yet.")
    return kept
