"""An environment's own authorities and client certificate: chosen in the dashboard, and what they open."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import FilePayload, expect

from tests.authority import Authority
from tests.conftest import Serve
from tests.web.conftest import Dashboard, Open


async def test_certificates_are_chosen_shown_and_taken_away(
    visit: Open, dashboard: Dashboard, serve: Serve, tmp_path: Path
) -> None:
    lab = Authority("Lab", tmp_path)
    address = await serve({"/": "<h1>Only for us</h1>"}, lab.server(asks=lab))
    project = (await dashboard.http.post("/api/projects", json={"name": "Locked", "baseUrl": address})).json()
    project_id, words = project["project"]["id"], 'Check that the page shows "Only for us".'
    seen = await visit(width=360)
    page = seen.page
    await page.goto(f"{dashboard.address}/projects/{project_id}?tab=environments")
    await page.get_by_role("button", name="New environment").click()
    dialog = page.get_by_role("dialog", name="New environment")
    await dialog.get_by_label("Name", exact=True).fill("Lab")
    await dialog.get_by_label("Address").fill(address)
    pfx: FilePayload = {"name": "ada.pfx", "mimeType": "", "buffer": lab.pfx("ada", "open sesame")}
    pem: FilePayload = {"name": "lab.pem", "mimeType": "", "buffer": lab.pem.encode()}
    wrong: FilePayload = {"name": "notes.pem", "mimeType": "", "buffer": b"no certificate"}
    authorities = dialog.get_by_role("group", name="Certificate authorities")
    client = dialog.get_by_role("group", name="Client certificate")

    await authorities.locator("input").set_input_files(wrong)
    await dialog.get_by_role("button", name="Save").click()
    await expect(authorities.locator(".wrong")).to_be_visible()
    await authorities.locator("input").set_input_files(pem)
    await expect(authorities.get_by_text("lab.pem, once you save")).to_be_visible()
    await client.locator("input").set_input_files(pfx)
    await dialog.get_by_label("Passphrase of its key").fill("wrong")
    await dialog.get_by_role("button", name="Save").click()
    await expect(client.locator(".wrong")).to_contain_text("passphrase is wrong")
    await dialog.get_by_label("Passphrase of its key").fill("open sesame")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog).to_have_count(0)

    [environment] = (await dashboard.http.get(f"/api/projects/{project_id}/environments")).json()["environments"]
    opened = await dashboard.run(project_id, words, environmentId=environment["id"])
    assert opened["overallStatus"] == "passed", opened["reportMarkdown"]
    await page.get_by_role("button", name="Edit Lab").click()
    dialog = page.get_by_role("dialog", name="Edit environment")
    await expect(dialog.get_by_role("group", name="Certificate authorities")).to_contain_text("Lab")
    await expect(dialog.get_by_role("group", name="Client certificate")).to_contain_text("ada, signed by Lab")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await dialog.get_by_role("button", name="Remove Client certificate").click()
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog).to_have_count(0)
    locked = await dashboard.run(project_id, words, environmentId=environment["id"])
    assert locked["overallStatus"] == "failed"
    assert [each for each in seen.wrong if "400" not in each] == []
