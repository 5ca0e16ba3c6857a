"""The phrase reference and the phrasebook over HTTP, and that planning uses an organization's own phrases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from qa_appliance.core.run import RunRequest
from qa_appliance.english.compile import plan_english
from qa_appliance.planning.planner import StandardPlanner
from qa_appliance.store.tables.run_requests import run_request
from tests.api.conftest import Person, Served, person, serve

MASK = "••••"
URL = "/api/phrasebook"
SIGN_IN = {"pattern": "sign in as {who}", "sentences": ['enter "{who}" into Email', 'click "Sign in"']}


@pytest.fixture(scope="module")
async def reading(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """An appliance that really reads English."""
    async with serve(tmp_path_factory.mktemp("reading"), plan=plan_english) as running:
        yield running


@pytest.fixture
async def bob(reading: Served) -> Person:
    return await person(reading)


async def test_who_may_not_change_the_phrasebook(reading: Served, bob: Person) -> None:
    client = reading.client
    made = (await client.post(URL, json=SIGN_IN, headers=bob.session)).json()["phrase"]
    one = f"{URL}/{made['id']}"
    stranger = await person(reading)
    row = await reading.db.one("select name from organizations where id = ?", (bob.org_id,))
    assert row is not None
    viewer = await person(reading, organization=row["name"], role="viewer")
    for method, url in (("POST", URL), ("PATCH", one), ("DELETE", one)):
        body = None if method == "DELETE" else SIGN_IN
        for headers, status, code in (
            (bob.api, 403, "api_key_scope"), (viewer.session, 403, "read_only_role"), ({}, 401, None),
        ):  # fmt: skip
            answer = await client.request(method, url, json=body, headers=headers)
            assert (answer.status_code, answer.json().get("code")) == (status, code)
    for method in ("PATCH", "DELETE"):
        answer = await client.request(
            method, one, json=SIGN_IN if method == "PATCH" else None, headers=stranger.session
        )
        assert (answer.status_code, answer.json()) == (404, {"error": "Phrase not found"})
    assert (await client.get(URL, headers=stranger.api)).json() == {"phrases": []}
    assert (await client.get(URL, headers=viewer.session)).json() == {"phrases": [made]}


WRONG: list[tuple[dict[str, Any], list[Any], str]] = [
    ({"pattern": ""}, ["pattern"], "needs at least 1"),
    ({"pattern": "  "}, ["pattern"], "needs at least 1"),
    ({"pattern": 1}, ["pattern"], "has to be a text"),
    ({"sentences": []}, ["sentences"], "needs at least 1"),
    ({"sentences": "x"}, ["sentences"], "has to be a list"),
    ({"sentences": ['click "{who}"', *['click "' + "a" * 400 + '"'] * 10]}, ["sentences"], "at most 4000 characters"),
    ({"sentences": ['click "{who}"', " "]}, ["sentences", 1], "needs at least 1"),
    ({"sentences": ['click "{who}"', "sing"]}, ["sentences", 1], "“sing”: No form reads this clause."),
    ({"sentences": ["sign in as {who}"]}, ["sentences", 0], "uses itself"),
    ({"sentences": ['click "Sign in"']}, ["pattern"], "{who} stands in none of the sentences"),
    ({"pattern": "click {who}"}, ["pattern"], "is understood without a phrase"),
    ({"sentences": ['click "{who}"', f"enter {MASK} into Password"]}, ["sentences", 1], "has to be typed again"),
]


@pytest.mark.parametrize(("changes", "path", "message"), WRONG)
async def test_wrong_phrases(
    reading: Served, bob: Person, changes: dict[str, Any], path: list[Any], message: str
) -> None:
    answer = await reading.client.post(URL, json=SIGN_IN | changes, headers=bob.session)
    assert answer.status_code == 400, answer.text
    (issue,) = answer.json()["issues"]
    assert issue["path"] == path
    assert message in issue["message"]
    assert (await reading.client.get(URL, headers=bob.api)).json() == {"phrases": []}


async def test_a_phrase_from_birth_to_end(reading: Served, bob: Person) -> None:
    client = reading.client
    made = await client.post(URL, json=SIGN_IN, headers=bob.session)
    assert made.status_code == 201
    phrase = made.json()["phrase"]
    assert set(phrase) == {"id", "pattern", "sentences", "createdAt", "updatedAt", "usedBy"}
    assert SIGN_IN.items() <= phrase.items()
    same = {"pattern": "Sign in as {user}.", "sentences": ['click "{user}"']}
    assert (await client.post(URL, json=same, headers=bob.session)).status_code == 409
    work = {"pattern": "begin as {who}", "sentences": ["sign in as {who}", "go to /work"]}
    other = (await client.post(URL, json=work, headers=bob.session)).json()["phrase"]
    one = f"{URL}/{phrase['id']}"
    for answer in (
        await client.patch(one, json={"pattern": "enter as {who}"}, headers=bob.session),
        await client.delete(one, headers=bob.session),
    ):
        assert answer.status_code == 409
        assert answer.json()["error"] == "The phrase “begin as {who}” uses “sign in as {who}”. Change that one first."
    changed = await client.patch(one, json={"sentences": ['click "{who}"']}, headers=bob.session)
    assert changed.json()["phrase"]["sentences"] == ['click "{who}"']
    assert (await client.delete(f"{URL}/{other['id']}", headers=bob.session)).status_code == 204
    assert (await client.delete(one, headers=bob.session)).status_code == 204
    assert (await client.get(URL, headers=bob.api)).json() == {"phrases": []}
    entries = (await client.get("/api/audit", headers=bob.session)).json()
    recorded = [(entry["action"], entry["details"]) for entry in entries["entries"]]
    assert recorded[0] == ("phrase.removed", {"pattern": "sign in as {who}"})
    assert {action for action, _ in recorded} == {"phrase.added", "phrase.changed", "phrase.removed"}


async def test_it_is_used_wherever_english_is_read(reading: Served, bob: Person) -> None:
    client = reading.client
    phrase = (await client.post(URL, json=SIGN_IN, headers=bob.session)).json()["phrase"]
    asked = {"projectId": bob.project_id, "description": "Sign in as ann"}
    plan = (await client.post("/api/plan", json=asked, headers=bob.api)).json()
    assert plan["gaps"] == []
    assert [(step["action"], step["phrase"]) for step in plan["steps"]] == [
        ("fill", "sign in as {who}"), ("click", "sign in as {who}"),
    ]  # fmt: skip
    saved = await client.post(
        f"/api/projects/{bob.project_id}/procedures",
        json={"name": "Sign in", "description": "sign in as ann"},
        headers=bob.session,
    )
    procedure = saved.json()["procedure"]
    (shown,) = (await client.get(URL, headers=bob.api)).json()["phrases"]
    used = {"procedureId": procedure["id"], "projectId": bob.project_id, "name": "Sign in"}
    assert shown == phrase | {"usedBy": [used]}
    stranger = await person(reading)
    other = {"projectId": stranger.project_id, "description": "Sign in as ann"}
    assert len((await client.post("/api/plan", json=other, headers=stranger.api)).json()["gaps"]) == 1
    run = (await client.post("/api/runs/trigger", json=asked, headers=bob.api)).json()
    request = await run_request(reading.db, reading.services.vault, run["runId"])
    assert isinstance(request, RunRequest)
    steps = (await StandardPlanner().plan(request)).steps
    assert [step.phrase for step in steps] == ["sign in as {who}"] * 2


async def test_a_password_in_a_sentence_is_sealed_and_kept(reading: Served, bob: Person) -> None:
    client = reading.client
    body = {"pattern": "sign in as the admin", "sentences": ['log in as "ann" with password "hunter2!"']}
    phrase = (await client.post(URL, json=body, headers=bob.session)).json()["phrase"]
    assert phrase["sentences"] == [f'log in as "ann" with password "{MASK}"']
    row = await reading.db.one("select * from phrases where id = ?", (phrase["id"],))
    assert row is not None
    assert "hunter2!" not in repr(tuple(row))
    changed = {"sentences": [*phrase["sentences"], "reload the page"]}
    kept = await client.patch(f"{URL}/{phrase['id']}", json=changed, headers=bob.session)
    assert kept.status_code == 200
    assert kept.json()["phrase"]["sentences"] == changed["sentences"]
    asked = {"projectId": bob.project_id, "description": "sign in as the admin"}
    run = (await client.post("/api/runs/trigger", json=asked, headers=bob.api)).json()
    request = await run_request(reading.db, reading.services.vault, run["runId"])
    assert request is not None
    login = (await StandardPlanner().plan(request)).steps[0]
    assert login.password.text == "hunter2!"  # type: ignore[union-attr]
    assert "hunter2!" not in (await client.post("/api/plan", json=asked, headers=bob.api)).text


async def test_the_reference_is_there_for_every_key(served: Served, ada: Person) -> None:
    assert (await served.client.get("/api/phrases")).status_code == 401
    families = (await served.client.get("/api/phrases", headers=ada.api)).json()["families"]
    assert {"going-to-pages", "fields", "what-is-shown", "conditions-and-repetitions"} <= {
        family["name"] for family in families
    }
    forms = [form for family in families for form in family["forms"]]
    assert {"form", "example", "does"} <= set(forms[0])
    assert len(forms) > 150
