"""Looks at what the appliance needs to be ready. Whoever asks while one looks gets its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

Probe = Callable[[], Awaitable[str | None]]
"""None: ready. A sentence: what is wrong, for `GET /readyz`."""

_FAILED = "The check itself failed."


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
