"""What the runs of one organization spend together on a model, so that none spends what another is just spending."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

from qa_appliance.core.errors import Busy, NoRoom
from qa_appliance.model.endpoint import ModelFailed

Left = Callable[[str], Awaitable[int | None]]
"""Cents of an organization's allowance that are not used yet; None: it has no limit."""
Spend = Callable[[str, int], Awaitable[None]]
"""Counts cents as used by an organization."""

_USED_UP = "The plan's AI execution allowance of this month is used up."

logger = logging.getLogger(__name__)


class Purse:
    """Of one organization. What a call may cost at most is put aside before it, and what it did cost is counted after.

    Calls go at the same time as long as there is enough for all of them; what is left then goes to one at a time, until
    nothing is. So the allowance is overshot by no more than one call, of an endpoint that
    counts no more than what it was sent and was to answer. The lock is held while the books are read and
    written, never while a model is asked.
    """

    def __init__(self, left: Callable[[], Awaitable[int | None]], spend: Callable[[int], Awaitable[None]]) -> None:
        self._left, self._spend = left, spend
        self._books = asyncio.Condition()
        self._aside: list[int] = []  # of each call under way
        self._owed = 0  # cents that could not be written down yet
        self._dearest = 0  # what one call has cost: an endpoint may count more than it was asked for

    async def take(self, most: float, begun: float) -> int:
        """Puts aside what a call costs at most, when it is its turn; answers how much. Raises ModelFailed.

        `begun`: what is left of a cent that was counted in full.
        """
        aside = max(math.ceil(most), self._dearest)
        async with self._books:
            while True:
                left = await self._left()
                if left is None:
                    break
                left -= self._owed
                if left + begun <= 0:
                    raise ModelFailed("spent", _USED_UP)
                if not self._aside or aside <= left - sum(self._aside):
                    break
                await self._books.wait()
            self._aside.append(aside)
        return aside

    async def settle(self, aside: int, cost: int) -> None:
        """Counts what the call did cost. A disk that takes nothing keeps no answer from a run: it is counted later."""
        async with self._books:
            self._aside.remove(aside)
            self._dearest = max(self._dearest, cost)
            self._owed += cost
            self._books.notify_all()
            if self._owed:
                try:
                    await self._spend(self._owed)
                except (NoRoom, Busy) as problem:
                    logger.warning("what a model cost is counted later: %s", problem.message)
                else:
                    self._owed = 0


class Purses:
    """Of all organizations of an appliance."""

    def __init__(self, left: Left, spend: Spend) -> None:
        self._left, self._spend = left, spend
        self._purses: dict[str, Purse] = {}

    def of(self, org_id: str) -> Purse:
        if org_id not in self._purses:
            self._purses[org_id] = Purse(lambda: self._left(org_id), lambda cents: self._spend(org_id, cents))
        return self._purses[org_id]
