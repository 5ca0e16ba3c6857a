"""A real server process on a data directory of its own, as the tests of crashes start, kill and ask it."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

PATIENCE = 180  # seconds, for a machine that has much else to do
EMAIL, PASSWORD = "ada@example.com", "a long pass phrase"


class Server:
    """One server process on a data directory, and a client that is signed in."""

    def __init__(self, process: asyncio.subprocess.Process, http: httpx.AsyncClient) -> None:
        self.process, self.http = process, http

    async def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        response = await self.http.request(method, path, json=body)
        assert response.is_success, (response.status_code, response.text)
        answer: dict[str, Any] = response.json()
        return answer

    async def trigger(self, project: str, visit: int) -> str:
        description = f'Go to "/visit/{visit}" and check that "Visit {visit}" is shown'
        body = {"projectId": project, "description": description}
        return str((await self.call("POST", "/api/runs/trigger", body))["runId"])

    async def run(self, run_id: str) -> dict[str, Any]:
        run: dict[str, Any] = (await self.call("GET", f"/api/runs/{run_id}"))["run"]
        return run

    async def until(self, run_id: str, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while not reached(run := await self.run(run_id)):
                await asyncio.sleep(0.05)
        return run


@dataclass
class Process:
    """The process behind an address, and what it says on standard error."""

    process: asyncio.subprocess.Process
    address: str
    log: asyncio.Task[bytes]

    async def ended(self, how: signal.Signals) -> str:
        """Ends the process if it still runs, waits for it, and answers what it said."""
        if self.process.returncode is None:
            self.process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            await self.process.wait()
            return (await self.log).decode(errors="replace")


async def start(data_dir: Path, browsers: int = 1, port: int = 0, more: Mapping[str, str] | None = None) -> Process:
    """`serve` on the directory, with its first owner, once it listens. An AssertionError tells why it does not.

    `more` are variables of its environment, which win.
    """
    environment = os.environ | {
        "QA_APPLIANCE_DATA_DIR": str(data_dir), "QA_APPLIANCE_ALLOW": "loopback", "QA_APPLIANCE_PORT": str(port),
        "QA_APPLIANCE_BROWSERS": str(browsers), "QA_APPLIANCE_EVIDENCE_VIDEO": "false",
        "QA_APPLIANCE_EVIDENCE_TRACE": "false", "QA_APPLIANCE_LIMITS_TRIGGER_PER_MINUTE": "1000000",
        "QA_APPLIANCE_LIMITS_API_GLOBAL_PER_MINUTE": "1000000", "QA_APPLIANCE_RUNS_STOP_GRACE_SECONDS": "60",
        "QA_APPLIANCE_ADMIN_EMAIL": EMAIL, "QA_APPLIANCE_ADMIN_PASSWORD": PASSWORD, "QA_APPLIANCE_ORGANIZATION": "Lab",
    } | dict(more or {})  # fmt: skip
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", "serve", env=environment, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    lines: list[str] = []
    async with asyncio.timeout(PATIENCE):
        while not (lines and "QA Appliance is at " in lines[-1]):
            line = (await process.stderr.readline()).decode()
            assert line, "".join(lines)
            lines.append(line)
    # whatever it says from now on has to be read, or it would stand still on a full pipe
    return Process(process, lines[-1].split()[-1], asyncio.create_task(process.stderr.read()))


@asynccontextmanager
async def server(data_dir: Path, browsers: int = 1) -> AsyncIterator[Server]:
    started = await start(data_dir, browsers)
    try:
        async with httpx.AsyncClient(base_url=started.address, timeout=60, trust_env=False) as http:
            opened = Server(started.process, http)
            signed_in = await opened.call("POST", "/api/session", {"email": EMAIL, "password": PASSWORD})
            http.headers["Authorization"] = f"Bearer {signed_in['token']}"
            yield opened
    finally:
        await started.ended(signal.SIGTERM)


def intact(data_dir: Path) -> bool:
    with sqlite3.connect(data_dir / "appliance.sqlite3") as db:
        verdict = db.execute("pragma integrity_check").fetchone()[0]
    db.close()
    return bool(verdict == "ok")
