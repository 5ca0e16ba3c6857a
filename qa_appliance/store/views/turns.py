"""What turned red or green, or failed, and was not told yet to somebody who is to be told of that. Changes nothing.

A suite is told by its whole runs, a saved test by those of its runs that belong to no batch; each for itself in every
environment and at every address, since what is red in one place and green in another has not turned. What has turned
is told by the one that ended last; who wants to know of each failure is told of each, however they overlap.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from qa_appliance.core.batches.alerts import NEWS_FOR, News, Subject
from qa_appliance.core.batches.members import Finding
from qa_appliance.core.clock import iso
from qa_appliance.store.database import Database, Row

_OCCASION = "iif(t.each_failure, last.verdict = 'failed', last.nth = 1 and last.before <> last.verdict)"
_UNTOLD = "not exists (select 1 from alerts a where a.target_id = t.id and a.cause = last.id)"
_NEWS_OF = f"t.paused = 0 and last.ended_at >= t.since and last.ended_at >= :oldest and {_OCCASION} and {_UNTOLD}"

_SUITES = f"""
with ended as (
    select batch_id as id, suite_id, verdict, ended_at, row_number() over newest as nth,
        lead(verdict) over newest as before
    from suite_runs where verdict is not null and suite_id in (
        select s.id from suites s join alert_targets t on t.project_id = s.project_id
    ) window newest as (partition by suite_id, place order by ended_at desc, rowid desc)
)
select t.id as target_id, j.id as project_id, j.name as project, s.id as subject_id, s.name, last.id as cause,
    last.verdict, last.ended_at, f.findings_json
from alert_targets t
join projects j on j.id = t.project_id and j.archived_at is null
join suites s on s.project_id = j.id
join ended last on last.suite_id = s.id
join suite_runs f on f.batch_id = last.id
where {_NEWS_OF}
"""  # noqa: S608 - our own words

_ALONE = "r.batch_id is null and r.overall_status is not null"
_PLACE = "coalesce({0}.environment_id, {0}.base_url)"
_THERE = f"r.procedure_id = last.procedure_id and {_ALONE} and {_PLACE.format('r')} = {_PLACE.format('last')}"

_PROCEDURES = f"""
with ended as materialized (
    select p.id as procedure_id, p.project_id, p.name, r.id, r.seq, r.overall_status as verdict,
        r.completed_at as ended_at, r.environment_id, r.base_url,
        row_number() over (partition by p.id, {_PLACE.format("r")} order by r.completed_at desc, r.seq desc) as nth
    from procedures p
    join runs r on r.procedure_id = p.id and {_ALONE} and r.completed_at >= :oldest
    where p.deleted_at is null and p.project_id in (select project_id from alert_targets where paused = 0)
)
select t.id as target_id, j.id as project_id, j.name as project, last.procedure_id as subject_id, last.name,
    last.id as cause, last.verdict, last.ended_at, y.steps_json
from (
    select *, iif(nth = 1, (
        select r.overall_status from runs r
        where {_THERE} and (r.completed_at, r.seq) < (last.ended_at, last.seq)
        order by r.completed_at desc, r.seq desc limit 1
    ), null) as before
    from ended as last
) as last
join projects j on j.id = last.project_id and j.archived_at is null
join alert_targets t on t.project_id = j.id
left join run_payloads y on y.run_id = last.id and last.verdict = 'failed'
where {_NEWS_OF}
"""  # noqa: S608


class _Step(msgspec.Struct, frozen=True):
    sentence: str
    result: str


async def untold(db: Database, now: datetime) -> list[tuple[str, News]]:
    """Each with the target that is to be told, in the order it happened."""
    if await db.one("select 1 from alert_targets where paused = 0 limit 1") is None:
        return []
    known = {"oldest": iso(now - NEWS_FOR)}
    found = [_of_suite(row) for row in await db.all(_SUITES, known)]
    found += [_of_procedure(row) for row in await db.all(_PROCEDURES, known)]
    return sorted(found, key=lambda each: each[1].at)


def _of_suite(row: Row) -> tuple[str, News]:
    findings = msgspec.json.decode(row["findings_json"] or "[]", type=list[Finding])
    failing = tuple(finding.label for finding in findings if finding.kind in ("fails", "set_up_failed"))
    lost = tuple(finding.label for finding in findings if finding.kind == "not_run")
    return row["target_id"], _news(row, "suite", f"/batches/{row['cause']}", failing or lost)


def _of_procedure(row: Row) -> tuple[str, News]:
    steps = msgspec.json.decode(row["steps_json"] or "[]", type=list[_Step])
    failing = tuple(step.sentence for step in steps if step.result == "failed")[:1]
    return row["target_id"], _news(row, "procedure", f"/runs/{row['cause']}", failing)


def _news(row: Row, subject: Subject, path: str, failing: tuple[str, ...]) -> News:
    return News(
        subject=subject,
        verdict=row["verdict"],
        name=row["name"],
        project=row["project"],
        project_id=row["project_id"],
        subject_id=row["subject_id"],
        cause=row["cause"],
        path=path,
        at=row["ended_at"],
        failing=failing,
    )
