"""Triage in the dashboard: who looks into a failed run, what is said of it, and that it is known."""

from __future__ import annotations

from playwright.async_api import expect

from tests.conftest import Serve
from tests.web.conftest import Dashboard, Open

BROKEN = "<h1>Notes</h1><button>Save</button><p id=told></p>"
CLOSE_AND_OPEN_AT_ONCE = """async () => {
  document.querySelector("dialog [aria-label=Close]").click();
  await Promise.resolve(); // the page draws, the browser's own close event comes later still
  [...document.querySelectorAll(".triage button")].find((each) => each.textContent === "Mark as known").click();
}"""


async def test_a_failure_is_triaged_where_it_is_shown(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    site = {"name": "Triaged", "baseUrl": await serve({"/": BROKEN})}
    project = (await dashboard.http.post("/api/projects", json=site)).json()["project"]["id"]
    test = {"name": "Saves", "description": 'Click Save. Check that the page shows "Saved".'}
    saved = await dashboard.http.post(f"/api/projects/{project}/procedures", json=test)
    procedure = saved.json()["procedure"]["id"]
    run = (await dashboard.run(project, None, procedureId=procedure))["id"]
    seen = await visit(width=360)
    page = seen.page
    await page.goto(f"{dashboard.address}/runs/{dashboard.passed}")
    await expect(page.get_by_role("heading", level=1)).to_have_count(1)
    await expect(page.get_by_role("region", name="Verdict").get_by_text("Passed", exact=True)).to_be_visible()
    await expect(page.get_by_role("heading", name="Triage")).to_have_count(0)

    await page.goto(f"{dashboard.address}/runs/{run}")
    triage = page.get_by_role("region", name="Triage").or_(page.locator("section:has(> .triage)"))
    await expect(triage.get_by_text("Failing since")).to_be_visible()
    await triage.get_by_role("button", name="Mark as known").click()
    dialog = page.get_by_role("dialog", name="Mark as known")
    await dialog.get_by_label("Why it is known").fill("Ticket 7")
    await dialog.get_by_label("Known until").select_option("Until a date")
    await dialog.get_by_label("Last day").fill("2001-01-01")
    await dialog.get_by_role("button", name="Mark as known").click()
    await expect(dialog.get_by_role("alert")).to_have_text("until has to be in the future.")
    await dialog.get_by_label("Last day").fill("2098-12-31")
    await dialog.get_by_role("button", name="Mark as known").click()
    await expect(triage.locator(".known")).to_contain_text("Ticket 7 known until")

    await triage.get_by_label("Assigned to").select_option("Ada")
    await triage.get_by_label("Comment").fill("The button does nothing <b>at all</b>.")
    await triage.get_by_role("button", name="Add comment").click()
    remarks = triage.get_by_role("list", name="History").get_by_role("listitem")
    await expect(remarks).to_have_count(3)
    await expect(remarks.nth(2)).to_contain_text("The button does nothing <b>at all</b>.")
    await expect(triage.get_by_label("Comment")).to_have_value("")
    await triage.get_by_role("button", name="No longer known").click()
    await expect(triage.get_by_role("button", name="Mark as known")).to_be_visible()
    await page.reload()
    await expect(remarks).to_have_count(4)
    await expect(triage.get_by_label("Assigned to")).to_have_value(await _own_id(dashboard))
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    keys = page.keyboard  # the same once more, by keys alone
    await triage.get_by_role("button", name="Mark as known").focus()
    await keys.press("Enter")
    await expect(dialog.get_by_label("Why it is known")).to_be_focused()
    await keys.press("Escape")
    await expect(triage.get_by_role("button", name="Mark as known")).to_be_focused()
    await expect(dialog).to_have_count(0)
    await keys.press("Enter")
    await expect(dialog.get_by_label("Why it is known")).to_be_focused()
    await page.evaluate(CLOSE_AND_OPEN_AT_ONCE)
    await expect(dialog.get_by_label("Why it is known")).to_be_focused()
    await keys.type("Ticket 8")
    await dialog.get_by_role("button", name="Mark as known").focus()
    await keys.press("Enter")
    await expect(triage.get_by_role("button", name="No longer known")).to_be_focused()
    await keys.press("Enter")
    await expect(triage.get_by_role("button", name="Mark as known")).to_be_focused()
    await triage.get_by_label("Comment").focus()
    await keys.type("Seen on Monday.")
    await keys.press("Tab")
    await expect(triage.get_by_role("button", name="Add comment")).to_be_focused()
    await keys.press("Enter")
    await expect(remarks.last).to_contain_text("Seen on Monday.")
    assert [each for each in seen.wrong if "400" not in each] == []


async def _own_id(dashboard: Dashboard) -> str:
    return str((await dashboard.http.get("/api/assignees")).json()["assignees"][0]["userId"])
