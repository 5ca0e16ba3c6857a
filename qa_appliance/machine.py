"""What systems do differently, behind one door: locks on files, whom a file belongs to, limits, signals.

Decides by what is there, never by the system's name, so that each way can be tried on any machine.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""For `os.open`: follows no link, is not inherited, and holds bytes as they are, wherever there are such flags."""

OWNED = hasattr(os, "geteuid")
"""Whether files say by their owner and mode who may write to them."""

_LOCKED_AT = 1 << 30  # elsewhere than on POSIX a lock keeps others from reading what it is on: beyond all there is
_AGAIN_SECONDS = 0.1


def _module(name: str) -> ModuleType | None:
    """A module that not every system has."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def lock(handle: int, *, wait: bool = False) -> None:
    """Held by this process alone until the handle is closed or the process ends. Raises OSError where another has it,
    unless it is waited for. Blocking."""
    fcntl = _module("fcntl")
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    msvcrt = importlib.import_module("msvcrt")
    while True:
        at = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, _LOCKED_AT, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            if not wait:
                raise
            time.sleep(_AGAIN_SECONDS)
        else:
            return
        finally:
            os.lseek(handle, at, os.SEEK_SET)


def ours(seen: os.stat_result, *, or_root: bool = False) -> bool:
    """Whether it belongs to this user. Where files have no such owner, the folder of temporary files is the user's."""
    user = getattr(os, "geteuid", None)
    return user is None or seen.st_uid == user() or (or_root and seen.st_uid == 0)


def raise_file_limit(most: int) -> int:
    """As many open files as the system lets this process have, up to `most`."""
    resource = _module("resource")
    if resource is None:
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return int(wanted)
    return most if soft == resource.RLIM_INFINITY else int(soft)


@contextmanager
def on_signals(call: Callable[[int], object], *numbers: int) -> Iterator[None]:
    """While open, `call` is made in the running event loop for each of these signals, instead of what they do."""
    loop = asyncio.get_running_loop()
    before: dict[int, object] = {}
    for number in numbers:
        try:
            loop.add_signal_handler(number, call, number)
        except NotImplementedError:  # a loop that takes none: the interpreter does
            before[number] = signal.signal(number, lambda given, _: loop.call_soon_threadsafe(call, given) and None)
    try:
        yield
    finally:
        for number in numbers:
            if number in before:
                signal.signal(number, before[number])  # type: ignore[arg-type]
            else:
                loop.remove_signal_handler(number)
