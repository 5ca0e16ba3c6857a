"""Every planted bug is there when asked for, and not in the healthy shop: each row says what is seen in both."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page

from qa_appliance.demo.shop import BUGS

from .conftest import ORDER, OpenShop, sign_in, visitor

Look = Callable[[str], Awaitable[object]]


async def names_listed(origin: str, **query: str) -> list[str]:
    async with visitor(origin) as client:
        text = (await client.get("/catalogue", params=query)).text
    return re.findall(r'<h2><a href="[^"]+">([^<]+)</a>', text)


async def total_of_three(origin: str) -> object:
    async with visitor(origin) as client:
        await client.post("/cart", data={"product": "notebook", "quantity": "3"})
        found = re.search(r'id="total">([^<]+)', (await client.get("/cart")).text)
        return found and found[1]


async def stationery(origin: str) -> object:
    return len(await names_listed(origin, category="Stationery"))


async def order_for_nobody(origin: str) -> object:
    async with visitor(origin) as client:
        await client.post("/cart", data={"product": "notebook"})
        return (await client.post("/checkout", data=ORDER | {"email": "nobody"})).status_code


async def status_after_cancelling(origin: str) -> object:
    async with visitor(origin) as client:
        await sign_in(client)
        await client.post("/orders/LO-1042/cancel")
        text = (await client.get("/orders/LO-1042")).text
        found = re.search(r"<dt>Status</dt><dd>([^<]+)", text)
        return found and found[1]


async def lamps_in_capitals(origin: str) -> object:
    return len(await names_listed(origin, search="LAMP"))


async def unknown_coupon(origin: str) -> object:
    async with visitor(origin) as client:
        await client.post("/cart", data={"product": "notebook"})
        return (await client.post("/cart/coupon", data={"code": "NOPE"})).status_code


async def sign_in_by_guess(origin: str) -> object:
    async with visitor(origin) as client:
        return (await client.post("/sign-in", data={"email": "ada@example.test", "password": "guess"})).status_code


async def cheapest(origin: str) -> object:
    return (await names_listed(origin, sort="price"))[0]


async def label_of_email(origin: str) -> object:
    async with visitor(origin) as client:
        return 'for="email"' in (await client.get("/sign-in")).text


async def total_with_express(origin: str) -> object:
    async with visitor(origin) as client:
        await client.post("/cart", data={"product": "notebook"})
        placed = await client.post("/checkout", data=ORDER | {"shipping": "express"}, follow_redirects=True)
        found = re.search(r"<dt>Total</dt><dd>([^<]+)", placed.text)
        return found and found[1]


async def offer_of_what_is_sold_out(origin: str) -> object:
    async with visitor(origin) as client:
        return "<button>Add to cart</button>" in (await client.get("/products/reading-chair")).text


async def orders_after_signing_out(origin: str) -> object:
    async with visitor(origin) as client:
        await sign_in(client)
        await client.post("/sign-out")
        return (await client.get("/orders")).status_code


async def pieces_after_adding_three(origin: str) -> object:
    async with visitor(origin) as client:
        json = {"Accept": "application/json"}
        added = await client.post("/cart", data={"product": "notebook", "quantity": "3"}, headers=json)
        return added.json()["pieces"]


async def total_with_coupon(origin: str) -> object:
    async with visitor(origin) as client:
        await client.post("/cart", data={"product": "notebook"})
        await client.post("/cart/coupon", data={"code": "OAK10"})
        found = re.search(r'id="total">([^<]+)', (await client.get("/cart")).text)
        return found and found[1]


async def order_without_terms(origin: str) -> object:
    async with visitor(origin) as client:
        await client.post("/cart", data={"product": "notebook"})
        return (await client.post("/checkout", data=ORDER | {"terms": ""})).status_code


async def recipient(origin: str) -> object:
    async with visitor(origin) as client:
        await sign_in(client)
        found = re.search(r"<dt>For</dt><dd>([^,]+)", (await client.get("/orders/LO-1031")).text)
        return found and found[1]


async def way_to_all_products(origin: str) -> object:
    async with visitor(origin) as client:
        found = re.search(r'<a href="([^"]+)">All products', (await client.get("/products/notebook")).text)
        return found and (await client.get(found[1])).status_code


async def left_after_removing_one(origin: str) -> object:
    async with visitor(origin) as client:
        for product in ("notebook", "oak-stool"):
            await client.post("/cart", data={"product": product})
        await client.post("/cart/remove", data={"product": "notebook"})
        return "Oak stool" in (await client.get("/cart")).text


async def price_on_its_page(origin: str) -> object:
    async with visitor(origin) as client:
        found = re.search(r'"price big">([^<]+)', (await client.get("/products/notebook")).text)
        return found and found[1]


OVER_HTTP: dict[str, tuple[Look, object, object]] = {
    "wrong_total": (total_of_three, "€37.50", "€12.50"),
    "wrong_category": (stationery, 3, 5),
    "accepts_any_email": (order_for_nobody, 422, 303),
    "stuck_status": (status_after_cancelling, "Cancelled", "Processing"),
    "case_sensitive_search": (lamps_in_capitals, 4, 0),
    "coupon_crash": (unknown_coupon, 422, 500),
    "any_password": (sign_in_by_guess, 401, 303),
    "text_sort": (cheapest, "Pencil set", "Notebook"),
    "missing_label": (label_of_email, True, False),
    "free_express": (total_with_express, "€22.40", "€12.50"),
    "sells_sold_out": (offer_of_what_is_sold_out, False, True),
    "stays_signed_in": (orders_after_signing_out, 303, 200),
    "stuck_badge": (pieces_after_adding_three, 3, 1),
    "coupon_without_effect": (total_with_coupon, "€11.25", "€12.50"),
    "no_terms_needed": (order_without_terms, 422, 303),
    "wrong_recipient": (recipient, "Ada Lovelace", "Charles Babbage"),
    "dead_breadcrumb": (way_to_all_products, 200, 404),
    "removes_everything": (left_after_removing_one, True, False),
    "other_price": (price_on_its_page, "€12.50", "€13.50"),
}


@pytest.mark.parametrize("bug", OVER_HTTP)
async def test_differs_from_the_healthy_shop(open_shop: OpenShop, bug: str) -> None:
    look, healthy, bugged = OVER_HTTP[bug]
    assert await look(await open_shop()) == healthy
    assert await look(await open_shop(bug)) == bugged
    assert await look(await open_shop(*(BUGS.keys() - {bug}))) == healthy, "no other bug does that"


@pytest.mark.parametrize(("bugs", "kept"), [((), True), (("cancel_removes",), False)])
async def test_cancel_keeps_the_product_unless_planted(
    open_shop: OpenShop, page: Page, bugs: tuple[str, ...], kept: bool
) -> None:
    await page.goto(f"{await open_shop(*bugs)}/products/notebook")
    await page.get_by_role("button", name="Add to cart").click()
    await page.get_by_text("was added to the cart").wait_for()
    await page.get_by_role("link", name="Cart").click()
    await page.get_by_role("button", name="Remove Notebook").click()
    cancel = page.get_by_role("dialog").get_by_role("button", name="Cancel")
    if kept:
        await cancel.click()
        await page.get_by_role("dialog").wait_for(state="hidden")
        await page.reload()
    else:
        async with page.expect_navigation():  # the form is sent: a reload before that would call it off
            await cancel.click()
    assert await page.get_by_role("link", name="Notebook").count() == kept


def test_every_bug_is_tested() -> None:
    assert OVER_HTTP.keys() | {"cancel_removes"} == BUGS.keys()
