"""The site under test of the chaos, which can be held, and a name server that can be gone."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PAGE = b"""<!doctype html><title>Site</title><h1>Hello</h1><p id=said></p><label>Name <input></label>
<button onclick="said.textContent = 'Saved'">Save</button>"""
GREEDY = b"""<!doctype html><h1>Greedy</h1><script>
const kept = []; setInterval(() => kept.push(new Uint8Array(20e6).fill(1)), 20)</script>"""
NAME = "site.test"
_WIRE_NAME = b"".join(bytes([len(part)]) + part.encode() for part in NAME.split(".")) + b"\0"

GOOD = 'Go to /, enter "Ada" into Name, click "Save" and check that "Saved" is shown'
BAD = 'Go to / and check that "Goodbye" is shown'
HELD = 'Go to /held, click "Save" and check that "Saved" is shown'
HUNGRY = 'Go to /greedy, wait 60 seconds and check that "Goodbye" is shown'


class Site:
    """`/held` is answered when `go_on` is set; nothing at all while `silent` is not."""

    def __init__(self) -> None:
        self.port = 0
        self.asked: Counter[str] = Counter()
        self.held, self.go_on, self.speaks = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.speaks.set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Site]:
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.port = int(server.sockets[0].getsockname()[1])
        try:
            yield self
        finally:
            server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            path = (await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].decode()
            self.asked[path] += 1
            if path == "/held":
                self.held.set()
                await self.go_on.wait()
            await self.speaks.wait()
            page = GREEDY if path == "/greedy" else PAGE
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\nConnection: close"
            writer.write(f"{head}\r\n\r\n".encode() + page)
            await writer.drain()
        writer.close()


class Names(asyncio.DatagramProtocol):
    """Answers that `NAME` is this machine; nothing, or that it cannot tell, while `gone`."""

    def __init__(self) -> None:
        self.gone = ""
        self._way = asyncio.DatagramTransport()

    @asynccontextmanager
    async def open(self, port: int) -> AsyncIterator[int]:
        """The port on which it is asked; 0 takes any."""
        loop = asyncio.get_running_loop()
        self._way, _ = await loop.create_datagram_endpoint(lambda: self, local_addr=("127.0.0.1", port))
        try:
            yield int(self._way.get_extra_info("sockname")[1])
        finally:
            self._way.close()

    def datagram_received(self, data: bytes, address: tuple[str, int]) -> None:
        if self.gone == "silent":
            return
        question = data[12 : data.index(b"\0", 12) + 5]
        kind = struct.unpack(">H", question[-4:-2])[0]
        known = question.startswith(_WIRE_NAME) and kind == 1 and not self.gone
        code = 2 if self.gone else 0
        head = data[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, int(known), 0, 0)
        answer = b"\xc0\x0c" + struct.pack(">HHIH4B", 1, 1, 1, 4, 127, 0, 0, 1) if known else b""
        self._way.sendto(head + question + answer, address)
