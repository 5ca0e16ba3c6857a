"""The silences of the contract that were settled late (decisions 28 and 31 to 37), each over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from qa_appliance.browser.egress.address import IPAddress
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.clock import new_id
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.pictures import VisualResult
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.settings import Limits
from qa_appliance.store.tables import plans, procedures, runs
from tests.api.conftest import PASSWORD, PLENTY, SITE, Person, Served, person, plan, serve

METADATA = [
    "http://metadata.google.internal/", "http://METADATA.Google.Internal/", "http://metadata.google.internal./",
    "http://metadata.google.internal../", "http://metadata/computeMetadata/v1/", "http://metadata.goog:8080/",
    "http://169.254.169.254/", "http://0xA9FEA9FE/",
]  # fmt: skip


async def no_name_server(host: str) -> tuple[IPAddress, ...]:
    raise OSError(f"{host} does not resolve")


@pytest.mark.parametrize("rules", [[], ["loopback", "private"], ["127.0.0.1", "metadata.google.internal", "*.goog"]])
async def test_28_metadata_is_refused_by_its_name_also_where_it_does_not_resolve(
    tmp_path: Path, rules: list[str]
) -> None:
    async with serve(tmp_path, guard=Guard(rules, resolve=no_name_server)) as served:
        ada = await person(served)
        for url in METADATA:
            body = {"projectId": ada.project_id, "description": "Click Save", "baseUrl": url}
            answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
            assert (answer.status_code, "metadata" in answer.text) == (400, True), url
        assert await ada.runs() == 0


async def trigger(served: Served, who: Person, **body: Any) -> Any:
    given = {"projectId": who.project_id, "description": "Click Save"} | body
    given = {name: value for name, value in given.items() if value is not ...}
    return await served.client.post("/api/runs/trigger", json=given, headers=who.api)


async def test_31_a_plan_lowered_while_runs_wait(served: Served, ada: Person) -> None:
    run_id = (await trigger(served, ada)).json()["runId"]
    rows: list[tuple[dict[str, Any], str]] = [
        ({"runs": 0}, ""), ({"concurrent": 0}, ""), ({"browser_minutes": 0}, "minutes"), ({"state": "locked"}, "plan"),
    ]  # fmt: skip
    unlimited = {"state": "active", "runs": None, "browser_minutes": None, "concurrent": None}
    for changes, reason in rows:
        await plans.set_plan(served.db, ada.org_id, unlimited | changes)
        refusal = await runs.refusal_at_start(served.db, run_id, served.clock())
        assert (refusal is not None) == bool(reason), changes
        assert reason in (refusal or "").lower(), changes
    assert not await runs.start(served.db, run_id, served.clock())
    run = (await served.client.get(f"/api/runs/{run_id}", headers=ada.api)).json()["run"]
    assert (run["status"], run["overallStatus"], run["reportMarkdown"]) == ("cancelled", None, refusal)


async def test_32_viewers_end_and_switch_their_own_session_and_change_nothing_else(served: Served) -> None:
    viewer = await person(served, role="viewer")
    body = {"organizationId": viewer.org_id}
    switched = await served.client.post("/api/session/organization", json=body, headers=viewer.session)
    assert switched.status_code == 200
    refused = await trigger(served, viewer)
    assert (refused.status_code, refused.json()["code"]) == (403, "read_only_role")
    session = {"Authorization": f"Bearer {switched.json()['token']}"}
    assert (await served.client.delete("/api/session", headers=session)).status_code == 204
    assert (await served.client.get("/api/me", headers=session)).status_code == 401


@pytest.mark.parametrize(
    ("given", "replayed", "described"),
    [(..., "fail", "pass"), ("unknown", "unknown", "unknown"), (None, "pass", "pass"), ([1], "pass", "pass")],
)
async def test_33_the_expectation_of_a_trigger(
    served: Served, ada: Person, given: Any, replayed: str, described: str
) -> None:
    values = {"name": "P", "description": "Click Save", "user_expectation": "fail"}
    made = await procedures.add(
        served.db, served.services.vault, ada.project_id, plan("Click Save"), values, served.clock()
    )
    for body, expected in (({"procedureId": made.id, "description": ...}, replayed), ({}, described)):
        answer = await trigger(served, ada, userExpectation=given, **body)
        assert answer.status_code == 202, answer.text
        run = await served.client.get(answer.json()["pollUrl"], headers=ada.api)
        assert run.json()["run"]["userExpectation"] == expected


@pytest.mark.parametrize(
    "name", ["procedureId", "description", "baseUrl", "environmentId", "maxDurationMinutes", "evidence"]
)
async def test_34_null_in_an_optional_field_is_a_wrong_type(served: Served, ada: Person, name: str) -> None:
    answer = await trigger(served, ada, **{name: None})
    assert answer.status_code == 400
    assert [name] in [issue["path"] for issue in answer.json()["issues"] if issue["code"] == "invalid_type"]


async def test_34_an_environment_that_is_no_id_and_one_that_names_nothing(served: Served, ada: Person) -> None:
    assert (await trigger(served, ada, environmentId="staging")).status_code == 400
    assert (await trigger(served, ada, environmentId=new_id())).status_code == 202


async def test_35_limits_content_types_and_whose_keys(served: Served, ada: Person) -> None:
    for _ in range(2):
        await trigger(served, ada)
    for limit, found in (("0", 1), ("-3", 1), ("1", 1), ("x", 2), ("1.5", 2), ("501", 2)):
        listed = await served.client.get(f"/api/runs?limit={limit}", headers=ada.api)
        assert len(listed.json()["runs"]) == found, limit
    content = msgspec.json.encode({"projectId": ada.project_id, "description": "Click Save"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "", "nonsense"):
        headers = ada.api | {"Content-Type": kind}
        answer = await served.client.post("/api/runs/trigger", content=content, headers=headers)
        assert answer.status_code == 202, kind
    row = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert row is not None
    member = await person(served, organization=row["name"], role="member")
    hers = (await served.client.get("/api/keys", headers=ada.api)).json()["keys"]
    his = (await served.client.get("/api/keys", headers=member.api)).json()["keys"]
    assert {key["userId"] for key in his} == {member.user_id}
    theirs = next(key["id"] for key in hers if key["userId"] == ada.user_id)
    assert (await served.client.delete(f"/api/keys/{theirs}", headers=member.api)).status_code == 404
    assert (await served.client.delete(f"/api/keys/{his[0]['id']}", headers=member.api)).status_code == 204


async def test_36_baselines_from_a_first_run_and_links_that_are_always_there(served: Served, ada: Person) -> None:
    run_id = (await trigger(served, ada)).json()["runId"]
    key = await served.services.artifacts.save(run_id, "actual.png", b"png")
    record = StepRecord(0, "assert", None, None, "passed", "The page looks as before", "english")
    record.screenshots = {"actual": key}
    compared = VisualResult(step_index=0, diff_pixel_count=0, diff_percent=0.0, threshold=0.1, passed=True)
    results = [
        msgspec.structs.replace(compared, baseline_store_key=key, actual_store_key=key),
        compared,  # as an older appliance may have left it
    ]
    await runs.start(served.db, run_id, served.clock())
    ending = runs.Ending(
        status="completed", overall_status="passed", report_markdown="", steps=[record],
        measurements=Measurements(visual=results),
    )  # fmt: skip
    await runs.finish(served.db, served.services.vault, run_id, ending, served.clock())
    shown = (await served.client.get(f"/api/runs/{run_id}", headers=ada.api)).json()["run"]["visualResultsJson"]
    links = [[each[name] is not None for name in ("baselineUrl", "actualUrl", "diffUrl")] for each in shown]
    assert links == [[True, True, False], [False, False, False]]
    body = {"runId": run_id, "stepIndex": 0}
    url = f"/api/projects/{ada.project_id}/baselines"
    assert (await served.client.post(url, json=body, headers=ada.session)).status_code == 201


async def test_37_refused_credentials_and_sign_in_are_counted_apart(tmp_path: Path) -> None:
    limits: Limits = msgspec.structs.replace(PLENTY, auth_failures_per_15_minutes=2)
    async with serve(tmp_path, limits=limits) as served:
        ada = await person(served, project=SITE)
        wrong = {"Authorization": "Bearer tst_live_" + "x" * 32}
        get = served.client.get
        assert [(await get("/api/me", headers=wrong)).status_code for _ in range(3)] == [401, 401, 429]
        assert (await get("/api/me")).status_code == 401
        assert (await get("/api/me", headers=ada.api)).status_code == 200
        body = {"email": ada.email, "password": PASSWORD}
        assert (await served.client.post("/api/session", json=body)).status_code == 200
        tries = [await served.client.post("/api/session", json=body | {"password": "wrong"}) for _ in range(3)]
        assert [answer.status_code for answer in tries] == [401, 401, 429]
        assert (await get("/api/me", headers=ada.api)).status_code == 200
