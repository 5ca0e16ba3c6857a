"""Going places on a real site: what fails first, with its kind."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.kinds import navigation
from qa_appliance.steps.kinds.navigation import open_base, resolve
from tests.conftest import Pages, Request, Response, Serve
from tests.steps.conftest import Do

SITE: Pages = {
    "/": "<title>Home</title><a href=/pricing>Pricing</a><a href=/gone>Old stuff</a>",
    "/pricing": "<title>Prices</title>",
    "/about-us": "<title>About</title>",
    "/gone": Response("<h1>Gone</h1>", 410),
    "/broken": Response("<h1>Broken</h1>", 500),
}


async def at(stage: Stage, origin: str) -> None:
    stage.site = msgspec.structs.replace(stage.site, base_url=origin, own_hosts=frozenset({"127.0.0.1"}))


@pytest.mark.parametrize(
    ("step", "kind", "words"),
    [
        (s.Go(url="/broken"), "page_error", "answered 500"),
        (s.Go(url="/missing"), "page_error", "answered 404"),
        (s.Go(url="http://127.0.0.1:65534/"), "unreachable", "refused the connection"),
        (s.Go(url="ftp://example.com/"), "blocked", "only http and https"),
        (s.Go(page="the imprint page"), "not_found", "imprint"),
    ],
)
async def test_what_cannot_be_opened(stage: Stage, serve: Serve, do: Do, step: s.Go, kind: str, words: str) -> None:
    await at(stage, await serve(SITE))
    await open_base(stage)
    record = await do(step)
    assert record.failure is not None
    assert record.failure.kind == kind
    assert words in (record.error or "")


async def _never(_: Request) -> str:
    await asyncio.Event().wait()
    raise AssertionError


LATE: Pages = {
    "/silent": _never,
    "/half": "<title>Half</title><script src=/never.js></script><h1>Here</h1>",
    "/never.js": _never,
}


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/silent", "it did not answer within 1 seconds"),
        ("/half", "it answered 200, but the page was not ready within 1 seconds; {origin}/never.js did not answer."),
    ],
)
async def test_what_was_waited_for_in_vain_is_named(
    stage: Stage, serve: Serve, do: Do, monkeypatch: pytest.MonkeyPatch, path: str, words: str
) -> None:
    monkeypatch.setattr(navigation, "NAVIGATION_MS", 1000)
    origin = await serve(LATE)
    await at(stage, origin)
    record = await do(s.Go(url=path))
    assert words.format(origin=origin) in (record.error or "")


@pytest.mark.parametrize("again", [s.Go(url="/"), s.Go(page="home")])
async def test_what_is_seen_after_going_there_again_is_what_the_site_kept(
    stage: Stage, serve: Serve, do: Do, again: s.Go
) -> None:
    await at(stage, await serve({"/": "<button onclick='out.textContent=\"Saved\"'>Save</button><p id=out>Nothing"}))
    await open_base(stage)
    assert (await do(s.Click(target=Target(words="Save", name="Save")))).error is None
    assert (await do(again)).note != "the run had just opened it"
    assert await stage.page.inner_text("#out") == "Nothing"


async def test_a_list_is_gone_to_by_what_it_lists_or_opened_where_it_opens(stage: Stage, serve: Serve, do: Do) -> None:
    page = "<nav><a href=/orders>Orders</a></nav><label>Country <select><option>Peru</select></label><ul><li>Mugs</ul>"
    origin = await serve({"/": page, "/orders": "<h1>Orders</h1>" + page})
    await at(stage, origin)
    await open_base(stage)
    record = await do(s.Go(page="the cup list"))
    assert record.failure is not None
    for words in ("the order list", "the list of orders"):
        assert (await do(s.Go(page=words))).note == "opened by the link “Orders”"
        assert stage.page.url == origin + "/orders"
    assert (await do(s.Go(page="the country list"))).error is None


async def test_addresses_pages_and_history(stage: Stage, serve: Serve, do: Do) -> None:
    origin = await serve(SITE)
    await at(stage, origin)
    await open_base(stage)
    record = await do(s.Go(url="/"))
    assert record.note == "the run had just opened it"
    assert (await do(s.Go(page="the pricing page"))).note == "opened by the link “Pricing”"
    assert stage.page.url == origin + "/pricing"
    assert "no link by these words" in ((await do(s.Go(page="about us"))).note or "")
    assert stage.page.url == origin + "/about-us"
    assert (await do(s.History(move="back"))).url == origin + "/pricing"
    assert (await do(s.History(move="forward"))).url == origin + "/about-us"
    assert (await do(s.History(move="reload"))).error is None
    assert (await do(s.Go(page="home"))).url == origin + "/"


@pytest.mark.parametrize(
    ("address", "opened"),
    [
        ("/login", "http://shop.test/login"),
        ("login", "http://shop.test/a/login"),
        ("?q=1", "http://shop.test/a/b?q=1"),
        ("https://other.test/x", "https://other.test/x"),
        ("other.test/x", "https://other.test/x"),
        ("index.html", "http://shop.test/a/index.html"),
    ],
)
def test_addresses_resolve_as_in_a_browser(address: str, opened: str) -> None:
    assert resolve("http://shop.test/a/b", address) == opened
