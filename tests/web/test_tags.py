"""Tags of procedures in a browser: given in the editor, shown, and what lists are filtered by, in the address."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.web.conftest import Dashboard, Open
from tests.web.test_pages import violations


async def test_procedures_and_runs_are_filtered_by_tag(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit(width=360)).page
    for name in ("Tagged", "Other"):
        body = {"name": name, "description": 'Go to /catalogue. Check that the page shows "Desk lamp".'}
        made = await dashboard.http.post(f"/api/projects/{dashboard.project}/procedures", json=body)
        procedure = made.json()["procedure"]["id"]
    await page.goto(f"{dashboard.address}/procedures/{procedure}?tab=edit")
    tags = page.get_by_label("Tags")
    await tags.fill("x" * 41)
    await page.get_by_role("button", name="Save procedure").click()
    await expect(page.get_by_text("may have at most 40 characters")).to_be_visible()
    await tags.fill(" smoke,  slow one ,")
    await page.get_by_role("button", name="Save procedure").click()
    await page.get_by_role("link", name="slow one").click()
    await expect(page).to_have_url(re.compile("tab=procedures&tag=slow"))
    rows = page.get_by_role("table", name="Procedures").or_(page.locator("table")).get_by_role("row")
    await expect(page.get_by_role("link", name="Other")).to_be_visible()
    await expect(page.get_by_role("link", name="Tagged")).to_have_count(0)
    assert await violations(page) == []
    await page.get_by_label("Tag", exact=True).select_option("Every tag")
    await expect(page.get_by_role("link", name="Tagged")).to_be_visible()
    assert await rows.count() > 1
    await page.goto(f"{page.url}&tag=none")
    await expect(page.get_by_text("No procedure has this tag")).to_be_visible()

    await dashboard.run(dashboard.project, None, procedureId=procedure)
    await page.goto(f"{dashboard.address}/runs?project={dashboard.project}")
    await page.get_by_label("Tag", exact=True).select_option("smoke")
    await expect(page.get_by_text("1 run", exact=True)).to_be_visible()
    await page.reload()
    await expect(page.get_by_text("1 run", exact=True)).to_be_visible()
    await page.get_by_label("Tag", exact=True).select_option("Every tag")
    await expect(page.get_by_text("1 run", exact=True)).to_have_count(0)
    await dashboard.http.delete(f"/api/procedures/{procedure}")


async def test_a_run_that_waits_shows_what_it_will_do(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    words = 'Go to /catalogue. Click "Desk lamp". Make sure the basket feels right. Sing. Click "Never".'
    ids = []
    for description in ("Go to /catalogue. Wait 60 seconds.", words):
        body = {"projectId": dashboard.project, "description": description}
        ids.append((await dashboard.http.post("/api/runs/trigger", json=body)).json()["runId"])
    await page.goto(f"{dashboard.address}/runs/{ids[1]}")
    steps = page.get_by_role("region", name="Steps").get_by_role("listitem")
    await expect(steps).to_have_count(3)  # what comes behind a part that is not understood is not done
    await expect(steps.nth(1)).to_contain_text('Not begun: Click "Desk lamp"')
    await expect(steps.nth(1)).not_to_contain_text("not seen")
    await expect(steps.nth(2)).to_contain_text("not seen on this site yet")
    assert await violations(page) == []
    await page.goto(f"{dashboard.address}/runs/{ids[0]}")
    await expect(steps.nth(1)).to_contain_text("Wait 60 seconds")
    for run_id in ids:
        await dashboard.http.post(f"/api/runs/{run_id}/cancel")
    await expect(page.get_by_role("region", name="Verdict").get_by_text("Cancelled", exact=True)).to_be_visible()
    await expect(steps.filter(has_text="Not begun")).to_have_count(0)
