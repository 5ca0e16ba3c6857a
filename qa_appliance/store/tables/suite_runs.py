"""The suite_runs table: each time a suite was run, a batch whose runs are begun by and by.

`session_sealed` holds what the set-up left signed in, until the last run has ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.members import BatchVerdict, Finding
from qa_appliance.core.batches.suites import EndedStep, Failure, Rules, SuiteRun, failure_of
from qa_appliance.core.batches.variants import Variant
from qa_appliance.core.clock import iso
from qa_appliance.core.steps import MASK
from qa_appliance.store.database import Database, Row, Transaction
from qa_appliance.store.tables import known_failures
from qa_appliance.store.vault import Vault


class Started(Struct, frozen=True, kw_only=True):
    """One time a suite is run, as it is while it goes on. `place`: of an environment the id, else the address."""

    batch_id: str
    suite_id: str
    project_id: str
    org_id: str
    user_id: str
    name: str
    rules: Rules
    created_at: str
    set_up_run_id: str | None = None
    stopped: bool = False
    place: str = ""


class EndedSuiteRun(Struct, frozen=True, kw_only=True, rename="camel"):
    """One time a suite was run, for its history. `verdict` None: still under way, or a test was cancelled."""

    batch_id: str
    name: str
    created_at: str
    ended_at: str | None
    verdict: BatchVerdict | None


_FIELDS = "batch_id, suite_id, project_id, org_id, user_id, name, rules_json, created_at, set_up_run_id, stopped, place"


async def add(transaction: Transaction, started: Started) -> None:
    values = msgspec.structs.asdict(started)
    values["rules_json"] = msgspec.json.encode(values.pop("rules")).decode()
    await transaction.insert("suite_runs", values)


async def find(db: Database, batch_id: str) -> Started | None:
    row = await db.one(f"select {_FIELDS} from suite_runs where batch_id = ?", (batch_id,))  # noqa: S608
    return _started(row) if row else None


async def is_overtaken(db: Database, started: Started) -> bool:
    """Whether the same suite, at the same place, was begun again since and failed, or has not ended yet."""
    row = await db.one(
        "select later.ended_at, later.verdict from suite_runs later join suite_runs own on own.batch_id = ?"
        " where later.suite_id = own.suite_id and later.place = own.place"
        " and (later.created_at, later.rowid) > (own.created_at, own.rowid)"
        " and (later.verdict is not null or later.ended_at is null)"
        " order by later.ended_at is null desc, later.created_at desc, later.rowid desc limit 1",
        (started.batch_id,),
    )
    return row is not None and row["verdict"] != "passed"


async def under_way(db: Database) -> list[Started]:
    """Oldest first."""
    rows = await db.all(f"select {_FIELDS} from suite_runs where ended_at is null order by created_at, batch_id")  # noqa: S608
    return [_started(row) for row in rows]


async def histories(db: Database, suite_ids: Sequence[str], most: int) -> dict[str, list[EndedSuiteRun]]:
    """Of each suite its newest, newest first."""
    rows = await db.all(
        "select * from (select suite_id, batch_id, name, created_at, ended_at, verdict, row_number() over"
        " (partition by suite_id order by created_at desc, rowid desc) as nth from suite_runs"
        " where suite_id in (select value from json_each(?))) where nth <= ? order by suite_id, nth",
        (msgspec.json.encode(list(suite_ids)).decode(), most),
    )
    found: dict[str, list[EndedSuiteRun]] = {suite_id: [] for suite_id in suite_ids}
    for row in rows:
        found[row["suite_id"]].append(EndedSuiteRun(**{name: row[name] for name in EndedSuiteRun.__struct_fields__}))
    return found


async def outcome(db: Database, batch_id: str) -> tuple[BatchVerdict | None, list[Finding]] | None:
    """As it was judged when the last run ended; None before."""
    row = await db.one("select ended_at, verdict, findings_json from suite_runs where batch_id = ?", (batch_id,))
    if row is None or row["ended_at"] is None:
        return None
    return row["verdict"], msgspec.json.decode(row["findings_json"] or "[]", type=list[Finding])


async def stop(db: Database, batch_id: str) -> None:
    """No test of it is tried again: somebody has cancelled the rest."""
    async with db.write() as transaction:
        await transaction.execute("update suite_runs set stopped = 1 where batch_id = ?", (batch_id,))


async def end(
    db: Database, batch_id: str, verdict: BatchVerdict | None, findings: Sequence[Finding], now: datetime
) -> bool:
    """Writes the outcome once and forgets who was signed in. False: it had ended already."""
    values = {
        "ended_at": iso(now),
        "verdict": verdict,
        "findings_json": msgspec.json.encode(findings).decode(),
        "session_sealed": None,
    }
    async with db.write() as transaction:
        return (
            await transaction.update("suite_runs", values, "batch_id = :id and ended_at is null", {"id": batch_id}) == 1
        )


async def keep_session(db: Database, vault: Vault, run_id: str, session: dict[str, object]) -> None:
    """What the set-up left signed in, for the tests after it (a browser's storage state)."""
    async with db.write() as transaction:
        await transaction.execute(
            "update suite_runs set session_sealed = ? where set_up_run_id = ? and ended_at is null",
            (vault.seal(session), run_id),
        )


async def sign_in_anew(transaction: Transaction, batch_id: str, set_up_run_id: str) -> None:
    """From now on this is the set-up; who was signed in before is forgotten."""
    values = {"set_up_run_id": set_up_run_id, "session_sealed": None}
    await transaction.update("suite_runs", values, "batch_id = :id", {"id": batch_id})


async def begin(db: Database, run_ids: Sequence[str], now: datetime) -> None:
    """From now on they stand in line."""
    ids, at = msgspec.json.encode(list(run_ids)).decode(), iso(now)
    async with db.write() as transaction:
        await transaction.execute(
            "update runs set held = 0, queued_at = ?, last_heartbeat_at = ?"
            " where held = 1 and status = 'pending' and id in (select value from json_each(?))",
            (at, at, ids),
        )


async def members(db: Database, started: Started, now: datetime) -> list[SuiteRun]:
    """The runs in their order, those tried again after the first ones."""
    rows = await db.all(
        "select r.id, r.procedure_id, r.variant_json, r.status, r.overall_status, r.attempt_index, r.held,"
        " r.broken_off, r.failure_class, case when r.overall_status = 'failed' then p.steps_json end as steps_json"
        " from runs r indexed by runs_batch left join run_payloads p on p.run_id = r.id"
        " where r.batch_id = ? order by r.seq",
        (started.batch_id,),
    )
    tests = list({row["procedure_id"] for row in rows if row["overall_status"] == "failed"})
    known = await known_failures.of(db, tests, now)
    return [_member(row, started, known) for row in rows]


async def remembered(db: Database, batch_id: str, before: str) -> dict[str, str]:
    """The texts that runs of the suite before this one remembered, by their names; masked ones are left out.

    Those of its set-up, and where its tests run in order those of the tests before: each where it passed.
    """
    rows = await db.all(
        "select text.key as name, text.value from runs r join suite_runs s on s.batch_id = r.batch_id"
        " join run_payloads p on p.run_id = r.id join runs this on this.id = ?,"
        " json_each(p.steps_json) step, json_each(step.value, '$.details.remembered') text"
        " where r.batch_id = ? and r.overall_status = 'passed' and r.id <> this.id"
        " and (r.id = s.set_up_run_id or (json_extract(s.rules_json, '$.ordered')"
        " and coalesce(r.started_at, '') < coalesce(this.started_at, '9')))"
        " order by r.started_at, r.seq, step.key",
        (before, batch_id),
    )
    return {row["name"]: row["value"] for row in rows if MASK not in row["value"]}


class Place(Struct, frozen=True):
    """Where a run is performed, and which procedure is."""

    base_url: str
    environment_id: str | None
    procedure_id: str | None

    @property
    def where(self) -> str:
        return self.environment_id or self.base_url


async def place_of(db: Database | Transaction, run_id: str) -> Place:
    row = await db.one("select base_url, environment_id, procedure_id from runs where id = ?", (run_id,))
    assert row is not None  # a run of a suite that is under way
    return Place(*row)


def _member(row: Row, started: Started, known: set[tuple[str, Failure]]) -> SuiteRun:
    steps = msgspec.json.decode(row["steps_json"], type=list[EndedStep]) if row["steps_json"] else []
    failure = failure_of(row["failure_class"], steps)
    variant = msgspec.json.decode(row["variant_json"], type=Variant) if row["variant_json"] else Variant("")
    sets_up = variant.sets_up or row["id"] == started.set_up_run_id
    first = next((step for step in steps if step.result == "failed"), None)
    failed = row["overall_status"] == "failed"
    return SuiteRun(
        id=row["id"],
        test=None if sets_up else row["procedure_id"],
        name=variant.label,
        status=row["status"],
        overall=row["overall_status"],
        attempt=row["attempt_index"] or 1,
        held=bool(row["held"]),
        row=variant.row,
        broken_off=bool(row["broken_off"]),
        failure=failure if failed else None,
        known=failed and failure.recognisable and (row["procedure_id"], failure) in known,
        step=first.sentence if first else None,
        error=first.error if first else None,
    )


def _started(row: Row) -> Started:
    values = dict(row)
    rules = msgspec.json.decode(values.pop("rules_json"), type=Rules)
    return Started(**values | {"rules": rules, "stopped": bool(row["stopped"])})
