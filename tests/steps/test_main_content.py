"""Where only a kind is said ("the list", "the first row", "4 books"), the page's own is meant, not what stands around it."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.look.take import take_look
from qa_appliance.core.steps import Assert, Click
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.checks.page_checks import ask_page

NAV = "<header><nav><ul><li><a href=/>Home</a><li><a href=/b>Books</a></ul></nav></header>"
ASIDE = "<aside><h2>Categories</h2><ul><li>Novels<li>Poetry</ul><table><tr><td>Mo<td>Tu</table></aside>"
SIDEBAR = "<div class=left-sidebar><h3>Categories</h3><ul><li><a href=/n>Novels</a><li><a href=/p>Poetry</a></ul></div>"
CRUMBS = "<ol class=breadcrumb><li>Home<li>Books</ol>"
PAGER = "<ul class=pagination><li>1<li>2<li>3</ul>"
FOOT = "<footer><nav><ul><li><a href=/i>Imprint</a></ul></nav></footer>"
ITEMS = "<h1>Books</h1><ul><li>Dune<li>Emma<li>Faust<li>Ulysses</ul>"
NESTED = "<h1>Books</h1><ul><li>Dune<ul><li>Paperback<li>Hardcover</ul><li>Emma<li>Faust<li>Ulysses</ul>"
HEADED = "<h1>Books</h1><table><thead><tr><th>Title<th>Price</thead><tr><td>Dune<td>9.99<tr><td>Emma<td>5.00</table>"
CARDS = "<h1>Shop</h1><div><div class=book-card><p>Dune<p>9.99</div><div class=book-card><p>Emma<p>5.00</div></div>"
LIST = f"{NAV}{ASIDE}<main>{ITEMS}</main>{FOOT}"
PLAIN = f"{NAV}{SIDEBAR}<div>{CRUMBS}{ITEMS}{PAGER}</div>{FOOT}"
SUBLIST = f"{NAV}<main>{NESTED}</main>{FOOT}"
TABLE = f"{NAV}{ASIDE}<main>{HEADED}</main>{FOOT}"
CORNER = "<main><table><tr><td><th>Title<th>Price<tr><td>1<td>Dune<td>9.99<tr><td>2<td>Emma<td>5.00</table></main>"
INNER = "<main><table><tr><th>Title<th>Price<tr><td>Dune<td>9.99<tr><td>Emma<td><table><tr><td>5.00<td>EUR</table></table></main>"
LAYOUT = f"<table><tr><td>{NAV}<td>{HEADED}<tr><td>Imprint<td>Terms</table>"
EMPTY = f"{NAV}<main><h1>Books</h1><table><tr><th>Title<th>Price</table></main>"
TWO = f"<main>{ITEMS}<h2>Authors</h2><ul><li>Herbert<li>Austen</ul></main>"
GONE = f"{NAV}{ASIDE}<main><h1>Books</h1><p>They could not be loaded.</p></main>"
MARKED = f"{NAV}<main><div role=menu aria-label=Actions><div role=menuitem>Edit</div></div></main>"

LEGENDS = "<fieldset><legend>Shipping</legend><ul><li>Post<li>Courier</ul></fieldset><fieldset><legend>Payment</legend><ul><li>Card<li>Cash<li>Invoice</ul></fieldset>"
FORMS = (
    "<form aria-label=Newsletter><ul><li>Daily<li>Weekly</ul></form><form aria-label=Alerts><ul><li>Email</ul></form>"
)
LINES = "<p>Your devices:</p><ul><li>Phone<li>Tablet</ul>Your cars<ul style='list-style: none'><li>Blue</ul>"
HEADINGS = "<h2>Devices</h2><p>Those you use.</p><ul><li>Phone<li>Tablet</ul><div><h2>Cars</h2><div><ul><li>Blue</ul><ul><li>Gone</ul></div></div>"

HOLD = [
    (LEGENDS, 'the list "Payment" contains "Cash"'),
    (LEGENDS, "the Payment list has 3 items"),
    (LEGENDS, "there are 2 items in the list Shipping"),
    (LEGENDS, "the Payment list is sorted"),
    (FORMS, 'the list "Newsletter" contains "Weekly"'),
    (FORMS, "there are 2 items in the list in the Newsletter form"),
    (LINES, 'the list "Your devices" has 2 items'),
    (LINES, 'the list "Your cars" has 1 item'),
    (LINES, 'the list "Your cars" contains "Blue"'),
    (HEADINGS, 'the list "Devices" has 2 items'),
    (HEADINGS, 'the list "Cars" contains "Blue"'),
    (LIST, 'the list shows "Dune"'),
    (LIST, "the list has 4 items"),
    (LIST, "there are 4 items in the list"),
    (LIST, "there are 4 items"),
    (LIST, "the list is sorted"),
    (LIST, 'the first item is "Dune"'),
    (LIST, 'the first item in the list is "Dune"'),
    (LIST, 'the list does not show "Home"'),
    (LIST, "there are 4 books"),
    (LIST, "I see 4 books"),
    (LIST, "there are 4 books in the list"),
    (PLAIN, 'the list shows "Dune"'),
    (PLAIN, "the list has 4 items"),
    (PLAIN, 'the first item is "Dune"'),
    (PLAIN, "there are 4 books"),
    (SUBLIST, "the list has 4 items"),
    (SUBLIST, "there are 4 items"),
    (SUBLIST, "there are 4 books"),
    (SUBLIST, 'the 2nd item is "Emma"'),
    (SUBLIST, "the list is sorted"),
    (SUBLIST, 'the list shows "Paperback"'),
    (TABLE, 'the table shows "Dune"'),
    (TABLE, "the table has 2 rows"),
    (TABLE, "there are 2 rows"),
    (TABLE, "there are 2 books"),
    (TABLE, 'the first row shows "Dune"'),
    (TABLE, 'the 2nd row shows "Emma"'),
    (TABLE, 'the last row shows "Emma"'),
    (TABLE, 'every row shows "."'),
    (TABLE, 'the title of the first row is "Dune"'),
    (TABLE, "the table is sorted by title"),
    (CORNER, 'the first row shows "Dune"'),
    (CORNER, "there are 2 rows"),
    (INNER, "the table has 2 rows"),
    (INNER, 'the last row shows "Emma"'),
    (INNER, "the table is sorted by title"),
    (LAYOUT, 'the first row shows "Dune"'),
    (LAYOUT, "the table has 2 rows"),
    (CARDS, "there are 2 books"),
    (LIST, 'the menu shows "Home"'),
    (LIST, 'the menu does not show "Imprint"'),
    (PLAIN, 'the menu shows "Books"'),
    (MARKED, 'the menu shows "Edit"'),
    # What stands around is meant where it is said, or where there is nothing else.
    (LIST, 'the list in the footer shows "Imprint"'),
    (LIST, 'the list in the sidebar shows "Novels"'),
    (f"{NAV}<h1>Welcome</h1>", 'the list shows "Home"'),
    (EMPTY, "there are no rows"),
    (EMPTY, "there are 0 books"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "words"), HOLD, ids=[words for _, words in HOLD])
async def test_it_is_the_pages_own(page: Page, html: str, words: str) -> None:
    assert await _fails(page, html, words) == []


FAIL = [
    (LEGENDS, 'the list "Payment" contains "Post"'),
    (LEGENDS, "the Payment list has 5 items"),
    (LEGENDS, 'the list "Wrapping" contains "Cash"'),
    (FORMS, "there are 3 items in the list in the Newsletter form"),
    (FORMS, 'the list "Newsletter" contains "Email"'),
    (LINES, 'the list "Your devices" contains "Blue"'),
    (LINES, 'the list "Tablet" contains "Blue"'),
    (LINES, 'the list "Your devices" has 3 items'),
    (HEADINGS, 'the list "Devices" contains "Blue"'),
    (HEADINGS, 'the list "Cars" contains "Gone"'),
    (HEADINGS, 'the list "Blue" contains "Gone"'),
    (LIST, 'the list shows "Home"'),
    (LIST, 'the list shows "Novels"'),
    (LIST, "the list has 6 items"),
    (LIST, 'the first item is "Novels"'),
    (LIST, "there is 1 book"),
    (LIST, "there are no books"),
    (LIST, "there are 5 books"),
    (LIST, 'the list does not show "Dune"'),
    (PLAIN, 'the list shows "Novels"'),
    (PLAIN, "there are 9 items"),
    (SUBLIST, "the list has 6 items"),
    (SUBLIST, 'the 2nd item is "Paperback"'),
    (SUBLIST, 'the list does not show "Paperback"'),
    (SUBLIST, "there are 6 books"),
    (TABLE, 'the first row shows "Title"'),
    (TABLE, 'the first row shows "Mo"'),
    (TABLE, 'every row shows "9.99"'),
    (TABLE, "there are 3 rows"),
    (TABLE, "there is 1 book"),
    (INNER, "the table has 3 rows"),
    (EMPTY, 'the first row shows "Title"'),
    (EMPTY, 'the first row shows "Home"'),
    (EMPTY, 'every row shows "Title"'),
    (EMPTY, "there is 1 row"),
    (EMPTY, "there is 1 book"),
    (TWO, 'the list shows "Dune"'),
    (TWO, "the list has 4 items"),
    (TWO, "there are 2 books"),
    (GONE, "there is 1 book"),
    (GONE, "there are no books"),
    (LIST, 'the menu shows "Imprint"'),
    (MARKED, 'the menu shows "Home"'),
]  # fmt: skip


@pytest.mark.parametrize(("html", "words"), FAIL, ids=[words for _, words in FAIL])
async def test_what_stands_around_proves_nothing(page: Page, html: str, words: str) -> None:
    assert await _fails(page, html, words)


async def _fails(page: Page, html: str, words: str) -> list[str]:
    await page.set_content(f"<!doctype html><meta charset=utf-8>{html}")
    look = await take_look(page)
    plan = plan_english(words)
    assert not plan.gaps, words
    answers = [ask_page(step.check, look) for step in plan.steps if isinstance(step, Assert)]  # type: ignore[arg-type]
    assert answers
    return [answer.message for answer in answers if not answer.holds]


@pytest.mark.parametrize(
    ("html", "words", "text"),
    [
        (TABLE, "click the first row", "Dune 9.99"),
        (LIST, "click the first item", "Dune"),
        (SUBLIST, "click the 2nd item", "Emma"),
        (LIST, 'click "Books" in the menu', "Books"),
        (TABLE, 'click "Emma" in the table', "Emma"),
    ],
)
async def test_it_is_acted_on(page: Page, html: str, words: str, text: str) -> None:
    await page.set_content(f"<!doctype html><meta charset=utf-8>{html}")
    look = await take_look(page)
    (step,) = plan_english(words).steps
    assert isinstance(step, Click)
    found = find(look, step.target, "click")
    assert isinstance(found, Match)
    assert look.text_of(found.node) == text


@pytest.mark.parametrize(
    ("html", "little"), [("<h1>Cart</h1><p>Empty.", True), ("<h1>Cart</h1><p>No orders yet.", False)]
)
async def test_none_of_what_the_page_never_speaks_of(page: Page, html: str, little: bool) -> None:
    await page.set_content(f"<!doctype html><meta charset=utf-8>{html}")
    look = await take_look(page)
    (step,) = plan_english("there are no orders").steps
    assert isinstance(step, Assert)
    answer = ask_page(step.check, look)  # type: ignore[arg-type]
    assert answer.holds
    assert ("proves little" in answer.note) is little


@pytest.mark.parametrize(
    "words",
    ["there are 0 items in the Payment list", "the Orders table has no rows", '"Ann" is not shown in the Orders table'],
)
async def test_a_denial_in_a_place_that_is_not_there_says_so(page: Page, words: str) -> None:
    await page.set_content("<!doctype html><h1>Home</h1>")
    look = await take_look(page)
    (step,) = plan_english(words).steps
    assert isinstance(step, Assert)
    answer = ask_page(step.check, look)  # type: ignore[arg-type]
    assert answer.holds
    assert answer.note.startswith("there is no ")
    assert answer.note.endswith("on the page")
