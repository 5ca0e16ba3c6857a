"""What a list shows and nothing else: what is untrue of the page does not hold, whichever list is meant."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import holding

ROWS = "<tr><td>Emma<td>Austen<td>1815<tr><td>Persuasion<td>Austen<td>1817"
TABLE = f"<h1>Books</h1><table><thead><tr><th>Title<th>Author<th>Year</thead>{ROWS}{{more}}</table>"
CARDS = (
    "<h1>Plants</h1><div class=grid><div class=card><h3>Rose</h3><p>$4</p></div><div class=card><h3>Tulip</h3><p>$6</p>"
    "</div>{more}</div>"
)
RECENT = (
    "<main><aside><ul><li>Emma</ul></aside><section><h2>Recent</h2><ul><li>Emma<li>Persuasion</ul></section>"
    "{more}</main>"
)
INNER = "<table><tr><th>Title<th>Tags<tr><td>Emma<td><ul><li>Emma</ul><tr><td>Dracula<td><ul><li>Horror</ul></table>"
LAYOUT = "<ul><li><h1>Books</h1><table><tr><td>Emma<tr><td>Dracula</table></ul>"
LATER = "<tr><td>Dracula<td>Stoker<td>1897"
HIDDEN = "<tr style='display:none'><td>Dracula<td>Stoker<td>1897"
FOOT = "<tfoot><tr><td>2 books<td><td></tfoot>"


@pytest.mark.parametrize(
    ("html", "sentence"),
    [
        pytest.param(TABLE.format(more=LATER), "Only Emma and Persuasion are shown", id="one more"),
        pytest.param(TABLE.format(more=LATER), "The table lists Emma and Persuasion, nothing else", id="behind it"),
        pytest.param(TABLE.format(more=""), "Only Emma is shown", id="another"),
        pytest.param(TABLE.format(more=""), "Only Emma, Persuasion and Dracula are shown", id="one is missing"),
        pytest.param(TABLE.format(more=HIDDEN), 'Only "Emma", "Persuasion", "Dracula" are shown', id="hidden"),
        pytest.param(TABLE.format(more=""), 'Only "Emm" and "Persuasion" are shown', id="a part of a name"),
        pytest.param(TABLE.format(more=""), 'Only "Books" is shown', id="no entry at all"),
        pytest.param(CARDS.format(more=""), "Only Rose is shown", id="another card"),
        pytest.param(INNER, "Only Emma is listed", id="a list within a row does not answer for the table"),
        pytest.param(LAYOUT, "Only Emma is listed", id="a list for the layout does not answer for what is in it"),
        pytest.param(
            RECENT.format(more=TABLE.format(more=LATER)), "Only Emma and Persuasion are listed", id="another list is so"
        ),
        pytest.param(
            RECENT.format(more=TABLE.format(more=LATER)), "Only Emma and Persuasion remain in the table", id="the table"
        ),
    ],
)  # fmt: skip
async def test_what_is_not_all_there_is_does_not_hold(page: Page, html: str, sentence: str) -> None:
    assert await holding(page, html, [sentence]) == []


@pytest.mark.parametrize(
    ("html", "sentence"),
    [
        (TABLE.format(more=""), "Only Emma and Persuasion are shown"),
        (TABLE.format(more=""), 'The table contains only "Emma" and "Persuasion"'),
        (TABLE.format(more=""), "The table lists Emma and Persuasion, nothing else"),
        (TABLE.format(more=""), 'Only "Austen" is listed in the table'),
        (TABLE.format(more=HIDDEN + FOOT), "Only Emma and Persuasion remain in the table"),
        (CARDS.format(more=""), "Only Rose and Tulip are displayed"),
        (RECENT.format(more=TABLE.format(more="")), "Verify that only Emma and Persuasion are listed"),
    ],
)
async def test_all_there_is_holds(page: Page, html: str, sentence: str) -> None:
    assert await holding(page, html, [sentence]) == [sentence]


@pytest.mark.parametrize(
    "sentence",
    ["Only unread mails are listed", "Only admins see it", "Only Jane's orders are shown", "Dashboard shows only Emma"],
)  # fmt: skip
def test_what_is_no_name_is_a_gap(sentence: str) -> None:
    assert plan_english(sentence).gaps
