"""The procedures table: saved tests. Secret values lie sealed apart from the steps, which show a mask instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.run import UserExpectation
from qa_appliance.core.steps import Step
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables import heals
from qa_appliance.store.vault import Vault, mask, part, unite

StepJson = dict[str, Any]
"""A step, its record or a part of one as JSON."""


class Procedure(Struct, frozen=True, kw_only=True, rename="camel"):
    """A saved, replayable test. `steps` are the tagged steps of core.steps as JSON, secrets masked. With a table it is
    run once for each row."""

    id: str
    project_id: str
    name: str
    description: str | None
    steps: list[StepJson]
    user_expectation: UserExpectation
    max_duration_minutes: int | None
    performance_budget: dict[str, Any] | None
    tags: list[str]
    table_id: str | None
    created_at: str
    updated_at: str
    last_run_id: str | None


_LOOPS = frozenset({"repeat", "for_each"})
_NESTED = ("steps", "otherwise")  # where steps lie in a step
_COLUMNS = (
    "id, project_id, name, description, steps_json, user_expectation, max_duration_minutes, performance_budget_json,"
    " tags_json, table_id, created_at, updated_at, last_run_id"
)


async def find(db: Database, procedure_id: str) -> Procedure | None:
    row = await db.one(
        f"select {_COLUMNS} from procedures where id = ? and deleted_at is null",  # noqa: S608
        (procedure_id,),
    )
    return _procedure(row) if row else None


TAGGED = "exists (select 1 from json_each(tags_json) where value = :tag collate nocase)"
"""Of a procedure: it has the tag, in upper or lower case."""


async def listed(db: Database, project_id: str, tag: str | None = None) -> list[Procedure]:
    """A project's procedures, newest first; only those with the tag."""
    rows = await db.all(
        f"select {_COLUMNS} from procedures where project_id = :project and deleted_at is null"  # noqa: S608
        f"{'' if tag is None else f' and {TAGGED}'} order by created_at desc, rowid desc",
        {"project": project_id} | ({} if tag is None else {"tag": tag}),
    )
    return [_procedure(row) for row in rows]


async def has_secrets(db: Database, procedure_id: str) -> bool:
    row = await db.one("select secrets_json is not null from procedures where id = ?", (procedure_id,))
    return bool(row and row[0])


async def replay(db: Database, vault: Vault, procedure_id: str) -> Plan | None:
    """The steps as they are performed again: secrets in place, every step's source "saved", gaps kept (decision 8).

    Raises `Unsealable`: a mask must never be typed for a secret.
    """
    row = await _saved(db, procedure_id)
    return await _plan(db, procedure_id, row, vault.unseal(row["secrets_json"]) or []) if row else None


async def to_edit(db: Database, vault: Vault, procedure_id: str) -> Plan | None:
    """As `replay`, for what performs nothing: secrets that cannot be read any more stay masked."""
    row = await _saved(db, procedure_id)
    return await _plan(db, procedure_id, row, vault.unseal_or(row["secrets_json"], [])) if row else None


async def _saved(db: Database, procedure_id: str) -> Row | None:
    return await db.one("select steps_json, gaps_json, secrets_json from procedures where id = ?", (procedure_id,))


async def _plan(db: Database, procedure_id: str, row: Row, secrets: list[str]) -> Plan:
    steps = unite(msgspec.json.decode(row["steps_json"]), secrets)
    refused = await heals.rejected(db, procedure_id)
    if refused:
        steps = _replaced(steps, lambda known: known | {"rejected": refused.get(known["selector"], [])})
    return Plan(
        steps=msgspec.convert(_from(steps, "saved"), tuple[Step, ...]),
        gaps=msgspec.json.decode(row["gaps_json"] or "[]", type=tuple[Gap, ...]),
        source="saved",
    )


async def add(
    db: Database, vault: Vault, project_id: str, plan: Plan, values: Mapping[str, object], now: datetime
) -> Procedure:
    """`values`: name, description, user_expectation, max_duration_minutes, performance_budget, tags, table_id."""
    columns = _planned(vault, plan, values) | {
        "id": new_id(),
        "project_id": project_id,
        "created_at": iso(now),
        "updated_at": iso(now),
    }
    async with db.write() as transaction:
        await transaction.insert("procedures", columns)
        row = await transaction.one(f"select {_COLUMNS} from procedures where id = ?", (columns["id"],))  # noqa: S608
    assert row is not None
    return _procedure(row)


async def change(
    db: Database, vault: Vault, procedure_id: str, plan: Plan | None, values: Mapping[str, object], now: datetime
) -> Procedure | None:
    """A plan replaces the steps whole; None leaves them. Answers None when the procedure is gone."""
    async with db.write() as transaction:
        row = await transaction.one("select secrets_json from procedures where id = ?", (procedure_id,))
        kept = vault.unseal_or(row["secrets_json"], []) if row else []
        columns = _planned(vault, plan, values) if plan else _columns(_masked(values, kept))
        columns["updated_at"] = iso(now)
        await transaction.update("procedures", columns, "id = :id and deleted_at is null", {"id": procedure_id})
        if plan:
            await heals.forget_waiting(transaction, procedure_id)
    return await find(db, procedure_id)


async def answer_heal(db: Database, heal_id: str, wanted: heals.HealState, now: datetime) -> str | None:
    """Keeps a person's answer; "accepted" writes the new place into the step. A sentence where that cannot be."""
    async with db.write() as transaction:
        found = await heals.find(transaction, heal_id)
        if found is None:
            return "This heal is no longer there."
        heal, swap = found
        if swap.state == "accepted":
            return "This heal was accepted already; change the procedure's step instead."
        if wanted == "accepted":
            row = await transaction.one("select steps_json from procedures where id = ?", (swap.procedure_id,))
            steps = msgspec.json.decode(row["steps_json"]) if row else []
            index, old = swap.step_index, swap.was["selector"]
            step = steps[index] if index < len(steps) else None
            healed = _replaced(step, lambda known: swap.now if known["selector"] == old else known)
            if step is None or healed == step:
                return f"Step {index + 1} of the procedure no longer looks for {heal.was}. Run the procedure again."
            steps[index] = healed
            values = {"steps_json": msgspec.json.encode(steps).decode(), "updated_at": iso(now)}
            await transaction.update("procedures", values, "id = :id", {"id": swap.procedure_id})
        await heals.decide(transaction, heal_id, wanted, now)
    return None


def _replaced(value: Any, change: Callable[[StepJson], StepJson]) -> Any:
    """Steps with their saved places changed; checks, which are never healed, are left as they are."""
    if isinstance(value, dict):
        return {
            name: inner
            if name in ("check", "until")
            else change(inner)
            if name == "known"
            else _replaced(inner, change)
            for name, inner in value.items()
        }
    return [_replaced(inner, change) for inner in value] if isinstance(value, list) else value


async def remove(db: Database, procedure_id: str, now: datetime) -> bool:
    """Runs keep their reference; the procedure is no longer found."""
    async with db.write() as transaction:
        return (
            await transaction.execute(
                "update procedures set deleted_at = ? where id = ? and deleted_at is null",
                (iso(now), procedure_id),
            )
            == 1
        )


async def plan_of_run(db: Database, vault: Vault, run_id: str) -> Plan | None:
    """The plan a run performed, with what the run learned about where each target is; None: it never had one."""
    row = await db.one("select plan_json, steps_json, secrets_json from run_payloads where run_id = ?", (run_id,))
    if row is None or row["plan_json"] is None:
        return None
    plan = unite(msgspec.json.decode(row["plan_json"]), vault.unseal(row["secrets_json"]) or [])
    learned = _learned(msgspec.json.decode(row["steps_json"] or "[]"))
    return msgspec.convert(plan | {"steps": _with_known(plan.get("steps", []), learned)}, Plan)


async def plan_to_export(db: Database, vault: Vault, procedure_id: str) -> Plan | None:
    """The saved plan, with what its last passed run found of what it does not know yet."""
    plan = await to_edit(db, vault, procedure_id)
    row = await db.one(
        "select p.steps_json from runs r join run_payloads p on p.run_id = r.id"
        " where r.procedure_id = ? and r.overall_status = 'passed' order by r.seq desc limit 1",
        (procedure_id,),
    )
    if plan is None or row is None or not row["steps_json"]:
        return plan
    steps = _with_known(msgspec.to_builtins(plan.steps), _learned(msgspec.json.decode(row["steps_json"])))
    return msgspec.structs.replace(plan, steps=msgspec.convert(steps, tuple[Step, ...]))


class _Learned(Struct, frozen=True):
    known: object
    ways: list[StepJson]


def _learned(records: list[StepJson]) -> dict[tuple[str, str], list[_Learned]]:
    """What was found and done, by action and sentence, in the order of the run.

    Of steps made of steps only the conditional one counts: in each round of a loop another element is meant.
    """
    learned: dict[tuple[str, str], list[_Learned]] = {}
    for record in _flat(records):
        known, details = (record.get("found") or {}).get("known"), record.get("details") or {}
        refused = [{"deed": "refused", "text": text} for text in (details.get("errors") or [])[:1]]
        ways = [*(details.get("ways") or []), *refused]
        if known or ways:
            found = _Learned(known, ways)
            learned.setdefault((record.get("action", ""), record.get("sentence", "")), []).append(found)
    return learned


def _flat(records: list[StepJson]) -> Iterator[StepJson]:
    for record in records:
        if record.get("action") not in _LOOPS:
            yield record
        if record.get("action") == "when":
            yield from _flat((record.get("details") or {}).get("steps") or [])


def _with_known(steps: list[StepJson], learned: dict[tuple[str, str], list[_Learned]]) -> list[StepJson]:
    result = []
    for step in steps:
        if step.get("action") in _LOOPS:
            result.append(step)
            continue
        found = learned.get((step.get("action", ""), step.get("sentence", "")))
        one = (found.pop(0) if len(found) > 1 else found[0]) if found else _Learned(None, [])
        if one.ways and not step.get("ways"):
            step = step | {"ways": one.ways}
        holder = step if step.get("target") else step.get("check")
        if one.known and isinstance(holder, dict) and isinstance(holder.get("target"), dict):
            target = {"known": one.known} | holder["target"]
            step = step | ({"target": target} if holder is step else {"check": holder | {"target": target}})
        if step.get("action") == "when":
            step = step | {name: _with_known(step[name], learned) for name in _NESTED if name in step}
        result.append(step)
    return result


def _from(steps: list[StepJson], source: str) -> list[StepJson]:
    return [
        step | {"source": source} | {name: _from(step[name], source) for name in _NESTED if name in step}
        for step in steps
    ]


def _planned(vault: Vault, plan: Plan, values: Mapping[str, object]) -> dict[str, object]:
    parted = part(msgspec.to_builtins(plan.steps))
    columns = _columns(_masked(values, parted.secrets))
    return columns | {
        "steps_json": msgspec.json.encode(parted.steps).decode(),
        "gaps_json": msgspec.json.encode(mask(msgspec.to_builtins(plan.gaps), parted.secrets)).decode(),
        "secrets_json": vault.seal(parted.sealed) if parted.secrets else None,
    }


def _masked(values: Mapping[str, object], secrets: list[str]) -> dict[str, object]:
    """What people wrote beside the steps must not show what the steps hide."""
    return {**values} | {
        name: mask(values[name], secrets) for name in ("name", "description", "tags") if name in values
    }


def _columns(values: dict[str, object]) -> dict[str, object]:
    columns = dict(values)
    if "performance_budget" in columns:
        budget = columns.pop("performance_budget")
        columns["performance_budget_json"] = None if budget is None else msgspec.json.encode(budget).decode()
    if "tags" in columns:
        columns["tags_json"] = msgspec.json.encode(columns.pop("tags")).decode()
    return columns


def _procedure(row: Row) -> Procedure:
    budget = row["performance_budget_json"]
    return Procedure(
        id=row["id"],
        project_id=row["project_id"],
        name=row["name"],
        description=row["description"],
        steps=msgspec.json.decode(row["steps_json"]),
        user_expectation=row["user_expectation"] or "pass",
        max_duration_minutes=row["max_duration_minutes"],
        performance_budget=msgspec.json.decode(budget) if budget else None,
        tags=msgspec.json.decode(row["tags_json"] or "[]", type=list[str]),
        table_id=row["table_id"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        last_run_id=row["last_run_id"],
    )
