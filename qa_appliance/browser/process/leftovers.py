"""What the driver makes traces of: it would stay as long as the browser lives. Never touches a trace that is kept."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from qa_appliance.awaiting import temporary_folder


class Leftovers:
    """A folder for the driver's own recordings: snapshots, bodies of requests and answers, whatever is in them."""

    def __init__(self, parent: Path) -> None:
        self._parent = parent
        self._numbers = itertools.count()
        self.folder = parent / "traces"
        self.folder.mkdir()

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncIterator[Leftovers]:
        """Lies where temporary files do, open to this user only, and is gone at the end."""
        async with temporary_folder("qa-driver-") as parent:
            yield cls(parent)

    async def clear(self) -> None:
        """Call in the very moment in which no session is open: what sessions share in there must not go under them.

        The folder is set aside before anything else can happen, so that a session opening meanwhile finds it empty.
        """
        aside = self._parent / f"gone-{next(self._numbers)}"
        with suppress(OSError):  # the disk is full or the folder away: then there is the end
            self.folder.rename(aside)
            self.folder.mkdir()
            await asyncio.to_thread(shutil.rmtree, aside, ignore_errors=True)
