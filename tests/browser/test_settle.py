"""After an action: what it has set off in the page is waited for, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page

from qa_appliance.browser.look.ledger import watch_pages
from qa_appliance.browser.look.settle import settled, timers_left
from tests.conftest import Serve

PAGE = """<button onclick="set()">Set</button><p>before</p><script>
const say = text => document.querySelector('p').textContent = text;
const set = () => { HANDLER };
</script>"""
WAITED_FOR = [
    "setTimeout(() => say('after'))",
    "setTimeout(() => say('after'), 60)",
    "setTimeout(function (text) { say(text) }, 100, 'after')",
    "setTimeout(\"say('after')\", 40)",
    "requestAnimationFrame(() => say('after'))",
    "requestAnimationFrame(() => setTimeout(() => say('after'), 20))",
    "setTimeout(() => requestAnimationFrame(() => say('after')), 60)",
    "setTimeout(() => setTimeout(() => say('after')), 60)",
    "const {port1, port2} = new MessageChannel(); port1.onmessage = () => say('after'); port2.postMessage(0)",
    "Promise.resolve().then(() => say('after'))",
]
NOT_WAITED_FOR = [
    "setTimeout(() => say('after'), 600_000)",
    "clearTimeout(setTimeout(() => say('after'), 100))",
    "window.keep = setInterval(() => {}, 5); setTimeout(() => say('after'), 600_000)",
    "const tick = () => setTimeout(tick, 30); tick(); setTimeout(() => say('after'), 600_000)",
    "const draw = () => requestAnimationFrame(draw); draw(); setTimeout(() => say('after'), 600_000)",
]


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context()
    await watch_pages(context)
    yield await context.new_page()
    await context.close()


@pytest.mark.parametrize("handler", WAITED_FOR)
async def test_is_waited_for(page: Page, handler: str) -> None:
    seen = ""
    for _ in range(10):  # it is waited for so long and no longer: a machine that stands still may need another go
        await page.set_content(PAGE.replace("HANDLER", handler))
        await page.click("button")
        await settled(page.main_frame)
        seen = await page.inner_text("p")
        if seen == "after":
            break
    assert seen == "after"


@pytest.mark.parametrize("handler", NOT_WAITED_FOR)
async def test_is_not_waited_for(page: Page, handler: str) -> None:
    await page.set_content(PAGE.replace("HANDLER", handler))
    await page.click("button")
    await settled(page.main_frame)
    assert await page.inner_text("p") == "before"


async def test_in_a_frame(page: Page) -> None:
    inner = PAGE.replace("HANDLER", WAITED_FOR[1]).replace('"', "&quot;")
    await page.set_content(f'<iframe srcdoc="{inner}"></iframe>')
    frame = page.frames[1]
    await frame.click("button")
    await settled(frame)
    assert await frame.inner_text("p") == "after"


async def test_a_page_that_is_left_or_closed_has_settled(page: Page, serve: Serve) -> None:
    origin = await serve({"/": "<script>location = '/next'</script>", "/next": "<h1>Next</h1>"})
    await page.goto(origin, wait_until="commit")
    await settled(page.main_frame)
    await page.wait_for_url("**/next")
    assert await page.inner_text("h1") == "Next"
    await page.close()
    await settled(page.main_frame)
    assert page.is_closed()


async def test_timers_do_what_they_always_did(page: Page) -> None:
    outcome = await page.evaluate(
        """async () => {
        const late = await new Promise(done => setTimeout((a, b) => done([a, b]), 5, 'a', 'b'));
        const bound = await new Promise(done => setTimeout.call(window, done, 1, 'bound'));
        const frame = await new Promise(done => requestAnimationFrame(done));
        clearTimeout(setTimeout(() => { throw new Error('cleared') }, 0));
        return [late, bound, typeof frame, typeof setTimeout(() => {}, 0), setTimeout.length, setTimeout.name,
                Object.keys(window).some(key => key.includes('settled'))];
    }"""
    )
    assert outcome == [["a", "b"], "bound", "number", "number", 1, "setTimeout", False]


@pytest.mark.parametrize(("script", "left"), [("0", 0.0), ("new Promise(() => {})", None)])
async def test_a_page_that_does_not_answer_may_have_timers(browser: Browser, script: str, left: float | None) -> None:
    page = await browser.new_page()
    await page.evaluate(f"() => {{ window[Symbol.for('qa-appliance.left')] = () => {script} }}")
    assert await timers_left(page.main_frame) == left
    await page.close()
