"""What a full database costs: the list, the active list and a trigger over HTTP, with few and with many runs.

Run it: `python -m tests.benchmarks.runs_at_scale [many]`. Prints one JSON object: medians in milliseconds and their
ratios, a million runs against a thousand unless told otherwise.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.api.conftest import Person, Served, person, serve

FEW, MANY = 1_000, 1_000_000
ROUNDS = 150
ALIVE = 20

SEED = """
with recursive n(i) as (select 1 union all select i + 1 from n where i < :count)
insert into runs (
    id, org_id, project_id, instruction, description, user_expectation, status, overall_status, created_at, queued_at,
    started_at, completed_at, report_markdown, passed_count, base_url, initial_url, video_store_key, run_kind
)
select lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a'
        || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    :org, :project, 'Click Save and check that "Saved ' || i || '" is shown', 'Click Save', 'pass',
    iif(i > :count - :alive, 'pending', 'completed'), iif(i > :count - :alive, null, 'passed'), :at, :at, :at, :at,
    '# Passed' || hex(randomblob(150)), 3, 'http://127.0.0.1:9/', 'http://127.0.0.1:9/', 'a/run.webm', 'ad_hoc'
from n
"""


Ask = Callable[[], Awaitable[httpx.Response]]


def asks(served: Served, who: Person) -> dict[str, tuple[Ask, int]]:
    http, body = served.client, {"projectId": who.project_id, "description": "Click Save"}
    return {
        "list": (lambda: http.get("/api/runs?limit=100", headers=who.api), 200),
        "failed ones": (lambda: http.get("/api/runs?overall=failed", headers=who.api), 200),
        "search": (lambda: http.get("/api/runs?q=nothing+has+this", headers=who.api), 200),
        "active": (lambda: http.get("/api/runs/active", headers=who.api), 200),
        "trigger": (lambda: http.post("/api/runs/trigger", json=body, headers=who.api), 202),
    }


async def seconds_for(ask: Ask, expected: int) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    answer = await ask()
    assert answer.status_code == expected, answer.text
    return (time.perf_counter() - began) * 1000


def seed(database: Path, who: Person, count: int, at: str) -> None:
    with sqlite3.connect(database) as db:
        db.execute("pragma synchronous = off")
        facts = {"count": count, "alive": ALIVE, "org": who.org_id, "project": who.project_id, "at": at}
        db.execute(SEED, facts)
    db.execute("pragma wal_checkpoint(truncate)")  # or the first triggers would pay for writing it all
    db.close()


@asynccontextmanager
async def with_runs(count: int) -> AsyncIterator[dict[str, tuple[Ask, int]]]:
    with tempfile.TemporaryDirectory() as name:
        async with serve(Path(name)) as served:
            who = await person(served)
            at = served.clock().isoformat(timespec="milliseconds").replace("+00:00", "Z")
            await asyncio.to_thread(seed, Path(name) / "appliance.sqlite3", who, count, at)
            yield asks(served, who)


async def main(many: int) -> None:
    found: dict[str, dict[str, float]] = {f"{FEW} runs": {}, f"{many} runs": {}, "ratio": {}}
    async with with_runs(FEW) as one, with_runs(many) as other:
        for name in one:
            times: tuple[list[float], list[float]] = ([], [])
            for _ in range(ROUNDS):  # by turns: what else the machine does falls on both
                times[0].append(await seconds_for(*one[name]))
                times[1].append(await seconds_for(*other[name]))
            few, full = (statistics.median(each) for each in times)
            for label, value in zip(found, (few, full, full / few), strict=True):
                found[label][name] = round(value, 2)
    print(json.dumps(found))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else MANY))
