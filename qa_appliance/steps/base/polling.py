"""The one loop that asks a page again and again. Knows neither pages nor steps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

PAUSE = 0.06  # seconds between two questions
Got = TypeVar("Got")


async def until(ask: Callable[[], Awaitable[Got | None]], seconds: float, *, pause: float = PAUSE) -> Got | None:
    """What is answered first; None when nothing was until the time is up. Asked once at least, and once after the end.

    What `ask` raises ends it.
    """
    ends = time.monotonic() + seconds
    while True:
        last = time.monotonic() >= ends
        answer = await ask()
        if answer is not None or last:
            return answer
        await asyncio.sleep(pause)


async def until_true(holds: Callable[[], bool], seconds: float) -> None:
    """Until it holds, or the time is up."""

    async def asked() -> bool | None:
        return holds() or None

    await until(asked, seconds)
