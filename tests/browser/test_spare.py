"""A context opened ahead is given to one run alone: only where it is what would be opened, never after a crash."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.browser.process import spare as of_spares
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.browser.process.session import Session
from qa_appliance.core.run import Site
from tests.conftest import Serve, given

SITE = Site(base_url="http://127.0.0.1:1/")


@pytest.fixture
async def pool(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pool]:
    async with Pool.open(await choose_browser(), slots=2, data_dir=tmp_path_factory.mktemp("data")) as pool:
        async with run(pool):
            pass
        yield pool


@asynccontextmanager
async def run(pool: Pool, guard: Guard | None = None) -> AsyncIterator[Session]:
    """A session as runs have it, behind a proxy of its own."""
    async with (
        pool.egress(SITE) as listen,
        EgressProxy.open(guard or Guard(["loopback"]), listen=listen) as proxy,
        pool.session(SITE, proxy.server) as session,
    ):
        yield session


async def ahead(pool: Pool) -> Session:
    """What is open for whoever comes next."""
    return given(await given(pool._spare)[1].session(10))


@pytest.mark.parametrize(
    "wanted",
    [
        {"viewport": (800, 600)},
        {"locale": "de-DE"},
        {"timezone": "Asia/Tokyo"},
        {"geolocation": {"latitude": 48.1, "longitude": 11.5}},
        {"basic_auth": ("me", "secret")},
        {"cookies": ({"name": "who", "value": "me", "url": "http://127.0.0.1:1/"},)},
        {"storage_state": {"cookies": [{"name": "who", "value": "me"}], "origins": []}},
        {"base_url": "https://127.0.0.1:1/", "extra_headers": {"X-Pass": "open-sesame"}},
    ],
    ids=lambda wanted: str(next(reversed(wanted))),
)
async def test_what_would_be_opened_otherwise_is_not_taken(pool: Pool, wanted: dict[str, Any]) -> None:
    spare = given(pool._spare)[1]
    site = Site(**{"base_url": SITE.base_url} | wanted)
    assert not spare.fits(site)
    async with pool.egress(site) as listen:
        assert listen.place is None
    async with pool.egress(SITE) as listen:  # nor by whoever has its proxy
        assert listen.place is not None
        assert await pool._promised_to(site, spare.proxy) is None


async def test_runs_one_after_another_have_contexts_of_their_own_opened_ahead(pool: Pool, serve: Serve) -> None:
    origin = await serve({"/": "<title>Shop</title><script>document.cookie = 'a=b'; localStorage.a = 'b'</script>"})
    used = set()
    for _ in range(3):
        spare = await ahead(pool)
        async with run(pool) as session:
            assert session is spare
            assert await session.context.storage_state() == {"cookies": [], "origins": []}
            await session.page.goto(origin)
            other = await session.another()
            assert await other.context.storage_state() == {"cookies": [], "origins": []}
            await other.page.goto(origin)
        used.add(spare)
        assert session.page.is_closed()
    assert len(used) == 3


async def test_two_at_once_have_one_each(pool: Pool) -> None:
    async with run(pool) as first, run(pool) as second:
        assert first.context is not second.context
    spare = await ahead(pool)
    assert given(given(pool._engine).browser).contexts == [spare.context]


async def test_its_run_decides_where_it_may_go_and_nobody_before(pool: Pool, serve: Serve) -> None:
    origin = await serve({"/": "<title>Shop</title>"})
    spare = await ahead(pool)
    fetched = "url => fetch(url, {mode: 'no-cors'}).then(() => 'reached', () => 'not reached')"
    assert await spare.page.evaluate(fetched, origin) == "not reached"
    async with run(pool, Guard()) as session:
        assert session is spare
        answer = await session.page.goto(origin)
        assert given(answer).status == 403


async def test_one_promised_and_never_asked_for_is_closed(pool: Pool) -> None:
    spare = await ahead(pool)
    async with pool.egress(SITE) as listen:
        place = given(listen.place)
        port = place.getsockname()[1]
    assert spare.page.is_closed()
    assert place.fileno() == -1
    with socket.create_server(("127.0.0.1", port)):
        pass
    async with run(pool) as session:
        await session.page.set_content("<h1>Here</h1>")


async def test_one_whose_page_has_died_is_not_taken(pool: Pool) -> None:
    spare = await ahead(pool)
    with pytest.raises(PlaywrightError):
        await spare.page.goto("chrome://crash")
    await spare.crashed.wait()
    async with run(pool) as session:
        assert session is not spare
        await session.page.set_content("<h1>Here</h1>")


async def test_with_the_browser_what_was_opened_ahead_is_gone(pool: Pool) -> None:
    engine, spare = given(pool._spare)
    await spare.session(10)
    await engine.kill()
    async with run(pool) as session:
        await session.page.set_content("<h1>Here</h1>")
    assert given(pool._spare)[0] is not engine
    assert urlsplit(given(pool._spare)[1].proxy).port != urlsplit(spare.proxy).port


class Ahead:
    """What is done to a page ahead: notes it, and fails where the page is gone."""

    def __init__(self) -> None:
        self.done: list[Page] = []
        self.came = asyncio.Event()
        self.may_go_on = asyncio.Event()

    async def __call__(self, page: Page) -> None:
        self.came.set()
        await self.may_go_on.wait()
        await page.evaluate("window.ahead = true")
        self.done.append(page)


async def test_what_is_wanted_at_once_has_nothing_done_to_it_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_spares, "QUIET_SECONDS", 3600)
    ahead = Ahead()
    async with Pool.open(await choose_browser(), slots=1, data_dir=tmp_path, ahead=ahead) as pool:
        for _ in range(2):
            async with run(pool) as session:
                await session.page.set_content("<h1>Here</h1>")
    assert not ahead.came.is_set()


async def test_who_wants_the_page_while_something_is_done_to_it_waits_for_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_spares, "QUIET_SECONDS", 0)
    ahead = Ahead()
    async with Pool.open(await choose_browser(), slots=1, data_dir=tmp_path, ahead=ahead) as pool:
        async with run(pool):
            pass
        await ahead.came.wait()
        spare = given(pool._spare)[1]
        wanting = asyncio.create_task(spare.session(60))
        await spare._wanted.wait()
        assert not wanting.done()
        ahead.may_go_on.set()
        assert ahead.done == [given(await wanting).page]


async def test_what_is_done_ahead_to_a_page_that_is_gone_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_spares, "QUIET_SECONDS", 0)
    ahead = Ahead()
    async with Pool.open(await choose_browser(), slots=1, data_dir=tmp_path, ahead=ahead) as pool:
        async with run(pool):
            pass
        await ahead.came.wait()
        spare = given(pool._spare)[1]
        await given(spare._opened).page.close()
        ahead.may_go_on.set()
        await spare._preparing
        async with run(pool) as session:
            await session.page.set_content("<h1>Here</h1>")
            assert await session.page.inner_text("h1") == "Here"
