"""What holds for every request: sizes, methods, unknown paths, failures, ids, and the operator's own endpoints."""

from __future__ import annotations

import asyncio
import errno
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from qa_appliance.core.errors import NoRoom
from tests.api.conftest import PASSWORD, Person, Served, person, serve
from tests.api.test_baselines import accepted
from tests.api.test_procedures import ended

MEGABYTE = 1_048_576


def body_of(size: int, project_id: str) -> bytes:
    start = json.dumps({"projectId": project_id, "description": "x", "filler": ""}).encode()
    return start[:-2] + b"a" * (size - len(start)) + start[-2:]


async def chunks(content: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(content), 65_536):
        yield content[start : start + 65_536]


@pytest.mark.parametrize("chunked", [False, True], ids=["declared", "chunked"])
@pytest.mark.parametrize("size", [MEGABYTE + 1, 5 * MEGABYTE])
async def test_a_body_over_a_megabyte_is_413(served: Served, ada: Person, size: int, chunked: bool) -> None:
    content = body_of(size, ada.project_id)
    answer = await served.client.post(
        "/api/runs/trigger", content=chunks(content) if chunked else content, headers=ada.api
    )
    assert (answer.status_code, answer.json()) == (413, {"error": "Request body too large"})
    assert await ada.runs() == 0


@pytest.mark.parametrize("chunked", [False, True], ids=["declared", "chunked"])
async def test_a_body_of_exactly_a_megabyte_is_read(served: Served, ada: Person, chunked: bool) -> None:
    content = body_of(MEGABYTE, ada.project_id)
    answer = await served.client.post(
        "/api/runs/trigger", content=chunks(content) if chunked else content, headers=ada.api
    )
    assert answer.status_code == 202


async def test_a_declared_length_is_answered_without_waiting_for_it(served: Served, ada: Person) -> None:
    host, port = served.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    lines = [
        "POST /api/runs/trigger HTTP/1.1",
        "Host: x",
        f"Authorization: Bearer {ada.key}",
        "Content-Length: 9999999",
    ]
    writer.write("\r\n".join([*lines, "", "{}"]).encode())
    assert b" 413 " in await asyncio.wait_for(reader.readline(), 20)
    writer.close()
    await writer.wait_closed()


NO_BODY = [("POST", "/api/runs/x/cancel"), ("DELETE", "/api/keys/x"), ("POST", "/api/runs/batch/x/cancel")]


@pytest.mark.parametrize(("method", "path"), NO_BODY)
async def test_the_limits_hold_where_no_body_is_asked_for(served: Served, ada: Person, method: str, path: str) -> None:
    rows = [(b'{"a":"\\u0000"}', 400), (b"x" * (MEGABYTE + 1), 413), (b"", 404), (b"{}", 404), (b" ", 404)]
    for content, status in rows:
        answer = await served.client.request(method, path, content=content, headers=ada.api)
        assert answer.status_code == status, content[:20]


@pytest.mark.parametrize("many", [999, 1000, 1001, 200_000])
async def test_all_issues_are_told_and_of_very_many_that_there_are_more(served: Served, ada: Person, many: int) -> None:
    path = f"/api/projects/{ada.project_id}/environments"
    body = {"name": "Staging", "baseUrl": "https://staging.example/", "cookies": [1] * many}
    answer = await served.client.post(path, json=body, headers=ada.session)
    assert answer.status_code == 400
    issues = answer.json()["issues"]
    wrong = [issue["path"] for issue in issues if issue["code"] == "invalid_type"]
    assert wrong == [["cookies", index] for index in range(min(many, 1000))]
    rest = [(issue["path"], issue["message"]) for issue in issues[len(wrong) :]]
    assert rest == ([([], "There are more issues than the 1000 that are told.")] if many > 1000 else [])


async def test_refusals_survive_a_large_body(served: Served) -> None:
    """A connection closed while the client still sends would lose the answer."""
    for path, status in (("/api/runs/trigger", 401), ("/api/nowhere", 404)):
        answer = await served.client.post(path, content=b"x" * 6 * MEGABYTE)
        assert answer.status_code == status


UNKNOWN = ["/api", "/api/", "/api/nowhere", "/api/runs/a/b/c", "/api/runs//cancel/x", "/api/%00", "/api/procedures"]


@pytest.mark.parametrize("path", UNKNOWN)
async def test_unknown_paths_are_json(served: Served, path: str) -> None:
    answer = await served.client.get(path)
    assert (answer.status_code, answer.json()) == (404, {"error": "Not found"})
    assert answer.headers["content-type"] == "application/json"


METHODS = [
    ("PUT", "/api/runs", "GET"), ("DELETE", "/api/runs/x", "GET"), ("GET", "/api/runs/trigger/", None),
    ("GET", "/api/runs/x/cancel", "POST"), ("POST", "/api/me", "GET"), ("TRACE", "/api/me", "GET"),
    ("QUERY", "/api/me", "GET"), ("PUT", "/api/session", "DELETE"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "allowed"), METHODS)
async def test_other_methods_are_405(served: Served, method: str, path: str, allowed: str | None) -> None:
    answer = await served.client.request(method, path)
    if allowed is None:
        assert answer.status_code in (401, 405)  # "trigger" reads as a run's id
        return
    assert (answer.status_code, answer.json()) == (405, {"error": "Method not allowed"})
    assert allowed in answer.headers["allow"].split(", ")
    assert ("HEAD" in answer.headers["allow"]) == (allowed == "GET")


async def test_head_and_options(served: Served, ada: Person) -> None:
    full = await served.client.get("/api/projects", headers=ada.api)
    head = await served.client.head("/api/projects", headers=ada.api)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == full.headers["content-length"]
    assert (await served.client.head("/api/projects")).status_code == 401
    assert (await served.client.head("/api/runs/trigger", headers=ada.api)).status_code in (404, 405)
    assert (await served.client.options("/api/nowhere")).status_code == 404
    options = await served.client.options("/api/projects")
    assert options.status_code == 204
    assert {"GET", "HEAD", "POST", "OPTIONS"} == set(options.headers["allow"].split(", "))


async def test_every_answer_has_an_id_of_its_own(served: Served) -> None:
    ids = {(await served.client.get(path)).headers["x-request-id"] for path in ("/api/me", "/api/x", "/healthz")}
    assert len(ids) == 3


async def test_a_failure_says_nothing_but_its_id(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(tmp_path) as served:
        ada = await person(served)

        async def broken(_url: str) -> None:
            raise RuntimeError("the password is hunter2")

        monkeypatch.setattr(served.services.guard, "decide", broken)
        body = {"projectId": ada.project_id, "description": "x"}
        answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
        assert (answer.status_code, answer.json()) == (500, {"error": "Internal server error"})
        (record,) = [each for each in caplog.records if each.levelname == "ERROR"]
        assert record.__dict__["request_id"] == answer.headers["x-request-id"]
        assert await ada.runs() == 0


async def test_alive_ready_and_counted(tmp_path: Path) -> None:
    state: dict[str, str | None] = {"disk": "Only 3 MB are free."}

    async def disk() -> str | None:
        return state["disk"]

    async def fine() -> str | None:
        return None

    async def broken() -> str | None:
        raise OSError("secret path")

    async with serve(tmp_path, probes={"database": fine, "disk": disk, "browser": broken}) as served:
        assert (await served.client.get("/healthz")).json() == {"status": "ok"}
        answer = await served.client.get("/readyz")
        assert answer.status_code == 503
        assert answer.json() == {
            "status": "not ready",
            "checks": {"database": "ok", "disk": "Only 3 MB are free.", "browser": "The check itself failed."},
            "warnings": {},
        }
        metrics = (await served.client.get("/metrics")).text
        assert 'qa_appliance_runs{status="pending"} 0.0' in metrics
        assert 'qa_appliance_http_requests_total{method="GET",status="503"} 1.0' in metrics
        ada = await person(served)
        away = {"X-Forwarded-For": "1.1.1.1"}
        for through in (away, {"Via": "1.1 x"}, {"X-Real-IP": "127.0.0.1"}, {"Host": "qa.example"}):
            assert (await served.client.get("/metrics", headers=through)).status_code == 401
        assert (await served.client.get("/metrics", headers=away | ada.api)).status_code == 200


async def test_readiness_is_looked_at_once_for_all_who_ask(tmp_path: Path) -> None:
    looks, go_on = 0, asyncio.Event()

    async def slow() -> str | None:
        nonlocal looks
        looks += 1
        await go_on.wait()
        return None

    async with serve(tmp_path, probes={"database": slow}) as served:
        asked = [asyncio.create_task(served.client.get("/readyz")) for _ in range(20)]
        try:
            async with asyncio.timeout(60):
                while served.room.asking < 20 or not looks:
                    await asyncio.sleep(0.01)
            for _ in range(100):  # each of them reaches the look
                await asyncio.sleep(0)
        finally:
            go_on.set()
        assert {each.status_code for each in await asyncio.gather(*asked)} == {200}
        assert looks == 1
        assert (await served.client.get("/readyz")).status_code == 200
        assert looks == 2


TEXTS = [
    ("/metrics", "text/plain; version=1.0.0; charset=utf-8"), ("/api/docs", "text/html; charset=utf-8"),
    ("/api/openapi.json", "application/json"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "kind"), TEXTS)
async def test_texts_name_their_charset_once(served: Served, path: str, kind: str) -> None:
    assert (await served.client.get(path)).headers["content-type"] == kind


async def test_the_document_is_complete_and_its_page_stands_alone(served: Served) -> None:
    document = (await served.client.get("/api/openapi.json")).json()
    assert document["openapi"] == "3.1.0"
    trigger = document["paths"]["/api/runs/trigger"]["post"]
    assert set(trigger["responses"]) == {"202", "400", "401", "402", "403", "404", "413", "429", "500"}
    assert document["components"]["schemas"]["TriggerBody"]["required"] == ["projectId"]
    for path, operations in document["paths"].items():
        for operation in operations.values():
            for name in [part[1:-1] for part in path.split("/") if part.startswith("{")]:
                assert name in [parameter["name"] for parameter in operation["parameters"]]
    page = await served.client.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "/api/runs/batch/{batch_id}/cancel" in page.text
    assert "http://" not in page.text.replace("http://www.w3.org", "")
    assert "<script" not in page.text


async def test_a_full_disk_is_told_where_something_is_written_and_only_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(tmp_path) as served:
        ada = await person(served)
        run = (await served.client.post("/api/runs/trigger", json=_trigger(ada), headers=ada.api)).json()["runId"]
        await served.db._writer.execute("create table filler (x)")
        for _ in range(4):
            await _add(served, 2000)
        pages = next(iter(await served.db._writer.execute_fetchall("pragma page_count")))[0]
        await served.db._writer.execute("pragma wal_checkpoint(truncate)")
        await served.db._writer.execute(f"pragma max_page_count = {pages}")
        with pytest.raises(NoRoom):
            await _fill(served)
        body = _trigger(ada) | {"description": "Click Save. " * 333}
        answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60"), answer.text
        assert "takes nothing more" in answer.json()["error"]
        assert await ada.runs() == 1
        served.clock.ahead += timedelta(minutes=5)  # the key's last use would be written down again
        assert (await served.client.get(f"/api/runs/{run}", headers=ada.api)).status_code == 200

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(served.services.artifacts, "files", full)
        archive = await served.client.get(served.services.artifacts.archive_url(run))
        assert (archive.status_code, archive.headers.get("Retry-After")) == (503, "60")


async def test_a_full_disk_is_told_whatever_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve(tmp_path) as served:
        ada = await person(served)
        project, run_id = f"/api/projects/{ada.project_id}", await ended(served, ada)
        run = (await served.client.post("/api/runs/trigger", json=_trigger(ada), headers=ada.api)).json()["runId"]
        made = await served.client.post(
            f"{project}/procedures", json={"name": "P", "description": "Click Save"}, headers=ada.session
        )
        procedure = f"/api/procedures/{made.json()['procedure']['id']}"
        stored = await served.client.post(f"{project}/files?name=a.txt", content=b"a", headers=ada.session)
        baseline = await accepted(served, ada)
        file = f"{project}/files/{stored.json()['file']['id']}"
        changes: list[tuple[str, str, dict[str, Any]]] = [
            ("POST", "/api/session", {"json": {"email": ada.email, "password": PASSWORD}}),
            ("POST", f"/api/runs/{run}/cancel", {}),
            ("POST", f"{project}/files?name=b.txt", {"content": b"b"}),
            ("DELETE", file, {}),
            ("POST", f"{project}/baselines", {"json": {"runId": run_id, "stepIndex": 1}}),
            ("PATCH", f"{project}/baselines/{baseline['id']}", {"json": {"threshold": 1}}),
            ("POST", f"{project}/procedures", {"json": {"name": "Q", "description": "Click Save"}}),
            ("PATCH", procedure, {"json": {"name": "R"}}),
            ("DELETE", procedure, {}),
        ]

        async def answers() -> list[tuple[str, int, str | None, bool]]:
            found = []
            for method, path, content in changes:
                answer = await served.client.request(method, path, headers=ada.session, **content)
                refused = "takes nothing more" in answer.text
                found.append((f"{method} {path}", answer.status_code, answer.headers.get("Retry-After"), refused))
            return found

        await served.db._writer.execute("pragma query_only = on")  # SQLite refuses, as of a disk that takes nothing
        assert [each for each in await answers() if each[1:] != (503, "60", True)] == []
        await served.db._writer.execute("pragma query_only = off")
        assert [path.name for path in (tmp_path / "artifacts").glob("*/*/*") if path.read_bytes() == b"b"] == []

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(served.services.artifacts, "_save", full)
        changes[:] = [each for each in changes if each[0] == "POST" and each[1].split("?")[0].endswith(WITH_FILES)]
        assert [each[1:] for each in await answers()] == [(503, "60", True)] * 2


WITH_FILES = ("/files", "/baselines")


async def _fill(served: Served) -> None:
    """To the last free page: rows of a table without an index need one at a time."""
    while True:
        await _add(served, 2000)


async def _add(served: Served, size: int) -> None:
    async with served.db.write() as transaction:
        await transaction.execute(f"insert into filler values (zeroblob({size}))")


def _trigger(who: Person) -> dict[str, str]:
    return {"projectId": who.project_id, "description": "Click Save"}
