"""The environments table: other addresses of a project, with the headers and cookies they need."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.database import Database, Row


class Environment(Struct, frozen=True, kw_only=True, rename="camel"):
    """Contract 2.7. Cookies are as Playwright's `add_cookies` takes them."""

    id: str
    project_id: str
    name: str
    base_url: str
    extra_headers: dict[str, str]
    cookies: list[dict[str, Any]]
    created_at: str


async def find(db: Database, environment_id: str) -> Environment | None:
    row = await db.one("select * from environments where id = ?", (environment_id,))
    return _environment(row) if row else None


async def listed(db: Database, project_id: str) -> list[Environment]:
    rows = await db.all("select * from environments where project_id = ? order by created_at, rowid", (project_id,))
    return [_environment(row) for row in rows]


async def add(db: Database, project_id: str, values: dict[str, Any], now: datetime) -> Environment:
    """`values`: name, base_url, extra_headers, cookies."""
    columns = _columns(values) | {"id": new_id(), "project_id": project_id, "created_at": iso(now)}
    async with db.write() as transaction:
        await transaction.insert("environments", columns)
        row = await transaction.one("select * from environments where id = ?", (columns["id"],))
    assert row is not None
    return _environment(row)


async def change(db: Database, environment_id: str, values: dict[str, Any]) -> Environment | None:
    columns = _columns(values)
    async with db.write() as transaction:
        if columns:
            await transaction.update("environments", columns, "id = :id", {"id": environment_id})
        row = await transaction.one("select * from environments where id = ?", (environment_id,))
    return _environment(row) if row else None


async def remove(db: Database, environment_id: str) -> bool:
    async with db.write() as transaction:
        return await transaction.execute("delete from environments where id = ?", (environment_id,)) == 1


def _columns(values: dict[str, Any]) -> dict[str, Any]:
    columns = dict(values)
    for name in ("extra_headers", "cookies"):
        if name in columns:
            columns[f"{name}_json"] = msgspec.json.encode(columns.pop(name)).decode()
    return columns


def _environment(row: Row) -> Environment:
    return Environment(
        id=row["id"],
        project_id=row["project_id"],
        name=row["name"],
        base_url=row["base_url"],
        extra_headers=msgspec.json.decode(row["extra_headers_json"] or "{}"),
        cookies=msgspec.json.decode(row["cookies_json"] or "[]"),
        created_at=row["created_at"],
    )
