"""The list of runs in a browser: read page by page as it is scrolled, filtered and searched by the appliance."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page, expect

from tests.web.seeded import seeded, sign_in

RUNS = 250


async def test_the_list_goes_on_as_it_is_scrolled_and_is_filtered_whole(page: Page, tmp_path: Path) -> None:
    async with seeded(tmp_path, RUNS) as address:
        await sign_in(page, address)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/api/runs?" in request.url else None)
        await page.get_by_role("link", name="Runs", exact=True).click()
        await expect(page.get_by_text("the newest 100 runs")).to_be_visible()
        rows = page.get_by_role("link", name="Open the shop")
        await expect(rows.first).to_contain_text(f"Lamp {RUNS}")
        assert await rows.count() < 60  # only what is near the window is drawn

        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await expect(page.get_by_text("the newest 200 runs")).to_be_visible()
        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await expect(page.get_by_text(f"{RUNS} runs", exact=True)).to_be_visible()
        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await expect(page.get_by_role("link", name='"Lamp 1"')).to_be_visible()
        assert len(asked) == 3  # each page once

        await page.get_by_role("searchbox").fill("lamp 17")
        await expect(page.get_by_text("11 runs", exact=True)).to_be_visible()
        await page.get_by_label("Verdict").select_option("Failed")
        await expect(page.get_by_text("2 runs", exact=True)).to_be_visible()  # 17 and 177
        await page.goto(page.url)  # all of it stands in the address
        await expect(page.get_by_text("2 runs", exact=True)).to_be_visible()
        await expect(page.get_by_role("searchbox")).to_have_value("lamp 17")
        await page.get_by_role("searchbox").fill("nothing has this")
        await expect(page.get_by_text("No run fits this filter")).to_be_visible()
