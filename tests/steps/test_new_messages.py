"""A message that a check is about has to have come since the deed: what stood there before comes first."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from qa_appliance.core.run import RunRequest, Site
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.walk import Walked, walk
from tests.steps.conftest import stage_on
from tests.steps.test_refusals import Answers, serve_pages

TWICE = 'enter "A" into Name, click "Save", check that {check}, enter "B" into Name, click "Save", check that {check}'
ONCE = 'click "Save", check that {check}'
STOOD = "stood there already before"

PAGE = """<h1>Profile</h1><label>Name <input id=name></label><button id=b>Save</button>%s<script>let k = 0;
const later = then => setTimeout(then, 60), m = document.getElementById('m');
b.onclick = () => { k++; %s }</script>"""


def page(body: str, script: str) -> Answers:
    return {"/": PAGE % (body, script)}


FIRST_ONLY = "if (k < 2) later(() => { m.textContent = '%s' })"
ANEW = "m.textContent = ''; later(() => { m.textContent = '%s' })"
GREEN = "<p class='alert alert-success'>Profile saved</p>"
SONNER = "<section aria-live=polite><ol id=m></ol></section>"
SHOWS = "m.className = k < 2 ? 'toast show' : m.className"
BAR = "<style>#m { visibility: hidden } #m.show { visibility: visible }</style><div id=m class=toast>Saved</div>"

DRAWN_ANEW = """<div id=all></div><script>let k = 0, said = '';
draw = () => { all.innerHTML =
  '<label>Name <input></label><button onclick=save()>Save</button><p role=status>' + said };
save = () => { k++; if (k < 2) said = 'Saved'; draw() };
draw()</script>"""

STALE: dict[str, tuple[Answers, str, str]] = {
    "a status of the deed before": (page("<p role=status id=m></p>", FIRST_ONLY % "Saved"), TWICE, '"Saved" is shown'),
    "the same, waited for": (
        page("<p role=status id=m></p>", FIRST_ONLY % "Saved"),
        TWICE.replace("check that {check}", "wait up to 1 second until {check}"), '"Saved" is shown'),
    "an alert": (page("<p role=alert id=m></p>", FIRST_ONLY % "Done"), TWICE, 'the alert shows "Done"'),
    "a polite region": (page("<p aria-live=polite id=m></p>", FIRST_ONLY % "Stored it"), TWICE, '"Stored it" is shown'),
    "an output": (page("<output id=m></output>", FIRST_ONLY % "Stored it"), TWICE, '"Stored it" is shown'),
    "a toast": (page("<div class=toast id=m></div>", FIRST_ONLY % "Hello"), TWICE, '"Hello" is shown'),
    "a toast by its kind": (page("<div class=toast id=m></div>", FIRST_ONLY % "Hello"), TWICE, "a toast is shown"),
    "a box by its class": (page("<div id=m></div>", f"if (k < 2) m.innerHTML = `{GREEN}`"), TWICE,
                           '"Profile saved" is shown'),
    "a success of any words": (page("<div id=m></div>", f"if (k < 2) m.innerHTML = `{GREEN}`"), TWICE,
                               "a success message is shown"),
    "an error of any words": (page("<p class=error id=m></p>", FIRST_ONLY % "Too short"), TWICE, "an error is shown"),
    "an error in its words": (page("<p class=error id=m></p>", FIRST_ONLY % "Too short"), TWICE,
                              'the error "Too short" is shown'),
    "an error at its field": (
        {"/": (PAGE % ("", FIRST_ONLY % "Too short")).replace("<button", "<p class=error id=m></p><button")}, TWICE,
        'the error "Too short" is shown below Name'),
    "what a message tells": (page("<p role=status id=m></p>", FIRST_ONLY % "Ann was added"), TWICE,
                             "a message says that Ann was added"),
    "either of two": (page("<p role=status id=m></p>", FIRST_ONLY % "Saved"), TWICE, '"Stored" or "Saved" is shown'),
    "one that was there from the start": (page("<p role=status id=m>Saved</p>", ""), ONCE, '"Saved" is shown'),
    "a box that was there from the start": (page(f"<div id=m>{GREEN}</div>", ""), ONCE, "a success message is shown"),
    "an error that was there from the start": (page("<p class=error id=m>Taken</p>", ""), ONCE, "an error is shown"),
    "a list of errors of which another one is new": (
        page("<ul class=errors id=m><li>Name is required</ul>", "later(() => m.insertAdjacentHTML('beforeend', "
             "'<li>City is required'))"), ONCE, 'the error "Name is required" is shown'),
    "one that is drawn anew with all around it": ({"/": DRAWN_ANEW}, TWICE, '"Saved" is shown'),
    "one that goes": (
        page("<p role=status id=m>Saved</p>", "m.classList.add('fades'); m.style.opacity = 0.9"), ONCE,
        '"Saved" is shown'),
    "a text that the same deed has told before": (
        page("<p id=m></p>", FIRST_ONLY % "Saved"), TWICE, '"Saved" is shown'),
    "a bar that was shown before": (page(BAR, SHOWS), TWICE, '"Saved" is shown'),
    "a field marked as wrong before": (
        page("<label>Code <input id=m></label>", "if (k < 2) m.ariaInvalid = 'true'"), TWICE, "an error is shown"),
}  # fmt: skip

NEW: dict[str, tuple[Answers, str, str]] = {
    "a status told anew": (page("<p role=status id=m></p>", ANEW % "Saved"), TWICE, '"Saved" is shown'),
    "a status written anew at once": (
        page("<p role=status id=m></p>", "m.textContent = 'Saved'"), TWICE, '"Saved" is shown'),
    "a second toast": (page(SONNER, "m.insertAdjacentHTML('beforeend', '<li>Saved')"), TWICE, '"Saved" is shown'),
    "a box put there anew": (page("<div id=m></div>", f"m.innerHTML = `{GREEN}`"), TWICE, "a success message is shown"),
    "a box of several parts": (
        page("<div id=m></div>", "m.innerHTML = '<p class=\"alert alert-success\"><b>Success!</b> Stored it</p>'"),
        TWICE, "a success message is shown"),
    "a bar hidden for a while": (
        page("<p role=status id=m hidden>Saved</p>", "m.hidden = true; later(() => { m.hidden = false })"), TWICE,
        '"Saved" is shown'),
    "a bar shown by a class": (page(BAR, "m.className = 'toast'; later(() => { m.className = 'toast show' })"), TWICE,
                               '"Saved" is shown'),
    "other words in the same place": (
        page("<p role=status id=m></p>", "m.textContent = 'Saved ' + 'ABC'[k]"), TWICE, '"Saved" is shown'),
    "an error told anew": (page("<p class=error id=m></p>", ANEW % "Too short"), TWICE, "an error is shown"),
    "a page that answers": (
        {"/": "<form action=/done><label>Name <input></label><button>Save</button></form>",
         "/done": "<p role=status>Saved</p><form action=/done><label>Name <input></label><button>Save</button></form>"},
        TWICE, '"Saved" is shown'),
    "what the browser says at a field": (
        page("<form><label>Code <input required></label><button>Send</button></form>", ""),
        'click "Send", check that {check}, click "Send", check that {check}', "an error is shown"),
    "an error that came while the form was filled in": (
        page("<p class=error id=m></p>", "") | {"/": (PAGE % ("<p class=error id=m></p>", ""))
        + "<script>document.getElementById('name').oninput = () => { m.textContent = 'Too short' }</script>"},
        'enter "A" into Name, click "Save", check that {check}', "an error is shown"),
    "two checks of one deed": (
        page("<p role=status id=m></p>", ANEW % "Saved"), ONCE + ", check that {check}", '"Saved" is shown'),
    "what is scrolled past": (
        page("<p role=status id=m></p>", ANEW % "Saved"), 'click "Save", scroll to the top, check that {check}',
        '"Saved" is shown'),
    "a question that was answered": (
        page("<p role=status id=m></p>", "if (confirm('Sure?')) m.textContent = 'Saved'"),
        'click "Save", accept the dialog, check that {check}', '"Saved" is shown'),
}  # fmt: skip

STATES: dict[str, tuple[Answers, str]] = {
    "an entry": (page("<table><tr><td>Ann<td>Paid</table>", ""), 'the row "Ann" shows "Paid"'),
    "a heading": (page("", ""), '"Profile" is shown'),
    "a count that is read out": (page("<p role=status>Showing 3 of 10</p>", ""), '"Showing 3 of 10" is shown'),
    "a state of an entry that is read out": (
        page("<table><tr><td>Ann<td><span role=status>Paid</span></table>", ""), '"Paid" is shown'),
    "a note of the page's own": (page("<p class=notice>Free shipping from 50 €</p>", ""), '"Free shipping" is shown'),
    "a page that is read out": (
        page("<main aria-live=polite><h2>Orders</h2><label>City <input></label><p>Saved orders</p></main>", ""),
        '"Saved orders" is shown'),
    "a button in a message": (
        page("<div role=status>Saved <button>Undo</button></div>", ""), 'the button "Undo" is shown'),
    "a plain text": (page("<p>Published</p>", ""), '"Published" is shown'),
}  # fmt: skip


@pytest.fixture
async def stage(browser: Browser) -> AsyncIterator[Stage]:
    async with stage_on(browser, Site("http://shop.test/", frozenset({"shop.test"}))) as stage:
        stage.patience = 0.6
        yield stage


async def run(stage: Stage, pages: Answers, words: str) -> Walked:
    await serve_pages(stage, pages)
    plan = plan_english(words)
    assert plan.gaps == ()
    stage.steps = plan.steps
    request = RunRequest("run", "org", "project", stage.site, description=words)
    return await walk(plan, stage, request, lambda event: None)


@pytest.mark.parametrize("name", STALE)
async def test_what_stood_there_before_the_deed_is_no_answer_to_it(stage: Stage, name: str) -> None:
    pages, words, check = STALE[name]
    last = (await run(stage, pages, words.format(check=check))).records
    assert [record.result for record in last] == ["passed"] * (len(last) - 1) + ["failed"], [r.error for r in last]
    assert STOOD in (last[-1].error or "")


@pytest.mark.parametrize("name", NEW)
async def test_what_has_come_since_the_deed_is(stage: Stage, name: str) -> None:
    pages, words, check = NEW[name]
    records = (await run(stage, pages, words.format(check=check))).records
    assert [record.error for record in records] == [None] * len(records)
    assert "already held" not in (records[-1].note or "")


@pytest.mark.parametrize("name", STATES)
async def test_a_state_may_have_been_so_before(stage: Stage, name: str) -> None:
    pages, check = STATES[name]
    records = (await run(stage, pages, ONCE.format(check=check))).records
    assert [record.error for record in records] == [None] * len(records)
    assert "already held" in (records[-1].note or "")
