"""The Network tab of a run: every request, found by its words, with its headers and, on wish, bodies."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.conftest import Request, Response, Serve
from tests.web.conftest import Dashboard, Open
from tests.web.test_pages import violations
from tests.web.test_run_page import look, project_at

SHOP = """<!doctype html><html lang=en><title>Shop</title><link rel=icon href=data:,><h1>Shop</h1><button onclick="
fetch('/cart', {method: 'POST', headers: {'Content-Type': 'application/json', Authorization: 'Bearer abc-123-def'},
  body: JSON.stringify({sku: 'lamp', password: 'oak-and-lumen'})})
.then(() => { document.querySelector('h1').textContent = 'Added' })">Add</button>"""
DESCRIPTION = 'Check that the heading "Shop" is shown. Click "Add". Check that the heading "Added" is shown.'


def added(_: Request) -> Response:
    return Response('{"added": "lamp"}', 201, {"Content-Type": "application/json"})


async def test_a_run_that_kept_no_list_says_so_and_a_stranger_gets_none(dashboard: Dashboard) -> None:
    for path in (f"/api/runs/{'0' * 36}/requests", f"/api/runs/{dashboard.passed}/requests/99999"):
        assert (await dashboard.http.get(path)).status_code == 404
    listed = (await dashboard.http.get(f"/api/runs/{dashboard.passed}/requests")).json()
    assert (listed["kept"], listed["leftOut"]) == (True, 0)
    assert listed["requests"][0].keys().isdisjoint({"requestHeaders", "sent"})
    first = (await dashboard.http.get(f"/api/runs/{dashboard.passed}/requests/1")).json()["request"]
    assert "user-agent" in dict(first["requestHeaders"])


@pytest.mark.parametrize(("dark", "width"), [(False, 1280), (True, 360)])
async def test_a_request_is_found_by_its_words_and_shown_whole(
    visit: Open, dashboard: Dashboard, serve: Serve, dark: bool, width: int
) -> None:
    project = await project_at(dashboard, await serve({"/": SHOP, "/cart": added}))
    run: dict[str, Any] = await dashboard.run(project, DESCRIPTION, evidence={"bodies": True})
    assert (run["overallStatus"], run["networkEventsJson"]) == ("passed", None)
    visited = await visit(dark=dark, width=width)
    page = visited.page
    await look(page, dashboard, f"/runs/{run['id']}?tab=network")
    panel = page.get_by_role("region", name="Network")
    lines = panel.get_by_role("button")
    await expect(panel.get_by_text("2 requests")).to_be_visible()
    await expect(lines.first).to_contain_text(re.compile("201.*POST.*/cart.*Step 2", re.DOTALL))
    await panel.get_by_label("Order").select_option("As they came")
    await expect(lines.first).to_contain_text("document")
    await panel.get_by_role("searchbox").fill("post /cart nowhere")
    await expect(panel.get_by_text("No request fits this")).to_be_visible()
    await panel.get_by_role("searchbox").fill("POST /cart 201")
    await expect(lines).to_have_count(1)
    await lines.click()
    sent, answer = (panel.get_by_role("region", name=name) for name in ("Request", "Answer"))
    await expect(sent.get_by_text('{"sku":"lamp","password":"••••"}')).to_be_visible()
    await expect(sent.get_by_text("authorization")).to_be_visible()
    await expect(answer.get_by_text('{"added":"lamp"}')).to_be_visible()
    content = await page.content()
    assert "abc-123-def" not in content
    assert "oak-and-lumen" not in content
    await page.evaluate("scrollTo(0, 0)")  # nothing is half under the bar at the top
    assert await violations(page) == []
    assert not await page.evaluate("document.documentElement.scrollWidth > innerWidth")
    await page.reload()  # all of it stands in the address
    await expect(answer.get_by_text('{"added":"lamp"}')).to_be_visible()
    assert visited.wrong == []
