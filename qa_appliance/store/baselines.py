"""The baselines table: pictures a run's pictures are compared with. The files themselves are artifacts."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.database import Database


class Baseline(Struct, frozen=True, kw_only=True, rename="camel"):
    """`threshold` is the share of differing pixels (percent) that is still the same picture."""

    id: str
    project_id: str
    procedure_id: str | None
    step_index: int | None
    name: str
    viewport: str | None
    browser: str | None
    store_key: str
    threshold: float
    created_at: str
    created_by: str | None


_COLUMNS = (
    "id, project_id, procedure_id, step_index, name, viewport, browser, store_key, threshold, created_at, created_by"
)


async def listed(db: Database, project_id: str, procedure_id: str | None = None) -> list[Baseline]:
    """A project's baselines, newest first; or those of one procedure."""
    rows = await db.all(
        f"select {_COLUMNS} from baselines where project_id = :project"  # noqa: S608
        " and (:procedure is null or procedure_id = :procedure) order by created_at desc, rowid desc",
        {"project": project_id, "procedure": procedure_id},
    )
    return [Baseline(**dict(row)) for row in rows]


async def find(db: Database, baseline_id: str) -> Baseline | None:
    row = await db.one(f"select {_COLUMNS} from baselines where id = ?", (baseline_id,))  # noqa: S608
    return Baseline(**dict(row)) if row else None


async def accept(
    db: Database,
    *,
    project_id: str,
    procedure_id: str | None,
    step_index: int,
    name: str,
    viewport: str | None,
    browser: str | None,
    store_key: str,
    threshold: float,
    created_by: str,
    now: datetime,
    baseline_id: str | None = None,
) -> tuple[Baseline, list[str]]:
    """Takes a picture as the baseline of its step; answers it and the ids of those it replaced."""
    baseline = Baseline(
        id=baseline_id or new_id(), project_id=project_id, procedure_id=procedure_id, step_index=step_index, name=name,
        viewport=viewport, browser=browser, store_key=store_key, threshold=threshold, created_at=iso(now),
        created_by=created_by,
    )  # fmt: skip
    columns = _COLUMNS.split(", ")
    async with db.write() as transaction:
        replaced = await transaction.all(
            "delete from baselines where project_id = ? and procedure_id is ? and step_index is ? and name = ?"
            " and viewport is ? and browser is ? returning id",
            (project_id, procedure_id, step_index, name, viewport, browser),
        )
        await transaction.insert("baselines", {column: getattr(baseline, column) for column in columns})
    return baseline, [row["id"] for row in replaced]


async def remove(db: Database, baseline_id: str) -> bool:
    async with db.write() as transaction:
        return await transaction.execute("delete from baselines where id = ?", (baseline_id,)) == 1
