"""Runs as lists, newest first, a page at a time by key (contract 2.2 and 4.3). Never reads a run's evidence."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from qa_appliance.core.evidence.failure import FailureClass
from qa_appliance.core.run import OverallStatus, RunStatus, UserExpectation
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables.procedures import TAGGED
from qa_appliance.store.tables.run_words import Reader

SEARCHED = 20_000  # runs a search looks through for one page: a list of a million costs no more than one of these

Link = Callable[[str], str]  # an artifact's key → its signed address


class RunSummary(Struct, frozen=True, kw_only=True, rename="camel"):
    """Contract 2.2; every key is always there (decision 10)."""

    id: str
    project_id: str
    procedure_id: str | None
    batch_id: str | None
    parent_run_id: str | None
    instruction: str
    masked_instruction: str
    user_expectation: UserExpectation | None
    status: RunStatus
    overall_status: OverallStatus | None
    passed_count: int
    failed_count: int
    skipped_count: int
    total_duration_ms: int
    has_video: bool
    has_trace: bool
    initial_url: str | None
    final_url: str | None
    report_markdown: str | None
    confidence_score: int | None
    failure_class: FailureClass | None
    attempt_index: int | None
    final_screenshot_store_key: str | None
    final_screenshot_url: str | None
    video_store_key: str | None
    trace_store_key: str | None
    video_url: str | None = None  # the two are null here: the detail has them
    trace_url: str | None = None
    viewport_preset: str | None
    browser: str | None
    run_kind: str | None
    created_at: str
    started_at: str | None
    completed_at: str | None


class Wanted(Struct, frozen=True, kw_only=True):
    """Which runs: `before` a place in the list, in a state, with a verdict, with `words` in what was asked or as the
    beginning of the id (upper or lower case is all one), of a procedure, of procedures with a tag, at an environment,
    with a kind of failure, accepted from `since` on and before `until` (ISO texts as they are filed)."""

    before: int | None = None
    status: RunStatus | None = None
    overall: OverallStatus | None = None
    words: str = ""
    procedure: str | None = None
    tag: str | None = None
    environment: str | None = None
    failure: FailureClass | None = None
    since: str | None = None
    until: str | None = None


class Page(Struct, frozen=True):
    """`next`: the place where the list goes on, None at its end. A search may go on after an empty page."""

    runs: list[RunSummary]
    next: int | None


async def page(
    db: Database,
    link: Link,
    wanted: Wanted,
    reader: Reader,
    *,
    limit: int,
    org_id: str | None = None,
    project_id: str | None = None,
) -> Page:
    """One page of an organization's runs or of one project's, as the reader may see them.

    What is searched are the masked words: a secret is not found by guessing at it.
    """
    owner, of = ("project_id", project_id) if project_id is not None else ("org_id", org_id)
    conditions, values = _conditions(owner, of, wanted)
    floor = None
    narrowing, bound = _narrowing(wanted)
    if narrowing:
        floor = await db.one(
            f"select seq from runs {_index(wanted)} where {' and '.join(conditions)}"  # noqa: S608
            " order by seq desc limit 1 offset :searched",
            values | {"searched": SEARCHED - 1},
        )
        if floor is not None:
            conditions.append("seq >= :floor")
            values["floor"] = floor["seq"]
        conditions += narrowing
        values |= bound
    rows = await db.all(
        f"select seq, words_sealed, triggered_by_user_id, {', '.join(SUMMARY)} from runs {_index(wanted)}"  # noqa: S608
        f" where {' and '.join(conditions)} order by seq desc limit :limit",
        values | {"limit": limit + 1},
    )
    more = rows[limit - 1]["seq"] if len(rows) > limit else floor["seq"] if floor is not None else None
    return Page([summary(row, link, reader) for row in rows[:limit]], more)


def _conditions(owner: str, of: str | None, wanted: Wanted) -> tuple[list[str], dict[str, object]]:
    conditions = [f"{owner} = :owner"]
    values: dict[str, object] = {"owner": of}
    if wanted.before is not None:
        conditions.append("seq < :before")
        values["before"] = wanted.before
    if wanted.overall is not None:
        conditions.append("overall_status = :overall")
        values["overall"] = wanted.overall
    if wanted.status is not None:
        conditions.append("status = :status")
        values["status"] = wanted.status
        conditions.append(_STATUS_CONDITIONS[wanted.status])
    return conditions, values


_NARROWING = {
    "procedure": "procedure_id = :procedure",
    "tag": f"exists (select 1 from procedures where id = runs.procedure_id and {TAGGED})",  # noqa: S608
    "environment": "environment_id = :environment",
    "failure": "failure_class = :failure",
    "since": "created_at >= :since",
    "until": "created_at < :until",
}


def _narrowing(wanted: Wanted) -> tuple[list[str], dict[str, object]]:
    """What no index answers: it is looked for among so many runs at a time."""
    values: dict[str, object] = {name: value for name in _NARROWING if (value := getattr(wanted, name)) is not None}
    conditions = [_NARROWING[name] for name in values]
    if wanted.words:
        conditions.append("(instruction like :words escape '\\' or id like :beginning escape '\\')")
        escaped = wanted.words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        values |= {"words": f"%{escaped}%", "beginning": f"{escaped}%"}
    return conditions, values


# What else holds for runs of a state, in the words of the index that knows them.
_STATUS_CONDITIONS: dict[str, str] = {
    "pending": "status in ('pending', 'running')",
    "running": "status in ('pending', 'running')",
    "cancelled": "overall_status is null",
    "failed": "overall_status = 'failed'",
    "completed": "overall_status is not null",
}


def _index(wanted: Wanted) -> str:
    return "indexed by runs_alive" if wanted.status in ("pending", "running") else ""


_MADE = ("masked_instruction", "has_video", "has_trace", "final_screenshot_url", "video_url", "trace_url")

SUMMARY = tuple(name for name in RunSummary.__struct_fields__ if name not in _MADE)
"""Columns of runs that `summary` wants of a row, beside `words_sealed` and `triggered_by_user_id`."""


def summary(row: Row, link: Link, reader: Reader) -> RunSummary:
    values = {name: row[name] for name in SUMMARY}
    values |= {"instruction": reader.instruction(row), "masked_instruction": row["instruction"]}
    picture = values["final_screenshot_store_key"]
    return RunSummary(
        **values,
        has_video=values["video_store_key"] is not None,
        has_trace=values["trace_store_key"] is not None,
        final_screenshot_url=link(picture) if picture else None,
    )
