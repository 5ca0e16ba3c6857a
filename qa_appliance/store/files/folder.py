"""The data directory: private to its owner, and one server's at a time. Knows where things lie, not what is in them."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from qa_appliance.core.errors import Conflict, Unavailable
from qa_appliance.machine import NO_LINK, lock
from qa_appliance.store.sealed import DATABASE

_OURS = frozenset({DATABASE, "config.toml", "lock"})


class Folder:
    """`Folder.prepare(path)` makes the directory; `locked()` holds it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / DATABASE
        self.artifacts = path / "artifacts"
        self.work = path / "work"
        self._lock = path / "lock"

    @classmethod
    def prepare(cls, path: Path) -> Folder:
        """The directory, made if absent, open to its owner only (0700). Raises Unavailable. Blocking.

        A directory full of other things is refused: closing it to everybody else could break them.
        """
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if path.stat().st_mode & 0o077:
                names = {entry.name for entry in path.iterdir()}
                if names and not names & _OURS:
                    raise Unavailable(
                        f"The directory {path} holds other things. Choose one of its own with --data-dir."
                    )
                path.chmod(0o700)
        except OSError as error:
            reason = os.strerror(error.errno or errno.EIO)
            raise Unavailable(
                f"The data directory {path} cannot be used: {reason}. Choose another one with --data-dir."
            ) from error
        return cls(path)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Held as long as this process lives, also when it is killed. Raises Conflict when another holds it."""
        handle = os.open(self._lock, os.O_RDWR | os.O_CREAT | NO_LINK, 0o600)
        try:
            lock(handle)
        except OSError as error:
            holder = os.read(handle, 32).decode(errors="replace").strip() or "another one"
            os.close(handle)
            raise Conflict(
                f"The data directory {self.path} is in use by an appliance already running (process {holder})."
                " Stop that one, or choose another directory with --data-dir."
            ) from error
        try:
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
            yield
        finally:
            os.close(handle)  # the file stays: removing it would let two processes hold two different ones

    @asynccontextmanager
    async def workplace(self) -> AsyncIterator[None]:
        """As long as it lasts, this process and those it starts put what is passing into `work`, not elsewhere.

        Emptied at the beginning too, so that nothing stays for good of a server that was killed. Only with the lock.
        Raises Unavailable.
        """
        await asyncio.to_thread(self._clear_work)
        before = os.environ.get("TMPDIR"), tempfile.tempdir
        try:
            self.work.mkdir(mode=0o700)
        except OSError as error:
            raise Unavailable(f"The directory {self.work} cannot be made: {error.strerror}.") from error
        os.environ["TMPDIR"] = tempfile.tempdir = str(self.work.absolute())
        try:
            yield
        finally:
            os.environ.pop("TMPDIR")
            if before[0] is not None:
                os.environ["TMPDIR"] = before[0]
            tempfile.tempdir = before[1]
            await asyncio.to_thread(self._clear_work)

    def _clear_work(self) -> None:
        shutil.rmtree(self.work, ignore_errors=True)
