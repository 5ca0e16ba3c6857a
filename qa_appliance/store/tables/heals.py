"""The heals table: what took a saved element's place in a replay, and whether a person let it. Never heals anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.evidence.steps import CHOSEN, Details, StepRecord
from qa_appliance.core.target import Known
from qa_appliance.store.database import Database, Row, Transaction

MOST_LISTED = 500

HealState = Literal["waiting", "accepted", "rejected"]


class Heal(Struct, frozen=True, kw_only=True, rename="camel"):
    """`was` and `now` are locators as people read them. `run_id` is the last run that healed so. `by`: whether what it
    looked like told it, or a model chose it."""

    id: str
    step_index: int
    run_id: str
    sentence: str
    was: str
    now: str
    state: HealState
    by: Literal["fingerprint", "model"]
    created_at: str
    decided_at: str | None


class Swap(Struct, frozen=True):
    """Where a heal belongs, and the saved places (`core.target.Known` as JSON) it exchanges."""

    procedure_id: str
    step_index: int
    was: dict[str, Any]
    now: dict[str, Any]
    state: HealState


async def found(
    transaction: Transaction, procedure_id: str, run_id: str, records: Sequence[StepRecord], now: datetime
) -> None:
    """Writes down what a replay healed in steps that passed; one that waits already only gets the newer run."""
    for record in records:
        for swap in _swaps(record.details) if record.result == "passed" else ():
            was, new, by = swap
            same = await transaction.execute(
                "update heals set run_id = ? where procedure_id = ? and step_index = ? and state = 'waiting'"
                " and json_extract(was_json, '$.selector') = ? and json_extract(now_json, '$.selector') = ?",
                (run_id, procedure_id, record.index, was.selector, new.selector),
            )
            if not same:
                values = {
                    "id": new_id(),
                    "procedure_id": procedure_id,
                    "step_index": record.index,
                    "run_id": run_id,
                    "sentence": record.sentence,
                    "was_json": _text(was),
                    "now_json": _text(new),
                    "state": "waiting",
                    "healed_by": by,
                    "created_at": iso(now),
                }
                await transaction.insert("heals", values)


async def listed(db: Database, procedure_id: str) -> list[Heal]:
    """Those that wait first, then the newest; each run may add some, so of very many not all."""
    rows = await db.all(
        "select * from heals where procedure_id = ?"
        " order by state = 'waiting' desc, created_at desc, rowid desc limit ?",
        (procedure_id, MOST_LISTED),
    )
    return [_heal(row) for row in rows]


async def find(db: Database | Transaction, heal_id: str) -> tuple[Heal, Swap] | None:
    row = await db.one("select * from heals where id = ?", (heal_id,))
    return (_heal(row), _swap(row)) if row else None


async def decide(transaction: Transaction, heal_id: str, state: HealState, now: datetime) -> None:
    await transaction.update("heals", {"state": state, "decided_at": iso(now)}, "id = :id", {"id": heal_id})


async def forget_waiting(transaction: Transaction, procedure_id: str) -> None:
    """For a procedure whose steps are others now. What was rejected stays so."""
    await transaction.execute("delete from heals where procedure_id = ? and state = 'waiting'", (procedure_id,))


async def rejected(db: Database, procedure_id: str) -> dict[str, list[str]]:
    """By saved selector, the selectors that must not take its place."""
    rows = await db.all(
        "select json_extract(was_json, '$.selector') as was, json_extract(now_json, '$.selector') as now"
        " from heals where procedure_id = ? and state = 'rejected'",
        (procedure_id,),
    )
    refused: dict[str, list[str]] = {}
    for row in rows:
        refused.setdefault(row["was"], []).append(row["now"])
    return refused


def _swaps(details: Details) -> Iterator[tuple[Known, Known, str]]:
    """Of a step and of the steps inside it; one whose new place has no locator of its own cannot be kept."""
    for heal in details.heals:
        was, now = heal.was, heal.known
        if was is not None and now is not None and was.selector != now.selector:
            yield msgspec.structs.replace(was, rejected=()), now, "model" if heal.rung == CHOSEN else "fingerprint"
    for record in details.steps:
        yield from _swaps(record.details)


def _heal(row: Row) -> Heal:
    was, now = msgspec.json.decode(row["was_json"]), msgspec.json.decode(row["now_json"])
    return Heal(
        id=row["id"],
        step_index=row["step_index"],
        run_id=row["run_id"],
        sentence=row["sentence"],
        was=was["locator"],
        now=now["locator"],
        state=row["state"],
        by=row["healed_by"],
        created_at=row["created_at"],
        decided_at=row["decided_at"],
    )


def _swap(row: Row) -> Swap:
    return Swap(
        row["procedure_id"],
        row["step_index"],
        msgspec.json.decode(row["was_json"]),
        msgspec.json.decode(row["now_json"]),
        row["state"],
    )


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
