"""A suite on a real appliance with a real browser: one signs in, the tests after it are signed in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.test_app import Running, running

Serve = Callable[..., Awaitable[str]]

SIGN_IN = """<title>Sign in</title><h1>Sign in</h1><form method="get" action="/welcome">
<label>Name <input name="who"></label> <button>Sign in</button></form>"""
WELCOME = """<title>Welcome</title><h1>Welcome</h1><script>
document.cookie = "who=" + new URLSearchParams(location.search).get("who") + "; path=/";
localStorage.setItem("plan", "gold");</script>"""
ACCOUNT = """<title>Account</title><h1 id="h"></h1><p id="p"></p><script>
const who = (document.cookie.match(/who=([^;]*)/) || [])[1];
document.getElementById("h").textContent = who ? "Account of " + who : "Please sign in";
document.getElementById("p").textContent = "Plan: " + (localStorage.getItem("plan") || "none");</script>"""


@pytest.fixture(scope="module")
async def lab(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    async with running(tmp_path_factory.mktemp("data") / "lab") as lab:
        yield lab


async def _ended(lab: Running, batch_id: str) -> dict[str, Any]:
    async with asyncio.timeout(180):
        while True:
            batch: dict[str, Any] = (await lab.http.get(f"/api/batches/{batch_id}")).json()["batch"]
            if batch["status"] in ("completed", "cancelled"):
                return batch
            await asyncio.sleep(0.1)


async def _procedure(lab: Running, project: str, name: str, description: str) -> str:
    body = {"name": name, "description": description}
    made = await lab.http.post(f"/api/projects/{project}/procedures", json=body)
    assert made.status_code == 201, made.text
    return str(made.json()["procedure"]["id"])


@pytest.mark.parametrize(
    ("who", "verdict", "outcomes"),
    [
        ("", "failed", ["failed", None, None]),  # the set-up fails: nothing after it is run
        ("Bob", "failed", ["passed", "failed", "passed"]),
        ("Ada", "passed", ["passed", "passed", "passed"]),
    ],
)
async def test_who_signed_in_first_is_signed_in_afterwards(
    lab: Running, serve: Serve, tmp_path: Path, who: str, verdict: str, outcomes: list[str | None]
) -> None:
    site = await serve({"/": SIGN_IN, "/welcome": WELCOME, "/account": ACCOUNT})
    project = (await lab.http.post("/api/projects", json={"name": who or "Nobody", "baseUrl": site})).json()["project"][
        "id"
    ]
    signs_in = f'Enter "{who}" into Name and click "Sign in". Check that the heading is "Welcome".'
    if not who:
        signs_in = 'Click "Register".'
    sign_in = await _procedure(lab, project, "Sign in", signs_in)
    tests = [
        await _procedure(lab, project, "Account", 'Open /account. The heading is "Account of Ada".'),
        await _procedure(lab, project, "Plan", 'Open /account. The page shows "Plan: gold".'),
    ]
    body = {"name": "Nightly", "setUp": sign_in, "tests": tests}
    suite = (await lab.http.post(f"/api/projects/{project}/suites", json=body)).json()["suite"]
    begun = (await lab.http.post(f"/api/suites/{suite['id']}/runs", json={})).json()
    batch = await _ended(lab, begun["batchId"])
    assert [(run["label"], run["overallStatus"]) for run in batch["runs"]] == list(
        zip(["Sign in", "Account", "Plan"], outcomes, strict=True)
    )
    assert batch["verdict"] == verdict, batch["findings"]
    row = await lab.appliance.db.one("select count(*) from suite_runs where session_sealed is not null")
    assert row is not None
    assert row[0] == 0


@pytest.mark.parametrize(
    ("ordered", "outcomes"),
    [
        (False, ["passed", "passed", "failed"]),  # tests that may run beside each other hand nothing on
        (True, ["passed", "passed", "passed"]),
    ],
)
async def test_what_was_remembered_is_handed_on(lab: Running, serve: Serve, ordered: bool, outcomes: list[str]) -> None:
    site = await serve(
        {"/": "<h1>Order</h1><h2>4711</h2>", "/done": "<h1>Paid</h1><h2>12.50</h2>", "/4711/sum": "<p>Sum 12.50</p>"}
    )
    made = await lab.http.post("/api/projects", json={"name": f"Orders, {ordered}", "baseUrl": site})
    project = made.json()["project"]["id"]
    place = await _procedure(lab, project, "Order", "Open /. Remember the text of the second heading as {order}.")
    pay = await _procedure(lab, project, "Pay", "Open /done. Remember the text of the second heading as {paid}.")
    look = await _procedure(lab, project, "Sum", 'Open /{order}/sum. Check that "Sum {paid}" is shown.')
    body = {"name": "Nightly", "setUp": place, "tests": [pay, look], "ordered": ordered}
    suite = (await lab.http.post(f"/api/projects/{project}/suites", json=body)).json()["suite"]
    begun = (await lab.http.post(f"/api/suites/{suite['id']}/runs", json={})).json()
    batch = await _ended(lab, begun["batchId"])
    assert [run["overallStatus"] for run in batch["runs"]] == outcomes, batch
