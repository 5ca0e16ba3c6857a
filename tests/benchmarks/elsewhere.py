"""What one appliance carries when its browsers are elsewhere: processor time of a run, memory, disk, the API under it.

    python -m tests.benchmarks.elsewhere run-server [--wait SECONDS] 10 50 100        or grid; numbers of slots

One run on a real browser is recorded (`tape.py`), and played to as many runs at once as there are slots: what the
browsers' machines would do costs nothing here, what the appliance does is all real: its driver, proxy, evidence, film,
database. A run waits some minutes in its middle, as those on slow pages do, and one begins after the other, so that at
the end all slots are at work at once. The stand-in works on the same machine; its time is not counted, but it takes it
away from the appliance, as does whatever else the machine does: see the load.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import psutil

from qa_appliance.browser.process.choice import BrowserChoice, choose_browser
from tests.benchmarks.tape import Tape, calls, playing, recording
from tests.browser.grid import GridStandIn, Node, Session
from tests.browser.remote import lay_out, run_server
from tests.crash.appliance import EMAIL, PASSWORD, Process, start

TEST = 'Go to /order. Click "Add". "Added" is shown. Wait {wait} seconds. Click "Send". "Thanks" is shown.'
ROWS = "".join(f"<tr><td>{number}<td>Article {number}<td><a href=/a{number}>Open</a>" for number in range(40))
PAGE = f"""<!doctype html><title>Order</title><h1>Order</h1><p id=said></p>
<button onclick="said.textContent = 'Added'">Add</button><button onclick="said.textContent = 'Thanks'">Send</button>
<table>{ROWS}</table>"""
ENDED = ("completed", "failed", "cancelled")
MORE = {"QA_APPLIANCE_EVIDENCE_VIDEO": "true", "QA_APPLIANCE_EVIDENCE_TRACE": "true"}


async def site(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        await reader.readuntil(b"\r\n\r\n")
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(PAGE)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + PAGE.encode())
        await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


class Played(GridStandIn):
    """A Grid whose sessions speak at `port`, all of them; none of them starts a browser."""

    port = 0
    path = "/"

    async def _start(self, name: str, args: list[str]) -> Session:
        folder = await asyncio.to_thread(tempfile.TemporaryDirectory, prefix="grid-")
        return Session(name, args, await asyncio.create_subprocess_exec("true"), self.port, self.path, folder)


@asynccontextmanager
async def appliance(work: Path, endpoint: str) -> AsyncIterator[tuple[Process, httpx.AsyncClient]]:
    more = {**MORE, "QA_APPLIANCE_BROWSER_ENDPOINT": endpoint}
    server = await start(work, more=more)
    try:
        async with httpx.AsyncClient(base_url=server.address, timeout=120, trust_env=False) as http:
            signed_in = await http.post("/api/session", json={"email": EMAIL, "password": PASSWORD})
            http.headers["Authorization"] = f"Bearer {signed_in.json()['token']}"
            yield server, http
    finally:
        await server.ended(signal.SIGTERM)


async def project(http: httpx.AsyncClient, origin: str) -> str:
    made = await http.post("/api/projects", json={"name": "Shop", "baseUrl": origin})
    assert made.is_success, made.text
    return str(made.json()["project"]["id"])


async def trigger(http: httpx.AsyncClient, project_id: str, wait: int) -> str:
    body = {"projectId": project_id, "description": TEST.format(wait=wait)}
    begun = await http.post("/api/runs/trigger", json=body)
    assert begun.is_success, begun.text
    return str(begun.json()["runId"])


async def ended(http: httpx.AsyncClient, run_id: str, took: list[float] | None = None) -> dict[str, Any] | None:
    began = time.monotonic()
    answer = await http.get(f"/api/runs/{run_id}")
    if took is not None:
        took.append(time.monotonic() - began)
    run: dict[str, Any] = answer.json()["run"]
    return run if run["status"] in ENDED else None


async def record(kind: str, work: Path, origin: str) -> Tape:
    """The longest conversation: the others are the appliance's looks at what it was given."""
    tapes: list[Tape] = []
    choice = await choose_browser()
    if kind == "run-server":
        async with run_server(lay_out(choice, work / "browsers")) as (address, _), recording(address, tapes) as port:
            await once(work / "recorded", f"ws://127.0.0.1:{port}/#slots=1", origin)
    else:
        await record_grid(choice, work, origin, tapes)
    return max(tapes, key=calls)


async def record_grid(choice: BrowserChoice, work: Path, origin: str, tapes: list[Tape]) -> None:
    """A real browser on the Grid's node, listened to on its way."""
    async with AsyncExitStack() as stack:

        class Listened(GridStandIn):
            async def _start(self, name: str, args: list[str]) -> Session:
                session = await super()._start(name, args)
                listening = recording(f"ws://127.0.0.1:{session.port}{session.path}", tapes)
                session.port, session.path = await stack.enter_async_context(listening), "/"
                return session

        async with Listened.open(choice, [Node(1)]) as grid:
            await once(work / "recorded", f"{grid.url}/#grid", origin)


async def once(data: Path, endpoint: str, origin: str) -> None:
    async with appliance(data, endpoint) as (_, http):
        run_id = await trigger(http, await project(http, origin), 3)
        while not (run := await ended(http, run_id)):
            await asyncio.sleep(0.5)
        assert run["overallStatus"] == "passed", run["reportMarkdown"]


@asynccontextmanager
async def standing_in(kind: str, tape: Tape, slots: int) -> AsyncIterator[str]:
    async with playing(tape) as port:
        if kind == "run-server":
            yield f"ws://127.0.0.1:{port}/#slots={slots}"
            return
        Played.port = port
        async with Played.open(await choose_browser(), [Node(slots)]) as grid:
            yield f"{grid.url}/#grid"


def processor_seconds(pid: int) -> tuple[float, float]:
    """Of the appliance itself, and of its driver."""
    own, drivers = psutil.Process(pid), 0.0
    for child in own.children(recursive=True):
        times = child.cpu_times()
        drivers += times.user + times.system
    times = own.cpu_times()
    return times.user + times.system, drivers


def bytes_of(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


@dataclass
class Watched:
    """What was seen of the appliance while runs were at work. `answers` are seconds, of the list and of single runs."""

    runs: list[dict[str, Any]] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    at_once: int = 0
    wal: int = 0

    async def watch(self, http: httpx.AsyncClient, project_id: str, count: int, wait: int, data: Path) -> None:
        """So many runs, begun one after the other within the time that one waits, and watched until all have ended."""
        left, begun, began = list[str](), 0, time.monotonic()
        while left or begun < count:
            if begun < count and time.monotonic() - began >= begun * wait / count:
                left.append(await trigger(http, project_id, wait))
                begun += 1
            if left:
                run = await ended(http, run_id := left.pop(0), self.answers)
                if run is None:
                    left.append(run_id)
                else:
                    self.runs.append(run)
                    await self._list(http)
            self.at_once = max(self.at_once, len(left))
            self.wal = max([self.wal, *(file.stat().st_size for file in data.glob("*-wal"))])
            await asyncio.sleep(0.1)

    async def _list(self, http: httpx.AsyncClient) -> None:
        began = time.monotonic()
        (await http.get("/api/runs?limit=50")).raise_for_status()
        self.answers.append(time.monotonic() - began)

    @property
    def minutes(self) -> float:
        stamps = [
            datetime.fromisoformat(run[name]) for run in self.runs for name in ("startedAt", "completedAt") if run[name]
        ]
        return (max(stamps) - min(stamps)).total_seconds() / 60

    @property
    def verdicts(self) -> str:
        found = Counter(run["overallStatus"] or run["status"] for run in self.runs)
        return ", ".join(f"{verdict}: {count}" for verdict, count in found.items())


async def measure(kind: str, tape: Tape, work: Path, origin: str, slots: int, wait: int) -> str:
    seen, data = Watched(), work / f"{kind}-{slots}"
    async with standing_in(kind, tape, slots) as endpoint, appliance(data, endpoint) as (server, http):
        project_id = await project(http, origin)
        load, pid = os.getloadavg()[0], server.process.pid
        before, disk = processor_seconds(pid), bytes_of(data)
        await seen.watch(http, project_id, slots, wait, data)
        own, driver = ((now - then) / slots for now, then in zip(processor_seconds(pid), before, strict=True))
        memory = psutil.Process(pid).memory_info().rss
        disk = bytes_of(data) - disk
    for run in seen.runs:
        if run["overallStatus"] != "passed":
            print((run["reportMarkdown"] or "")[:400], file=sys.stderr)
            break
    figures = [
        kind, slots, seen.at_once, f"{slots / seen.minutes:.0f}", f"{own:.2f}", f"{driver:.2f}",
        f"{60 / (own + driver):.0f}", f"{statistics.median(seen.answers) * 1000:.0f}",
        f"{statistics.quantiles(seen.answers, n=20)[-1] * 1000:.0f}", f"{memory / 1e6:.0f}", f"{seen.wal / 1e6:.1f}",
        f"{disk / slots / 1e3:.0f}", sum(bool(run["videoUrl"]) for run in seen.runs),
        f"{load:.0f} → {os.getloadavg()[0]:.0f}", seen.verdicts,
    ]  # fmt: skip
    return f"| {' | '.join(map(str, figures))} |"


async def main(kind: str, slots: list[int], wait: int) -> None:
    server = await asyncio.start_server(site, "127.0.0.1", 0)
    origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    with tempfile.TemporaryDirectory() as folder:
        tape = await record(kind, Path(folder), origin)
        print(f"recorded: {calls(tape)} calls; {os.cpu_count()} processors", flush=True)
        print(
            "| browsers | slots | at once, most | runs a minute | CPU s of a run: appliance | its driver"
            " | runs a minute that keep one processor busy | API ms | p95 | memory MB | WAL MB, most"
            " | disk kB of a run | films | load | ends |"
        )
        print(f"|{'---|' * 15}", flush=True)
        for number in slots:
            print(await measure(kind, tape, Path(folder), origin, number, wait), flush=True)
    server.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["run-server", "grid"])
    parser.add_argument("slots", type=int, nargs="+")
    parser.add_argument("--wait", type=int, default=150, help="seconds a run waits in its middle")
    asked = parser.parse_args()
    asyncio.run(main(asked.kind, asked.slots, asked.wait))
