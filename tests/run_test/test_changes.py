"""“The cart count goes up by one”: from what it was right before the step, on a page that had come wholly."""

from __future__ import annotations

import asyncio

import pytest

from tests.conftest import Request, Serve
from tests.run_test.conftest import Stand

SHOP = """<title>Shop</title><h1>Shop</h1><p>Cart count: <b id=n>{count}</b></p><p>Total: <b id=t>$20.00</b></p>
<h2>Tasks</h2><ul id=l><li>Rent<li>Milk</ul><button onclick="{deed}">Go</button>"""
COUNTS_UP = "n.textContent = +n.textContent + 1"
COUNTS_TWICE = "n.textContent = +n.textContent + 2"
COUNTS_DOWN = "n.textContent = +n.textContent - 1"
TURNS_BACK = "n.textContent = 3; setTimeout(() => { n.textContent = 2 }, 700)"
ADDS = "l.append(Object.assign(document.createElement('li'), {textContent: 'Bread'}))"
REMOVES = "l.lastElementChild.remove()"
DEARER = "t.textContent = '$40.50'"
CHEAPER = "t.textContent = '$5.00'"

REFUSED = [
    (COUNTS_TWICE, "The cart count goes up by one", "was 2 before the step and is 4, expected 3"),
    (COUNTS_DOWN, "The cart count increases", "was 2 before the step and is 1, expected more than 2"),
    ("", "The cart count increases by 1", "was 2 before the step and is 2, expected 3"),
    ("", "The cart count is higher than before", "expected more than 2"),
    (COUNTS_UP, "The cart count decreases", "expected less than 2"),
    (TURNS_BACK, "The cart count has gone up by one. Wait 2 seconds", "Cart count"),
    ("", "There is one more task in the list than before", "was 2 before the step and is 2, expected 3"),
    (ADDS, "There are two more tasks in the list", "expected 4"),
    (ADDS, "Fewer tasks are shown in the list than before", "expected less than 2"),
    (REMOVES, "The list has one more entry", "expected 3"),
    (DEARER, "The total increases by 20", "expected 40"),
    (DEARER, "The total is lower than before", "expected less than 20"),
    (COUNTS_UP, "The basket counter goes up by one", "basket counter"),
    (COUNTS_UP, "The subtotal increases", "subtotal"),
]


@pytest.mark.parametrize(("deed", "claim", "message"), REFUSED)
async def test_what_did_not_change_so_fails(stand: Stand, serve: Serve, deed: str, claim: str, message: str) -> None:
    outcome = await stand.run(await serve({"/": SHOP.format(count=2, deed=deed)}), f'Click "Go". {claim}.')
    assert outcome.overall_status == "failed", outcome.report_markdown
    assert message.lower() in outcome.report_markdown.lower()


HOLDING = [
    (COUNTS_UP, "The cart count goes up by one"),
    (COUNTS_UP, "Check that the cart count has gone up by 1"),
    (COUNTS_UP, "Wait until the cart count increases"),
    (COUNTS_TWICE, "The cart count is 2 higher than before"),
    (COUNTS_DOWN, "The cart count should drop by one"),
    (ADDS, "There is one more task in the list than before"),
    (ADDS, "The number of tasks in the list has increased"),
    (REMOVES, "The list has one entry less"),
    (REMOVES, "Fewer tasks than before are shown in the list"),
    (DEARER, "The total goes up by $20.50"),
    (CHEAPER, "The total is reduced by 15"),
]


@pytest.mark.parametrize(("deed", "claim"), HOLDING)
async def test_what_changed_so_holds(stand: Stand, serve: Serve, deed: str, claim: str) -> None:
    outcome = await stand.run(await serve({"/": SHOP.format(count=2, deed=deed)}), f'Click "Go". {claim}.')
    assert outcome.overall_status == "passed", outcome.report_markdown


async def test_each_claim_is_about_the_step_before_it(stand: Stand, serve: Serve) -> None:
    site = await serve({"/": SHOP.format(count=2, deed=COUNTS_UP)})
    again = 'Click "Go". The cart count goes up by one. '
    outcome = await stand.run(site, again * 3 + "The cart count is 5.")
    assert outcome.overall_status == "passed", outcome.report_markdown


LATE = """<h1>Tasks</h1><ul id=l></ul><button onclick="0">Go</button><script>
fetch('/slow').then(r => r.text()).then(t => { l.innerHTML = '<li>Rent<li>Milk' })</script>"""


async def slow(_: Request) -> str:
    await asyncio.sleep(0.8)  # a slow server
    return "ok"


async def test_a_list_that_was_still_loading_has_not_grown(stand: Stand, serve: Serve) -> None:
    site = await serve({"/": LATE, "/slow": slow})
    outcome = await stand.run(site, 'Click "Go". There are more tasks than before.')
    assert outcome.overall_status == "failed", outcome.report_markdown


BADGE = """<h1>Shop</h1><a href=#>Cart</a> <span id=n class=cart-count hidden>0</span>
<button onclick="n.hidden = false; n.textContent = +n.textContent + {step}">Go</button>"""


@pytest.mark.parametrize(("step", "overall"), [(2, "failed"), (1, "passed")])
async def test_a_counter_hidden_at_none_was_nought(stand: Stand, serve: Serve, step: int, overall: str) -> None:
    outcome = await stand.run(await serve({"/": BADGE.format(step=step)}), 'Click "Go". The cart count goes up by one.')
    assert outcome.overall_status == overall, outcome.report_markdown


ELSEWHERE = "<h1>Shop</h1><form action=/cart><button>Go</button></form>"


async def test_what_it_was_on_another_page_nobody_knows(stand: Stand, serve: Serve) -> None:
    site = await serve({"/": ELSEWHERE, "/cart": "<h1>Cart</h1><p>Cart count: <b>1</b></p>"})
    outcome = await stand.run(site, 'Click "Go". The cart count goes up by one.')
    assert outcome.overall_status == "failed", outcome.report_markdown
    assert "it is not known what it was before the step" in outcome.report_markdown
