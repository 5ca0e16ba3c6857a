"""A team's Monday: the night was red. What is known, what flaky, what real; filed, mended, run again, green, sealed."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from qa_appliance.cli import call
from qa_appliance.core.clock import iso, utc_now
from qa_appliance.store.sealed import DATABASE
from tests.conftest import Request, Response, Serve, given
from tests.web.conftest import Dashboard, Open

PAGE = "<!doctype html><title>Notes</title><h1>Notes</h1>{0}<p id=out></p>"
BUTTON = "<button onclick='out.textContent=\"{1}\"'>{0}</button>"
TOKEN = "glpat-of-the-team"
TESTS = (
    ("Opens", 'Check that the page shows "Notes".'),
    ("Prints", 'Go to /print. Click Print. Check that the page shows "Printed" within 3 seconds.'),
    ("Syncs", 'Go to /sync. Check that the page shows "In sync" within 3 seconds.'),
    ("Saves", 'Go to /save. Click Save. Check that the page shows "Saved" within 3 seconds.'),
)


class Site:
    """Printing never works, the first look at /sync in a night does not either, and saving broke on Friday."""

    def __init__(self) -> None:
        self.saves, self.looks = True, 0

    def sync(self, request: Request) -> str:
        self.looks += 1
        return PAGE.format("In sync" if self.looks % 2 == 0 else "Out of step")

    def save(self, request: Request) -> str:
        return PAGE.format(BUTTON.format("Save", "Saved" if self.saves else ""))

    def pages(self) -> dict[str, object]:
        opened = PAGE.format("")
        return {"/": opened, "/print": PAGE.format(BUTTON.format("Print", "")), "/sync": self.sync, "/save": self.save}


class GitLab:
    """Takes issues of one project, from whoever has its token."""

    def __init__(self) -> None:
        self.filed: list[dict[str, str]] = []

    def __call__(self, request: Request) -> Response:
        if request.headers.get("private-token") != TOKEN:
            return Response('{"message": "401 Unauthorized"}', 401)
        self.filed.append(json.loads(request.body))
        address = f"http://{request.headers['host']}/acme/notes/-/issues/{len(self.filed)}"
        return Response(json.dumps({"iid": len(self.filed), "web_url": address}), 201)


async def _night(dashboard: Dashboard, project: str) -> str:
    """It has become two o'clock for the project's schedule; the batch it began, ended."""
    path = f"/api/projects/{project}/schedules"
    [schedule] = (await dashboard.http.get(path)).json()["schedules"]
    with closing(sqlite3.connect(dashboard.folder / DATABASE, timeout=30)) as db, db:
        db.execute("update schedules set next_at = ? where id = ?", (iso(utc_now()), schedule["id"]))
    others = (await dashboard.http.get(f"/api/projects/{dashboard.project}/schedules")).json()["schedules"]
    await dashboard.http.patch(f"/api/schedules/{others[0]['id']}", json={"paused": False})  # the timer looks again
    while True:
        now = (await dashboard.http.get(path)).json()["schedules"][0]
        if now["lastBatchId"] not in (None, schedule["lastBatchId"]):
            batch = (await dashboard.http.get(f"/api/batches/{now['lastBatchId']}")).json()["batch"]
            if batch["status"] not in ("pending", "running"):
                return str(batch["id"])
        await asyncio.sleep(0.25)


async def test_a_red_night_is_green_by_noon(
    visit: Open, dashboard: Dashboard, serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, gitlab, post = Site(), GitLab(), dashboard.http.post
    tracker = await serve({"/api/v4/projects/acme%2Fnotes/issues": gitlab})
    address = await serve(site.pages())  # type: ignore[arg-type]
    project = (await post("/api/projects", json={"name": "Monday", "baseUrl": address})).json()["project"]["id"]
    path, saved = f"/api/projects/{project}", []
    for name, description in TESTS:
        made = await post(f"{path}/procedures", json={"name": name, "description": description})
        saved.append(made.json()["procedure"]["id"])
    rules = {"name": "Nightly", "tests": saved, "retries": 1, "gate": "all_but_known"}
    suite = (await post(f"{path}/suites", json=rules)).json()["suite"]["id"]
    nightly = {"name": "Every night", "suiteId": suite, "cron": "0 2 * * *", "timezone": "Europe/Berlin"}
    assert (await post(f"{path}/schedules", json=nightly)).status_code == 201
    friday = await _night(dashboard, project)
    runs = (await dashboard.http.get(f"/api/batches/{friday}")).json()["batch"]["runs"]
    printing = next(run["id"] for run in runs if run["procedureId"] == saved[1])
    assert (await post(f"/api/runs/{printing}/triage", json={"known": {"reason": "Ticket 7"}})).status_code == 200
    site.saves = False
    await _night(dashboard, project)

    seen = await visit()
    page = seen.page
    await page.goto(f"{dashboard.address}/projects/{project}?tab=settings")
    issues = page.locator("section.card", has=page.get_by_role("heading", name="Issues"))
    await issues.get_by_label("Tracker").select_option("GitLab")
    await issues.get_by_label("Address").fill(tracker)
    await issues.get_by_label("Project").fill("acme/notes")
    await issues.get_by_label("Token").fill(TOKEN)
    await issues.get_by_role("button", name="Save").click()
    await expect(issues.get_by_text("Failed runs can be filed in acme/notes at GitLab.")).to_be_visible()
    await expect(issues.get_by_label("Token")).to_have_value("")

    await page.goto(f"{dashboard.address}/projects/{project}?tab=suites")
    row = page.get_by_role("row", name="Nightly")
    await row.get_by_role("link", name="Failed").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Nightly: Failed")
    night = page.url
    findings = page.locator(".findings > li")
    await expect(findings).to_have_count(3)
    for badge, name in (("Known", "Prints"), ("Flaky", "Syncs"), ("Fails", "Saves")):
        await expect(findings.filter(has_text=name).locator(".badge").first).to_have_text(badge)

    real = findings.filter(has_text="Saves")
    await real.get_by_text("Triage").click()
    await real.get_by_label("Assigned to").select_option("Ada")
    await expect(real.locator("summary")).to_have_text("Assigned to Ada")
    await real.get_by_label("Comment").fill("Since Friday's release nothing is saved.")
    await real.get_by_role("button", name="Add comment").click()
    await expect(real.get_by_role("list", name="History").get_by_role("listitem")).to_have_count(2)
    await expect(real.get_by_text("Failing since")).to_contain_text("it passed last")
    await real.get_by_role("link", name="Saves").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Saves")
    await expect(page.get_by_text("“Saved” is not shown").first).to_be_visible()
    red = await _bundle(page, tmp_path / "red.zip")
    await page.get_by_role("button", name="File an issue").click()
    await page.get_by_role("dialog").get_by_role("button", name="File an issue").click()
    await expect(page.get_by_role("link", name="GitLab #1")).to_have_attribute(
        "href", f"{tracker}/acme/notes/-/issues/1"
    )
    await page.reload()
    await expect(page.get_by_role("link", name="GitLab #1")).to_be_visible()
    await expect(page.get_by_role("button", name="File an issue")).to_have_count(0)
    [filed] = gitlab.filed
    assert filed["title"].startswith("“Saved” is not shown")
    assert page.url in filed["description"]

    site.saves = True
    await page.goto(night)
    await page.get_by_role("button", name="Run the failed ones again").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Nightly: Passed", timeout=90_000)
    again = page.get_by_role("table")
    await expect(again.get_by_role("row", name="Saves")).to_contain_text("Passed")
    await expect(again.get_by_role("row", name="Opens")).to_have_count(0)
    await expect(findings.filter(has_text="Saves")).to_have_count(0)

    await page.goto(f"{dashboard.address}/suites/{suite}?tab=history")
    await expect(page.get_by_role("img", name="The last 3 runs")).to_be_visible()
    picture = page.get_by_role("img", name="Badge")
    await expect(picture).to_have_js_property("complete", value=True)
    assert await picture.evaluate("image => image.naturalWidth") > 100
    drawn = await dashboard.http.get(given(await picture.get_attribute("src")))
    assert "Nightly: passing" in drawn.text

    key = (await dashboard.http.get("/api/signing-key")).json()["publicKey"]
    assert await asyncio.to_thread(call, ("verify", str(red), "--key", key)) == 0
    assert "as they were signed by" in capsys.readouterr().out
    data = bytearray(red.read_bytes())
    data[len(data) // 2] ^= 1
    red.write_bytes(data)
    assert await asyncio.to_thread(call, ("verify", str(red), "--key", key)) == 1
    assert seen.wrong == []


async def _bundle(page: Page, place: Path) -> Path:
    async with page.expect_download() as download:
        await page.get_by_role("link", name="Download all").click()
    await (await download.value).save_as(place)
    return place
