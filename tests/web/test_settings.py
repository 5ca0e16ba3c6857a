"""The settings, in a real browser: what is changed there holds, and what cannot be done says why."""

from __future__ import annotations

import re

from playwright.async_api import Route, expect

from tests.web.conftest import Dashboard, Open


async def test_a_phrase_is_added_after_it_was_refused(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/settings/phrasebook")
    await page.get_by_role("button", name="New phrase").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Phrase").fill("stock up on {what}")
    await dialog.get_by_label("Stands for").fill('Go to /catalogue\nSearch for "lamp"')
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog.get_by_text("{what}")).to_be_visible()  # a blank that stands in no sentence
    await dialog.get_by_label("Stands for").fill('Go to /catalogue\nSearch for "{what}"')
    await dialog.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("row", name="stock up on what")).to_be_visible()
    await page.get_by_role("button", name="Remove stock up on {what}").click()
    await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    await expect(page.get_by_text("No phrases of your own yet")).to_be_visible()


async def test_an_invitation_is_renewed_and_withdrawn(visit: Open, dashboard: Dashboard) -> None:
    email = "late@example.test"
    added = await dashboard.http.post("/api/members", json={"email": email, "role": "member"})
    first = added.json()["invitation"]["url"]
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/settings/members")
    waiting = page.get_by_role("region", name="Open invitations")
    await waiting.get_by_role("button", name=f"New link for {email}").click()
    link = page.get_by_role("dialog").get_by_label("Invitation link")
    await expect(link).not_to_have_value(first)
    second = await link.input_value()
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()
    await waiting.get_by_role("button", name=f"Withdraw the invitation of {email}").click()
    await page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    await expect(page.get_by_text(email)).to_have_count(0)
    for url in (first, second):
        path = f"/api/invitations/{url.rsplit('/', 1)[1]}"
        assert (await dashboard.http.post(path, json={"password": "long enough"})).status_code == 404


async def test_evidence_is_chosen_for_a_project(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/settings/evidence")
    archive = page.get_by_label("Network log (HAR) of Shop", exact=True).first
    for wanted in (True, False):
        async with page.expect_response(lambda answer: answer.request.method == "PATCH") as changed:
            await archive.click()
        assert (await (await changed.value).json())["project"]["evidence"]["har"] is wanted
        await expect(archive).to_be_checked(checked=wanted)


async def test_less_is_kept_but_never_more(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/settings/evidence")
    days = page.get_by_label("Days")
    for given, kept in (("30", 30), ("", None)):
        await days.fill(given)
        async with page.expect_response(lambda answer: answer.request.method == "PATCH") as changed:
            await page.get_by_role("button", name="Save").click()
        assert (await (await changed.value).json())["retention"]["days"] == kept
    await days.fill("99999999")
    await page.get_by_role("button", name="Save").click()
    assert not await days.evaluate("field => field.validity.valid")


async def test_what_cannot_be_loaded_says_so_and_is_tried_again(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    away = True

    async def answer(route: Route) -> None:
        await (route.abort() if away else route.continue_())

    await page.route("**/api/phrasebook", answer)
    await page.goto(f"{dashboard.address}/settings/phrasebook")
    await expect(page.get_by_role("heading", name="The appliance is out of reach")).to_be_visible()
    away = False
    await page.locator("#main").get_by_role("button", name="Try again").click()
    await expect(page.get_by_text("No phrases of your own yet")).to_be_visible()


async def test_a_viewer_sees_what_is_set_and_changes_nothing(visit: Open, dashboard: Dashboard) -> None:
    invited = await dashboard.http.post("/api/members", json={"email": "vera@example.test", "role": "viewer"})
    token = invited.json()["invitation"]["token"]
    page = (await visit(signed_in=False)).page
    await page.goto(f"{dashboard.address}/invitations/{token}")
    await page.get_by_label("Password").fill("a viewer's pass phrase")
    await page.get_by_role("button", name="Join").click()
    await expect(page.get_by_role("heading", name="Projects")).to_be_visible()
    for part, heading in (("keys", "API keys"), ("phrasebook", "Phrasebook"), ("appliance", "Appliance")):
        await page.goto(f"{dashboard.address}/settings/{part}")
        await expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        await expect(page.locator("main button")).to_have_count(0)
    await page.goto(f"{dashboard.address}/settings/evidence")
    await expect(page.get_by_label("Video of Shop", exact=True).first).to_be_disabled()
    for part in ("members", "activity", "doctor"):
        await page.goto(f"{dashboard.address}/settings/{part}")
        await expect(page.get_by_role("heading", name="Not for your role")).to_be_visible()


async def test_the_activity_is_taken_away_as_a_table(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/settings/activity")
    async with page.expect_download() as coming:
        await page.get_by_role("button", name="Download as a table (CSV)").click()
    download = await coming.value
    assert download.suggested_filename == "activity.csv"
    assert (await download.path()).read_bytes().startswith(b"at,action,subject,userId,email,details,via,digest\r\n")
    async with page.expect_response(re.compile("/api/audit[?].*until=")) as answer:
        await page.get_by_label("To").fill("2020-01-01")
    assert await (await answer.value).json() == {"entries": []}
    await expect(page.get_by_text("Nothing fits these words")).to_be_visible()
    async with page.expect_download() as coming:
        await page.get_by_role("button", name="Download as a table (CSV)").click()
    assert (await (await coming.value).path()).read_bytes().count(b"\n") == 1
