"""The shop in a real browser: what its script adds, how it looks on a phone, whether everybody can use it."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from .conftest import OpenShop

AXE = (files("qa_appliance") / "third_party" / "axe-core" / "axe.min.js").read_text("utf-8")


async def fill_cart(page: Page, origin: str) -> None:
    await page.goto(f"{origin}/products/notebook")
    await page.get_by_role("button", name="Add to cart").click()
    await expect(page.get_by_role("status")).to_have_text("Notebook was added to the cart.")


async def test_an_unknown_coupon_is_told_at_its_field(open_shop: OpenShop, page: Page) -> None:
    origin = await open_shop()
    await fill_cart(page, origin)
    await page.goto(f"{origin}/cart")
    await page.get_by_label("Coupon code").fill("NOPE")
    await page.get_by_role("button", name="Apply coupon").click()
    await expect(page.get_by_label("Coupon code")).to_have_attribute("aria-invalid", "true")
    await expect(page.get_by_label("Coupon code")).to_have_accessible_description("The coupon “NOPE” is not valid.")


async def test_the_browser_itself_refuses_a_wrong_email(open_shop: OpenShop, page: Page) -> None:
    origin = await open_shop()
    await fill_cart(page, origin)
    await page.goto(f"{origin}/checkout")
    await page.get_by_label("Full name").fill("Grace Hopper")
    await page.get_by_label("E-mail").fill("grace at example")
    await page.get_by_role("button", name="Place order").click()
    assert await page.get_by_label("E-mail").evaluate("field => field.validity.typeMismatch")
    assert page.url == f"{origin}/checkout"


async def test_adds_in_place_and_counts(open_shop: OpenShop, page: Page) -> None:
    await page.goto(f"{await open_shop()}/catalogue?search=lamp")
    await page.get_by_role("button", name="Add to cart Desk lamp").click()
    await expect(page.get_by_role("link", name="Cart 1 item")).to_be_visible()
    await page.get_by_role("button", name="Add to cart Floor lamp").click()
    await expect(page.get_by_role("link", name="Cart 2 items")).to_be_visible()
    assert page.url.endswith("search=lamp")


async def test_works_without_its_script(open_shop: OpenShop, browser: Browser) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{await open_shop()}/catalogue")
    await page.get_by_label("Category").select_option("Stationery")
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("button", name="Add to cart Notebook").click()
    await expect(page.get_by_role("status")).to_have_text("Notebook was added to the cart.")
    await page.get_by_role("button", name="Remove Notebook").click()
    await expect(page.get_by_text("Your cart is empty.")).to_be_visible()
    await context.close()


async def test_a_choice_of_category_applies_at_once(open_shop: OpenShop, page: Page) -> None:
    await page.goto(f"{await open_shop()}/catalogue")
    await page.get_by_label("Category").select_option("Textiles")
    await expect(page.get_by_role("status")).to_have_text("2 products")


async def test_cancels_an_order_only_after_a_yes(open_shop: OpenShop, page: Page) -> None:
    await page.goto(f"{await open_shop()}/sign-in")
    await page.get_by_label("E-mail").fill("ada@example.test")
    await page.get_by_label("Password").fill("oak-and-lumen")
    await page.get_by_role("button", name="Sign in").click()
    row = page.get_by_role("row").filter(has_text="LO-1042")
    dialog = page.get_by_role("dialog", name="Cancel the order LO-1042?")
    await row.get_by_role("button", name="Cancel order").click()
    await dialog.get_by_role("button", name="Keep the order").click()
    await expect(dialog).to_be_hidden()
    await expect(row).to_contain_text("Processing")
    await row.get_by_role("button", name="Cancel order").click()
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    await expect(row).to_contain_text("Processing")
    await row.get_by_role("button", name="Cancel order").click()
    await dialog.get_by_role("button", name="Yes, cancel it").click()
    await expect(row).to_contain_text("Cancelled")
    await expect(page.get_by_role("status")).to_have_text("The order LO-1042 was cancelled.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
async def test_everybody_can_use_every_page(open_shop: OpenShop, browser: Browser, scheme: Any, width: int) -> None:
    origin = await open_shop()
    context = await browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = await context.new_page()
    foreign: list[str] = []
    page.on("request", lambda request: foreign.append(request.url) if not request.url.startswith(origin) else None)
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    await fill_cart(page, origin)
    paths = ["/", "/catalogue", "/catalogue?search=yacht", "/products/reading-chair", "/cart", "/checkout", "/orders"]
    await sweep(page, origin, paths)
    await page.get_by_label("E-mail").fill("ada@example.test")
    await page.get_by_label("Password").fill("oak-and-lumen")
    await page.get_by_role("main").get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Your orders").wait_for()
    await sweep(page, origin, ["/orders", "/orders/LO-1042"])
    assert foreign == []
    assert errors == []
    await context.close()


async def sweep(page: Page, origin: str, paths: list[str]) -> None:
    for path in paths:
        await page.goto(origin + path)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
        await page.evaluate(AXE)
        found = await page.evaluate("axe.run().then((result) => result.violations.map((v) => [v.id, v.nodes[0].html]))")
        assert found == [], path
