"""Looks at what the appliance needs to be ready. Whoever asks while one looks gets its answer."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from qa_appliance.core.errors import Unavailable
from qa_appliance.store.database import Database

Probe = Callable[[], Awaitable[str | None]]
"""None: ready. A sentence: what is wrong, for `GET /readyz`."""

_FAILED = "The check itself failed."
_LEAST_FREE_BYTES = 200 * 1024 * 1024
_WRITE_SECONDS = 5.0  # the database has to take a write within, to be called ready


class Probes:
    """Anybody may ask as often as they like, so no two looks at the same thing are under way."""

    def __init__(self, probes: Mapping[str, Probe]) -> None:
        self._probes = probes
        self._looking: dict[str, asyncio.Future[str | None]] = {}

    async def answers(self) -> dict[str, str | None]:
        """By name: None where all is well, else a sentence."""
        found = await asyncio.gather(*map(self._answer, self._probes), return_exceptions=True)
        return {
            name: _FAILED if isinstance(each, BaseException) else each
            for name, each in zip(self._probes, found, strict=True)
        }

    async def _answer(self, name: str) -> str | None:
        if name not in self._looking or self._looking[name].done():
            self._looking[name] = asyncio.ensure_future(self._probes[name]())
        return await asyncio.shield(self._looking[name])


async def probe_database(db: Database) -> str | None:
    try:
        async with asyncio.timeout(_WRITE_SECONDS):
            await db.probe()
    except TimeoutError:
        return f"The database took no write within {_WRITE_SECONDS:g} seconds."
    except Unavailable as problem:
        return problem.message
    return None


async def probe_disk(folder: Path) -> str | None:
    """Of the data directory."""
    free = (await asyncio.to_thread(shutil.disk_usage, folder)).free
    return None if free >= _LEAST_FREE_BYTES else f"Only {free // 1024**2} MB are free on the disk of the data."
