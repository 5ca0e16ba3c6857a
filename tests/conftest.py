"""What all tests share: one real browser for the whole session, a fresh page and a tiny web server per test."""

from __future__ import annotations

import asyncio
import mimetypes
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser, Page, async_playwright, expect

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch

# A busy machine is no failure, and a test fails always or never.
expect.set_options(timeout=60_000)
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


T = TypeVar("T")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What shares the dearest fixture comes first: a worker that has nothing left takes from the end of the others."""
    items.sort(key=lambda item: "tests/web/" not in item.nodeid)


def given(value: T | None) -> T:
    """What a test goes on with; where it is None the test fails."""
    assert value is not None
    return value


@dataclass
class Request:
    """One request as the test server saw it. Header names are in lower case."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Response:
    body: str | bytes = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


Handler = Callable[[Request], Response | str | Awaitable[Response | str]]
Pages = Mapping[str, str | bytes | Response | Handler]


class Serve(Protocol):
    def __call__(self, pages: Pages, tls: ssl.SSLContext | None = None) -> Awaitable[str]: ...


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The browser the appliance itself would choose, started through its own sessions."""
    choice = await choose_browser()
    async with async_playwright() as playwright:
        launched = await launch(playwright, choice)
        yield launched.browser
        await launched.browser.close()


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page in a context of its own (1280 × 720)."""
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    yield await context.new_page()
    await context.close()


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """`origin = await serve({"/": "<h1>Hello</h1>", "/api": handler})`: serves on loopback until the test ends.

    A page is text (HTML unless the path's ending says otherwise), bytes, a Response, or a function of the Request,
    plain or async. Each call opens a server, hence an origin, of its own; with `tls` it speaks https. Unknown paths
    answer 404.
    """
    servers: list[asyncio.Server] = []
    talks: set[asyncio.Task[None]] = set()

    async def start(pages: Pages, tls: ssl.SSLContext | None = None) -> str:
        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            talks.add(task)
            try:
                await _talk(pages, reader, writer)
            except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                pass
            finally:
                talks.discard(task)
                writer.close()

        server = await asyncio.start_server(talk, "127.0.0.1", 0, ssl=tls)
        servers.append(server)
        return f"http{'s' if tls else ''}://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    yield start
    for server in servers:
        server.close()
    for task in list(talks):
        task.cancel()
    await asyncio.gather(*talks, return_exceptions=True)


async def _talk(pages: Pages, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One request per connection: what a test needs, and no more HTTP than that."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ", 2)
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    address = urlsplit(target)
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    response = await _answer(pages, Request(method, address.path, address.query, headers, body))
    data = response.body.encode() if isinstance(response.body, str) else response.body
    guessed = mimetypes.guess_type(address.path)[0] or "text/html"
    kind = f"{guessed}; charset=utf-8" if isinstance(response.body, str) else guessed
    fields = {"Content-Type": kind, "Content-Length": str(len(data)), "Connection": "close", **response.headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    status = f"HTTP/1.1 {response.status} {HTTPStatus(response.status).phrase}\r\n"
    writer.write(f"{status}{lines}\r\n".encode("latin-1") + (b"" if method == "HEAD" else data))
    await writer.drain()


async def _answer(pages: Pages, request: Request) -> Response:
    found = pages.get(request.path)
    if found is None:
        return Response("<h1>Not found</h1>", 404)
    if callable(found):
        answered = found(request)
        found = await answered if isinstance(answered, Awaitable) else answered
    return found if isinstance(found, Response) else Response(found)
