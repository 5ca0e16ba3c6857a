"""Reading, listing and cancelling runs (contract 4.2 to 4.6), and artifacts by their links."""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from qa_appliance.core.events import Ended, Planned, Started, StepBegan, StepEnded
from qa_appliance.core.evidence.console import ConsoleEvent
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.store.files.bundle import verify
from qa_appliance.store.tables import run_words, runs
from tests.api.conftest import SITE, Person, Served, person, plan

_DETAIL = """
    id projectId procedureId triggeredByUserId instruction userExpectation status overallStatus passedCount
    failedCount skippedCount totalDurationMs initialUrl finalUrl reportMarkdown confidenceScore stepsJson
    screenshotRefsJson finalScreenshotStoreKey finalScreenshotUrl networkEventsJson consoleEventsJson webSocketsJson
    videoStoreKey videoUrl traceStoreKey traceUrl accessibilityViolationsJson viewportPreset batchId browser
    attemptIndex ticketTitle ticketMarkdown ticketGeneratedAt performanceMetricsJson perPagePerformanceJson
    visualResultsJson downloadsJson parentRunId runKind perfStatus llmTokensUsed llmCostCents browserMinutesUsed
    createdAt startedAt completedAt lastHeartbeatAt maxDurationMinutes
"""
SEAL = ["seal/manifest.json", "seal/signature.json"]
DETAIL = [*_DETAIL.split(), "maskedInstruction", "chaptersUrl", "harUrl", "archiveUrl"]
DETAIL += ["placeInLine", "expectedWaitSeconds", "peopleWriting", "plannedSteps", "failureClass", "row"]
_SUMMARY = """
    id projectId instruction status passedCount failedCount skippedCount totalDurationMs hasVideo hasTrace
    createdAt procedureId batchId parentRunId userExpectation overallStatus initialUrl finalUrl reportMarkdown
    confidenceScore attemptIndex finalScreenshotStoreKey finalScreenshotUrl videoStoreKey traceStoreKey videoUrl
    traceUrl viewportPreset browser runKind startedAt completedAt
"""
SUMMARY = [*_SUMMARY.split(), "maskedInstruction", "failureClass"]

SECRET = "hunter2-and-more"


async def accepted(served: Served, who: Person, **changes: Any) -> str:
    now = changes.pop("now", served.clock())
    facts: dict[str, Any] = {
        "org_id": who.org_id, "project_id": who.project_id, "instruction": "Click Save", "base_url": SITE,
        "triggered_by_user_id": who.user_id,
    }  # fmt: skip
    return await runs.insert_pending(served.db, runs.NewRun(**facts | changes), now=now, upgrade_url="/")


async def finished(served: Served, who: Person, **changes: Any) -> str:
    run_id = await accepted(served, who, **changes)
    shot = await served.services.artifacts.save(run_id, "last.png", b"png")
    video = await served.services.artifacts.save(run_id, "run.webm", bytes(range(256)) * 40)
    step = StepRecord(0, "click", "Save", None, "passed", "Click Save", "english", screenshots={"actual": shot})
    chapters = await served.services.artifacts.save(run_id, "run.vtt", b"WEBVTT")
    measured = Measurements(
        final_url=SITE,
        final_screenshot=shot,
        video=video,
        chapters=chapters,
        console_events=[ConsoleEvent("error", "x", "console", 0, 1)],
    )
    await runs.start(served.db, run_id, served.clock())
    await runs.finish(
        served.db, served.services.vault, run_id,
        runs.Ending(
            status="completed", overall_status="passed", report_markdown="Fine.", steps=[step], measurements=measured
        ),
        served.clock(),
    )  # fmt: skip
    return run_id


async def test_what_is_not_the_callers_is_404(served: Served, ada: Person) -> None:
    there, stranger = await person(served, ada.email), await person(served)
    run_id, batch = await accepted(served, there, batch_id=str(uuid.uuid4())), str(uuid.uuid4())
    theirs = await accepted(served, there, batch_id=batch)
    named = {"code": "other_workspace", "orgId": there.org_id}
    rows: list[tuple[Person, str, str, dict[str, str]]] = [
        (ada, "GET", f"/api/runs/{run_id}", named),
        (ada, "POST", f"/api/runs/{run_id}/cancel", named),
        (ada, "POST", f"/api/runs/batch/{batch}/cancel", named),
        (stranger, "GET", f"/api/runs/{run_id}", {}),
        (stranger, "POST", f"/api/runs/{run_id}/cancel", {}),
        (stranger, "POST", f"/api/runs/batch/{batch}/cancel", {}),
        (stranger, "GET", f"/api/runs/{uuid.uuid4()}", {}),
        (stranger, "GET", "/api/runs/not-a-uuid", {}),
        (stranger, "GET", f"/api/runs/{run_id.upper()}", {}),
        (stranger, "GET", "/api/runs/%00", {}),
        (stranger, "POST", "/api/runs/batch/anything/cancel", {}),
    ]
    for who, method, path, extra in rows:
        answer = await served.client.request(method, path, headers=who.api)
        assert answer.status_code == 404, path
        message = "Batch not found" if "/batch/" in path else "Run not found"
        assert answer.json() == {"error": message} | extra | ({"orgName": answer.json()["orgName"]} if extra else {})
    assert await runs.status(served.db, run_id) == await runs.status(served.db, theirs) == "pending"


async def test_detail_and_summary_have_every_key(served: Served, ada: Person) -> None:
    waiting, done = await accepted(served, ada), await finished(served, ada)
    for run_id in (waiting, done):
        run = (await served.client.get(f"/api/runs/{run_id}", headers=ada.api)).json()["run"]
        assert sorted(run) == sorted(DETAIL)
    listed = (await served.client.get("/api/runs", headers=ada.api)).json()["runs"]
    assert [each["id"] for each in listed] == [done, waiting]
    assert all(sorted(each) == sorted(SUMMARY) for each in listed)
    assert (listed[0]["hasVideo"], listed[0]["hasTrace"], listed[0]["videoUrl"]) == (True, False, None)
    assert listed[0]["finalScreenshotUrl"].startswith("/api/artifacts/")
    assert run["stepsJson"][0]["actualScreenshotUrl"].startswith("/api/artifacts/")
    assert {"index", "action", "target", "value", "result", "sentence", "source", "durationMs", "error"} <= set(
        run["stepsJson"][0]
    )
    assert (run["completedAt"] > run["createdAt"], run["overallStatus"]) == (True, "passed")


LIMITS = [
    ("1", 1), ("2", 2), ("0", 1), ("-7", 1), ("501", 3), ("99999999999999999999999", 3), ("0002", 2), ("", 3),
    ("abc", 3), ("1.0", 3), ("1e0", 3), (" 1", 3), ("+1", 3), ("٢", 3), ("0x1", 3), ("1\0", 3), ("1" * 5000, 3),
]  # fmt: skip


async def test_a_run_under_way_tells_the_steps_that_have_ended(served: Served, ada: Person) -> None:
    stranger, run_id = await person(served), await accepted(served, ada)
    emit, words = served.services.hub.emit, ("Open /cart", "Click Save", "Type hi")

    async def progress() -> tuple[list[str] | None, int | None]:
        run = (await served.client.get(f"/api/runs/{run_id}", headers=ada.api)).json()["run"]
        steps = run["stepsJson"]
        return steps and [f"{step['sentence']} {step['result']}" for step in steps], run["plannedSteps"]

    def ended(index: int, result: Literal["passed", "failed"]) -> StepEnded:
        shown = {"failure": f"{run_id}/1.png"} if result == "failed" else {}
        step = StepRecord(index, "click", "Save", None, result, words[index], "english", screenshots=shown)
        return StepEnded(run_id, step)

    emit(Planned(run_id, plan(". ".join(words))))
    assert await progress() == (None, None), "it waits"
    await runs.start(served.db, run_id, served.clock())
    emit(Started(run_id))
    assert (await served.client.get(f"/api/runs/{run_id}", headers=stranger.api)).status_code == 404
    assert await progress() == ([], 3)
    emit(StepBegan(run_id, 0, words[0], "open"))
    assert await progress() == ([], 3)
    emit(ended(0, "passed"))
    emit(StepBegan(run_id, 1, words[1], "click"))
    emit(ended(1, "passed"))
    assert await progress() == (["Open /cart passed", "Click Save passed"], 3)
    emit(ended(0, "failed"))  # what held has turned
    assert await progress() == (["Open /cart failed", "Click Save passed"], 3)
    step = (await served.client.get(f"/api/runs/{run_id}", headers=ada.api)).json()["run"]["stepsJson"][0]
    assert step["failureScreenshotUrl"].startswith(f"/api/artifacts/{run_id}/1.png?")
    emit(StepBegan(run_id, 0, words[0], "open"))  # once more, in a new browser
    assert await progress() == ([], 3)
    ending = runs.Ending(status="completed", overall_status="passed", report_markdown="")
    await runs.finish(served.db, served.services.vault, run_id, ending, served.clock())
    emit(Ended(run_id, "completed"))
    assert (await progress())[1] is None


@pytest.mark.parametrize(("limit", "number"), LIMITS)
async def test_limit(served: Served, limit: str, number: int) -> None:
    ada = await person(served)
    for _ in range(3):
        await accepted(served, ada)
    for path in ("/api/runs", f"/api/projects/{ada.project_id}/runs"):
        answer = await served.client.get(path, params={"limit": limit}, headers=ada.api)
        assert answer.status_code == 200
        assert len(answer.json()["runs"]) == number


async def test_a_list_is_of_one_organization_or_one_project(served: Served, ada: Person) -> None:
    other = await person(served, ada.email)
    mine, theirs = await accepted(served, ada), await accepted(served, other)
    for who, run_id in ((ada, mine), (other, theirs)):
        listed = (await served.client.get("/api/runs", headers=who.api)).json()["runs"]
        assert [each["id"] for each in listed] == [run_id]
    foreign = await served.client.get(f"/api/projects/{other.project_id}/runs", headers=ada.api)
    assert (foreign.status_code, foreign.json()["code"]) == (404, "other_workspace")


async def test_active_groups(served: Served, ada: Person) -> None:
    batch = str(uuid.uuid4())
    first = await finished(served, ada, batch_id=batch, batch_kind="flaky")
    await accepted(served, ada, batch_id=batch, batch_kind="flaky")
    await accepted(served, ada, batch_id=batch, batch_kind="flaky")
    alone = await accepted(served, ada)
    await finished(served, ada)
    await accepted(served, await person(served, ada.email))
    await accepted(served, ada, now=served.clock() - timedelta(minutes=31))
    groups = (await served.client.get("/api/runs/active", headers=ada.api)).json()["groups"]
    assert [(each["runId"], each["batchId"], each["kind"]) for each in groups] == [
        (alone, None, "single"),
        (first, batch, "flaky"),
    ]
    assert {name: groups[1][name] for name in ("total", "completed", "passed", "failed")} == {
        "total": 3, "completed": 1, "passed": 1, "failed": 0,
    }  # fmt: skip
    assert set(groups[0]) == {
        "batchId", "runId", "kind", "projectId", "projectName", "instruction", "total", "completed", "passed", "failed",
        "maskedInstruction", "startedAt",
    }  # fmt: skip
    assert groups[0]["startedAt"]


async def test_active_looks_at_a_hundred_rows(served: Served, ada: Person) -> None:
    for _ in range(103):
        await accepted(served, ada)
    groups = (await served.client.get("/api/runs/active", headers=ada.api)).json()["groups"]
    assert len(groups) == 100


async def test_cancel(served: Served, ada: Person) -> None:
    waiting, running, done = await accepted(served, ada), await accepted(served, ada), await finished(served, ada)
    await runs.start(served.db, running, served.clock())
    served.worker.at_work.add(running)
    rows = [(done, 0, 0), (waiting, 1, 0), (waiting, 0, 0), (running, 1, 1), (running, 0, 0)]
    for run_id, cancelled, reaped in rows:
        answer = await served.client.post(f"/api/runs/{run_id}/cancel", headers=ada.api)
        assert (answer.status_code, answer.json()) == (200, {"cancelled": cancelled, "reapedHandlers": reaped})
    assert done not in served.worker.torn_down
    run = (await served.client.get(f"/api/runs/{running}", headers=ada.api)).json()["run"]
    assert (run["status"], run["overallStatus"]) == ("cancelled", None)
    assert run["completedAt"]
    assert run["reportMarkdown"] == "The run was cancelled by Ada."
    finished_run = (await served.client.get(f"/api/runs/{done}", headers=ada.api)).json()["run"]
    assert (finished_run["status"], finished_run["overallStatus"]) == ("completed", "passed")


async def test_cancel_a_batch(served: Served, ada: Person) -> None:
    batch, other = str(uuid.uuid4()), await person(served)
    ids = [await accepted(served, ada, batch_id=batch) for _ in range(3)]
    await finished(served, ada, batch_id=batch)
    theirs = await accepted(served, other, batch_id=batch)
    served.worker.at_work.add(ids[0])
    path = f"/api/runs/batch/{batch}/cancel"
    assert (await served.client.post(path, headers=ada.api)).json() == {"cancelled": 3, "reapedHandlers": 1}
    assert (await served.client.post(path, headers=ada.api)).json() == {"cancelled": 0, "reapedHandlers": 0}
    assert await runs.status(served.db, theirs) == "pending"


async def test_artifacts_by_link(served: Served, ada: Person) -> None:
    run_id = await finished(served, ada)
    run = (await served.client.get(f"/api/runs/{run_id}", headers=ada.api)).json()["run"]
    url = run["videoUrl"]
    path, _, query = url.partition("?")
    get = served.client.get
    for wrong in (path, f"{path}?{query}0", f"{path}x?{query}", f"{path}?{query.replace('expires=1', 'expires=2')}"):
        assert (await get(wrong)).status_code == 403, wrong
    whole = await get(url)  # without a header
    assert (whole.status_code, whole.content) == (200, bytes(range(256)) * 40)
    assert whole.headers["content-type"] == "video/webm"
    chapters = await served.client.get(run["chaptersUrl"])
    assert (chapters.content, chapters.headers["content-type"]) == (b"WEBVTT", "text/vtt; charset=utf-8")
    assert whole.headers["content-security-policy"].startswith("sandbox")
    part = await get(url, headers={"Range": "bytes=256-511"})
    assert (part.status_code, part.content) == (206, bytes(range(256)))
    assert part.headers["content-range"] == "bytes 256-511/10240"
    assert (await get(url, headers={"Range": "bytes=99999-"})).status_code == 416
    head = await served.client.head(url)
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", "10240")
    assert (await get(url, headers={"If-None-Match": whole.headers["etag"]})).status_code == 304
    served.clock.ahead = timedelta(minutes=59)
    assert (await get(url)).status_code == 200
    served.clock.ahead = timedelta(hours=3)
    assert (await get(url)).status_code == 403
    served.clock.ahead = timedelta()
    await served.services.artifacts.delete(run_id)
    assert (await get(url)).status_code == 404


async def test_everything_of_a_run_in_one_file(served: Served, ada: Person, tmp_path: Path) -> None:
    asked = f'Enter "{SECRET}" into Password'
    words = run_words.words(served.services.vault, asked, asked, [SECRET])
    waiting = await accepted(served, ada)
    run_id = await finished(served, ada, **msgspec.structs.asdict(words))
    assert await detail_of(served, ada, waiting, "archiveUrl") is None
    url = await detail_of(served, ada, run_id, "archiveUrl")
    path, _, query = url.partition("?")
    other = (await detail_of(served, ada, run_id, "videoUrl")).partition("?")[2]
    for wrong in (path, f"{path}?{query}0", f"{path}?{other}", f"/api/runs/{waiting}/archive?{query}"):
        assert (await served.client.get(wrong)).status_code == 403, wrong
    answer = await served.client.get(url)  # without a header
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    assert answer.headers["content-disposition"] == f'attachment; filename="run-{run_id[:8]}.zip"'
    assert "content-length" not in answer.headers  # made while it is sent
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["report.md", "run.json", "last.png", "run.vtt", "run.webm", *SEAL]
        assert archive.read("run.webm") == bytes(range(256)) * 40
        assert archive.read("report.md") == b"Fine."
        record = json.loads(archive.read("run.json"))
    assert (record["id"], record["videoUrl"], record["finalScreenshotUrl"]) == (run_id, "run.webm", "last.png")
    assert record["stepsJson"][0]["actualScreenshotUrl"] == "last.png"
    assert (record["instruction"], asked) == (words.instruction, await detail_of(served, ada, run_id, "instruction"))
    assert (record["archiveUrl"], "signature" in json.dumps(record)) == (None, False)
    head = await served.client.head(url)
    assert (head.status_code, head.content) == (200, b"")
    assert (await served.client.get(url)).content == answer.content
    downloaded = tmp_path / "run.zip"
    downloaded.write_bytes(answer.content)
    key = (await served.client.get("/api/signing-key")).json()["publicKey"]
    assert verify(downloaded, key).run_id == run_id
    await served.services.artifacts.delete(run_id)
    with zipfile.ZipFile(io.BytesIO((await served.client.get(url)).content)) as archive:
        assert archive.namelist() == ["report.md", "run.json", *SEAL]
    await runs.delete(served.db, [run_id])
    assert (await served.client.get(url)).status_code == 404


async def detail_of(served: Served, who: Person, run_id: str, name: str) -> Any:
    return (await served.client.get(f"/api/runs/{run_id}", headers=who.api)).json()["run"][name]


KINDS = [
    ("page.html", "application/octet-stream", "attachment"), ("a.svg", "application/octet-stream", "attachment"),
    ("a.js", "application/octet-stream", "attachment"), ("a.zip", "application/zip", "attachment"),
    ("a.png", "image/png", "inline"), ("a.txt", "text/plain; charset=utf-8", "inline"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kind", "shown"), KINDS)
async def test_what_could_run_as_a_page_is_only_saved(served: Served, name: str, kind: str, shown: str) -> None:
    key = await served.services.artifacts.save(str(uuid.uuid4()), name, b"<script>")
    answer = await served.client.get(served.services.artifacts.url(key))
    assert answer.headers["content-type"] == kind
    assert answer.headers["content-disposition"].startswith(shown)
    assert answer.headers["x-content-type-options"] == "nosniff"
