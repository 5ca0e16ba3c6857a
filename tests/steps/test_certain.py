"""A failure is told as soon as nothing can change the page, and never sooner: pages that are late in every way pass."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser

from qa_appliance.browser.look.ledger import watch_pages
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.run import Site
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.kinds.surroundings import take_clock
from qa_appliance.steps.perform import perform
from tests.conftest import Serve
from tests.steps.conftest import stage_on
from tests.steps.late import MECHANISMS, late_server

REAL_PATIENCE = 10.0
LATE = (800, 2300)  # milliseconds
ALARMS = ("timer", "long interval", "time limit", "socket", "stream of events", "worker", "transition", "request")


@pytest.fixture
async def origin() -> AsyncIterator[str]:
    async with late_server() as origin:
        yield origin


async def last(browser: Browser, address: str, words: str, patience: float, *, certain: bool = True) -> StepRecord:
    """The record of the last step on the page at the address."""
    async with stage_on(browser, Site(base_url=address)) as stage:
        stage.patience, stage.certain = patience, certain
        await stage.page.goto(address, wait_until="commit")
        plan = plan_english(words)
        assert plan.gaps == ()
        stage.steps = plan.steps
        for index, step in enumerate(plan.steps):
            record = await perform(step, stage, index)
        return record


@pytest.mark.parametrize("mechanism", MECHANISMS)
async def test_what_comes_late_is_waited_for(browser: Browser, origin: str, mechanism: str) -> None:
    """Side by side, so late and later."""
    late = (*LATE, 8000) if mechanism in ALARMS else LATE
    addresses = [f"{origin}/at?of={mechanism}&ms={ms}" for ms in late]
    words = "Check that “Ready” is shown."
    records = await asyncio.gather(*(last(browser, each, words, REAL_PATIENCE) for each in addresses))
    assert [record.error for record in records] == [None] * len(late)


HEAD = "<!doctype html><meta charset=utf-8><title>Still</title><h1>Shop</h1><button>Pay</button>"
STILL = {
    "nothing": "",
    "a timer that came": "<script>setTimeout(() => document.body.append('x'), 100)</script>",
    "a timer that was taken back": "<script>clearTimeout(setTimeout(() => 0, 3000))</script>",
    "an interval that was taken back": "<script>const i = setInterval(() => clearInterval(i), 100)</script>",
    "a timer beyond the patience": "<script>setTimeout(() => 0, 600_000)</script>",
    "an interval beyond the patience": "<script>setInterval(() => 0, 600_000)</script>",
    "an answered request": "<script>fetch('/no').then(r => r.text())</script>",
    "a refused request": "<script>fetch('/none').catch(() => 0)</script>",
    "a drawing": "<script>requestAnimationFrame(() => document.body.append('x'))</script>",
    "idle": "<script>requestIdleCallback(() => 0)</script>",
    "a transition": "<p id=t style='transition: opacity .2s'>x</p>"
    "<script>setTimeout(() => t.style.opacity = .5, 50)</script>",
    "an animation that stands": "<style>@keyframes a {}</style><p style='animation: a 9s paused infinite'>x</p>",
    "a closed socket": "<script>const s = new WebSocket(`ws://${location.host}/none`)</script>",
    "a closed stream": "<script>new EventSource('/events').close()</script>",
    "a worker that was ended": "<script>const w = new Worker(URL.createObjectURL(new Blob([''])));"
    " setTimeout(() => w.terminate(), 300)</script>",
    "a database": "<script>indexedDB.open('d')</script>",
    "a frame": "<iframe srcdoc='<p>x</p>'></iframe>",
    "a silent channel": "<script>new BroadcastChannel('c').onmessage = () => 0</script>",
}
OPEN = {
    "an interval": "<script>setInterval(() => 0, 500)</script>",
    "a poll": "<script>setInterval(() => fetch('/no'), 300)</script>",
    "a socket": "<script>new WebSocket(`ws://${location.host}/socket?ms=60000`)</script>",
    "a stream of events": "<script>new EventSource('/events?ms=60000')</script>",
    "a request": "<script>new Image().src = '/slow?ms=60000'</script>",
    "a worker": "<script>new Worker(URL.createObjectURL(new Blob(['setInterval(() => 0, 99)'])))</script>",
    "an endless animation": "<style>@keyframes a { to { opacity: .5 } }</style>"
    "<p style='animation: a 1s infinite'>x</p>",
    "a frame with an interval": "<iframe srcdoc='<script>setInterval(() => 0, 500)</script>'></iframe>",
    "a frame without scripts": "<iframe sandbox srcdoc='<p>x</p>'></iframe>",
    "drawings": "<script>const d = () => requestAnimationFrame(d); d()</script>",
    "a page that is reloaded": "<meta http-equiv=refresh content=600>",
}
FAILING = ["Check that “Ready” is shown.", "Check that “Shop” is not shown.", "Click “Order”."]


async def shown(browser: Browser, serve: Serve, late: str, markup: str, words: str, patience: float) -> StepRecord:
    """On a page whose script asks the server of late pages."""
    origin = await serve(
        {"/": HEAD + markup.replace("'/", f"'{late}/").replace("${location.host}", urlsplit(late).netloc)}
    )
    return await last(browser, origin, words, patience)


@pytest.mark.parametrize("what", STILL)
async def test_on_a_still_page_a_failure_is_certain(browser: Browser, serve: Serve, origin: str, what: str) -> None:
    for words in FAILING:
        record = await shown(browser, serve, origin, STILL[what], words, 60)
        assert record.result == "failed"
        assert record.details.certain_after_ms is not None
        assert "nothing was under way" in (record.note or "")


@pytest.mark.parametrize("what", OPEN)
async def test_where_something_may_come_the_patience_is_waited_for(
    browser: Browser, serve: Serve, origin: str, what: str
) -> None:
    record = await shown(browser, serve, origin, OPEN[what], FAILING[0], 1.5)
    assert record.result == "failed"
    assert record.details.certain_after_ms is None
    assert record.duration_ms >= 1500


async def test_what_is_waited_for_and_a_condition_are_never_given_up_early(browser: Browser, serve: Serve) -> None:
    origin = await serve({"/": HEAD})
    for words in ("Wait up to 1 second until “Ready” is shown.", "If “Ready” is shown, click “Pay”."):
        record = await last(browser, origin, words, 1.5)
        assert record.details.certain_after_ms is None
        assert record.duration_ms >= 1000


async def test_with_full_patience_nothing_is_given_up_early(browser: Browser, serve: Serve) -> None:
    record = await last(browser, await serve({"/": HEAD}), FAILING[0], 1.5, certain=False)
    assert record.details.certain_after_ms is None
    assert record.duration_ms >= 1500


async def test_a_clock_that_the_test_has_taken_over_tells_nothing(browser: Browser, serve: Serve) -> None:
    origin = await serve({"/": HEAD})
    async with stage_on(browser, Site(base_url=origin)) as stage:
        stage.patience = 1.5
        await take_clock(stage)
        await stage.page.goto(origin)
        record = await perform(plan_english(FAILING[0]).steps[0], stage, 0)
    assert record.details.certain_after_ms is None


@pytest.mark.parametrize("words", ["Check that “Ready” is shown.", "Click “Ready”."])
async def test_the_patience_does_not_run_while_the_application_answers(
    browser: Browser, serve: Serve, origin: str, words: str
) -> None:
    brings = (
        f"<script>document.querySelector('button').onclick = () => fetch('{origin}/slow?ms=6000')"
        ".then(() => document.body.insertAdjacentHTML('beforeend', '<button>Ready</button>'))</script>"
    )
    record = await last(browser, await serve({"/": HEAD + brings}), f"Click “Pay”. {words}", 2)
    assert record.error is None
    assert "for GET /slow" in (record.note or "")


async def test_a_page_that_is_polled_is_silent(browser: Browser, serve: Serve, origin: str) -> None:
    """An address that is asked again and again brings nothing that the patience stands still for."""
    polls = f"<script>const ask = () => fetch('{origin}/slow?ms=300', {{ mode: 'no-cors' }}).then(ask); ask()</script>"
    record = await last(browser, await serve({"/": HEAD + polls}), FAILING[0], 1.5)
    assert record.result == "failed"
    assert record.duration_ms < 30_000


AS_NATIVE = """async () => {
    class Own extends WebSocket {}
    const nowhere = "ws://127.0.0.1:9/";
    const kinds = [new Own(nowhere) instanceof Own, new WebSocket(nowhere).constructor === WebSocket, WebSocket.CLOSED,
        Object.getPrototypeOf(Own) === WebSocket, new Audio().constructor === HTMLAudioElement];
    const uncaught = new Promise(done => addEventListener("unhandledrejection",
        event => { event.preventDefault(); done(event.reason.name) }));
    fetch("http://127.0.0.1:9/");
    const refused = await new Promise((done, other) => setTimeout.call({}, done)).catch(error => error.name);
    const native = [setTimeout, fetch, WebSocket, EventTarget.prototype.addEventListener, Element.prototype.animate]
        .every(each => /\\[native code\\]/.test(Function.prototype.toString.call(each)));
    const other = await new Promise(done => {
        const frame = document.createElement("iframe");
        onmessage = event => done(event.source === frame.contentWindow);
        document.body.append(frame);
        new frame.contentWindow.Function("parent.postMessage(1, '*')")();
    });
    const listed = Object.keys(window).filter(each => /qa|under|ledger/i.test(each));
    const places = [Object.getOwnPropertyDescriptor(window, "Worker").enumerable, setInterval.length, setInterval.name,
        Element.prototype.animate.name, typeof requestAnimationFrame(() => 0), typeof requestIdleCallback(() => 0)];
    return { kinds, uncaught: await uncaught, refused, native, other, listed, places };
}"""


async def test_the_page_is_not_told_that_it_is_watched(browser: Browser, serve: Serve) -> None:
    """What is called and made answers as the browser's own does, and an error nobody catches is still told."""
    plain = await browser.new_context()
    watched = await browser.new_context()
    await watch_pages(watched)
    origin = await serve({"/": HEAD})
    seen = []
    for context in (plain, watched):
        page = await context.new_page()
        await page.goto(origin)
        seen.append(await page.evaluate(AS_NATIVE))
        await context.close()
    assert seen[0] == seen[1]
