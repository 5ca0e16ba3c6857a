"""A project's files and the form of a baseline, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect

from tests.web.conftest import Dashboard, Open


async def project_of(dashboard: Dashboard, name: str) -> str:
    body = {"name": name, "baseUrl": dashboard.address}
    return str((await dashboard.http.post("/api/projects", json=body)).json()["project"]["id"])


async def held(dashboard: Dashboard, project: str) -> dict[str, int]:
    answer = await dashboard.http.get(f"/api/projects/{project}/files")
    return {file["name"]: file["bytes"] for file in answer.json()["files"]}


async def drop(page: Page, files: dict[str, str]) -> None:
    """As when somebody lets go of files over the page."""
    await page.evaluate(
        """files => {
            const dataTransfer = new DataTransfer();
            for (const [name, text] of Object.entries(files)) dataTransfer.items.add(new File([text], name));
            const said = kind => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
            const place = document.querySelector("main .files");
            place.dispatchEvent(said("dragover"));
            place.dispatchEvent(said("drop"));
        }""",
        files,
    )


async def test_files_are_stored_taken_away_and_removed(visit: Open, dashboard: Dashboard, tmp_path: Path) -> None:
    project = await project_of(dashboard, "Files")
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/projects/{project}?tab=files")
    await expect(page.get_by_text("No files yet")).to_be_visible()
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("button", name="Store files").click()
    (tmp_path / "too large.bin").write_bytes(b"x" * 25_000_001)
    await (await chooser.value).set_files(tmp_path / "too large.bin")
    await expect(page.get_by_role("alert")).to_contain_text("too large.bin is larger than 25 MB")
    assert await held(dashboard, project) == {}

    (tmp_path / "Größe 1.pdf").write_bytes(b"%PDF")
    (tmp_path / "a.png").write_bytes(b"\x89PNG")
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("button", name="Store files").click()
    await (await chooser.value).set_files([tmp_path / "Größe 1.pdf", tmp_path / "a.png"])
    for name in ("Größe 1.pdf", "a.png"):
        await expect(page.get_by_role("row", name=name)).to_contain_text("4 B")
    await expect(page.get_by_role("alert")).to_have_count(0)
    await drop(page, {"b.txt": "bb", "a.png": "replaced"})
    await expect(page.get_by_role("row", name="b.txt")).to_contain_text("2 B")
    await expect(page.get_by_role("row", name="a.png")).to_contain_text("8 B")
    assert await held(dashboard, project) == {"Größe 1.pdf": 4, "a.png": 8, "b.txt": 2}

    async with page.expect_download() as coming:
        await page.get_by_role("button", name="Download Größe 1.pdf").click()
    download = await coming.value
    assert (download.suggested_filename, (await download.path()).read_bytes()) == ("Größe 1.pdf", b"%PDF")
    await page.get_by_role("button", name="Remove b.txt").click()
    await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    await expect(page.get_by_role("row", name="b.txt")).to_have_count(0)
    assert "b.txt" not in await held(dashboard, project)


async def test_a_viewer_takes_files_away_and_changes_none(visit: Open, dashboard: Dashboard) -> None:
    project = await project_of(dashboard, "Seen")
    await dashboard.http.post(f"/api/projects/{project}/files", params={"name": "cv.pdf"}, content=b"%PDF")
    invited = await dashboard.http.post("/api/members", json={"email": "fay@example.test", "role": "viewer"})
    page = (await visit(signed_in=False)).page
    await page.goto(f"{dashboard.address}/invitations/{invited.json()['invitation']['token']}")
    await page.get_by_label("Password").fill("a viewer's pass phrase")
    await page.get_by_role("button", name="Join").click()
    await expect(page.get_by_role("heading", name="Projects")).to_be_visible()
    await page.goto(f"{dashboard.address}/projects/{project}?tab=files")
    await expect(page.get_by_role("row", name="cv.pdf")).to_be_visible()
    await expect(page.locator("main button")).to_have_count(1)
    await expect(page.get_by_role("button", name="Download cv.pdf")).to_be_visible()
    await drop(page, {"b.txt": "bb"})
    async with page.expect_download():
        await page.get_by_role("button", name="Download cv.pdf").click()
    assert await held(dashboard, project) == {"cv.pdf": 4}


async def baseline_of(dashboard: Dashboard, project: str) -> dict[str, Any]:
    found: dict[str, Any] = (await dashboard.http.get(f"/api/projects/{project}/baselines")).json()["baselines"][0]
    return found


async def test_areas_are_drawn_and_typed(visit: Open, dashboard: Dashboard) -> None:
    project = await project_of(dashboard, "Compared")
    run = await dashboard.run(project, 'Check that the page looks like the baseline "door".')
    body = {"runId": run["id"], "stepIndex": 0}
    accepted = await dashboard.http.post(f"/api/projects/{project}/baselines", json=body)
    assert accepted.status_code == 201, accepted.text
    page = (await visit(width=1400)).page
    await page.goto(f"{dashboard.address}/projects/{project}?tab=baselines")
    await expect(page.get_by_text("0.1 % may differ", exact=False)).to_be_visible()
    await page.get_by_role("button", name="Edit how door is compared").click()
    dialog = page.get_by_role("dialog")
    picture = dialog.get_by_role("img", name="door")
    await expect(picture).to_have_js_property("complete", True)
    width = await picture.evaluate("picture => picture.naturalWidth / picture.clientWidth")
    box = await picture.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + 60, box["y"] + 90)
    await page.mouse.down()
    await page.mouse.move(box["x"] + 10, box["y"] + 20)
    await page.mouse.up()
    await expect(dialog.get_by_role("group", name="Area 1")).to_be_visible()
    await page.mouse.click(box["x"] + 100, box["y"] + 100)  # no area
    await dialog.get_by_role("button", name="Add an area").click()
    second = dialog.get_by_role("group", name="Area 2")
    for side, value in (("From the left", "5"), ("From the top", "6"), ("Width", "7"), ("Height", "8.5")):
        await second.get_by_label(side).fill(value)
    await dialog.get_by_role("button", name="Add an area").click()
    await dialog.get_by_role("button", name="Remove area 3").click()
    await dialog.get_by_label("Differing pixels allowed").fill("101")
    await dialog.get_by_role("button", name="Save").click()
    assert not await dialog.get_by_label("Differing pixels allowed").evaluate("field => field.validity.valid")
    await dialog.get_by_label("Differing pixels allowed").fill("2.5")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog).to_have_count(0)
    await expect(page.get_by_text("2.5 % may differ · 2 areas left out")).to_be_visible()
    baseline = await baseline_of(dashboard, project)
    drawn, typed = baseline["masks"]
    assert (baseline["threshold"], typed) == (2.5, {"x": 5, "y": 6, "width": 7, "height": 8.5})
    wanted = {"x": 10 * width, "y": 20 * width, "width": 50 * width, "height": 70 * width}
    assert all(abs(drawn[side] - wanted[side]) <= 2 * width for side in wanted), (drawn, wanted)
    again = await dashboard.run(project, 'Check that the page looks like the baseline "door".')
    assert again["visualResultsJson"][0]["threshold"] == 2.5
