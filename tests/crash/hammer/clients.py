"""Clients of one tenant: they trigger, cancel, sign in, plan, watch live, list, change the project, and vanish."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct

import httpx
import websockets

from qa_appliance.core.run import TERMINAL
from tests.crash.appliance import EMAIL, PASSWORD
from tests.crash.hammer.seen import PASSING, Hammer

WAITING = (2, 12)  # open runs at most: few, so that a run starts at once; many, so that there is a line
TANGLED = [
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
]


async def triggering(hammer: Hammer, number: int) -> None:
    """Triggers; more than half are cancelled, in line or within a moment of their start, some twice at once."""
    async with hammer.client(10 + number) as client:
        while not hammer.over():
            if hammer.calm() or len(hammer.open_runs) > hammer.chance.choice(WAITING):
                await hammer.pause(0.5)
                continue
            run_id = await hammer.trigger(client, {"description": PASSING}, "passed")
            if not run_id:
                await hammer.pause(1)
                continue
            hammer.open_runs.add(run_id)
            if hammer.chance.random() < 0.6:
                await _until_begun(hammer, client, run_id)
                await hammer.pause(hammer.chance.choice((0.01, 0.1, 0.5)))
                hammer.accepted[run_id].cancelled = True
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
            if run_id := await hammer.trigger(client, {"description": PASSING}, "passed"):
                hammer.accepted[run_id].cancelled = True
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
            for path in (
                "/api/runs?limit=50",
                "/api/runs/active",
                f"/api/projects/{hammer.home.project}/runs",
                "/metrics",
            ):
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
            await hammer.ask(
                client, "POST", "/api/plan", {"projectId": hammer.home.project, "description": description}
            )
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
                    await live.send(json.dumps({"token": hammer.home.token}))
                for _ in range(hammer.chance.choice((1, 3, 100))):
                    await live.recv()
        await hammer.pause(0.5)


async def vanishing(hammer: Hammer, number: int) -> None:
    """Clients that end in the middle of a request, politely or by a reset. A whole trigger may become a run."""
    while not hammer.over():
        await hammer.up.wait()
        body = json.dumps({"projectId": hammer.home.project, "description": PASSING})
        head = (
            f"POST /api/runs/trigger HTTP/1.1\r\nHost: 127.0.0.1:{hammer.port}\r\n"
            f"Authorization: Bearer {hammer.home.key}\r\nContent-Type: application/json\r\n"
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
    async with hammer.client(3) as client, hammer.dashboard(3) as dashboard:
        while not hammer.over():
            answer = await hammer.ask(client, "GET", "/readyz")
            name = {"name": f"Site {hammer.chance.random()}"}
            wrote = await hammer.ask(dashboard, "PATCH", f"/api/projects/{hammer.home.project}", name)
            if answer is not None and wrote is not None and hammer.up.is_set():
                if answer.status_code == 200 and wrote.status_code != 200:
                    hammer.wrong(f"readyz says ready, a write answers {wrote.status_code}: {wrote.text[:200]}")
                if answer.status_code != 200 and wrote.status_code == 200 and not browser_starting(answer):
                    hammer.wrong(f"readyz says {answer.status_code} {answer.text[:200]}, and a write works")
            await hammer.pause(1)


def browser_starting(answer: httpx.Response) -> bool:
    """Not ready is right as long as the database is well and the browser is not up yet."""
    return '"browser"' in answer.text
