"""`serve` as a process of its own: what it says, what it refuses, how it stops."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from qa_appliance.core.run import TERMINAL
from qa_appliance.worker import STOPPED

# what a film takes and lets go of, in each of six threads that stay, of any process that opens an appliance; prints
# what is held then, in MB
MEMORY = """
import asyncio, psutil, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from qa_appliance.app import open_appliance
from qa_appliance.settings import Settings

async def opened():
    async with open_appliance(Settings(data_dir=Path(sys.argv[1]))):
        pass

def work(number):
    everybody.wait()
    for _ in range(3):
        held = [b"x" * 8_000_000 for _ in range(4)]
        kept.append(b"y" * 1000)
        del held

asyncio.run(opened())
kept, everybody, before = [], Barrier(6), psutil.Process().memory_info().rss
with ThreadPoolExecutor(6) as threads:
    list(threads.map(work, range(6)))
print((psutil.Process().memory_info().rss - before) // 1_000_000)
"""

OWNER = {
    "QA_APPLIANCE_ADMIN_EMAIL": "ada@example.com",
    "QA_APPLIANCE_ADMIN_PASSWORD": "a long pass phrase",
    "QA_APPLIANCE_ORGANIZATION": "Lab",
}

PATIENCE = 180  # seconds, for a machine that has much else to do

Serve = Callable[..., Awaitable[str]]


class Process:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.output, self.code = process, "", -1

    async def until(self, words: str) -> str:
        """Reads its talk up to the line that holds the words, and answers that line."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            while line := (await self.process.stderr.readline()).decode():
                self.output += line
                if words in line:
                    return line
        raise AssertionError(f"It never said {words!r} but:\n{self.output}")

    async def ended(self) -> int:
        async with asyncio.timeout(PATIENCE):
            out, err = await self.process.communicate()
        self.output += err.decode()
        assert out == b""  # stdout is data, and a server has none
        return await self.process.wait()


@asynccontextmanager
async def serving(data_dir: Path, *flags: str, **environment: str) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", "serve", "--data-dir", str(data_dir), *flags,
        env=os.environ | environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield Process(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@asynccontextmanager
async def signed_in(server: Process) -> AsyncIterator[httpx.AsyncClient]:
    address = (await server.until("QA Appliance is at ")).split()[-1]
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http:
        body = {"email": OWNER["QA_APPLIANCE_ADMIN_EMAIL"], "password": OWNER["QA_APPLIANCE_ADMIN_PASSWORD"]}
        session = await http.post("/api/session", json=body)
        assert session.status_code == 200, session.text
        http.headers["Authorization"] = f"Bearer {session.json()['token']}"
        yield http


async def happens(event: asyncio.Event) -> None:
    async with asyncio.timeout(PATIENCE):
        await event.wait()


async def project(http: httpx.AsyncClient, site: str) -> str:
    made = await http.post("/api/projects", json={"name": "Site", "baseUrl": site})
    return str(made.json()["project"]["id"])


async def trigger(http: httpx.AsyncClient, project_id: str, description: str) -> str:
    answer = await http.post("/api/runs/trigger", json={"projectId": project_id, "description": description})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["runId"])


async def run(http: httpx.AsyncClient, run_id: str, *statuses: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while (found := (await http.get(f"/api/runs/{run_id}")).json()["run"])["status"] not in statuses:
            await asyncio.sleep(0.05)
    return dict(found)


REFUSED: list[tuple[list[str], dict[str, str], int, str]] = [
    (["--port", "99999"], {}, 2, "flag --port is '99999'; allowed is a port from 0 to 65535"),
    (["--allow", "http://x y"], {}, 2, "allow rule “http://x y”"),
    (["--browsers", "0"], {}, 2, "flag --browsers is '0'"),
    ([], {"QA_APPLIANCE_LIMITS_TRIGGER_PER_MINUTE": "many"}, 2, "QA_APPLIANCE_LIMITS_TRIGGER_PER_MINUTE is 'many'"),
    ([], OWNER | {"QA_APPLIANCE_ORGANIZATION": ""}, 2, "missing: QA_APPLIANCE_ORGANIZATION"),
    ([], OWNER | {"QA_APPLIANCE_ADMIN_EMAIL": "ada"}, 2, "“ada” is not an e-mail address"),
    ([], OWNER | {"QA_APPLIANCE_ADMIN_PASSWORD": "short"}, 2, "8 to 1024 characters"),
    (["--host", "no such host.invalid"], {}, 3, "Cannot listen on no such host.invalid"),
]


@pytest.mark.parametrize(("flags", "environment", "code", "words"), REFUSED)
async def test_it_does_not_start_with_wrong_settings(
    tmp_path: Path, flags: list[str], environment: dict[str, str], code: int, words: str
) -> None:
    async with serving(tmp_path / "data", *flags, **environment) as server:
        assert await server.ended() == code
        assert words in server.output
        assert "Traceback" not in server.output


async def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        async with serving(tmp_path / "data", "--port", str(port)) as server:
            assert await server.ended() == 3
            assert f"Cannot listen on 127.0.0.1, port {port}" in server.output


async def test_a_directory_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"")
    tmp_path.chmod(0o755)
    async with serving(tmp_path) as server:
        assert await server.ended() == 3
        assert "holds other things" in server.output
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert [entry.name for entry in tmp_path.iterdir()] == ["holiday.jpg"]


async def test_a_first_start_shows_where_to_set_it_up_and_keeps_to_itself(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--port", "0") as server:
        address = (await server.until("QA Appliance is at ")).split()[-1]
        assert (await server.until("Nobody has set it up yet")).split()[-1] == f"{address}/setup"
        token = (await server.until("set-up token")).split()[-1]
        assert len(token) >= 16
        async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http:
            assert (await http.get("/healthz")).status_code == 200
            assert (await http.get("/api/setup")).json() == {"needsSetup": True}
        server.process.send_signal(signal.SIGTERM)
        assert await server.ended() == 0
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "data" / "secret.key").stat().st_mode & 0o777 == 0o600


async def test_the_start_tells_that_a_newer_browser_fixes_known_faults(tmp_path: Path) -> None:
    fault = {"id": "CVE-2099-1", "severity": "critical"}
    newest = {"version": "999.0.0.1", "date": "2026-09-01", "faults": [fault]}
    known = {"format": 1, "asOf": "2026-09-01", "source": "our security desk", "releases": [newest]}
    (tmp_path / "faults.json").write_bytes(msgspec.json.encode(known))
    faults = str(tmp_path / "faults.json")
    async with serving(tmp_path / "data", "--port", "0", "--browser-faults", faults, **OWNER) as server:
        line = await server.until("known fault")
    assert "CVE-2099-1" in line
    assert "qa-appliance install-browser FILE" in line


async def test_the_environment_creates_the_owner_once(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("a long pass phrase\n")
    environment = OWNER | {"QA_APPLIANCE_ADMIN_PASSWORD": "", "QA_APPLIANCE_ADMIN_PASSWORD_FILE": str(secret)}
    for _ in range(2):
        async with serving(tmp_path / "data", "--port", "0", **environment) as server, signed_in(server) as http:
            assert (await http.get("/api/setup")).json() == {"needsSetup": False}
            server.process.send_signal(signal.SIGINT)
            assert await server.ended() == 0
            assert "set-up token" not in server.output
            assert "pass phrase" not in server.output


@pytest.mark.slow
async def test_stopping_lets_a_run_finish_and_keeps_the_line(serve: Serve, tmp_path: Path) -> None:
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def slow(request: Any) -> str:
        reached.set()
        await go_on.wait()
        return "<h1>Slow</h1>"

    site = await serve({"/": slow})
    flags = ("--port", "0", "--allow", "loopback", "--browsers", "1")
    async with serving(tmp_path / "data", *flags, **OWNER) as server, signed_in(server) as http:
        project_id = await project(http, site)
        at_work = await trigger(http, project_id, 'check that "Slow" is shown')
        in_line = await trigger(http, project_id, 'check that "Slow" is shown')
        await happens(reached)
        server.process.send_signal(signal.SIGTERM)
        await server.until("Stopping")
        assert (await http.get("/healthz")).status_code == 200  # it answers until the last run has ended
        go_on.set()
        assert await server.ended() == 0
    async with serving(tmp_path / "data", *flags, **OWNER) as server, signed_in(server) as http:
        assert (await run(http, at_work, *TERMINAL))["overallStatus"] == "passed"
        assert (await run(http, in_line, *TERMINAL))["overallStatus"] == "passed"
        server.process.send_signal(signal.SIGTERM)
        assert await server.ended() == 0


@pytest.mark.slow
async def test_a_second_signal_stops_at_once_with_a_reason(serve: Serve, tmp_path: Path) -> None:
    reached, held = asyncio.Event(), asyncio.Event()

    async def hangs(request: Any) -> str:
        reached.set()
        await held.wait()
        return ""

    site = await serve({"/": hangs})
    flags = ("--port", "0", "--allow", "loopback")
    grace = OWNER | {"QA_APPLIANCE_RUNS_STOP_GRACE_SECONDS": "600"}
    async with serving(tmp_path / "data", *flags, **grace) as server, signed_in(server) as http:
        run_id = await trigger(http, await project(http, site), 'check that "Slow" is shown')
        await happens(reached)
        server.process.send_signal(signal.SIGTERM)
        await server.until("Stopping")
        server.process.send_signal(signal.SIGTERM)
        assert await server.ended() == 0
    held.set()
    async with serving(tmp_path / "data", *flags, **OWNER) as server, signed_in(server) as http:
        ended = await run(http, run_id, *TERMINAL)
        assert (ended["status"], ended["overallStatus"], ended["reportMarkdown"]) == ("cancelled", None, STOPPED)


@pytest.mark.slow
async def test_a_cancelled_run_leaves_the_browser_within_seconds(serve: Serve, tmp_path: Path) -> None:
    reached, held = asyncio.Event(), asyncio.Event()

    async def hangs(request: Any) -> str:
        reached.set()
        await held.wait()
        return ""

    site = await serve({"/": hangs, "/quick": "<h1>Quick</h1>"})
    flags = ("--port", "0", "--allow", "loopback", "--browsers", "1")
    async with serving(tmp_path / "data", *flags, **OWNER) as server, signed_in(server) as http:
        project_id = await project(http, site)
        run_id = await trigger(http, project_id, 'check that "Slow" is shown')
        await happens(reached)
        assert (await http.post(f"/api/runs/{run_id}/cancel")).json() == {"cancelled": 1, "reapedHandlers": 1}
        assert (await http.post(f"/api/runs/{run_id}/cancel")).json() == {"cancelled": 0, "reapedHandlers": 0}
        held.set()
        after = await trigger(http, project_id, 'go to "/quick" and check that "Quick" is shown')
        assert (await run(http, after, *TERMINAL))["overallStatus"] == "passed"
        cancelled = await run(http, run_id, "cancelled")
        assert (cancelled["overallStatus"], cancelled["browserMinutesUsed"]) == (None, 1)


@pytest.mark.slow
async def test_nobody_waits_for_a_browser_longer_than_the_settings_say(serve: Serve, tmp_path: Path) -> None:
    held = asyncio.Event()

    async def hangs(request: Any) -> str:
        await held.wait()
        return ""

    site = await serve({"/": hangs})
    waits = {"QA_APPLIANCE_QUEUE_FRONT_WAIT_SECONDS": "3"}  # more than the first one waits for the free browser
    flags = ("--port", "0", "--allow", "loopback", "--browsers", "1")
    async with serving(tmp_path / "data", *flags, **OWNER, **waits) as server, signed_in(server) as http:
        while (await http.get("/readyz")).status_code != 200:
            await asyncio.sleep(0.05)
        project_id = await project(http, site)
        at_work = await trigger(http, project_id, 'check that "Slow" is shown')
        await run(http, at_work, "running")
        in_line = await trigger(http, project_id, 'check that "Slow" is shown')
        ended = await run(http, in_line, *TERMINAL)
        assert (ended["status"], ended["overallStatus"]) == ("cancelled", None)
        report = ended["reportMarkdown"]
        assert report.startswith("No test browser became free within 3 seconds at the front of the line.")
        assert "--queue-front-wait-seconds" in report
        held.set()
        assert (await run(http, at_work, *TERMINAL))["status"] == "completed"


@pytest.mark.skipif(sys.platform != "linux", reason="it is glibc that keeps what is free")
async def test_memory_that_is_free_goes_back_to_the_system(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", MEMORY, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    held, _ = await process.communicate()
    assert int(held) < 12
