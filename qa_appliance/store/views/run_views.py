"""Runs as they are read: the detail and the active group (contract 2.1 and 2.3). Never changes one."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.variants import Variant
from qa_appliance.core.clock import iso
from qa_appliance.core.evidence.failure import FailureClass
from qa_appliance.core.evidence.kinds import RunEvidence
from qa_appliance.core.evidence.links import Link
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.run import TERMINAL, OverallStatus, RunStatus, UserExpectation
from qa_appliance.core.steps import MASK
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.views.filed import COLUMNS, evidence_of, steps_of

ACTIVE_ROWS, SIBLING_ROWS = 100, 500  # contract 4.4


class ShownRow(Struct, frozen=True):
    """The row of a table a run was for, counted from 1; what its test types as a secret is masked."""

    number: int
    values: dict[str, str]


class RunDetail(RunEvidence, kw_only=True, rename="camel"):
    """Contract 2.1; every key is always there (decision 11). Beside them: the chapters of the video (WebVTT), while
    the run is pending its place in line, from 1, and how long it may wait there, and while it is running of how many
    steps those are that have ended.
    """

    id: str
    project_id: str
    procedure_id: str | None
    triggered_by_user_id: str | None
    instruction: str
    masked_instruction: str
    user_expectation: UserExpectation | None
    status: RunStatus
    overall_status: OverallStatus | None
    passed_count: int
    failed_count: int
    skipped_count: int
    total_duration_ms: int
    initial_url: str | None
    final_url: str | None
    report_markdown: str | None
    confidence_score: int | None
    failure_class: FailureClass | None
    steps_json: list[StepRecord] | None
    final_screenshot_store_key: str | None
    final_screenshot_url: str | None
    video_store_key: str | None
    video_url: str | None
    chapters_url: str | None
    trace_store_key: str | None
    trace_url: str | None
    har_url: str | None
    archive_url: str | None
    viewport_preset: str | None
    batch_id: str | None
    browser: str | None
    attempt_index: int | None
    ticket_title: str | None
    ticket_markdown: str | None
    ticket_generated_at: str | None
    parent_run_id: str | None
    run_kind: str | None
    perf_status: str | None
    llm_tokens_used: int
    llm_cost_cents: int
    browser_minutes_used: int
    created_at: str
    started_at: str | None
    completed_at: str | None
    last_heartbeat_at: str | None
    max_duration_minutes: int | None
    place_in_line: int | None
    row: ShownRow | None = None
    expected_wait_seconds: int | None = None
    people_writing: int | None = None  # who have a browser for a test on the live page while this one waits
    planned_steps: int | None = None


_NO_COLUMNS = {"masked_instruction", "row", "expected_wait_seconds", "people_writing", "planned_steps"}
_OWN_COLUMNS = [
    name
    for name in RunDetail.__struct_fields__
    if name not in {*RunEvidence.__struct_fields__, *_NO_COLUMNS} and not name.endswith(("_json", "_url"))
]


class ActiveGroup(Struct, frozen=True, kw_only=True, rename="camel"):
    """Contract 2.3, decision 13: a batch with its progress, or a run that stands alone."""

    batch_id: str | None
    run_id: str
    kind: str
    project_id: str
    project_name: str
    instruction: str
    masked_instruction: str
    total: int
    completed: int
    passed: int
    failed: int
    started_at: str


async def org_of(db: Database, run_id: str) -> str | None:
    row = await db.one("select org_id from runs where id = ?", (run_id,))
    return row["org_id"] if row else None


async def is_trace(db: Database, key: str) -> bool:
    """Whether the key is that of a run's own trace, not of another file that came to lie beside it."""
    run_id = key.partition("/")[0]
    return await db.one("select 1 from runs where id = ? and trace_store_key = ?", (run_id, key)) is not None


async def orgs_of_batch(db: Database, batch_id: str) -> set[str]:
    rows = await db.all("select distinct org_id from runs where batch_id = ?", (batch_id,))
    return {row["org_id"] for row in rows}


async def detail(
    db: Database, run_id: str, link: Link, reader: Reader, archive: Link | None = None
) -> RunDetail | None:
    """Everything about one run as the reader may see it, its artifacts' keys resolved to links.

    `archive` makes the link to the whole of an ended run from its id.
    """
    row = await db.one(
        f"select r.*, {COLUMNS},"  # noqa: S608
        " iif(r.status = 'pending' and r.held = 0, (select count(*) from runs w indexed by runs_alive"
        " where w.status in ('pending', 'running') and w.status = 'pending' and w.held = 0"
        " and w.seq <= r.seq), null) as place_in_line"
        " from runs r left join run_payloads p on p.run_id = r.id where r.id = ?",
        (run_id,),
    )
    if row is None:
        return None
    known = {name: row[name] for name in _OWN_COLUMNS}
    known["instruction"] = reader.instruction(row)
    steps = steps_of(row)
    return RunDetail(
        **known,
        **msgspec.structs.asdict(evidence_of(row).linked(link)),
        masked_instruction=row["instruction"],
        row=_row(row["variant_json"]),
        steps_json=steps and [step.linked(link) for step in steps],
        initial_url=row["initial_url"],
        final_url=row["final_url"],
        final_screenshot_url=_maybe(row["final_screenshot_store_key"], link),
        video_url=_maybe(row["video_store_key"], link),
        chapters_url=_maybe(row["chapters_store_key"], link),
        trace_url=_maybe(row["trace_store_key"], link),
        har_url=_maybe(row["har_store_key"], link),
        archive_url=archive(run_id) if archive is not None and row["status"] in TERMINAL else None,
    )


async def active(db: Database, org_id: str, since: datetime, reader: Reader) -> list[ActiveGroup]:
    """What waits or runs and was accepted after `since`, grouped by batch, newest first (contract 4.4)."""
    alive = await db.all(
        "select r.id, r.batch_id, r.batch_kind, r.status, r.overall_status, r.project_id, p.name as project_name,"
        " r.instruction, r.words_sealed, r.triggered_by_user_id, coalesce(r.started_at, r.created_at) as began, r.seq"
        " from runs r indexed by runs_alive_of join projects p on p.id = r.project_id"
        " where r.org_id = ? and r.status in ('pending', 'running') and r.created_at >= ?"
        " order by r.seq desc limit ?",
        (org_id, iso(since), ACTIVE_ROWS),
    )
    batches = sorted({row["batch_id"] for row in alive if row["batch_id"]})
    siblings = await db.all(
        "select r.id, r.batch_id, r.batch_kind, r.status, r.overall_status, r.project_id, p.name as project_name,"
        " r.instruction, r.words_sealed, r.triggered_by_user_id, coalesce(r.started_at, r.created_at) as began, r.seq"
        " from runs r indexed by runs_batch join projects p on p.id = r.project_id where r.org_id = ?"
        " and r.batch_id in (select value from json_each(?)) order by r.seq limit ?",
        (org_id, msgspec.json.encode(batches).decode(), SIBLING_ROWS),
    )
    members: dict[str, list[Row]] = {batch: [] for batch in batches}
    for row in siblings:
        members[row["batch_id"]].append(row)
    groups: dict[str, list[Row]] = {}
    for row in alive:
        groups.setdefault(row["batch_id"] or row["id"], members.get(row["batch_id"] or "") or [row])
    return [_group(rows, reader) for rows in groups.values()]


def _group(rows: list[Row], reader: Reader) -> ActiveGroup:
    oldest = rows[0]
    return ActiveGroup(
        batch_id=oldest["batch_id"],
        run_id=oldest["id"],
        kind=oldest["batch_kind"] or "single",
        project_id=oldest["project_id"],
        project_name=oldest["project_name"],
        instruction=reader.instruction(oldest),
        masked_instruction=oldest["instruction"],
        total=len(rows),
        completed=sum(row["status"] not in ("pending", "running") for row in rows),
        passed=sum(row["overall_status"] == "passed" for row in rows),
        failed=sum(row["overall_status"] == "failed" for row in rows),
        started_at=min(row["began"] for row in rows),
    )


def _row(variant_json: str | None) -> ShownRow | None:
    row = msgspec.json.decode(variant_json, type=Variant).row if variant_json else None
    if row is None:
        return None
    return ShownRow(row.number, row.values | dict.fromkeys(row.hidden, MASK))


def _maybe(key: str | None, link: Link) -> str | None:
    return link(key) if key else None
