"""Renews the README's three pictures: the dashboard as it is, over the demo shop as it is. Publishes nothing."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Page, async_playwright

from qa_appliance.app import open_appliance
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Settings

DOCS = Path(__file__).resolve().parent.parent / "docs"
OWNER = {"email": "ada@example.com", "password": "oak-and-lumen", "name": "Ada", "organizationName": "Lumen & Oak"}

BUY = """Open the catalogue, search for "lamp", add "Desk lamp" to the cart, open the cart
and check that the total is 39.90."""
COUNT = """Add "Notebook" to the cart. Open the cart. Set Quantity to 3 and click "Update cart".
Check that the total is 37.50."""
WRITTEN = """Open the catalogue and search for "lamp".
Add "Desk lamp" to the cart.
Open the cart and set Quantity to 2.
Check that the total is 79.80.
Clikc "Go to checkout"."""


async def main() -> None:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        shop = await stack.enter_async_context(serving(create_shop()))
        candidate = await stack.enter_async_context(serving(create_shop(["wrong_total"])))
        appliance = await stack.enter_async_context(
            open_appliance(Settings(port=0, data_dir=Path(folder) / "data", allow=("loopback",)))
        )
        await stack.enter_async_context(appliance.working())
        address = await stack.enter_async_context(appliance.serving())
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=30, trust_env=False))
        session = (await http.post("/api/setup", json=OWNER)).json()
        http.headers["Authorization"] = f"Bearer {session['token']}"
        made = await http.post("/api/projects", json={"name": "Lumen & Oak shop", "baseUrl": shop})
        project = made.json()["project"]["id"]
        staging = {"name": "Release candidate", "baseUrl": candidate}
        await http.post(f"/api/projects/{project}/environments", json=staging)
        passed = await run(http, project, BUY, "passed")
        await run(http, project, COUNT, "passed")
        failed = await run(http, project, COUNT, "failed", baseUrl=candidate)

        playwright = await stack.enter_async_context(async_playwright())
        launched = await launch(playwright, await choose_browser())
        stack.push_async_callback(launched.browser.close)
        page = await launched.browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
        await sign_in(page, address)
        for name, id_ in (("run-passed", passed), ("run-failed", failed)):
            await page.goto(f"{address}/runs/{id_}")
            await page.get_by_role("region", name="Pictures of the run").get_by_role("img").first.wait_for()
            await screenshot(page, name)
        await page.goto(f"{address}/projects/{project}")
        await page.get_by_label("Test in plain English").fill(WRITTEN)
        await page.get_by_text("1 clause not understood").wait_for()
        await screenshot(page, "editor")


async def run(http: httpx.AsyncClient, project: str, description: str, expected: str, **more: Any) -> str:
    """The id of the run; ends the renewal where its verdict is another."""
    asked = {"projectId": project, "description": description, **more}
    run_id = str((await http.post("/api/runs/trigger", json=asked)).json()["runId"])
    while True:
        answer = (await http.get(f"/api/runs/{run_id}")).json()["run"]
        if answer["status"] not in ("pending", "running"):
            break
        await asyncio.sleep(0.5)
    if answer["overallStatus"] != expected:
        sys.exit(f"The run should have {expected}:\n{answer['reportMarkdown']}")
    return run_id


async def sign_in(page: Page, address: str) -> None:
    await page.goto(address)
    await page.get_by_label("Email").fill(OWNER["email"])
    await page.get_by_label("Password").fill(OWNER["password"])
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Projects").wait_for()


async def screenshot(page: Page, name: str) -> None:
    await page.wait_for_load_state("networkidle")
    await page.evaluate("document.fonts.ready")
    await page.screenshot(path=DOCS / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(main())
