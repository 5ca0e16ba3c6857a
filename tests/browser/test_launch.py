"""The browser starts through our own door and does what tests need of it."""

from __future__ import annotations

from playwright.async_api import Page


async def test_a_served_page_is_shown(page: Page, serve) -> None:
    origin = await serve({"/": "<title>Shop</title><h1>Hello</h1>"})
    await page.goto(origin)
    assert await page.title() == "Shop"


async def test_webgl_works_without_a_graphics_card(page: Page) -> None:
    assert await page.evaluate("!!document.createElement('canvas').getContext('webgl')")
    assert await page.evaluate("!!document.createElement('canvas').getContext('webgl2')")
