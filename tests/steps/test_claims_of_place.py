"""Claims of where something stands and how often: an error at its field, the first in a list, twice, the only one."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.core.checks import PageCheck
from qa_appliance.core.steps import Assert
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.checks.page_checks import ask_page

FORM = (
    "<form><p><label>Email <input value=ann@example.org></label></p><p style='height:90px'></p>"
    "<p><label>Street <input aria-invalid=true aria-describedby=e></label></p><p id=e role=alert class=error>"
    "Too short</p><button>Save</button></form>"
)
TEAM = (
    "<nav><ul><li><a href=/b>Bob</a><li><a href=/c>Cleo</a></ul></nav><main><h1>Team</h1><table><tr><th>Name"
    "<tr><td><a href=/a>Ann</a><tr><td><a href=/b>Bob</a><tr><td><a href=/z>Zed</a></table><button>Add</button>"
    "<button>Edit</button><button>Edit</button></main>"
)
UNTRUE = [
    (FORM, 'There is an error under Email saying "Too short"'),
    (FORM, 'Expected: I see an error under the Email field that says "Too short"'),
    (FORM, 'an error message below Email with the text "Too short" is shown'),
    (FORM, "There is an error under Email"),
    (FORM, 'the error "Too short" is shown below Email'),
    (FORM, 'the error "Too" is shown next to Email'),
    (FORM, 'the error message "Too long" is shown below the Street field'),
    (FORM, 'I should see an error that says "Too long"'),
    (FORM, 'I should see an error under the Email field that says "Too short"'),
    (FORM, 'I should see a message under the Email field that reads "Too long"'),
    (FORM, 'Then I should see a message above the Street field saying "Too short"'),
    (FORM, 'I should see a button under the Email field that says "Cancel"'),
    (FORM, 'I should not see an error that says "Too short"'),
    (FORM, 'I should see a heading that reads "Too short"'),
    (FORM, "Email reads bob@example.org"),
    (FORM, 'the only button is "Cancel"'),
    (TEAM, '"Bob" is listed first in the table'),
    (TEAM, '"Bob" is first in the table'),
    (TEAM, '"Bob" comes first'),
    (TEAM, '"Ann" is listed last in the table'),
    (TEAM, 'the "Edit" button appears 3 times'),
    (TEAM, 'the "Add" button appears twice'),
    (TEAM, 'the only button is "Add"'),
    (TEAM, '"Add" is the only button'),
    (TEAM, "the only button is enabled"),
    (TEAM, "the first two are not checked"),
    (TEAM, "the other two are not shown"),
    (TEAM, 'the page mentions "Dora"'),
    (TEAM, 'the page does not mention "Zed"'),
]
TRUE = [
    (FORM, 'There is an error under Street saying "Too short"'),
    (FORM, 'Expected: I see an error under the Street field that says "Too short"'),
    (FORM, 'I should see an error that says "Too short"'),
    (FORM, 'I should see an error under the Street field that says "Too short"'),
    (FORM, 'I should see a message under the Street field that reads "Too short"'),
    (FORM, 'Then I should see a message under the Street field saying "Too short"'),
    (FORM, 'I should see a button under the Street field that says "Save"'),
    (FORM, 'I should not see an error that says "Too long"'),
    (FORM, 'an error message below Street with the text "Too short" is shown'),
    (FORM, "Email reads ann@example.org"),
    (FORM, 'the only button is "Save"'),
    (FORM, 'the error "Too short" is shown below Street'),
    (FORM, '"Save" is the only button'),
    (TEAM, '"Ann" is listed first in the table'),
    (TEAM, '"Zed" comes last in the table'),
    (TEAM, 'the "Edit" button appears twice'),
    (TEAM, 'the "Bob" link is shown twice'),
    (TEAM, 'the page mentions "Zed"'),
    (TEAM, 'the page does not mention "Dora"'),
]


@pytest.mark.parametrize("html", [FORM, TEAM], ids=["form", "team"])
async def test_what_is_untrue_does_not_hold(page: Page, html: str) -> None:
    assert await _holding(page, html, [words for shown, words in UNTRUE if shown == html]) == []


@pytest.mark.parametrize("html", [FORM, TEAM], ids=["form", "team"])
async def test_what_is_true_holds(page: Page, html: str) -> None:
    sentences = [words for shown, words in TRUE if shown == html]
    assert await _holding(page, html, sentences) == sentences


async def _holding(page: Page, html: str, sentences: list[str]) -> list[str]:
    await page.set_content(f"<!doctype html><meta charset=utf-8>{html}")
    look = await take_look(page)
    plans = {words: plan_english(words) for words in sentences}
    checks: dict[str, list[PageCheck]] = {
        words: [step.check for step in plan.steps if isinstance(step, Assert)]  # type: ignore[misc]
        for words, plan in plans.items()
        if not plan.gaps
    }
    return [words for words, each in checks.items() if all(ask_page(check, look).holds for check in each)]
