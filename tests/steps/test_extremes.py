# ruff: noqa: E501 - the pages under test
"""The one with most or least of something: rows by a column, products by their price."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

ORDERS = (
    """<table><tr><th>Order</th><th>Items</th><th>Total</th><th></th></tr>"""
    + "".join(
        f"<tr><td>{n}</td><td>{i}</td><td>{t}</td><td><button onclick=\"o.textContent = '{n}'\">Open</button></td></tr>"
        for n, i, t in ((1042, 3, "$99.50"), (1043, 7, "$1,299.00"), (1044, 1, "$105.00"))
    )
    + "</table><p id=o></p>"
)
SHOP = (
    """<p id=o></p><div class=grid>"""
    + "".join(
        f"""<div class=card><h3>{name}</h3><p>Rating: {r}</p><span class=price>{price}</span><button onclick="o.textContent = '{name}'">Buy</button></div>"""
        for name, r, price in (("Lamp", 4.2, "39.90 €"), ("Chair", 4.8, "120.00 €"), ("Pen", 3.1, "1.20 €"))
    )
    + "</div>"
)


@pytest.mark.parametrize(
    "words", ["click the product with the highest weight", 'click "Open" in the row with the lowest Weight']
)
async def test_what_nothing_has(show: Show, do: Do, words: str) -> None:
    await show(SHOP + ORDERS.replace("<p id=o></p>", ""))
    record = await do(*plan_english(words).steps)
    assert record.result == "failed"


@pytest.mark.parametrize(
    ("html", "words", "seen"),
    [
        (ORDERS, 'click "Open" in the row with the highest Total', "1043"),
        (ORDERS, 'click "Open" in the row with the fewest Items', "1044"),
        (SHOP, 'click "Buy" in the cheapest product', "Pen"),
        (SHOP, 'click "Buy" in the most expensive product', "Chair"),
        (SHOP, 'click "Buy" in the card with the highest rating', "Chair"),
        (SHOP, 'click "Buy" in the item with the lowest price', "Pen"),
    ],
)  # fmt: skip
async def test_the_extreme_one_is_found(follow: Follow, html: str, words: str, seen: str) -> None:
    assert await follow(html, words, "o.textContent") == seen
