"""A real server at work for hours: runs of all kinds, people who watch, browsers that are killed, networks that fail.

    make soak HOURS=2        or python -m tests.soak --hours 2 --work work/soak --chart docs/lab/soak.svg

Ends by itself. Every run's end is checked: a right verdict or a true reason. Memory of each part, handles, files, the
write-ahead log, the disk and how soon the API answers are sampled into a table (CSV) and drawn. What is stuck, wrong or
grows is listed at the end, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import shutil
import signal
import sqlite3
import sys
import time
from pathlib import Path

import httpx
import psutil

from tests.crash.appliance import intact, start
from tests.soak.appliance import Appliance
from tests.soak.chart import drawn
from tests.soak.measuring import Measured, Row, grown, read, table, tree
from tests.soak.sites import sites
from tests.soak.work import Work

SAMPLE_SECONDS = 15.0
SETTINGS = {
    "QA_APPLIANCE_EVIDENCE_VIDEO": "true",
    "QA_APPLIANCE_EVIDENCE_TRACE": "true",
    "QA_APPLIANCE_RETENTION_RUNS": "60",
    "QA_APPLIANCE_RETENTION_MINUTES": "5",
    "QA_APPLIANCE_BACKUP_HOURS": "1",
    "QA_APPLIANCE_BACKUP_KEEP": "2",
    "QA_APPLIANCE_QUEUE_FRONT_WAIT_SECONDS": "600",
    "QA_APPLIANCE_QUEUE_TOTAL_WAIT_SECONDS": "900",
}


async def sampling(appliance: Appliance, work: Work, data_dir: Path) -> None:
    while True:
        asked = time.monotonic()
        await asyncio.sleep(0)
        for path in ("/api/runs?limit=50", "/api/runs/active", "/healthz", "/readyz"):
            if path == "/readyz":
                await appliance.http.get(path)  # not ready while a killed browser is started anew: no fault
            else:
                await appliance.ask("GET", path)
        row = await asyncio.to_thread(
            appliance.measured.take, appliance.pid, data_dir, ended=work.ended_runs, open=len(work.open)
        )
        print(
            f"{row['minute']:6.1f} min  {work.ended_runs} runs ended, {len(work.open)} open,"
            f" {row['appliance MB']:.0f} MB, {row['handles']:.0f} handles, {sum(appliance.wrong.values())} faults",
            flush=True,
        )
        await asyncio.sleep(max(0.0, SAMPLE_SECONDS - (time.monotonic() - asked)))


async def soak(hours: float, folder: Path, pause: float, seed: int) -> tuple[Appliance, Work]:
    data_dir, backups = folder / "data", folder / "backups"
    backups.mkdir(parents=True)
    measured = Measured(folder / "soak.csv")
    settings = SETTINGS | {"QA_APPLIANCE_BACKUP_TO": str(backups)}
    async with sites() as found:
        server = await start(data_dir, browsers=2, more=settings)
        try:
            async with httpx.AsyncClient(base_url=server.address, timeout=90, trust_env=False) as http:
                appliance = Appliance(server, http, measured, random.Random(seed))
                work = Work(appliance, found)
                await appliance.sign_in()
                await work.prepare()
                sampler = asyncio.create_task(sampling(appliance, work, data_dir))
                try:
                    await work.go_on(time.monotonic() + hours * 3600, pause)
                    await work.finish()
                finally:
                    sampler.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await sampler
            await ending(appliance, data_dir)
        finally:
            await server.ended(signal.SIGTERM)
        work.count_alerts()
    return appliance, work


async def ending(appliance: Appliance, data_dir: Path) -> None:
    """The server is stopped politely: no process of its own may be left, no run open, nothing temporary lie about."""
    known = tree(appliance.pid)
    log = await appliance.server.ended(signal.SIGTERM)
    (data_dir.parent / "server.log").write_text(log)
    _, alive = await asyncio.to_thread(psutil.wait_procs, known, 30)
    for process in alive:
        appliance.fault(f"a process outlived the server: {process}")
    if appliance.server.process.returncode != 0:
        appliance.fault(f"the server ended with {appliance.server.process.returncode}")
    for line in log.splitlines():
        if "Traceback" in line:
            appliance.fault(f"the log says: {line[:500]}")
    with contextlib.closing(sqlite3.connect(data_dir / "appliance.sqlite3")) as db:
        left = db.execute("select count(*) from runs where status in ('pending', 'running')").fetchone()[0]
    if left or not intact(data_dir):
        appliance.fault(f"{left} runs are left open, or the database is damaged")
    if (data_dir / "work").exists():
        appliance.fault(f"temporary files are left: {sorted((data_dir / 'work').iterdir())[:5]}")


def summary(appliance: Appliance, work: Work, rows: list[Row]) -> str:
    lines = ["", "| what was done | times |", "|---|---|"]
    lines += [f"| {name} | {count} |" for name, count in sorted((work.ends + appliance.counts).items())]
    lines += ["", *table(rows), ""]
    faults = [f"{what} ({times} times)" for what, times in appliance.wrong.items()] + grown(rows)
    return "\n".join([*lines, f"{len(faults)} faults", *faults])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=2)
    parser.add_argument("--pause", type=float, default=16, help="seconds between two things that are begun")
    parser.add_argument("--work", type=Path, default=Path("work/soak"), help="a folder of its own; emptied first")
    parser.add_argument("--chart", type=Path, help="where the chart is drawn; else beside the table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draw", type=Path, help="only draw the chart and the table of this CSV again")
    options = parser.parse_args()
    if options.draw:
        rows = read(options.draw)
        (options.chart or options.draw.with_suffix(".svg")).write_text(drawn(rows))
        print("\n".join([*table(rows), *grown(rows)]))
        return 0
    shutil.rmtree(options.work, ignore_errors=True)
    options.work.mkdir(parents=True)
    appliance, work = asyncio.run(soak(options.hours, options.work, options.pause, options.seed))
    rows = appliance.measured.rows
    (options.chart or options.work / "soak.svg").write_text(drawn(rows))
    print(text := summary(appliance, work, rows))
    (options.work / "summary.md").write_text(text)
    return 1 if appliance.wrong or grown(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
