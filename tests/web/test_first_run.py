"""A new appliance, from its set-up page to the first verdict; nothing is allowed but what it lends itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from qa_appliance.app import open_appliance
from qa_appliance.demo.lent import LentShop
from qa_appliance.settings import Settings, Steps
from tests.web.test_pages import violations


@pytest.fixture
async def new(browser: Browser, tmp_path: Path) -> AsyncIterator[Page]:
    """A browser at the first page of an appliance that nobody has set up."""
    settings = Settings(port=0, data_dir=tmp_path / "data", browsers=1, steps=Steps(patience_seconds=5))
    async with LentShop() as shop, open_appliance(settings) as appliance:
        appliance.lend(shop.site)
        async with appliance.working(), appliance.serving() as address:
            context = await browser.new_context(color_scheme="dark", reduced_motion="reduce")
            page = await context.new_page()
            await page.goto(address)
            yield page
            await context.close()


async def test_from_set_up_to_the_first_verdict(new: Page) -> None:
    wrong: list[str] = []
    new.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    given = {"Organization": "Lumen", "Your name": "Ada", "Email": "ada@example.test", "Password": "correct-horse"}
    for label, value in given.items():
        await new.get_by_label(label).fill(value)
    await new.get_by_role("button", name="Set up and sign in").click()

    await expect(new.get_by_role("button", name="Open the demo shop")).to_be_visible()
    assert await violations(new) == []
    await new.get_by_role("button", name="Open the demo shop").click()
    guide = new.get_by_role("region", name="Your first test")
    await expect(guide.locator("[aria-current=step]")).to_contain_text("Read the test")
    await expect(new.get_by_text("Everything", exact=True)).to_be_visible()
    assert await violations(new) == []
    test = await new.get_by_label("Test in plain English").input_value()
    assert test in [sample.description for sample in LentShop().site.samples]
    await new.get_by_role("button", name="Run test").click()
    await expect(new.get_by_role("region", name="Verdict").get_by_text("Passed", exact=True)).to_be_visible(
        timeout=180_000
    )

    await new.get_by_role("link", name="Demo shop").click()
    await expect(guide.locator("[aria-current=step]")).to_contain_text("change 39.90")
    await new.get_by_label("Test in plain English").fill(test.replace("39.90", "41.00"))
    await new.get_by_role("button", name="Run test").click()
    await expect(new.get_by_role("region", name="Verdict").get_by_text("Failed", exact=True)).to_be_visible(
        timeout=180_000
    )
    await expect(new.get_by_text("39.90").first).to_be_visible()

    await new.goto(new.url.split("/runs/")[0])
    await new.get_by_role("button", name="New project").click()
    await new.get_by_label("Name").fill("Intranet")
    await new.get_by_label("Address of the website").fill("http://127.0.0.1:9/")
    await new.get_by_role("button", name="Create project").click()
    await expect(new.get_by_text("not open to the appliance yet")).to_be_visible()
    await expect(new.get_by_text("qa-appliance serve --allow 127.0.0.1")).to_be_visible()
    assert wrong == []
