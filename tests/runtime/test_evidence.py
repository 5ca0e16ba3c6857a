"""Evidence through the whole appliance: baselines, secrets, and what happens when it cannot be kept."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Request, Response, Serve
from tests.runtime.test_app import Running, running


async def replay(here: Running, project: str, procedure: str) -> dict[str, Any]:
    triggered = await here.http.post("/api/runs/trigger", json={"projectId": project, "procedureId": procedure})
    return await here.ended(triggered)


@pytest.mark.slow
async def test_a_picture_is_accepted_and_compared_with(serve: Serve, tmp_path: Path) -> None:
    colour = ["#0a0"]
    site = await serve({"/": lambda _: f"<h1>Shop</h1><div style='width:300px;height:200px;background:{colour[0]}'>"})
    async with running(tmp_path / "data") as here:
        project = (await here.http.post("/api/projects", json={"name": "Site", "baseUrl": site})).json()["project"][
            "id"
        ]
        body = {"name": "Look", "description": "check that the page looks like the baseline"}
        made = await here.http.post(f"/api/projects/{project}/procedures", json=body)
        procedure = made.json()["procedure"]["id"]
        first = await replay(here, project, procedure)
        assert (first["overallStatus"], first["visualResultsJson"]) == ("failed", None)
        assert "There is no baseline for this step yet" in first["reportMarkdown"]
        assert (await here.http.get(first["stepsJson"][0]["actualScreenshotUrl"])).status_code == 200
        accepted = await here.http.post(
            f"/api/projects/{project}/baselines", json={"runId": first["id"], "stepIndex": 0}
        )
        assert accepted.status_code == 201, accepted.text
        same = await replay(here, project, procedure)
        assert same["overallStatus"] == "passed", same["reportMarkdown"]
        assert same["visualResultsJson"][0]["diffPixelCount"] == 0
        colour[0] = "#a00"
        other = await replay(here, project, procedure)
        assert other["overallStatus"] == "failed"
        assert "**Application changed**" in other["reportMarkdown"]
        assert "## Since the last passed run" in other["reportMarkdown"]
        result = other["visualResultsJson"][0]
        assert (result["stepIndex"], result["passed"], result["threshold"]) == (0, False, 0.1)
        assert result["diffPercent"] == pytest.approx(100 * 300 * 200 / (1280 * 720), abs=0.5)
        compared = [result[part] for part in ("baselineUrl", "actualUrl", "diffUrl")]
        before = [(await here.http.get(url)).content for url in compared]
        assert all(picture.startswith(b"\x89PNG") for picture in before)
        replacing = {"runId": other["id"], "stepIndex": 0}
        assert (await here.http.post(f"/api/projects/{project}/baselines", json=replacing)).status_code == 201
        after = [(await here.http.get(url)).content for url in compared]
        assert after == before, "what the run was compared with is gone once another picture is accepted"


@pytest.mark.slow
async def test_a_saved_run_is_compared_with_what_was_accepted_before(serve: Serve, tmp_path: Path) -> None:
    colour = ["#0a0"]
    site = await serve({"/": lambda _: f"<h1>Shop</h1><div style='width:300px;height:200px;background:{colour[0]}'>"})
    async with running(tmp_path / "data") as here:
        made = await here.http.post("/api/projects", json={"name": "Site", "baseUrl": site})
        project = made.json()["project"]["id"]
        described = {"projectId": project, "description": "check that the page looks like the baseline"}
        first = await here.ended(await here.http.post("/api/runs/trigger", json=described))
        accepting = {"runId": first["id"], "stepIndex": 0}
        assert (await here.http.post(f"/api/projects/{project}/baselines", json=accepting)).status_code == 201
        body = {"name": "Look", "runId": first["id"]}
        saved = await here.http.post(f"/api/projects/{project}/procedures", json=body)
        procedure = saved.json()["procedure"]["id"]
        same = await replay(here, project, procedure)
        assert same["overallStatus"] == "passed", same["reportMarkdown"]
        colour[0] = "#a00"
        other = await replay(here, project, procedure)
        assert "**Application changed**" in other["reportMarkdown"]


@pytest.mark.slow
async def test_accepting_a_picture_of_one_test_changes_no_other(serve: Serve, tmp_path: Path) -> None:
    """Baselines are found by test and name; without a name by test and step."""
    site = await serve({"/one": "<h1 style='background:#0a0'>Shop", "/two": "<h1 style='background:#00a'>Shop"})
    same = 'check that the page looks like the baseline "shop". check that the page looks like the baseline.'
    one, two = (f"go to {path}. {same}" for path in ("/one", "/two"))
    async with running(tmp_path / "data") as here:
        made = await here.http.post("/api/projects", json={"name": "Site", "baseUrl": site})
        project = made.json()["project"]["id"]
        saved = await here.http.post(f"/api/projects/{project}/procedures", json={"name": "Saved", "description": one})
        asked: dict[str, dict[str, str]] = {
            "one": {"description": one},
            "two": {"description": two},
            "saved": {"procedureId": saved.json()["procedure"]["id"]},
        }

        async def run(which: str) -> dict[str, Any]:
            body = {"projectId": project, "userExpectation": "unknown", **asked[which]}
            return await here.ended(await here.http.post("/api/runs/trigger", json=body))

        for which in asked:
            first = await run(which)
            assert first["visualResultsJson"] is None, f"{which} was compared with another test's picture"
            for step in (1, 2):
                body = {"runId": first["id"], "stepIndex": step}
                accepted = await here.http.post(f"/api/projects/{project}/baselines", json=body)
                assert accepted.status_code == 201, accepted.text
        for which in asked:
            again = await run(which)
            assert [each["passed"] for each in again["visualResultsJson"]] == [True, True], which
        listed = (await here.http.get(f"/api/projects/{project}/baselines")).json()["baselines"]
        names = [(each["testName"], each["name"]) for each in listed]
        assert sorted(names) == sorted((test, name) for test in (one, two, "Saved") for name in ("", "shop"))


PASSWORD, TOKEN, CODE = "corr3ct-horse&battery", "hdr-4f9a0c2277aa41", "918273"
SIGN_IN = """<title>In</title><form method=get action=/in><label>Email <input name=email></label>
<label>Password <input type=password name=password></label><label>One-time code <input name=otp></label>
<button>Sign in</button></form>"""
INSIDE = """<h1>Welcome</h1><p id=echo></p><input aria-label=Echo id=field><script>
const given = new URLSearchParams(location.search), secret = given.get('password');
echo.textContent = 'Your password is ' + secret; field.value = secret;
console.log('password', secret, 'otp=' + given.get('otp'));
localStorage.setItem('p', secret); document.cookie = 'session=' + secret;
fetch('/api?token=TOKEN', {method: 'POST', headers: {Authorization: 'Bearer TOKEN'},
  body: JSON.stringify({password: secret})});
setTimeout(() => { throw new Error('broke with ' + secret) }, 0);
</script>""".replace("TOKEN", TOKEN)


def echo(request: Request) -> Response:
    return Response(request.body, 500, {"Set-Cookie": f"sid={TOKEN}", "X-Echo": PASSWORD})


@pytest.mark.slow
async def test_secrets_are_nowhere(
    serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("DEBUG", "qa_appliance")
    site = await serve({"/": SIGN_IN, "/in": INSIDE, "/api": echo})
    data = tmp_path / "data"
    async with running(data) as here:
        words = (
            f'Enter "ada@example.com" into Email. Enter "{PASSWORD}" into Password. Enter "{CODE}" into One-time code.'
        )
        asked = f'{words} click "Sign in". check that "Welcome" is shown. click "Nowhere"'
        run = await here.run(site, asked, evidence={"har": True, "bodies": True})
        assert [step["result"] for step in run["stepsJson"]] == ["passed"] * 5 + ["failed"], run["reportMarkdown"]
        answer = (await here.http.get(f"/api/runs/{run['id']}")).json()["run"]
        assert PASSWORD in answer.pop("instruction")  # the tester's own words, as the contract says
        answered = json.dumps(answer)
        for part in ("videoUrl", "traceUrl", "harUrl", "finalScreenshotUrl"):
            assert run[part]
        whole = tmp_path / "run.zip"
        whole.write_bytes((await here.http.get(run["archiveUrl"])).content)
    places: dict[str, bytes] = {
        "the answer": answered.encode(),
        "the log": (caplog.text + "".join(capfd.readouterr())).encode(),
    }
    for path in (*data.rglob("*"), whole):
        if path.is_file():
            places |= unpacked(path)
    assert {
        "run.zip/requests.har",
        "run.zip/requests.json",
        "run.zip/run.json",
        "run.zip/report.md",
        "run.zip/video.webm",
    } < set(places)
    with sqlite3.connect(data / "appliance.sqlite3") as db:
        places["the database"] = "\n".join(db.iterdump()).encode()
    found = {name for name, content in places.items() for secret in (PASSWORD, TOKEN) if shows(content, secret)}
    assert found == set()
    named = [
        name for name, content in places.items() if CODE.encode() in content and not name.endswith((".jpg", ".png"))
    ]
    assert named == []


def unpacked(path: Path) -> dict[str, bytes]:
    if path.suffix != ".zip":
        return {path.name: path.read_bytes()}
    with zipfile.ZipFile(path) as archive:
        return {f"{path.name}/{name}": archive.read(name) for name in archive.namelist()}


def shows(content: bytes, secret: str) -> bool:
    return any(form.encode() in content for form in (secret, secret.replace("&", "%26"), secret.replace("&", "&amp;")))


@pytest.mark.slow
async def test_the_artifacts_folder_goes_away_during_a_run(serve: Serve, tmp_path: Path) -> None:
    data = tmp_path / "data"

    def vandal(_: Request) -> str:
        shutil.rmtree(data / "artifacts", ignore_errors=True)
        return "<h1>Still here</h1>"

    site = await serve({"/": "<a href=/next>Next</a>", "/next": vandal})
    async with running(data) as here:
        run = await here.run(site, 'click "Next" and check that "Still here" is shown')
        assert (run["status"], run["overallStatus"]) == ("completed", "passed"), run["reportMarkdown"]
        assert (await here.http.get(run["finalScreenshotUrl"])).status_code == 200
        (data / "artifacts").rename(data / "elsewhere")
        (data / "artifacts").write_text("a file where the folder was: nothing can be filed")
        again = await here.run(site, 'check that "Next" is shown')
        assert (again["status"], again["overallStatus"]) == ("completed", "passed")
        assert "could not be taken" in again["reportMarkdown"]
        assert (await here.http.get("/healthz")).status_code == 200
