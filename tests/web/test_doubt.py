"""A saved test is doubted in the dashboard: by the keyboard, with what it lets pass and what to write."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.conftest import Dashboard, Open

VAGUE = 'Go to /catalogue. Choose "Stationery" from Category.'


async def test_a_saved_test_is_doubted(visit: Open, dashboard: Dashboard) -> None:
    made = await dashboard.http.post(
        f"/api/projects/{dashboard.project}/procedures", json={"name": "Stationery", "description": VAGUE}
    )
    procedure = made.json()["procedure"]["id"]
    before = (await dashboard.http.get("/api/runs")).json()
    visited = await visit(width=360, dark=True)
    page = visited.page
    await page.goto(f"{dashboard.address}/procedures/{procedure}?tab=doubt")
    await page.get_by_role("button", name="Doubt this test").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Stop")).to_be_visible()
    await expect(page.get_by_role("button", name="Doubt it again")).to_be_visible(timeout=180_000)
    row = page.get_by_role("row").filter(has_text="brought the old page again")
    await expect(row).to_contain_text("Let pass")
    await expect(row).to_contain_text('check that "3 products" is shown')
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (await dashboard.http.get("/api/runs")).json() == before
    assert visited.wrong == []
    await dashboard.http.delete(f"/api/procedures/{procedure}")
