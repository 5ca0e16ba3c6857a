"""Accessibility violations as axe-core finds them, in frames too, with nothing left behind in the page."""

from __future__ import annotations

import pytest
from playwright.async_api import Error, Page

from qa_appliance.evidence.base.isolated import Isolated
from qa_appliance.evidence.observed.accessibility import scan_ahead
from tests.conftest import Serve, given
from tests.evidence.conftest import Record

GOOD = "<!doctype html><html lang=en><title>Shop</title><main><h1>Shop</h1></main>"


async def test_switched_off_it_does_not_run(page: Page, record: Record) -> None:
    async with record() as run:
        assert (await run.recorder.finish(page)).accessibility is None


async def test_a_page_that_is_gone_is_a_note(page: Page, record: Record) -> None:
    async with record(accessibility=True) as run:
        await page.close()
        with pytest.raises(Error):
            await run.recorder.scan_accessibility(page)
        home = await run.recorder.finish(page)
    assert home.accessibility is None
    assert home.notes[0].startswith("The accessibility scan could not be taken: ")


async def test_a_good_page_has_an_empty_list(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": GOOD})
    async with record(accessibility=True) as run:
        await page.goto(origin)
        assert (await run.recorder.finish(page)).accessibility == []


async def test_a_violation_says_rule_impact_and_elements(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": f"{GOOD}<main><img src=a.png><img src=b.png><img src=c.png></main>"})
    async with record(accessibility=True, accessibility_nodes=2) as run:
        await page.goto(origin)
        found = {entry.id: entry for entry in await run.recorder.scan_accessibility(page)}
    alt = found["image-alt"]
    assert (alt.impact, alt.count, len(alt.nodes)) == ("critical", 3, 2)
    assert alt.help == "Images must have alternative text"
    assert alt.help_url.startswith("https://dequeuniversity.com/rules/axe/")
    assert alt.nodes[0].html == '<img src="a.png">'
    assert alt.nodes[0].target == ['img[src="a.png"]']
    assert "alt attribute" in given(alt.nodes[0].summary)


async def test_what_was_made_ready_ahead_is_in_no_document_and_finds_the_same(
    page: Page, serve: Serve, record: Record
) -> None:
    origin = await serve({"/": f"{GOOD}<p>Größe<img src=a.png><b style='color:#ccc'>{'pale ' * 30}</b>"})
    async with record() as run:
        await page.goto(origin)
        plain = await run.recorder.scan_accessibility(page)
    await page.goto("about:blank")
    empty = await page.content()
    await scan_ahead(page)
    assert await page.content() == empty
    await page.goto(origin)
    assert await (await Isolated().world(page)).call("() => typeof axe") == "undefined"
    async with record() as run:
        assert await run.recorder.scan_accessibility(page) == plain
    assert {"image-alt", "color-contrast"} <= {entry.id for entry in plain}


async def test_frames_are_scanned_also_of_other_sites_and_in_frames(page: Page, serve: Serve, record: Record) -> None:
    inner = await serve({"/": f"{GOOD}<img src=deep.png>"})
    middle = await serve({"/": f"{GOOD}<iframe title=Deep src='{inner}'></iframe>"})
    origin = await serve({"/": f"{GOOD}<iframe id=shop title=Shop src='{middle}'></iframe>"})
    async with record() as run:
        await page.goto(origin)
        found = {entry.id: entry for entry in await run.recorder.scan_accessibility(page)}
    assert found["image-alt"].nodes[0].target == ["#shop", "iframe", "img"]


async def test_a_page_with_a_strict_policy_and_broken_builtins_is_scanned_unseen(
    page: Page, serve: Serve, record: Record
) -> None:
    script = (
        "Array.prototype.map = JSON.stringify = () => { throw Error('broken') }; define = () => {}; define.amd = {}"
    )
    body = f"{GOOD}<meta http-equiv=Content-Security-Policy content=\"script-src 'sha256-x'\"><img src=a.png>"
    origin = await serve({"/": body.replace("<main>", f"<script>{script}</script><main>", 1)})
    async with record() as run:
        await page.goto(origin)
        found = [entry.id for entry in await run.recorder.scan_accessibility(page)]
        assert await page.evaluate("typeof axe") == "undefined"
    assert "image-alt" in found


async def test_secrets_and_password_values_are_masked_in_snippets(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": f"{GOOD}<input value='open sesame'><input type=password value=unknown1>"})
    async with record() as run:
        run.recorder.hide("open sesame")
        await page.goto(origin)
        found = {entry.id: entry for entry in await run.recorder.scan_accessibility(page)}
    assert [node.html for node in found["label"].nodes] == [
        '<input value="••••">',
        '<input type="password" value="••••">',
    ]
