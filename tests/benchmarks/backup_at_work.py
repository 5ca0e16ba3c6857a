"""Backs an appliance up while its runs are at work, restores it elsewhere, and compares every finished run.

`python -m tests.benchmarks.backup_at_work [RUNS [BROWSERS]]`: 50 and 50 unless given. Asserts; prints what it took.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct

from qa_appliance.core.run import TERMINAL
from tests.cli.test_serve import OWNER, project, serving, signed_in, trigger

PAGE = b"<title>Shop</title><h1>Welcome</h1><p>Here is something to look at.</p>"
DESCRIPTION = 'check that "Welcome" is shown and check that "something to look at" is shown'
FLAGS = ("--port", "0", "--allow", "loopback")
PLENTY = {f"QA_APPLIANCE_LIMITS_{name}_PER_MINUTE": "100000" for name in ("API_GLOBAL", "TRIGGER", "ACTIVE")} | {
    "QA_APPLIANCE_QUEUE_FRONT_WAIT_SECONDS": "3600",
    "QA_APPLIANCE_QUEUE_TOTAL_WAIT_SECONDS": "3600",
}


class Took(Struct, frozen=True):
    """`finished` before the backup began; `alive` in line or at work then."""

    finished: int
    alive: int
    artifacts: int
    backup_seconds: float
    megabytes: float


async def back_up_at_work(folder: Path, runs: int, browsers: int) -> Took:
    site = await asyncio.start_server(_answer, "127.0.0.1", 0)
    origin = f"http://127.0.0.1:{site.sockets[0].getsockname()[1]}"
    archive = folder / "backup.tar"
    flags = (*FLAGS, "--browsers", str(browsers))
    async with serving(folder / "data", *flags, **OWNER, **PLENTY) as server, signed_in(server) as http:
        at = await project(http, origin)
        ids = [await trigger(http, at, DESCRIPTION) for _ in range(runs)]
        while len(before := await _finished(http, ids)) < max(1, runs // 5):
            await asyncio.sleep(0.1)
        began = time.monotonic()
        await _command("backup", str(archive), "--data-dir", str(folder / "data"))
        seconds = time.monotonic() - began
        originals = {run_id: await _whole(http, run_id) for run_id in before}
    site.close()
    await _command("restore", str(archive), "--data-dir", str(folder / "elsewhere"))
    artifacts = 0
    async with serving(folder / "elsewhere", *flags, **OWNER, **PLENTY) as server, signed_in(server) as http:
        for run_id, (run, files) in originals.items():
            restored, found = await _whole(http, run_id)
            assert restored == run, run_id
            assert found == files, run_id
            assert {"videoUrl", "traceUrl"} <= files.keys(), run
            artifacts += len(files)
        known = {run["id"] for run in (await http.get("/api/runs?limit=100")).json()["runs"]}
        assert set(ids) <= known
    megabytes = archive.stat().st_size / 1e6
    return Took(len(before), runs - len(before), artifacts, seconds, megabytes)


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    writer.write(head % len(PAGE) + PAGE)
    await writer.drain()
    writer.close()


async def _finished(http: httpx.AsyncClient, ids: list[str]) -> list[str]:
    listed = (await http.get("/api/runs?limit=100")).json()["runs"]
    return [run["id"] for run in listed if run["id"] in ids and run["status"] in TERMINAL]


async def _whole(http: httpx.AsyncClient, run_id: str) -> tuple[dict[str, Any], dict[str, bytes]]:
    """A run and its files, by the place where their links stand; the links themselves differ by their signatures."""
    run = (await http.get(f"/api/runs/{run_id}")).json()["run"]
    files = {}
    for place, link in list(_links(run, "")):
        if "/api/artifacts/" in link:
            answer = await http.get(link)
            assert answer.status_code == 200, (place, answer.status_code)
            files[place] = answer.content
    return _unlinked(run), files


def _links(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str) and value.startswith("/api/"):
        yield place.lstrip("."), value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _links(inner, f"{place}.{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _links(inner, f"{place}.{number}")


def _unlinked(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("/api/"):
        return value.partition("?")[0]
    if isinstance(value, dict):
        return {name: _unlinked(inner) for name, inner in value.items()}
    return [_unlinked(inner) for inner in value] if isinstance(value, list) else value


async def _command(*arguments: str) -> None:
    done = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    _, errors = await done.communicate()
    assert done.returncode == 0, errors.decode()


def main() -> None:
    numbers = [int(text) for text in sys.argv[1:]]
    runs, browsers = (numbers + [50, 50][len(numbers) :])[:2]
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(back_up_at_work(Path(folder), runs, browsers)))


if __name__ == "__main__":
    main()
