"""Files stored with a project through the whole appliance: over HTTP, into a page, into a backup and back."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from qa_appliance.core.clock import utc_now
from qa_appliance.store.files.backup import back_up, restore
from qa_appliance.store.files.folder import Folder
from tests.conftest import Serve
from tests.runtime.test_app import Running, running

CV = b"%PDF-1.4 Ada Lovelace, " + bytes(range(256)) * 5_000  # 1.3 MB
PICTURES = b"\x89PNG a", b"\x89PNG bb"
PAGE = """<title>Apply</title><label>CV <input id=cv type=file></label><label>Photos <input id=photos type=file multiple></label>
<ul id=seen></ul><script>
for (const field of document.querySelectorAll("input")) field.onchange = async () => {
  for (const file of field.files) {
    const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
    const text = [...new Uint8Array(hash)].map(each => each.toString(16).padStart(2, "0")).join("");
    document.getElementById("seen").innerHTML += `<li>${file.name} of ${file.size} bytes, ${file.type}, ${text}</li>`;
  }
};</script>"""  # noqa: E501


async def store(here: Running, project: str, name: str, content: bytes) -> None:
    answer = await here.http.post(f"/api/projects/{project}/files", params={"name": name}, content=content)
    assert answer.status_code == 201, answer.text


async def verdict(here: Running, project: str, description: str) -> tuple[str, str]:
    body = {"projectId": project, "description": description}
    run = await here.ended(await here.http.post("/api/runs/trigger", json=body))
    return run["overallStatus"], run["reportMarkdown"]


def line(name: str, content: bytes, kind: str) -> str:
    return f'check that "{name} of {len(content)} bytes, {kind}, {hashlib.sha256(content).hexdigest()}" is shown'


@pytest.mark.slow
async def test_a_stored_file_is_what_the_page_sees(serve: Serve, tmp_path: Path) -> None:
    async with running(tmp_path / "data") as here:
        made = await here.http.post("/api/projects", json={"name": "Site", "baseUrl": await serve({"/": PAGE})})
        project = made.json()["project"]["id"]
        overall, report = await verdict(here, project, 'Upload "cv.pdf" to CV and check that "cv.pdf of" is shown')
        assert (overall, "a small sample named “cv.pdf”" in report) == ("passed", True), report
        await store(here, project, "cv.pdf", CV)
        await store(here, project, "a.png", PICTURES[0])
        await store(here, project, "b 2.png", PICTURES[1])
        one = f'Upload "cv.pdf" to CV and {line("cv.pdf", CV, "application/pdf")}.'
        first, second = line("a.png", PICTURES[0], "image/png"), line("b 2.png", PICTURES[1], "image/png")
        several = f'Upload "a.png" and "b 2.png" to Photos. Then {first} and {second}.'
        overall, report = await verdict(here, project, f"{one} {several}")
        assert (overall, "a small sample" in report) == ("passed", False), report
        await store(here, project, "cv.pdf", CV + b"!")
        overall, report = await verdict(here, project, one)
        assert overall == "failed", report
        overall, report = await verdict(here, project, 'Upload "cv2.pdf" to CV and check that "cv2.pdf" is not shown')
        assert overall == "failed"
        message = "No file “cv2.pdf” is stored with this project; there are “cv.pdf”, “b 2.png”, “a.png”."
        assert message in report, report
        back_up(Folder(tmp_path / "data"), tmp_path / "b.tar", utc_now())
    restore(tmp_path / "b.tar", Folder.prepare(tmp_path / "elsewhere"))
    assert [path.read_bytes() for path in (tmp_path / "elsewhere").glob("artifacts/*/*/content")].count(CV + b"!") == 1
