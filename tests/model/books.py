"""The books of an organization's allowance as a test keeps them."""

from __future__ import annotations

from qa_appliance.core.errors import NoRoom
from qa_appliance.model.purse import Purses


class Books:
    """`allowed` None: no limit. While `full`, nothing can be written down."""

    def __init__(self, allowed: int | None) -> None:
        self.allowed = allowed
        self.used = 0
        self.full = False
        self.purses = Purses(self._left, self._spend)

    async def _left(self, org_id: str) -> int | None:
        return None if self.allowed is None else max(0, self.allowed - self.used)

    async def _spend(self, org_id: str, cents: int) -> None:
        if self.full:
            raise NoRoom("No space left on device", full=True)
        self.used += cents
