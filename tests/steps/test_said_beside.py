"""What is said beside a name: a value in its row, the button that stands with it. Never a neighbour's."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Show, holding

TABLE = (
    "<h1>Members</h1><table><thead><tr><th>Name<th>Role</thead><tr><td>Ann<td>Editor<tr><td>Bob<td>Admin</table>"
    "<p>Role: Owner</p>"
)
LIST = "<ul><li><b>Ann</b> <span>Editor</span></li><li><b>Bob</b> <span>Admin</span></li></ul><p>Owner</p>"
CARDS = (
    "<main><article><h3>Ann</h3><p>Editor</p></article><article><h3>Bob</h3><p>Admin</p></article></main><p>Owner</p>"
)
CLAIMS = {
    '"Ann" is listed with the role "Editor"': True, '"Bob" is shown with the role "Admin"': True,
    '"Ann" is listed with the role "Admin"': False, '"Ann" appears with the role "Owner"': False,
    '"Bob" is listed with the role "Edit"': False, '"Cleo" is listed with the role "Admin"': False,
    '"Ann" is listed with the role "Members"': False,
}  # fmt: skip
ISSUE = "<h1>Broken lamp</h1><p>Issue: <b>Open</b></p><p>Reopened twice</p>"


@pytest.mark.parametrize("html", [TABLE, LIST, CARDS], ids=["table", "list", "cards"])
async def test_a_value_is_that_of_its_row(page: Page, html: str) -> None:
    assert await holding(page, html, list(CLAIMS)) == [words for words, holds in CLAIMS.items() if holds]


NUMBERED = TABLE.replace("<td>Ann", "<td><a href='#'>#1042</a>").replace("<td>Bob", "<td><a href='#'>#1043</a>")
OF_ONE = {
    '"Ann" has the role "Editor"': True, 'the role of user "Ann" is "Editor"': True,
    'user "Bob" has the role "Admin"': True, 'the role of "Ann" is "Admin"': False,
    'the role of user "Ann" is "Admin"': False, '"Ann" has the role "Owner"': False, '"Ann" has the role "Edit"': False,
    '"Cleo" has the role "Admin"': False, '"Ann" has no role "Editor"': False,
    '"Ann" does not have the role "Editor"': False,
}  # fmt: skip
OF_A_NUMBER = {
    'ticket #1042 has the role "Editor"': True, 'the role of ticket #1043 is "Admin"': True,
    "ticket #1042 is shown": True,
    "ticket #1044 is not shown": True, 'ticket #1042 has the role "Admin"': False, "ticket #1042 is not shown": False,
    "ticket #104 is shown": False, 'in the row of ticket #1042 "Admin" is shown': False,
}  # fmt: skip


@pytest.mark.parametrize(("html", "claims"), [(TABLE, OF_ONE), (NUMBERED, OF_A_NUMBER)], ids=["names", "numbers"])
async def test_what_one_of_them_has_stands_in_its_row(page: Page, html: str, claims: dict[str, bool]) -> None:
    """What is denied of it is no text within its name: that could not fail."""
    assert await holding(page, html, list(claims)) == [words for words, holds in claims.items() if holds]


async def test_a_state_is_told_of_the_thing(page: Page) -> None:
    claims = ['the issue should be in the state "Open"', 'the issue is in the status "Closed"']
    assert await holding(page, ISSUE, claims) == claims[:1]


BUTTON = "<button onclick=\"document.title='{name}'\">Delete</button>"
ROWS = (
    "<table><tr><td>Invoices<td>{invoices}<tr><td>Reports<td>{reports}<tr><td>Letters<td>{letters}</table><p>Done</p>"
)


@pytest.mark.parametrize(
    ("words", "with_button", "deleted"),
    [
        ('delete "Reports"', True, "reports"),
        ('remove the row "Letters"', True, "letters"),
        ('delete "Reports"', False, None),
        ('delete "Notes"', True, None),
    ],
)
async def test_the_button_is_that_of_what_is_named(
    page: Page, show: Show, do: Do, words: str, with_button: bool, deleted: str | None
) -> None:
    named = {name: BUTTON.format(name=name) for name in ("invoices", "reports", "letters")}
    await show(ROWS.format(**named if with_button else {**named, "reports": ""}))
    record = await do(*plan_english(words).steps)
    assert (record.result, await page.title()) == (("passed", deleted) if deleted else ("failed", ""))
