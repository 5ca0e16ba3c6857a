"""What lists of expected results say: without a verb, of messages, of order, of what was put in and taken out."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import holding

SHELF = (
    "<h1>Products</h1><ul><li><h3 class=name>Apple</h3><b class=price>$20.00</b><button>Add</button>"
    "<li><h3 class=name>Banana</h3><b class=price>$3.50</b><button>Add</button>"
    "<li><h3 class=name>Cherry</h3><b class=price>$1,100.00</b><button>Add</button></ul>"
)
POSTS = (
    "<table><tr><th>Post<th>Date<th>Votes<tr><td>Gamma<td>12 May 2026<td>10<tr><td>Beta<td>3 April 2026<td>9"
    "<tr><td>Alpha<td>28 March 2026<td>100</table>"
)
AGO = "<table><tr><th>Post<th>Date<tr><td>B<td>1 day ago<tr><td>A<td>2 days ago</table>"
ALONE = "<ul><li>Apple <b class=price>$2</b></ul>"
FORM = (
    "<h1>Sign up</h1><form><label>Email <input aria-invalid=true></label><p role=alert class=error>Email is required"
    "</p><label><input type=radio name=plan checked>Free</label><label><input type=radio name=plan>Pro</label>"
    "<button>Help</button> <button>Save</button></form><h2>Cart</h2><ul><li>Rose</ul><p>Order 7 created</p>"
)
OPEN = (
    "<div class=spinner role=progressbar aria-label=Loading style='width:20px;height:20px'></div>"
    "<nav><button aria-expanded=true aria-haspopup=menu>Account menu</button></nav>"
    "<label>Password <input value=x></label>"
    "<button aria-expanded=true>Details</button><p>More</p><dl><dt>Item total<dd>$39.99</dl>"
    "<div role=dialog aria-label=Confirmation><p>Are you sure?</p><button>Remove</button></div>"
)
CLOSED = (
    "<nav><button aria-expanded=false aria-haspopup=menu>Account menu</button></nav>"
    "<label>Password <input type=password value=x></label><button aria-expanded=false>Details</button>"
    "<dl><dt>Item total<dd>$29.99</dl><button>Remove</button>"
)

DOWN = (
    "<nav><a href=/a>Home</a></nav><button aria-pressed=%s>Bold</button> <button>Save</button>"
    "<p>Total: <span id=t>4</span></p><form aria-label=Contact><label>Name <input></label>"
    "<label>City <input value=Rome></label></form>"
    "<div role=dialog aria-label=Ask><p>Delete it?</p><button>Yes</button><button>Cancel</button></div>"
)
WITH_IT = [
    "the Bold button is active",
    "the Total drops to 3",
    "the fields are empty",
    "the navigation links are hidden",
    'a dialog pops up asking "Leave it?"',
    'a dialog with the buttons "Yes" and "No" appears',
    "the Contact form is displayed with the fields Name and Email",
    'a dialog appears with the heading "Rome"',
    'a form is shown with a "Yes" button',
    "the focus moves to the Name field",
]
UNTRUE = {
    "down": (DOWN % "false", WITH_IT),
    "up": (DOWN % "true", ["the Bold button is inactive", "the Save button is inactive"]),
    "open": (
        OPEN,
        [
            "Modal closes",
            "Dialog disappears",
            "Spinner disappears",
            "Spinner is not displayed",
            "the account menu collapses",
            "Details collapses",
            "Password is masked",
            "The password field is masked",
            "the password is displayed as dots",
            "the password is hidden",
            "the password is not visible",
            "Item total: $29.99",
            'Item total: "$9.99"',
            '"Add" button changes to "Remove"',
            'A confirmation popup with "Are you certain?" appears',
            "Validation message displayed below the Password field",
            "An error is shown for the Password field",
        ],
    ),
    "closed": (
        CLOSED,
        [
            "the account menu expands",
            "Details expands",
            "Password is not masked",
            "the password is visible",
            "Modal opens",
        ],
    ),
    "shelf": (
        SHELF,
        [
            "the products are sorted by price",
            "Products are sorted by price (low to high)",
            "Products are listed in ascending order of price",
            "Products are sorted by price from high to low",
            "Prices are in ascending order",
            "Products are sorted by name from Z to A",
            "Products are sorted low to high",
            "Products appear in reverse alphabetical order",
            "Products are sorted from lowest to highest",
            "Products are displayed from newest to oldest",
            "Products are sorted by name low to high",
        ],
    ),
    "posts": (
        POSTS,
        [
            "the table is sorted by Date",
            "Posts are listed in chronological order",
            "the table is sorted by the Votes column in descending order",
            "the table is sorted by Votes",
            "the table is sorted by Date, oldest first",
            "the table is sorted by Post",
            "the table is sorted by Author",
        ],
    ),
    "days ago": (AGO, ["the table is sorted by Date", "the table is sorted by Date, newest first"]),
    "one entry": (ALONE, ["the list is sorted", "the list is sorted by price", "Products are sorted by price"]),
    "form": (
        FORM,
        [
            "No error message displayed",
            "No errors shown by default",
            "no error displayed",
            "No errors visible",
            "No validation message displayed",
            "there are no errors displayed",
            "Verify that no error message displayed",
            "No plan selected",
            "No option selected",
            "No order created",
            "No items removed",
            "No items were removed",
            "No items added",
            "No button hidden",
            "No email field displayed",
            "No Save button present",
            "No Help button visible",
            "Save button hidden",
            "Save button disabled",
            "Free option hidden",
            'Tooltip for "Help" is displayed',
            'Sub-menu for "Help" appears',
            'The confirmation for "Rose" is shown',
            '"Rose" is removed from the cart',
            "Rose is removed from the cart",
            "the rose is removed from the cart",
            "Selected product is removed from the cart",
            "Task is removed from the cart",
            "Item is removed from the cart",
            'Error shown: "Email is too short"',
            "No stale order displayed",
            '"Tulip" is added to the cart',
            '"Sign up" is added to the cart',
            '"Rose" removed from the cart',
            "A validation message is displayed indicating “Too short”",
            "the heading matches the title",
            "Order creation is blocked with an error that the email is required",
            "the user is taken to another page",
            '"Rose" is shown in the cart before login',
            "duplicate emails are not present",
        ],
    ),
}
TRUE = {
    "down": (
        DOWN % "true",
        [
            "the Bold button is active",
            "the Save button is active",
            "the Total drops to 4",
            "the navigation links are visible",
            'a dialog pops up asking "Delete it?"',
            'a dialog with the buttons "Yes" and "Cancel" appears',
            "the Contact form is displayed with the fields Name and City",
        ],
    ),
    "open": (
        OPEN,
        [
            "the account menu expands",
            "Details expands",
            "Password is not masked",
            "Item total: $39.99",
            'A confirmation popup with "Are you sure?" appears',
            "Spinner displayed",
        ],
    ),
    "closed": (
        CLOSED,
        [
            "Modal closes",
            "Spinner disappears",
            "Details collapses",
            "Password is masked",
            "The password field should be masked",
            "Item total: $29.99",
        ],
    ),
    "shelf": (
        SHELF,
        [
            "Products are sorted by name",
            "the products are sorted by name from A to Z",
            "Products are displayed in alphabetical order by name",
            "the list is sorted by name (A to Z)",
        ],
    ),
    "prices": (
        SHELF.replace("$20.00", "$2.00"),
        [
            "Products are sorted by price from low to high",
            "Products are listed in ascending order of price",
            "Products are sorted by price (low to high)",
            "the products are sorted by price",
            "Prices are in ascending order",
        ],
    ),
    "posts": (
        POSTS,
        [
            "the table is sorted by Date, newest first",
            "the table is sorted by Date from newest to oldest",
            "the table is sorted by the Date column in descending order",
            "the rows are sorted by Post from Z to A",
        ],
    ),
    "form": (
        FORM,
        [
            "Error message displayed",
            'Error shown: "Email is required"',
            "Validation message shown",
            "No spinner displayed",
            "Save button displayed",
            "An error message is displayed indicating that the email is required",
            "No warning icon present",
            "A validation error is shown telling that it is required",
            "Free option selected",
            "No Undo button visible",
            '"Rose" displayed in the cart',
            '"Tulip" is removed from the cart',
            '"Rose" is added to the cart',
            "Verify that the Save button displayed",
            "Email field displayed",
        ],
    ),
}


@pytest.mark.parametrize(("html", "sentences"), UNTRUE.values(), ids=UNTRUE.keys())
async def test_what_is_untrue_does_not_hold(page: Page, html: str, sentences: list[str]) -> None:
    assert await holding(page, html, _expected(sentences)) == []


@pytest.mark.parametrize(("html", "sentences"), TRUE.values(), ids=TRUE.keys())
async def test_what_is_true_holds(page: Page, html: str, sentences: list[str]) -> None:
    lines = _expected(sentences)
    held = await holding(page, html, lines)
    assert [line for line in lines if line not in held] == []


def _expected(sentences: list[str]) -> list[str]:
    return [f"Expected result:\n- {sentence}" for sentence in sentences]
