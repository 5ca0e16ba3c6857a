"""Work that goes on beside a block, and is begun again when it breaks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

logger = logging.getLogger(__name__)

_RETRY_SECONDS = 1.0


@asynccontextmanager
async def background(work: Callable[[], Awaitable[None]], name: str) -> AsyncIterator[None]:
    """Keeps the work going beside the block; what breaks is logged and begun again."""

    async def keep_going() -> None:
        while True:
            try:
                await work()
            except Exception:
                logger.exception("%s broke and will begin again", name)
            await asyncio.sleep(_RETRY_SECONDS)

    task = asyncio.create_task(keep_going(), name=name)
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
