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


async def test_a_form_the_browser_itself_refuses_does_not_stall_it(page: Page) -> None:
    """The bubble that names the invalid field is drawn by the browser; with the wrong graphics switches forever."""
    await page.set_content("<h1>Sign up</h1><form><label>Name <input required></label><button>Send</button></form>")
    await page.get_by_role("button", name="Send").click()
    for _ in range(6):
        await page.screenshot(timeout=5_000)
        await page.get_by_label("Name").hover()
    assert page.context.browser is not None
    other = await page.context.browser.new_context()
    await other.new_page()
    await other.close()
