"""The shop over HTTP: what it refuses, what it keeps apart, what it counts."""

from __future__ import annotations

import httpx
import pytest

from qa_appliance.core.errors import Invalid, Unavailable
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.demo.shop.catalogue import PRODUCTS, browse, money

from .conftest import ORDER, OpenShop, sign_in, visitor


@pytest.mark.parametrize(
    ("method", "path", "form", "status", "message"),
    [
        ("GET", "/nothing", {}, 404, "Not found"),
        ("GET", "/products/yacht", {}, 404, "does not sell that"),
        ("GET", "/static/../app.py", {}, 404, "Not found"),
        ("POST", "/catalogue", {}, 405, "Not possible here"),
        ("POST", "/cart", {"product": "yacht"}, 404, "does not sell that"),
        ("POST", "/cart", {"product": "reading-chair"}, 409, "Reading chair is sold out"),
        ("POST", "/cart", {"product": "notebook", "quantity": "0"}, 422, "whole number from 1 to 20, not “0”"),
        ("POST", "/cart", {"product": "notebook", "quantity": "2.5"}, 422, "not “2.5”"),
        ("POST", "/cart", {"product": "notebook", "quantity": "٣"}, 422, "not “٣”"),
        ("POST", "/cart", {"product": "notebook", "quantity": "9" * 5000}, 422, "whole number from 1 to 20"),
        ("POST", "/cart", {"product": "x" * 70_000}, 413, "more than the shop reads"),
        ("POST", "/sign-in", {"email": "ada@example.test", "password": "guess"}, 401, "is wrong"),
        ("POST", "/sign-in", {"email": "eve@example.test", "password": "oak-and-lumen"}, 401, "is wrong"),
        ("GET", "/orders/LO-1042", {}, 404, "no such order"),
        ("POST", "/orders/LO-1042/cancel", {}, 404, "no such order"),
    ],
)  # fmt: skip
async def test_refuses(
    open_shop: OpenShop, method: str, path: str, form: dict[str, str], status: int, message: str
) -> None:
    async with visitor(await open_shop()) as client:
        answer = await client.request(method, path, data=form or None)
        assert answer.status_code == status
        assert message in answer.text
        assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": " "}, "Enter your full name."),
        ({"email": "grace at example"}, "Enter an e-mail address such as"),
        ({"email": "grace@example"}, "Enter an e-mail address such as"),
        ({"street": ""}, "Enter street and number."),
        ({"postcode": "1"}, "Enter a postcode"),
        ({"city": ""}, "Enter a city."),
        ({"country": "Atlantis"}, "Choose a country."),
        ({"shipping": "owl"}, "Choose a way of shipping."),
        ({"terms": ""}, "Accept the terms of sale."),
    ],
)
async def test_takes_no_order_with_a_wrong_field(open_shop: OpenShop, wrong: dict[str, str], message: str) -> None:
    async with visitor(await open_shop()) as client:
        await client.post("/cart", data={"product": "notebook"})
        answer = await client.post("/checkout", data=ORDER | wrong)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
        assert message in answer.text
        assert "Notebook" in (await client.get("/cart")).text, "the cart is kept"


async def test_says_everything_that_is_wrong_at_once(open_shop: OpenShop) -> None:
    async with visitor(await open_shop()) as client:
        await client.post("/cart", data={"product": "notebook"})
        answer = await client.post("/checkout", data={"email": "nobody"})
        assert answer.text.count('class="error"') == 6
        assert 'value="nobody"' in answer.text


async def test_shows_no_orders_to_who_is_not_signed_in(open_shop: OpenShop) -> None:
    async with visitor(await open_shop()) as client:
        assert (await client.get("/orders")).headers["location"] == "/sign-in"
        await sign_in(client)
        assert (await client.get("/orders")).text.count('<th scope="row">') == 3
        await client.post("/sign-out")
        assert (await client.get("/orders/LO-1042")).status_code == 404


async def test_a_delivered_order_is_not_cancelled(open_shop: OpenShop) -> None:
    async with visitor(await open_shop()) as client:
        await sign_in(client)
        assert (await client.post("/orders/LO-1017/cancel")).status_code == 409
        assert "Delivered" in (await client.get("/orders/LO-1017")).text


async def test_visitors_and_shops_know_nothing_of_each_other(open_shop: OpenShop) -> None:
    one, other = await open_shop(), await open_shop()
    async with visitor(one) as ada, visitor(one) as eve:
        await ada.post("/cart", data={"product": "notebook"})
        await sign_in(ada)
        assert "Your cart is empty" in (await eve.get("/cart")).text
        assert (await eve.get("/orders")).status_code == 303
        ada.base_url = httpx.URL(other)  # cookies do not tell ports apart
        assert "Your cart is empty" in (await ada.get("/cart")).text
        ada.base_url = httpx.URL(one)
        assert "Notebook" in (await ada.get("/cart")).text


async def test_an_invented_cookie_opens_nothing(open_shop: OpenShop) -> None:
    async with visitor(await open_shop()) as client:
        answer = await client.get("/")
        name, token = next(iter(client.cookies.items()))
        assert "HttpOnly" in answer.headers["set-cookie"]
        again = await client.get("/", headers={"cookie": f"{name}=invented"})
        assert "invented" not in again.headers["set-cookie"]
        assert token != client.cookies[name]


async def test_what_a_visitor_types_is_never_markup(open_shop: OpenShop) -> None:
    evil = "<script>alert(1)</script>\"'"
    async with visitor(await open_shop()) as client:
        pages = [await client.get("/catalogue", params={"search": evil})]
        await client.post("/cart", data={"product": "notebook"})
        pages += [await client.post("/cart/coupon", data={"code": evil})]
        pages += [await client.post("/checkout", data={"name": evil, "email": evil})]
        pages += [await client.post("/sign-in", data={"email": evil, "password": "x"})]
        for page in pages:
            assert "<script>alert" not in page.text
            assert "&lt;script&gt;" in page.text
            assert "default-src 'self'" in page.headers["content-security-policy"]


async def test_counts_quantities_coupon_and_shipping_into_the_order(open_shop: OpenShop) -> None:
    async with visitor(await open_shop()) as client:
        await client.post("/cart", data={"product": "desk-lamp", "quantity": "2"})
        await client.post("/cart", data={"product": "notebook"})
        await client.post("/cart/quantities", data={"notebook": "3"})
        assert 'id="total">€117.30' in (await client.get("/cart")).text
        await client.post("/cart/coupon", data={"code": "oak10"})
        assert 'id="total">€105.57' in (await client.get("/cart")).text
        placed = await client.post("/checkout", data=ORDER | {"shipping": "express"})
        thanks = await client.get(placed.headers["location"])
        assert "Thank you for your order" in thanks.text
        assert "€115.47" in thanks.text
        assert "Your cart is empty" in (await client.get("/cart")).text


async def test_an_order_of_the_signed_in_user_is_in_the_list(open_shop: OpenShop) -> None:
    async with visitor(await open_shop()) as client:
        await sign_in(client)
        await client.post("/cart", data={"product": "notebook"})
        await client.post("/checkout", data=ORDER)
        assert "LO-1043" in (await client.get("/orders")).text


@pytest.mark.parametrize(
    ("words", "category", "sorting", "names"),
    [
        ("yacht", "", "", []),
        ("lamp", "Furniture", "", []),
        ("LAMP", "", "name", ["Bedside lamp", "Desk lamp", "Floor lamp", "Pendant lamp"]),
        ("  glass   lamp ", "", "", ["Pendant lamp"]),
        ("", "Stationery", "price", ["Pencil set", "Notebook", "Fountain pen"]),
        ("", "Textiles", "price-down", ["Wool blanket", "Linen cushion"]),
        ("", "Textiles", "by magic", ["Wool blanket", "Linen cushion"]),
    ],
)
def test_finds_filters_and_sorts(words: str, category: str, sorting: str, names: list[str]) -> None:
    assert [product.name for product in browse(words, category, sorting)] == names


def test_every_product_has_its_picture() -> None:
    pictures = (create_shop.__globals__["_STATIC"] / "pictures.svg").read_text()
    assert [product.slug for product in PRODUCTS if f'id="{product.slug}"' not in pictures] == []


@pytest.mark.parametrize(("cents", "text"), [(0, "€0.00"), (3990, "€39.90"), (449000, "€4,490.00"), (-5, "−€0.05")])
def test_writes_money(cents: int, text: str) -> None:
    assert money(cents) == text


def test_knows_its_bugs() -> None:
    with pytest.raises(Invalid, match=r"no bug “gremlin”.*wrong_total"):
        create_shop({"gremlin", "wrong_total"})


async def test_says_that_a_port_is_taken(open_shop: OpenShop) -> None:
    port = httpx.URL(await open_shop()).port
    with pytest.raises(Unavailable, match=f"Port {port} cannot be used"):
        async with serving(create_shop(), port or 0):
            pass
