"""WebSockets of pages: how many messages went each way and how each ended; never what was said, nor a token."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page
from websockets.asyncio.server import ServerConnection, serve

from tests.evidence.conftest import Record

TALK = """address => new Promise(done => {
    const socket = new WebSocket(address);
    socket.onopen = () => { socket.send("the secret plan"); socket.send("more"); };
    socket.onmessage = () => done();
    window.socket = socket;
})"""
CLOSE = "() => new Promise(done => { window.socket.onclose = () => done(); window.socket.close(); })"
FAIL = "address => new Promise(done => { new WebSocket(address).onclose = () => done(); })"


@pytest.fixture
async def server() -> AsyncIterator[str]:
    async def answer(connection: ServerConnection) -> None:
        await connection.recv()
        await connection.recv()
        await connection.send("the answer")
        await connection.wait_closed()

    async with serve(answer, "127.0.0.1", 0) as listening:
        yield f"ws://127.0.0.1:{listening.sockets[0].getsockname()[1]}"


async def test_switched_off_none_is_counted(page: Page, record: Record, server: str) -> None:
    async with record() as run:
        await page.evaluate(TALK, server)
        assert (await run.recorder.finish(page)).sockets is None


async def test_without_any_there_is_nothing(page: Page, record: Record) -> None:
    async with record(sockets=True) as run:
        assert (await run.recorder.finish(page)).sockets is None


async def test_messages_are_counted_and_not_kept(page: Page, record: Record, server: str) -> None:
    async with record(sockets=True) as run:
        await run.recorder.step_begins(2, "Look")
        await page.evaluate(TALK, f"{server}/live?token=abc123")
        home = await run.recorder.finish(page)
    assert home.sockets is not None
    (socket,) = home.sockets
    assert (socket.url, socket.step_index) == (f"{server}/live?token=••••", 2)
    assert (socket.sent, socket.received, socket.ended, socket.lasted_ms) == (2, 1, "open", None)
    assert "secret plan" not in repr(home)
    assert "the answer" not in repr(home)


async def test_one_that_was_closed_says_how_long_it_lasted(page: Page, record: Record, server: str) -> None:
    async with record(sockets=True) as run:
        await page.evaluate(TALK, server)
        await page.evaluate(TALK, server)
        await page.evaluate(CLOSE)
        home = await run.recorder.finish(page)
    assert home.sockets is not None
    first, second = home.sockets
    assert (first.ended, second.ended) == ("open", "closed")
    assert second.lasted_ms is not None


async def test_one_that_failed_says_why_in_every_tab(page: Page, record: Record) -> None:
    async with record(sockets=True) as run:
        other = await page.context.new_page()
        await other.evaluate(FAIL, "ws://127.0.0.1:1/")
        home = await run.recorder.finish(page)
    assert home.sockets is not None
    (socket,) = home.sockets
    assert (socket.ended, socket.sent) == ("failed", 0)
    assert "ERR_" in socket.error
