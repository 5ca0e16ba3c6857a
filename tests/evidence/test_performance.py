"""Timings of each page that came up, by the browser's own entries."""

from __future__ import annotations

import asyncio

from playwright.async_api import Page

from qa_appliance.evidence.recorder import Recorder
from tests.conftest import Serve, given
from tests.evidence.conftest import Record


async def loaded(page: Page, recorder: Recorder, documents: int = 1) -> None:
    """Until the browser has told everything about so many: a paint comes a frame or two after the load."""
    async with asyncio.timeout(60):
        while True:
            timings = recorder._performance.final(page)
            complete = timings is not None and None not in timings.by_name().values()
            if complete and len(recorder._performance.pages() or ()) >= documents:
                return
            await page.evaluate("new Promise(done => requestAnimationFrame(done))")


async def test_switched_off_there_are_none(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<h1>Hello</h1>"})
    async with record() as run:
        await page.goto(origin)
        home = await run.recorder.finish(page)
    assert (home.performance, home.per_page_performance) == (None, None)


async def test_a_run_without_a_page_has_none(page: Page, record: Record) -> None:
    async with record(performance=True) as run:
        home = await run.recorder.finish(page)
    assert (home.performance, home.per_page_performance) == (None, None)


async def test_every_navigation_has_its_timings(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<h1>Hello</h1>", "/second": "<h1>Again</h1><iframe src=/></iframe>"})
    async with record(performance=True) as run:
        await page.goto(origin)
        await loaded(page, run.recorder)
        await page.goto(f"{origin}/second?token=abc")
        await loaded(page, run.recorder, 2)
        home = await run.recorder.finish(page)
    first, second = given(home.per_page_performance)
    assert [first.url, second.url] == [f"{origin}/", f"{origin}/second?token=••••"]
    assert second.by_name() == given(home.performance).by_name()
    assert first.captured_at.endswith("Z")
    for timings in (first, second):
        assert 0 < given(timings.ttfb_ms) <= given(timings.dom_content_loaded_ms) <= given(timings.load_event_ms)
        assert 0 < given(timings.fcp_ms) <= given(timings.lcp_ms)


async def test_they_agree_with_what_the_page_reads_itself(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<h1>Hello</h1>"})
    async with record(performance=True) as run:
        await page.goto(origin)
        await loaded(page, run.recorder)
        own = await page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
        home = await run.recorder.finish(page)
    assert abs(given(home.performance).ttfb_ms - own["responseStart"]) < 0.1
    assert abs(given(home.performance).load_event_ms - own["loadEventEnd"]) < 0.1


async def test_new_tabs_are_timed_and_the_page_sees_nothing_of_it(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<a target=_blank href=/tab>Open</a>", "/tab": "<h1>Tab</h1>"})
    async with record(performance=True) as run:
        await page.goto(origin)
        async with page.expect_popup() as opening:
            await page.click("a")
        tab = await opening.value
        await loaded(tab, run.recorder, 2)
        assert await tab.evaluate("Object.keys(window).filter(name => /appliance/i.test(name))") == []
        home = await run.recorder.finish(tab)
    assert [entry.url for entry in given(home.per_page_performance)] == [f"{origin}/", f"{origin}/tab"]
    assert given(home.performance).load_event_ms == given(home.per_page_performance)[1].load_event_ms


async def test_a_script_beside_the_page_meets_the_document_that_is_there(
    page: Page, serve: Serve, record: Record
) -> None:
    origin = await serve({"/": "<h1>Hello</h1>", "/second": "<h1>Again</h1>"})
    async with record(performance=True) as run:
        await page.goto(origin)
        await loaded(page, run.recorder)
        isolated = run.recorder._isolated
        first = await isolated.world(page)
        assert await isolated.world(page) is first
        await page.goto(f"{origin}/second")
        assert await (await isolated.world(page)).call("() => document.body.innerText") == "Again"
