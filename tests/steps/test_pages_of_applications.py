"""What testers claim of ordinary pages, in their own words for what is there: true ones hold, untrue ones do not."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import claims, holding

CART = """<title>Cart</title><header><a href=/>Shop</a> <a href=/cart>Cart <span class=badge>3</span></a></header>
<main><h1>Your cart</h1><table><tr><th>Product<th>Qty<th>Price<th>Total
<tr><td>Desk Lamp<td>2<td>$30.00<td>$60.00<tr><td>Wool Blanket<td>1<td>$45.50<td>$45.50</table></main>"""
ORDERS = """<title>Orders</title><main><h1>Orders</h1><p role=status>Showing 3 of 12 orders</p>
<table><thead><tr><th>No<th>Customer<th>Status<th>Amount<th>Date<tbody>
<tr><td>1001<td>Ann Lee<td>Paid<td>€20.00<td>2026-03-01<tr><td>1002<td>Bob Ray<td>Open<td>€120.00<td>2026-02-01
<tr><td>1003<td>Cid Fox<td>Unpaid<td>€5.00<td>2026-01-15</table>
<nav aria-label=Pages><a href=#1>1</a> <a href=#2>2</a></nav>
<select aria-label="Filter by status"><option>All<option>Paid</select></main>"""
ORDER = """<title>Order 1002</title><main><h1>Order #1002</h1><dl><dt>Status<dd>Shipped<dt>Total<dd>€120.00</dl>
<fieldset><legend>Delivery</legend><label><input type=radio name=d checked>Express</label>
<label><input type=radio name=d>Standard</label></fieldset></main>"""
BOARD = """<title>Board</title><main><h1>Sprint 4</h1><div style="display:flex;gap:20px">
<section><h2>To do <span>2</span></h2><div class=ticket>Write docs</div><div class=ticket>Fix login</div></section>
<section><h2>In progress <span>1</span></h2><div class=ticket>Add search</div></section>
<section><h2>Done <span>0</span></h2></section></div></main>"""
TODOS = """<title>Todos</title><main><h1>todos</h1><ul><li><input type=checkbox checked aria-label=Toggle>
<label style="text-decoration:line-through">Buy milk</label><li><input type=checkbox aria-label=Toggle>
<label>Walk dog</label></ul><footer><span><b>1</b> item left</span><a href=#/>All</a></footer></main>"""
USERS = """<title>Users</title><main><h1>Users</h1><table><thead><tr><th>Name<th>Role<tbody>
<tr><td>Ada Byron<td>Admin<tr><td>Bo Chen<td>Editor</table></main>"""
BANK = """<title>Accounts</title><main><h1>Welcome back</h1><div>
<div class=account><h3>Checking</h3><p>€1,250.00</p></div>
<div class=account><h3>Savings</h3><p>€9,000.50</p></div></div><h2>Recent transactions</h2>
<ul><li><span>Rent</span> <b>-€800.00</b><li><span>Salary</span> <b>€2,500.00</b></ul></main>"""
PRODUCTS = """<title>Shop</title><main><h1>Products</h1><article><h2>Desk Lamp</h2><p class=price>$30.00</p></article>
<article><h2>Notebook</h2><p class=price>$4.00</p></article></main>"""
TRACKER = """<title>List of issues</title><nav><b>Issues</b><br><a href=/new>Create New</a> <a href=/>All</a></nav>
<main><h1>List of issues</h1><table><tr><th>ID<th>Title<th>Owner<tr><td>9<td>Attic leaks<td>Bo
<tr><td>2<td>Door jams<td>Cy<tr><td>5<td>Lamp broken<td>Al</table></main>"""

UNTRUE = {
    TRACKER: """the issues are sorted by ID | the issues are sorted alphabetically by owner
        | the list is called "List of users" | the issues are sorted by title descending""",
    CART: """the cart badge shows 2 | the quantity of Desk Lamp is 1 | the cart count is 2""",
    ORDERS: """there are 12 orders in the table | order 1002 is Paid | order 1002 is not Open | no open orders are shown
        | there is no open order | Open orders are not shown | there are 2 paid orders | Order 1002 is not shown
        | the order of Bob Ray is not shown | order 1002 is not in the list | order 1004 is shown
        | the orders are sorted by date, oldest first | the orders are sorted by amount ascending
        | the status filter is set to Paid""",
    ORDER: """the order status is Open | the order total is €20.00 | the order number is 1003 | the order status is not
        Shipped | the delivery is set to Standard""",
    BOARD: """Fix login is in the Done column | Fix login is not in the To do column | the To do column has 3 cards
        | the To do column is empty | the Done column is not empty | the To do count is 1
        | the board has four columns""",
    TODOS: "2 items are left | the counter shows 2 items left | there are 2 items left | at most 0 items are left",
    USERS: """the user Bo Chen is not shown | User Bo Chen is not listed | the user Bo Chen is no longer in the list
        | I do not see user Bo Chen | the user Cy Dee is shown | User Bo Chen is gone""",
    BANK: """the Rent transaction is not shown | there is no transaction Rent | the savings account is not shown
        | the savings account shows €1,250.00 | the Loan transaction is shown""",
    PRODUCTS: "the cheapest product is Desk Lamp | the most expensive product is Notebook",
}
TRUE = {
    TRACKER: "the issues are sorted alphabetically by title | columns: ID, Title, Owner | at least 3 rows in the table",
    CART: "the cart badge shows 3 | the Qty of Desk Lamp is 2 | the cart count is 3",
    ORDERS: """there are 3 orders in the table | order 1002 is Open | order 1002 is not Paid | there is 1 open order
        | there is 1 paid order | Order 1002 is shown | order 1004 is not shown
        | the orders are sorted by date, newest first | the status filter is set to All""",
    ORDER: """the order status is Shipped | the order total is €120.00 | the order number is 1002 | the order status is
        not Open | the delivery is set to Express""",
    BOARD: """Fix login is in the To do column | Fix login is not in the Done column | the To do column has 2 cards
        | the Done column is empty | the To do column is not empty | the To do count is 2
        | the board has three columns""",
    TODOS: "1 item is left | the counter shows 1 item left | there is 1 item left | Walk dog is left",
    USERS: "the user Bo Chen is shown | the user Cy Dee is not shown | User Cy Dee is gone",
    BANK: """the Rent transaction is shown | the Loan transaction is not shown | the savings account shows €9,000.50
        | the savings account is shown""",
    PRODUCTS: "the cheapest product is Notebook | the most expensive product is Desk Lamp",
}


@pytest.mark.parametrize("html", list(UNTRUE), ids=lambda html: html[7 : html.index("</title>")])
async def test_what_is_untrue_does_not_hold(page: Page, html: str) -> None:
    assert await holding(page, html, claims(UNTRUE[html])) == []


@pytest.mark.parametrize("html", list(TRUE), ids=lambda html: html[7 : html.index("</title>")])
async def test_what_is_true_holds(page: Page, html: str) -> None:
    assert await holding(page, html, claims(TRUE[html])) == claims(TRUE[html])


CHAT = """<title>Chat</title><main><h1>Bo</h1><div role=log><p><b>Bo</b> <span>See the ticket</span> <time>09:14</time>
</p><p><b>You</b> <span>Will do</span> <time>09:17</time></p></div></main>"""


async def test_a_message_is_what_was_written(page: Page) -> None:
    untrue = ["the last message is “See the ticket”", "the first message is “Will do”", "the last message is “Will”"]
    assert await holding(page, CHAT, untrue) == []
    true = ["the last message is “Will do”", "the first message is “See the ticket”"]
    assert await holding(page, CHAT, true) == true


async def test_an_account_named_with_its_sort_is_its_card(page: Page) -> None:
    cards = "".join(
        f"<div class=card><h3>{name}</h3><p>Balance</p><p><b>{amount}</b></p><button>Details</button></div>"
        for name, amount in (("Checking", "$1,050.00"), ("Savings", "$8,600.00"))
    )
    untrue = ["the Savings account shows $1,050.00", "the balance of Savings is $1,050.00"]
    assert await holding(page, cards, untrue) == []
    true = ["the Savings account shows $8,600.00", "the balance of Savings is $8,600.00"]
    assert await holding(page, cards, true) == true


DIALOG = """<header><h1>Sprint</h1> <span>15 cards</span></header>
<div role=dialog aria-label="Delete card"><p>Are you sure?</p><button>Delete</button></div>"""


async def test_what_a_part_of_the_page_says(page: Page) -> None:
    untrue = ["the header says “5 cards”", "the dialog says “15 cards”", "the header does not say “15 cards”"]
    assert await holding(page, DIALOG, untrue) == []
    true = ["the header says “15 cards”", "the dialog says “Are you sure?”", "the dialog does not say “15 cards”"]
    assert await holding(page, DIALOG, true) == true
