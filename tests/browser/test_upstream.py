"""Sites reached through the lab's own proxy: what it is asked for, what it is never asked for, what it may answer."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address

import httpx
import pytest

from qa_appliance.browser.egress.address import IPAddress
from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.browser.egress.upstream import upstream_of
from qa_appliance.core.errors import Invalid
from qa_appliance.settings import Proxy
from qa_appliance.settings.base import Secret
from tests.browser.conftest import Site

PUBLIC, PRIVATE = "93.184.215.14", "10.1.2.3"
NAMES = {"shop.example": PUBLIC, "inside.example": PRIVATE}
OPENED = b"HTTP/1.1 200 Connection established\r\n\r\n"
PAGE = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\nthe shop"


async def resolve(host: str) -> tuple[IPAddress, ...]:
    if host not in NAMES:
        raise OSError("not found")
    return (ip_address(NAMES[host]),)


@dataclass
class Lab:
    """What the proxy of the lab was asked; it leads everywhere to the same page."""

    answer: bytes = OPENED
    heads: list[str] = field(default_factory=list)

    async def http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heads.append((await reader.readuntil(b"\r\n\r\n")).decode())
        answer = self.answer if self.heads[-1].startswith("CONNECT ") else PAGE
        for part in (answer[:20], answer[20:]):  # as a slow network gives it
            writer.write(part)
            await writer.drain()
        if self.answer is OPENED and self.heads[-1].startswith("CONNECT "):
            await reader.read(1)
            writer.write(PAGE)

    async def socks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """RFC 1928 and 1929, as far as it takes to be asked for a connection by somebody called ada."""
        _, methods = await reader.readexactly(2)
        assert 2 in await reader.readexactly(methods)
        writer.write(b"\x05\x02")
        await reader.readexactly(1)
        user = await reader.readexactly((await reader.readexactly(1))[0])
        password = await reader.readexactly((await reader.readexactly(1))[0])
        writer.write(b"\x01\x00")
        kind = (await reader.readexactly(4))[3]
        host = await reader.readexactly(4 if kind == 1 else (await reader.readexactly(1))[0])
        named = ".".join(map(str, host)) if kind == 1 else host.decode()
        self.heads.append(
            f"{user.decode()}:{password.decode()} {named}:{int.from_bytes(await reader.readexactly(2), 'big')}"
        )
        writer.write(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
        await reader.readuntil(b"\r\n\r\n")
        writer.write(PAGE)


@asynccontextmanager
async def browsing(
    settings: Proxy, *allow: str, heard: list[Decision] | None = None
) -> AsyncIterator[httpx.AsyncClient]:
    """What a test's browser does, through its way out."""
    guard = Guard(allow, resolve=resolve, upstream=upstream_of(settings), bypass=settings.bypass)
    on_decision = heard.append if heard is not None else lambda _: None
    async with (
        EgressProxy.open(guard, on_decision=on_decision) as proxy,
        httpx.AsyncClient(proxy=proxy.server, trust_env=False) as client,
    ):
        yield client


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (Proxy(url="http://proxy:99999"), "--proxy-url http://proxy:99999 names no port"),
        (Proxy(url="http://proxy", bypass=("http://x",)), "In --proxy-bypass: The allow rule “http://x”"),
    ],
)
def test_what_cannot_be_read_is_refused(settings: Proxy, says: str) -> None:
    with pytest.raises(Invalid, match=says):
        Guard(upstream=upstream_of(settings), bypass=settings.bypass)


@pytest.mark.parametrize("url", ["http://inside.example/", "http://127.0.0.1:9/", "http://169.254.169.254/"])
async def test_the_proxy_hears_nothing_of_what_the_guard_refuses(url: str, site: Site) -> None:
    lab = Lab()
    async with site(lab.http) as port, browsing(Proxy(url=f"http://127.0.0.1:{port}", bypass=())) as client:
        answer = await client.get(url)
    assert (answer.status_code, lab.heads) == (403, [])


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (
            b"HTTP/1.1 407 Who are you?\r\nContent-Length: 0\r\n\r\n",
            "does not take the name and password of --proxy-user",
        ),
        (
            b'HTTP/1.1 407 Who?\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM realm="x"\r\n\r\n',
            "asks for a sign-in by Negotiate or NTLM, and only Basic is spoken",
        ),
        (
            b"HTTP/1.1 407 Who?\r\nProxy-Authenticate: NTLM\r\nProxy-Authenticate: Basic\r\n\r\n",
            "does not take the name and password of --proxy-user",
        ),
        (
            b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n",
            f"refuses a tunnel to {PUBLIC}:80 (403). A host that --allow names",
        ),
        (b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "finds nobody there"),
        (b"nonsense\r\n\r\nnonsense\r\n\r\n", "broke off"),
        (b"", "broke off"),
        (OPENED + b"HELLO", "sends what nobody asked for"),
    ],
)
async def test_a_proxy_that_does_not_help(answer: bytes, says: str, site: Site) -> None:
    heard: list[Decision] = []
    async with site(Lab(answer).http) as port:
        settings = Proxy(url=f"http://127.0.0.1:{port}", user="ada", password=Secret("correct horse"))
        async with browsing(settings, heard=heard) as client:
            with pytest.raises(httpx.HTTPError):
                await client.get("http://shop.example/")
    [decision] = heard
    assert decision.cause == "unreachable"
    assert decision.reason.startswith("The host shop.example cannot be reached on port 80: the proxy 127.0.0.1:")
    assert says in decision.reason
    assert "correct horse" not in repr(decision)


async def test_what_the_proxy_says_of_itself_is_no_answer_of_the_site(site: Site) -> None:
    async def asks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for byte in b"HTTP/1.0 407 Who are you?\r\nContent-Length: 9\r\n\r\nno access":
            writer.write(bytes([byte]))
            await writer.drain()

    heard: list[Decision] = []
    async with (
        site(asks) as port,
        browsing(Proxy(url=f"http://127.0.0.1:{port}"), "shop.example", heard=heard) as client,
    ):
        with pytest.raises(httpx.HTTPError):
            await client.get("http://shop.example/")
    assert [decision.cause for decision in heard] == ["unreachable"]
    assert "asks who is there; give a name and password with --proxy-user" in heard[0].reason


async def test_a_proxy_that_is_not_there() -> None:
    heard: list[Decision] = []
    for scheme in ("http", "socks5"):
        async with browsing(Proxy(url=f"{scheme}://127.0.0.1:9"), heard=heard) as client:
            with pytest.raises(httpx.HTTPError):
                await client.get("http://shop.example/")
    refused = "the proxy 127.0.0.1:9 cannot be reached: connection refused."
    assert [refused in decision.reason for decision in heard] == [True, True]


async def test_a_site_is_asked_for_by_the_address_decided_on(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    lab = Lab()
    with caplog.at_level(logging.DEBUG):
        async with site(lab.http) as port:
            settings = Proxy(url=f"http://127.0.0.1:{port}", user="ada", password=Secret("correct horse"))
            async with browsing(settings) as client:
                assert (await client.get("http://shop.example/")).text == "the shop"
                with pytest.raises(httpx.HTTPError):
                    await client.get("http://elsewhere.example/")  # does not resolve, and nobody named it
    [head] = lab.heads
    assert head.startswith(f"CONNECT {PUBLIC}:80 HTTP/1.1\r\n")
    assert f"Basic {base64.b64encode(b'ada:correct horse').decode()}" in head
    assert "shop.example" not in head
    assert "correct horse" not in caplog.text


@pytest.mark.parametrize("host", ["shop.example", "elsewhere.example", "inside.example"])
@pytest.mark.parametrize("rule", ["*.example", "*"])
async def test_a_host_that_is_allowed_by_name_is_asked_for_by_name(host: str, rule: str, site: Site) -> None:
    """And what is not encrypted without a tunnel: many proxies lead tunnels to port 443 only."""
    lab = Lab()
    async with site(lab.http) as port:
        settings = Proxy(url=f"http://127.0.0.1:{port}", bypass=(), user="ada", password=Secret("correct horse"))
        async with browsing(settings, rule) as client:
            assert (await client.get(f"http://{host}/cart?a=b")).text == "the shop"
            with pytest.raises(httpx.ConnectError):
                await client.get(f"https://{host}/")  # the page at the tunnel's end speaks no TLS
    plain, tunnel = lab.heads
    assert plain.startswith(f"GET http://{host}/cart?a=b HTTP/1.1\r\nHost: {host}\r\n")
    assert tunnel.startswith(f"CONNECT {host}:443 HTTP/1.1\r\n")
    for head in lab.heads:
        assert f"Basic {base64.b64encode(b'ada:correct horse').decode()}" in head


async def test_what_is_reached_without_it(site: Site) -> None:
    lab = Lab()

    async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(PAGE)

    async with site(lab.http) as port, site(answers) as own:
        settings = Proxy(url=f"http://127.0.0.1:{port}", bypass=())
        async with browsing(settings, "loopback") as client:  # this machine never goes through it
            assert (await client.get(f"http://127.0.0.1:{own}/")).text == "the shop"
            assert (await client.get(f"http://localhost:{own}/")).text == "the shop"
    assert lab.heads == []
    for bypass in (("private",), ("inside.example",), ("10.0.0.0/8",), ("*.example",), ("*",)):
        upstream = upstream_of(Proxy(url="http://127.0.0.1:9"))
        guard = Guard(("private",), resolve=resolve, upstream=upstream, bypass=bypass)
        decision = await guard.decide("http://inside.example/")
        assert (decision.addresses, decision.through) == ((PRIVATE,), None), bypass


async def test_through_socks(site: Site) -> None:
    lab = Lab()
    async with site(lab.socks) as port:
        settings = Proxy(url=f"socks5://127.0.0.1:{port}", user="ada", password=Secret("correct horse"))
        async with browsing(settings) as client:
            assert (await client.get("http://shop.example/")).text == "the shop"
        async with browsing(settings, "elsewhere.example") as client:
            assert (await client.get("http://elsewhere.example:8080/")).text == "the shop"
    assert lab.heads == [f"ada:correct horse {PUBLIC}:80", "ada:correct horse elsewhere.example:8080"]
