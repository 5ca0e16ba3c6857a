"""How long the event loop is blocked while two runs with full evidence go on in a real appliance.

Run it: `python -m tests.benchmarks.loop_blocked [runs]`. The appliance has a process of its own, as in use; the site
under test and the client that asks for the runs live in this one. Prints one JSON object, milliseconds: the longest
callbacks by the time on the clock and by the processor time of the loop's own thread (which other programs cannot
lengthen), with what they were, how late a timer came, the longest garbage collections, and what a request took.
"""

from __future__ import annotations

import asyncio
import asyncio.events
import gc
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from qa_appliance.app import open_appliance
from qa_appliance.core.run import TERMINAL
from qa_appliance.settings import Limits, Settings

APPLIANCE = "--appliance"
ROWS = "".join(f"<tr><td>Item {n}<td>{n * 3} pieces<td><a href=#r{n}>Show {n}</a>" for n in range(300))
PAGE = f"""<!doctype html><html lang=en><title>Shop</title><main><h1>Shop</h1>
<form onsubmit="return false"><label>Name <input id=thing></label><button id=add>Add</button></form>
<ul id=list></ul><table>{ROWS}</table></main>
<script>add.onclick = () => {{ const item = document.createElement('li'); item.textContent = thing.value;
list.prepend(item); fetch('/api').then(() => console.log('added', 'x'.repeat(500))) }}</script></html>"""
DESCRIPTION = "\n".join(f'Type "Thing {n}" into Name. Click Add. Check that "Thing {n}" is shown.' for n in range(8))
OWNER = {"email": "ada@example.com", "password": "a long pass phrase", "organizationName": "Lab"}


class Watch:
    """Times every callback of the loop. `longest` holds (wall, cpu, what), milliseconds."""

    def __init__(self) -> None:
        self.longest: list[tuple[float, float, str]] = []
        self.late: list[float] = []
        self.waited: list[float] = []  # for a processor, by the kernel's account of the loop's thread
        self.collections: list[tuple[float, int]] = []
        self._began = 0.0
        self._run = asyncio.events.Handle._run

    def start(self) -> None:
        def timed(handle: asyncio.Handle) -> None:
            wall, processor = time.perf_counter(), time.thread_time()
            self._run(handle)
            took = (time.perf_counter() - wall) * 1000
            if took > 10:
                self.longest.append((took, (time.thread_time() - processor) * 1000, repr(handle)[:300]))

        asyncio.events.Handle._run = timed  # type: ignore[assignment, method-assign]
        gc.callbacks.append(self._collected)

    def stop(self) -> None:
        asyncio.events.Handle._run = self._run  # type: ignore[method-assign]
        gc.callbacks.remove(self._collected)

    async def tick(self) -> None:
        while True:
            began, waited = time.perf_counter(), _waited_for_a_processor()
            await asyncio.sleep(0.005)
            self.late.append((time.perf_counter() - began) * 1000 - 5)
            self.waited.append(_waited_for_a_processor() - waited)

    def figures(self) -> dict[str, Any]:
        by_wall = sorted(self.longest, reverse=True)[:8]
        by_processor = sorted(self.longest, key=lambda each: -each[1])[:8]
        latest = sorted(zip(self.late, self.waited, strict=True), reverse=True)[:8]
        return {
            "longest on the clock": [[round(wall), round(cpu), what] for wall, cpu, what in by_wall],
            "longest on the processor": [[round(wall), round(cpu), what] for wall, cpu, what in by_processor],
            "timer late, median and most": [round(statistics.median(self.late), 1), round(max(self.late))],
            "timers latest, and of that waiting for a processor": [[round(each) for each in pair] for pair in latest],
            "timers late by more than 50": sum(late > 50 for late in self.late),
            "longest collections": [[round(ms, 1), of] for ms, of in sorted(self.collections, reverse=True)[:5]],
        }

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self.collections.append(((time.perf_counter() - self._began) * 1000, info["generation"]))


def _waited_for_a_processor() -> float:
    """Milliseconds the calling thread was ready to run and did not, so far."""
    with open("/proc/thread-self/schedstat", "rb") as statistics:
        return int(statistics.read().split()[1]) / 1e6


async def site() -> asyncio.Server:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.read(65536)
        body = PAGE.encode() if head.startswith(b"GET / ") else b"{}"
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n".encode())
        writer.write(b"Connection: close\r\n\r\n" + body)
        writer.close()

    return await asyncio.start_server(talk, "127.0.0.1", 0)


async def appliance() -> None:
    """Serves until its input is closed. A line on it begins the watch; a line with its address comes first."""
    plenty = Limits(api_global_per_minute=1_000_000, trigger_per_minute=1_000_000)
    watch = Watch()
    with tempfile.TemporaryDirectory() as name:
        settings = Settings(data_dir=Path(name), port=0, browsers=2, allow=("loopback",), limits=plenty)
        async with open_appliance(settings) as opened, opened.working(), opened.serving() as address:
            print(address, flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            watch.start()
            ticking = asyncio.create_task(watch.tick())
            await asyncio.to_thread(sys.stdin.readline)
            ticking.cancel()
            watch.stop()
    print(json.dumps(watch.figures()), flush=True)


async def until_ended(http: httpx.AsyncClient, ids: list[str], took: list[float]) -> list[dict[str, Any]]:
    while True:
        ended = []
        for run_id in ids:
            began = time.perf_counter()
            run = (await http.get(f"/api/runs/{run_id}")).json()["run"]
            took.append((time.perf_counter() - began) * 1000)
            ended += [run] if run["status"] in TERMINAL else []
        if len(ended) == len(ids):
            return ended
        await asyncio.sleep(0.2)


async def main(count: int) -> None:
    server = await site()
    took: list[float] = []
    origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.benchmarks.loop_blocked", APPLIANCE,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    address = (await child.stdout.readline()).decode().strip()
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http:
        token = (await http.post("/api/setup", json=OWNER)).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        project = (await http.post("/api/projects", json={"name": "Shop", "baseUrl": origin})).json()["project"]
        ask = {"projectId": project["id"], "description": DESCRIPTION}
        first = (await http.post("/api/runs/trigger", json=ask)).json()["runId"]
        await until_ended(http, [first], [])  # what is loaded once is loaded now
        child.stdin.write(b"watch\n")
        ids = [(await http.post("/api/runs/trigger", json=ask)).json()["runId"] for _ in range(count)]
        runs = await until_ended(http, ids, took)
    output, _ = await child.communicate(b"end\n")
    server.close()
    figures = {
        "runs": [[run["overallStatus"], run["failedCount"]] for run in runs],
        "load": os.getloadavg()[0],
        "request": round(statistics.median(took), 1),
    }
    print(json.dumps(figures | json.loads(output), indent=1))


if __name__ == "__main__":
    given = sys.argv[1] if len(sys.argv) > 1 else "4"
    asyncio.run(appliance() if given == APPLIANCE else main(int(given)))
