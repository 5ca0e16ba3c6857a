"""`run --watch`: what is saved is run again; what is wrong in it is told and waited on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from qa_appliance.cli.exits import INTERRUPTED, PASSED
from qa_appliance.cli.printing.run import watcher_of
from qa_appliance.cli.run import _Rounds, _run
from qa_appliance.cli.running.asked import Where
from qa_appliance.cli.running.errand import Wish
from qa_appliance.cli.running.outcome import Outcome
from qa_appliance.cli.running.replays import Replays
from qa_appliance.cli.running.watching import Watch
from qa_appliance.settings import Settings
from qa_appliance.testfiles.lock import Locks
from qa_appliance.testfiles.test import Test

from .test_run import BAD, GOOD, PAGE, Serve, cli, started


async def test_what_waits_for_no_verdict_is_not_watched() -> None:
    done = await cli(GOOD, "--watch", "--no-wait", "--server", "http://127.0.0.1:1", QA_APPLIANCE_API_KEY="tst_live_x")
    assert (done.code, done.out) == (2, "")
    assert "leave --no-wait out" in done.err


class Saved(Watch):
    """Files are saved so often."""

    def __init__(self, times: int) -> None:
        self._left = times

    async def changed(self) -> list[Test]:
        if self._left == 0:
            await asyncio.Event().wait()
        self._left -= 1
        return []


@pytest.mark.parametrize("interrupted", [1, 2])
async def test_an_interrupt_between_the_runs_and_the_wait_ends_it(interrupted: int) -> None:
    rounds = 0

    def report(outcomes: Sequence[Outcome], began: float, ended: bool) -> int:
        nonlocal rounds
        rounds += 1
        if rounds == interrupted:
            os.kill(os.getpid(), signal.SIGINT)
        return PASSED

    before = signal.getsignal(signal.SIGINT)
    where = Where(None, None, "http://127.0.0.1:1", "tst_live_x")
    replays, saved = Replays(Locks(), notes=False), Saved(interrupted - 1)
    again = _Rounds(report, lambda tests: watcher_of(tests, "never"), replays, saved)
    ended = await asyncio.create_task(_run([], where, Wish(), Settings(), again))
    assert (ended, rounds) == (INTERRUPTED, interrupted)
    assert signal.getsignal(signal.SIGINT) is before


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
