"""Requests: the failed, refused and slow are kept first, each with its step; nothing notable is None."""

from __future__ import annotations

import asyncio

from playwright.async_api import Page

from tests.conftest import Request, Serve, given
from tests.evidence.conftest import Record


async def test_a_page_that_loads_well_has_nothing_notable(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<h1>Hello</h1>"})
    async with record(network=True) as run:
        await page.goto(origin)
        assert run.recorder.failed_requests() == []
        assert (await run.recorder.finish(page)).network_events is None


async def test_a_request_the_page_gave_up_itself_is_no_failure(page: Page, serve: Serve, record: Record) -> None:
    asked = asyncio.Event()
    forever = asyncio.Event()

    async def never(_: Request) -> str:
        asked.set()
        await forever.wait()
        return ""

    origin = await serve({"/": "<script>gone = new AbortController(); fetch('/never', gone)</script>", "/never": never})
    async with record(network=True) as run:
        async with page.expect_event("requestfinished"):  # of the page itself, which may come after its load
            await page.goto(origin)
        await asked.wait()
        assert run.recorder.pending_requests() == 1
        async with page.expect_event("requestfailed"):
            await page.evaluate("gone.abort()")
        assert run.recorder.pending_requests() == 0
        assert run.recorder.failed_requests() == []
        forever.set()


async def test_switched_off_it_takes_nothing(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<img src=/gone.png>"})
    async with record() as run:
        await page.goto(origin)
        assert (await run.recorder.finish(page)).network_events is None


async def test_a_refused_answer_is_tied_to_its_step(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<button onclick=\"fetch('/save?token=abc', {method: 'POST'})\">Save</button>"})
    async with record(network=True) as run:
        await run.recorder.step_begins(0, "Open the page.")
        await page.goto(origin)
        await run.recorder.step_begins(1, "Click Save.")
        mark = run.recorder.mark()
        async with page.expect_event("requestfinished", lambda request: request.method == "POST"):
            await page.click("button")
        [event] = [event for event in run.recorder.network_since(mark) if event.method == "POST"]
        assert (event.status, event.method, event.step_index) == (404, "POST", 1)
        home = await run.recorder.finish(page)
    assert home.network_events is not None
    document, saved = home.network_events
    assert (document.method, document.url, document.resource_type) == ("GET", f"{origin}/", "document")
    assert (document.step_index, document.status, document.failed) == (0, 200, False)
    assert saved.url == f"{origin}/save?token=••••"
    assert (saved.status, saved.failed) == (404, True)


async def test_a_server_that_is_not_there_fails_with_the_browsers_reason(
    page: Page, serve: Serve, record: Record
) -> None:
    origin = await serve({"/": "<script>fetch('http://127.0.0.1:9/').catch(() => {})</script>"})
    async with record(network=True) as run:
        async with page.expect_event("requestfailed", lambda request: ":9/" in request.url):
            await page.goto(origin)
        [event] = run.recorder.failed_requests()
        assert event.status is None
        assert event.failure is not None
        assert event.failure.startswith("net::ERR_")


async def test_a_slow_answer_is_notable(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<h1>Hello</h1>"})
    async with record(network=True, slow_request_ms=0) as run:
        await page.goto(origin)
        assert (await run.recorder.finish(page)).network_events is not None


async def test_a_refusal_by_the_address_rules_is_listed(page: Page, record: Record) -> None:
    async with record(network=True) as run:
        await run.recorder.step_begins(4, "Go on.")
        run.recorder.note_no_connection("metadata.internal:80", "blocked", "metadata.internal is a metadata address.")
        [event] = given((await run.recorder.finish(page)).network_events)
    assert (event.url, event.failure, event.step_index) == (
        "metadata.internal:80", "metadata.internal is a metadata address.", 4,
    )  # fmt: skip


async def test_what_kept_the_browser_from_a_place_is_known_from_then_on(page: Page, record: Record) -> None:
    async with record(network=True) as run:
        barrier = run.recorder.barrier
        begun = run.recorder.mark()
        assert barrier(begun) is None
        run.recorder.note_no_connection("shop.test:80", "unreachable", "Nothing listens there.")
        later = run.recorder.mark()
        run.recorder.note_no_connection("ads.test:443", "blocked", "It is private.")
        assert barrier(begun) == ("blocked", "It is private.")
        assert barrier(begun, "shop.test:80") == ("unreachable", "Nothing listens there.")
        assert (barrier(later, "shop.test:80"), barrier(begun, "shop.test:8080")) == (None, None)
        for number in range(200):
            run.recorder.note_no_connection(f"{number}.test:80", "blocked", "No.")
        assert (barrier(begun, "shop.test:80"), barrier(begun, "199.test:80")) == (None, ("blocked", "No."))


async def test_when_there_are_very_many_the_telling_ones_stay(page: Page, serve: Serve, record: Record) -> None:
    load = """<script>
        async function go() { for (let n = 0; n < 60; n++) await fetch(n % 20 ? '/ok?' + n : '/bad?' + n) }
    </script>"""
    origin = await serve({"/": load, "/ok": "fine"})
    async with record(network=True, network_entries=10) as run:
        await page.goto(origin)
        await page.evaluate("go()")
        events = given((await run.recorder.finish(page)).network_events)
    assert len(events) == 10
    assert [event.url for event in events if event.status == 404] == [f"{origin}/bad?{n}" for n in (0, 20, 40)]
    assert events[0].url == f"{origin}/"


async def test_workers_and_new_tabs_are_heard(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve(
        {
            "/": "<script>new Worker('/work.js')</script><a target=_blank href=/tab>Open</a>",
            "/work.js": "fetch('/from-worker')",
            "/tab": "<script>fetch('/from-tab')</script>",
        }
    )
    async with record(network=True) as run:
        async with page.context.expect_event("requestfinished", lambda r: r.url.endswith("/from-worker")):
            await page.goto(origin)
        async with page.context.expect_event("requestfinished", lambda r: r.url.endswith("/from-tab")):
            await page.click("a")
        failed = {event.url for event in run.recorder.failed_requests()}
    assert failed == {f"{origin}/from-worker", f"{origin}/from-tab"}


async def test_a_hidden_secret_is_masked_in_addresses(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<h1>Hello</h1>"})
    async with record(network=True, slow_request_ms=0) as run:
        run.recorder.hide("open sesame")
        await page.goto(f"{origin}/?q=open+sesame")
        home = await run.recorder.finish(page)
    assert home.final_url == f"{origin}/?q=••••"
    assert given(home.network_events)[0].url == f"{origin}/?q=••••"
