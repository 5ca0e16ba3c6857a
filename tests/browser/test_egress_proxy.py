"""The egress proxy: what it refuses and what it tells of it."""

from __future__ import annotations

import asyncio
import errno
import socket
from ipaddress import ip_address

import httpx
import pytest

from qa_appliance import machine
from qa_appliance.browser.egress.address import IPAddress
from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.head import MAX_HEAD_BYTES
from qa_appliance.browser.egress.proxy import EgressProxy, bound_ahead
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


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "localhost", "[::ffff:127.0.0.1]", "127.1", "0"])
async def test_a_refused_host_is_never_connected_to_and_the_page_says_why(
    host: str, site: Site, through: Through
) -> None:
    connections: list[bytes] = []
    decisions: list[Decision] = []
    async with (
        site(counting(connections)) as port,
        EgressProxy.open(Guard(), on_decision=decisions.append) as proxy,
    ):
        async with through(proxy.server) as (reader, writer):
            writer.write(f"GET http://{host}:{port}/ HTTP/1.1\r\nHost: example.com\r\n\r\n".encode())
            plain = (await reader.read()).decode()
        async with through(proxy.server) as (reader, writer):
            writer.write(f"CONNECT {host}:{port} HTTP/1.1\r\n\r\n".encode())
            tunnel = (await reader.read()).decode()
    for answer in (plain, tunnel):
        assert answer.startswith("HTTP/1.1 403 ")
        assert "--allow" in answer
        assert "error=destination_ip_prohibited" in answer
        assert decisions[0].host in answer
    assert [(decision.allowed, decision.port, decision.cause) for decision in decisions] == [
        (False, port, "address")
    ] * 2
    assert connections == []


BAD_REQUESTS = [
    b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET https://example.com/ HTTP/1.1\r\n\r\n",
    b"GET ftp://example.com/ HTTP/1.1\r\n\r\n",
    b"GET file:///etc/passwd HTTP/1.1\r\n\r\n",
    b"CONNECT example.com HTTP/1.1\r\n\r\n",
    b"CONNECT user@example.com:443 HTTP/1.1\r\n\r\n",
    b"CONNECT /etc HTTP/1.1\r\n\r\n",
    b"nonsense\r\n\r\n",
    b"\x16\x03\x01\x02\x00\r\n\r\n",
    b"GET http://example.com/ HTTP/1.1\r\nA: " + b"x" * MAX_HEAD_BYTES + b"\r\n\r\n",
    b"GET http://example.com/ HTTP/1.1\r\nA: " + b"x" * (MAX_HEAD_BYTES + 10),
    b"GET http://example.com/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"GET http://example.com/ HTTP/1.1\nHost: a\n\r\n\r\n",
    b"GET http://example.com/ HTTP/1.1\r\n\r\nGET http://example.com/ HTTP/1.1\r\n\r\n",
]


@pytest.mark.parametrize("request_", BAD_REQUESTS, ids=lambda request: repr(request[:40]))
async def test_what_no_browser_sends_is_refused(request_: bytes, through: Through) -> None:
    async with EgressProxy.open(Guard(["*"])) as proxy, through(proxy.server) as (reader, writer):
        writer.write(request_)
        answer = await reader.read()
    assert answer.startswith(b"HTTP/1.1 400 ")


async def test_a_name_that_changes_its_mind_meets_the_address_decided_on(site: Site) -> None:
    """Public first, loopback the second time: the second answer is judged anew, and never connected to."""
    answers = iter(["93.184.216.34", "127.0.0.1"])

    async def resolve(name: str) -> tuple[IPAddress, ...]:
        return (ip_address(next(answers)),)

    connections: list[bytes] = []
    guard = Guard(resolve=resolve)
    async with site(counting(connections)) as port, EgressProxy.open(guard) as proxy:
        assert (await guard.decide(f"http://rebind.test:{port}/")).allowed
        async with httpx.AsyncClient(proxy=proxy.server, timeout=60) as client:
            assert (await client.get(f"http://rebind.test:{port}/")).status_code == 403
    assert connections == []


async def test_a_second_request_on_one_connection_is_decided_on_like_the_first(site: Site, through: Through) -> None:
    connections: list[bytes] = []
    other: list[bytes] = []

    async def resolve(name: str) -> tuple[IPAddress, ...]:
        return (ip_address("127.0.0.1"),)

    async with (
        site(counting(connections)) as one,
        site(counting(other)) as two,
        EgressProxy.open(Guard(["a.test", "b.test"], resolve=resolve)) as proxy,
        through(proxy.server) as (reader, writer),
    ):
        for host, port in (("a.test", one), ("a.test", one), ("b.test", two), ("a.test", one)):
            writer.write(f"GET http://{host}:{port}/{host} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            assert await reader.readexactly(len(HELLO)) == HELLO
        writer.write(f"GET http://c.test:{two}/ HTTP/1.1\r\nHost: a.test\r\n\r\n".encode())
        assert (await reader.read()).startswith(b"HTTP/1.1 403 ")
    assert [heads.count(b"GET /a.test ") for heads in connections] == [2, 1]
    assert [heads.count(b"GET /b.test ") for heads in other] == [1]


async def test_the_proxy_does_not_serve_its_own_address_even_where_everything_is_open() -> None:
    guard = Guard(["*"])
    async with (
        EgressProxy.open(guard) as other,
        EgressProxy.open(guard) as proxy,
        httpx.AsyncClient(proxy=proxy.server, timeout=60) as client,
    ):
        for address in (proxy.server, other.server, other.server.replace("127.0.0.1", "localhost")):
            assert (await client.get(address)).status_code == 403


async def test_a_listener_that_fails_does_not_break_the_run() -> None:
    def fail(decision: Decision) -> None:
        raise RuntimeError("mine")

    async with (
        EgressProxy.open(Guard(), on_decision=fail) as proxy,
        httpx.AsyncClient(proxy=proxy.server, timeout=60) as client,
    ):
        assert (await client.get("http://127.0.0.1/")).status_code == 403


async def test_a_site_that_is_not_there_is_no_refusal(site: Site, through: Through) -> None:
    """Plain: silence, as without a proxy, so that a page's own handling of a lost server is tested as it is."""
    async with site(hello) as port:
        pass
    decisions: list[Decision] = []
    async with EgressProxy.open(Guard(["loopback"]), on_decision=decisions.append) as proxy:
        async with through(proxy.server) as (reader, writer):
            writer.write(f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            assert await reader.read() == b""
        async with through(proxy.server) as (reader, writer):
            writer.write(f"CONNECT nosuch.invalid:{port} HTTP/1.1\r\n\r\n".encode())
            assert (await reader.read()).startswith(b"HTTP/1.1 502 ")
    assert [(decision.allowed, decision.cause) for decision in decisions] == [(True, "unreachable")] * 2
    assert "nothing listens there" in decisions[0].reason
    assert "nosuch.invalid could not be found" in decisions[1].reason


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
async def test_a_machine_of_ipv6_alone_listens_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_ipv4(*_: object) -> None:
        raise OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address")

    assert machine.loopback() == "127.0.0.1"
    with monkeypatch.context() as patched:
        patched.setattr("socket.socket.bind", no_ipv4)
        assert machine.loopback() == "::1"
    monkeypatch.setattr("qa_appliance.browser.egress.proxy.loopback", lambda: "::1")
    with bound_ahead() as place:
        assert place.getsockname()[0] == "::1"
    async with EgressProxy.open(Guard()) as proxy, httpx.AsyncClient(proxy=proxy.server, trust_env=False) as client:
        assert proxy.server.startswith("http://[::1]:")
        answer = await client.get("http://127.0.0.1:9/")
        assert (answer.status_code, "--allow 127.0.0.1" in answer.text) == (403, True)
