"""What clearing old runs costs those who trigger meanwhile: a run accepted beside a clearing, and beside none.

Run it: `python -m tests.benchmarks.clearing_beside [runs]`. Prints one JSON object: medians and 95th percentiles in
milliseconds of triggers over HTTP, and their ratios; 200,000 runs to clear unless told otherwise.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from qa_appliance.store import retention
from tests.api.conftest import Person, Served, person, serve
from tests.benchmarks.runs_at_scale import seed

MANY = 200_000
ROUNDS = 300


async def accepted(served: Served, who: Person) -> list[float]:
    """Milliseconds of each trigger, one after the other."""
    found = []
    body = {"projectId": who.project_id, "description": "Click Save"}
    for _ in range(ROUNDS):
        began = time.perf_counter()
        answer = await served.client.post("/api/runs/trigger", json=body, headers=who.api)
        assert answer.status_code == 202, answer.text
        found.append((time.perf_counter() - began) * 1000)
    return found


async def main(many: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        async with serve(Path(name)) as served:
            who, now = await person(served), served.clock()
            old = (now - timedelta(days=400)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            await asyncio.to_thread(seed, Path(name) / "appliance.sqlite3", who, many, old)
            await accepted(served, who)  # warm
            alone = await accepted(served, who)
            keep = retention.Keep(365, 10**9, 10**15)
            clearing = asyncio.create_task(retention.clear(served.db, served.services.artifacts, keep, now))
            beside = await accepted(served, who)
            over = clearing.done()
            clearing.cancel()
            await asyncio.wait({clearing})
            left = await who.runs()
    found = {}
    for what, times in {"alone": alone, "beside": beside}.items():
        found[what] = {"median": statistics.median(times), "p95": statistics.quantiles(times, n=20)[-1]}
    found["ratio"] = {each: found["beside"][each] / found["alone"][each] for each in found["alone"]}
    cleared = many + 3 * ROUNDS - left
    print(json.dumps({"cleared meanwhile": cleared, "over": over} | found, indent=2))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else MANY))
