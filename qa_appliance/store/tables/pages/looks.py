"""The looks table: what a project's pages held when a run last saw them, packed. Never unpacks one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from qa_appliance.core.clock import iso
from qa_appliance.store.database import Database

MOST_PAGES = 40  # of a project; the ones not seen for the longest time go


async def put(db: Database, project_id: str, packed: Mapping[str, bytes], now: datetime) -> None:
    """The newest look at each page takes the place of the one before."""
    if not packed:
        return
    async with db.write() as transaction:
        for address, look in packed.items():
            await transaction.execute(
                "insert into looks (project_id, address, look, seen_at) values (?, ?, ?, ?)"
                " on conflict (project_id, address) do update set look = excluded.look, seen_at = excluded.seen_at",
                (project_id, address, look, iso(now)),
            )
        await transaction.execute(
            "delete from looks where project_id = ?1 and address not in"
            " (select address from looks where project_id = ?1 order by seen_at desc, rowid desc limit ?2)",
            (project_id, MOST_PAGES),
        )


async def of_project(db: Database, project_id: str) -> dict[str, bytes]:
    """By address, the one seen last first."""
    rows = await db.all(
        "select address, look from looks where project_id = ? order by seen_at desc, rowid desc", (project_id,)
    )
    return {row["address"]: row["look"] for row in rows}
