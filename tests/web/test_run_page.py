"""The page of a run, in a real browser: candidates, pictures compared, heals answered, keys, everything taken away."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile

from playwright.async_api import Page, expect

from tests.conftest import Request, Serve
from tests.web.conftest import Dashboard, Open
from tests.web.test_pages import violations

TEAM = """<!doctype html><html lang=en><title>Team</title><h1>Team</h1>
<p>Ada <button style="position:absolute;left:200px;top:100px;width:100px;height:40px">Edit</button>
<p>Bob <button style="position:absolute;left:200px;top:200px;width:100px;height:40px">Edit</button>"""
FORM = """<!doctype html><html lang=en><title>Form</title><h1>Form</h1>
<button data-testid={test_id} onclick="document.querySelector('h1').textContent = 'Saved'">Save</button>"""

SLOW = """<!doctype html><html lang=en><title>Slow</title><h1>Still</h1><button
onclick="fetch('/ready').then(() => { document.querySelector('h1').textContent = 'Ready' })">Begin</button>"""


async def project_at(dashboard: Dashboard, origin: str) -> str:
    made = await dashboard.http.post("/api/projects", json={"name": "Team", "baseUrl": origin})
    return str(made.json()["project"]["id"])


async def look(page: Page, dashboard: Dashboard, path: str) -> None:
    await page.goto(dashboard.address + path)
    await expect(page.get_by_role("region", name="Verdict")).to_be_visible()


async def marked(page: Page) -> list[tuple[int, ...]]:
    """Left, top and width of each mark, in pixels of the page that is pictured."""
    stage = page.get_by_role("region", name="Pictures of the run")
    await expect(stage.locator(".mark").first).to_be_visible()
    picture = await stage.get_by_role("img", name="The page at").bounding_box()
    assert picture is not None
    scale = picture["width"] / 1280
    seen = []
    for mark in await stage.locator(".mark").all():
        box = await mark.bounding_box()
        assert box is not None
        sizes = (box["x"] - picture["x"], box["y"] - picture["y"], box["width"])
        seen.append(tuple(round(size / scale / 10) * 10 for size in sizes))
    return seen


async def test_who_comes_late_sees_what_was_done_and_the_page_as_it_is(
    visit: Open, dashboard: Dashboard, serve: Serve
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def ready(_: Request) -> str:
        begun.set()
        await go_on.wait()
        return "ready"

    project = await project_at(dashboard, await serve({"/": SLOW, "/ready": ready}))
    description = (
        'Check that the heading "Still" is shown. Click "Begin". Wait up to 120 seconds until "Ready" is shown.'
    )
    page = (await visit()).page
    triggered = await dashboard.http.post("/api/runs/trigger", json={"projectId": project, "description": description})
    await begun.wait()
    await look(page, dashboard, f"/runs/{triggered.json()['runId']}")
    steps = page.get_by_role("region", name="Steps")
    await expect(steps.get_by_text("Passed: Check that the heading")).to_be_visible()
    await expect(page.get_by_role("img", name="The browser as it is now")).to_be_visible()
    go_on.set()
    await expect(page.get_by_role("region", name="Verdict").get_by_text("Passed", exact=True)).to_be_visible(
        timeout=60_000
    )


async def test_candidates_are_numbered_on_the_picture(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    run = await dashboard.run(await project_at(dashboard, await serve({"/": TEAM})), 'Click "Edit".')
    page = (await visit()).page
    await look(page, dashboard, f"/runs/{run['id']}")
    assert await marked(page) == [(200, 100, 100), (200, 200, 100)]
    assert await violations(page) == []
    sentence = run["stepsJson"][0]["failure"]["candidates"][1]
    failure = page.get_by_role("region", name="The failure")
    await expect(failure.get_by_role("button")).to_have_count(2)
    await page.get_by_role("button", name=f"2, use and run again: {sentence}").click()
    await expect(page.get_by_role("region", name="Verdict").get_by_text("Passed", exact=True)).to_be_visible(
        timeout=60_000
    )
    await page.get_by_text("The test's words").click()
    await expect(page.get_by_text(f"Click {sentence}.", exact=True).first).to_be_visible()


async def test_a_candidate_of_a_saved_test_is_copied(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    project = await project_at(dashboard, await serve({"/": TEAM}))
    body = {"name": "Edit", "description": 'Click "Edit".'}
    saved = await dashboard.http.post(f"/api/projects/{project}/procedures", json=body)
    run = await dashboard.run(project, None, procedureId=saved.json()["procedure"]["id"])
    page = (await visit()).page
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await look(page, dashboard, f"/runs/{run['id']}")
    sentence = run["stepsJson"][0]["failure"]["candidates"][1]
    await page.get_by_role("button", name=f"Copy “{sentence}”").click()
    await expect(page.get_by_text("Copied, ready for the test")).to_be_visible()
    assert await page.evaluate("navigator.clipboard.readText()") == sentence


async def test_what_was_found_and_is_wrong_is_marked_and_the_page_shown_once(
    visit: Open, dashboard: Dashboard, serve: Serve
) -> None:
    cart = """<!doctype html><html lang=en><title>Cart</title><label>Total <input value=39.90 readonly
      style="position:absolute;left:200px;top:100px;width:100px;height:40px;box-sizing:border-box"></label>"""
    project = await project_at(dashboard, await serve({"/": cart}))
    run = await dashboard.run(project, "Check that the Total field is 38.90.")
    page = (await visit()).page
    await look(page, dashboard, f"/runs/{run['id']}")
    assert await marked(page) == [(200, 100, 100)]
    await expect(page.get_by_role("img", name="The page at")).to_have_count(1)


async def test_what_is_seen_is_written_instead_by_a_button(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    cart = "<!doctype html><html lang=en><title>Cart</title><h1>Cart</h1><label>Total <input value=39.90></label>"
    project = await project_at(dashboard, await serve({"/": cart}))
    run = await dashboard.run(project, 'Check that the Total field is "38.90". Check that "Cart" is shown.')
    page = (await visit()).page
    await look(page, dashboard, f"/runs/{run['id']}")
    await expect(page.get_by_role("heading", level=1)).to_have_text(
        'Check that the Total field is "38.90". Check that "Cart" is'
    )
    assert await violations(page) == []
    await page.get_by_role("button", name="Write “39.90” instead and run again").click()
    verdict = page.get_by_role("region", name="Verdict")
    await expect(verdict.get_by_text("Passed", exact=True)).to_be_visible(timeout=60_000)
    await expect(page.get_by_text('Check that the Total field is "39.90"').first).to_be_visible()


async def test_a_gap_stands_among_the_steps_and_is_mended_from_there(visit: Open, dashboard: Dashboard) -> None:
    words = 'Go to /catalogue. Clikc "Desk lamp". Check that the page shows "Desk lamp".'
    run = await dashboard.run(dashboard.project, words)
    assert run["overallStatus"] == "failed"
    page = (await visit()).page
    await look(page, dashboard, f"/runs/{run['id']}")
    rows = page.get_by_role("region", name="Steps").locator("ol > li")
    await expect(rows).to_have_count(3)
    await expect(rows.nth(1)).to_contain_text('Not understood: “Clikc "Desk lamp"”.')
    assert await violations(page) == []
    await rows.nth(1).get_by_role("button", name='Use and run again: Click "Desk lamp"', exact=True).click()
    await expect(page.get_by_role("region", name="Verdict").get_by_text("Passed", exact=True)).to_be_visible(
        timeout=60_000
    )
    await expect(page.get_by_role("region", name="Steps").locator("ol > li")).to_have_count(3)


async def test_pictures_are_compared_four_ways(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    colour = "teal"
    page_under_test = "<!doctype html><html lang=en><title>T</title><body style='background:{}'><h1>Team</h1>"
    project = await project_at(dashboard, await serve({"/": lambda _: page_under_test.format(colour)}))
    description = 'Check that the page looks like the baseline "team". Check that the heading "Team" is shown.'
    first = await dashboard.run(project, description)
    visited = await visit()
    page = visited.page
    await look(page, dashboard, f"/runs/{first['id']}?tab=visual")
    panel = page.get_by_role("region", name="Visual")
    await expect(panel.get_by_text("There is no baseline yet")).to_be_visible()
    await expect(panel.get_by_role("img")).to_have_js_property("naturalWidth", 1280)
    await panel.get_by_role("button", name="Accept as baseline").click()
    await expect(panel.get_by_text("This picture is the baseline now")).to_be_visible()
    assert (await dashboard.run(project, description))["overallStatus"] == "passed"
    colour = "tomato"
    run = await dashboard.run(project, description)
    await page.goto(f"{dashboard.address}/runs/{run['id']}?tab=visual")
    await expect(panel.get_by_role("img", name="Difference")).to_be_visible()
    await panel.get_by_role("link", name="Slider").click()
    await expect(page).to_have_url(re.compile("compare=slider"))
    await panel.get_by_role("slider").fill("30")
    await expect(panel.get_by_role("img", name="This run")).to_have_css("clip-path", "inset(0px 0px 0px 30%)")
    await panel.get_by_role("link", name="Onion skin").click()
    await expect(panel.get_by_role("link", name="Onion skin")).to_have_attribute("aria-current", "true")
    await panel.get_by_role("slider").fill("20")
    await expect(panel.get_by_role("img", name="This run")).to_have_css("opacity", "0.2")
    await panel.get_by_role("link", name="Side by side").click()
    await expect(panel.get_by_role("img")).to_have_count(2)
    failure = page.get_by_role("region", name="The failure")
    await expect(failure.get_by_role("link", name="Open the run that passed")).to_be_visible()
    await panel.get_by_role("button", name="Accept as baseline").click()
    await expect(panel.get_by_text("This picture is the baseline now")).to_be_visible()
    await expect(page.get_by_role("button", name="Accept as baseline")).to_have_count(0)
    await page.reload()
    await expect(panel.get_by_text("This picture is the baseline now")).to_be_visible()
    for picture in await panel.get_by_role("img").all():  # what the run was compared with is there still
        await expect(picture).to_have_js_property("naturalWidth", 1280)
    assert visited.wrong == []


async def test_pictures_are_accepted_where_it_is_said_and_all_at_once(
    visit: Open, dashboard: Dashboard, serve: Serve
) -> None:
    project = await project_at(dashboard, await serve({"/": TEAM}))
    looks = [f'Check that the page looks like the baseline "{name}".' for name in ("one", "two", "three")]
    description = " ".join(looks)
    run = await dashboard.run(project, description, userExpectation="unknown")
    visited = await visit()
    page = visited.page
    await look(page, dashboard, f"/runs/{run['id']}?tab=report")
    failure, evidence = (page.get_by_role("region", name=name) for name in ("The failure", "Evidence"))
    await expect(evidence.get_by_text("If this run's 3 pictures are right")).to_be_visible()
    assert await violations(page) == []
    await failure.get_by_role("button", name="Accept as baseline").click()
    await expect(failure.get_by_text("This picture is the baseline now")).to_be_visible()
    await evidence.get_by_role("link", name="Visual").click()
    panel = page.get_by_role("region", name="Visual")
    await expect(panel.get_by_text("This picture is the baseline now")).to_have_count(1)
    await panel.get_by_role("button", name="Accept all 2 as baselines").click()
    await expect(panel.get_by_text("This picture is the baseline now")).to_have_count(3)
    assert (await dashboard.run(project, description))["overallStatus"] == "passed"
    assert visited.wrong == []


async def test_a_heal_is_answered(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    test_id = "save"
    project = await project_at(dashboard, await serve({"/": lambda _: FORM.format(test_id=test_id)}))
    first = await dashboard.run(project, 'Click "Save". Check that the heading "Saved" is shown.')
    body = {"name": "Save", "runId": first["id"]}
    saved = await dashboard.http.post(f"/api/projects/{project}/procedures", json=body)
    procedure = saved.json()["procedure"]["id"]
    assert (await dashboard.run(project, None, procedureId=procedure))["overallStatus"] == "passed"
    test_id = "store"
    run = await dashboard.run(project, None, procedureId=procedure)
    page = (await visit()).page
    await look(page, dashboard, f"/runs/{run['id']}")
    heals = page.get_by_role("region", name="Healed elements")
    await expect(heals.get_by_text("button “Save” with the test id “store”")).to_be_visible()
    await expect(page.get_by_role("region", name="Steps")).to_contain_text("with the test id “save” was gone")
    await expect(page.get_by_role("main").get_by_text("get_by_test_id")).to_have_count(0)
    await heals.get_by_text("The page then and now").click()
    await expect(heals.get_by_role("img")).to_have_count(2)
    await heals.get_by_role("button", name="Yes, keep it").click()
    await expect(heals.get_by_text("Kept in the procedure")).to_be_visible()
    answered = (await dashboard.http.get(f"/api/procedures/{procedure}/heals")).json()["heals"]
    assert [heal["state"] for heal in answered] == ["accepted"]


async def test_keys_and_everything_in_the_address(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await look(page, dashboard, f"/runs/{dashboard.failed}?tab=console&scope=run")
    chosen = page.locator(".steps [aria-current=step]")
    for key, step in (("p", "1"), ("n", "2"), ("k", "1"), ("f", "2"), ("ArrowLeft", "1")):
        await page.keyboard.press(key)
        await expect(page).to_have_url(re.compile(rf"step={step}\b.*"))
        await expect(chosen).to_have_count(1)
    await expect(page).to_have_url(re.compile("tab=console&scope=run"))
    await page.reload()
    await expect(page.get_by_role("region", name="Evidence").locator("[aria-current=page]")).to_contain_text("Console")
    await expect(chosen).to_contain_text("Go to /catalogue")


async def test_the_page_of_a_step_is_one_click_away(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    """The trace opens at the very step, also where two steps say the same."""
    counter = """<!doctype html><html lang=en><title>Count</title><link rel=icon href=data:,><h1>0</h1><button
      onclick="const h = document.querySelector('h1'); h.textContent = +h.textContent + 1">More</button>"""
    project = await project_at(dashboard, await serve({"/": counter}))
    run = await dashboard.run(project, 'Click "More". Click "More". Check that the heading "2" is shown.')
    page = (await visit()).page
    for step, seen in ((1, "1"), (2, "2"), (3, "2")):
        await look(page, dashboard, f"/runs/{run['id']}?step={step}")
        async with page.context.expect_page() as opening:
            await page.get_by_role("link", name="As it was at this step").click()
        viewer = await opening.value
        await viewer.get_by_role("tab", name="After").click()
        await expect(viewer.locator("[role=tree] > [role=treeitem]").nth(step)).to_have_attribute(
            "aria-selected", "true"
        )
        await expect(viewer.frame_locator("iframe:visible").get_by_role("heading", name=seen)).to_be_visible()
        await viewer.close()


async def test_everything_is_taken_away_as_one_file(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await look(page, dashboard, f"/runs/{dashboard.failed}")
    async with page.expect_download() as coming:
        await page.get_by_role("link", name="Download all").click()
    path = await (await coming.value).path()
    names = zipfile.ZipFile(io.BytesIO(path.read_bytes())).namelist()
    assert any(name.endswith("report.md") for name in names), names


async def test_a_password_is_masked_wherever_the_words_of_a_test_stand(visit: Open, dashboard: Dashboard) -> None:
    words = 'Go to /catalogue. Enter "oak-and-lumen-7" into the Password field.'
    run = await dashboard.run(dashboard.project, words)
    page = (await visit()).page
    for path in ("/", "/runs", f"/projects/{dashboard.project}", f"/runs/{run['id']}"):
        await page.goto(dashboard.address + path)
        await expect(page.get_by_text('Enter "••••" into the Password field').first).to_be_attached()
        assert "oak-and-lumen-7" not in await page.content()


async def test_how_sure_a_verdict_is_says_why_and_what_is_expected_is_explained(
    visit: Open, dashboard: Dashboard
) -> None:
    run = await dashboard.run(dashboard.project, "Go to /catalogue. Click Cart.")
    page = (await visit()).page
    await look(page, dashboard, f"/runs/{run['id']}")
    await page.get_by_text(f"Confidence {run['confidenceScore']} of 100", exact=True).click()
    await expect(
        page.get_by_role("region", name="Verdict").get_by_text("Nothing was checked.", exact=True)
    ).to_be_visible()
    await page.goto(f"{dashboard.address}/projects/{dashboard.project}")
    for value, explained in (
        ("fail", "Passes when the website refuses"),
        ("unknown", "Goes on after a step that fails"),
    ):
        await page.get_by_label("Expectation").select_option(value)
        await expect(page.get_by_text(explained)).to_be_visible()
