"""Failures read aloud: each says what was expected, what was there, and what to write instead or to do first."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Show

PAGE = """<title>Shop</title><h1>Your orders</h1>
<table><tr><th>Order</th><th>Status</th><th>Paid</th></tr>
<tr><td>1042</td><td>Processing</td><td>39.90</td></tr><tr><td>1043</td><td>Shipped</td><td>12.00</td></tr></table>
<button>Save draft</button><button disabled>Place order</button><button onclick="">Print</button>
<label>Email <input type=email value="a@b.c"></label>
<label>Country <select><option>Germany<option>France</select></label>
<label><input type=checkbox> Newsletter</label><input type=range aria-label=Volume max=10 value=3>
<ul><li>Lamp <button>Remove</button></li><li>Chair <button>Remove</button></li></ul>
<p>Total: 51.90 €</p><p hidden>Stored</p><div role=alert>Your card was declined.</div>"""

FIRST = "If it comes on another page or later, open that page first or wait until it appears."
MESSAGES: list[tuple[str, str, str]] = [
    (
        'click "Save drafts now"',
        "There is no “Save drafts now” on the page; there are the button “Save draft”,",
        f"If you mean the button “Save draft”, write that name. {FIRST}",
    ),
    (
        'click "Remove"',
        "2 elements fit “Remove” equally well. Say which: 1) “Remove” in the row “Lamp” · 2) “Remove” in the row “Ch",
        "Write which one you mean, as: “Remove” in the row “Lamp”.",
    ),
    (
        'click the 3rd "Remove"',
        "There are only 2 “Remove” on the page, so there is no 3rd.",
        FIRST,
    ),
    (
        'click "Place order"',
        "The button “Place order” is there but disabled.",
        'Do first what enables it; if it should be so, write: check that "Place order" is disabled.',
    ),
    (
        'select "Spain" from Country',
        "There is no option “Spain” in the dropdown “Country”; it offers “Germany”, “France”.",
        "Write one of the options that are there: “Germany”, “France”.",
    ),
    (
        "set Volume to 40",
        "The slider “Volume” goes from 0 to 10; it cannot be set to 40.",
        "",
    ),
    (
        '"Welcome" is shown',
        "“Welcome” is not shown on the page; the page is headed “Your orders”.",
        "If it comes later, write: wait up to 20 seconds until it is shown.",
    ),
    (
        '"Your order" is shown',
        "“Your order” is not shown on the page; it is only a part of “Your orders”.",
        "If “Your orders” is what you mean, write that.",
    ),
    (
        '"Stored" is shown',
        "“Stored” is not shown on the page; it is there but hidden.",
        "Do first what brings it out, or wait until it appears.",
    ),
    (
        '"Shipped" is shown in the row "1042"',
        "“Shipped” is not shown in the row “1042 Processing 39.90”, but elsewhere on the page.",
        "Name the place where it is, or leave the place out.",
    ),
    (
        '"Your orders" is not shown',
        "“Your orders” is shown on the page, although it should not be.",
        "If that is right, write: “Your orders” is shown.",
    ),
    (
        'the row "1042" shows "Shipped" under Status',
        "The cell in row “1042” and column “Status” is “Processing”, expected “Shipped”.",
        "If “Processing” is right, write that instead.",
    ),
    (
        "there are 3 rows in the table",
        "There are 2 rows in the table, expected 3.",
        "If “2” is right, write that instead.",
    ),
    (
        'Email has the value "x@y.z"',
        "The value of the field “Email” is “a@b.c”, expected “x@y.z”.",
        "If “a@b.c” is right, write that instead.",
    ),
    (
        "the Email field is empty",
        "The field “Email” holds “a@b.c”, expected it to be empty.",
        "If that is right, write “is not empty”.",
    ),
    (
        "the Newsletter checkbox is checked",
        "The checkbox “Newsletter” is unchecked, expected checked.",
        "If that is right, write “is unchecked”.",
    ),
    (
        'the heading is "Cart"',
        "The heading is “Your orders”, expected “Cart”.",
        "If “Your orders” is right, write that instead.",
    ),
    (
        'the title contains "Cart"',
        "The title is “Shop”, expected it to contain “Cart”.",
        "If “Shop” is right, write that instead.",
    ),
    (
        "the table is sorted by Paid",
        "The table is not sorted by Paid (ascending): “39.90” before “12.00”.",
        "",
    ),
    (
        "no error is shown",
        "An error is shown, although there should be none: “Your card was declined”.",
        "If that is right, write: an error is shown.",
    ),
    (
        'accept the alert',
        "No alert, confirm or prompt came from the page.",
        "Write it right after the step that brings the dialog.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "message", "advice"), MESSAGES, ids=[row[0] for row in MESSAGES])
async def test_a_failure_read_aloud(show: Show, do: Do, stage: Stage, sentence: str, message: str, advice: str) -> None:
    stage.patience = 0.3
    await show(PAGE)
    plan = plan_english(sentence)
    assert plan.gaps == ()
    record = await do(*plan.steps)
    assert record.failure is not None
    assert (record.error or "").startswith(message)
    assert record.error == record.failure.message
    assert record.failure.advice == advice


NEAR = """<h1>Spokes Bike Workshop</h1><p><a href=#>Repairs</a></p><p style="margin-top: 300px">Volume <input type=range
aria-label=Volume value=79> <span>79 %</span></p><ul aria-label=Parts><li>Chain<li>Bell</ul>
<table><tr><th>Customer<th>Status<th>Price<tr><td>Tom Baker<td>In work<td>48.00
<tr><td>Mia Novak<td>Ready<td>130.50</table>"""


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("there is 1 item in the list", "There are 2 items in the list, expected 1."),
        ('there are 3 items in the list "Parts"', "There are 2 items in the list"),
        ("there are 2 tables", "There is 1 table, expected 2."),
        ('"80 %" is shown next to "Volume"', "“79 %”"),
        ('"130.00" is shown in the row "Tom Baker"', "; the nearest is “48.00”."),
        ('"Mia Nowak" is shown in the row "Tom Baker"', "; the nearest elsewhere is “Mia Novak"),
    ],
)
async def test_what_stands_in_the_place_named_is_told_first(
    show: Show, do: Do, stage: Stage, words: str, error: str
) -> None:
    stage.patience = 0.3
    await show(NEAR)
    record = await do(*plan_english(f"verify that {words}").steps)
    assert error in (record.error or "")
    assert "Spokes" not in (record.error or "")


INVALID = """<form><label>E-mail <input aria-invalid=true value=nobody></label><p class=error>Please enter a name</p>
<p class=error>The e-mail address is not valid.</p></form>"""


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("the phone number is not valid", "shown is “Please enter a name; The e-mail address is not valid.”."),
        ("the e-mail address is valid", "No error says in these words"),
        ("the e-mail address is not valid", ""),
    ],
)
async def test_what_messages_say_is_told_and_no_field(show: Show, do: Do, stage: Stage, words: str, error: str) -> None:
    stage.patience = 0.3
    await show(INVALID)
    record = await do(*plan_english(f"verify that an error message says that {words}").steps)
    assert error in (record.error or "")
    assert bool(record.error) == bool(error)
