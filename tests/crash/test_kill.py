"""`kill -9` of a real server in the middle of runs, then a start on the same data directory (decision 4).

Three kills as part of the suite; QA_APPLIANCE_CRASH_KILLS=200 for the long form, with -s for its figures.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from qa_appliance.browser.process.processes import mark
from qa_appliance.core.run import RESTARTED, TERMINAL
from tests.crash.appliance import PATIENCE, intact, server

KILLS = int(os.environ.get("QA_APPLIANCE_CRASH_KILLS", "3"))

Serve = Callable[..., Awaitable[str]]


async def browsers_of(data_dir: Path) -> list[psutil.Process]:
    """Browser processes that a server on this data directory has started, whichever server it was."""
    family = mark(data_dir).rpartition(".")[0]
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if any(part.startswith(family) for part in process.cmdline()):
                found.append(process)
    return found


@pytest.mark.slow
async def test_nothing_is_lost_or_done_twice(serve: Serve, tmp_path: Path) -> None:
    visits: Counter[str] = Counter()

    async def visit(request: Any) -> str:
        visits[request.path] += 1
        await asyncio.sleep(0.2)  # so that a kill can come while the page is loading
        return f"<h1>Visit {request.path.rsplit('/', 1)[1]}</h1>"

    wanted = 3 * KILLS
    site = await serve({"/": "<h1>Home</h1>"} | {f"/visit/{n}": visit for n in range(wanted)})
    chance = random.Random(KILLS)
    asked: list[str] = []
    outlived: list[float] = []
    async with server(tmp_path) as first:
        project = (await first.call("POST", "/api/projects", {"name": "Site", "baseUrl": site}))["project"]["id"]
    for kill in range(KILLS):
        async with server(tmp_path, browsers=2) as doomed:
            accepted = [await doomed.trigger(project, 3 * kill + n) for n in range(3)]
            asked += accepted
            chosen = accepted[chance.randrange(3)]
            await doomed.until(chosen, lambda run: run["status"] != "pending")
            await asyncio.sleep(chance.random())
            doomed.process.kill()
            died = time.monotonic()
            await doomed.process.wait()
        assert intact(tmp_path)
        async with asyncio.timeout(PATIENCE):
            while await browsers_of(tmp_path):  # they end by themselves, without a new server
                await asyncio.sleep(0.05)
        outlived.append(time.monotonic() - died)
        if KILLS > 3:
            print(f"kill {kill + 1}: no browser left after {outlived[-1]:.2f} s", flush=True)
    async with server(tmp_path, browsers=2) as last:
        runs = [await last.until(run_id, lambda run: run["status"] in TERMINAL) for run_id in asked]
    print(f"{KILLS} kills, {len(asked)} runs: {Counter(run['status'] for run in runs)}; {max(outlived):.2f} s at most")
    for run in runs:
        passed = (run["status"], run["overallStatus"]) == ("completed", "passed")
        restarted = (run["status"], run["reportMarkdown"]) == ("cancelled", RESTARTED)
        assert passed or restarted, run
    assert any(run["overallStatus"] == "passed" for run in runs)
    assert [path for path, times in visits.items() if times > 1] == []
    assert intact(tmp_path)
    assert await browsers_of(tmp_path) == []


@pytest.mark.slow
async def test_a_killed_run_is_cancelled_at_once_and_the_line_goes_on(serve: Serve, tmp_path: Path) -> None:
    reached, held = asyncio.Event(), asyncio.Event()

    async def slow(request: Any) -> str:
        reached.set()
        await held.wait()
        return "<h1>Visit 0</h1>"

    site = await serve({"/": "<h1>Home</h1>", "/visit/0": slow, "/visit/1": "<h1>Visit 1</h1>"})
    async with server(tmp_path) as doomed:
        project = (await doomed.call("POST", "/api/projects", {"name": "Site", "baseUrl": site}))["project"]["id"]
        at_work, in_line = await doomed.trigger(project, 0), await doomed.trigger(project, 1)
        async with asyncio.timeout(PATIENCE):
            await reached.wait()
        doomed.process.kill()
        await doomed.process.wait()
    async with asyncio.timeout(PATIENCE):
        while await browsers_of(tmp_path):  # they end by themselves, without a new server
            await asyncio.sleep(0.1)
    async with server(tmp_path) as next_one:
        cancelled = await next_one.run(at_work)
        assert (cancelled["status"], cancelled["overallStatus"]) == ("cancelled", None)
        assert cancelled["reportMarkdown"] == RESTARTED
        went_on = await next_one.until(in_line, lambda run: run["status"] in TERMINAL)
        assert (went_on["status"], went_on["overallStatus"]) == ("completed", "passed")
    held.set()


@pytest.mark.slow
async def test_a_second_server_is_refused_the_directory(tmp_path: Path) -> None:
    async with server(tmp_path):
        with pytest.raises(AssertionError, match="is in use by an appliance already running"):
            async with server(tmp_path):
                pass
