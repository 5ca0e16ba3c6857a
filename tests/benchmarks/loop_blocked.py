"""How long the event loop is blocked while two runs with full evidence go on in a real appliance.

Run it: `python -m tests.benchmarks.loop_blocked [runs]`. Prints one JSON object, milliseconds: the longest callbacks by
the time on the clock and by the processor time of the loop's own thread (which other programs cannot lengthen), with
what they were, how late a timer came, and what a request took meanwhile.
"""

from __future__ import annotations

import asyncio
import asyncio.events
import json
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
        self._run = asyncio.events.Handle._run

    def start(self) -> None:
        def timed(handle: asyncio.Handle) -> None:
            wall, processor = time.perf_counter(), time.thread_time()
            self._run(handle)
            took = (time.perf_counter() - wall) * 1000
            if took > 10:
                self.longest.append((took, (time.thread_time() - processor) * 1000, repr(handle)[:300]))

        asyncio.events.Handle._run = timed  # type: ignore[method-assign]

    def stop(self) -> None:
        asyncio.events.Handle._run = self._run  # type: ignore[method-assign]

    async def tick(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.005)
            self.late.append((time.perf_counter() - began) * 1000 - 5)

    def told(self) -> dict[str, Any]:
        by_wall = sorted(self.longest, reverse=True)[:8]
        by_processor = sorted(self.longest, key=lambda each: -each[1])[:8]
        return {
            "longest on the clock": [[round(wall), round(cpu), what] for wall, cpu, what in by_wall],
            "longest on the processor": [[round(wall), round(cpu), what] for wall, cpu, what in by_processor],
            "timer late, median and most": [round(statistics.median(self.late), 1), round(max(self.late))],
        }


async def site() -> asyncio.Server:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.read(65536)
        body = PAGE.encode() if head.startswith(b"GET / ") else b"{}"
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n".encode())
        writer.write(b"Connection: close\r\n\r\n" + body)
        writer.close()

    return await asyncio.start_server(talk, "127.0.0.1", 0)


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
    server, watch, took = await site(), Watch(), []
    origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    plenty = Limits(api_global_per_minute=1_000_000, trigger_per_minute=1_000_000)
    with tempfile.TemporaryDirectory() as name:
        settings = Settings(data_dir=Path(name), port=0, browsers=2, allow=("loopback",), limits=plenty)
        async with (
            open_appliance(settings) as appliance,
            appliance.working(),
            appliance.serving() as address,
            httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http,
        ):
            token = (await http.post("/api/setup", json=OWNER)).json()["token"]
            http.headers["Authorization"] = f"Bearer {token}"
            project = (await http.post("/api/projects", json={"name": "Shop", "baseUrl": origin})).json()["project"]
            ask = {"projectId": project["id"], "description": DESCRIPTION}
            first = (await http.post("/api/runs/trigger", json=ask)).json()["runId"]
            await until_ended(http, [first], [])  # what is loaded once is loaded now
            watch.start()
            ticking = asyncio.create_task(watch.tick())
            ids = [(await http.post("/api/runs/trigger", json=ask)).json()["runId"] for _ in range(count)]
            runs = await until_ended(http, ids, took)
            ticking.cancel()
            watch.stop()
    server.close()
    told = {
        "runs": [[run["overallStatus"], run["failedCount"]] for run in runs],
        "request": round(statistics.median(took), 1),
    }
    print(json.dumps(told | watch.told(), indent=1))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 4))
