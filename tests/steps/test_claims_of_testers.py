"""Claims in the words of people who test by hand, on one page. What is untrue must not hold, nor what no page could
tell by those words; what is true beside them holds.
"""

from __future__ import annotations

from playwright.async_api import Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.core.checks import PageCheck
from qa_appliance.core.steps import Assert
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.checks.page_checks import ask_page

DEVICES = (
    "<header><a href=/cart>Cart</a><input aria-label=Search></header><main><h1>Your devices</h1>"
    "<p role=status>Signed out of 1 device</p><table><tr><th>Device<th>Last seen"
    "<tr><td>Phone<td>9 May 2020<tr><td>Tablet<td>2 June 2026</table>"
    "<ul aria-label=People><li>Ann Lee<li>Bob Ray (left)</ul>"
    "<section><h2>Plan</h2><dl><dt>Plan<dd>Free<dt>Price<dd>$0.00</dl><button disabled>Upgrade</button></section>"
    "<form><label>Name <input></label><label>Code <input type=password></label><button>Save</button></form>"
    "<p class=error role=alert>Name is too long</p></main>"
)

UNTRUE = [
    # what stands behind “see that” is a statement, denied or not
    "Then I should see that the Upgrade button is enabled",
    "Then I should see the Upgrade button is enabled",
    'Then I should see the price is "$5.00"',
    "Then I should not see that the plan requires approval",
    "Then I should not see that the table is empty",
    "Then I am told I do not have access to this page",
    # none of a sort of things in the tester's own words: it would hold for want of one that is called so
    "The table contains no expired sessions",
    "The people list does not contain deleted users",
    "The plan section shows no paid features",
    "The form has no mandatory fields",
    "The row has no due date",
    "I see no traces of my old phone",
    "There are no layout issues",
    "No further login is required",
    "There should not be any vulnerabilities",
    "No confidential data is accessible",
    "I should not see any leftovers or weak spots",
    "No payment reminder mail is shown",
    'I should not see a "bulk-select-all" element',
    # nothing is contained in everything
    'The plan section should contain ""',
    # which one that is, nobody has said
    "The correct price is displayed",
    "Appropriate results are shown",
    "The correct error message is displayed",
    # weaker than it was said
    'A success toast or message saying "Renamed" appears',
    'A status or banner with the text "Signed out of 2 devices" is shown',
    "The Save button is not obscured",
    'Expected: The first and last name should mirror "Ann Lee" and "Free"',
]
TRUE = [
    "Then I should see that the Upgrade button is disabled",
    "Then I should see the Upgrade button is disabled",
    'Then I should see the price is "$0.00"',
    "Then I see that the table has 2 rows",
    "The table has no buttons",
    'The people list does not contain "Cleo"',
    "An appropriate error message is displayed",
    'A toast or message saying "Signed out of 1 device" appears',
    "The Code field is masked",
]


async def test_what_is_untrue_or_cannot_be_told_does_not_hold(page: Page) -> None:
    assert await _holding(page, UNTRUE) == []


async def test_what_is_true_holds(page: Page) -> None:
    assert await _holding(page, TRUE) == TRUE


async def _holding(page: Page, sentences: list[str]) -> list[str]:
    await page.set_content(f"<!doctype html><meta charset=utf-8>{DEVICES}")
    look = await take_look(page)
    holding = []
    for words in sentences:
        plan = plan_english(words)
        checks: list[PageCheck] = [step.check for step in plan.steps if isinstance(step, Assert)]  # type: ignore[misc]
        if not plan.gaps and checks and len(checks) == len(plan.steps):
            holding += [words] if all(ask_page(check, look).holds for check in checks) else []
    return holding
