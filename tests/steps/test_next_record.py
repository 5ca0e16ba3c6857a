"""What stands in the next record says nothing of this one, also where this one is empty: a label reaches no further."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import claims, holding

BO = """"Bo" shows "paid" | the row of Bo shows "paid" | the row "Bo" shows paid | the item "Bo" shows "paid" |
    Bo is paid | the row of Bo contains "paid" | "Bo" shows "Cleo" | the card "Bo" shows "paid" """
ENDS = "<p>Your subscription ends on 12 March 2027</p><h2>120 orders</h2>"
MUST_NOT_HOLD = {
    "a row with an empty cell": ("<table><tr><th>Name<th>State<tr><td>Bo<td></td><tr><td>Cleo<td>paid</table>", BO),
    "a row with another sign": ("<table><tr><td>Bo<td>✗<tr><td>Cleo<td>✓</table>", """the row of Bo shows ✓ |
        the row "Bo" shows "✓" | "Bo" shows "✓" """),
    "an entry of a list": ("<ul><li>Bo<li>Cleo paid</ul>", BO),
    "a card": ("<div class=card><h3>Bo</h3><p></p></div><div class=card><h3>Cleo</h3><p>paid</p></div>", BO),
    "a line of a form": ("<div class=f><i>Bo</i><b></b></div><div class=f><i>Cleo</i><b>paid</b></div>", BO),
    "labels along a line": ("""<table><tr><th>Reported by:<td>bob<th>Owned by:<td><tr><th>Priority:<td>major<th>Phase:
        <td>m1</table>""", """the ticket is owned by bob | "Owned by" shows "bob" | owned by is m1 | the owner is bob |
        "Owned by" shows "Priority" """),
    "what nothing was found for": ("<input value=zzz><p>No results for “zzz”</p>", """"zzz" is listed | zzz is listed |
        "zzz" is shown | "zzz" is in the list"""),
    "what could not be found": ("<p>We couldn't find anything matching zzz.</p>", '"zzz" is listed | "zzz" is shown'),
    "a definition": ("<dl><dt>Bo<dd></dd><dt>Cleo<dd>paid</dl>", BO),
    "a number that a text ends or begins with": (ENDS, """
        the subscription ends on 2 March 2027 | the heading ends with "20 orders" | the heading starts with "12" """),
    "an old price": ("<ul><li>Milk <s>€2.00</s> €1.50</ul>", "the price of Milk is €2.00"),
    "what a dialog asks about": (
        "<div role=dialog aria-label='Delete?'><p>Delete “Ann”?</p><button>Yes</button></div>",
        '"Ann" is listed | Ann is listed'),
    "the way to this page": ("<nav aria-label=breadcrumb><ol><li>Home<li>Ann</ol></nav>", """"Ann" is listed |
        the row "Ann" is shown"""),
    "what opens it": ("<button aria-expanded=false>Details</button><p hidden>Words</p>", "the details are shown"),
}  # fmt: skip
MUST_HOLD = {
    "the row": ("<table><tr><th>Name<th>State<tr><td>Bo<td></td><tr><td>Cleo<td>paid</table>", """the row of Cleo shows
        "paid" | Cleo is paid | "Cleo" shows "paid" """),
    "a card": ("<div class=card><h3>Bo</h3><p></p></div><div class=card><h3>Cleo</h3><p>paid</p></div>", """"Cleo"
        shows "paid" | the card "Cleo" shows "paid" | Cleo is paid"""),
    "a line of a form": ("<div class=f><i>Bo</i><b></b></div><div class=f><i>Cleo</i><b>paid</b></div>",
        '"Cleo" shows "paid" | Cleo is paid'),
    "a message that nothing was found": ("<p>No results for “zzz”</p>", """"No results for “zzz”" is shown |
        "No results" is shown | "results for “zzz”" is shown"""),
    "what a sentence goes on with": ("<p>No fees, free returns. For Ann</p>",
        '"free returns" is shown | "Ann" is shown'),
    "a box beside it": ("<div class=c><b>Total</b></div><div class=c>39.90</div>", "the total is 39.90"),
    "boxes alike beside each other": ("""<div style="display:flex"><div><span>Total</span></div><div><span>5.00</span>
        </div></div>""", "the total is 5.00"),
    "an entry that is a value": ("<ul><li>Total<li>$5.00</ul>", "the total is $5.00"),
    "a cell behind an empty one": ("<table><tr><td>Total<td><td>$5.00</table>", "the total is $5.00"),
    "labels along a line": ("""<table><tr><th>Reported by:<td>bob<th>Owned by:<td><tr><th>Priority:<td>major<th>Phase:
        <td>m1</table>""", 'the phase is m1 | the Priority is "major" | Phase shows "m1"'),
    "a number as a whole": (ENDS, """the subscription ends on 12 March 2027 |
        the heading ends with "orders" | the heading starts with "120" """),
    "an entry of a dialog's list": ("<div role=dialog aria-label=Share><ul><li>Ann</ul></div>", '"Ann" is listed'),
    "what is open, and what opens it": ("<button aria-expanded=true>Details</button><p>Words</p>", """the details are
        shown | the Details button is shown | "Details" is shown"""),
}  # fmt: skip


@pytest.mark.parametrize("name", MUST_NOT_HOLD)
async def test_it_does_not_hold(page: Page, name: str) -> None:
    html, checks = MUST_NOT_HOLD[name]
    assert await holding(page, html, claims(checks)) == []


@pytest.mark.parametrize("name", MUST_HOLD)
async def test_it_holds(page: Page, name: str) -> None:
    html, checks = MUST_HOLD[name]
    assert await holding(page, html, claims(checks)) == claims(checks)
