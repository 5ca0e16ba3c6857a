"""A test account's password, a secret variable and a secret cell, through the whole appliance: they are nowhere."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.conftest import Serve
from tests.runtime.test_app import Running, running
from tests.runtime.test_evidence import PASSWORD, shows, unpacked

PIN, CELL = "pin-7c1fa9&04", "cell-55e0b1-pw"
SIGN_IN = """<title>In</title>
<label>Note <input oninput="out.textContent = 'Noted ' + this.value"></label><p id=out></p>
<form method=get action=/in><label>Email <input name=email></label>
<label>Password <input type=password name=password></label><button>Sign in</button></form>"""
INSIDE = """<h1>Welcome</h1><p id=echo></p><script>
const secret = new URLSearchParams(location.search).get('password');
echo.textContent = 'Your password is ' + secret; console.log('password', secret);
localStorage.setItem('p', secret); document.cookie = 'session=' + secret;
fetch('/', {method: 'POST', body: JSON.stringify({password: secret})});
setTimeout(() => { throw new Error('broke with ' + secret) }, 0);
</script>"""
MORE = """<label>Repeat password <input type=password oninput="out.textContent = this.value"></label><p id=out></p>"""
WORDS = """enter "{pin}" into Note. log in with the "admin" account. check that "Welcome" is shown.
go to /more. enter "{pw}" into "Repeat password". click "Nowhere"."""


async def socket_of(here: Running, run_id: str) -> bytes:
    """All that its live view is told."""
    url = f"{str(here.http.base_url).rstrip('/').replace('http', 'ws', 1)}/ws?runId={run_id}"
    async with connect(url) as socket:
        await socket.send(json.dumps({"token": here.http.headers["Authorization"].removeprefix("Bearer ")}))
        return b"\n".join([each if isinstance(each, bytes) else each.encode() async for each in socket])


async def made(here: Running, path: str, body: dict[str, Any]) -> Any:
    answer = await here.http.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return next(iter(answer.json().values()))


@pytest.mark.slow
async def test_what_a_run_signs_in_with_is_nowhere(
    serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("DEBUG", "qa_appliance")
    site, data = await serve({"/": SIGN_IN, "/in": INSIDE, "/more": MORE}), tmp_path / "data"
    places: dict[str, bytes] = {}
    async with running(data) as here:
        project = (await made(here, "/api/projects", {"name": "Site", "baseUrl": site}))["id"]
        account = {"name": "admin", "role": "admin", "user": "ada@example.com", "password": PASSWORD}
        variable = {"name": "pin", "value": PIN, "secret": True}
        table = {"name": "T", "columns": ["pw"], "rows": [[CELL]]}
        await made(here, f"/api/projects/{project}/accounts", account)
        await made(here, f"/api/projects/{project}/variables", variable)
        table_id = (await made(here, f"/api/projects/{project}/tables", table))["id"]
        body = {"name": "P", "description": WORDS, "tableId": table_id}
        procedure = await made(here, f"/api/projects/{project}/procedures", body)
        triggered = await here.http.post(
            "/api/runs/trigger",
            json={"projectId": project, "procedureId": procedure["id"], "evidence": {"har": True, "bodies": True}},
        )
        messages, run = await asyncio.gather(socket_of(here, triggered.json()["runId"]), here.ended(triggered))
        assert [step["result"] for step in run["stepsJson"]] == ["passed"] * 5 + ["failed"], run["reportMarkdown"]
        batch = await here.http.get(f"/api/batches/{triggered.json()['batchId']}")
        places |= {"the socket": messages, "the answer": json.dumps(run).encode(), "the batch": batch.content}
        for path in (
            f"/api/projects/{project}/accounts", f"/api/projects/{project}/variables",
            f"/api/procedures/{procedure['id']}", "/api/audit", "/api/audit/export", "/api/runs",
            f"/api/procedures/{procedure['id']}/export?format=playwright-ts",
        ):  # fmt: skip
            answer = await here.http.get(path)
            assert answer.status_code == 200, path
            places[path] = answer.content
        whole = tmp_path / "run.zip"
        whole.write_bytes((await here.http.get(run["archiveUrl"])).content)
    places["the log"] = (caplog.text + "".join(capfd.readouterr())).encode()
    for file in (*data.rglob("*"), whole):
        if file.is_file() and not file.name.startswith("appliance.sqlite3"):
            places |= unpacked(file)
    with closing(sqlite3.connect(data / "appliance.sqlite3")) as db:
        db.execute("update data_tables set rows_json = '[]'")  # cells lie there as people wrote them
        db.execute("update runs set variant_json = null")
        places["the database"] = "\n".join(db.iterdump()).encode()
    assert b"passed" in places["the socket"]
    secrets = (PASSWORD, PIN, CELL)
    found = {(name, secret) for name, content in places.items() for secret in secrets if shows(content, secret)}
    assert found == set()
