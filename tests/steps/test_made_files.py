"""Files by their kind, made for the run: real ones, in a format that the field takes."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import csv
import io
import json
import wave
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.async_api import Page

from qa_appliance.core.steps import Upload
from qa_appliance.core.stored import StoredFile
from qa_appliance.making.samples import made_file
from qa_appliance.making.wanted import CannotMake
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.base.uploads import Uploads
from tests.steps.conftest import Do, Show

FIELD = "<label>File <input type=file %s></label>"


def upload(name: str, pages: int = 0, rows: int = 0) -> Upload:
    return Upload(target=None, files=(name,), made=True, pages=pages, rows=rows)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (upload("file.mp3"), "There is no way to make “file.mp3”: no .mp3 file is made here: store one with the project, and upload it by its name."),
        (upload("file.png", pages=2), "a .png file has no pages that could be counted; a PDF has"),
        (upload("file.pdf", rows=3), "a .pdf file has no rows; a CSV and a spreadsheet have"),
        (upload("file.csv", rows=1_000_000), "A file is made with 10000 pages or rows at most."),
    ],
)  # fmt: skip
async def test_what_is_not_made_is_told(show: Show, do: Do, step: Upload, says: str) -> None:
    await show(FIELD % "")
    record = await do(step)
    assert says in (record.error or "")


@pytest.mark.parametrize(
    ("accept", "named", "given"),
    [
        ("", "file.png", "file.png"),
        ("image/*", "file.png", "file.png"),
        (".jpg", "file.png", "file.jpg"),
        ("image/jpeg,image/webp", "file.png", "file.jpg"),
        (".PDF", "file.pdf", "file.pdf"),
        ("text/csv", "file.txt", "file.csv"),
        (".docx,.pdf", "file.bin", "file.docx"),
        ("", "file.bin", "file.txt"),
    ],
)
async def test_in_a_format_the_field_takes(show: Show, do: Do, page: Page, accept: str, named: str, given: str) -> None:
    await show(FIELD % f"accept='{accept}'")
    record = await do(upload(named))
    assert record.note == f"made {given}"
    assert record.value == given
    assert await page.evaluate("document.querySelector('input').files[0].name") == given


async def test_a_field_for_another_kind_is_told(show: Show, do: Do) -> None:
    await show(FIELD % "accept=.pdf")
    assert (await do(upload("file.png"))).note == "made file.png; the field asks for .pdf"


async def test_files_stored_with_the_project_stand_in_no_way(
    show: Show, stage: Stage, do: Do, page: Page, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    own.write_bytes(b"stored")
    stage.uploads = Uploads((StoredFile("file.csv", str(own), 6),))
    await show(FIELD % "")
    assert (await do(upload("file.csv", rows=3))).error is None
    assert (
        await page.evaluate("document.querySelector('input').files[0].text()")
        == "id,name\n1,Sample 1\n2,Sample 2\n3,Sample 3\n"
    )


@pytest.mark.parametrize("ending", ["png", "jpg", "jpeg", "gif", "webp", "bmp"])
def test_pictures(ending: str) -> None:
    assert Image.open(io.BytesIO(made_file(f"file.{ending}"))).size == (8, 8)


@pytest.mark.parametrize("name", ["xl/sheet1.xml", "xl/workbook.xml", "[Content_Types].xml", "_rels/.rels"])
def test_a_spreadsheet_is_a_package_of_sound_parts(name: str) -> None:
    with zipfile.ZipFile(io.BytesIO(made_file("file.xlsx", rows=2))) as archive:
        assert archive.testzip() is None
        found = ElementTree.fromstring(archive.read(name))
    if name == "xl/sheet1.xml":
        assert list(found.itertext()) == ["id", "name", "1", "Sample 1", "2", "Sample 2"]


def test_other_kinds() -> None:
    with zipfile.ZipFile(io.BytesIO(made_file("file.docx"))) as archive:
        assert "Sample" in ElementTree.fromstring(archive.read("word/document.xml")).itertext()
    with zipfile.ZipFile(io.BytesIO(made_file("file.zip"))) as archive:
        assert archive.namelist() == ["sample.txt"]
    with wave.open(io.BytesIO(made_file("file.wav"))) as sound:
        assert sound.getnframes() == 800
    assert json.loads(made_file("file.json"))
    assert ElementTree.fromstring(made_file("file.svg")).tag.endswith("svg")
    assert len(list(csv.reader(made_file("file.csv", rows=5).decode().splitlines()))) == 6
    with pytest.raises(CannotMake):
        made_file("file.mp4")


@pytest.mark.parametrize("pages", [1, 2, 12])
def test_a_pdf_has_its_pages_where_its_table_says(pages: int) -> None:
    data = made_file("file.pdf", pages=pages)
    table = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[table:].startswith(b"xref\n")
    places = [int(line[:10]) for line in data[table:].split(b"\n")[3:] if line.endswith(b"n ")]
    assert all(data[place:].startswith(b"%d 0 obj" % number) for number, place in enumerate(places, 1))
    assert data.count(b"/Type/Page/") == pages
    assert b"/Count %d>>" % pages in data
