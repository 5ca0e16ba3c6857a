"""Where somebody says a thing is, in words no page holds: at the top, in the left bar; and rows by their numbers."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show, holding

BARS = (
    "<style>body{margin:0;height:1400px}#s{position:absolute;left:0;top:80px;width:60px}#u{position:absolute;right:20px;"
    "top:0}#f{position:absolute;top:660px;left:500px}</style><div id=u><a href=#gear>Settings</a></div>"
    "<div id=s><a href=#find title=Search style='display:block;height:16px'></a><a href=#lists>Lists</a></div>"
    "<p style='margin:120px 0 0 300px'><a href=#home>home</a> / books <a href=#edit1>Edit</a></p>"
    "<div id=f><a href=#more>Next page</a> <a href=#edit2>Edit</a></div>"
)
BOOKS = (
    "<h1>Loans</h1><form><select aria-label=Column><option>- column -<option>price<option>author</select></form>"
    "<p>Suggested facets: <a href=#facet>author</a></p><table><tr><th>id<th><a href=#author>author</a>"
    "<th><a href=#price>price</a><tr><td><a href=#one>1</a><td>Ann<td>2<tr><td><a href=#two>2</a><td>Bob<td>7</table>"
)
RESULTS = "<ul><li>Home<li>Books</ul><table><tr><th>title<tr><td>Emma<tr><td>Persuasion</table>"
HASH = "() => location.hash"


@pytest.mark.parametrize(
    ("html", "words"),
    [
        pytest.param(BARS, "Click Settings at the bottom", id="not where it is said to be"),
        pytest.param(BARS, "Click Lists in the right bar", id="not in the half of the page that is said"),
        pytest.param(BARS, 'Click "Edit" in the toolbar', id="a bar that is not there chooses none of two"),
        pytest.param(BARS, 'Click "Edit" in the row "Ann"', id="a row is no bar"),
        pytest.param(BARS, 'Click "home" in "filter bar"', id="a quoted place is a name"),
        pytest.param(BARS, "Click Next in the filter bar", id="only a whole name does without its place"),
        pytest.param(BOOKS, "Click on the id 7", id="another column"),
        pytest.param(BOOKS, "Click on the loan 7", id="not what the row is known by"),
        pytest.param(BOOKS, 'Click the popular tag "author"', id="no words beside any of them"),
    ],
)  # fmt: skip
async def test_what_stands_elsewhere_is_not_taken(page: Page, show: Show, do: Do, html: str, words: str) -> None:
    await show(html)
    assert (await do(*plan_english(words).steps)).failure
    assert await page.evaluate(HASH) == ""


@pytest.mark.parametrize(
    ("html", "words", "reached"),
    [
        pytest.param(BARS, "Click Settings at the top", "#gear", id="a half of the page"),
        pytest.param(BARS, "Click Edit at the bottom", "#edit2", id="of two the one in that half"),
        pytest.param(BARS, "Click Edit in the upper left corner", "#edit1", id="both halves"),
        pytest.param(BARS, "Click Lists in the left bar", "#lists", id="a bar nobody named"),
        pytest.param(BARS, "Click the Search icon in the left bar", "#find", id="an icon in it"),
        pytest.param(BARS, 'Click "home" in the breadcrumb', "#home", id="breadcrumbs nobody marked"),
        pytest.param(BOOKS, 'Click "price"', "#price", id="an entry of a closed list is not clicked"),
        pytest.param(BOOKS, 'Click the suggested facet "author"', "#facet", id="beside the words it is called by"),
        pytest.param(BOOKS, "Click on the id 2", "#two", id="a cell by its column"),
        pytest.param(BOOKS, "Click on loan 2", "#two", id="a row by what the page lists"),
    ],
)  # fmt: skip
async def test_the_place_said_chooses(follow: Follow, html: str, words: str, reached: str) -> None:
    assert await follow(html, words, HASH) == reached


async def test_a_place_that_is_not_there_is_told(show: Show, do: Do) -> None:
    await show(BARS)
    record = await do(*plan_english('Click "home" in the breadcrumb').steps)
    assert record.found is not None
    assert record.found.reason == "the only one; there is no “breadcrumb” on the page"


async def test_what_is_untrue_of_a_place_or_a_row_does_not_hold(page: Page) -> None:
    untrue = [
        "Settings is shown at the bottom", 'A link "Settings" is shown at the bottom of the page',
        "The row of loan 2 shows Ann", "The row of loan 7 shows Bob",
        'Author 2 shows "Bob"', '"home" is shown in the breadcrumb', 'The link "Lists" is shown in the filter bar',
    ]  # fmt: skip
    for html in (BARS, BOOKS):
        assert await holding(page, html, untrue) == []
    assert await holding(page, RESULTS, ["The result has 3 rows", "The result has two rows: Emma, Dracula"]) == []


async def test_what_is_true_of_a_place_or_a_row_holds(page: Page) -> None:
    assert await holding(page, BARS, true := ['A link "Settings" is shown at the top of the page']) == true
    assert await holding(page, BOOKS, true := ["The row of loan 2 shows Bob", "The row with id 1 shows Ann"]) == true
    assert await holding(page, RESULTS, true := ["The result has two rows: Emma, Persuasion"]) == true
