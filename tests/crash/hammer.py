"""Many clients at once against one real server that is stopped and killed in between: nothing may be lost or stuck.

    python -m tests.crash.hammer --minutes 10

Clients trigger, cancel, sign in, plan tangled texts, watch live, list, change the project, and vanish in the middle of
a request, each kind from loopback addresses of its own. What is wrong stands in `Hammer.faults`: any 500, any other
answer that no contract names, a server that says ready and cannot write, a request without an answer, a run accepted
with 202 that is lost or not ended, a damaged database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import signal
import socket
import sqlite3
import statistics
import struct
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import websockets

from qa_appliance.core.run import TERMINAL
from tests.crash.appliance import EMAIL, PASSWORD, PATIENCE, Process, intact, start

ANSWER_SECONDS = 60.0  # a request without an answer for so long is a wedge
WAITING = (2, 12)  # open runs at most: few, so that a run starts at once; many, so that there is a line
CALM_SECONDS = 5.0
PASSING = 'check that "Hello" is shown'
TANGLED = (
    "click",
    "in",
    "as",
    "between",
    "fill",
    "and",
    "the",
    ",",
    "not",
    "with",
    "of",
    "each",
    "or",
    "3",
    "is",
    "if",
    "to",
)

Json = dict[str, Any]


@dataclass
class Hammer:
    """The server under the hammer and what was seen of it. `chance` decides everything that is left to chance."""

    data_dir: Path
    port: int
    site: str
    chance: random.Random
    until: float
    server: Process | None = None
    up: asyncio.Event = field(default_factory=asyncio.Event)
    token: str = ""
    key: str = ""
    project: str = ""
    accepted: list[str] = field(default_factory=list)
    open_runs: set[str] = field(default_factory=set)
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)
    starts: Counter[str] = field(default_factory=Counter)
    megabytes: list[float] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wrong(self, what: str) -> None:
        self.faults.append(what)
        if self.faults.count(what) == 1:
            print(f"wrong: {what}", file=sys.stderr, flush=True)

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, body: Json | None = None) -> Any:
        """The response, or None where there was no server. Whatever no contract names is a fault."""
        await self.up.wait()
        server, began = self.server, time.monotonic()
        kind = f"{method} {'/'.join(part for part in path.split('?')[0].split('/') if len(part) < 30)}"
        try:
            response = await client.request(method, path, json=body)
        except httpx.TimeoutException:
            if self.up.is_set() and self.server is server:
                self.wrong(f"{kind}: no answer within {ANSWER_SECONDS:.0f} s")
            return None
        except httpx.TransportError as error:
            if self.up.is_set() and self.server is server:
                self.wrong(f"{kind}: {type(error).__name__} {error} from a server that is up")
            return None
        self.seconds[kind].append(time.monotonic() - began)
        self.answers[kind, response.status_code] += 1
        busy = response.status_code == 503 and ("retry-after" in response.headers or path == "/readyz")
        if response.status_code >= 500 and not (busy or not self.up.is_set()):
            self.wrong(f"{kind}: {response.status_code} {response.text[:200]}")
        return response

    def client(self, last: int) -> httpx.AsyncClient:
        """A client at 127.0.0.`last`, with the key of the owner."""
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{last}")
        return httpx.AsyncClient(
            base_url=self.address,
            transport=transport,
            timeout=ANSWER_SECONDS,
            headers={"Authorization": f"Bearer {self.key}"},
        )

    async def pause(self, at_most: float) -> None:
        await asyncio.sleep(self.chance.random() * at_most)

    def over(self) -> bool:
        return time.monotonic() > self.until

    def calm(self) -> bool:
        """By turns there is a crowd, and one client alone whose runs start at once and are cancelled as they start."""
        return int((self.until - time.monotonic()) / CALM_SECONDS) % 2 == 0


async def begin(hammer: Hammer) -> None:
    """Starts the server and signs in; the first time it also makes the project and the key."""
    hammer.server = await start(hammer.data_dir, browsers=2, port=hammer.port)
    async with httpx.AsyncClient(base_url=hammer.address, timeout=ANSWER_SECONDS) as http:
        token = (await http.post("/api/session", json={"email": EMAIL, "password": PASSWORD})).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        if not hammer.project:
            project = {"name": "Site", "baseUrl": hammer.site}
            hammer.project = (await http.post("/api/projects", json=project)).json()["project"]["id"]
            hammer.key = (await http.post("/api/keys", json={"name": "hammer"})).json()["key"]
    hammer.token = token
    hammer.up.set()


async def restarts(hammer: Hammer, seconds: float) -> None:
    """Ends the server every so often, by `kill -9` and politely by turns, and starts it again."""
    for how in (signal.SIGKILL, signal.SIGTERM) * 1000:
        if time.monotonic() + seconds > hammer.until:
            return
        await asyncio.sleep(seconds * (0.7 + 0.6 * hammer.chance.random()))
        assert hammer.server is not None
        hammer.megabytes.append(resident(hammer.server))
        hammer.up.clear()
        say_tracebacks(hammer, await hammer.server.ended(how))
        hammer.starts[how.name] += 1
        if not intact(hammer.data_dir):
            hammer.wrong(f"the database is damaged after {how.name}")
        await begin(hammer)


async def triggering(hammer: Hammer, number: int) -> None:
    """Triggers; more than half are cancelled, in line or within a moment of their start, some twice at once."""
    async with hammer.client(10 + number) as client:
        while not hammer.over():
            if hammer.calm() or len(hammer.open_runs) > hammer.chance.choice(WAITING):
                await hammer.pause(0.5)
                continue
            body = {"projectId": hammer.project, "description": PASSING}
            response = await hammer.ask(client, "POST", "/api/runs/trigger", body)
            if response is None or response.status_code != 202:
                await hammer.pause(1)
                continue
            run_id = response.json()["runId"]
            hammer.accepted.append(run_id)
            hammer.open_runs.add(run_id)
            if hammer.chance.random() < 0.6:
                await _until_begun(hammer, client, run_id)
                await hammer.pause(hammer.chance.choice((0.01, 0.1, 0.5)))
                times = hammer.chance.choice((1, 1, 2))
                cancel = f"/api/runs/{run_id}/cancel"
                await asyncio.gather(*(hammer.ask(client, "POST", cancel) for _ in range(times)))
            await hammer.pause(0.3)


async def cancelling_at_the_start(hammer: Hammer) -> None:
    """One run after the other, each cancelled within its first moments: in the middle of what is written then."""
    async with hammer.client(4) as client:
        while not hammer.over():
            if not hammer.calm():
                await hammer.pause(0.5)
                continue
            body = {"projectId": hammer.project, "description": PASSING}
            response = await hammer.ask(client, "POST", "/api/runs/trigger", body)
            if response is not None and response.status_code == 202:
                run_id = response.json()["runId"]
                hammer.accepted.append(run_id)
                await hammer.pause(0.3)
                await hammer.ask(client, "POST", f"/api/runs/{run_id}/cancel")


async def _until_begun(hammer: Hammer, client: httpx.AsyncClient, run_id: str) -> None:
    """Until the run has left the line, for two in three: a cancel at the start of its work meets the most writes."""
    patient = hammer.chance.random() < 0.67
    while patient and not hammer.over():
        response = await hammer.ask(client, "GET", f"/api/runs/{run_id}")
        patient = response is not None and response.status_code == 200 and response.json()["run"]["status"] == "pending"
        await hammer.pause(0.05)


async def polling(hammer: Hammer) -> None:
    """Follows the open runs, so that the line stays short and none is forgotten."""
    async with hammer.client(2) as client:
        while not hammer.over():
            for run_id in list(hammer.open_runs):
                response = await hammer.ask(client, "GET", f"/api/runs/{run_id}")
                if response is None:
                    continue
                if response.status_code == 404:
                    hammer.wrong(f"run {run_id} was accepted and is not there")
                if response.status_code != 200 or response.json()["run"]["status"] in TERMINAL:
                    hammer.open_runs.discard(run_id)
            for path in ("/api/runs?limit=50", "/api/runs/active", f"/api/projects/{hammer.project}/runs", "/metrics"):
                await hammer.ask(client, "GET", path)
            await hammer.pause(0.5)


async def signing_in(hammer: Hammer, number: int) -> None:
    """The owner, and from other addresses somebody who guesses the password of an account that is not there."""
    async with hammer.client(40 + number) as client:
        while not hammer.over():
            guess = number > 0
            email, password = ("bob@example.com", f"guess {hammer.chance.random()}") if guess else (EMAIL, PASSWORD)
            response = await hammer.ask(client, "POST", "/api/session", {"email": email, "password": password})
            if response is not None and response.status_code not in ((401, 429, 503) if guess else (200, 429, 503)):
                hammer.wrong(f"sign-in answered {response.status_code}: {response.text[:200]}")
            await hammer.pause(2)


async def planning(hammer: Hammer, number: int) -> None:
    """Texts of the grammar's own words, as tangled as chance makes them."""
    async with hammer.client(60 + number) as client:
        while not hammer.over():
            if hammer.calm():
                await hammer.pause(1)
                continue
            tangle = "click " + "in as between fill, " * hammer.chance.randrange(200)
            words = " ".join(hammer.chance.choices(TANGLED, k=hammer.chance.randrange(800)))
            description = (hammer.chance.choice((tangle, words, PASSING)) or PASSING)[:4000]
            await hammer.ask(client, "POST", "/api/plan", {"projectId": hammer.project, "description": description})
            await hammer.pause(2)


async def watching(hammer: Hammer, number: int) -> None:
    """Live viewers of open runs: some stay to the end, some go in the middle of it, some never say who they are."""
    while not hammer.over():
        await hammer.up.wait()
        run_id = hammer.chance.choice(sorted(hammer.open_runs) or ["none"])
        address = f"ws://127.0.0.1:{hammer.port}/ws?runId={run_id}"
        with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
            async with (
                asyncio.timeout(20),
                websockets.connect(address, local_addr=(f"127.0.0.{80 + number}", 0)) as live,
            ):
                if hammer.chance.random() < 0.8:
                    await live.send(json.dumps({"token": hammer.token}))
                for _ in range(hammer.chance.choice((1, 3, 100))):
                    await live.recv()
        await hammer.pause(0.5)


async def vanishing(hammer: Hammer, number: int) -> None:
    """Clients that end in the middle of a request, politely or by a reset. A whole trigger may become a run."""
    while not hammer.over():
        await hammer.up.wait()
        body = json.dumps({"projectId": hammer.project, "description": PASSING})
        head = (
            f"POST /api/runs/trigger HTTP/1.1\r\nHost: 127.0.0.1:{hammer.port}\r\n"
            f"Authorization: Bearer {hammer.key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        whole = (head + body).encode()
        cut = len(whole) if len(hammer.open_runs) < WAITING[0] and hammer.chance.random() < 0.2 else len(whole) - 2
        with contextlib.suppress(OSError):
            opened = asyncio.open_connection("127.0.0.1", hammer.port, local_addr=(f"127.0.0.{100 + number}", 0))
            _, writer = await asyncio.wait_for(opened, 10)
            writer.write(whole[: hammer.chance.choice((cut, hammer.chance.randrange(1, cut)))])
            await hammer.pause(0.2)
            if hammer.chance.random() < 0.5:
                reset = struct.pack("ii", 1, 0)
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
            writer.transport.abort()
        await hammer.pause(0.5)


async def ready(hammer: Hammer) -> None:
    """What `readyz` says has to be so: ready means that a change of the project is written."""
    async with hammer.client(3) as client:
        while not hammer.over():
            answer = await hammer.ask(client, "GET", "/readyz")
            headers = {"Authorization": f"Bearer {hammer.token}"}
            async with httpx.AsyncClient(base_url=hammer.address, headers=headers, timeout=ANSWER_SECONDS) as dashboard:
                name = {"name": f"Site {hammer.chance.random()}"}
                wrote = await hammer.ask(dashboard, "PATCH", f"/api/projects/{hammer.project}", name)
            if answer is not None and wrote is not None and hammer.up.is_set():
                if answer.status_code == 200 and wrote.status_code != 200:
                    hammer.wrong(f"readyz says ready, a write answers {wrote.status_code}: {wrote.text[:200]}")
                if answer.status_code != 200 and wrote.status_code == 200 and not browser_starting(answer):
                    hammer.wrong(f"readyz says {answer.status_code} {answer.text[:200]}, and a write works")
            await hammer.pause(1)


def browser_starting(answer: httpx.Response) -> bool:
    """Not ready is right as long as the database is well and the browser is not up yet."""
    return '"browser"' in answer.text


def resident(server: Process) -> float:
    """Megabytes of the server's own process."""
    try:
        return float(psutil.Process(server.process.pid).memory_info().rss) / 1e6
    except psutil.Error:
        return 0.0


def say_tracebacks(hammer: Hammer, log: str) -> None:
    for line in log.splitlines():
        if "Traceback" in line or '"level": "error"' in line.casefold():
            hammer.wrong(f"the log says: {line[:300]}")


async def finish(hammer: Hammer) -> Counter[str]:
    """Waits until every run has ended, looks at each that was accepted, and stops the server."""
    statuses: Counter[str] = Counter()
    async with hammer.client(2) as client:
        for run_id in hammer.accepted:
            run = await _ended(client, run_id)
            if fault := lost(run):
                hammer.wrong(f"run {run_id}: {fault}")
            statuses[f"{run['status']} {run['overallStatus']}"] += 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while (await client.get("/api/runs/active")).json().get("groups"):  # of those who vanished
                    await asyncio.sleep(0.2)
    assert hammer.server is not None
    hammer.megabytes.append(resident(hammer.server))
    hammer.up.clear()
    say_tracebacks(hammer, await hammer.server.ended(signal.SIGTERM))
    with contextlib.closing(sqlite3.connect(hammer.data_dir / "appliance.sqlite3")) as db:
        left = db.execute("select count(*) from runs where status in ('pending', 'running')").fetchone()[0]
        known = {row[0] for row in db.execute("select id from runs")}
    if left or not intact(hammer.data_dir):
        hammer.wrong(f"{left} runs are left open, or the database is damaged")
    if missing := set(hammer.accepted) - known:
        hammer.wrong(f"{len(missing)} accepted runs are not in the database")
    return statuses


async def _ended(client: httpx.AsyncClient, run_id: str) -> Json:
    """The run as soon as it has ended, or as it is after `PATIENCE` seconds, or what was answered instead of it."""
    run: Json = {"status": "unknown", "overallStatus": None}
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while run["status"] not in TERMINAL:
                response = await client.get(f"/api/runs/{run_id}")
                if response.status_code != 200:
                    return run | {"status": f"answered with {response.status_code}"}
                run = response.json()["run"]
                await asyncio.sleep(0.02)
    return run


def lost(run: Json) -> str:
    """Why a run that was accepted is not accounted for, or nothing. The test itself is true."""
    if run["status"] not in TERMINAL:
        return f"{run['status']}"
    if run["status"] == "cancelled" and run["overallStatus"] is None:
        return ""
    if (run["status"], run["overallStatus"]) == ("completed", "passed"):
        return ""
    return f"{run['status']} {run['overallStatus']}: {run['reportMarkdown']}"


async def hammer_on(data_dir: Path, seconds: float, restart_seconds: float, seed: int) -> tuple[Hammer, Counter[str]]:
    site = await asyncio.start_server(_hello, "127.0.0.1", 0)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{site.sockets[0].getsockname()[1]}"
    hammer = Hammer(data_dir, port, address, random.Random(seed), time.monotonic() + seconds)
    await begin(hammer)
    hammer.until = time.monotonic() + seconds  # counted from here: a busy machine may take long to start
    kinds: list[tuple[Callable[[Hammer, int], Awaitable[None]], int]] = [
        (triggering, 4), (signing_in, 3), (planning, 3), (watching, 4), (vanishing, 6),
    ]  # fmt: skip
    async with asyncio.TaskGroup() as clients:
        clients.create_task(restarts(hammer, restart_seconds))
        clients.create_task(polling(hammer))
        clients.create_task(ready(hammer))
        clients.create_task(cancelling_at_the_start(hammer))
        for client, many in kinds:
            for number in range(many):
                clients.create_task(_client(client, hammer, number))
    statuses = await finish(hammer)
    site.close()
    return hammer, statuses


async def _client(client: Callable[[Hammer, int], Awaitable[None]], hammer: Hammer, number: int) -> None:
    await client(hammer, number)


async def _hello(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        await reader.readuntil(b"\r\n\r\n")
        page = b"<!doctype html><title>Hello</title><h1>Hello</h1>"
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n" % len(page))
        writer.write(b"Connection: close\r\n\r\n" + page)
        await writer.drain()
    writer.close()


def report(hammer: Hammer, statuses: Counter[str]) -> str:
    lines = [f"{len(hammer.accepted)} runs accepted: {dict(statuses)}; ends of the server: {dict(hammer.starts)}"]
    lines.append("megabytes of the server: " + ", ".join(f"{size:.0f}" for size in hammer.megabytes))
    for kind, times in sorted(hammer.seconds.items()):
        codes = {code: count for (name, code), count in hammer.answers.items() if name == kind}
        lines.append(f"{kind}: {codes}, median {statistics.median(times):.3f} s, slowest {max(times):.2f} s")
    return "\n".join([*lines, f"{len(hammer.faults)} faults", *sorted(set(hammer.faults))[:50]])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--restart-seconds", type=float, default=60, help="between two ends of the server, about")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = hammer_on(Path(folder), options.minutes * 60, options.restart_seconds, options.seed)
        hammer, statuses = asyncio.run(work)
    print(report(hammer, statuses))
    return 1 if hammer.faults else 0


if __name__ == "__main__":
    sys.exit(main())
