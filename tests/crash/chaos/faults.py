"""What can go wrong around an appliance, each as a block: it is so inside, and good again after it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil

from tests.crash.appliance import start
from tests.crash.chaos import clock, disk
from tests.crash.chaos.scene import Scene
from tests.crash.chaos.site import HELD, HUNGRY

SMALL_MEGABYTES = 320  # beyond what is called too little
MEMORY_MEGABYTES = 900
CGROUP = Path("/sys/fs/cgroup/memory")
DAY = 86400
LEAST_HANDLES = 16  # fewer than it has open at any time

Happening = Callable[[Scene], AbstractAsyncContextManager[None]]


@dataclass(frozen=True)
class Fault:
    """`happens` while a run is at work, for `seconds`. A run that it takes must say so in words that `excuses` matches.

    `refuses`: requests may be refused meanwhile, with a sentence; `silent`: some may get no answer at all. `breaks`:
    the server itself is killed. `requirements`: what must be there for it to be played.
    """

    name: str
    what: str
    happens: Happening
    excuses: str
    seconds: float = 15.0
    refuses: bool = False
    silent: bool = False
    breaks: bool = False
    requirements: tuple[str, ...] = ()
    more: Callable[[Path], dict[str, str]] = lambda _: {}
    deed: str = HELD
    due: str = "passed"


def have(need: str) -> bool:
    """Whether this machine offers it."""
    root = sys.platform == "linux" and os.geteuid() == 0
    found = {
        "root": root,
        "own names": root and os.environ.get("CHAOS_INSIDE") == "1",
        "a compiler": shutil.which("cc") is not None,
        "cgroups of version 1": root and (CGROUP / "memory.limit_in_bytes").exists(),
    }
    return found[need]


@asynccontextmanager
async def full(scene: Scene) -> AsyncIterator[None]:
    """Whatever is freed meanwhile is taken too."""
    ballast = scene.data / "ballast"

    async def fill() -> None:
        with ballast.open("ab", buffering=0) as file:
            while True:
                for size in (1_000_000, 4096, 1):
                    with contextlib.suppress(OSError):
                        while True:
                            file.write(b"x" * size)
                await asyncio.sleep(0.2)

    filling = asyncio.create_task(fill())
    try:
        yield
    finally:
        filling.cancel()
        ballast.unlink()


@asynccontextmanager
async def at_fault(scene: Scene, error: int = 0, milliseconds: int = 0) -> AsyncIterator[None]:
    disk.set_state(scene.folder, error, milliseconds)
    try:
        yield
    finally:
        disk.set_state(scene.folder, 0, 0)


@asynccontextmanager
async def clock_off(scene: Scene, seconds: int) -> AsyncIterator[None]:
    """Also started anew so, when what is too old is deleted. Sessions that are over by that clock sign in again."""
    clock.set_off(scene.folder, seconds)
    await scene.sign_in()
    try:
        yield
        assert scene.server is not None
        port = int(scene.server.address.rsplit(":", 1)[1])
        scene.logs.append(await scene.server.ended(signal.SIGTERM))
        await scene.start(port)
        doubt = (await scene.needed("GET", "/api/appliance"))["clock"]
        print(f"  the appliance says of the clock: {doubt}", flush=True)
    finally:
        clock.set_off(scene.folder, 0)
    await scene.sign_in()


@asynccontextmanager
async def signalled(scene: Scene, part: str, how: signal.Signals) -> AsyncIterator[None]:
    """A part that stands still goes on after it, if it is there still."""
    meant = scene.processes(part)[:1]
    if not meant:
        scene.wrong(f"there is no {part} to send {how.name} to")
    for each in meant:
        each.send_signal(how)
    yield
    for each in meant:
        if how is signal.SIGSTOP:
            with contextlib.suppress(psutil.Error):
                each.send_signal(signal.SIGCONT)


@asynccontextmanager
async def paused(scene: Scene) -> AsyncIterator[None]:
    """All of the appliance stands still, as on a machine that is put to sleep, and goes on after half a minute."""
    scene.site.go_on.set()  # the site is awake
    still = psutil.Process(scene.pid).children(recursive=True)
    still.append(psutil.Process(scene.pid))
    for each in still:
        each.suspend()
    await asyncio.sleep(30)
    for each in still:
        with contextlib.suppress(psutil.Error):
            each.resume()
    yield


@asynccontextmanager
async def killed(scene: Scene) -> AsyncIterator[None]:
    assert scene.server is not None
    port = int(scene.server.address.rsplit(":", 1)[1])
    scene.logs.append(await scene.server.ended(signal.SIGKILL))
    yield
    await scene.start(port)


@asynccontextmanager
async def nameless(scene: Scene, how: str) -> AsyncIterator[None]:
    scene.names.gone = how
    try:
        yield
    finally:
        scene.names.gone = ""


@asynccontextmanager
async def wordless(scene: Scene) -> AsyncIterator[None]:
    scene.site.speaks.clear()
    try:
        yield
    finally:
        scene.site.speaks.set()


@asynccontextmanager
async def little_memory(scene: Scene) -> AsyncIterator[None]:
    """As a container with a limit: the appliance and all it starts may use so much together."""
    group = CGROUP / f"chaos-{os.getpid()}"
    group.mkdir()
    (group / "memory.limit_in_bytes").write_text(str(MEMORY_MEGABYTES * 1_000_000))
    for process in [psutil.Process(scene.pid), *psutil.Process(scene.pid).children(recursive=True)]:
        with contextlib.suppress(OSError):
            (group / "cgroup.procs").write_text(str(process.pid))
    try:
        yield
    finally:
        kills = (group / "memory.oom_control").read_text().split()[-1]
        print(f"  the system killed {kills} processes for their memory", flush=True)
        for pid in (group / "cgroup.procs").read_text().split():
            with contextlib.suppress(OSError):
                (CGROUP / "cgroup.procs").write_text(pid)
        with contextlib.suppress(OSError):
            group.rmdir()


@asynccontextmanager
async def second_server(scene: Scene) -> AsyncIterator[None]:
    """A second appliance is started at the port of the first, with a directory of its own; then on its directory."""
    scene.site.go_on.set()  # a start takes its time
    assert scene.server is not None
    port = int(scene.server.address.rsplit(":", 1)[1])
    for folder, at in ((scene.folder / "second", port), (scene.data, 0)):
        try:
            second = await start(folder, port=at)
        except AssertionError as error:
            print(f"  the second says: {str(error).strip().splitlines()[-1]}", flush=True)
        else:
            scene.wrong("a second appliance has started")
            await second.ended(signal.SIGTERM)
    yield


@asynccontextmanager
async def without_work_folder(scene: Scene) -> AsyncIterator[None]:
    await asyncio.to_thread(shutil.rmtree, scene.data / "work", ignore_errors=True)
    yield


@asynccontextmanager
async def few_handles(scene: Scene) -> AsyncIterator[None]:
    """The appliance may open nothing more; what it has open goes on."""
    process = psutil.Process(scene.pid)
    before = process.rlimit(resource.RLIMIT_NOFILE)
    assert before is not None
    process.rlimit(resource.RLIMIT_NOFILE, (LEAST_HANDLES, before[1]))
    try:
        yield
    finally:
        process.rlimit(resource.RLIMIT_NOFILE, before)


def small_disk(folder: Path) -> dict[str, str]:
    (folder / "data").mkdir()
    wanted = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_MEGABYTES}m", "tmpfs", str(folder / "data")]
    subprocess.run(wanted, check=True)
    return {}


NEVER = r"(?!)"  # it excuses nothing
_DISK = r"disk|room|space|could not be (taken|written|kept)|crashed|whatever the site does"
_BROWSER = r"browser|page crashed"
FAULTS = (
    Fault("full", "the disk of the data is full", full, _DISK, refuses=True, requirements=("root",), more=small_disk),
    Fault(
        "read-only", "the data directory takes no writes (EROFS)", partial(at_fault, error=errno.EROFS),
        _DISK + "|read-?only", refuses=True, requirements=("a compiler",), more=disk.preloaded,
    ),
    Fault(
        "broken", "each write to the data fails (EIO)", partial(at_fault, error=errno.EIO), _DISK + "|I/O|Input",
        refuses=True, requirements=("a compiler",), more=disk.preloaded,
    ),
    Fault(
        "slow", "each sync of the disk takes two seconds", partial(at_fault, milliseconds=2000), _DISK,
        refuses=True, requirements=("a compiler",), more=disk.preloaded, seconds=30,
    ),
    Fault("clock-ahead", "the clock jumps ahead by 400 days", partial(clock_off, seconds=400 * DAY), NEVER,
          requirements=("a compiler",), more=clock.preloaded),
    Fault("clock-back", "the clock jumps back by 400 days", partial(clock_off, seconds=-400 * DAY), NEVER,
          requirements=("a compiler",), more=clock.preloaded),
    Fault("browser-still", "the browser stands still (SIGSTOP)", partial(signalled, part="browser", how=signal.SIGSTOP),
          _BROWSER, seconds=60),
    Fault("page-still", "a page's process stands still (SIGSTOP)", partial(signalled, part="pages", how=signal.SIGSTOP),
          _BROWSER + "|the page was not ready", seconds=60),
    Fault("driver-still", "the driver stands still (SIGSTOP)", partial(signalled, part="driver", how=signal.SIGSTOP),
          _BROWSER, seconds=60),
    Fault("browser-killed", "the browser is killed", partial(signalled, part="browser", how=signal.SIGKILL), _BROWSER),
    Fault("driver-killed", "the driver is killed", partial(signalled, part="driver", how=signal.SIGKILL), _BROWSER),
    Fault("paused", "the machine is paused for half a minute", paused, _BROWSER + "|did not answer"),
    Fault("server-killed", "the appliance is killed (SIGKILL), and started again", killed,
          "stopped|restarted", seconds=2, silent=True, breaks=True),
    Fault("names-silent", "no name is resolved: the server of names is silent", partial(nameless, how="silent"),
          "name|DNS|resolve|lookup|looked up", seconds=40, requirements=("own names",)),
    Fault("names-failing", "no name is resolved: the server of names cannot tell", partial(nameless, how="failing"),
          "name|DNS|resolve|lookup|looked up", requirements=("own names",)),
    Fault("site-silent", "the site stops answering", wordless, "did not answer|time", seconds=45),
    Fault("memory", f"the machine has {MEMORY_MEGABYTES} MB, and a page takes all", little_memory,
          _BROWSER + "|crashed|memory", seconds=50, requirements=("cgroups of version 1",), deed=HUNGRY, due="failed"),
    Fault("port", "a second appliance at the same port, and on the same directory", second_server, NEVER),
    Fault("work-gone", "the folder of temporary files is deleted", without_work_folder, ".", seconds=5),
    Fault("handles", "no more files can be opened (ulimit -n)", few_handles, "files|handles|browser|opened",
          refuses=True, silent=True),
)  # fmt: skip
BY_NAME = {fault.name: fault for fault in FAULTS}
