"""Suites, schedules and triage over HTTP: refusals first."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Literal

import httpx
import pytest

from qa_appliance.core.batches.suites import Failure
from qa_appliance.core.evidence.failure import Classified
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.run import OverallStatus
from qa_appliance.store.tables import known_failures, procedures, runs, suite_runs
from qa_appliance.store.views import triaged
from tests.api.conftest import Person, Served, person, plan

NOWHERE = "00000000-0000-4000-8000-000000000000"

REFUSED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("no name", {"tests": []}, ["name"]),
    ("a blank name", {"name": " ", "tests": []}, ["name"]),
    ("no tests", {"name": "S"}, ["tests"]),
    ("a test that is none", {"name": "S", "tests": [NOWHERE]}, ["tests", "0"]),
    ("a test twice", {"name": "S", "tests": [NOWHERE, NOWHERE]}, ["tests"]),
    ("a set-up that is none", {"name": "S", "tests": [], "setUp": NOWHERE}, ["setUp"]),
    ("a gate that is none", {"name": "S", "tests": [], "gate": "most"}, ["gate"]),
    ("too many retries", {"name": "S", "tests": [], "retries": 99}, ["retries"]),
]  # fmt: skip

NO_TIMES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("neither suite nor test", {"cron": "0 2 * * *"}, ["suiteId"]),
    ("both", {"cron": "0 2 * * *", "suiteId": NOWHERE, "procedureId": NOWHERE}, ["procedureId"]),
    ("no such suite", {"cron": "0 2 * * *", "suiteId": NOWHERE}, ["suiteId"]),
    ("no time", {"suiteId": NOWHERE}, ["cron"]),
    ("two times", {"suiteId": NOWHERE, "cron": "0 2 * * *", "every": "2 h"}, ["every"]),
    ("no cron", {"suiteId": NOWHERE, "cron": "at two, please"}, ["cron"]),
    ("no interval", {"suiteId": NOWHERE, "every": "often"}, ["every"]),
    ("no time zone", {"suiteId": NOWHERE, "every": "2 h", "timezone": "Berlin"}, ["timezone"]),
]


def _of(who: Person, rest: str) -> str:
    return f"/api/projects/{who.project_id}/{rest}"


async def _saved(served: Served, who: Person, name: str = "Checkout") -> str:
    values = {"name": name, "description": "Click Save"}
    vault = served.services.vault
    return (await procedures.add(served.db, vault, who.project_id, plan("Click Save"), values, served.clock())).id


async def _suite(served: Served, who: Person, tests: list[str], **changes: Any) -> dict[str, Any]:
    body = {"name": "Nightly", "tests": tests} | changes
    answer = await served.client.post(_of(who, "suites"), json=body, headers=who.session)
    assert answer.status_code == 201, answer.text
    suite: dict[str, Any] = answer.json()["suite"]
    return suite


@pytest.mark.parametrize(("body", "path"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
async def test_a_wrong_suite_is_refused(served: Served, ada: Person, body: dict[str, Any], path: list[str]) -> None:
    answer = await served.client.post(_of(ada, "suites"), json=body, headers=ada.session)
    assert answer.status_code == 400
    assert [str(part) for part in answer.json()["issues"][0]["path"]] == path
    assert (await served.client.get(_of(ada, "suites"), headers=ada.api)).json() == {"suites": []}


@pytest.mark.parametrize(("body", "path"), [row[1:] for row in NO_TIMES], ids=[row[0] for row in NO_TIMES])
async def test_a_wrong_schedule_is_refused(served: Served, ada: Person, body: dict[str, Any], path: list[str]) -> None:
    answer = await served.client.post(_of(ada, "schedules"), json={"name": "S"} | body, headers=ada.session)
    assert answer.status_code == 400, answer.text
    assert [str(part) for part in answer.json()["issues"][0]["path"]] == path
    assert (await served.client.get(_of(ada, "schedules"), headers=ada.api)).json() == {"schedules": []}


async def test_another_organizations_suite_is_as_if_it_were_not_there(served: Served, ada: Person) -> None:
    suite = await _suite(served, ada, [await _saved(served, ada)])
    stranger, viewer = await person(served), await person(served, role="viewer")
    path = f"/api/suites/{suite['id']}"
    assert (await served.client.get(path, headers=stranger.api)).status_code == 404
    assert (await served.client.post(f"{path}/runs", json={}, headers=stranger.api)).status_code == 404
    assert (await served.client.post(f"{path}/runs", json={}, headers=viewer.api)).status_code in (403, 404)
    assert (await served.client.delete(path, headers=ada.api)).json()["code"] == "api_key_scope"
    theirs = await _saved(served, stranger)
    answer = await served.client.patch(path, json={"tests": [theirs]}, headers=ada.session)
    assert answer.status_code == 400


async def test_a_suite_is_made_changed_and_removed(served: Served, ada: Person) -> None:
    one, two = await _saved(served, ada, "One"), await _saved(served, ada, "Two")
    suite = await _suite(served, ada, [one], tags=["smoke", "smoke "], retries=1, gate="all_but_known")
    assert (suite["tags"], suite["retries"], suite["gate"], suite["maxFlaky"], suite["runs"]) == (
        ["smoke"], 1, "all_but_known", None, [],
    )  # fmt: skip
    path = f"/api/suites/{suite['id']}"
    answer = await served.client.patch(path, json={"tests": [two, one], "maxFlaky": 0}, headers=ada.session)
    changed = answer.json()["suite"]
    assert (changed["tests"], changed["maxFlaky"], changed["retries"]) == ([two, one], 0, 1)
    answer = await served.client.patch(path, json={"setUp": one}, headers=ada.session)
    assert answer.json()["issues"][0]["path"] == ["setUp"]
    await served.client.delete(f"/api/procedures/{two}", headers=ada.session)
    assert (await served.client.get(path, headers=ada.api)).json()["suite"]["tests"] == [one]
    assert (await served.client.delete(path, headers=ada.session)).status_code == 204
    assert (await served.client.get(path, headers=ada.api)).status_code == 404


async def test_a_suite_is_run(served: Served, ada: Person) -> None:
    one, two, sign_in = [await _saved(served, ada, name) for name in ("One", "Two", "Sign in")]
    suite = await _suite(served, ada, [one, two], setUp=sign_in)
    answer = await served.client.post(f"/api/suites/{suite['id']}/runs", json={}, headers=ada.api)
    assert answer.status_code == 202, answer.text
    begun = answer.json()
    assert (set(begun), len(begun["runIds"])) == ({"batchId", "runIds"}, 3)
    batch = (await served.client.get(f"/api/batches/{begun['batchId']}", headers=ada.api)).json()["batch"]
    assert (batch["kind"], batch["suiteId"], batch["instruction"], batch["verdict"], batch["status"]) == (
        "suite", suite["id"], "Nightly", None, "pending",
    )  # fmt: skip
    assert [(run["label"], run["setUp"], run["held"]) for run in batch["runs"]] == [
        ("Sign in", True, True), ("One", False, True), ("Two", False, True),
    ]  # fmt: skip
    held = (await served.client.get(f"/api/runs/{begun['runIds'][1]}", headers=ada.api)).json()["run"]
    assert (held["status"], held["placeInLine"], held["runKind"]) == ("pending", None, "suite")
    again = await served.client.post(
        f"/api/suites/{suite['id']}/runs", json={"failedOf": begun["batchId"]}, headers=ada.api
    )
    assert len(again.json()["runIds"]) == 3  # none of them has passed
    cancelled = await served.client.post(f"/api/runs/batch/{begun['batchId']}/cancel", headers=ada.api)
    assert cancelled.json()["cancelled"] == 3


@pytest.mark.parametrize(
    ("until", "passes", "known"),
    [(None, 3, False), (None, 2, True), ("2099-01-01T00:00:00Z", 3, True)],
    ids=["passed three times", "passed twice", "known until a date"],
)
async def test_a_failure_that_has_gone_is_not_known_when_it_comes_again(
    served: Served, ada: Person, until: str | None, passes: int, known: bool
) -> None:
    test = await _saved(served, ada)
    first = await _ended(served, ada, test, "failed")
    marked = await _triage(served, ada, first, {"known": {"reason": "Ticket 7"} | ({"until": until} if until else {})})
    assert marked.json()["triage"]["known"] is not None
    served.clock.ahead += timedelta(seconds=1)
    for _ in range(passes):
        await _ended(served, ada, test, "passed")
    again = await _ended(served, ada, test, "failed")
    triage = (await served.client.get(f"/api/runs/{again}/triage", headers=ada.api)).json()["triage"]
    assert (triage["known"] is not None) == known


async def test_what_is_for_an_environment_is_not_run_elsewhere(served: Served, ada: Person) -> None:
    test = await _saved(served, ada)
    suite, stranger = await _suite(served, ada, [test]), await person(served)
    site = {"name": "Staging", "baseUrl": "https://staging.example.test/"}
    answer = await served.client.post(_of(stranger, "environments"), json=site, headers=stranger.session)
    for environment in (NOWHERE, answer.json()["environment"]["id"]):
        where = {"environmentId": environment}
        for path, body in (
            (f"/api/suites/{suite['id']}/runs", where),
            (_of(ada, "batches"), {"kind": "flaky", "procedureId": test} | where),
        ):
            refused = await served.client.post(path, json=body, headers=ada.api)
            assert refused.status_code == 400, refused.text
            assert refused.json()["issues"][0]["path"] == ["environmentId"]


async def test_what_failed_is_run_again_where_it_was_run(served: Served, ada: Person) -> None:
    suite = await _suite(served, ada, [await _saved(served, ada)])
    staging = {"name": "Staging", "baseUrl": "https://staging.example.test/"}
    answer = await served.client.post(_of(ada, "environments"), json=staging, headers=ada.session)
    environment = answer.json()["environment"]["id"]
    path = f"/api/suites/{suite['id']}/runs"
    first = (await served.client.post(path, json={"environmentId": environment}, headers=ada.api)).json()
    again = (await served.client.post(path, json={"failedOf": first["batchId"]}, headers=ada.api)).json()
    places = [await suite_runs.place_of(served.db, begun["runIds"][0]) for begun in (first, again)]
    assert places[0] == places[1]
    assert places[1].environment_id == environment


async def test_what_failed_is_not_run_again_where_the_suite_failed_since(served: Served, ada: Person) -> None:
    """A few tests of an older run, green now, would tell that the suite passes, whatever has failed since."""
    suite = await _suite(served, ada, [await _saved(served, ada)])
    path = f"/api/suites/{suite['id']}/runs"

    async def run(**body: str) -> httpx.Response:
        return await served.client.post(path, json=body, headers=ada.api)

    old, new, elsewhere = [
        (await run(**where)).json()["batchId"] for where in ({}, {}, {"baseUrl": "https://preview.example.test/"})
    ]
    refused = await run(failedOf=old)
    assert (refused.status_code, refused.json()["issues"][0]["path"]) == (400, ["failedOf"])
    assert "has not passed" in refused.json()["issues"][0]["message"]
    assert (await run(failedOf=elsewhere)).status_code == 202
    again = await run(failedOf=new)
    assert again.status_code == 202
    assert (await run(failedOf=new)).status_code == 400  # that one is under way
    await served.client.post(f"/api/runs/batch/{again.json()['batchId']}/cancel", headers=ada.api)
    await suite_runs.end(served.db, again.json()["batchId"], None, [], served.clock())
    assert (await run(failedOf=new)).status_code == 202  # what was cancelled has told nothing


@pytest.mark.parametrize(("verdict", "status"), [("failed", 400), ("passed", 202)])
async def test_what_failed_before_the_suite_passed_is_run_again(
    served: Served, ada: Person, verdict: Literal["passed", "failed"], status: int
) -> None:
    suite = await _suite(served, ada, [await _saved(served, ada)])
    path = f"/api/suites/{suite['id']}/runs"
    old, new = [(await served.client.post(path, json={}, headers=ada.api)).json()["batchId"] for _ in range(2)]
    await suite_runs.end(served.db, new, verdict, [], served.clock())
    answer = await served.client.post(path, json={"failedOf": old}, headers=ada.api)
    assert answer.status_code == status, answer.text


async def test_a_schedule_is_made_and_paused(served: Served, ada: Person) -> None:
    suite = await _suite(served, ada, [await _saved(served, ada)])
    body = {"name": "Every night", "suiteId": suite["id"], "cron": "30 2 * * *", "timezone": "Europe/Berlin"}
    answer = await served.client.post(_of(ada, "schedules"), json=body, headers=ada.session)
    assert answer.status_code == 201, answer.text
    schedule = answer.json()["schedule"]
    assert (schedule["says"], len(schedule["nextTimes"]), schedule["paused"]) == ("At 02:30 every day", 3, False)
    path = f"/api/schedules/{schedule['id']}"
    answer = await served.client.patch(path, json={"every": "2 hours", "paused": True}, headers=ada.session)
    changed = answer.json()["schedule"]
    assert (changed["cron"], changed["every"], changed["says"]) == (None, "2 hours", "Every 2 hours")
    row = await served.db.one("select next_at from schedules where id = ?", (schedule["id"],))
    assert row is not None
    assert row["next_at"] is None
    await served.client.delete(f"/api/suites/{suite['id']}", headers=ada.session)
    assert (await served.client.get(path, headers=ada.api)).status_code == 404


async def _ended(served: Served, who: Person, procedure_id: str, overall: OverallStatus, *sentences: str) -> str:
    new = runs.NewRun(
        org_id=who.org_id,
        project_id=who.project_id,
        procedure_id=procedure_id,
        instruction="Save",
        base_url="http://x/",
    )
    run_id = await runs.insert_pending(served.db, new, now=served.clock(), upgrade_url="/plan")
    assert await runs.start(served.db, run_id, served.clock())
    failure = Classified("application_error", "It broke.") if overall == "failed" else None
    steps = [
        StepRecord(
            index=index,
            action="click",
            target="Save",
            value=None,
            source="saved",
            sentence=sentence,
            result="failed" if failure and sentence != "open /" else "passed",
            failure_class=failure if sentence != "open /" else None,
        )
        for index, sentence in enumerate(sentences or ("click Save",))
    ]
    ending = runs.Ending(status="completed", overall_status=overall, report_markdown="# End\n", steps=steps)
    assert await runs.finish(served.db, served.services.vault, run_id, ending, served.clock())
    return run_id


async def _triage(served: Served, who: Person, run_id: str, body: dict[str, Any]) -> httpx.Response:
    return await served.client.post(f"/api/runs/{run_id}/triage", json=body, headers=who.session)


async def test_only_a_failure_of_a_saved_test_can_be_known(served: Served, ada: Person) -> None:
    test = await _saved(served, ada)
    passed, failed = await _ended(served, ada, test, "passed"), await _ended(served, ada, test, "failed")
    known = {"known": {"reason": "Ticket 7"}}
    assert (await _triage(served, ada, passed, known)).status_code == 409
    assert (await _triage(served, ada, failed, {})).status_code == 400
    without_a_step = await _triage(served, ada, await _ended(served, ada, test, "failed", "open /"), known)
    assert (without_a_step.status_code, "No step" in without_a_step.text) == (409, True)
    past = {"known": {"reason": "x", "until": "2001-01-01T00:00:00Z"}}
    assert (await _triage(served, ada, failed, past)).json()["issues"][0]["path"] == ["known", "until"]
    assert (await _triage(served, ada, failed, {"assignee": NOWHERE})).json()["issues"][0]["path"] == ["assignee"]
    stranger = await person(served)
    assert (await _triage(served, stranger, failed, known)).status_code == 404


async def test_who_can_look_into_a_failure_is_told_by_name_and_nothing_more(served: Served, ada: Person) -> None:
    org = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert org is not None
    member, viewer = [await person(served, organization=org["name"], role=role) for role in ("member", "viewer")]
    refused = await served.client.get("/api/assignees", headers=viewer.api)
    assert (refused.status_code, refused.json()["code"]) == (403, "read_only_role")
    await person(served)  # of another organization
    listed = (await served.client.get("/api/assignees", headers=member.api)).json()["assignees"]
    assert {each["userId"] for each in listed} == {ada.user_id, member.user_id, viewer.user_id}
    assert {frozenset(each) for each in listed} == {frozenset({"userId", "name"})}


async def test_another_failure_is_not_the_known_one(served: Served, ada: Person) -> None:
    test = await _saved(served, ada)
    green = await _ended(served, ada, test, "passed")
    first = await _ended(served, ada, test, "failed")
    answer = await _triage(
        served, ada, first, {"known": {"reason": "Ticket 7"}, "comment": "Seen", "assignee": ada.user_id}
    )
    triage = answer.json()["triage"]
    assert [entry["kind"] for entry in triage["entries"]] == ["assigned", "known", "comment"]
    assert (triage["known"]["reason"], triage["assignee"]["userId"]) == ("Ticket 7", ada.user_id)
    same, other = await _ended(served, ada, test, "failed"), await _ended(served, ada, test, "failed", "click Pay")
    one_more = await _ended(served, ada, test, "failed", "click Save", "click Pay")
    elsewhere = await _ended(served, ada, test, "failed", "open /", "click Save")
    read = {}
    for run_id in (same, other, one_more, elsewhere):
        read[run_id] = (await served.client.get(f"/api/runs/{run_id}/triage", headers=ada.api)).json()["triage"]
    assert read[same]["known"]["reason"] == "Ticket 7"
    assert [read[run_id]["known"] for run_id in (other, one_more, elsewhere)] == [None, None, None]
    assert (read[other]["failingSince"]["runId"], read[other]["lastPassed"]["runId"]) == (first, green)
    assert read[other]["passedAgain"] is None
    again = await _ended(served, ada, test, "passed")
    await _ended(served, ada, test, "passed")
    triage = (await served.client.get(f"/api/runs/{other}/triage", headers=ada.api)).json()["triage"]
    assert (triage["failingSince"]["runId"], triage["passedAgain"]["runId"]) == (first, again)
    known = await known_failures.of(served.db, [test], served.clock())
    assert known == {(test, Failure("application_error", "1. click Save"))}
    until = served.clock() + timedelta(days=2)
    await _triage(served, ada, same, {"known": {"reason": "Ticket 8", "until": until.isoformat()}})
    for moment, reason in (
        (until - timedelta(seconds=1), "Ticket 8"),
        (until, None),
        (until + timedelta(days=1), None),
    ):
        found = (await triaged.find(served.db, same, moment)).known
        assert (found.reason if found else None, bool(await known_failures.of(served.db, [test], moment))) == (
            reason, reason is not None,
        )  # fmt: skip
    assert (await _triage(served, ada, same, {"known": None})).json()["triage"]["known"] is None
    assert await known_failures.of(served.db, [test], served.clock()) == set()
