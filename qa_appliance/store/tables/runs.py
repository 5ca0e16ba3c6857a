"""The runs table, which is also the queue: every change of state is one compare-and-set.

Never decides what a run may do next; that is the queue's and the worker's work.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.variants import AS_WRITTEN, BatchKind, Variant
from qa_appliance.core.classify import headline
from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.evidence.failure import FailureClass
from qa_appliance.core.evidence.kinds import RunEvidence
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.report import Ticket
from qa_appliance.core.run import RESTARTED, OverallStatus, Patience, UserExpectation
from qa_appliance.store.database import Database, Transaction
from qa_appliance.store.tables import heals, known_failures, plans
from qa_appliance.store.tables.run_words import INSTRUCTION_LENGTH, masked_further
from qa_appliance.store.vault import Vault, part

# an index over living runs is only used where these very words stand
_ALIVE = "status in ('pending', 'running')"


def as_written(runs: str) -> str:
    """The condition that a run tells how its test stands: it was no odd input, nobody's role, no other window, and for
    no row of a table, of which each tells a part only."""
    kinds = ", ".join(f"'{kind}'" for kind in AS_WRITTEN)
    rows = f"coalesce({runs}.variant_json, '') not like '%\"row\":{{%'"
    return f"(({runs}.batch_kind is null or {runs}.batch_kind in ({kinds})) and {rows})"


class NewRun(Struct, frozen=True, kw_only=True):
    """What a trigger writes down. `base_url` is the address the run will really use; `description` is read whole.

    `words_sealed` as in `run_words.Words`.
    """

    org_id: str
    project_id: str
    instruction: str
    base_url: str
    user_expectation: UserExpectation = "pass"
    procedure_id: str | None = None
    description: str | None = None
    triggered_by_user_id: str | None = None
    environment_id: str | None = None
    max_duration_minutes: int | None = None
    viewport_preset: str | None = None
    browser: str | None = None
    batch_id: str | None = None
    batch_kind: BatchKind | None = None
    parent_run_id: str | None = None
    run_kind: str | None = None
    attempt_index: int | None = None
    variant: Variant | None = None
    words_sealed: str | None = None
    evidence_json: str | None = None  # what this run wants otherwise than its project
    patience: Patience | None = None  # the same
    held: bool = False  # of a suite: it is in no line until the suite comes to it
    traceparent: str | None = None  # of the request that asked for it


class Waiting(Struct, frozen=True):
    """A run in line. Times are ISO texts (core.clock.iso)."""

    id: str
    org_id: str
    seq: int
    queued_at: str
    front_since: str | None


class Ending(Struct, kw_only=True):
    """How a run came out. `browser_tenths` is tenths of a minute; counts are taken from the steps."""

    status: Literal["completed", "failed", "cancelled"]
    overall_status: OverallStatus | None
    report_markdown: str
    steps: Sequence[StepRecord] = ()
    plan: Plan | None = None
    measurements: Measurements = msgspec.field(default_factory=Measurements)
    confidence_score: int | None = None
    initial_url: str | None = None  # None: the base URL the trigger wrote down stays
    total_duration_ms: int = 0
    perf_status: str | None = None
    llm_tokens_used: int = 0
    llm_cost_cents: int = 0
    browser_tenths: int = 0
    ticket: Ticket | None = None


async def insert_pending(db: Database, run: NewRun, *, now: datetime, upgrade_url: str) -> str:
    """As `insert_all`, of a run that stands alone."""
    return (await insert_all(db, [run], now=now, upgrade_url=upgrade_url))[0]


Beside = Callable[[Transaction, list[str]], Awaitable[None]]
"""What is written in the transaction that accepts runs, knowing their ids."""


async def insert_all(
    db: Database, new: Sequence[NewRun], *, now: datetime, upgrade_url: str, beside: Beside | None = None
) -> list[str]:
    """Accepts runs of one project, all or none, and answers their ids in order.

    The plan's limits are checked in the same transaction (decision 19). Raises `PaymentNeeded` or `TooMany`; then
    nothing was written. Of several the first is the parent of the others. What is held is not alive yet: it is counted
    against the month alone.
    """
    ids = [new_id() for _ in new]
    at = iso(now)
    async with db.write() as transaction:
        held = sum(run.held for run in new)
        refused = await plans.refusal(transaction, new[0].org_id, now, upgrade_url, more=len(new), held=held)
        if refused:
            raise refused
        for run, run_id in zip(new, ids, strict=True):
            values: dict[str, object] = msgspec.structs.asdict(run)
            variant = values.pop("variant")
            values |= {"instruction": run.instruction[:INSTRUCTION_LENGTH], "initial_url": run.base_url}
            values |= {"id": run_id, "status": "pending", "created_at": at, "queued_at": at, "last_heartbeat_at": at}
            values["variant_json"] = None if variant is None else msgspec.json.encode(variant).decode()
            if run_id != ids[0]:
                values["parent_run_id"] = ids[0]
            values["held"] = int(run.held)
            await transaction.insert("runs", values)
        await plans.count(transaction, new[0].org_id, now, runs=len(new))
        if beside is not None:
            await beside(transaction, ids)
        await transaction.execute("update projects set last_used_at = ? where id = ?", (at, new[0].project_id))
    return ids


async def line(db: Database) -> list[Waiting]:
    """The pending runs in their order, oldest first; those that a suite holds are not among them."""
    rows = await db.all(
        "select id, org_id, seq, queued_at, front_since from runs indexed by runs_alive"  # noqa: S608
        f" where {_ALIVE} and status = 'pending' and held = 0 order by seq"
    )
    return [Waiting(*row) for row in rows]


async def status(db: Database, run_id: str) -> str | None:
    row = await db.one("select status from runs where id = ?", (run_id,))
    return row["status"] if row else None


async def set_front(db: Database, run_id: str, now: datetime) -> bool:
    """The run has reached the front of the line; the first time counts."""
    return await _change(
        db, {"front_since": iso(now)}, "id = :id and status = 'pending' and front_since is null", run_id
    )


async def refusal_at_start(db: Database, run_id: str, now: datetime) -> str | None:
    """Why the plan does not let this accepted run begin after all, as a sentence for `cancel`; None: it may."""
    row = await db.one("select org_id from runs where id = ?", (run_id,))
    return await plans.refusal_at_start(db, row["org_id"], now) if row else None


async def start(db: Database, run_id: str, now: datetime) -> bool:
    """pending → running, when the browser context is open (decision 1). False: it was cancelled meanwhile.

    The plan is asked in the same transaction: what was used up meanwhile cancels it.
    """
    at = iso(now)
    pending = "id = :id and status = 'pending'"
    async with db.write() as transaction:
        run = await transaction.one("select org_id from runs where id = ?", (run_id,))
        refused = await plans.refusal_at_start(transaction, run["org_id"], now) if run else None
        if refused:
            await transaction.update("runs", _cancelled(refused, at), pending, {"id": run_id})
            return False
        values = {"status": "running", "started_at": at, "last_heartbeat_at": at}
        return await transaction.update("runs", values, pending, {"id": run_id}) == 1


async def cancel(db: Database, run_id: str, reason: str | None, now: datetime) -> bool:
    """pending or running → cancelled, without a verdict. False: it had ended already."""
    return await _change(db, _cancelled(reason, iso(now)), f"id = :id and {_ALIVE}", run_id)


async def break_off(db: Database, run_id: str, reason: str, now: datetime) -> bool:
    """As `cancel`, and by nobody: what it was part of may begin it anew."""
    return await _change(db, _cancelled(reason, iso(now)) | {"broken_off": 1}, f"id = :id and {_ALIVE}", run_id)


async def cancel_batch(db: Database, batch_id: str, org_id: str, reason: str | None, now: datetime) -> list[str]:
    """Cancels what still lives of an organization's batch; answers the ids that were flipped."""
    rows = await db.all(
        f"select id from runs where batch_id = ? and org_id = ? and {_ALIVE} order by seq",  # noqa: S608
        (batch_id, org_id),
    )
    return [row["id"] for row in rows if await cancel(db, row["id"], reason, now)]


def _class_of(ending: Ending) -> FailureClass | None:
    found = headline(ending.plan or Plan(), ending.steps) if ending.overall_status != "passed" else None
    return found.kind if found is not None else None


async def finish(db: Database, vault: Vault, run_id: str, ending: Ending, now: datetime) -> bool:
    """Writes the outcome in one transaction. False: the run had ended already.

    A run that was cancelled while its browser worked keeps its state and reason; its evidence and its use are filed.
    """
    counts = {f"{result}_count": sum(step.result == result for step in ending.steps) for result in _RESULTS}
    measured = ending.measurements
    facts: dict[str, object] = counts | {
        "total_duration_ms": ending.total_duration_ms,
        "confidence_score": ending.confidence_score,
        "perf_status": ending.perf_status,
        "llm_tokens_used": ending.llm_tokens_used,
        "llm_cost_cents": ending.llm_cost_cents,
        "browser_minutes_used": ending.browser_tenths,
        "final_url": measured.final_url,
        "final_screenshot_store_key": measured.final_screenshot,
        "video_store_key": measured.video,
        "chapters_store_key": measured.chapters,
        "trace_store_key": measured.trace,
        "har_store_key": measured.har,
        "failure_class": _class_of(ending),
    }
    if ending.initial_url is not None:
        facts["initial_url"] = ending.initial_url
    verdict = {
        "status": ending.status,
        "overall_status": None if ending.status == "cancelled" else ending.overall_status,
        "report_markdown": ending.report_markdown,
        "completed_at": iso(now),
        "ticket_title": ending.ticket and ending.ticket.title,
        "ticket_markdown": ending.ticket and ending.ticket.markdown,
        "ticket_generated_at": ending.ticket and iso(now),
    }
    async with db.write() as transaction:
        ended = await transaction.update("runs", facts | verdict, f"id = :id and {_ALIVE}", {"id": run_id})
        if not ended:
            await transaction.update("runs", facts, "id = :id and status = 'cancelled'", {"id": run_id})
        run = await transaction.one("select org_id, procedure_id from runs where id = ?", (run_id,))
        filed = run is not None and await _file_payload(transaction, vault, run_id, ending)
        if run is not None and filed:
            await plans.count(transaction, run["org_id"], now, browser_tenths=ending.browser_tenths)
            if run["procedure_id"]:
                await _note_of_procedure(transaction, run["procedure_id"], run_id, ending.steps, now)
    return ended == 1


async def _note_of_procedure(
    transaction: Transaction,
    procedure_id: str,
    run_id: str,
    steps: Sequence[StepRecord],
    now: datetime,
) -> None:
    await transaction.execute("update procedures set last_run_id = ? where id = ?", (run_id, procedure_id))
    await heals.found(transaction, procedure_id, run_id, steps, now)
    await _outgrow_known(transaction, procedure_id, now)


async def _outgrow_known(transaction: Transaction, procedure_id: str, now: datetime) -> None:
    """After some passes in a row the test's known failures have gone; what fails so again is another failure."""
    row = await transaction.one(
        "select count(*) as passes, min(created_at) as since from (select r.overall_status, r.created_at from runs r"  # noqa: S608
        f" where r.procedure_id = ? and r.overall_status is not null and {as_written('r')} order by r.seq desc limit ?)"
        " where overall_status = 'passed'",
        (procedure_id, known_failures.GONE_AFTER),
    )
    if row is not None and row["passes"] == known_failures.GONE_AFTER:
        await known_failures.end(transaction, procedure_id, row["since"], now)


async def heartbeat(db: Database, run_ids: Sequence[str], now: datetime) -> int:
    """Refreshes the liveness of runs in line and at work (decision 5); answers how many still live."""
    if not run_ids:
        return 0
    ids = msgspec.json.encode(list(run_ids)).decode()
    async with db.write() as transaction:
        return await transaction.execute(
            f"update runs set last_heartbeat_at = ? where {_ALIVE} and id in (select value from json_each(?))",  # noqa: S608
            (iso(now), ids),
        )


async def living(db: Database) -> list[str]:
    """The runs that are pending or running, oldest first; those that a suite holds are not among them."""
    rows = await db.all(f"select id from runs where {_ALIVE} and held = 0 order by seq")  # noqa: S608
    return [row["id"] for row in rows]


async def recover(db: Database, now: datetime) -> tuple[int, int]:
    """After a start (decision 4): what ran is cancelled, what waited goes back into the line in its old order.

    Answers how many were cancelled and how many wait.
    """
    at = iso(now)
    async with db.write() as transaction:
        cancelled = await transaction.execute(
            "update runs set status = 'cancelled', overall_status = null, broken_off = 1, completed_at = ?,"  # noqa: S608
            " report_markdown = ?"
            f" where {_ALIVE} and status = 'running'",
            (at, RESTARTED),
        )
        await transaction.execute("delete from beside_runs")
        waiting = await transaction.execute(
            "update runs set queued_at = ?, front_since = null, last_heartbeat_at = ? where status = 'pending'",
            (at, at),
        )
    return cancelled, waiting


async def held(db: Database) -> list[str]:
    """The pending runs that wait for their suite, oldest first."""
    rows = await db.all(f"select id from runs where {_ALIVE} and held = 1 order by seq")  # noqa: S608
    return [row["id"] for row in rows]


async def count_by_status(db: Database) -> dict[str, int]:
    """How many runs wait and how many are at work."""
    rows = await db.all(f"select status, count(*) from runs where {_ALIVE} group by status")  # noqa: S608
    return {"pending": 0, "running": 0} | {row[0]: row[1] for row in rows}


async def delete(db: Database, run_ids: Sequence[str]) -> None:
    """Forgets ended runs and their payloads, and a time a suite was run with the last of its runs.

    Their artifact files are `Artifacts.delete`'s; what a failure was filed as stays known.
    """
    ids, among = (msgspec.json.encode(list(run_ids)).decode(),), "in (select value from json_each(?))"
    async with db.write() as transaction:
        await transaction.execute(f"update procedures set last_run_id = null where last_run_id {among}", ids)  # noqa: S608
        await transaction.execute(f"delete from triage where run_id {among}", ids)  # noqa: S608
        await transaction.execute(f"delete from shares where run_id {among}", ids)  # noqa: S608
        await transaction.execute(f"delete from run_payloads where run_id {among}", ids)  # noqa: S608
        await transaction.execute(f"delete from runs where id {among} and not ({_ALIVE})", ids)  # noqa: S608
        await transaction.execute(
            "delete from suite_runs where ended_at is not null and not exists"
            " (select 1 from runs r indexed by runs_batch where r.batch_id = suite_runs.batch_id)"
        )


_RESULTS = ("passed", "failed", "skipped")


def _cancelled(reason: str | None, at: str) -> dict[str, object]:
    values: dict[str, object] = {"status": "cancelled", "overall_status": None, "completed_at": at}
    return values | {"report_markdown": reason} if reason else values


async def _change(db: Database, values: dict[str, object], where: str, run_id: str) -> bool:
    async with db.write() as transaction:
        return await transaction.update("runs", values, where, {"id": run_id}) == 1


async def _file_payload(transaction: Transaction, vault: Vault, run_id: str, ending: Ending) -> bool:
    if await transaction.one("select 1 from run_payloads where run_id = ?", (run_id,)):
        return False
    plan, secrets = None, None
    if ending.plan is not None:
        parted = part(msgspec.to_builtins(ending.plan))
        plan, secrets = parted.steps, vault.seal(parted.sealed) if parted.secrets else None
        await _mask_words(transaction, vault, run_id, parted.secrets)
    payload = {
        "plan_json": plan,
        "steps_json": list(ending.steps),
        "filed_json": msgspec.convert(ending.measurements, RunEvidence, from_attributes=True),
    }
    columns = {name: None if value is None else msgspec.json.encode(value).decode() for name, value in payload.items()}
    await transaction.insert("run_payloads", columns | {"run_id": run_id, "secrets_json": secrets})
    return True


async def _mask_words(transaction: Transaction, vault: Vault, run_id: str, secrets: list[str]) -> None:
    """The plan may hold secrets that were not seen in the words when the run was accepted."""
    row = await transaction.one("select instruction, description, words_sealed from runs where id = ?", (run_id,))
    if row is not None and secrets:
        values = msgspec.structs.asdict(masked_further(vault, row, secrets))
        await transaction.update("runs", values, "id = :id", {"id": run_id})
