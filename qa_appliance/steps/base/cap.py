"""The time a run may take, which stands still while somebody else is asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager


class Cap:
    """Of one walk."""

    def __init__(self) -> None:
        self._timeout: asyncio.Timeout | None = None

    @asynccontextmanager
    async def holding(self, seconds: float) -> AsyncIterator[None]:
        """Raises TimeoutError where the block takes longer, without what it spent `pausing`."""
        async with asyncio.timeout(seconds) as self._timeout:
            yield

    @contextmanager
    def pausing(self) -> Iterator[None]:
        timeout = self._timeout
        when = timeout.when() if timeout is not None else None
        if timeout is None or when is None:
            yield
            return
        loop = asyncio.get_running_loop()
        began = loop.time()
        timeout.reschedule(None)
        try:
            yield
        finally:
            if not timeout.expired():
                timeout.reschedule(when + loop.time() - began)
