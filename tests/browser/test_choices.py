"""Ambiguous pages: every sentence that is offered for a candidate really selects that candidate, and no other.

Each page is looked at once in a real browser; a sentence goes through the planner like a tester's own.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page

from qa_appliance.browser.find.search import Ambiguous, Match, find
from qa_appliance.browser.look.take import take_look
from qa_appliance.core.steps import Clear, Click, Step
from qa_appliance.core.target import Target
from qa_appliance.core.traits import Purpose
from qa_appliance.english.compile import plan_english

ICON = "<svg width=16 height=16><rect width=16 height=16></rect></svg>"
PAGES: dict[str, tuple[str, str, int]] = {
    "rows of a table": (
        "click “Edit”",
        "<table><tr><td>Alice</td><td><button>Edit</button></td></tr><tr><td>Bob</td><td><button>Edit</button></td></tr>"
        "</table>",
        2,
    ),
    "rows of which two begin alike": (
        "click “Edit”",
        "<table><tr><td>Alice</td><td>Admin</td><td><button>Edit</button></td></tr>"
        "<tr><td>Alice</td><td>Guest</td><td><button>Edit</button></td></tr>"
        "<tr><td>Bob</td><td>Guest</td><td><button>Edit</button></td></tr></table>",
        3,
    ),
    "rows whose words hold each other": (
        "click “Delete”",
        "<ul><li>Order 1 <button>Delete</button></li><li>Order 10 <button>Delete</button></li>"
        "<li>Order 100 <button>Delete</button></li></ul>",
        3,
    ),
    "list items without a table": (
        "click the “Buy” button",
        "<ul><li><b>Red shoes</b> 10 € <button>Buy</button></li>"
        "<li><b>Blue shoes</b> 12 € <button>Buy</button></li></ul>",
        2,
    ),
    "cards made of plain boxes": (
        "click “Add”",
        "<div class=grid><div class=card><p>Lamp</p><button>Add</button></div>"
        "<div class=card><p>Chair</p><button>Add</button></div></div>",
        2,
    ),
    "sections with headings": (
        "click “Save”",
        "<section><h2>Billing</h2><button>Save</button></section><section><h2>Shipping</h2><button>Save</button></section>",
        2,
    ),
    "headings without sections, one name holds the other": (
        "click “Save”",
        "<h2>Address</h2><button>Save</button><h2>Address of work</h2><button>Save</button>",
        2,
    ),
    "named landmarks": (
        "click “Help”",
        "<nav aria-label=Main><a href=#a>Help</a></nav><nav aria-label=Footer><a href=#b>Help</a></nav>",
        2,
    ),
    "fieldsets with fields of one label": (
        "clear “Street”",
        "<fieldset><legend>From</legend><label>Street <input></label></fieldset>"
        "<fieldset><legend>To</legend><label>Street <input></label></fieldset>",
        2,
    ),
    "a button and a link of one name": ("click “Next”", "<button>Next</button> <a href=#n>Next</a>", 2),
    "two dialogs that are both open": (
        "click “OK”",
        "<div role=dialog aria-label=Terms><button>OK</button></div>"
        "<div role=dialog aria-label=Cookies><button>OK</button></div>",
        2,
    ),
    "a dialog that is not modal, over a page": (
        "click “Close”",
        "<button>Close</button><div role=dialog aria-label=News><button>Close</button></div>",
        2,
    ),
    "icons without a name": (
        "click the icon",
        f"<button>{ICON}</button><button>{ICON}</button><button>{ICON}</button>",
        3,
    ),
    "icons without a name in rows": (
        "click the button",
        f"<table><tr><td>Ann</td><td><button>{ICON}</button></td></tr><tr><td>Ben</td><td><button>{ICON}</button></td>"
        "</tr></table>",
        2,
    ),
    "nothing tells them apart": ("click “More”", "<button>More</button>" * 5, 5),
    "names that only begin so": ("click Save", "<button>Save draft</button><button>Save as…</button>", 2),
    "names that hold quotes": (
        "click “Open”",
        "<ul><li>The “Best” shop <button>Open</button></li><li>The 'Other' shop <button>Open</button></li></ul>",
        2,
    ),
    "within what was said already": (
        "click “Edit” in the section “Team”",
        "<section><h2>Team</h2><ul><li>Ann <button>Edit</button></li><li>Ben <button>Edit</button></li></ul></section>"
        "<section><h2>Guests</h2><ul><li>Ann <button>Edit</button></li></ul></section>",
        2,
    ),
    "next to a text, without rows": (
        "click “Buy”",
        "<p><span>Lamp</span> <button>Buy</button></p><p><span>Chair</span> <button>Buy</button></p>",
        2,
    ),
    "the same text twice": (
        "click “Details”",
        "<div><span onclick=1>Details</span></div><div><span onclick=1>Details</span></div>",
        2,
    ),
    "frames": (
        "click “Pay”",
        "<iframe title=Card srcdoc='<button>Pay</button>'></iframe>"
        "<iframe title=Bank srcdoc='<button>Pay</button>'></iframe>",
        2,
    ),
    "more than are listed": (
        "click “Like”",
        "".join(f"<li>Post {n} <button>Like</button></li>" for n in range(12)),
        12,
    ),
}  # fmt: skip
PURPOSES: dict[type[Step], Purpose] = {Click: "click", Clear: "fill"}
NUMBERED = {
    "icons without a name", "nothing tells them apart", "the same text twice", "rows of which two begin alike",
    "a dialog that is not modal, over a page",
}  # fmt: skip
"""What stands on no row, section or dialog of its own."""


def aimed(sentence: str) -> tuple[Target, Purpose]:
    """What a sentence that is read as one step aims at."""
    plan = plan_english(sentence)
    assert plan.gaps == (), sentence
    (step,) = plan.steps
    assert isinstance(step, Click | Clear), sentence
    return step.target, PURPOSES[type(step)]


@pytest.mark.parametrize(("sentence", "html", "fitting"), PAGES.values(), ids=PAGES)
async def test_every_sentence_selects_its_candidate(
    request: pytest.FixtureRequest, page: Page, sentence: str, html: str, fitting: int
) -> None:
    """Numbers are the last resort: where the page itself tells candidates apart, the sentences say so."""
    await page.set_content(html)
    look = await take_look(page)
    answer = find(look, *aimed(sentence))
    assert isinstance(answer, Ambiguous)
    assert len(answer.nodes) == fitting
    assert len(answer.sentences) == min(fitting, 8)
    verb = sentence.split()[0]
    for node, words in zip(answer.nodes, answer.sentences, strict=False):
        chosen = find(look, *aimed(f"{verb} {words}"))
        assert isinstance(chosen, Match), (words, chosen)
        assert chosen.node.index == node.index, words
    assert len(set(answer.sentences)) == len(answer.sentences)
    counted = any(re.match(r"the \d", words) for words in answer.sentences)
    assert counted == (request.node.callspec.id in NUMBERED), answer.sentences
