"""Whether somebody who watches a run slows it: nobody, a watcher who reads, and one who never reads a byte.

Run it: `python -m tests.benchmarks.slow_watcher [rounds]`. The same test runs in turn under each; what counts is the
run's own duration. Prints one JSON object: medians in milliseconds, and ratios to nobody.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect

from qa_appliance.app import open_appliance
from qa_appliance.core.run import TERMINAL
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Settings

TEST = """Go to /products/wool-blanket. Set Quantity to 2. Click "Add to cart".
Check that "Wool blanket was added to the cart" is shown. Go to /catalogue. Select "Stationery" from Category.
Check that "3 products" is shown. Open the cart. Set Quantity to 3. Click "Update cart"."""
SMALLEST = 4096  # bytes the kernel may hold for the one who does not read


@asynccontextmanager
async def nobody(address: str, run_id: str, token: str) -> AsyncIterator[None]:
    yield


@asynccontextmanager
async def reading(address: str, run_id: str, token: str) -> AsyncIterator[None]:
    async with connect(f"{address.replace('http', 'ws')}/ws?runId={run_id}") as watcher:
        await watcher.send(json.dumps({"token": token}))

        async def read() -> None:
            async for _ in watcher:
                pass

        task = asyncio.create_task(read())
        try:
            yield
        finally:
            task.cancel()


@asynccontextmanager
async def deaf(address: str, run_id: str, token: str) -> AsyncIterator[None]:
    """Signs in and then never takes anything off its socket."""
    host = urlsplit(address)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST)
    listener.setblocking(False)
    await asyncio.get_running_loop().sock_connect(listener, (host.hostname, host.port))
    async with connect(f"ws://{host.netloc}/ws?runId={run_id}", sock=listener, max_queue=1) as watcher:
        await watcher.send(json.dumps({"token": token}))
        try:
            yield
        finally:
            watcher.transport.abort()


WATCHERS = {"nobody": nobody, "a watcher who reads": reading, "a watcher who never reads": deaf}


async def main(rounds: int) -> None:
    folder = Path(tempfile.mkdtemp()) / "data"
    settings = Settings(data_dir=folder, port=0, browsers=1, allow=("loopback",))
    durations: dict[str, list[int]] = {name: [] for name in WATCHERS}
    async with (
        serving(create_shop()) as shop,
        open_appliance(settings) as appliance,
        appliance.working(),
        appliance.serving() as address,
        httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http,
    ):
        owner = {"email": "a@example.test", "password": "a long pass phrase", "organizationName": "Lab"}
        token = (await http.post("/api/setup", json=owner)).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        project = (await http.post("/api/projects", json={"name": "Shop", "baseUrl": shop})).json()["project"]["id"]
        for turn in range(rounds + 1):
            for name, watcher in WATCHERS.items():
                triggered = (
                    await http.post("/api/runs/trigger", json={"projectId": project, "description": TEST})
                ).json()
                async with watcher(address, triggered["runId"], token):
                    while (run := (await http.get(triggered["pollUrl"])).json()["run"])["status"] not in TERMINAL:
                        await asyncio.sleep(0.1)
                if run["overallStatus"] != "passed":
                    raise SystemExit(run["reportMarkdown"])
                if turn:
                    durations[name].append(run["totalDurationMs"])
    shutil.rmtree(folder.parent, ignore_errors=True)
    medians = {name: round(statistics.median(times)) for name, times in durations.items()}
    ratios = {name: round(median / medians["nobody"], 2) for name, median in medians.items()}
    print(json.dumps({"rounds": rounds, "medians in ms": medians, "ratios": ratios}, indent=2))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
