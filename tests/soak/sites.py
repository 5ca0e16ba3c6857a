"""What the soak's runs open: the demo shop whole and with bugs, and a site whose network fails in every way."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from qa_appliance.demo.cases import load_cases
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop

PAGE = b"<!doctype html><title>Site</title><h1>Hello</h1><label>Name <input name=name></label><button>Save</button>"
STALLED_SECONDS = 40.0


@dataclass
class Sites:
    """Origins; `refused` is one where nobody listens. `alerts` counts those that came."""

    healthy: str
    bugged: str
    faulty: str = ""
    refused: str = ""
    alerts: Counter[str] = field(default_factory=Counter)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            await self._answer(head.split(" ")[1], writer)
        writer.close()

    async def _answer(self, path: str, writer: asyncio.StreamWriter) -> None:
        if path == "/reset":
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
            return
        if path == "/stalled":
            await asyncio.sleep(STALLED_SECONDS)
            return
        if path.startswith("/alert"):
            self.alerts[path] += 1
        status = "500 Internal Server Error" if path == "/broken" else "200 OK"
        length = len(PAGE) + (5000 if path == "/cut" else 0)
        fields = f"Content-Type: text/html\r\nContent-Length: {length}\r\nConnection: close"
        writer.write(f"HTTP/1.1 {status}\r\n{fields}\r\n\r\n".encode() + PAGE)
        await writer.drain()


@asynccontextmanager
async def sites() -> AsyncIterator[Sites]:
    with socket.create_server(("127.0.0.1", 0)) as closing:  # bound and not listened on for long: refused afterwards
        refused = f"http://127.0.0.1:{closing.getsockname()[1]}"
    async with AsyncExitStack() as stack:
        healthy = await stack.enter_async_context(serving(create_shop()))
        bugged = await stack.enter_async_context(serving(create_shop(load_cases().bugs)))
        found = Sites(healthy, bugged, refused=refused)
        faulty = await asyncio.start_server(found.answer, "127.0.0.1", 0)
        found.faulty = f"http://127.0.0.1:{faulty.sockets[0].getsockname()[1]}"
        try:
            yield found
        finally:
            faulty.close()
