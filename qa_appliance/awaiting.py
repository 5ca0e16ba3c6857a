"""Waiting that a cancel does not break off, so that nothing is left half done or in nobody's hands."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


async def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """What the work answers or raises. A cancel that comes meanwhile is raised when the work is over.

    For what a cancelled task would go on holding: a statement in its thread, a browser that is just starting.
    """
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is None:
        return task.result()
    if not task.cancelled() and task.exception() is not None:
        raise cancelled from task.exception()
    raise cancelled


@asynccontextmanager
async def held(make: Awaitable[T], let_go: Callable[[T], Coroutine[object, None, object]]) -> AsyncIterator[T]:
    """What was made, until it is let go of at the end of the block: also what was just being made at a cancel."""
    made: list[T] = []

    async def make_it() -> None:
        made.append(await make)

    try:
        await to_its_end(make_it())
        yield made[0]
    finally:
        for thing in made:
            await to_its_end(let_go(thing))


@asynccontextmanager
async def temporary_folder(prefix: str) -> AsyncIterator[Path]:
    """Lies where temporary files do, open to this user only, and is gone at the end."""
    making = asyncio.to_thread(_make_folder, prefix)
    async with held(making, lambda folder: asyncio.to_thread(folder.cleanup)) as folder:
        yield Path(folder.name)


def _make_folder(prefix: str) -> tempfile.TemporaryDirectory[str]:
    """The folder of temporary files itself is made again where somebody deleted it, and nothing above it."""
    Path(tempfile.gettempdir()).mkdir(mode=0o700, exist_ok=True)
    return tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)


class Cap:
    """The time something may take, which stands still while somebody else is asked."""

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
