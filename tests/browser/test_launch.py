"""The browser starts through our own door and does what tests need of it."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

from qa_appliance.browser.choice import BrowserChoice
from qa_appliance.browser.launch import environment


async def test_a_served_page_is_shown(page: Page, serve) -> None:
    origin = await serve({"/": "<title>Shop</title><h1>Hello</h1>"})
    await page.goto(origin)
    assert await page.title() == "Shop"


async def test_webgl_works_without_a_graphics_card(page: Page) -> None:
    assert await page.evaluate("!!document.createElement('canvas').getContext('webgl')")
    assert await page.evaluate("!!document.createElement('canvas').getContext('webgl2')")


async def test_the_servers_secrets_do_not_reach_the_browser(monkeypatch) -> None:
    monkeypatch.setenv("QA_APPLIANCE_ADMIN_PASSWORD", "secret")
    monkeypatch.setenv("HTTPS_PROXY", "http://elsewhere:1")
    monkeypatch.setenv("LC_TIME", "C")
    given = environment(BrowserChoice(Path("/x"), "explicit", "1", "", env={"FONTCONFIG_FILE": "/f"}))
    assert given["LC_TIME"] == "C"
    assert given["FONTCONFIG_FILE"] == "/f"
    assert not {"QA_APPLIANCE_ADMIN_PASSWORD", "HTTPS_PROXY"} & given.keys()
