"""How long something is waited for that a page has not shown yet. Asks nothing of a page itself."""

from __future__ import annotations

import time
from typing import Protocol

from qa_appliance.browser.look.node import Look


class Waiting(Protocol):
    """`ends`: when it is over as far as is known now. `spent`: the part of it that is gone, 1 at its end."""

    @property
    def ends(self) -> float: ...

    @property
    def spent(self) -> float: ...

    async def over(self, asked: float, look: Look | None) -> bool:
        """Whether no further look is worth its while: after the one begun at `asked`, which showed `look`."""
        ...


class ByTheClock:
    """So many seconds. One look more is worth its while if the last one was begun before they were over."""

    def __init__(self, seconds: float) -> None:
        self._began = time.monotonic()
        self.ends = self._began + seconds

    @property
    def spent(self) -> float:
        whole = self.ends - self._began
        return (time.monotonic() - self._began) / whole if whole > 0 else 1.0

    async def over(self, asked: float, look: Look | None) -> bool:
        return asked >= self.ends


def as_waiting(patience: float | Waiting) -> Waiting:
    """Seconds are waited for by the clock."""
    return ByTheClock(patience) if isinstance(patience, float | int) else patience
