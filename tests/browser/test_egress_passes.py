"""The egress proxy: what it passes stays what it was."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator
from ipaddress import ip_address

import httpx
import pytest
import websockets
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websocket

from qa_appliance.browser.egress.address import IPAddress
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.egress.proxy import EgressProxy
from tests.browser.conftest import Site, Talk, Through

HELLO = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"


async def hello(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HELLO)


async def read_head(reader: asyncio.StreamReader) -> bytes:
    return await reader.readuntil(b"\r\n\r\n")


def counting(connections: list[bytes]) -> Talk:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(b"")
        while True:
            connections[-1] += await read_head(reader)
            writer.write(HELLO)

    return talk


@pytest.mark.parametrize(
    ("target", "path", "host"),
    [
        ("http://127.0.0.1:{port}/a?b=c", "/a?b=c", "127.0.0.1:{port}"),
        ("http://127.0.0.1:{port}", "/", "127.0.0.1:{port}"),
        ("http://127.0.0.1:{port}?x", "/?x", "127.0.0.1:{port}"),
        ("http://LOCALHOST:{port}/%7E/%2e%2E//x", "/%7E/%2e%2E//x", "localhost:{port}"),
    ],
)
async def test_the_site_sees_a_request_as_if_there_were_no_proxy(
    target: str, path: str, host: str, site: Site, through: Through
) -> None:
    seen: list[bytes] = []
    async with (
        site(counting(seen)) as port,
        EgressProxy.open(Guard(["loopback"])) as proxy,
        through(proxy.server) as (reader, writer),
    ):
        writer.write(
            f"GET {target.format(port=port)} HTTP/1.1\r\nHost: elsewhere.test\r\nProxy-Connection: keep-alive\r\n"
            "Proxy-Authorization: Basic eA==\r\nX-CaSe: Kept\r\nConnection: X-Mine\r\nX-Mine: 1\r\n"
            "Cookie: a=b\r\nCookie: c=d\r\n\r\n".encode()
        )
        assert await reader.readexactly(len(HELLO)) == HELLO
    assert seen == [
        f"GET {path} HTTP/1.1\r\nHost: {host.format(port=port)}\r\nX-CaSe: Kept\r\nConnection: X-Mine\r\n"
        "Cookie: a=b\r\nCookie: c=d\r\n\r\n".encode()
    ]


BODIES = [
    ({"content": b"x" * 10}, 10),
    ({"content": os.urandom(3_000_000)}, 3_000_000),
    ({"content": b""}, 0),
]


@pytest.mark.parametrize(("options", "length"), BODIES)
@pytest.mark.parametrize("chunked", [False, True])
async def test_bodies_arrive_whole_and_connections_are_kept(
    options: dict[str, bytes], length: int, chunked: bool, site: Site
) -> None:
    connections: list[int] = []

    async def sized(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(0)
        while True:
            head = (await read_head(reader)).lower()
            body = b""
            if b"transfer-encoding: chunked" in head:
                while size := int(await reader.readline(), 16):
                    body += await reader.readexactly(size)
                    await reader.readline()
                await reader.readline()
            elif b"content-length: " in head:
                body = await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
            await writer.drain()

    async def pieces() -> AsyncIterator[bytes]:
        for at in range(0, length, 100_000):
            yield options["content"][at : at + 100_000]

    async with (
        site(sized) as port,
        EgressProxy.open(Guard(["loopback"])) as proxy,
        httpx.AsyncClient(proxy=proxy.server, timeout=60) as client,
    ):
        for _ in range(3):
            content = pieces() if chunked else options["content"]
            answer = await client.post(f"http://127.0.0.1:{port}/", content=content)
            assert answer.content == options["content"]
    assert len(connections) == 1


async def test_a_tunnel_passes_bytes_both_ways_and_half_closes(site: Site, through: Through) -> None:
    sent, back = os.urandom(2_000_000), os.urandom(2_000_000)
    got: list[bytes] = []

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        got.append(await reader.read())  # until the other side says it has ended
        writer.write(back)
        await writer.drain()

    async with (
        site(peer) as port,
        EgressProxy.open(Guard(["loopback"])) as proxy,
        through(proxy.server) as (reader, writer),
    ):
        writer.write(f"CONNECT localhost:{port} HTTP/1.1\r\nHost: x\r\n\r\n".encode() + sent[:100])
        assert (await read_head(reader)).startswith(b"HTTP/1.1 200 ")
        writer.write(sent[100:])
        writer.write_eof()
        assert await reader.read() == back
    assert got == [sent]


async def test_a_reader_that_stops_makes_the_sender_wait(site: Site, through: Through) -> None:
    """Backpressure: what nobody reads is not piled up in the appliance."""
    written = 0
    stuck = asyncio.Event()

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal written
        await read_head(reader)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(b"x" * 65536)
            written += 65536
            try:
                await asyncio.wait_for(writer.drain(), 1)
            except TimeoutError:
                stuck.set()
                return

    async with (
        site(flood) as port,
        EgressProxy.open(Guard(["loopback"])) as proxy,
        through(proxy.server) as (_, writer),
    ):
        writer.write(f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        await asyncio.wait_for(stuck.wait(), 60)
    assert written < 64 * 1024 * 1024


async def test_a_response_without_length_ends_when_the_site_ends(site: Site) -> None:
    async def old(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        writer.write(b"HTTP/1.0 200 OK\r\n\r\nto the end")

    async with (
        site(old) as port,
        EgressProxy.open(Guard(["loopback"])) as proxy,
        httpx.AsyncClient(proxy=proxy.server, timeout=60) as client,
    ):
        assert (await client.get(f"http://127.0.0.1:{port}/")).text == "to the end"


async def test_a_response_that_breaks_off_does_not_look_complete(site: Site, through: Through) -> None:
    async def breaks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    async with (
        site(breaks) as port,
        EgressProxy.open(Guard(["loopback"])) as proxy,
        through(proxy.server) as (reader, writer),
    ):
        writer.write(f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        with pytest.raises(ConnectionResetError):
            await reader.read()


async def test_events_pass_as_they_come(site: Site) -> None:
    more = asyncio.Event()

    async def events(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        await more.wait()
        writer.write(b"data: 2\n\n")

    async with (
        site(events) as port,
        EgressProxy.open(Guard(["loopback"])) as proxy,
        httpx.AsyncClient(proxy=proxy.server, timeout=60) as client,
        client.stream("GET", f"http://127.0.0.1:{port}/") as answer,
    ):
        chunks = answer.aiter_text()
        assert await anext(chunks) == "data: 1\n\n"
        more.set()
        assert await anext(chunks) == "data: 2\n\n"


@pytest.mark.parametrize("tunnel", [True, False])
async def test_websockets_talk(tunnel: bool, through: Through) -> None:
    async def echo(connection: ServerConnection) -> None:
        async for message in connection:
            await connection.send(message)

    async with serve_websocket(echo, "127.0.0.1", 0) as server, EgressProxy.open(Guard(["loopback"])) as proxy:
        port = next(iter(server.sockets)).getsockname()[1]
        if tunnel:
            async with websockets.connect(f"ws://127.0.0.1:{port}/", proxy=proxy.server) as connection:
                await connection.send("x" * 100_000)
                assert await connection.recv() == "x" * 100_000
            return
        async with through(proxy.server) as (reader, writer):
            writer.write(
                f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            assert (await read_head(reader)).startswith(b"HTTP/1.1 101 ")
            writer.write(b"\x81\x82\0\0\0\0hi")
            assert await reader.readexactly(4) == b"\x81\x02hi"


async def test_an_upgrade_the_site_declines_does_not_open_a_tunnel(site: Site, through: Through) -> None:
    seen: list[bytes] = []
    async with (
        site(counting(seen)) as port,
        EgressProxy.open(Guard(["loopback"])) as proxy,
        through(proxy.server) as (reader, writer),
    ):
        writer.write(
            f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: a\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n".encode()
        )
        assert await reader.readexactly(len(HELLO)) == HELLO
        writer.write(b"GET http://10.0.0.1/ HTTP/1.1\r\nHost: a\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 403 ")
    assert len(seen) == 1


async def test_a_host_with_several_addresses_is_reached_on_the_one_that_answers(site: Site) -> None:
    async def resolve(name: str) -> tuple[IPAddress, ...]:
        return tuple(map(ip_address, ("::1", "127.0.0.9", "127.0.0.1")))

    async with (
        site(hello) as port,
        EgressProxy.open(Guard(["loopback"], resolve=resolve)) as proxy,
        httpx.AsyncClient(proxy=proxy.server, timeout=60) as client,
    ):
        assert (await client.get(f"http://many.test:{port}/")).text == "hello"


async def test_when_the_run_ends_so_does_every_connection(site: Site) -> None:
    ended = asyncio.Event()

    async def waits(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(2)
        try:
            await reader.read()
        finally:
            ended.set()

    async with site(waits) as port:
        async with EgressProxy.open(Guard(["loopback"])) as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.server.rpartition(":")[2]))
            writer.write(f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\nhi".encode())
            await read_head(reader)
        await asyncio.wait_for(ended.wait(), 60)
        writer.close()
        with pytest.raises(OSError):
            await asyncio.open_connection("127.0.0.1", int(proxy.server.rpartition(":")[2]))


async def test_all_this_on_the_loop_the_appliance_runs_on(site: Site, through: Through) -> None:
    """uvloop's transports are not asyncio's: a refusal, a kept connection, a lost site, a tunnel's half-close."""
    uvloop = pytest.importorskip("uvloop")

    async def last_word(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"you said " + await reader.read())

    async def resets(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    async def story() -> None:
        async with (
            site(hello) as one,
            site(last_word) as two,
            site(resets) as three,
            EgressProxy.open(Guard(["127.0.0.1"])) as proxy,
        ):
            async with through(proxy.server) as (reader, writer):
                for _ in range(2):
                    writer.write(f"GET http://127.0.0.1:{one}/ HTTP/1.1\r\nHost: a\r\n\r\n".encode())
                    assert await reader.readexactly(len(HELLO)) == HELLO
                writer.write(b"GET http://10.0.0.1/ HTTP/1.1\r\nHost: a\r\n\r\n")
                assert (await reader.read()).startswith(b"HTTP/1.1 403 ")
            async with through(proxy.server) as (reader, writer):
                writer.write(f"CONNECT 127.0.0.1:{two} HTTP/1.1\r\n\r\n".encode())
                await read_head(reader)
                writer.write(b"goodbye")
                writer.write_eof()
                assert await reader.read() == b"you said goodbye"
            async with through(proxy.server) as (reader, writer):
                writer.write(f"GET http://127.0.0.1:{three}/ HTTP/1.1\r\nHost: a\r\n\r\n".encode())
                with pytest.raises(ConnectionResetError):
                    await reader.read()

    await asyncio.to_thread(uvloop.run, story())
