"""What the latest runs of a project's procedures say: which take longest, which fail most. Never changes one."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.store.database import Database

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


class Insights(Struct, frozen=True, rename="camel"):
    """At most five of each, the worst first; a procedure that never failed is not among the failing."""

    slowest: list[Slow]
    most_failing: list[Failing]


_JUDGED = """
with latest as (
    select procedure_id, overall_status, total_duration_ms, created_at
    from runs where project_id = :project order by seq desc limit :most
), ranked as (
    select p.id, p.name, l.total_duration_ms as ms,
        row_number() over (partition by p.id order by l.total_duration_ms) as nth,
        count(*) over (partition by p.id) as runs,
        sum(l.overall_status = 'failed') over (partition by p.id) as failed
    from latest l join procedures p on p.id = l.procedure_id and p.deleted_at is null
    where l.created_at >= :since and l.overall_status is not null
)
select id, name, runs, failed, avg(ms) as median from ranked
where nth in ((runs + 1) / 2, (runs + 2) / 2) group by id
"""


async def of_project(db: Database, project_id: str, now: datetime) -> Insights:
    """Over the last 30 days, of the project's newest 5,000 runs."""
    since = iso(now - timedelta(days=DAYS))
    rows = await db.all(_JUDGED, {"project": project_id, "most": MOST_RUNS, "since": since})
    slow = sorted(rows, key=lambda row: (-row["median"], row["name"]))
    failing = sorted((row for row in rows if row["failed"]), key=lambda row: (-row["failed"], row["runs"], row["name"]))
    return Insights(
        slowest=[Slow(row["id"], row["name"], round(row["median"])) for row in slow[:MOST_LISTED]],
        most_failing=[Failing(row["id"], row["name"], row["failed"], row["runs"]) for row in failing[:MOST_LISTED]],
    )
