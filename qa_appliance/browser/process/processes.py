"""The browser's processes as the operating system sees them: found by a mark on their command line, and ended.

Never talks to a browser; it makes sure that none outlives the appliance, however the appliance ended.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import psutil

FLAG = "--qa-appliance="
GONE_SECONDS = 3.0
_OUT_OF_MEMORY = "/proc/{}/oom_score_adj"
_SOONER = 200  # thousandths of the memory there is; Chromium gives its pages 300


def mark(data_dir: Path) -> str:
    """The switch a browser is started with (Chromium ignores it): whose data folder, and which server process."""
    return f"{_family(data_dir)}{os.getpid()}"


def _family(data_dir: Path) -> str:
    return f"{FLAG}{hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:16]}."


def own_browser(marked: str, known: frozenset[int] = frozenset()) -> psutil.Process | None:
    """The browser process this server started with that mark, leaving out `known` process ids."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if process.pid not in known and marked in process.cmdline():
                return process
    return None


def driver_of(browser: psutil.Process) -> psutil.Process | None:
    """The process that started it and speaks for it; None where that is not known, or is ourselves. Blocks."""
    with suppress(psutil.Error):
        parent = browser.parent()
        if parent is not None and parent.pid not in (os.getpid(), 1):
            return parent
    return None


def sweep(data_dir: Path) -> int:
    """Ends the browsers that an earlier server on this data folder left behind; answers how many. Blocks.

    A browser whose server is still its ancestor is somebody's at work and is left alone.
    """
    family = _family(data_dir)
    left: list[psutil.Process] = []
    for process in psutil.process_iter(["cmdline"]):
        marks = [part for part in process.info["cmdline"] or () if part.startswith(family)]
        with suppress(psutil.Error):
            if marks and marks[0].removeprefix(family) not in {str(parent.pid) for parent in process.parents()}:
                left.append(process)
    for process in left:
        kill(process)
    return len(left)


def kill(process: psutil.Process) -> None:
    """Ends a browser with all its children at once, and waits until it is gone. Blocks for at most 3 seconds."""
    family = [process]
    with suppress(psutil.Error):
        family += process.children(recursive=True)
    for member in family:
        with suppress(psutil.Error):
            member.kill()
    with suppress(OSError, psutil.Error):  # how it went breaks no run, whose verdict is there
        psutil.wait_procs([process], timeout=GONE_SECONDS)  # its children may linger as zombies until init has them


def give_way(process: psutil.Process) -> None:
    """Where memory runs out the system ends it, and all it has started, before us. On Linux; Blocks.

    Chromium says so of its pages alone: the next largest would be the appliance, and not its browser.
    """
    with suppress(OSError, ValueError, psutil.Error):
        wanted = min(1000, int(Path(_OUT_OF_MEMORY.format("self")).read_text()) + _SOONER)
        for each in (process, *process.children(recursive=True)):
            score = Path(_OUT_OF_MEMORY.format(each.pid))
            if int(score.read_text()) < wanted:
                score.write_text(str(wanted))


def still_there(process: psutil.Process) -> bool:
    """Whether it runs, or stands still. Blocks."""
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


@contextmanager
def when_gone(process: psutil.Process, call: Callable[[], None]) -> Iterator[None]:
    """While open, `call` is made in the event loop when the process ends. On Linux only; elsewhere nothing is told."""
    if not hasattr(os, "pidfd_open"):
        yield
        return
    loop = asyncio.get_running_loop()
    try:
        watched = os.pidfd_open(process.pid)
    except ProcessLookupError:
        loop.call_soon(call)
        yield
        return

    def ended() -> None:
        loop.remove_reader(watched)
        call()

    loop.add_reader(watched, ended)
    try:
        yield
    finally:
        loop.remove_reader(watched)
        os.close(watched)


@asynccontextmanager
async def dies_with_us(process: psutil.Process) -> AsyncIterator[None]:
    """While open, a tiny shell holds a pipe of ours: when we are gone, even by `kill -9`, it ends the browser at once.

    The driver would notice too, but takes its time over closing politely. Elsewhere than on POSIX it is left to it.
    """
    if sys.platform == "win32":
        yield
        return
    # Playwright starts a browser as the leader of a process group of its own
    guard = await asyncio.create_subprocess_exec(
        "/bin/sh",
        "-c",
        f'read -r word; [ -n "$word" ] || kill -{signal.SIGKILL.value} -- -{process.pid}',
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        env={},
    )
    try:
        yield
    finally:
        assert guard.stdin is not None
        with suppress(ConnectionError):
            guard.stdin.write(b"done\n")
            await guard.stdin.drain()
        guard.stdin.close()
        await guard.wait()
