"""Work that goes on beside a block: begun again when it breaks, and signs of life without which the process ends."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

logger = logging.getLogger(__name__)

_RETRY_SECONDS = 1.0
_MOST_BETWEEN = 5.0  # seconds from one sign of life to the next


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


@asynccontextmanager
async def signs_of_life(seconds: float) -> AsyncIterator[None]:
    """As long as the block lasts the event loop has to come round: a process in which it has not for so long is ended.

    What every thread was doing is written to standard error first. That takes no turn of the interpreter's, which what
    holds up the loop may not give away. A service manager that asks for signs of life is sent them too. With 0 nothing
    is ended.
    """
    if not seconds:
        yield
        return

    async def give() -> None:
        while True:
            faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or 2)
            _tell_the_manager(b"WATCHDOG=1")
            await asyncio.sleep(min(_MOST_BETWEEN, seconds / 4))

    task = asyncio.create_task(give(), name="signs of life")
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        faulthandler.cancel_dump_traceback_later()


def _tell_the_manager(words: bytes) -> None:
    """systemd's protocol: a datagram to the socket it names."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if place and hasattr(socket, "AF_UNIX"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
            sending.setblocking(False)
            sending.sendto(words, place.replace("@", "\0", 1) if place.startswith("@") else place)
