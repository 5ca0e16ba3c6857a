"""Connections that ask for nothing, for too much or without end, on real sockets: they go, and others are served."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from qa_appliance.api.http.connections import LARGEST_HEAD, MOST_FILES, Bounds, Config, Evictable, Patience, Room
from qa_appliance.api.http.peer import Peers
from qa_appliance.api.resources.runs import live
from qa_appliance.machine import raise_file_limit
from tests.api.conftest import Served, person, serve

HURRIED = Bounds(patience=Patience(head=0.4, body=0.4, answer=0.4, look=0.1))
HALF = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
WHOLE = HALF + b"\r\n"
POST = b"POST /api/session HTTP/1.1\r\nHost: x\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"

Talk = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture
async def hurried(tmp_path: Path) -> AsyncIterator[Served]:
    async with serve(tmp_path, bounds=HURRIED) as served:
        yield served


async def opened(served: Served, sent: bytes = b"") -> Talk:
    host, port = served.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(sent)
    return reader, writer


async def ended(talk: Talk, trickled: bytes = b"") -> bytes:
    """What it was answered until the server closed it; `trickled` goes on being sent, again and again."""
    reader, writer = talk

    async def trickle() -> None:
        with contextlib.suppress(ConnectionError):
            while trickled:
                writer.write(trickled)
                await writer.drain()
                await asyncio.sleep(0.01)

    sending = asyncio.create_task(trickle())
    answered = b""
    try:
        async with asyncio.timeout(60):
            with contextlib.suppress(ConnectionError):
                while part := await reader.read(65536):
                    answered += part
    finally:
        sending.cancel()
        writer.close()
    return answered


SLOW: list[tuple[bytes, bytes, int | None]] = [
    (b"", b"", 408), (b"G", b"", 408), (b"\r\n", b"\r\n", 408), (HALF, b"", 408), (HALF, b"X", 408),
    (POST + b"Content-Length: 9\r\n\r\n{", b"", 408),
    (POST + b"Content-Length: 900000\r\n\r\n{", b" ", 408),
    (POST + b"Content-Length: 9\r\nExpect: 100-continue\r\n\r\n", b"", 408),
    (CHUNKED, b"1\r\n \r\n", 408), (CHUNKED + b"0\r\n", b"X: y\r\n", 408),
    (WHOLE + b"G", b"", 408), (WHOLE + b"\r\n", b"\r\n", 408), (WHOLE + HALF, b"X", 408),
]  # fmt: skip


@pytest.mark.parametrize(("sent", "trickled", "status"), SLOW)
async def test_a_request_has_its_time(hurried: Served, sent: bytes, trickled: bytes, status: int) -> None:
    answered = await ended(await opened(hurried, sent), trickled)
    assert b"HTTP/1.1 %d " % status in answered, answered
    assert answered.endswith(b'{"error":"The request did not come to its end in time."}')


LARGE: list[tuple[bytes, bytes]] = [
    (b"GET /", b"x" * 10_000), (HALF + b"X: ", b"x" * 10_000), (HALF, b"X: y\r\n" * 1_000),
    (HALF + b"X: " + b"x" * LARGEST_HEAD + b"\r\n\r\n", b""), (CHUNKED + b"0\r\nX: ", b"x" * 10_000),
    (CHUNKED + b"1;x=", b"x" * 10_000),
]  # fmt: skip


@pytest.mark.parametrize(("sent", "trickled"), LARGE)
async def test_a_head_has_its_size(served: Served, sent: bytes, trickled: bytes) -> None:
    answered = await ended(await opened(served, sent), trickled)
    # a client that sends on while it is refused may lose the answer, never the server its memory
    assert answered.startswith(b"HTTP/1.1 431 ") or not answered, answered


async def test_a_large_head_is_answered(served: Served) -> None:
    for size, status in ((LARGEST_HEAD - 500, 200), (LARGEST_HEAD, 431)):
        answer = await served.client.get("/healthz", headers={"X": "x" * size})
        assert answer.status_code == status
    assert answer.json() == {"error": f"The head of a request may have at most {LARGEST_HEAD} bytes."}


ASKED = 200


def received_by(client: socket.socket) -> int:
    """The bytes that come until the server's end of the connection is seen."""
    size = 0
    with contextlib.suppress(ConnectionError):
        while part := client.recv(65536):
            size += len(part)
    return size


async def test_an_answer_nobody_takes_is_given_up(hurried: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    left, leave = asyncio.Event(), hurried.room.leave

    def seen(connection: Evictable, of: str) -> None:
        leave(connection, of)
        left.set()

    monkeypatch.setattr(hurried.room, "leave", seen)
    taker = socket.socket()
    taker.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = hurried.url.removeprefix("http://").split(":")
    with taker:
        taker.connect((host, int(port)))
        taker.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * ASKED)
        async with asyncio.timeout(60):  # so that a failure ends, too
            await left.wait()
        assert hurried.room.used == 0
        assert received_by(taker) < ASKED * len((await hurried.client.get("/api/openapi.json")).content)


async def test_a_thousand_half_sent_requests_keep_nobody_out(served: Served) -> None:
    raise_file_limit(MOST_FILES)
    talks = [await opened(served, HALF) for _ in range(1_010)]
    try:
        assert (await served.client.get("/healthz")).status_code == 200
    finally:
        for _, writer in talks:
            writer.close()


@pytest.mark.parametrize("sent", [b"", HALF, WHOLE, POST + b"Content-Length: 9\r\n\r\n{"])
async def test_where_all_places_are_taken_the_slowest_goes(tmp_path: Path, sent: bytes) -> None:
    async with serve(tmp_path, bounds=Bounds(total=20)) as served:
        talks = [await opened(served, sent) for _ in range(60)]
        assert (await served.client.get("/healthz")).status_code == 200
        assert served.room.used <= 20
        await ended(talks[0])
        for _, writer in talks:
            writer.close()


async def test_silent_websockets_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve(tmp_path, bounds=Bounds(total=20)) as served:
        await person(served)
        live_view = f"{served.url.replace('http', 'ws')}/ws?runId=x"
        sockets = [await connect(live_view) for _ in range(40)]
        assert (await served.client.get("/healthz")).status_code == 200
        monkeypatch.setattr(live, "TOKEN_SECONDS", 0.1)
        async with asyncio.timeout(60), connect(live_view) as silent:
            await silent.wait_closed()
            assert silent.close_code == live.REFUSED
        for each in sockets:
            await each.close()


class Somebody:
    def __init__(self, room: Room, address: str) -> None:
        self.room, self.left = room, False
        self.of = room.enter(self, address)

    def make_place(self) -> None:
        self.left = True
        self.room.leave(self, str(self.of))


def test_one_network_has_its_share() -> None:
    room = Room(Bounds(per_network=2, total=7), Peers(["10.0.0.0/8"]))
    one, two = Somebody(room, "2001:db8::1"), Somebody(room, "2001:db8::2")
    room.asked(one)
    three = Somebody(room, "2001:db8::3")
    assert (one.left, two.left, three.left) == (False, True, False)
    room.asked(three)
    assert Somebody(room, "2001:db8::4").of is None  # both are being answered
    assert Somebody(room, "2001:db8:0:1::1").of
    for address in ("127.0.0.1", "10.1.1.1", "::1", "10.1.1.1"):
        assert Somebody(room, address).of == ""  # they speak for many
    assert room.used == 7
    last = Somebody(room, "3.3.3.3")
    assert (last.of, room.used) == ("3.3.3.3", 7)
    room.leave(one, str(one.of))
    assert Somebody(room, "2001:db8::4").of


def test_idle_connections_are_kept_longer_than_clients_keep_them() -> None:
    """Or a request meets a connection that is just being closed, and is answered by nothing."""
    assert Config(None).timeout_keep_alive > (httpx.Limits().keepalive_expiry or 0) * 2
