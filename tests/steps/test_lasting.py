"""Checks that held and did not last fail with when and what; what passes by its nature does not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from qa_appliance.core.events import Event, StepBegan, StepEnded
from qa_appliance.core.run import RunRequest, Site
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import PATIENCE, Stage
from qa_appliance.steps.walk import Walked, walk, watch_out
from tests.steps.conftest import stage_on
from tests.steps.test_refusals import Answers, serve_pages

# `go` is what the button does, `turn` what the page does by itself after that
PAGE = """<ul id=list><li>Ada<li>Bob</ul><p>Total: <b id=total>39.90</b></p><label>Name
<input id=name value=Ada></label><label><input type=checkbox id=box checked> News</label><div id=more></div>
<p>Signed in as <b id=me>Ann</b></p><p>Plan: <b id=plan>Free</b></p><button id=follow>Follow</button>
<button onclick="go()">Remove</button><script>
const {list, total, more, box, me, plan, follow} = document.all, bob = list.lastElementChild, field = document.all.name;
function go() { %s }
function turn() { %s }</script>"""


def turns(script: str, go: str = "") -> str:
    return PAGE % (go, script)


TURNED: dict[str, tuple[str | Answers, str, str]] = {
    "a deleted entry comes back": (turns("list.append(bob)", "bob.remove()"), '"Bob" is not shown', "“Bob” is shown"),
    "it comes back after a while": (
        turns("setTimeout(() => list.append(bob), 1500)", "bob.remove()"), '"Bob" is not shown in the list', "“Bob”"),
    "a forbidden link comes": (
        turns("setTimeout(() => { more.innerHTML = '<a href=#>Delete</a>' }, 1200)"), 'the link "Delete" is not shown',
        "link “Delete” is there"),
    "it is shown by its style": (
        turns("document.all.link.hidden = false") + "<a id=link hidden href=#>Delete</a>", '"Delete" is not shown',
        "“Delete” is shown"),
    "it comes inside a component": (
        turns("root.innerHTML = 'Delete'") + "<x-y></x-y><script>const root = document.querySelector('x-y')"
        ".attachShadow({mode: 'open'})</script>", '"Delete" is not shown', "“Delete” is shown"),
    "it comes in a frame": (
        turns("document.querySelector('iframe').contentDocument.body.innerHTML = 'Delete'")
        + "<iframe srcdoc='<p>x'></iframe>", '"Delete" is not shown', "“Delete” is shown"),
    "an error comes": (turns("more.innerHTML = '<p role=alert>Lost'"), "no error is shown", "“Lost”"),
    "a total changes": (turns("total.textContent = '41.00'"), "the total is 39.90", "is “41.00”"),
    "a number changes": (turns("list.append(bob.cloneNode(true))"), "there are 2 items in the list", "There are 3"),
    "a box is switched off": (turns("box.checked = false"), "the News checkbox is checked", "is unchecked"),
    "a field is emptied": (turns("field.value = ''"), 'Name has the value "Ada"', "is empty"),
    "an entry vanishes again": (turns("bob.remove()"), 'the item "Bob" is shown', "Bob"),
    "what was in a list vanishes again": (turns("bob.remove()"), 'I see Bob in the list', "Bob"),
    "a text only an entry shows vanishes again": (turns("bob.remove()"), '"Bob" is shown', "“Bob” is not shown"),
    "a number in a text goes back": (
        turns("total.textContent = '39.90'", "total.textContent = '41.90'"), '"Total: 41.90" is shown', "Total: 41.90"),
    "a button's name goes back": (
        turns("follow.textContent = 'Follow'", "follow.textContent = 'Following'"), 'the button "Following" is shown',
        "Following"),
    "what stands behind a label goes back": (
        turns("plan.textContent = 'Free'", "plan.textContent = 'Pro'"), '"Plan: Pro" is shown', "Plan: Pro"),
    "a message on a button, after a refusal": (
        turns("fetch('/gone', {method: 'POST'}).then(() => { follow.textContent = 'Follow' })",
              "follow.textContent = 'Subscribed!'"), '"Subscribed!" is shown', "Subscribed!"),
    "the address changes": (turns("history.pushState(0, '', '/other')"), "I am on /", "/other"),
    "an error comes into the console": (
        turns("console.error('late')"), "there are no console errors", "There is 1 console error: late"),
    "a request fails": (turns("fetch('/gone')"), "there are no failed requests", "There is 1 failed request: GET http"),
    "it ends at the sign-in": (
        {"/": turns("location.href = '/login'"), "/login": "Sign in"}, "I am on /", "went to http://shop.test/login"),
}  # fmt: skip

LASTED: dict[str, tuple[str | Answers, str]] = {
    "a message that was seen": (
        turns("more.textContent = ''", "more.innerHTML = '<p role=status>Saved'"), '"Saved" is shown'),
    "a message in a list": (
        turns("more.innerHTML = ''", "more.innerHTML = '<ol><li role=status>Saved</ol>'"), '"Saved" is shown'),
    "a message on a button": (
        turns("follow.textContent = 'Follow'", "follow.textContent = 'Copied!'"), '"Copied!" is shown'),
    "a button called by a message": (
        turns("follow.textContent = 'Follow'", "follow.textContent = 'Copied!'"), 'the button "Copied!" is shown'),
    "a message of no role": (
        turns("more.textContent = ''", "more.textContent = 'Bob was sacked'"), '"Bob was sacked" is shown'),
    "a text that goes on": (
        turns("plan.textContent = 'Pro'", "plan.textContent = 'Trying'"), '"Plan: Trying" is shown'),
    "a refusal told for a while": (
        turns("fetch('/gone', {method: 'POST'}).then(() => { more.textContent = '' })",
              "more.textContent = 'It is too late for that'"),
        '"It is too late for that" is shown'),
    "a text that stands elsewhere too": (
        turns("bob.remove()", "more.innerHTML = '<p>Bob was moved'"), '"Bob" is shown'),
    "an entry drawn anew": (
        turns("const all = list.innerHTML; list.innerHTML = ''; setTimeout(() => { list.innerHTML = all }, 200)"),
        '"Bob" is shown'),
    "what is under way": (turns("total.textContent = '1'", "total.textContent = 'Saving…'"), 'the total is "Saving…"'),
    "what runs on": (
        turns("setInterval(() => { total.textContent = +total.textContent + 1 }, 300)"), "the total is 39.90"),
    "a list drawn anew": (
        turns("const all = list.innerHTML; list.innerHTML = ''; setTimeout(() => { list.innerHTML = all }, 200)"),
        "there are 2 items in the list"),
    "a value whose place is gone": (turns("total.parentElement.remove()"), "the total is 39.90"),
    "another page that comes by itself": (
        {"/": turns("location.href = '/next'"), "/next": "<p>Delete"}, '"Delete" is not shown'),
    "a page that never rests": (
        turns("", "setInterval(() => { more.textContent = performance.now() }, 5)"), "the total is 39.90"),
    "what is waited for": (
        turns("", "setTimeout(turn, 2500)").replace("turn() {", "turn() { more.textContent = 'Done'"),
        '"Done" is not shown. wait until "Done" is shown'),
    "the same thing checked again": (
        turns("total.textContent = '41.00'", "setTimeout(turn, 2500)"),
        "the total is 39.90. check that the total is 41.00"),
    "what the next deed does": (
        turns("", "total.textContent = +total.textContent + 1"), 'the total is 40.9. click "Remove"'),
}  # fmt: skip


@pytest.fixture
async def stage(browser: Browser) -> AsyncIterator[Stage]:
    async with stage_on(browser, Site("http://shop.test/", frozenset({"shop.test"}))) as stage:
        stage.patience = PATIENCE
        yield stage


async def run(stage: Stage, pages: str | Answers, words: str, *, at: int | None = None) -> tuple[Walked, list[str]]:
    """The walk, and the watch at its end with nothing else to be taken; also how the second step was told.

    The page turns when the step at that place begins, else when the walk is over.
    """
    await serve_pages(stage, {"/": pages} if isinstance(pages, str) else pages)
    plan = plan_english(words)
    assert plan.gaps == ()
    stage.steps = plan.steps
    results: list[str] = []
    turning: list[asyncio.Task[object]] = []

    def hear(event: Event) -> None:
        if isinstance(event, StepBegan) and event.index == at:
            turning.append(asyncio.create_task(stage.page.evaluate("turn()")))
        if isinstance(event, StepEnded) and event.record.index == 1:
            results.append(event.record.result)

    request = RunRequest("run", "org", "project", stage.site, description=words)
    walked = await walk(plan, stage, request, hear)
    if at is None and "location" in str(pages):
        async with stage.page.expect_navigation():
            await stage.page.evaluate("turn()")
    elif at is None and "fetch" in str(pages):
        async with stage.page.expect_request("**/gone"):
            await stage.page.evaluate("turn()")
    elif at is None:
        await stage.page.evaluate("turn()")
    over = asyncio.Event()
    over.set()
    await watch_out(walked, stage, request, hear, over)
    await asyncio.gather(*turning)
    return walked, results


@pytest.mark.parametrize("name", TURNED)
async def test_what_turns_by_itself_fails(stage: Stage, name: str) -> None:
    pages, check, seen = TURNED[name]
    walked, results = await run(stage, pages, f'click "Remove" and check that {check}')
    record = walked.records[1]
    assert results == ["passed", "failed"], record.error
    assert record.failure is not None
    assert record.failure.cause == "turned"
    assert (record.error or "").startswith("It held at first, and turned by itself ")
    assert seen in (record.error or "")


@pytest.mark.parametrize("name", LASTED)
async def test_what_passes_by_its_nature_does_not_fail(stage: Stage, name: str) -> None:
    pages, check = LASTED[name]
    walked, _ = await run(stage, pages, f'click "Remove" and check that {check}')
    assert [record.error for record in walked.records if record.result != "passed"] == []


@pytest.mark.parametrize(("shown", "result"), [("Cleo", "failed"), ("Cleo was added", "passed")])
async def test_what_the_test_typed_is_no_message(stage: Stage, shown: str, result: str) -> None:
    page = turns("more.textContent = ''", f"more.innerHTML = '<p>{shown}'")
    walked, _ = await run(stage, page, f'enter "Cleo" into Name. click "Remove". check that "{shown}" is shown')
    assert [record.result for record in walked.records] == ["passed", "passed", result], walked.records[2].error


async def test_it_fails_before_the_next_deed_which_is_not_done(stage: Stage) -> None:
    words = 'click "Remove". check that "Bob" is not shown in the list. wait 1 second. click "Remove"'
    walked, results = await run(stage, turns("list.append(bob)", "bob.remove()"), words, at=2)
    assert [record.result for record in walked.records] == ["passed", "failed", "passed", "skipped"]
    assert results == ["passed", "failed"]


async def test_what_an_animation_brings_out_is_seen_too(stage: Stage) -> None:
    style = "<style>@keyframes s{to{opacity:1}} a{opacity:0} a.come{animation:s .1s .3s forwards}</style>"
    page = style + turns("document.querySelector('a').className = 'come'") + "<a href=#>Delete</a>"
    words = 'click "Remove". check that "Delete" is not shown. wait 1 second. click "Remove"'
    walked, results = await run(stage, page, words, at=2)
    assert results == ["passed", "failed"]
    assert walked.records[3].result == "skipped"


ENTRIES = "<ul id=all><li>Bob <button onclick=\"setTimeout(() => li.append(' Old'), 1200)\">Do</button></ul>"
INNER = {
    "repeat 2 times": (
        turns("", "bob.remove(); setTimeout(() => list.append(bob), 1200)"),
        'repeat 2 times: click "Remove", check that "Bob" is not shown, wait 1 second'),
    "for each": (
        ENTRIES + "<script>const li = document.querySelector('li'); function turn() {}</script>",
        'for each item: click "Do", check that "Old" is not shown, wait 1 second, click "Do"'),
    "for each, of an element before": (
        turns("list.firstElementChild.append(' Old')"), 'for each item: check that "Old" is not shown in it'),
}  # fmt: skip


@pytest.mark.parametrize("name", INNER)
async def test_what_turns_between_inner_steps_fails(stage: Stage, name: str) -> None:
    walked, _ = await run(stage, *INNER[name])
    assert walked.records[0].result == "failed"
    assert "is not shown" in (walked.records[0].error or "").partition("”: It held at first, and turned")[0]


WAYS = """<nav><a href=/posts onclick="go(event)">Posts</a></nav><main id=main><p>Welcome</p></main><script>
function turn() {} function go(event) { event.preventDefault(); history.pushState(0, '', '/posts'); %s }</script>"""
KEPT = {
    "the same view": (WAYS % "", "failed"),
    "another view that comes late": (WAYS % "setTimeout(() => { main.innerHTML = '<p>One' }, 700)", "passed"),
    "another title": (WAYS % "document.title = 'All'", "passed"),
}


@pytest.mark.parametrize("name", KEPT)
async def test_an_address_that_changed_alone_names_no_page(stage: Stage, name: str) -> None:
    html, result = KEPT[name]
    stage.patience = 2
    walked, results = await run(stage, html, 'click "Posts". check that the Posts page is shown')
    error = walked.records[1].error or ""
    assert results == [result], error
    assert error.endswith("shows what it showed before.") == (result == "failed")


DELETING = """<nav><button onclick="tell()">Delete</button><button onclick="%s">Bin</button></nav><ul id=bin></ul>
<div id=told class=toast></div><script>function turn() {}
function tell() { told.textContent = 'Bob was deleted'; setTimeout(() => { told.textContent = '' }, 1200) }</script>"""
OLD = {
    "nothing but the message of the deed before": (DELETING % "", '"Bob" is shown', "failed"),
    "an entry that comes late": (
        DELETING % "setTimeout(() => { bin.innerHTML = '<li>Bob' }, 400)", '"Bob" is shown', "passed"),
    "another message about it": (DELETING % "told.textContent = 'Bob is in the bin'", '"Bob" is shown', "passed"),
    "the whole message": (DELETING % "", '"Bob was deleted" is shown', "failed"),
    "a message that stays": (DELETING.replace("1200", "90000") % "", '"Bob" is shown', "failed"),
}  # fmt: skip


@pytest.mark.parametrize("name", OLD)
async def test_a_message_from_before_the_deed_tells_nothing_of_it(stage: Stage, name: str) -> None:
    html, check, result = OLD[name]
    stage.patience = 2
    walked, _ = await run(stage, html, f'click "Delete". click "Bin". check that {check}')
    assert walked.records[2].result == result, walked.records[2].error
    assert ("stood there already before" in (walked.records[2].error or "")) == (result == "failed")
