"""What stands around the appliance: the site under test, and two receivers of webhooks; one never answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from tests.crash.hammer.seen import Hammer

LETTERS = "a" * 60 + "!"
PAGE = f"<!doctype html><title>Hello</title><h1>Hello</h1><label>Letters <input value='{LETTERS}'></label>".encode()

Answering = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def surroundings(hammer: Hammer) -> AsyncIterator[None]:
    async def hello(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        _answer(writer, b"text/html", PAGE)

    async def silent(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        """Until the sender goes."""
        await reader.readuntil(b"\r\n\r\n")
        hammer.notified["silent"] += 1
        while await reader.read(65536):
            pass

    async def answering(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        hammer.notified["answering"] += 1
        _answer(writer, b"text/plain", b"thanks")

    async with AsyncExitStack() as stack:
        hammer.site = await stack.enter_async_context(_server(hello))
        hammer.silent = await stack.enter_async_context(_server(silent))
        hammer.answering = await stack.enter_async_context(_server(answering))
        yield


@asynccontextmanager
async def _server(answering: Answering) -> AsyncIterator[str]:
    """Answers its address."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await answering(reader, writer)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


def _answer(writer: asyncio.StreamWriter, kind: bytes, content: bytes) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
    writer.write(head % (kind, len(content)) + content)
