"""What a page shows as people read it, and that of a claim and its denial never both hold."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import claims, holding

STRUCK = "<p><span>Price</span> <s>49.90</s> <b>39.90</b></p>"
IN_ONE = "<p>Price <del>49.90</del> 39.90</p>"
CELL = "<table><tr><th>Item<th>Price<tr><td>Lamp<td><s>49.90</s> <b>39.90</b></table>"
DRAWN = """<style>.s::before { content: "Unpaid" } .n::after { content: attr(data-n) " pcs" }
    .m::before { content: "-" }
    .i::before { content: "\\f101" } .h::after { content: "Sold out"; visibility: hidden }</style>
    <p>Status: <span class=s></span></p><p class=n data-n=5>Stock </p><p class=m>7.00</p><p class=i>Home</p>
    <p class=h>Lamp</p>"""
UPPER = "<p style='text-transform: uppercase'>add to cart</p><dl><dt>Code</dt><dd>ABC12</dd></dl>"
CLOSED = """<h1>Site</h1><x-feed></x-feed><div id=d></div><script>
    const root = document.querySelector("x-feed").attachShadow({ mode: "closed" })
    root.innerHTML = "<p>Preview build</p><y-in></y-in>"
    root.querySelector("y-in").attachShadow({ mode: "closed" }).innerHTML = "<b>Inner part</b>"
    d.attachShadow({ mode: "closed" }).innerHTML = "<p>Plain host</p>"</script>"""
INVALID = "<h1></h1><script>document.querySelector('h1').textContent = 'Bad \\u0001 \\ud800 end'</script>"

UNTRUE = [
    (STRUCK, "the price is 49.90 | the price is not 39.90"),
    (IN_ONE, "the price is 49.90 | the price is not 39.90"),
    (CELL, "the price of Lamp is 49.90 | the price of Lamp is not 39.90"),
    (DRAWN, '"Paid" is shown | "Unpaid" is not shown | the status is "Paid" | "7.00" is shown | "Sold out" is shown'),
    (UPPER, '"Add to cart" is shown | "add to cart" is not shown | the code is "aBc12" | the code is not "aBc12"'),
    (CLOSED, '"Preview build" is not shown | "Inner part" is not shown | "Plain host" is not shown'),
    (INVALID, 'the heading is "Fine" | "Bad" is not shown'),
]
TRUE = [
    (STRUCK, "the price is 39.90 | the price is not 49.90"),
    (IN_ONE, "the price is 39.90 | the price is not 49.90"),
    (CELL, "the price of Lamp is 39.90 | the price of Lamp is not 49.90"),
    (DRAWN, '"Unpaid" is shown | "Paid" is not shown | "5 pcs" is shown | "-7.00" is shown | "Sold out" is not shown'),
    (
        UPPER,
        '"add to cart" is shown | "ADD TO CART" is shown | the code is "aBc12" ignoring case | the code is "ABC12"',
    ),
    (CLOSED, '"Preview build" is shown | "Inner part" is shown | "Plain host" is shown'),
    (INVALID, '"Bad" is shown'),
]


@pytest.mark.parametrize(("html", "untrue"), UNTRUE)
async def test_what_is_untrue_does_not_hold(page: Page, html: str, untrue: str) -> None:
    assert await holding(page, html, claims(untrue)) == []


@pytest.mark.parametrize(("html", "true"), TRUE)
async def test_what_is_true_holds(page: Page, html: str, true: str) -> None:
    assert await holding(page, html, claims(true)) == claims(true)


PAGES = [
    STRUCK, DRAWN, UPPER, "<p>Not saved</p><input value=Total>",
    "<a href=/x>Comments</a><button>Delete account</button>",
    "<input placeholder=Comment><p>Sent 77x</p>", "<ul><li>Comment</ul><h1>Delete</h1><button disabled>Delete</button>",
]  # fmt: skip
PAIRS = [
    ('"{}" is shown', '"{}" is not shown'),
    ('the "{}" button is shown', 'the "{}" button is not shown'),
    ('the "{}" button is enabled', 'the "{}" button is not enabled'),
    ('the page contains "{}"', 'the page does not contain "{}"'),
    ('the heading is "{}"', 'the heading is not "{}"'),
    ('the title is "{}"', 'the title is not "{}"'),
    ('there is 1 "{}" link', 'there is not 1 "{}" link'),
]
WORDS = ["Comment", "Delete", "delete", "Sent 77", "Saved", "saved", "Total", "49.90", "Unpaid", "Paid", "add to cart"]


@pytest.mark.parametrize("html", PAGES)
async def test_a_claim_and_its_denial_never_both_hold(page: Page, html: str) -> None:
    pairs = [(claim.format(word), denial.format(word)) for claim, denial in PAIRS for word in WORDS]
    held = set(await holding(page, html, [each for pair in pairs for each in pair]))
    assert [pair for pair in pairs if held.issuperset(pair)] == []
