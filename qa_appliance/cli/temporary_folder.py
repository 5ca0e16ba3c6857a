"""A folder for as long as a command lives, cleared by a later one where it was killed. Never touches a folder in use.

Its owner holds a lock on a file in it, which the system takes back however the owner ends.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from qa_appliance.machine import NO_LINK, lock, ours

PREFIX = "qa-appliance-"
_OWNED = ".in-use"


@asynccontextmanager
async def temporary_folder(name: str, *, keep: bool = False) -> AsyncIterator[Path]:
    """Lies where temporary files do, open to this user only; gone at the end unless `keep`.

    What commands of this user that were killed left behind there goes first.
    """
    await asyncio.to_thread(clear_stale)
    folder, held = await asyncio.to_thread(_make, f"{PREFIX}{name}")
    try:
        yield folder
    finally:
        if keep:
            (folder / _OWNED).unlink(missing_ok=True)  # nobody's from now on, and so not to be cleared
        else:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        os.close(held)


def clear_stale() -> int:
    """Removes the folders whose owner is gone; answers how many. Blocks."""
    return sum(_clear(folder) for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"))


def _make(prefix: str) -> tuple[Path, int]:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    fresh = folder / f"{_OWNED}.new"
    held = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | NO_LINK, 0o600)
    lock(held)
    fresh.rename(folder / _OWNED)  # nobody ever finds it without its lock
    return folder, held


def _clear(folder: Path) -> bool:
    try:
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or not ours(found):
            return False
        held = os.open(folder / _OWNED, os.O_RDWR | NO_LINK)
    except OSError:  # not ours to judge, or going away this moment
        return False
    try:
        lock(held)
    except OSError:
        return False
    else:
        shutil.rmtree(folder, ignore_errors=True)
        return True
    finally:
        os.close(held)
