"""A run's trace opens in the viewer the appliance serves itself, in a real browser, asking nobody else."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, urljoin

import pytest
from playwright.async_api import Page, expect

from tests.conftest import Serve
from tests.runtime.test_app import running


@pytest.mark.slow
async def test_a_trace_opens_in_the_own_viewer(serve: Serve, page: Page, tmp_path: Path) -> None:
    site = await serve({"/": "<button onclick=\"said.textContent = 'Saved'\">Save</button><p id=said>"})
    asked: list[str] = []
    refused: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: refused.append(message.text) if "Content Security" in message.text else None)
    async with running(tmp_path / "data") as here:
        run = await here.run(site, 'click "Save" and check that "Saved" is shown')
        origin = str(here.http.base_url)
        assert (await here.http.get("/trace-viewer/no-such-file.js")).status_code == 404
        assert (await here.http.get("/trace-viewer/../app.py")).status_code == 404
        await page.goto(f"{origin}/trace-viewer/?trace={quote(urljoin(origin, run['traceUrl']), safe='')}")
        steps = page.get_by_role("tree")
        await expect(steps).to_contain_text('check that "Saved" is shown')
        await steps.get_by_text('click "Save"').first.click()
        await page.get_by_role("tab", name="After").click()
        shown = page.frame_locator("iframe:visible")
        await expect(shown.get_by_role("button", name="Save")).to_be_visible()
        await page.goto("about:blank")
    assert {url for url in asked if not url.startswith((origin, "data:", "blob:", "about:", site))} == set()
    assert refused == []
