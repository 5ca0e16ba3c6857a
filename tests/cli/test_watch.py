"""`run --watch`: what is saved is run again; what is wrong in it is told and waited on."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from .test_run import BAD, GOOD, PAGE, Serve, cli, started


async def test_what_waits_for_no_verdict_is_not_watched() -> None:
    done = await cli(GOOD, "--watch", "--no-wait", "--server", "http://127.0.0.1:1", QA_APPLIANCE_API_KEY="tst_live_x")
    assert (done.code, done.out) == (2, "")
    assert "leave --no-wait out" in done.err


async def until(process: asyncio.subprocess.Process, words: str) -> str:
    """What is told up to the line that has the words."""
    assert process.stderr is not None
    seen = ""
    while words not in seen:
        line = (await process.stderr.readline()).decode()
        assert line, seen
        seen += line
    return seen


@pytest.mark.slow
async def test_what_is_saved_is_run_again(serve: Serve, tmp_path: Path) -> None:
    front = f"---\nurl: {await serve({'/': PAGE})}\nallow: loopback\n---\n"
    tests = tmp_path / "tests"
    tests.mkdir()
    file = tests / "a.md"
    file.write_text(f"{front}## A\n{GOOD}\n")
    (tests / "b.md").write_text(f"{front}## B\n{GOOD}\n")
    async with started(str(tests), "--watch", "--output", str(tmp_path / "kept")) as process:
        assert "2 tests: 2 passed" in await until(process, "Waiting until")
        file.write_text(f"{front}## A\n")
        assert "has no sentence" in await until(process, "no sentence")
        file.write_text(f"{front}## A\n{BAD}\n")
        seen = await until(process, "Waiting until")
        assert "failed: A" in seen
        assert ": B" not in seen
        process.send_signal(signal.SIGINT)
        _, err = await process.communicate()
        assert process.returncode == 130, err
