"""A text that stands on a page only behind a "not", or in the name of another file, is not what the page says."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.core.steps import Assert
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.checks.page_checks import ask_page

EDITOR = "<h1>Editor</h1><p id=state>Not saved</p>"
ORDER = "<h1>Order</h1><p>Your order could not be placed</p><p>It hasn't been fully paid.</p><p>Nicht bezahlt</p>"
USERS = "<h1>Users</h1><table><thead><tr><th>Name<th>Status<tbody><tr><td>Ann<td>Not active</table>"
BOTH = "<h1>Drafts</h1><p>Not saved: 2</p><p>Saved: 3</p><p>Not Ann? Sign out</p><p>Notify me or not</p><p>Paid</p>"
MARKED = "<h1>Rules</h1><p>Do not <b>disturb</b></p><p>Not yet published</p><p>knot tied</p><p>Not found</p>"
COPIES = (
    "<h1>Files</h1><ul><li>cv.pdf (1)<li>old-notes.txt<li>Copy of a.png<li>b.md 3</ul><p>acme.com (2) c.json: 2</p>"
)
TASK = (
    "<ul><li><input type=checkbox aria-label=Milk checked><s>Milk</s><li><input type=checkbox aria-label=Tea>Tea</ul>"
)
FOOT = "<main><h1>Sign in</h1></main><footer>Daily: your dashboard and inbox, © Daily</footer>"

UNTRUE = [
    (FOOT, "the dashboard is shown"),
    (FOOT.replace("Daily: your ", ""), "the dashboard is shown"),
    (FOOT, "I see the inbox"),
    (COPIES, '"cv.pdf" is shown'),
    (COPIES, 'the list contains "cv.pdf"'),
    (COPIES, 'the item "cv.pdf" is shown'),
    (COPIES, '"notes.txt" is shown'),
    (COPIES, '"a.png" is shown'),
    (TASK, '"Milk" is not crossed out'),
    (TASK, '"Tea" is crossed out'),
    (EDITOR, '"Saved" is shown'),
    (EDITOR, 'the page contains "saved"'),
    (EDITOR, 'the paragraph shows "Saved"'),
    (ORDER, '"placed" is shown'),
    (ORDER, '"Paid" is shown'),
    (ORDER, '"Bezahlt" is shown'),
    (USERS, 'the row "Ann" shows "Active"'),
    (USERS, '"Active" is shown in the row "Ann"'),
    (USERS, 'the row of Ann has "Active" under Status'),
    (USERS, 'every row shows "active"'),
    (MARKED, '"Published" is shown'),
    (MARKED, '"disturb" is shown'),
    ("<p>Shop</p>", "the page title is not empty"),
    ("<title>Shop</title><p>Shop</p>", "the page title is blank"),
]
TRUE = [
    (FOOT, '"dashboard" is shown'),
    (FOOT, "the footer is shown"),
    (FOOT.replace("Sign in", "Your dashboard"), "the dashboard is shown"),
    (COPIES, '"cv.pdf (1)" is shown'),
    (COPIES, 'the item "cv.pdf (1)" is shown'),
    (COPIES, '"b.md" is shown'),
    (COPIES, '"acme.com" is shown'),
    (COPIES, '"c.json" is shown'),
    (TASK, '"Milk" is crossed out'),
    (TASK, '"Tea" is not crossed out'),
    (EDITOR, '"Not saved" is shown'),
    (EDITOR, 'the paragraph shows "Not saved"'),
    (USERS, 'the row "Ann" shows "Not active"'),
    (BOTH, '"Saved" is shown'),
    (BOTH, '"Ann" is shown'),
    (BOTH, '"Paid" is shown'),
    (MARKED, '"tied" is shown'),
    ("<title>Shop</title><p>Shop</p>", "the page title is not empty"),
    ("<p>Shop</p>", "the page title is empty"),
    (MARKED, '"Not found" is shown'),
]


@pytest.mark.parametrize(("html", "claim", "holds"), [(*row, False) for row in UNTRUE] + [(*row, True) for row in TRUE])
async def test_a_text_behind_a_not(page: Page, html: str, claim: str, holds: bool) -> None:
    await page.set_content(html)
    (step,) = plan_english(claim).steps
    assert isinstance(step, Assert)
    answer = ask_page(step.check, await take_look(page))  # type: ignore[arg-type]
    assert answer.holds is holds, answer.message
    assert holds or answer.message


async def test_the_line_that_denies_it_is_told(page: Page) -> None:
    await page.set_content(EDITOR)
    (step,) = plan_english('"Saved" is shown').steps
    assert isinstance(step, Assert)
    answer = ask_page(step.check, await take_look(page))  # type: ignore[arg-type]
    assert (answer.seen, answer.message) == (
        "Not saved",
        "“Saved” is not shown on the page; it stands only in “Not saved”.",
    )
