"""Files stored with the project, as the page under test sees them; and names that are not among them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from playwright.async_api import Page

from qa_appliance.core import steps as s
from qa_appliance.core.stored import StoredFile
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.base.uploads import LARGEST
from tests.steps.conftest import Do, Show, the

PAGE = "<label>CV <input id=one type=file></label><label>Photos <input id=more type=file multiple></label>"
SEEN = """async field => Promise.all([...field.files].map(async file => [file.name, file.type, file.size,
    [...new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()))]
        .map(each => each.toString(16).padStart(2, "0")).join("")]))"""


@pytest.fixture
def keep(stage: Stage, tmp_path: Path) -> Path:
    """Three files are stored with the project; the content of one is lost, and the largest is said to be too large."""
    known = {"cv.pdf": b"%PDF my own", "Größe 1.png": bytes(range(256)) * 4_000, "empty.txt": b""}
    for number, (name, content) in enumerate(known.items()):
        (tmp_path / f"{number}").write_bytes(content)
        stage.uploads.stored[name] = StoredFile(name, f"{tmp_path}/{number}", len(content))
    stage.uploads.stored["lost.pdf"] = StoredFile("lost.pdf", None, 5)
    stage.uploads.stored["gone.pdf"] = StoredFile("gone.pdf", f"{tmp_path}/gone", 5)
    stage.uploads.stored["huge.bin"] = StoredFile("huge.bin", f"{tmp_path}/gone", LARGEST)
    return tmp_path


REFUSED: list[tuple[tuple[str, ...], str]] = [
    (("cv.PDF",), "No file “cv.PDF” is stored with this project; there are “cv.pdf”, "),
    (("resume.docx",), "Store it there, or have one made: upload a 2 MB PDF."),
    (("cv.pdf", "nope.txt"), "No file “nope.txt” is stored"),
    (("lost.pdf",), "The file “lost.pdf” is no longer there: it was replaced or removed."),
    (("gone.pdf",), "The file “gone.pdf” is no longer there: it was replaced or removed."),
    (("cv.pdf", "huge.bin"), "The files of one step are at most 45 MB together."),
]


@pytest.mark.parametrize(("names", "message"), REFUSED)
async def test_what_is_not_stored_is_not_made_up(
    show: Show, do: Do, page: Page, keep: Path, names: tuple[str, ...], message: str
) -> None:
    await show(PAGE)
    record = await do(s.Upload(target=the("Photos"), files=names))
    assert message in (record.error or "")
    assert record.failure is not None
    assert record.failure.kind == "unsupported"
    assert await page.evaluate("more.files.length") == 0


async def test_a_field_for_one_file_takes_one(show: Show, do: Do, page: Page, keep: Path) -> None:
    await show(PAGE)
    record = await do(s.Upload(target=the("CV"), files=("cv.pdf", "empty.txt")))
    assert "takes one file, not 2" in (record.error or "")
    assert await page.evaluate("one.files.length") == 0


async def test_the_page_sees_the_very_files(show: Show, do: Do, page: Page, keep: Path) -> None:
    await page.route("https://files.test/", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    await page.goto("https://files.test/")  # a page may only reckon hashes where it is secure
    names = ("folder/cv.pdf", "Gro\u0308ße 1.png", "empty.txt")
    record = await do(s.Upload(target=the("Photos"), files=names))
    assert (record.error, record.note) == (None, None)
    contents = [(keep / str(number)).read_bytes() for number in range(3)]
    expected = [("cv.pdf", "application/pdf"), ("Größe 1.png", "image/png"), ("empty.txt", "text/plain")]
    assert await page.locator("#more").evaluate(SEEN) == [
        [*first, len(content), hashlib.sha256(content).hexdigest()]
        for first, content in zip(expected, contents, strict=True)
    ]


async def test_a_page_may_read_a_file_steps_later_though_it_was_replaced(
    show: Show, do: Do, page: Page, keep: Path
) -> None:
    await show(PAGE)
    assert (await do(s.Upload(target=the("CV"), files=("cv.pdf",)))).error is None
    (keep / "0").unlink()
    assert await page.evaluate("one.files[0].text()") == "%PDF my own"


async def test_the_largest_file_reaches_the_page(show: Show, do: Do, page: Page) -> None:
    await show(PAGE)
    assert (await do(s.Upload(target=the("CV"), files=("film.mp4",), size_bytes=LARGEST))).error is None
    assert await page.evaluate("[one.files[0].type, one.files[0].size]") == ["video/mp4", LARGEST]


async def test_a_file_of_a_size_is_made_whatever_is_stored(show: Show, do: Do, page: Page, keep: Path) -> None:
    await show(PAGE)
    assert (await do(s.Upload(target=the("CV"), files=("file.pdf",), size_bytes=2_000_000))).error is None
    assert await page.evaluate("[one.files[0].name, one.files[0].size]") == ["file.pdf", 2_000_000]
