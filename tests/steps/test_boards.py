"""Boards whose cards have titles and texts of their own: what a column holds, and what the board does."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import claims, holding

STYLE = "<style>.cols{display:flex;gap:12px}.col{background:#eee;width:220px;min-height:200px}</style>"
CARD = "<{tag} class='card {more}'><h3>{title}</h3><p>{who}</p><p>Priority: {priority}</p><button>Move</button></{tag}>"


def board(tag: str, column: str, *, frame: str = "") -> str:
    def card(title: str, who: str, priority: str, more: str = "") -> str:
        return CARD.format(tag=tag, title=title, who=who, priority=priority, more=more)

    columns = {
        "To do": [card("Fix login", "Ada", "High")],
        "In progress": [],
        "Done": [card("Write docs", "Bo", "Low"), card("Add search", "Ada", "Low", "late"), card("CI", "Bo", "High")],
    }
    opened, closed = (f"<div class={frame}>", "</div>") if frame else ("", "")
    drawn = "".join(
        f"<{column} class=col><h2>{name} <small>({len(cards)})</small></h2>{opened}{''.join(cards)}{closed}</{column}>"
        for name, cards in columns.items()
    )
    return f"{STYLE}<h1>Sprint 12</h1><div class=cols>{drawn}</div><p role=status>Saved “Old card”</p>"


BOARDS = {
    "articles": board("article", "section"),
    "boxes": board("div", "div"),
    "boxes in frames": board("div", "div", frame="card-list"),
}
UNTRUE = """the Done column contains "Fix login" | the "To do" column should contain the card "Write docs"
    | the Done column does not contain "Write docs" | "Fix login" should be under "Done"
    | "Write docs" is under "To do" | "Old card" is on the board | "CI" is no longer on the board
    | the board has 5 cards | the board has 2 cards | the board has 4 columns | "To do" has 2 cards
    | "To do" has no cards | the Done column has 6 cards | there are no cards in the "Done" column
    | there is no card in the Done column | the first column has no cards | the column has no cards
    | the last column is empty | the third column has 2 cards | the Done column is empty
    | the card "Write docs" should show "Ada" | the card "Write docs" shows "Priority: High"
    | the card "Write docs" does not show "Bo" """
TRUE = """the Done column contains "Write docs" | the "To do" column should contain the card "Fix login"
    | the Done column does not contain "Fix login" | "Add search" should be under "Done" | "CI" is on the board
    | "Old thing" is no longer on the board | the board still has 4 cards | the board has 3 columns
    | the first column has 1 card | the third column has 3 cards | "To do" has 1 card
    | the Done column has 3 cards | there are no cards in the "In progress" column
    | the card "Write docs" should show "Bo" and "Priority: Low" | the card "Write docs" does not show "Ada" """


@pytest.mark.parametrize("html", BOARDS.values(), ids=BOARDS)
async def test_what_is_untrue_of_a_board(page: Page, html: str) -> None:
    assert await holding(page, html, claims(UNTRUE)) == []


@pytest.mark.parametrize("html", BOARDS.values(), ids=BOARDS)
async def test_what_is_true_of_a_board(page: Page, html: str) -> None:
    assert await holding(page, html, claims(TRUE)) == claims(TRUE)


ONE_EACH = "<div class=x><b>{}</b><i>Ada</i><i>Low</i></div>"
UNCLEAR = f"""{STYLE}<h1>Plan</h1><div class=cols>{
    "".join(
        f"<div class=col><h2>{name}</h2>{ONE_EACH.format(card)}</div>" for name, card in (("New", "Fix"), ("Old", "Go"))
    )
}</div>"""


async def test_a_box_in_each_column_may_be_a_frame_or_a_card(page: Page) -> None:
    counts = [f"the New column has {many}" for many in ("no cards", "1 card", "2 cards", "3 cards")]
    assert len(await holding(page, UNCLEAR, [*counts, "the New column is empty"])) <= 1
    assert await holding(page, UNCLEAR, ["the New column has no cards", "the New column is empty"]) == []
