"""The page_names table: addresses of a project's pages by their names. What a person says wins over what was seen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Conflict
from qa_appliance.core.test_data.names import fold
from qa_appliance.store.database import Database, Row

MOST = 300  # of a project; of those that were seen the ones not seen for the longest time go


class PageName(Struct, frozen=True, rename="camel"):
    """`seen_at`: when a run saw it last, or a person said it."""

    name: str
    address: str
    source: Literal["seen", "person"]
    seen_at: str


async def listed(db: Database, project_id: str) -> list[PageName]:
    """By name."""
    rows = await db.all("select * from page_names where project_id = ? order by folded", (project_id,))
    return [_page(row) for row in rows]


async def of_run(db: Database, project_id: str) -> dict[str, str]:
    """Addresses by names, which are folded."""
    rows = await db.all("select folded, address from page_names where project_id = ?", (project_id,))
    return {row["folded"]: row["address"] for row in rows}


async def put(db: Database, project_id: str, name: str, address: str, now: datetime) -> PageName:
    """A person says so, whatever was there before. Raises `Conflict` where people have named as many as they may."""
    async with db.write() as transaction:
        count = await transaction.one(
            "select count(*) from page_names where project_id = ? and source = 'person' and folded != ?",
            (project_id, fold(name)),
        )
        if count is not None and count[0] >= MOST:
            raise Conflict(f"The project has {count[0]} named pages, which is the most it may. Remove one first.")
        await transaction.execute(
            "insert into page_names (project_id, folded, name, address, source, seen_at) values (?, ?, ?, ?, ?, ?)"
            " on conflict (project_id, folded) do update set name = excluded.name, address = excluded.address,"
            " source = excluded.source, seen_at = excluded.seen_at",
            (project_id, fold(name), name, address, "person", iso(now)),
        )
    return PageName(name, address, "person", iso(now))


async def see(db: Database, project_id: str, seen: Mapping[str, str], now: datetime) -> None:
    """Addresses by the names a run saw them under; a name that a person gave keeps its address."""
    if not seen:
        return
    async with db.write() as transaction:
        for name, address in seen.items():
            await transaction.execute(
                "insert into page_names (project_id, folded, name, address, source, seen_at)"
                " values (?, ?, ?, ?, 'seen', ?) on conflict (project_id, folded) do update set name = excluded.name,"
                " address = excluded.address, seen_at = excluded.seen_at where source = 'seen'",
                (project_id, fold(name), name, address, iso(now)),
            )
        await transaction.execute(
            "delete from page_names where project_id = ?1 and source = 'seen' and folded not in"
            " (select folded from page_names where project_id = ?1 order by source = 'seen', seen_at desc, rowid desc"
            " limit ?2)",
            (project_id, MOST),
        )


async def remove(db: Database, project_id: str, name: str) -> bool:
    async with db.write() as transaction:
        return (
            await transaction.execute(
                "delete from page_names where project_id = ? and folded = ?", (project_id, fold(name))
            )
            == 1
        )


def _page(row: Row) -> PageName:
    return PageName(row["name"], row["address"], row["source"], row["seen_at"])
