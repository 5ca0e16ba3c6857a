"""What the tests of the browser room share: bare TCP sites, and bare connections to an egress proxy."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
Site = Callable[[Talk], AbstractAsyncContextManager[int]]
Through = Callable[[str], AbstractAsyncContextManager[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


@pytest.fixture(scope="session")
def site() -> Site:
    """`async with site(talk) as port`: a TCP server on loopback."""

    @asynccontextmanager
    async def listen(talk: Talk) -> AsyncIterator[int]:
        """A TCP server on loopback; answers its port."""
        talks: set[asyncio.Task[None]] = set()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            talks.add(task)
            try:
                await talk(reader, writer)
            except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                pass
            finally:
                talks.discard(task)
                writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            for task in list(talks):
                task.cancel()
            await asyncio.gather(*talks, return_exceptions=True)

    return listen


@pytest.fixture(scope="session")
def through() -> Through:
    """`async with through(proxy.server) as (reader, writer)`: a bare connection to the proxy."""

    @asynccontextmanager
    async def connect(server: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(server.rpartition(":")[2]))
        try:
            yield reader, writer
        finally:
            writer.close()

    return connect
