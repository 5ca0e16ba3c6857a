"""What speaks as a Selenium Grid 4 does, with the appliance's own browser on its nodes, for tests.

`POST` and `DELETE /session`, `/status`, and Chrome's protocol through `/session/ID/se/cdp`. As with a real one, a node
that dies is told to nobody: its sessions' connections stay open and silent, `/status` goes on naming it, and a session
it is asked for is refused at once.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from qa_appliance.browser.process.choice import BrowserChoice


@dataclass
class Session:
    """`args`: what its browser was asked to be started with."""

    name: str
    args: list[str]
    process: asyncio.subprocess.Process
    port: int
    path: str
    folder: tempfile.TemporaryDirectory[str]

    async def end(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()
        await asyncio.to_thread(self.folder.cleanup)


@dataclass
class Node:
    slots: int
    availability: str = "UP"
    alive: bool = True
    version: str = ""
    others: int = 0  # slots somebody else has
    sessions: dict[str, Session] = field(default_factory=dict)

    @property
    def free(self) -> int:
        return self.slots - self.others - len(self.sessions)

    async def die(self) -> None:
        self.alive = False
        for session in self.sessions.values():
            await session.end()

    def shown(self) -> dict[str, Any]:
        stereotype = {"browserName": "chrome", "platformName": "linux"}
        if self.version:
            stereotype["browserVersion"] = self.version
        named = [each.name for each in self.sessions.values()] + ["somebody else"] * self.others
        sessions = [{"sessionId": "s", "capabilities": {"se:name": name}} for name in named]
        slots = [{"stereotype": stereotype, "session": each} for each in [*sessions, *[None] * self.free]]
        return {"id": "n", "availability": self.availability, "maxSessions": self.slots, "slots": slots}


class GridStandIn:
    """`asked` are its requests, those for its state left out. `password`: of the user “lab”, empty for none."""

    def __init__(self, choice: BrowserChoice, nodes: Sequence[Node], password: str) -> None:
        self.nodes, self.asked, self.url = nodes, list[str](), ""
        self._choice, self._password, self._numbers = choice, password, 0
        self._changed = asyncio.Event()
        self._talks: set[asyncio.Task[None]] = set()

    @property
    def sessions(self) -> dict[str, Session]:
        return {name: session for node in self.nodes for name, session in node.sessions.items()}

    def changed(self) -> None:
        """Call when something of a node was changed: who stands in line looks again."""
        self._changed.set()

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls, choice: BrowserChoice, nodes: Sequence[Node], *, password: str = ""
    ) -> AsyncIterator[GridStandIn]:
        grid = cls(choice, nodes, password)
        server = await asyncio.start_server(grid._accept, "127.0.0.1", 0)
        who = f"lab:{password}@" if password else ""
        grid.url = f"http://{who}127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield grid
        finally:
            server.close()
            for talk in list(grid._talks):
                talk.cancel()
            await asyncio.gather(*grid._talks, return_exceptions=True)
            for session in grid.sessions.values():
                await session.end()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.current_task()
        assert talk is not None
        self._talks.add(talk)
        try:
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    await self._serve(reader, writer)
        except asyncio.CancelledError:
            pass  # the end of all
        finally:
            self._talks.discard(talk)
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = head.split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        method, path, _ = lines[0].split(" ")
        if path != "/status":
            self.asked.append(f"{method} {path.replace(next(iter(self.sessions), '-'), 'ID')}")
        basic = "Basic " + base64.b64encode(f"lab:{self._password}".encode()).decode()
        if self._password and headers.get("authorization") != basic:
            await _answer(writer, 401, {"error": "unknown error", "message": "Unauthorized"})
        elif path == "/status":
            await _answer(writer, 200, {"ready": True, "nodes": [node.shown() for node in self.nodes]})
        elif (method, path) == ("POST", "/session"):
            await self._begin(json.loads(body)["capabilities"]["alwaysMatch"], writer)
        elif path.endswith("/se/cdp"):
            await self._join(path.split("/")[2], head, reader, writer)
        else:
            await self._end(path.split("/")[2], writer)

    async def _begin(self, wanted: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        while not (fit := [node for node in self.nodes if node.availability == "UP" and node.free > 0]):
            self._changed.clear()
            await self._changed.wait()
        node = min(fit, key=lambda node: len(node.sessions))
        if not node.alive:
            message = "Could not start a new session. Connection error\nHost info: host: 'lab'"
            await _answer(writer, 500, {"error": "session not created", "message": message})
            return
        self._numbers += 1
        name = f"session{self._numbers}"
        node.others += 1  # until it has begun
        try:
            node.sessions[name] = await self._start(wanted["se:name"], wanted["goog:chromeOptions"]["args"])
        finally:
            node.others -= 1
        capabilities = {"browserName": "chrome", "se:cdp": "ws://172.17.0.2:4444/nowhere"}
        with contextlib.suppress(ConnectionError):
            await _answer(writer, 200, {"sessionId": name, "capabilities": capabilities})

    async def _start(self, name: str, args: list[str]) -> Session:
        folder = tempfile.TemporaryDirectory(prefix="grid-")
        process = await asyncio.create_subprocess_exec(
            self._choice.path, *args, "--headless", "--no-sandbox", "--remote-debugging-port=0",
            f"--user-data-dir={folder.name}", env=self._choice.env,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stderr is not None
        while b"DevTools listening on ws://" not in (line := await process.stderr.readline()):
            assert line
        address = line.decode().split()[-1].removeprefix("ws://")
        place, _, path = address.partition("/")
        return Session(name, args, process, int(place.rpartition(":")[2]), f"/{path}", folder)

    async def _join(self, name: str, head: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Whoever asks is connected to the browser itself, for as long as the node lives; then with nobody."""
        node = next(node for node in self.nodes if name in node.sessions)
        session = node.sessions[name]
        browsers_reader, browsers_writer = await asyncio.open_connection("127.0.0.1", session.port)
        kept = [line for line in head.split("\r\n")[1:] if not line.lower().startswith(("host:", "authorization:"))]
        browsers_writer.write("\r\n".join([f"GET {session.path} HTTP/1.1", "Host: localhost", *kept]).encode())
        there = asyncio.create_task(_copy(reader, browsers_writer))
        try:
            await _copy(browsers_reader, writer)
            if not node.alive:
                await asyncio.wait({there})
        finally:
            there.cancel()
            browsers_writer.transport.abort()
        raise ConnectionResetError

    async def _end(self, name: str, writer: asyncio.StreamWriter) -> None:
        node = next((node for node in self.nodes if name in node.sessions), None)
        if node is None or not node.alive:
            await _answer(writer, 404, {"error": "invalid session id", "message": "There is none\nBuild info"})
            return
        await node.sessions[name].end()
        del node.sessions[name]
        self._changed.set()
        await _answer(writer, 200, None)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65536):
            with contextlib.suppress(ConnectionError):  # what is said to a browser that is gone is lost
                writer.write(data)
                await writer.drain()


async def _answer(writer: asyncio.StreamWriter, status: int, value: object) -> None:
    body = json.dumps({"value": value}).encode()
    head = f"HTTP/1.1 {status} Here\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    await writer.drain()
