"""Suites in the dashboard, from the first one made to the day it is green: on a site with a fault, and mended."""

from __future__ import annotations

import re

from playwright.async_api import Page, expect

from tests.conftest import Request, Response, Serve
from tests.web.conftest import Dashboard, Open

SAVES = "<h1>Notes</h1><button onclick='told.textContent=\"Saved\"'>Save</button><p id=told></p>"
BROKEN = "<h1>Notes</h1><button>Save</button><p id=told></p>"


async def _project(dashboard: Dashboard, address: str, *tests: tuple[str, str]) -> str:
    """Its tests are saved with a name and words each."""
    body = {"name": f"Notes {address}", "baseUrl": address}
    project = str((await dashboard.http.post("/api/projects", json=body)).json()["project"]["id"])
    for name, description in tests:
        test = {"name": name, "description": description}
        saved = await dashboard.http.post(f"/api/projects/{project}/procedures", json=test)
        assert saved.status_code == 201, saved.text
    return project


async def test_a_suite_without_a_name_is_refused_at_the_field(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit(width=360)).page
    await page.goto(f"{dashboard.address}/projects/{dashboard.project}?tab=suites")
    await page.get_by_role("button", name="New suite").click()
    dialog = page.get_by_role("dialog", name="New suite")
    await dialog.get_by_role("textbox", name="Name").fill(" ")
    await dialog.get_by_role("button", name="New suite").click()
    await expect(dialog.get_by_role("textbox", name="Name")).to_have_attribute("aria-invalid", "true")
    await expect(dialog.locator(".wrong")).to_have_count(1)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_time_that_is_none_is_refused_at_the_field(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/suites/{dashboard.suite}?tab=schedules")
    await page.get_by_role("button", name="New schedule").click()
    dialog = page.get_by_role("dialog", name="New schedule")
    await dialog.get_by_label("Name").fill("Now and then")
    await dialog.get_by_label("Cron expression").fill("at two, please")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog.locator(".wrong")).to_contain_text("is no cron expression")
    await dialog.get_by_label("When").select_option("At an interval")
    await dialog.get_by_label("Every", exact=True).fill("often")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog.locator(".wrong")).to_contain_text("15 minutes")


async def test_a_suite_from_red_to_green(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    mended = False

    def notes(request: Request) -> str:
        return SAVES if mended else BROKEN

    project = await _project(
        dashboard,
        await serve({"/": notes}),
        ("Opens", 'Check that the page shows "Notes".'),
        ("Saves", 'Click Save. Check that the page shows "Saved".'),
    )
    seen = await visit()
    page = seen.page
    await page.goto(f"{dashboard.address}/projects/{project}?tab=suites")
    await page.get_by_role("button", name="New suite").click()
    dialog = page.get_by_role("dialog", name="New suite")
    await expect(dialog.get_by_role("textbox", name="Name")).to_be_focused()
    await page.keyboard.type("Nightly")
    await dialog.get_by_label("Saves").check()
    await dialog.get_by_label("Opens").check()
    await dialog.get_by_label("Passes when").select_option("every test passes, except known failures")
    await dialog.get_by_role("button", name="New suite").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Nightly")
    suite = page.url

    await page.get_by_role("button", name="Run Nightly").click()
    await _ends(page, "Failed")
    found = page.locator(".findings li")
    await expect(found).to_have_count(1)
    await expect(found).to_contain_text("Fails")
    await expect(page.get_by_role("row", name="Opens")).to_contain_text("Passed")
    await expect(page.get_by_role("row", name="Saves")).to_contain_text("Failed")

    await found.get_by_text("Triage").click()
    await found.get_by_label("Assigned to").select_option("Ada")
    await expect(found.locator("summary")).to_have_text("Assigned to Ada")
    await expect(found.get_by_text("it has not passed before")).to_be_visible()
    await found.get_by_role("button", name="Mark as known").click()
    dialog = page.get_by_role("dialog", name="Mark as known")
    await dialog.get_by_label("Why it is known").fill("Ticket 7")
    await dialog.get_by_role("button", name="Mark as known").click()
    await expect(found.locator(".known")).to_contain_text("Ticket 7 known until the failure changes")
    await page.goto(suite)
    await page.get_by_role("button", name="Run Nightly").click()
    await _ends(page, "Passed")
    await expect(found.locator(".badge.warn")).to_have_text("Known")
    await expect(page.get_by_role("button", name="Run the failed ones again")).to_have_count(0)

    mended = True
    await page.goto(f"{suite}?tab=history")
    await expect(page.get_by_role("img", name="The last 2 runs, oldest first: Failed, Passed")).to_be_visible()
    await page.get_by_role("row", name="Failed").get_by_role("link").click()
    await page.get_by_role("button", name="Run the failed ones again").click()
    await _ends(page, "Passed")
    await expect(page.get_by_text(re.compile(r"^1 passed in "))).to_be_visible()
    await page.get_by_role("heading", level=1).get_by_role("link", name="Nightly").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Nightly")
    await page.get_by_role("link", name="Suites").click()
    row = page.get_by_role("row", name="Nightly")
    await expect(row.get_by_role("img", name="The last 3 runs")).to_be_visible()
    await expect(row.get_by_role("link", name="Passed")).to_be_visible()
    assert seen.wrong == []


FORM = """<form action=/in><label>Name <input name=name></label><button>Sign in</button></form>"""


class Forgets:
    """A site whose sessions last for three looks at what is theirs, and which shows its guests no form."""

    def __init__(self) -> None:
        self.sign_ins, self.left = 0, 0

    def sign_in(self, request: Request) -> Response:
        self.sign_ins, self.left = self.sign_ins + 1, 3
        return Response("", 302, {"set-cookie": f"sid={self.sign_ins}", "location": "/desk"})

    def desk(self, request: Request) -> str:
        known = request.headers.get("cookie") == f"sid={self.sign_ins}" and self.left > 0
        self.left -= known
        return "<h1>Desk of Ann</h1>" if known else "<h1>Desk</h1><p>Nothing for guests.</p>"


async def test_a_sign_in_that_is_not_taken_any_more_is_made_anew(
    visit: Open, dashboard: Dashboard, serve: Serve
) -> None:
    site = Forgets()
    project = await _project(
        dashboard,
        await serve({"/": FORM, "/in": site.sign_in, "/desk": site.desk}),
        ("Signs in", 'Enter "ann" into Name. Click the button "Sign in". Check that the page shows "Desk of Ann".'),
        ("First", 'Go to /desk. Check that the page shows "Desk of Ann".'),
        ("Second", 'Go to /desk. Check that the page shows "Desk of Ann".'),
    )
    seen = await visit()
    page = seen.page
    await page.goto(f"{dashboard.address}/projects/{project}?tab=suites")
    await page.get_by_role("button", name="New suite").click()
    dialog = page.get_by_role("dialog", name="New suite")
    await dialog.get_by_role("textbox", name="Name").fill("Desk")
    for name in ("First", "Second"):
        await dialog.get_by_label(name).check()
    await dialog.get_by_label("Set-up").select_option("Signs in")
    await dialog.get_by_label("Page that shows").fill("desk")
    await dialog.get_by_label("Text only a signed-in user").fill("Desk of Ann")
    await dialog.get_by_role("button", name="New suite").click()
    await expect(dialog.get_by_label("Page that shows")).to_have_attribute("aria-invalid", "true")
    seen.wrong.clear()  # the refusal is told on the browser's console too
    await dialog.get_by_label("Page that shows").fill("/desk")
    await dialog.get_by_role("button", name="New suite").click()
    await expect(page.get_by_text("signed in as long as /desk shows “Desk of Ann”")).to_be_visible()
    await page.get_by_role("button", name="Run Desk").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Desk: Passed", timeout=90_000)
    [finding] = await page.locator(".findings li").all()
    await expect(finding).to_contain_text("Signed in again")
    await expect(finding).to_contain_text("/desk does not show “Desk of Ann”")
    await expect(page.get_by_role("row", name="Signs in")).to_have_count(2)
    await expect(page.get_by_role("row", name="Second")).to_have_count(2)
    assert (site.sign_ins, seen.wrong) == (2, [])


async def _ends(page: Page, verdict: str) -> None:
    await expect(page.get_by_role("heading", level=1)).to_have_text(f"Nightly: {verdict}", timeout=90_000)


async def test_tests_are_put_in_order_by_keys(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    words = 'Check that the page shows "Notes".'
    project = await _project(dashboard, await serve({"/": SAVES}), ("One", words), ("Two", words), ("Three", words))
    known = (await dashboard.http.get(f"/api/projects/{project}/procedures")).json()["procedures"]
    ids = {each["name"]: each["id"] for each in known}
    body = {"name": "Orderly", "tests": [ids["One"], ids["Two"]]}
    made = (await dashboard.http.post(f"/api/projects/{project}/suites", json=body)).json()["suite"]
    seen = await visit()
    page = seen.page
    await page.goto(f"{dashboard.address}/suites/{made['id']}")
    names = page.locator(".suite-tests a")
    await expect(names).to_have_text(["One", "Two"])
    await page.get_by_label("A test to add").select_option("Three")
    await page.get_by_role("button", name="Add the test").press("Enter")
    await expect(names).to_have_text(["One", "Two", "Three"])
    await page.get_by_role("button", name="Move Three up").focus()
    await page.keyboard.press("Enter")
    await expect(names).to_have_text(["One", "Three", "Two"])
    await expect(page.get_by_role("button", name="Move Three up")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(names).to_have_text(["Three", "One", "Two"])
    await expect(page.get_by_role("button", name="Move Three down")).to_be_focused()
    await page.get_by_role("button", name="Remove One from the suite").click()
    await expect(names).to_have_text(["Three", "Two"])
    await page.reload()
    await expect(names).to_have_text(["Three", "Two"])
    assert seen.wrong == []


async def test_a_schedule_is_made_paused_and_removed(visit: Open, dashboard: Dashboard) -> None:
    seen = await visit()
    page = seen.page
    await page.goto(f"{dashboard.address}/suites/{dashboard.suite}?tab=schedules")
    await page.get_by_role("button", name="New schedule").click()
    dialog = page.get_by_role("dialog", name="New schedule")
    await dialog.get_by_label("Name").fill("Weekdays")
    await dialog.get_by_label("Cron expression").fill("30 2 * * 1-5")
    await dialog.get_by_label("Time zone").fill("Pacific/Auckland")
    await dialog.get_by_role("button", name="Save").click()
    row = page.get_by_role("row", name="Weekdays")
    await expect(row).to_contain_text("At 02:30")
    await expect(row.get_by_role("listitem")).to_have_count(3)
    await expect(row.get_by_role("listitem").first).to_contain_text("2:30 AM in Pacific/Auckland")
    paused = row.get_by_role("switch", name="Paused: Weekdays")
    await paused.check()
    await expect(page.get_by_text("Saved")).to_be_visible()
    await page.reload()
    await expect(paused).to_be_checked()
    await page.get_by_role("button", name="Remove Weekdays").click()
    await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    await expect(row).to_have_count(0)

    await page.goto(f"{dashboard.address}/procedures/{dashboard.procedure}?tab=schedules")  # of one test alike
    await page.get_by_role("button", name="New schedule").click()
    await dialog.get_by_label("Name").fill("Hourly")
    await dialog.get_by_label("When").select_option("At an interval")
    await dialog.get_by_label("Every", exact=True).fill("1 hour")
    await dialog.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("row", name="Hourly")).to_contain_text("Every hour")
    await page.get_by_role("button", name="Remove Hourly").click()
    await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    await expect(page.get_by_role("row", name="Hourly")).to_have_count(0)
    assert seen.wrong == []
