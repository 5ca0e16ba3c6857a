"""The data_tables table: rows of texts under named columns, for tests that run once for each row."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Conflict
from qa_appliance.store.database import Database, Row, Transaction
from qa_appliance.store.tables.test_data.held import refuse_another

MOST_BYTES = 4_000_000  # of all rows of a project's tables


class DataTable(Struct, frozen=True, kw_only=True, rename="camel"):
    """Every row has a text for each column."""

    id: str
    project_id: str
    name: str
    columns: list[str]
    rows: list[list[str]]
    created_at: str
    updated_at: str


async def find(db: Database, table_id: str) -> DataTable | None:
    row = await db.one("select * from data_tables where id = ?", (table_id,))
    return _table(row) if row else None


async def listed(db: Database, project_id: str) -> list[DataTable]:
    """By name."""
    rows = await db.all(
        "select * from data_tables where project_id = ? order by name collate nocase, id", (project_id,)
    )
    return [_table(row) for row in rows]


async def add(db: Database, project_id: str, values: Mapping[str, object], now: datetime) -> DataTable:
    """`values`: name, columns, rows. Raises `Conflict`."""
    given = {"id": new_id(), "project_id": project_id, "created_at": iso(now), "updated_at": iso(now)}
    columns = _columns(values) | given
    async with db.write() as transaction:
        await _refuse(transaction, columns)
        await transaction.insert("data_tables", columns)
        row = await transaction.one("select * from data_tables where id = ?", (columns["id"],))
    assert row is not None
    return _table(row)


async def replace(db: Database, table_id: str, values: Mapping[str, object], now: datetime) -> DataTable | None:
    """What is left out of `values` stays. Runs that have begun keep their rows. None: there is no such table."""
    async with db.write() as transaction:
        row = await transaction.one("select * from data_tables where id = ?", (table_id,))
        if row is None:
            return None
        columns = _columns(values) | {"updated_at": iso(now)}
        await _refuse(transaction, dict(row) | columns)
        await transaction.update("data_tables", columns, "id = :id", {"id": table_id})
        row = await transaction.one("select * from data_tables where id = ?", (table_id,))
    return _table(row) if row else None


async def remove(db: Database, table_id: str) -> None:
    """Raises `Conflict` where a saved test runs once for each of its rows."""
    async with db.write() as transaction:
        using = await transaction.all(
            "select name from procedures where table_id = ? and deleted_at is null order by name limit 4", (table_id,)
        )
        if using:
            names = ", ".join(f"“{row['name']}”" for row in using[:3]) + (" and others" if len(using) > 3 else "")
            raise Conflict(f"This table is used by {names}. Take it off there first.")
        await transaction.execute("update procedures set table_id = null where table_id = ?", (table_id,))
        await transaction.execute("delete from data_tables where id = ?", (table_id,))


async def _refuse(transaction: Transaction, columns: Mapping[str, object]) -> None:
    await refuse_another(transaction, "data_tables", columns)
    held = await transaction.one(
        "select coalesce(sum(length(rows_json)), 0) from data_tables where project_id = ? and id != ?",
        (columns["project_id"], columns["id"]),
    )
    if held is not None and held[0] + len(str(columns["rows_json"])) > MOST_BYTES:
        raise Conflict(f"The tables of a project may have {MOST_BYTES // 1_000_000} MB together. Remove one first.")


def _columns(values: Mapping[str, object]) -> dict[str, object]:
    return {
        name if name == "name" else f"{name}_json": value if name == "name" else msgspec.json.encode(value).decode()
        for name, value in values.items()
    }


def _table(row: Row) -> DataTable:
    return DataTable(
        id=row["id"],
        project_id=row["project_id"],
        name=row["name"],
        columns=msgspec.json.decode(row["columns_json"], type=list[str]),
        rows=msgspec.json.decode(row["rows_json"], type=list[list[str]]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )
