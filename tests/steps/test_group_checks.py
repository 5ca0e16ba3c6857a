"""Said of every one, of one or another, of where a link leads, of an order: on pages that almost fit, and that fit."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.core import checks as c
from qa_appliance.core.steps import Assert
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.checks.page_checks import ask_page

USERS = (
    "<table><tr><th>Name<th>Status<th>&nbsp;<tr><td>Ann<td>Active<td><button>Edit</button>"
    "<tr><td>Bob<td>Active<td><button>Edit</button></table>"
)
INACTIVE = USERS.replace("Bob<td>Active", "Bob<td>Inactive")
ONE_EDIT = USERS.replace("<button>Edit</button></table>", "-</table>")
EMPTY = "<table><tr><th>Name<th>Status</table>"
BOXES = "<input type=checkbox aria-label=A checked><input type=checkbox aria-label=B>"
BUTTONS = "<button>Save</button><button disabled>Cancel</button>"
LINKS = "<a href='/terms'>Terms</a> <a href='/privacy?x=1'>Privacy</a> <a>Nowhere</a> <a href='/'>Home</a>"
LIST = "<ul><li>Alice<li>Bob<li>Carol</ul>"
HELD = "<label>Name <input value=Ann></label><label>City <input></label>"

FAIL = [
    (
        INACTIVE,
        'every row shows "Active"',
        "The 2nd row of 2 is “Bob Inactive Edit”, expected each to show “Active”.",
    ),
    (INACTIVE, 'all rows show "Active" under Status', "expected each to be “Active”"),
    (INACTIVE, 'no row shows "Inactive"', "expected each to not contain “Inactive”"),
    (ONE_EDIT, "each row has an Edit button", "The 2nd row of 2"),
    (ONE_EDIT, "each row has 1 button", "expected each to have 1 button"),
    (EMPTY, 'every row shows "Active"', "There is no row but the heading."),
    (LIST, "every checkbox is checked", "there is no checkbox"),
    (BOXES, "all checkboxes are checked", "expected each to be checked"),
    (BOXES, "all checkboxes are unchecked", "expected each to be unchecked"),
    (BUTTONS, "all buttons are disabled", "The 1st button of 2 is “Save”, expected each to be disabled."),
    (HELD, "all fields are empty", "expected each to be empty"),
    (LIST, 'either "Dan" or "Eve" is shown', "Neither holds. “Dan” is not shown"),
    (LIST, 'neither "Dan" nor "Bob" is shown', "“Bob” is shown"),
    (LIST, 'I should see neither "Bob" nor "Dan"', "“Bob” is shown"),
    (BUTTONS, "neither the Save button nor the Reset button is disabled", "there is no button “Reset”"),
    (BUTTONS, 'the buttons "Save" and "Reset" are shown', "there is no button “Reset”"),
    (BUTTONS, "the Save button cannot be clicked", "The button “Save” is enabled, expected disabled."),
    (BUTTONS, "I cannot click Reset", "There is no"),
    (BUTTONS, "the Cancel button can be clicked", "is disabled"),
    (LINKS, 'the link "Terms" goes to /privacy', "The address of the link “Terms” is “/terms”, expected “/privacy”."),
    (LINKS, 'the link "Nowhere" goes to /terms', "“Nowhere”"),
    (LINKS, 'the "Privacy" link leads to "https://shop.example.com/privacy"', "expected"),
    (LINKS, 'the link "Terms" does not go to /terms', "expected not “/terms”"),
    (LINKS, 'the link "Terms" leads to the home page', "is “https://shop.test/terms”, expected the home page."),
    (LIST, '"Bob" comes before "Alice"', "“Bob”"),
    (LIST, '"Alice" comes after "Carol"', "“Alice”"),
    (LIST, '"Dan" comes before "Alice"', "“Dan”"),
]


@pytest.mark.parametrize(("html", "words", "expected"), FAIL, ids=[words for _, words, _ in FAIL])
async def test_it_does_not_hold_and_says_why(page: Page, html: str, words: str, expected: str) -> None:
    answers = await _answers(page, html, words)
    assert any(not holds and expected.casefold() in message.casefold() for holds, message in answers), answers


HOLD = [
    (USERS, 'every row shows "Active"'),
    (USERS, 'all rows show "Active" under Status'),
    (USERS, 'each row has "Active" under Status'),
    (USERS, 'no row shows "Inactive"'),
    (USERS, "each row has an Edit button"),
    (USERS, "each row has 1 button"),
    (BOXES.replace("B>", "B checked>"), "all checkboxes are checked"),
    (BUTTONS.replace("<button>", "<button disabled>"), "all buttons are disabled"),
    (HELD.replace("value=Ann", ""), "all fields are empty"),
    (LIST, 'either "Dan" or "Bob" is shown'),
    (LIST, '"Bob" is shown or "Dan" is shown'),
    (LIST, 'neither "Dan" nor "Eve" is shown'),
    (BUTTONS, "the Save and Cancel buttons are shown"),
    (BUTTONS, "I cannot click Cancel"),
    (BUTTONS, "the Save button can be clicked"),
    (LINKS, 'the link "Terms" goes to /terms'),
    (LINKS, 'the link "Privacy" goes to /privacy'),
    (LINKS, 'the link "Home" leads to the home page'),
    (LINKS, 'the link "Terms" does not go to /privacy'),
    (LIST, '"Alice" comes before "Bob"'),
    (LIST, '"Carol" comes after "Bob" in the list'),
    (LIST, 'the list shows "Bob" and does not show "Dan"'),
]


@pytest.mark.parametrize(("html", "words"), HOLD, ids=[words for _, words in HOLD])
async def test_it_holds(page: Page, html: str, words: str) -> None:
    answers = await _answers(page, html, words)
    assert all(holds for holds, _ in answers), answers


async def _answers(page: Page, html: str, words: str) -> list[tuple[bool, str]]:
    body = f"<!doctype html><meta charset=utf-8>{html}"
    await page.route("https://shop.test/", lambda route: route.fulfill(body=body, content_type="text/html"))
    await page.goto("https://shop.test/")
    look = await take_look(page)
    plan = plan_english(words)
    assert not plan.gaps, words
    checks = [step.check for step in plan.steps if isinstance(step, Assert)]
    assert checks
    answers = [ask_page(check, look) for check in checks]  # type: ignore[arg-type]
    return [(answer.holds, answer.message) for answer in answers]


def test_what_holds_by_absence_is_known() -> None:
    text = c.TextIs(target=Target(words="x", name=c.ITSELF), comparison="contains", value="x", negated=True)
    assert c.denies(c.EachIs(target=text.target, says=text))
    assert not c.denies(c.EachIs(target=text.target, says=c.negation(text)))
