"""The suites table: tests of a project that are run and judged together."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.suites import Rules
from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.database import Database, Row


class Suite(Struct, frozen=True, kw_only=True, rename="camel"):
    """`tests` and `set_up` are procedures of the project; one that was removed is left out when the suite is read."""

    id: str
    project_id: str
    name: str
    tags: list[str]
    set_up: str | None
    tests: list[str]
    rules: Rules
    created_at: str
    updated_at: str


async def find(db: Database, suite_id: str) -> Suite | None:
    row = await db.one("select * from suites where id = ?", (suite_id,))
    return (await _suites(db, [row]))[0] if row else None


async def exists(db: Database, suite_id: str) -> bool:
    return await db.one("select 1 from suites where id = ?", (suite_id,)) is not None


async def listed(db: Database, project_id: str) -> list[Suite]:
    """By name."""
    return await _suites(
        db, await db.all("select * from suites where project_id = ? order by name collate nocase, id", (project_id,))
    )


async def add(db: Database, project_id: str, values: Mapping[str, object], now: datetime) -> str:
    """`values`: name, tags, set_up, tests, rules. Answers the id."""
    suite_id = new_id()
    columns = _columns(values) | {
        "id": suite_id,
        "project_id": project_id,
        "created_at": iso(now),
        "updated_at": iso(now),
    }
    async with db.write() as transaction:
        await transaction.insert("suites", columns)
    return suite_id


async def change(db: Database, suite_id: str, values: Mapping[str, object], now: datetime) -> None:
    """What is left out of `values` stays. Runs of the suite that are under way keep the rules they began with."""
    async with db.write() as transaction:
        columns = _columns(values) | {"updated_at": iso(now)}
        await transaction.update("suites", columns, "id = :id", {"id": suite_id})


async def remove(db: Database, suite_id: str) -> None:
    """With the schedules that start it; its past runs stay."""
    async with db.write() as transaction:
        await transaction.execute("delete from schedules where suite_id = ?", (suite_id,))
        await transaction.execute("delete from suites where id = ?", (suite_id,))


async def missing(db: Database, project_id: str, procedure_ids: list[str]) -> list[str]:
    """Those which are no procedures of the project (any more)."""
    known = await _known(db, [project_id], procedure_ids)
    return [procedure_id for procedure_id in procedure_ids if procedure_id not in known]


async def _suites(db: Database, rows: list[Row]) -> list[Suite]:
    named = [[*msgspec.json.decode(row["tests_json"], type=list[str]), row["set_up"]] for row in rows]
    projects = list({row["project_id"] for row in rows})
    known = await _known(db, projects, [name for names in named for name in names if name])
    return [_suite(row, known) for row in rows]


async def _known(db: Database, project_ids: list[str], procedure_ids: list[str]) -> set[str]:
    rows = await db.all(
        "select id from procedures where deleted_at is null and project_id in (select value from json_each(?))"
        " and id in (select value from json_each(?))",
        (msgspec.json.encode(project_ids).decode(), msgspec.json.encode(procedure_ids).decode()),
    )
    return {row["id"] for row in rows}


def _suite(row: Row, known: set[str]) -> Suite:
    return Suite(
        id=row["id"],
        project_id=row["project_id"],
        name=row["name"],
        tags=msgspec.json.decode(row["tags_json"]),
        set_up=row["set_up"] if row["set_up"] in known else None,
        tests=[test for test in msgspec.json.decode(row["tests_json"], type=list[str]) if test in known],
        rules=msgspec.json.decode(row["rules_json"], type=Rules),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )


_AS_JSON = frozenset({"tags", "tests", "rules"})


def _columns(values: Mapping[str, object]) -> dict[str, object]:
    return {
        f"{name}_json" if name in _AS_JSON else name: msgspec.json.encode(value).decode() if name in _AS_JSON else value
        for name, value in values.items()
    }
