"""A run's trace opens in the viewer the appliance serves itself, in a real browser, and nobody else's does."""

from __future__ import annotations

import base64
import io
import zipfile
from pathlib import Path
from urllib.parse import quote, urljoin

import pytest
from playwright.async_api import Page, expect

from tests.conftest import Serve
from tests.runtime.test_app import Running, running

PAGE = """<button onclick="said.textContent = 'Saved'">Save</button><p id=said>
<form action=/sent method=post target=_top><button>Send</button></form>"""


async def stranger_of(here: Running, trace: str) -> str:
    """A trace as whoever makes a link has it, without pictures: they would be more than the head of a request holds."""
    linked = io.BytesIO()
    whole = zipfile.ZipFile(io.BytesIO((await here.http.get(trace)).content))
    with zipfile.ZipFile(linked, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in whole.namelist():
            if not name.endswith(".jpeg"):
                archive.writestr(name, whole.read(name))
    return "data:application/zip;base64," + base64.b64encode(linked.getvalue()).decode()


async def opening(here: Running, trace: str | None) -> int:
    answer = await here.http.get("/trace-viewer/", params={} if trace is None else {"trace": trace})
    return answer.status_code


def swapped(recorded: str, trace: str) -> str:
    return recorded.partition("?")[0] + f"?trace={quote(trace, safe='')}&" + recorded.partition("&")[2]


@pytest.mark.slow
async def test_a_trace_opens_in_the_own_viewer(serve: Serve, page: Page, tmp_path: Path) -> None:
    site = await serve({"/": PAGE})
    asked: list[str] = []
    refused: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: refused.append(message.text) if "Content Security" in message.text else None)
    async with running(tmp_path / "data") as here:
        run = await here.run(site, 'click "Save" and check that "Saved" is shown')
        origin = str(here.http.base_url)
        assert (await here.http.get("/trace-viewer/no-such-file.js")).status_code == 404
        assert (await here.http.get("/trace-viewer/../app.py")).status_code == 404
        trace = urljoin(origin, run["traceUrl"])
        stranger = await stranger_of(here, trace)
        for other in (None, "", stranger, f"{site}trace.zip", run["videoUrl"], trace[:-1], "//[", "/api/me"):
            assert await opening(here, other) == 403, other
        assert (await here.http.get("/trace-viewer/snapshot.html")).status_code == 404
        await page.goto(f"{origin}/trace-viewer/?trace={quote(trace, safe='')}")
        steps = page.get_by_role("tree")
        await expect(steps).to_contain_text('check that "Saved" is shown')
        await steps.get_by_text('click "Save"').first.click()
        await page.get_by_role("tab", name="After").click()
        shown = page.frame_locator("iframe:visible")
        await expect(shown.get_by_role("button", name="Save")).to_be_visible()
        recorded = next(frame.url for frame in page.frames if "/snapshot/" in frame.url)
        await shown.get_by_role("button", name="Send").click()  # a form of the recorded page goes nowhere
        for url in (recorded, *(swapped(recorded, other) for other in (stranger, f"{site}trace.zip"))):
            answer = await page.request.get(url)  # without the viewer's worker
            assert answer.status == 404, url
            await page.goto(url)
            assert await page.locator("form, button").count() == 0, url
        await page.goto(f"{origin}/trace-viewer/?trace={quote(trace, safe='')}")
        for part in ("contexts", "snapshotInfo/x", "snapshot/x", "file/x"):
            for other in (stranger, f"{site}trace.zip", run["videoUrl"]):
                address = f"{origin}/trace-viewer/{part}?trace={quote(other, safe='')}"
                assert await page.evaluate("async url => (await fetch(url)).status", address) == 403, address
        foreign = await serve({"/": f"<iframe src='{recorded}'></iframe>"})
        await page.goto(foreign)
        await expect(page.frame_locator("iframe").locator("form, button")).to_have_count(0)
        await page.goto("about:blank")
    assert {url for url in asked if not url.startswith((origin, "data:", "blob:", "about:", site, foreign))} == set()
    assert [text for text in refused if "frame-ancestors" not in text] == []
    assert not [url for url in asked if url.endswith("/sent")]
