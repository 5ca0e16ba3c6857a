"""What systems do differently, behind one door: locks on files, whom a file belongs to, limits.

Decides by what is there, never by the system's name, so that each way can be tried on any machine. The starter of the
single file loads it too: it takes little. Signals, which need an event loop, stand in `signals.py`.
"""

from __future__ import annotations

import importlib
import os
import socket
import time
from types import ModuleType

_fcntl: ModuleType | None
_resource: ModuleType | None
try:
    import fcntl as _fcntl
    import resource as _resource
except ImportError:
    _fcntl = _resource = None

NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""For `os.open`: follows no link, is not inherited, and holds bytes as they are, wherever there are such flags."""

OWNED = hasattr(os, "geteuid")
"""Whether files say by their owner and mode who may write to them."""

_LOCKED_AT = 1 << 30  # elsewhere than on POSIX a lock keeps others from reading what it is on: beyond all there is
_AGAIN_SECONDS = 0.1


def loopback() -> str:
    """The address by which this machine reaches itself: of IPv6 only where it has none of IPv4."""
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
    except OSError:
        return "::1"
    return "127.0.0.1"


def lock(handle: int, *, wait: bool = False) -> None:
    """Held by this process alone until the handle is closed or the process ends. Raises OSError where another has it,
    unless it is waited for. Blocking."""
    if _fcntl is not None:
        _fcntl.flock(handle, _fcntl.LOCK_EX if wait else _fcntl.LOCK_EX | _fcntl.LOCK_NB)
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


def limit_work(seconds: int, memory: int) -> None:
    """Of this process: the system ends it when it has computed for so long; there is no more memory than so many bytes.

    Where a system has no such limits whoever started it has to end it.
    """
    if _resource is not None:
        _resource.setrlimit(_resource.RLIMIT_CPU, (seconds, seconds + 1))
        _resource.setrlimit(_resource.RLIMIT_AS, (memory, memory))


def raise_file_limit(most: int) -> int:
    """As many open files as the system lets this process have, up to `most`."""
    if _resource is None:
        return most
    soft, hard = _resource.getrlimit(_resource.RLIMIT_NOFILE)
    wanted = most if hard == _resource.RLIM_INFINITY else min(most, hard)
    if soft != _resource.RLIM_INFINITY and soft < wanted:
        _resource.setrlimit(_resource.RLIMIT_NOFILE, (wanted, hard))
        return int(wanted)
    return most if soft == _resource.RLIM_INFINITY else int(soft)
