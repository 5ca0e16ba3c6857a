"""Sharing over HTTP: what a link does not open first."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.store.tables import members, runs
from tests.api.conftest import Person, Served, person, serve

NOBODY: dict[str, str] = {}


async def _run(served: Served, who: Person) -> str:
    """With a film, a picture of its step, and a trace."""
    new = runs.NewRun(org_id=who.org_id, project_id=who.project_id, instruction="Save", base_url="http://x/")
    run_id = await runs.insert_pending(served.db, new, now=served.clock(), upgrade_url="/plan")
    assert await runs.start(served.db, run_id, served.clock())
    artifacts = served.services.artifacts
    keys = {name: await artifacts.save(run_id, name, name.encode()) for name in ("run.webm", "step.png", "trace.zip")}
    step = StepRecord(
        index=0, action="click", target="Save", value=None, source="english", sentence="click Save", result="failed",
        error="It did nothing.", screenshots={"failure": keys["step.png"]},
    )  # fmt: skip
    ending = runs.Ending(
        status="completed", overall_status="failed", report_markdown="# Failed\n", steps=[step],
        measurements=Measurements(video=keys["run.webm"], trace=keys["trace.zip"]),
    )  # fmt: skip
    assert await runs.finish(served.db, served.services.vault, run_id, ending, served.clock())
    return run_id


async def _link(served: Served, who: Person, run_id: str, **body: Any) -> dict[str, Any]:
    answer = await served.client.post(f"/api/runs/{run_id}/shares", json=body, headers=who.session)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made | {"token": made["url"].rpartition("/")[2]}


async def _status(served: Served, path: str) -> int:
    return (await served.client.get(path, headers=NOBODY)).status_code


@pytest.mark.parametrize("days", [0, 91, -1, "7"])
async def test_a_link_has_an_end(served: Served, ada: Person, days: object) -> None:
    run_id = await _run(served, ada)
    answer = await served.client.post(f"/api/runs/{run_id}/shares", json={"days": days}, headers=ada.session)
    assert (answer.status_code, answer.json()["issues"][0]["path"]) == (400, ["days"])


async def test_only_people_of_the_organization_who_may_change_something_share(served: Served, ada: Person) -> None:
    org = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert org is not None
    run_id = await _run(served, ada)
    share = (await _link(served, ada, run_id))["share"]["id"]
    viewer, stranger = await person(served, organization=org["name"], role="viewer"), await person(served)
    path = f"/api/runs/{run_id}/shares"
    for headers, expected in ((viewer.session, 403), (ada.api, 403), (stranger.session, 404), (NOBODY, 401)):
        assert (await served.client.post(path, json={}, headers=headers)).status_code == expected
        assert (await served.client.delete(f"{path}/{share}", headers=headers)).status_code == expected
    assert (await served.client.get(path, headers=stranger.session)).status_code == 404
    other = await _run(served, ada)
    answer = await served.client.delete(f"/api/runs/{other}/shares/{share}", headers=ada.session)
    assert answer.status_code == 404
    assert len((await served.client.get(path, headers=viewer.api)).json()["shares"]) == 1


async def test_a_link_opens_its_run_and_nothing_else(served: Served, ada: Person) -> None:
    run_id, other = await _run(served, ada), await _run(served, ada)
    token = (await _link(served, ada, run_id))["token"]
    others = (await _link(served, ada, other))["token"]
    run = (await served.client.get(f"/api/shared/{token}", headers=NOBODY)).json()["run"]
    assert (run["overallStatus"], run["steps"][0]["sentence"], run["steps"][0]["error"]) == (
        "failed", "click Save", "It did nothing.",
    )  # fmt: skip
    assert set(run) == {
        "instruction", "status", "overallStatus", "reportMarkdown", "totalDurationMs", "createdAt", "steps",
        "pictureUrl", "videoUrl", "chaptersUrl", "failureClass",
    }  # fmt: skip
    for url, content in ((run["videoUrl"], b"run.webm"), (run["steps"][0]["pictureUrl"], b"step.png")):
        answer = await served.client.get(url, headers=NOBODY)
        assert (answer.status_code, answer.content) == (200, content)
        assert answer.headers["cache-control"] == "private, no-store"
    secret = await served.services.artifacts.save(run_id, "model.json", b"secret")
    for path in (
        f"/api/shared/{token}/files/trace.zip",  # of the run, but not shown
        f"/api/shared/{token}/files/{secret.partition('/')[2]}",
        f"/api/shared/{token}/files/..%2F{other}%2Frun.webm",
        f"/api/shared/{token}/files/%2E%2E",
        f"/api/shared/{token}x",
        f"/api/shared/{token[:-1]}",
        f"/api/shared/{'A' + token[1:] if token[0] != 'A' else 'B' + token[1:]}",
        f"/api/shared/{token.swapcase()}",
        f"/api/shared/{run_id}",
        "/api/shared/%00",
    ):
        assert await _status(served, path) in (400, 404), path
    for path in (f"/api/runs/{run_id}", f"/api/runs/{run_id}/triage", f"/api/runs/{run_id}/shares", "/api/runs"):
        answer = await served.client.get(path, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 401, path
    assert await _status(served, f"/api/artifacts/{run_id}/run.webm?expires=9999999999&signature={token}") == 403
    assert (await served.client.get(f"/api/shared/{others}", headers=NOBODY)).status_code == 200


async def test_a_link_ends(served: Served, ada: Person) -> None:
    run_id = await _run(served, ada)
    made = await _link(served, ada, run_id, days=2)
    paths = (f"/api/shared/{made['token']}", f"/api/shared/{made['token']}/files/run.webm")
    assert [await _status(served, path) for path in paths] == [200, 200]
    served.clock.ahead = timedelta(days=2, seconds=1)
    try:
        assert [await _status(served, path) for path in paths] == [404, 404]
    finally:
        served.clock.ahead = timedelta()


@pytest.mark.parametrize("what", ["archived", "removed"])
async def test_a_link_ends_with_its_project_and_with_who_made_it(served: Served, what: str) -> None:
    ada = await person(served)
    run_id = await _run(served, ada)
    await person(served, organization=(await _organization(served, ada)))  # there is another owner
    token = (await _link(served, ada, run_id))["token"]
    assert await _status(served, f"/api/shared/{token}") == 200
    if what == "archived":
        archived = await served.client.delete(f"/api/projects/{ada.project_id}", headers=ada.session)
        assert archived.status_code == 204
    else:
        assert await members.remove(served.db, ada.org_id, ada.user_id)
        assert await served.db.all("select 1 from shares where run_id = ?", (run_id,)) == []
    for path in (f"/api/shared/{token}", f"/api/shared/{token}/files/run.webm"):
        assert await _status(served, path) == 404


async def _organization(served: Served, who: Person) -> str:
    row = await served.db.one("select name from organizations where id = ?", (who.org_id,))
    assert row is not None
    return str(row["name"])


async def test_links_lead_where_the_operator_says(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Not where the request says that it was sent."""
    async with serve(tmp_path_factory.mktemp("public"), public_url="https://qa.example.com/") as served:
        ada = await person(served)
        headers = ada.session | {"Host": "evil.test"}
        path = f"/api/runs/{await _run(served, ada)}/shares"
        answer = await served.client.post(path, json={"days": 1}, headers=headers)
        assert answer.json()["url"].startswith("https://qa.example.com/shared/"), answer.text
        body = {"email": "new@example.com", "role": "member"}
        invited = await served.client.post("/api/members", json=body, headers=headers)
        assert invited.json()["invitation"]["url"].startswith("https://qa.example.com/"), invited.text


async def test_a_link_is_withdrawn(served: Served, ada: Person) -> None:
    run_id = await _run(served, ada)
    made, kept = await _link(served, ada, run_id), await _link(served, ada, run_id)
    rows = await served.db.all("select * from shares")
    assert made["token"] not in "".join(str(tuple(row)) for row in rows)
    path = f"/api/runs/{run_id}/shares/{made['share']['id']}"
    assert (await served.client.delete(path, headers=ada.session)).status_code == 204
    assert await _status(served, f"/api/shared/{made['token']}") == 404
    assert await _status(served, f"/api/shared/{made['token']}/files/run.webm") == 404
    assert await _status(served, f"/api/shared/{kept['token']}") == 200
    assert (await served.client.delete(path, headers=ada.session)).status_code == 404
    await runs.delete(served.db, [run_id])
    assert await _status(served, f"/api/shared/{kept['token']}") == 404


async def test_all_links_are_withdrawn_at_once(served: Served, ada: Person) -> None:
    run_id = await _run(served, ada)
    path = f"/api/runs/{run_id}/share"
    links = [(await served.client.post(path, json={"days": 2}, headers=ada.session)).json()["url"] for _ in range(2)]
    stranger = await person(served)
    assert (await served.client.delete(path, headers=stranger.session)).status_code == 404
    shown = [f"/api/shared/{link.rpartition('/')[2]}" for link in links]
    assert [(await served.client.get(each)).status_code for each in shown] == [200, 200]
    assert (await served.client.delete(path, headers=ada.session)).status_code == 204
    assert [(await served.client.get(each)).status_code for each in shown] == [404, 404]


async def test_a_run_has_so_many_links_at_most(served: Served, ada: Person) -> None:
    run_id = await _run(served, ada)
    for _ in range(20):
        await _link(served, ada, run_id)
    answer = await served.client.post(f"/api/runs/{run_id}/shares", json={}, headers=ada.session)
    assert answer.status_code == 409
