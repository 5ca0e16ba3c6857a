"""POST /api/runs/trigger: every refusal of contract 4.1 and 7, in the order of decision 19, then what is accepted."""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path
from typing import Any, get_args

import pytest

from qa_appliance.core.clock import new_id
from qa_appliance.core.roles import Role
from qa_appliance.settings import Limits
from qa_appliance.store.tables import environments, plans, procedures, projects, run_requests
from tests.api.conftest import Person, Served, person, plan, serve

NOWHERE = str(uuid.uuid4())
SECRET = "hunter2-and-more"
EVERYTHING = {
    "video": True, "trace": True, "screenshots": True, "accessibility": True, "performance": True, "har": False,
    "bodies": False,
}  # fmt: skip
DROP = object()
ROLES = get_args(Role)

BAD_BODIES: list[tuple[str, dict[str, Any], list[tuple[str, list[Any]]]]] = [
    ("projectId is required", {"projectId": DROP}, [("invalid_type", ["projectId"])]),
    ("projectId is no uuid", {"projectId": "shop"}, [("invalid_string", ["projectId"])]),
    ("projectId is a number", {"projectId": 7}, [("invalid_type", ["projectId"])]),
    ("a uuid with a line break behind it", {"projectId": NOWHERE + "\n"}, [("invalid_string", ["projectId"])]),
    ("neither procedure nor description", {"description": DROP}, [("custom", [])]),
    ("both procedure and description", {"procedureId": NOWHERE}, [("custom", [])]),
    ("procedureId is no uuid", {"description": DROP, "procedureId": "x"}, [("invalid_string", ["procedureId"])]),
    ("description is empty", {"description": ""}, [("too_small", ["description"])]),
    ("description has 4001 characters", {"description": "x" * 4001}, [("too_big", ["description"])]),
    ("description is null", {"description": None}, [("invalid_type", ["description"])]),
    ("description is a list", {"description": ["x"]}, [("invalid_type", ["description"])]),
    ("baseUrl has 2049 characters", {"baseUrl": "http://x/" + "x" * 2040}, [("too_big", ["baseUrl"])]),
    ("baseUrl holds a password", {"baseUrl": "http://ada:pass@127.0.0.1/"}, [("invalid_string", ["baseUrl"])]),
    ("baseUrl is true", {"baseUrl": True}, [("invalid_type", ["baseUrl"])]),
    ("environmentId is no uuid", {"environmentId": "staging"}, [("invalid_string", ["environmentId"])]),
    ("maxDurationMinutes is 4", {"maxDurationMinutes": 4}, [("too_small", ["maxDurationMinutes"])]),
    ("maxDurationMinutes is 121", {"maxDurationMinutes": 121}, [("too_big", ["maxDurationMinutes"])]),
    ("maxDurationMinutes is huge", {"maxDurationMinutes": 10**400}, [("too_big", ["maxDurationMinutes"])]),
    ("maxDurationMinutes is a fraction", {"maxDurationMinutes": 7.5}, [("invalid_type", ["maxDurationMinutes"])]),
    ("maxDurationMinutes is a text", {"maxDurationMinutes": "10"}, [("invalid_type", ["maxDurationMinutes"])]),
    ("maxDurationMinutes is true", {"maxDurationMinutes": True}, [("invalid_type", ["maxDurationMinutes"])]),
    ("evidence is a list", {"evidence": ["video"]}, [("invalid_type", ["evidence"])]),
    ("a part of the evidence is no yes or no", {"evidence": {"har": 1}}, [("invalid_type", ["evidence", "har"])]),
    ("patience is nothing known", {"patience": "some"}, [("invalid_enum_value", ["patience"])]),
    ("a NUL byte in a known field", {"description": "a\0b"}, [("invalid_string", ["description"])]),
    ("a NUL byte in an unknown field", {"x": [{"y": "\0"}]}, [("invalid_string", ["x", 0, "y"])]),
    ("a NUL byte in a key", {"x\0": 1}, [("invalid_string", ["x\0"])]),
    (
        "everything at once",
        {"projectId": 1, "description": "", "baseUrl": 2, "maxDurationMinutes": 1, "environmentId": "e"},
        [
            ("invalid_type", ["projectId"]), ("too_small", ["description"]), ("invalid_type", ["baseUrl"]),
            ("invalid_string", ["environmentId"]), ("too_small", ["maxDurationMinutes"]),
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "issues"), [case[1:] for case in BAD_BODIES], ids=[case[0] for case in BAD_BODIES])
async def test_wrong_bodies_name_every_issue(
    served: Served, ada: Person, changes: dict[str, Any], issues: list[tuple[str, list[Any]]]
) -> None:
    body = {"projectId": ada.project_id, "description": "Click Save"} | changes
    body = {name: value for name, value in body.items() if value is not DROP}
    answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
    assert answer.status_code == 400
    assert answer.json()["error"] == "Invalid request body"
    found = [(issue["code"], issue["path"]) for issue in answer.json()["issues"]]
    assert sorted(found, key=repr) == sorted(issues, key=repr)
    assert all(issue["message"].endswith(".") for issue in answer.json()["issues"])
    assert await ada.runs() == 0


NO_OBJECTS = {
    "nothing": b"", "broken": b"{", "a list": b"[]", "a text": b'"x"', "null": b"null", "a bare NUL": b'{"a":"\x00"}',
    "not UTF-8": b'{"a":"\xff"}', "half a pair": b'{"a":"\\ud800"}', "two values": b"{} {}", "deep": b"[" * 100_000,
    "deep and closed": b"[" * 5000 + b"]" * 5000, "infinite": b'{"a":1e999}', "not a number": b'{"a":NaN}',
}  # fmt: skip


@pytest.mark.parametrize("content", NO_OBJECTS.values(), ids=NO_OBJECTS.keys())
async def test_what_is_no_json_object_is_400(served: Served, ada: Person, content: bytes) -> None:
    headers = ada.api | {"Content-Type": "application/json"}
    answer = await served.client.post("/api/runs/trigger", content=content, headers=headers)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"] == "Invalid request body"
    assert len(answer.json()["issues"]) == 1


async def _setting(served: Served, ada: Person, **changes: Any) -> None:
    await plans.set_plan(served.db, ada.org_id, changes)


PLAN_REFUSALS = {
    "never subscribed": ({"state": "never_subscribed"}, 402, "onboarding_exhausted"),
    "locked": ({"state": "locked"}, 402, "locked"),
    "locked comes before quota": ({"state": "locked", "runs": 0}, 402, "locked"),
    "runs used up": ({"runs": 0}, 429, "plan_quota_exhausted"),
    "browser minutes used up": ({"browser_minutes": 0}, 429, "plan_quota_exhausted"),
    "AI allowance used up": ({"llm_cents": 0}, 429, "plan_quota_exhausted"),
    "quota comes before concurrency": ({"runs": 0, "concurrent": 0}, 429, "plan_quota_exhausted"),
    "concurrency": ({"concurrent": 0}, 429, "concurrency_limit"),
}


@pytest.mark.parametrize(("changes", "status", "code"), PLAN_REFUSALS.values(), ids=PLAN_REFUSALS.keys())
async def test_the_plan_refuses(served: Served, ada: Person, changes: dict[str, Any], status: int, code: str) -> None:
    await _setting(served, ada, **changes)
    # the address would be refused too: it is asked for last
    body = {"projectId": ada.project_id, "description": "Click Save", "baseUrl": "http://10.1.2.3/"}
    answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "retry-after" not in answer.headers
    assert ("upgradeUrl" in answer.json()) == (status == 402)
    assert await ada.runs() == 0


ADDRESSES = {
    "private": "http://10.1.2.3/", "link-local": "http://169.254.10.10/", "metadata": "http://169.254.169.254/",
    "another scheme": "file:///etc/passwd", "no address": "shop", "empty": "", "mapped": "http://[::ffff:10.0.0.1]/",
    "as browsers read it": "http://10.0.0.1\\@example.com/", "decimal": "http://167772161/",
}  # fmt: skip


@pytest.mark.parametrize("url", ADDRESSES.values(), ids=ADDRESSES.keys())
async def test_the_guard_refuses_last(served: Served, ada: Person, url: str) -> None:
    woken = served.worker.woken
    body = {"projectId": ada.project_id, "description": "Click Save", "baseUrl": url}
    answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
    assert answer.status_code == 400
    assert "code" not in answer.json()
    if url.startswith("http://1"):
        assert "--allow" in answer.json()["error"]
    assert await ada.runs() == 0
    assert served.worker.woken == woken


async def test_what_is_not_there_is_404(served: Served, ada: Person) -> None:
    other = await projects.add(
        served.db, served.services.vault, ada.org_id, {"name": "Other", "base_url": "http://127.0.0.1"}, served.clock()
    )
    foreign = await procedures.add(
        served.db, served.services.vault, other.id, plan("Click Save"), {"name": "P"}, served.clock()
    )
    archived = await projects.add(
        served.db, served.services.vault, ada.org_id, {"name": "Old", "base_url": "http://127.0.0.1"}, served.clock()
    )
    await projects.change(
        served.db, served.services.vault, archived.id, {"archived_at": "2026-01-01T00:00:00.000Z"}, served.clock()
    )
    rows: list[tuple[dict[str, Any], str]] = [
        ({"projectId": NOWHERE, "description": "x"}, "Project not found"),
        ({"projectId": archived.id, "description": "x"}, "Project not found"),
        ({"projectId": ada.project_id, "procedureId": NOWHERE}, "Procedure not found"),
        ({"projectId": ada.project_id, "procedureId": foreign.id}, "Procedure not found"),
    ]
    await _setting(served, ada, state="locked")  # 404 comes before 402
    for body, message in rows:
        answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
        assert (answer.status_code, answer.json()) == (404, {"error": message})
    assert await ada.runs() == 0


async def test_a_project_of_another_workspace_names_it_only_to_its_members(served: Served, ada: Person) -> None:
    there = await person(served, ada.email, "Elsewhere")  # ada belongs to both
    stranger = await person(served)
    for key, extra in (
        (ada, {"code": "other_workspace", "orgId": there.org_id, "orgName": "Elsewhere"}),
        (stranger, {}),
    ):
        body = {"projectId": there.project_id, "description": "x"}
        answer = await served.client.post("/api/runs/trigger", json=body, headers=key.api)
        assert (answer.status_code, answer.json()) == (404, {"error": "Project not found"} | extra)
    assert await ada.runs() == 0


async def test_secrets_are_typed_on_the_projects_own_hosts_only(served: Served, ada: Person) -> None:
    saved = await procedures.add(
        served.db, served.services.vault, ada.project_id, plan("Log in"), {"name": "P"}, served.clock()
    )
    body = {"projectId": ada.project_id, "procedureId": saved.id, "baseUrl": "http://localhost:81/"}
    answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
    assert answer.status_code == 400
    assert "localhost" in answer.json()["error"]
    assert await ada.runs() == 0
    staging = {"name": "S", "base_url": "http://localhost:81/", "extra_headers": {}, "cookies": []}
    environment = await environments.add(served.db, served.services.vault, ada.project_id, staging, served.clock())
    for fine in (
        body,
        body | {"environmentId": environment.id},
        {"projectId": ada.project_id, "procedureId": saved.id},
    ):
        assert (await served.client.post("/api/runs/trigger", json=fine, headers=ada.api)).status_code == 202


async def test_viewers_and_strangers_are_refused_before_the_body_is_read(served: Served, ada: Person) -> None:
    viewer = await person(served, role="viewer")
    for headers, status in (({}, 401), (viewer.api, 403), (viewer.session, 403)):
        answer = await served.client.post("/api/runs/trigger", content=b"{", headers=headers)
        assert answer.status_code == status
    assert answer.json() == {
        "error": "Viewers have read-only access to this workspace",
        "code": "read_only_role",
    }


async def test_the_limiter_comes_before_the_body_and_is_per_user(tmp_path: Path) -> None:
    limits = Limits(api_global_per_minute=1000, trigger_per_minute=2)
    async with serve(tmp_path, limits=limits) as served:
        ada, bob = await person(served), await person(served)
        for _ in range(2):
            answer = await served.client.post("/api/runs/trigger", content=b"{", headers=ada.api)
            assert answer.status_code == 400
        for headers in (ada.api, ada.session):  # the same user
            answer = await served.client.post("/api/runs/trigger", content=b"{", headers=headers)
            assert answer.status_code == 429
            assert set(answer.json()) == {"error", "retryAfter"}
            assert 1 <= answer.json()["retryAfter"] <= 60
            assert answer.headers["retry-after"] == str(answer.json()["retryAfter"])
            assert not [name for name in answer.headers if name.startswith("x-ratelimit")]
        body = {"projectId": bob.project_id, "description": "x"}
        assert (await served.client.post("/api/runs/trigger", json=body, headers=bob.api)).status_code == 202


async def test_ten_at_once_count_correctly(served: Served, ada: Person) -> None:
    body = {"projectId": ada.project_id, "description": "Click Save"}
    await _setting(served, ada, concurrent=3)

    async def one() -> int:
        return (await served.client.post("/api/runs/trigger", json=body, headers=ada.api)).status_code

    assert sorted(await asyncio.gather(*(one() for _ in range(10)))) == [202] * 3 + [429] * 7
    await _setting(served, ada, concurrent=None, runs=5)
    assert sorted(await asyncio.gather(*(one() for _ in range(10)))) == [202] * 2 + [429] * 8
    assert await ada.runs() == 5


EXPECTATIONS: list[tuple[Any, str]] = [
    ("pass", "pass"), ("fail", "fail"), ("unknown", "unknown"), ("FAIL", "pass"), ("", "pass"), (None, "pass"),
    (7, "pass"), ({"a": 1}, "pass"), (["fail"], "pass"), (DROP, "pass"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "stored"), EXPECTATIONS)
async def test_any_other_expectation_is_pass(served: Served, ada: Person, given: Any, stored: str) -> None:
    body = {"projectId": ada.project_id, "description": "x"} | ({} if given is DROP else {"userExpectation": given})
    answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
    assert answer.status_code == 202
    assert (await _run(served, ada, answer.json()["runId"]))["userExpectation"] == stored


async def test_an_accepted_run(served: Served, ada: Person) -> None:
    woken = served.worker.woken
    words = "é" * 1999 + "😀😀" + "x" * 1999
    body = {"projectId": ada.project_id.upper(), "description": words, "maxDurationMinutes": 5.0, "future": {"x": 1}}
    answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
    assert answer.status_code == 202
    run_id = answer.json()["runId"]
    wait = {"placeInLine", "expectedWaitSeconds", "note"}  # of a run whose turn does not come at once
    assert {name: value for name, value in answer.json().items() if name not in wait} == {
        "runId": run_id, "projectId": ada.project_id, "status": "pending", "pollUrl": f"/api/runs/{run_id}",
    }  # fmt: skip
    run = await _run(served, ada, run_id)
    assert run["instruction"] == words[:2000]
    assert (run["status"], run["overallStatus"], run["startedAt"]) == ("pending", None, None)
    assert (run["maxDurationMinutes"], run["triggeredByUserId"]) == (5, ada.user_id)
    assert run["lastHeartbeatAt"] == run["createdAt"]
    assert served.worker.woken == woken + 1
    row = await served.db.one("select description from runs where id = ?", (run_id,))
    assert row is not None
    assert row[0] == words


async def answered(served: Served, who: Person, project_id: str, run_id: str) -> str:
    """Everywhere somebody may read of a run, as one text."""
    paths = (
        f"/api/runs/{run_id}", "/api/runs?q=password", f"/api/projects/{project_id}/runs", "/api/runs/active",
        f"/api/projects/{project_id}/procedures", "/api/organization", f"/api/projects/{project_id}/insights",
    )  # fmt: skip
    answers = [await served.client.get(path, headers=who.session) for path in paths]
    assert [answer.status_code for answer in answers] == [200] * len(paths)
    return "".join(answer.text for answer in answers)


TYPED: list[str] = [
    f'Enter "{SECRET}" into Password. Click Save.',
    f"sign in with {SECRET}",  # a phrase of the organization's own
    f'Ponder the password "{SECRET}" for a while. Click Save.',  # a gap
    f"go to http://ada:{SECRET}@127.0.0.1/. Check the password page",
    f"go to /in?token={SECRET}. Check the password page",
    f'if "Password" is shown, enter "{SECRET}" into Password',
]


@pytest.mark.parametrize("asked", TYPED)
async def test_who_reads_a_typed_password(served: Served, asked: str) -> None:
    """Its author, owners and admins; nobody else, nowhere, and no file."""
    organization = new_id()
    somebody = {role: await person(served, organization=organization, role=role) for role in ROLES}
    author = await person(served, organization=organization, role="member")
    phrase = {"pattern": "sign in with {what}", "sentences": ['enter "{what}" into Password']}
    added = await served.client.post("/api/phrasebook", json=phrase, headers=author.session)
    assert added.status_code == 201
    body = {"projectId": author.project_id, "description": asked}
    answer = await served.client.post("/api/runs/trigger", json=body, headers=author.session)
    run_id = answer.json()["runId"]
    row = await served.db.one("select * from runs where id = ?", (run_id,))
    assert row is not None
    assert SECRET not in repr(tuple(row))
    read = {role: SECRET in await answered(served, who, author.project_id, run_id) for role, who in somebody.items()}
    assert read == {"owner": True, "admin": True, "member": False, "viewer": False}
    assert SECRET in await answered(served, author, author.project_id, run_id)
    request = await run_requests.run_request(served.db, served.services.vault, run_id)
    assert request is not None
    assert request.description == asked


async def test_a_typed_password_is_answered_as_it_was_written_and_kept_under_seal(served: Served, ada: Person) -> None:
    """Contract 2.1: the instruction is the description's beginning, also where nobody planned the run yet."""
    words = f'Enter "{SECRET}" into Password. Click Save. {"x" * 2000}'
    body = {"projectId": ada.project_id, "description": words}
    answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
    run_id = answer.json()["runId"]
    assert (await _run(served, ada, run_id))["instruction"] == words[:2000]
    for path, key in (("/api/runs", "runs"), (f"/api/projects/{ada.project_id}/runs", "runs")):
        listed = (await served.client.get(path, headers=ada.api)).json()[key]
        assert listed[0]["instruction"] == words[:2000]
    groups = (await served.client.get("/api/runs/active", headers=ada.api)).json()["groups"]
    assert groups[0]["instruction"] == words[:2000]
    await served.client.post(f"/api/runs/{run_id}/cancel", headers=ada.api)
    assert (await _run(served, ada, run_id))["instruction"] == words[:2000]
    row = await served.db.one("select * from runs where id = ?", (run_id,))
    assert row is not None
    assert SECRET not in repr(tuple(row))
    assert (row["instruction"][:13], len(row["instruction"])) == ('Enter "••••" ', 2000)
    request = await run_requests.run_request(served.db, served.services.vault, run_id)
    assert request is not None
    assert request.description == words
    again = {"projectId": ada.project_id, "description": 'Enter "••••" into Password'}
    assert (await served.client.post("/api/runs/trigger", json=again, headers=ada.api)).status_code == 202


CHOICES: list[tuple[Any, Any, dict[str, bool]]] = [
    (None, DROP, {}),
    (None, {"har": False}, {}),
    ({}, {}, {}),
    ({"video": False, "har": True}, DROP, {"video": False, "har": True}),
    ({"video": False, "trace": False}, {"video": True, "har": True}, {"trace": False, "har": True}),
    (None, {"screenshots": False, "accessibility": False, "performance": False},
     {"screenshots": False, "accessibility": False, "performance": False}),
]  # fmt: skip


@pytest.mark.parametrize(("of_project", "of_run", "recorded"), CHOICES)
async def test_a_run_takes_what_it_says_then_what_its_project_says(
    served: Served, ada: Person, of_project: Any, of_run: Any, recorded: dict[str, bool]
) -> None:
    path = f"/api/projects/{ada.project_id}"
    changed = await served.client.patch(path, json={"evidence": of_project}, headers=ada.session)
    kept = None if of_project is None else EVERYTHING | of_project
    assert (changed.status_code, changed.json()["project"]["evidence"]) == (200, kept)
    assert (await served.client.get(path, headers=ada.api)).json()["project"]["evidence"] == kept
    body = {"projectId": ada.project_id, "description": "x"} | ({} if of_run is DROP else {"evidence": of_run})
    answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
    request = await run_requests.run_request(served.db, served.services.vault, answer.json()["runId"])
    assert request is not None
    assert {name: name in request.evidence for name in EVERYTHING} == EVERYTHING | recorded


async def test_the_base_url_comes_from_environment_then_request_then_project(served: Served, ada: Person) -> None:
    staging = {"name": "S", "base_url": "http://127.0.0.2/", "extra_headers": {}, "cookies": []}
    environment = await environments.add(served.db, served.services.vault, ada.project_id, staging, served.clock())
    other = await projects.add(
        served.db, served.services.vault, ada.org_id, {"name": "O", "base_url": "http://127.0.0.9/"}, served.clock()
    )
    strange = await environments.add(served.db, served.services.vault, other.id, staging, served.clock())
    asked = {"baseUrl": "http://127.0.0.3/"}
    rows: list[tuple[dict[str, str], str]] = [
        ({}, "http://127.0.0.1:9/"),
        (asked, "http://127.0.0.3/"),
        (asked | {"environmentId": environment.id}, "http://127.0.0.2/"),
        (asked | {"environmentId": strange.id}, "http://127.0.0.3/"),
        ({"environmentId": NOWHERE}, "http://127.0.0.1:9/"),
    ]
    for extra, expected in rows:
        body = {"projectId": ada.project_id, "description": "x"} | extra
        answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
        assert answer.status_code == 202, answer.text
        assert (await _run(served, ada, answer.json()["runId"]))["initialUrl"] == expected


async def _run(served: Served, who: Person, run_id: str) -> dict[str, Any]:
    answer = await served.client.get(f"/api/runs/{run_id}", headers=who.api)
    assert answer.status_code == 200
    run: dict[str, Any] = answer.json()["run"]
    return run


async def test_whose_patience_counts(served: Served, ada: Person) -> None:
    """The run's own, else the project's; of neither, the server's."""
    found = []
    for of_project, of_run in ((None, None), ("full", None), ("full", "certain"), (None, "full")):
        changed = await served.client.patch(
            f"/api/projects/{ada.project_id}", json={"patience": of_project}, headers=ada.session
        )
        assert changed.json()["project"]["patience"] == of_project
        body = {"projectId": ada.project_id, "description": "Click Save.", **({"patience": of_run} if of_run else {})}
        answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
        request = await run_requests.run_request(served.db, served.services.vault, answer.json()["runId"])
        assert request is not None
        found.append(request.patience)
    assert found == [None, "full", "certain", "full"]
