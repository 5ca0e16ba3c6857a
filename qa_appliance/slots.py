"""The browser sessions that may be open at the same time, by runs and by people. Knows neither."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Slots:
    """`freed` hears of each that is given back. Taken and given back on the event loop alone."""

    def __init__(self, count: int, freed: Callable[[], None]) -> None:
        self.count = self._free = count
        self._freed = freed
        self._given_back = asyncio.Event()

    @property
    def used(self) -> int:
        return self.count - self._free

    def resize(self, count: int) -> None:
        """Where there are fewer now, what is held beyond them stays so until it is given back."""
        grown, self.count = count - self.count, count
        self._free += grown
        if grown > 0:
            self._freed()
            self._given_back.set()

    def acquire(self) -> bool:
        """Takes one at once; False: there is none."""
        if self._free < 1:
            return False
        self._free -= 1
        return True

    def release(self) -> None:
        self._free += 1
        self._freed()
        self._given_back.set()

    async def given_back(self) -> None:
        """Until one is; somebody else may take it first."""
        self._given_back.clear()
        await self._given_back.wait()
