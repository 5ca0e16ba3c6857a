"""A batch as it is read: its runs, and what they say together. Never changes one."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.answers import InputAnswer, answers_of
from qa_appliance.core.batches.judging import Judged, judge_batch
from qa_appliance.core.batches.members import (
    Asked,
    BatchStatus,
    BatchVerdict,
    Cell,
    Finding,
    Judgement,
    Logged,
    Member,
    StepEnd,
)
from qa_appliance.core.batches.roles import judge_roles
from qa_appliance.core.batches.suites import judge_suite
from qa_appliance.core.batches.variants import BatchKind, Variant
from qa_appliance.core.run import TERMINAL
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables import suite_runs, suites
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.views.filed import COLUMNS
from qa_appliance.store.views.run_lists import SUMMARY, Link, RunSummary, summary

MOST = 50  # runs of a batch
MOST_OF_SUITE = 2_000  # with those tried again

_STEPS = "p.steps_json, null as filed_json"


class BatchRun(RunSummary, kw_only=True, frozen=True, rename="camel"):
    """A run of a batch; `label` tells it apart from the others. Of a suite: whether it is the set-up, and whether it is
    `held`, not in the line yet."""

    label: str
    set_up: bool
    held: bool
    failed_step: str | None  # its sentence
    assignee: str | None  # who looks into it


class Batch(Struct, frozen=True, kw_only=True, rename="camel"):
    """`verdict` is null until every run has ended. `flaky`: the attempts did not all come out the same way."""

    id: str
    kind: BatchKind
    project_id: str
    procedure_id: str | None  # of one test
    suite_id: str | None  # of a suite that is still there
    instruction: str
    masked_instruction: str
    field: str | None  # the one that was typed into otherwise
    status: BatchStatus
    verdict: BatchVerdict | None
    created_at: str
    runs: list[BatchRun]
    findings: list[Finding]
    matrix: list[Cell] | None  # of a role probe: a cell for each role
    seed: int | None  # of odd inputs: by which the generated ones are drawn again
    answers: list[InputAnswer] | None  # of odd inputs: what the page answered to each


class _Filed(Struct, rename="camel"):
    """What is judged, of `RunEvidence` as it is filed."""

    network_events: list[Asked] | None = msgspec.field(default=None, name="networkEventsJson")
    console_events: list[Logged] | None = msgspec.field(default=None, name="consoleEventsJson")


async def find(db: Database, batch_id: str, link: Link, reader: Reader, now: datetime) -> Batch | None:
    suite = await suite_runs.find(db, batch_id)
    rows = await db.all(
        "select r.seq, r.words_sealed, r.triggered_by_user_id, r.batch_kind, r.variant_json, r.held,"  # noqa: S608
        " (select coalesce(nullif(u.name, ''), u.email) from users u where u.id = r.assignee_user_id) as assignee,"
        f" {', '.join(f'r.{name}' for name in SUMMARY)}, {COLUMNS if suite is None else _STEPS}"
        " from runs r indexed by runs_batch left join run_payloads p on p.run_id = r.id"
        " where r.batch_id = ? order by r.seq limit ?",
        (batch_id, MOST if suite is None else MOST_OF_SUITE),
    )
    if not rows:
        return None
    members = [_member(row) for row in rows]
    first = rows[0]
    judged = await _judged(db, suite, now) if suite is not None else _judged_together(first["batch_kind"], members)
    return Batch(
        id=batch_id,
        kind=first["batch_kind"],
        project_id=first["project_id"],
        procedure_id=first["procedure_id"] if suite is None else None,
        suite_id=suite.suite_id if suite and await suites.exists(db, suite.suite_id) else None,
        instruction=_suite_name(suite, reader.instruction(first)),
        masked_instruction=_suite_name(suite, first["instruction"]),
        field=members[0].field or None,
        status=judged.status,
        verdict=judged.verdict,
        created_at=first["created_at"],
        runs=[_run(row, member, suite, link, reader) for row, member in zip(rows, members, strict=True)],
        findings=list(judged.findings),
        matrix=list(judged.matrix) if first["batch_kind"] == "role_probe" else None,
        seed=_seed(members),
        answers=answers_of(members, judged.findings) if first["batch_kind"] == "fuzz" else None,
    )


def _suite_name(suite: suite_runs.Started | None, otherwise: str) -> str:
    return suite.name if suite else otherwise


def _seed(members: list[Member]) -> int | None:
    return next((member.seed for member in members if member.seed is not None), None)


def _judged_together(kind: Judged | Literal["role_probe"], members: list[Member]) -> Judgement:
    return judge_roles(members) if kind == "role_probe" else judge_batch(kind, members)


async def _judged(db: Database, suite: suite_runs.Started, now: datetime) -> Judgement:
    """As it stood when the last run ended: what was marked as known since changes no verdict of before."""
    judged = judge_suite(suite.rules, await suite_runs.members(db, suite, now))
    ended = await suite_runs.outcome(db, suite.batch_id)
    if ended is None:
        return Judgement("running" if judged.status in ("completed", "cancelled") else judged.status, None, ())
    return Judgement(judged.status, ended[0], tuple(ended[1]))


def _member(row: Row) -> Member:
    variant = msgspec.json.decode(row["variant_json"], type=Variant)
    ended = row["status"] in TERMINAL
    filed = msgspec.json.decode(row["filed_json"], type=_Filed) if ended and row["filed_json"] else _Filed()
    return Member(
        run_id=row["id"],
        label=variant.label,
        field=variant.typed.field if variant.typed else "",
        seed=variant.typed.seed if variant.typed else None,
        signs_in=variant.signs_in,
        as_role=variant.as_role,
        status=row["status"],
        overall=row["overall_status"],
        expectation=row["user_expectation"],
        duration_ms=row["total_duration_ms"],
        steps=msgspec.json.decode(row["steps_json"], type=list[StepEnd]) if ended and row["steps_json"] else (),
        requests=filed.network_events or (),
        console=filed.console_events or (),
    )


def _run(row: Row, member: Member, suite: suite_runs.Started | None, link: Link, reader: Reader) -> BatchRun:
    broken, variant = member.broken_step, msgspec.json.decode(row["variant_json"], type=Variant)
    summarized = summary(row, link, reader)
    return BatchRun(
        **msgspec.structs.asdict(summarized),
        label=member.label,
        set_up=variant.sets_up or (suite is not None and suite.set_up_run_id == row["id"]),
        held=row["status"] == "pending" and bool(row["held"]),
        failed_step=broken.sentence if broken else None,
        assignee=row["assignee"],
    )
