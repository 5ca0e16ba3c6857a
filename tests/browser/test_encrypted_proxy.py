"""A lab's proxy that is spoken to encrypted: whom it has to be, and that nothing else changes."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from qa_appliance.browser.egress.automatic import Automatic
from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.browser.egress.upstream import Upstream, upstream_of
from qa_appliance.settings import Proxy
from qa_appliance.settings.base import Secret
from qa_appliance.trust import trusting
from tests.authority import Authority

from .test_upstream import PAGE, PUBLIC, Lab, resolve


@asynccontextmanager
async def proxy(lab: Lab, tls: ssl.SSLContext | None) -> AsyncIterator[int]:
    """Speaks as `lab` does, behind TLS; without it, as what is no such proxy."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if tls is None:
                writer.write(PAGE)
            await lab.http(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0, ssl=tls)
    async with server:
        yield server.sockets[0].getsockname()[1]


class Leading(Lab):
    """Its tunnels go to a port of this machine."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._port = port

    async def http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heads.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        there, here = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.gather(_copy(reader, here), _copy(there, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while content := await reader.read(4096):
        writer.write(content)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def browsing(
    upstream: Upstream | Automatic | None, *allow: str, heard: list[Decision] | None = None, authorities: str = ""
) -> AsyncIterator[httpx.AsyncClient]:
    """What a test's browser does, through its way out."""
    guard = Guard(allow, resolve=resolve, upstream=upstream)
    on_decision = heard.append if heard is not None else lambda _: None
    async with (
        EgressProxy.open(guard, on_decision=on_decision) as way_out,
        httpx.AsyncClient(proxy=way_out.server, trust_env=False, verify=trusting(authorities)) as client,
    ):
        yield client


@pytest.mark.parametrize(
    ("host", "days", "trusted", "why"),
    [
        ("127.0.0.1", 30, False, "its certificate is not valid for it (unable to get"),
        ("127.0.0.1", -1, True, "its certificate is not valid for it (certificate has expired)"),
        ("other.lab", 30, True, "its certificate is not valid for it (IP address mismatch"),
        (None, 30, True, "it speaks no TLS"),
    ],
)
async def test_another_than_the_one_named_hears_nothing(
    tmp_path: Path, host: str | None, days: int, trusted: bool, why: str
) -> None:
    authority, lab = Authority("Lab", tmp_path), Lab()
    heard: list[Decision] = []
    tls = authority.server(host, days=days) if host is not None else None
    async with proxy(lab, tls) as port:
        settings = Proxy(url=f"https://127.0.0.1:{port}", user="ada", password=Secret("correct horse"))
        upstream = upstream_of(settings, authority.pem if trusted else "")
        async with browsing(upstream, heard=heard) as client:
            with pytest.raises(httpx.HTTPError):
                await client.get("http://shop.example/")
    assert f"the proxy 127.0.0.1:{port} cannot be reached: {why}" in heard[0].reason
    assert lab.heads == []


@pytest.mark.parametrize("by", ["setting", "script"])
async def test_sites_are_reached_through_it(tmp_path: Path, by: str) -> None:
    authority, lab = Authority("Lab", tmp_path), Lab()
    async with proxy(lab, authority.server()) as port:
        upstream: Upstream | Automatic | None
        if by == "setting":
            upstream = upstream_of(Proxy(url=f"https://127.0.0.1:{port}"), authority.pem)
        else:
            script = tmp_path / "proxy.pac"
            script.write_text(f"function FindProxyForURL(url, host) {{ return 'HTTPS 127.0.0.1:{port}' }}")
            upstream = Automatic(str(script), authorities=authority.pem, resolve=resolve)
        async with browsing(upstream) as client:
            assert (await client.get("http://shop.example/")).text == "the shop"
        async with browsing(upstream, "*.example") as client:  # whole, by its name
            assert (await client.get("http://inside.example/cart")).text == "the shop"
    assert [head.partition("\r\n")[0] for head in lab.heads] == [
        f"CONNECT {PUBLIC}:80 HTTP/1.1",
        "GET http://inside.example/cart HTTP/1.1",
    ]


async def test_a_site_that_is_encrypted_itself_is_so_to_its_end(tmp_path: Path) -> None:
    """TLS in TLS, more than a buffer of it, and nothing is left running."""
    authority = Authority("Lab", tmp_path)
    page = b"x" * 3_000_000

    async def shop(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(page) + page)
        await writer.drain()
        writer.close()

    site = await asyncio.start_server(shop, "127.0.0.1", 0, ssl=authority.server("shop.example"))
    async with site:
        lab = Leading(site.sockets[0].getsockname()[1])
        async with proxy(lab, authority.server()) as port:
            upstream = upstream_of(Proxy(url=f"https://127.0.0.1:{port}"), authority.pem)
            async with browsing(upstream, authorities=authority.pem) as client:
                assert (await client.get("https://shop.example/")).content == page
            assert [head.partition("\r\n")[0] for head in lab.heads] == [f"CONNECT {PUBLIC}:443 HTTP/1.1"]
            carrying = [task for task in asyncio.all_tasks() if task.get_name().startswith("encrypted to")]
            async with asyncio.timeout(10):
                await asyncio.gather(*carrying)
