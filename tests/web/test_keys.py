"""Keys of the pages: listed behind "?", along lists, and single letters that can be switched off."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.async_api import expect

from tests.web.conftest import Dashboard, Open
from tests.web.test_pages import violations


async def test_letters_are_listed_and_switched_off(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/runs/{dashboard.failed}?step=2")
    await expect(page.get_by_role("region", name="Steps")).to_be_visible()
    await page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keys")
    await expect(listed.get_by_role("row", name="f next failed step")).to_be_visible()
    assert await violations(page) == []
    await listed.get_by_label("Single letters are keys").uncheck()
    await page.keyboard.press("Escape")
    await expect(listed).to_have_count(0)
    await page.keyboard.press("p")
    await page.keyboard.press("?")
    for _ in range(20):  # the page listens again a moment after the dialog has gone
        await page.keyboard.press("ArrowLeft")  # is no letter
        with suppress(AssertionError):
            await expect(page).to_have_url(re.compile(r"step=[01]\b"), timeout=500)
            break
    await expect(page).to_have_url(re.compile(r"step=[01]\b"))
    await expect(listed).to_have_count(0)
    await page.reload()
    await expect(page.get_by_role("region", name="Steps")).not_to_contain_text("n next")
    await page.locator("summary").filter(has_text="Your account").click()
    await page.get_by_role("button", name="Keys").click()
    await listed.get_by_label("Single letters are keys").check()


async def test_a_list_is_walked_by_keys(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/runs")
    rows = page.locator("a.run-row")
    await expect(rows.nth(1)).to_be_visible()
    for key, at in (("j", 0), ("j", 1), ("k", 0)):
        await page.keyboard.press(key)
        await expect(rows.nth(at)).to_be_focused()


async def test_the_bars_of_a_trend_are_large_enough_to_be_met(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit(width=360)).page
    await page.goto(f"{dashboard.address}/projects/{dashboard.project}")
    bars = page.locator(".bars.linked a")
    await expect(bars.first).to_be_visible()
    for bar in await bars.all():
        box = await bar.bounding_box()
        assert box is not None
        assert (box["width"], box["height"]) >= (24, 24)
