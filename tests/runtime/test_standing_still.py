"""A process whose event loop stands still is ended; threads that compute on keep no process from ending."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from qa_appliance.background import signs_of_life

STANDS = """
import asyncio, re
from qa_appliance.background import signs_of_life

async def main():
    async with signs_of_life(1):
        await asyncio.sleep(0.1)
        print("standing still", flush=True)
        re.match("(a+)+$", "a" * 60 + "!")  # nobody else has a turn of the interpreter meanwhile

asyncio.run(main())
"""
COMPUTES = """
import asyncio, signal, threading
from qa_appliance.signals import on_signals
from qa_appliance.threads import Spare, leave

def compute():
    while True:
        sum(range(1000))

async def main():
    asyncio.get_running_loop().set_default_executor(Spare(2))
    stop = asyncio.Event()
    with on_signals(lambda _: stop.set(), signal.SIGTERM):
        work = asyncio.ensure_future(asyncio.to_thread(compute))
        print("computing", flush=True)
        await stop.wait()
    work.cancel()

asyncio.run(main())
leave(7, seconds=0.1)
"""


def test_a_loop_that_stands_still_ends_its_process_and_says_where() -> None:
    done = subprocess.run([sys.executable, "-c", STANDS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "standing still\n")
    assert "Timeout (0:00:01)!" in done.stderr
    assert "in main" in done.stderr


async def test_a_loop_that_comes_round_ends_nothing() -> None:
    async with signs_of_life(1):
        await asyncio.sleep(1.5)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd's")
async def test_a_service_manager_is_given_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(Path(folder, "notify")))
        manager.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(Path(folder, "notify")))
        async with signs_of_life(60):
            assert await asyncio.to_thread(manager.recv, 100) == b"WATCHDOG=1"


def test_a_thread_that_computes_keeps_no_process_from_ending() -> None:
    with subprocess.Popen([sys.executable, "-c", COMPUTES], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "computing\n"
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait() == 7
