"""What the latest runs of a project's procedures say: which take longest, which fail most. Never changes one.

Odd inputs, roles and other windows are no runs of the test as it is, and count for nothing here.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from qa_appliance.core.batches.steadiness import LAST, Judged, Steadiness, steadiness
from qa_appliance.core.clock import iso
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables.runs import as_written

DAYS = 30
MOST_RUNS = 5_000  # of a project that are looked at, so that the answer costs the same with a million
MOST_LISTED = 5


class Slow(Struct, frozen=True, rename="camel"):
    """`median_ms` of the runs that came to a verdict."""

    procedure_id: str
    name: str
    median_ms: int


class Failing(Struct, frozen=True, rename="camel"):
    """`failed` of the `runs` that came to a verdict."""

    procedure_id: str
    name: str
    failed: int
    runs: int


class Flaky(Struct, frozen=True, rename="camel"):
    """`flaky_score` as in `core/batches/steadiness.py`."""

    procedure_id: str
    name: str
    flaky_score: int
    turns: int
    runs: int


class Slower(Struct, frozen=True, rename="camel"):
    """One that has come to take longer: the median of its newest passes, and of those before."""

    procedure_id: str
    name: str
    median_ms: int
    before_ms: int


class Insights(Struct, frozen=True, rename="camel"):
    """At most five of each, the worst first; only those of which it is true at all."""

    slowest: list[Slow]
    most_failing: list[Failing]
    flakiest: list[Flaky]
    slower: list[Slower]


_UNDERSTOOD = "failure_class is not 'not_understood'"  # what was not read says nothing of the site
_JUDGED = f"""
with latest as (
    select procedure_id, overall_status, total_duration_ms, created_at, batch_kind, variant_json, failure_class
    from runs where project_id = :project order by seq desc limit :most
), ranked as (
    select p.id, p.name, l.total_duration_ms as ms,
        row_number() over (partition by p.id order by l.total_duration_ms) as nth,
        count(*) over (partition by p.id) as runs,
        sum(l.overall_status = 'failed') over (partition by p.id) as failed
    from latest l join procedures p on p.id = l.procedure_id and p.deleted_at is null
    where l.created_at >= :since and l.overall_status is not null and {_UNDERSTOOD} and {as_written("l")}
)
select id, name, runs, failed, avg(ms) as median from ranked
where nth in ((runs + 1) / 2, (runs + 2) / 2) group by id
"""  # noqa: S608 - our own words


async def of_project(db: Database, project_id: str, now: datetime) -> Insights:
    """Over the last 30 days, of the project's newest 5,000 runs."""
    since = iso(now - timedelta(days=DAYS))
    rows = await db.all(_JUDGED, {"project": project_id, "most": MOST_RUNS, "since": since})
    slow = sorted(rows, key=lambda row: (-row["median"], row["name"]))
    failing = sorted((row for row in rows if row["failed"]), key=lambda row: (-row["failed"], row["runs"], row["name"]))
    steady = await _steadiness(db, project_id)
    flaky = sorted((each for each in steady if each[2].flaky_score), key=lambda each: -(each[2].flaky_score or 0))
    slower = sorted(
        ((each, drift) for *each, found in steady if (drift := found.drift) is not None),
        key=lambda pair: -pair[1].median_ms / max(1, pair[1].before_ms),
    )
    return Insights(
        slowest=[Slow(row["id"], row["name"], round(row["median"])) for row in slow[:MOST_LISTED]],
        most_failing=[Failing(row["id"], row["name"], row["failed"], row["runs"]) for row in failing[:MOST_LISTED]],
        flakiest=[Flaky(at, name, it.flaky_score or 0, it.turns, it.runs) for at, name, it in flaky[:MOST_LISTED]],
        slower=[Slower(at, name, drift.median_ms, drift.before_ms) for (at, name), drift in slower[:MOST_LISTED]],
    )


async def of_procedure(db: Database, procedure_id: str) -> Steadiness:
    rows = await db.all(
        "select overall_status, total_duration_ms from runs where procedure_id = ? and overall_status is not null"  # noqa: S608
        f" and {_UNDERSTOOD} and {as_written('runs')} order by seq desc limit ?",
        (procedure_id, LAST),
    )
    return steadiness([_judged(row) for row in rows])


async def _steadiness(db: Database, project_id: str) -> list[tuple[str, str, Steadiness]]:
    """Of each procedure with its id and name, over the project's newest runs."""
    rows = await db.all(
        "select l.*, p.name from (select seq, procedure_id, overall_status, total_duration_ms, batch_kind,"  # noqa: S608
        " variant_json, failure_class from runs"
        " where project_id = ? order by seq desc limit ?) l"
        " join procedures p on p.id = l.procedure_id and p.deleted_at is null"
        f" where l.overall_status is not null and {_UNDERSTOOD} and {as_written('l')} order by l.seq desc",
        (project_id, MOST_RUNS),
    )
    runs: dict[tuple[str, str], list[Judged]] = {}
    for row in rows:
        runs.setdefault((row["procedure_id"], row["name"]), []).append(_judged(row))
    return [(at, name, steadiness(judged)) for (at, name), judged in runs.items()]


def _judged(row: Row) -> Judged:
    return Judged(row["overall_status"] == "passed", row["total_duration_ms"] or 0)
