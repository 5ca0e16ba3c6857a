"""Batches over HTTP: what is refused starts nothing, what is accepted starts every run of it."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import pytest

from qa_appliance.core.evidence.kinds import BY_DEFAULT, EvidenceName
from qa_appliance.store.tables import environments, plans, procedures, projects, run_requests
from tests.api.conftest import Person, Served, person, plan, serve

NOWHERE = str(uuid.uuid4())
DROP = object()
TYPES = 'Enter "Ada" into Name. Click Save.'
TYPES_TWICE = 'Enter "Ada" into Name. Enter "a@b.c" into E-mail. Click Save.'
ROLES = [{"name": "editor"}, {"name": "guest", "expect": "fail"}]

REFUSED: list[tuple[str, dict[str, Any], list[Any]]] = [
    ("no kind", {"kind": DROP}, ["kind"]),
    ("a strange kind", {"kind": "twice"}, ["kind"]),
    ("neither procedure nor description", {"description": DROP}, []),
    ("both", {"procedureId": NOWHERE}, []),
    ("once is no batch", {"attempts": 1}, ["attempts"]),
    ("too often", {"attempts": 21}, ["attempts"]),
    ("attempts of windows", {"kind": "viewport_pair", "attempts": 3}, ["attempts"]),
    ("viewports of attempts", {"viewports": ["desktop", "phone"]}, ["viewports"]),
    ("one window", {"kind": "viewport_pair", "viewports": ["phone"]}, ["viewports"]),
    ("a window of words", {"kind": "viewport_pair", "viewports": ["phone", "wide"]}, ["viewports", 1]),
    ("a window of one pixel", {"kind": "viewport_pair", "viewports": ["phone", "1x1"]}, ["viewports", 1]),
    ("a probe without roles", {"kind": "role_probe"}, ["roles"]),
    ("no role", {"kind": "role_probe", "roles": []}, ["roles"]),
    ("a role without a name", {"kind": "role_probe", "roles": [{}]}, ["roles", 0, "name"]),
    ("two roles of a name", {"kind": "role_probe", "roles": [{"name": "a"}, {"name": "a"}]}, ["roles", 1, "name"]),
    ("a role that is both", {"kind": "role_probe", "roles": [{"name": "a", "environmentId": NOWHERE, "signIn": "x"}]},
     ["roles", 0]),
    ("an environment that is not there", {"kind": "role_probe", "roles": [{"name": "a", "environmentId": NOWHERE}]},
     ["roles", 0, "environmentId"]),
    ("nothing is typed", {"kind": "fuzz"}, ["field"]),
    ("into which field", {"kind": "fuzz", "description": TYPES_TWICE}, ["field"]),
    ("another field", {"kind": "fuzz", "description": TYPES, "field": "Age"}, ["field"]),
    ("no input", {"kind": "fuzz", "description": TYPES, "inputs": []}, ["inputs"]),
    ("too many inputs", {"kind": "fuzz", "description": TYPES, "inputs": ["x"] * 31, "generated": 20}, ["generated"]),
    ("a seed of attempts", {"seed": 1}, ["seed"]),
    ("a seed that is too large", {"kind": "fuzz", "description": TYPES, "seed": 1_000_000}, ["seed"]),
    ("an input that is too long", {"kind": "fuzz", "description": TYPES, "inputs": ["x" * 20_001]}, ["inputs", 0]),
    ("an input with a NUL byte", {"kind": "fuzz", "description": TYPES, "inputs": ["\0"]}, ["inputs", 0]),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "path"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
async def test_wrong_bodies_start_nothing(
    served: Served, ada: Person, changes: dict[str, Any], path: list[Any]
) -> None:
    body = {"kind": "flaky", "description": "Click Save"} | changes
    answer = await _post(served, ada, {name: value for name, value in body.items() if value is not DROP})
    assert answer.status_code == 400, answer.text
    assert path in [issue["path"] for issue in answer.json()["issues"]]
    assert await ada.runs() == 0


async def test_quotas_are_counted_for_all_its_runs_or_none(served: Served, ada: Person) -> None:
    for limit, code in (("runs", "plan_quota_exhausted"), ("concurrent", "concurrency_limit")):
        await plans.set_plan(served.db, ada.org_id, {"runs": None, "concurrent": None, limit: 2})
        answer = await _post(served, ada, {"kind": "flaky", "description": "Click Save"})
        assert (answer.status_code, answer.json()["code"]) == (429, code)
        assert "2" in answer.json()["error"]
        assert await ada.runs() == 0
    await plans.set_plan(served.db, ada.org_id, {"runs": 3, "concurrent": 3})
    assert (await _post(served, ada, {"kind": "flaky", "description": "Click Save"})).status_code == 202
    assert await ada.runs() == 3


@pytest.mark.parametrize("kind", ["network", "console"])
async def test_odd_inputs_are_not_judged_without_what_they_are_judged_by(tmp_path: Path, kind: EvidenceName) -> None:
    async with serve(tmp_path, evidence=BY_DEFAULT - {kind}) as served:
        ada = await person(served)
        answer = await _post(served, ada, {"kind": "fuzz", "description": TYPES})
        assert (answer.status_code, await ada.runs()) == (400, 0)
        assert "--evidence-console" in answer.json()["error"]
        assert (await _post(served, ada, {"kind": "flaky", "description": TYPES})).status_code == 202


async def test_every_refusal_of_a_trigger_applies(served: Served, ada: Person) -> None:
    viewer, stranger = await person(served, role="viewer"), await person(served)
    body = {"kind": "flaky", "description": "Click Save"}
    path = f"/api/projects/{ada.project_id}/batches"
    assert (await served.client.post(path, json=body)).status_code == 401
    assert (await served.client.post(path, json=body, headers=viewer.api)).status_code == 403
    assert (await served.client.post(path, json=body, headers=stranger.api)).status_code == 404
    saved = {"kind": "flaky", "procedureId": NOWHERE}
    assert (await _post(served, ada, saved)).json() == {"error": "Procedure not found"}
    assert (await _post(served, ada, body | {"baseUrl": "http://10.1.2.3/"})).status_code == 400
    await plans.set_plan(served.db, ada.org_id, {"state": "locked"})
    assert (await _post(served, ada, body)).status_code == 402
    assert await ada.runs() == 0


async def test_a_batch_is_its_organizations_own(served: Served, ada: Person) -> None:
    batch = (await _post(served, ada, {"kind": "flaky", "description": "Click Save"})).json()["batchId"]
    stranger = await person(served)
    for who, path in ((stranger, f"/api/batches/{batch}"), (ada, f"/api/batches/{NOWHERE}")):
        answer = await served.client.get(path, headers=who.api)
        assert (answer.status_code, answer.json()) == (404, {"error": "Batch not found"})


async def test_a_saved_test_that_types_secrets_is_not_signed_in_by_sentences(served: Served, ada: Person) -> None:
    values = {"name": "P", "description": "Log in"}
    saved = await procedures.add(
        served.db, served.services.vault, ada.project_id, plan("Log in"), values, served.clock()
    )
    roles = [{"name": "a", "signIn": "Click Enter."}]
    answer = await _post(served, ada, {"kind": "role_probe", "procedureId": saved.id, "roles": roles})
    assert answer.status_code == 400
    assert "types secrets" in answer.json()["issues"][0]["message"]
    assert await ada.runs() == 0


async def test_attempts(served: Served, ada: Person) -> None:
    woken = served.worker.woken
    answer = await _post(served, ada, {"kind": "flaky", "description": "Click Save", "attempts": 2})
    assert answer.status_code == 202
    started = answer.json()
    assert (set(started), started["kind"], len(started["runIds"])) == ({"batchId", "kind", "runIds"}, "flaky", 2)
    assert served.worker.woken == woken + 1
    runs = [(await served.client.get(f"/api/runs/{each}", headers=ada.api)).json()["run"] for each in started["runIds"]]
    assert [(run["batchId"], run["runKind"], run["attemptIndex"]) for run in runs] == [
        (started["batchId"], "flaky", 1), (started["batchId"], "flaky", 2),
    ]  # fmt: skip
    assert [run["parentRunId"] for run in runs] == [None, started["runIds"][0]]
    groups = (await served.client.get("/api/runs/active", headers=ada.api)).json()["groups"]
    assert [(group["kind"], group["total"], group["runId"]) for group in groups] == [("flaky", 2, started["runIds"][0])]
    batch = await _batch(served, ada, started["batchId"])
    assert (batch["kind"], batch["projectId"], batch["status"], batch["verdict"], batch["findings"]) == (
        "flaky", ada.project_id, "pending", None, [],
    )  # fmt: skip
    assert [(run["label"], run["id"]) for run in batch["runs"]] == [
        ("attempt 1", started["runIds"][0]), ("attempt 2", started["runIds"][1]),
    ]  # fmt: skip
    ended = await served.client.post(f"/api/runs/batch/{started['batchId']}/cancel", headers=ada.api)
    assert ended.json()["cancelled"] == 2
    batch = await _batch(served, ada, started["batchId"])
    assert (batch["status"], batch["verdict"]) == ("cancelled", None)


async def test_windows_roles_and_inputs_reach_the_runs(served: Served, ada: Person) -> None:
    staging = {"name": "E", "base_url": "http://127.0.0.2/", "extra_headers": {"X-Role": "editor"}, "cookies": []}
    environment = await environments.add(served.db, served.services.vault, ada.project_id, staging, served.clock())
    roles = [
        {"name": "editor", "environmentId": environment.id},
        {"name": "ada", "signIn": 'Log in as "ada" with password "hunter2".', "expect": "unknown"},
        {"name": "guest", "expect": "fail"},
    ]
    windows = await _requests(served, ada, {"kind": "viewport_pair", "viewports": ["tablet", "mobile", "1920x1080"]})
    assert [request.site.viewport for request in windows] == [(820, 1180), (390, 844), (1920, 1080)]
    pair = await _requests(served, ada, {"kind": "viewport_pair"})
    assert [request.site.viewport for request in pair] == [(1280, 720), (390, 844)]
    people = await _requests(served, ada, {"kind": "role_probe", "roles": roles})
    assert [(each.expectation, each.site.base_url, each.site.extra_headers) for each in people] == [
        ("pass", "http://127.0.0.2/", {"X-Role": "editor"}), ("unknown", "http://127.0.0.1:9/", None),
        ("fail", "http://127.0.0.1:9/", None),
    ]  # fmt: skip
    assert people[1].description == 'Log in as "ada" with password "hunter2".\nClick Save'
    inputs = await _requests(served, ada, {"kind": "fuzz", "description": TYPES, "inputs": ["", "{x}"]})
    assert [each.typed and (each.typed.field, each.typed.text) for each in inputs] == [("Name", ""), ("Name", "{x}")]
    assert {each.expectation for each in inputs} == {"unknown"}
    more = {"kind": "fuzz", "description": TYPES, "inputs": ["x"], "generated": 2, "seed": 7}
    drawn = await _requests(served, ada, more)
    assert [each.typed and (each.typed.seed, each.typed.nth) for each in drawn] == [(None, 0), (7, 0), (7, 1)]
    chosen = await _requests(served, ada, {"kind": "fuzz", "description": TYPES_TWICE, "field": "e-mail"})
    assert len(chosen) > 25
    assert "ada.example.com" in [each.typed and each.typed.text for each in chosen]


async def test_a_role_that_signs_in_performs_a_saved_test_from_its_words(served: Served, ada: Person) -> None:
    values = {"name": "P", "description": "Click Save"}
    saved = await procedures.add(
        served.db, served.services.vault, ada.project_id, plan("Click Save"), values, served.clock()
    )
    roles = [{"name": "a", "signIn": "Click Enter."}, {"name": "b"}]
    asked = {"kind": "role_probe", "procedureId": saved.id, "description": DROP, "roles": roles}
    signed_in, plain = await _requests(served, ada, asked)
    assert (signed_in.description, signed_in.procedure) == ("Click Enter.\nClick Save", None)
    assert plain.procedure is not None


async def test_a_project_in_another_organization_is_not_there(served: Served, ada: Person) -> None:
    other = await person(served)
    theirs = await projects.find(served.db, served.services.vault, other.project_id)
    assert theirs is not None
    body = {"kind": "flaky", "description": "x"}
    answer = await served.client.post(f"/api/projects/{theirs.id}/batches", json=body, headers=ada.api)
    assert answer.json() == {"error": "Project not found"}


async def _post(served: Served, who: Person, body: dict[str, Any]) -> Any:
    return await served.client.post(f"/api/projects/{who.project_id}/batches", json=body, headers=who.api)


async def _batch(served: Served, who: Person, batch_id: str) -> dict[str, Any]:
    answer = await served.client.get(f"/api/batches/{batch_id}", headers=who.api)
    assert answer.status_code == 200, answer.text
    batch: dict[str, Any] = answer.json()["batch"]
    return batch


async def _requests(served: Served, who: Person, changes: dict[str, Any]) -> list[Any]:
    body = {"description": "Click Save"} | changes
    answer = await _post(served, who, {name: value for name, value in body.items() if value is not DROP})
    assert answer.status_code == 202, answer.text
    return [
        await run_requests.run_request(served.db, served.services.vault, run_id) for run_id in answer.json()["runIds"]
    ]
