"""Sorting as one deed: by an order the page offers, or by the header of a column."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from tests.steps.conftest import Do, Show

ORDERS = """<label>Sort by <select onchange="document.title = value"><option value=name>Name (A to Z)</option>
    <option value=down>Name (Z to A)</option><option value=cheap>Price: low to high</option>
    <option value=dear>Price: high to low</option><option value=new>Newest</option></select></label>"""
TABLE = """<table><thead><tr><th>%s</th><th onclick="turn()" style=cursor:pointer>Price</th></tr></thead><tbody id=t></tbody></table>
<script>let up = %s; const rows = [['Lamp', '39.90'], ['Chair', '120.00'], ['Mug', '8.50']];
function draw() { t.innerHTML = rows.map(r => `<tr><td>${r[0]}</td><td>${r[1]}</td></tr>`).join('') }
function turn() { up = !up; %s; document.title += up ? '+' : '-'; draw() } draw()</script>"""
SORTS = "rows.sort((a, b) => up ? a[1] - b[1] : b[1] - a[1])"
MENU = """<button aria-haspopup=menu onclick="m.hidden = !m.hidden">Sort</button><ul role=menu id=m hidden>
    <li role=menuitem onclick="document.title = 'old'">Oldest first<li role=menuitem onclick="document.title = 'new'">Newest first</ul>
    <ul role=menu><li role=menuitem>Newest first in the news</ul>"""


@pytest.mark.parametrize(
    ("html", "step", "kind", "says"),
    [
        ("<h1>Shop</h1>", s.Sort(by="price"), "not_found", "Nothing on the page sorts by “price”"),
        (ORDERS, s.Sort(by="rating"), "no_option", "it offers “Name (A to Z)”"),
        (ORDERS, s.Sort(by="price"), "ambiguous", "“Price: low to high”, “Price: high to low”"),
        (ORDERS, s.Sort(by="newest", order="ascending"), "no_option", "sorted by newest (ascending)"),
        (TABLE % ("Name", "true", "0"), s.Sort(by="price", order="ascending"), "assertion", "does not stand ascending"),
        (TABLE % ("Price", "true", SORTS), s.Sort(by="price"), "not_found", "no column of that name"),
        (MENU, s.Sort(by="price"), "no_option", "it offers “Oldest first”, “Newest first”"),
        (
            TABLE % ("Name", "true", SORTS),
            s.Sort(by="price", target=Target(words="the Users table", name="Users", kind="table")),
            "not_found",
            "Nothing on the page sorts",
        ),
    ],
)
async def test_what_is_not_sorted_fails_and_says_what_there_is(
    show: Show, do: Do, page: Page, html: str, step: s.Sort, kind: str, says: str
) -> None:
    await show(html)
    record = await do(step)
    assert record.failure is not None
    assert record.failure.kind == kind
    assert says in record.failure.message


@pytest.mark.parametrize(
    ("html", "step", "title"),
    [
        (ORDERS, s.Sort(by="price", order="ascending"), "cheap"),
        (ORDERS, s.Sort(by="Price: high to low"), "dear"),
        (ORDERS, s.Sort(by="name", order="descending"), "down"),
        (ORDERS, s.Sort(by="date", order="descending"), "new"),
        (ORDERS.replace("Sort by ", "Show "), s.Sort(by="price", order="descending"), "dear"),
        (TABLE % ("Name", "true", SORTS), s.Sort(by="price"), "-"),
        (TABLE % ("Name", "true", SORTS), s.Sort(by="Price", order="descending"), "-"),
        (TABLE % ("Name", "true", SORTS), s.Sort(by="price", order="ascending"), "-+"),
        (MENU, s.Sort(by="date", order="ascending"), "old"),
        (MENU, s.Sort(by="newest"), "new"),
    ],
)
async def test_it_is_sorted_as_was_said(show: Show, do: Do, page: Page, html: str, step: s.Sort, title: str) -> None:
    await show(html)
    record = await do(step)
    assert record.error is None
    assert await page.title() == title
