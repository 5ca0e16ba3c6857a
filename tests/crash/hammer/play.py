"""Plays the hammer: the server is started, asked by all at once, ended and set to other times; then all is counted."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import socket
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import psutil

from qa_appliance.core.run import TERMINAL
from qa_appliance.jobs import SILENT
from tests.crash.appliance import PATIENCE, Process, intact, start
from tests.crash.chaos import clock
from tests.crash.chaos.faults import have
from tests.crash.hammer import clients, hostile, tenants
from tests.crash.hammer.around import surroundings
from tests.crash.hammer.seen import Hammer, Json

BROWSERS = 4  # so that runs go on when both tenants are on the live page
CLOCK_JUMPS = sys.platform == "linux" and have("a compiler")
HOUR = 3600
JUMPS = (2 * HOUR, -2 * HOUR, 300, 0, 5 * HOUR, -300, -5 * HOUR, 0)  # seconds; a sign-in lasts through all of them
ALONE: tuple[Callable[[Hammer], Awaitable[None]], ...] = (
    clients.polling, clients.ready, clients.cancelling_at_the_start, hostile.silent_webhooks,
    tenants.writing_at_home, tenants.writing_beside, tenants.looking_beside, tenants.running_beside,
)  # fmt: skip
CROWDS: tuple[tuple[Callable[[Hammer, int], Awaitable[None]], int], ...] = (
    (clients.triggering, 4), (clients.signing_in, 3), (clients.planning, 3), (clients.watching, 4),
    (clients.vanishing, 6), (hostile.certificates, 2), (hostile.patterns, 2), (hostile.mailing, 2),
)  # fmt: skip


async def hammer_on(
    folder: Path, seconds: float, restart_seconds: float, seed: int, crowd: float = 1.0
) -> tuple[Hammer, Counter[str]]:
    """What was seen, and how many runs ended how. `crowd`: how many there are of each kind of client, of the most."""
    hammer = Hammer(folder / "data", free_port(), free_port(), random.Random(seed), time.monotonic() + seconds)
    hammer.more = {"QA_APPLIANCE_INBOX_PORT": str(hammer.mail_port)}
    if CLOCK_JUMPS:
        hammer.more |= clock.preloaded(folder)
    await asyncio.to_thread(hostile.odd_certificates)
    async with surroundings(hammer):
        before = psutil.cpu_times()
        await begin(hammer)
        hammer.until = time.monotonic() + seconds  # counted from here: a busy machine may take long to start
        async with asyncio.TaskGroup() as working:
            work = [hammer.looking_at_itself(), restarts(hammer, restart_seconds), *(each(hammer) for each in ALONE)]
            work += [client(hammer, number) for client, many in CROWDS for number in range(max(1, round(many * crowd)))]
            if CLOCK_JUMPS:
                work.append(jumps_of_the_clock(hammer, restart_seconds / 4))
            for each in work:
                working.create_task(_whole(each))
        statuses = await finish(hammer)
    passed, idle = (sum(psutil.cpu_times()) - sum(before), psutil.cpu_times().idle - before.idle)
    hammer.busy = 1 - idle / passed
    return hammer, statuses


async def _whole(work: Awaitable[None]) -> None:
    await work


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def begin(hammer: Hammer) -> None:
    """Starts the server and signs in; the first time it also makes what the tenants have."""
    hammer.server = await start(hammer.data_dir, browsers=BROWSERS, port=hammer.port, more=hammer.more)
    hammer.started = time.monotonic()
    if hammer.home.project:
        for tenant in (hammer.home, hammer.other):
            await tenants.sign_in(hammer, tenant)
    else:
        await tenants.settle(hammer)
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


async def jumps_of_the_clock(hammer: Hammer, seconds: float) -> None:
    """The clock that the server and its browser see is set, and set again; in the end it is right."""
    for jump in JUMPS * 1000:
        if time.monotonic() + seconds > hammer.until:
            break
        await asyncio.sleep(seconds)
        clock.set_off(hammer.data_dir.parent, jump)
        hammer.jumps += 1
    clock.set_off(hammer.data_dir.parent, 0)


def resident(server: Process) -> float:
    """Megabytes of the server's own process."""
    try:
        return float(psutil.Process(server.process.pid).memory_info().rss) / 1e6
    except psutil.Error:
        return 0.0


def say_tracebacks(hammer: Hammer, log: str) -> None:
    for line in log.splitlines():
        if "Traceback" in line or '"level": "error"' in line.casefold():
            hammer.wrong(f"the log says: {line[:200]} … {line[-600:]}")


async def finish(hammer: Hammer) -> Counter[str]:
    """Waits until every run has ended, looks at each that was accepted, and stops the server."""
    statuses: Counter[str] = Counter()
    for tenant in (hammer.home, hammer.other):
        async with hammer.client(2, tenant) as client:
            for run_id, accepted in hammer.accepted.items():
                if accepted.tenant is tenant:
                    run = await _ended(client, run_id)
                    if fault := lost(run, accepted.due):
                        hammer.wrong(f"run {run_id}: {fault}")
                    statuses[_how(run, accepted.cancelled)] += 1
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


def _how(run: Json, cancelled: bool) -> str:
    """How it ended, in few words; of one that nobody cancelled, why."""
    ended = f"{run['status']} {run['overallStatus']}"
    return ended if cancelled or run["status"] != "cancelled" else f"{ended}: {_words(run)[:100]}"


def lost(run: Json, due: str) -> str:
    """Why a run that was accepted is not accounted for, or nothing. `due` is the verdict its page deserves."""
    if run["status"] not in TERMINAL:
        return f"{run['status']}"
    if run["status"] == "cancelled" and run["overallStatus"] is None:
        return SILENT if SILENT in _words(run) else ""  # whatever the clock shows, it was at work
    if (run["status"], run["overallStatus"]) == ("completed", due):
        return ""
    return f"{run['status']} {run['overallStatus']} where {due} was due: {_words(run)}"


def _words(run: Json) -> str:
    return " ".join(str(run.get("reportMarkdown")).split())
