"""Files stored with a project: what is refused, what is kept, and that they go when they should."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.settings import Files
from qa_appliance.store import retention
from qa_appliance.store.tables import files
from tests.api.conftest import Person, Served, person, serve

MEGABYTE = 1_000_000


async def chunks(size: int, piece: int = 65_536) -> AsyncIterator[bytes]:
    while size > 0:
        yield b"x" * min(piece, size)
        size -= piece


async def stored(served: Served, who: Person, name: str, content: Any = b"hello") -> dict[str, Any]:
    answer = await served.client.post(
        f"/api/projects/{who.project_id}/files", params={"name": name}, content=content, headers=who.session
    )
    assert answer.status_code == 201, answer.text
    file: dict[str, Any] = answer.json()["file"]
    return file


async def held(served: Served, who: Person) -> list[dict[str, Any]]:
    answer = await served.client.get(f"/api/projects/{who.project_id}/files", headers=who.api)
    found: list[dict[str, Any]] = answer.json()["files"]
    return found


def artifacts_of(served: Served, folder: Path, file_id: str) -> list[str]:
    return [path.name for path in (folder / "artifacts" / file_id[:2] / file_id).glob("*")]


NAMES = [
    "", " ", "a/b.pdf", "..\\b.pdf", ".", "..", "/etc/passwd", "a\0b", "a\nb", "a\x7fb", "a\u2028b", " a.pdf", "a.pdf ",
    "x" * 256, "ß" * 128, "invoice\u202efdp.exe", "a\ufffd/b",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_that_is_none_is_refused(served: Served, ada: Person, name: str) -> None:
    url = f"/api/projects/{ada.project_id}/files?name={quote(name, safe='')}"
    answer = await served.client.post(url, content=b"x", headers=ada.session)
    assert answer.status_code == 400
    (issue,) = answer.json()["issues"]
    assert (issue["code"], issue["path"]) == ("invalid_string", ["name"])
    assert await held(served, ada) == []


@pytest.mark.parametrize("query", ["", "?name=a&name=b", "?name=%00"])
async def test_one_name_is_said(served: Served, ada: Person, query: str) -> None:
    url = f"/api/projects/{ada.project_id}/files{query}"
    assert (await served.client.post(url, content=b"x", headers=ada.session)).status_code == 400


async def test_others_do_not_reach_them(served: Served, ada: Person) -> None:
    file, stranger = await stored(served, ada, "cv.pdf"), await person(served)
    viewer = await person(served, organization=stranger.org_id, role="viewer")
    url = f"/api/projects/{ada.project_id}/files"
    for path in (f"{url}/{file['id']}", f"/api/projects/{stranger.project_id}/files/{file['id']}"):
        assert (await served.client.get(path, headers=stranger.session)).status_code == 404
        assert (await served.client.delete(path, headers=stranger.session)).status_code == 404
    assert (await served.client.get(url, headers=stranger.session)).status_code == 404
    assert (await served.client.get(f"{url}/nothing", headers=ada.session)).status_code == 404
    answer = await served.client.post(f"{url}?name=a", content=b"x", headers=stranger.session)
    assert (answer.status_code, answer.json()) == (404, {"error": "Project not found"})
    for who, code in ((ada.api, "api_key_scope"), (viewer.session, "read_only_role")):
        answer = await served.client.post(f"{url}?name=a", content=b"x", headers=who)
        assert (answer.status_code, answer.json()["code"]) == (403, code)
        answer = await served.client.delete(f"{url}/{file['id']}", headers=who)
        assert (answer.status_code, answer.json()["code"]) == (403, code)
    assert [each["id"] for each in await held(served, ada)] == [file["id"]]


@pytest.mark.parametrize("chunked", [False, True], ids=["declared", "chunked"])
async def test_what_is_too_large_is_refused_and_leaves_nothing(tmp_path: Path, chunked: bool) -> None:
    async with serve(tmp_path, files=Files(megabytes=1)) as served:
        ada = await person(served)
        most = await served.client.get(f"/api/projects/{ada.project_id}/files", headers=ada.api)
        assert most.json()["mostBytesEach"] == MEGABYTE
        url = f"/api/projects/{ada.project_id}/files?name=big.bin"
        for size, status in ((MEGABYTE + 1, 413), (MEGABYTE, 201)):
            content = chunks(size) if chunked else b"x" * size
            answer = await served.client.post(url, content=content, headers=ada.session)
            assert answer.status_code == status
            if status == 413:
                assert answer.json() == {"error": "A stored file may have at most 1 MB."}
                assert list((tmp_path / "artifacts").glob("*/*/*")) == []
        assert [each["bytes"] for each in await held(served, ada)] == [MEGABYTE]


async def test_a_project_holds_only_so_much(tmp_path: Path) -> None:
    async with serve(tmp_path, files=Files(per_project=2, total_megabytes=1)) as served:
        ada = await person(served)
        await stored(served, ada, "a", b"x" * 600_000)
        url = f"/api/projects/{ada.project_id}/files"
        answer = await served.client.post(f"{url}?name=b", content=b"x" * 400_001, headers=ada.session)
        assert (answer.status_code, "1 MB together" in answer.json()["error"]) == (409, True)
        await stored(served, ada, "a", b"x" * 1_000_000)  # what it replaces does not count
        await stored(served, ada, "b", b"")
        answer = await served.client.post(f"{url}?name=c", content=b"", headers=ada.session)
        assert (answer.status_code, "holds 2 files" in answer.json()["error"]) == (409, True)
        assert [(each["name"], each["bytes"]) for each in await held(served, ada)] == [("a", 1_000_000), ("b", 0)]
        assert len(list((tmp_path / "artifacts").glob("*/*/*"))) == 2


async def test_a_large_file_is_stored(served: Served, ada: Person) -> None:
    size = 25 * MEGABYTE
    file = await stored(served, ada, "film.mp4", chunks(size))
    assert (file["bytes"], file["sha256"]) == (size, hashlib.sha256(b"x" * size).hexdigest())


async def test_what_was_stored_comes_back_as_it_was(served: Served, ada: Person) -> None:
    content = bytes(range(256)) * 8_192  # 2 MB: more than any other body may have
    file = await stored(served, ada, "Größe \u201c1\u201d.pdf", content)
    assert (file["bytes"], file["contentType"]) == (len(content), "application/pdf")
    assert file["sha256"] == hashlib.sha256(content).hexdigest()
    assert file["createdBy"] == ada.user_id
    assert await held(served, ada) == [file]
    url = f"/api/projects/{ada.project_id}/files/{file['id']}"
    answer = await served.client.get(url, headers=ada.api)
    assert (answer.status_code, answer.content) == (200, content)
    assert answer.headers["content-disposition"].startswith("attachment; filename*=utf-8''Gr%C3%B6%C3%9Fe")
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
    head = await served.client.head(url, headers=ada.api)
    assert (head.status_code, head.headers["content-length"], head.content) == (200, str(len(content)), b"")
    part = await served.client.get(url, headers=ada.api | {"Range": "bytes=1-3"})
    assert (part.status_code, part.content) == (206, b"\x01\x02\x03")


KINDS = [
    ("a.png", "image/png"), ("a.tar.gz", "application/gzip"), ("a", "application/octet-stream"),
    ("a.html", "text/html"), ("a.csv", "text/csv"), ("A.PDF", "application/pdf"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), KINDS)
async def test_what_a_file_is_follows_from_its_name(served: Served, ada: Person, name: str, kind: str) -> None:
    assert (await stored(served, ada, name))["contentType"] == kind


async def test_the_same_name_replaces_also_when_its_accents_are_written_apart(served: Served, ada: Person) -> None:
    first, other = await stored(served, ada, "Größe.txt", b"1"), await stored(served, ada, "größe.txt", b"x")
    second = await stored(served, ada, "Gro\u0308ße.txt", b"22")
    assert second["id"] != first["id"]
    assert sorted(each["id"] for each in await held(served, ada)) == sorted([second["id"], other["id"]])
    url = f"/api/projects/{ada.project_id}/files"
    assert (await served.client.get(f"{url}/{first['id']}", headers=ada.api)).status_code == 404
    assert (await served.client.get(f"{url}/{second['id']}", headers=ada.api)).content == b"22"
    assert served.services.artifacts.open(files.place(first["id"])) is None


async def test_what_is_removed_is_gone_and_told(served: Served, ada: Person) -> None:
    file = await stored(served, ada, "cv.pdf")
    url = f"/api/projects/{ada.project_id}/files/{file['id']}"
    assert (await served.client.delete(url, headers=ada.session)).status_code == 204
    assert (await served.client.delete(url, headers=ada.session)).status_code == 404
    assert await held(served, ada) == []
    assert served.services.artifacts.open(files.place(file["id"])) is None
    entries = (await served.client.get("/api/audit", headers=ada.session)).json()["entries"]
    recorded = [(entry["action"], entry["details"]["name"]) for entry in entries if entry["action"].startswith("file.")]
    assert recorded == [("file.removed", "cv.pdf"), ("file.stored", "cv.pdf")]


async def test_a_project_takes_its_files_with_it(served: Served, ada: Person) -> None:
    file = await stored(served, ada, "cv.pdf")
    assert (await served.client.delete(f"/api/projects/{ada.project_id}", headers=ada.session)).status_code == 204
    assert await files.listed(served.db, ada.project_id) == []
    assert served.services.artifacts.open(files.place(file["id"])) is None


async def test_clearing_leaves_them_and_takes_what_no_list_knows(tmp_path: Path) -> None:
    async with serve(tmp_path) as served:
        ada = await person(served)
        kept, lost = await stored(served, ada, "cv.pdf"), await stored(served, ada, "lost.pdf")
        await files.remove(served.db, lost["id"])  # as when the appliance dies between the two
        later = served.clock() + timedelta(days=1000)
        await retention.clear(served.db, served.services.artifacts, retention.Keep(1, 1, 1), later)
        assert artifacts_of(served, tmp_path, kept["id"]) == [files.CONTENT]
        assert artifacts_of(served, tmp_path, lost["id"]) == []


NOT_THERE = "No file “{}” is stored with this project; there {}."
NOTES = [
    ('upload "cv.pdf" to CV', ["a.pdf"], NOT_THERE.format("cv.pdf", "is “a.pdf”")),
    ('upload "b.pdf" to CV', ["a.png", "bb.pdf"], NOT_THERE.format("b.pdf", "are “bb.pdf”, “a.png”")),
    ('if "Hello" is shown, upload "cv.pdf" to CV', ["a"], NOT_THERE.format("cv.pdf", "is “a”")),
    ('upload "cv.pdf" to CV', list("abcdef"), NOT_THERE.format("cv.pdf", "are “c”, “d”, “f”, “a”, “b” and 1 more")),
    (
        'upload "cv.pdf" to CV',
        [],
        "No file is stored with this project: a small sample named “cv.pdf” is uploaded in its place.",
    ),
    ('upload "cv.pdf" to CV', ["cv.pdf"], None),
    ("upload a 2 MB PDF to CV", ["cv.pdf"], None),
]


async def test_a_plan_says_which_files_are_not_there(tmp_path: Path) -> None:
    async with serve(tmp_path, plan=plan_english) as served:
        for description, names, note in NOTES:
            ada = await person(served)
            for name in names:
                await stored(served, ada, name)
            body = {"projectId": ada.project_id, "description": f'{description}. Check that "Thanks" is shown.'}
            answer = await served.client.post("/api/plan", json=body, headers=ada.api)
            assert (answer.status_code, answer.json()["gaps"]) == (200, [])
            assert answer.json()["notes"] == ([] if note is None else [note])
