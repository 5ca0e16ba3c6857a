"""Projects, environments, procedures, plans and baselines (interfaces, Resources)."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.steps import Found, StepRecord
from qa_appliance.core.target import Known
from qa_appliance.store.tables import runs
from tests.api.conftest import Person, Served, person, plan

MASK = "••••"

PROJECTS: list[tuple[dict[str, Any], list[Any], str]] = [
    ({"name": ""}, ["name"], "too_small"), ({"name": " "}, ["name"], "too_small"),
    ({"name": None}, ["name"], "invalid_type"),
    ({"baseUrl": "shop"}, ["baseUrl"], "invalid_string"), ({"baseUrl": "ftp://x/"}, ["baseUrl"], "invalid_string"),
    ({"baseUrl": "http://u:p@x/"}, ["baseUrl"], "invalid_string"), ({"baseUrl": 1}, ["baseUrl"], "invalid_type"),
    ({"timezone": "Mars/Base"}, ["timezone"], "invalid_string"), ({"locale": "deutsch!"}, ["locale"], "invalid_string"),
    ({"geolocation": {"latitude": 91, "longitude": 0}}, ["geolocation", "latitude"], "too_big"),
    ({"geolocation": {"longitude": 0}}, ["geolocation", "latitude"], "invalid_type"),
    ({"geolocation": []}, ["geolocation"], "invalid_type"),
    ({"appContext": {"keyFlows": ["a", 1]}}, ["appContext", "keyFlows", 1], "invalid_type"),
    ({"storageState": "x"}, ["storageState"], "invalid_type"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "path", "code"), PROJECTS)
async def test_wrong_projects(served: Served, ada: Person, changes: dict[str, Any], path: list[Any], code: str) -> None:
    body = {"name": "Shop", "baseUrl": "https://shop.example/"} | changes
    rows = (("POST", "/api/projects", ada.api), ("PATCH", f"/api/projects/{ada.project_id}", ada.session))
    for method, url, headers in rows:
        answer = await served.client.request(method, url, json=body, headers=headers)
        assert answer.status_code == 400
        assert [(each["path"], each["code"]) for each in answer.json()["issues"]] == [(path, code)]
    assert len((await served.client.get("/api/projects", headers=ada.api)).json()["projects"]) == 1


async def test_a_project_from_birth_to_archive(served: Served, ada: Person) -> None:
    client = served.client
    body = {
        "name": "Shop", "baseUrl": "https://shop.example/", "timezone": "Europe/Berlin", "locale": "de-DE",
        "geolocation": {"latitude": 52.5, "longitude": 13}, "appContext": {"summary": "A shop", "keyFlows": ["buy"]},
    }  # fmt: skip
    created = await client.post("/api/projects", json=body, headers=ada.api)
    assert created.status_code == 201
    project = created.json()["project"]
    assert set(project) == {
        "id", "orgId", "name", "baseUrl", "createdAt", "lastUsedAt", "archivedAt", "storageStateCapturedAt",
        "storageStateJson", "timezone", "locale", "geolocationJson", "appContextJson", "appMapJson", "evidence",
        "patience",
    }  # fmt: skip
    assert (project["orgId"], project["geolocationJson"]["latitude"]) == (ada.org_id, 52.5)
    url = f"/api/projects/{project['id']}"
    assert (await client.get(url, headers=ada.api)).json() == {"project": project}
    change: dict[str, Any] = {"name": "Store", "timezone": None, "storageState": {"cookies": [], "origins": []}}
    changed = (await client.patch(url, json=change, headers=ada.session)).json()["project"]
    assert (changed["name"], changed["timezone"], changed["locale"]) == ("Store", None, "de-DE")
    assert changed["storageStateCapturedAt"]
    stranger = await person(served)
    for method in ("GET", "PATCH", "DELETE"):
        answer = await client.request(method, url, headers=stranger.session, json={} if method == "PATCH" else None)
        assert (answer.status_code, answer.json()) == (404, {"error": "Project not found"})
    assert (await client.delete(url, headers=ada.session)).status_code == 204
    for path in (url, f"{url}/runs", f"{url}/procedures", f"{url}/environments", f"{url}/baselines", f"{url}/files"):
        assert (await client.get(path, headers=ada.api)).status_code == 404
    assert project["id"] not in (await client.get("/api/projects", headers=ada.api)).text
    assert (await client.get("/api/projects/nonsense", headers=ada.api)).status_code == 404


async def test_environments(served: Served, ada: Person) -> None:
    client, url = served.client, f"/api/projects/{ada.project_id}/environments"
    wrong: list[tuple[dict[str, Any], list[Any]]] = [
        ({"baseUrl": "x"}, ["baseUrl"]), ({"extraHeaders": {"a b": "x"}}, ["extraHeaders", "a b"]),
        ({"extraHeaders": {"A": "x\r\ny"}}, ["extraHeaders", "A"]), ({"extraHeaders": {"A": 1}}, ["extraHeaders", "A"]),
        ({"extraHeaders": {"Content-Length": "1"}}, ["extraHeaders", "Content-Length"]),
        ({"cookies": [{"name": "a;b", "value": "x"}]}, ["cookies", 0, "name"]),
        ({"cookies": [{"name": "a", "value": "x", "url": "data:,"}]}, ["cookies", 0, "url"]),
        ({"cookies": [{"name": "a", "value": "x", "expires": 0}]}, ["cookies", 0, "expires"]),
        ({"cookies": [{"value": "x"}]}, ["cookies", 0, "name"]), ({"cookies": ["x"]}, ["cookies", 0]),
    ]  # fmt: skip
    good = {
        "name": "Staging", "baseUrl": "https://staging.example/", "extraHeaders": {"X-Stage": "1"},
        "cookies": [{"name": "a", "value": "b"}],
    }  # fmt: skip
    for changes, path in wrong:
        answer = await client.post(url, json=good | changes, headers=ada.session)
        assert [each["path"] for each in answer.json()["issues"]] == [path]
    created = await client.post(url, json=good, headers=ada.session)
    assert created.status_code == 201
    environment = created.json()["environment"]
    assert good.items() <= environment.items()
    one, stranger = f"/api/environments/{environment['id']}", await person(served)
    assert (await client.patch(one, json={"name": "x"}, headers=stranger.session)).status_code == 404
    assert (await client.delete(one, headers=stranger.session)).status_code == 404
    changed = (await client.patch(one, json={"cookies": []}, headers=ada.session)).json()["environment"]
    assert (changed["cookies"], changed["name"]) == ([], "Staging")
    assert (await client.get(url, headers=ada.api)).json() == {"environments": [changed]}
    assert (await client.delete(one, headers=ada.session)).status_code == 204
    assert (await client.delete(one, headers=ada.session)).status_code == 404


STEPS: list[tuple[Any, list[Any]]] = [
    ([], ["steps"]), ("x", ["steps"]), (["x"], ["steps", 0]), ([{}], ["steps", 0]),
    ([{"action": "fly"}], ["steps", 0, "action"]), ([{"action": "click"}], ["steps", 0]),
    (
        [{"action": "history", "move": "back"}, {"action": "click", "target": {"words": 1}}],
        ["steps", 1, "target", "words"],
    ),
    ([{"action": "fill", "target": None, "value": {"text": MASK, "secret": True}}], ["steps", 0]),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "path"), STEPS)
async def test_wrong_steps(served: Served, ada: Person, steps: Any, path: list[Any]) -> None:
    url = f"/api/projects/{ada.project_id}/procedures"
    answer = await served.client.post(url, json={"name": "P", "steps": steps}, headers=ada.session)
    assert answer.status_code == 400, answer.text
    assert [each["path"] for each in answer.json()["issues"]] == [path]
    assert (await served.client.get(url, headers=ada.api)).json() == {"procedures": []}


async def test_exactly_one_source(served: Served, ada: Person) -> None:
    url = f"/api/projects/{ada.project_id}/procedures"
    steps = [{"action": "history", "move": "back"}]
    for body in ({"name": "P"}, {"name": "P", "description": "Click Save", "steps": steps}):
        answer = await served.client.post(url, json=body, headers=ada.session)
        assert [(each["path"], each["code"]) for each in answer.json()["issues"]] == [([], "custom")]
    nothing = await served.client.post(url, json={"name": "P", "description": "Sing"}, headers=ada.session)
    assert "Sing" in nothing.json()["issues"][0]["message"]


async def test_secrets_are_masked_sealed_and_kept(served: Served, ada: Person) -> None:
    client, url = served.client, f"/api/projects/{ada.project_id}/procedures"
    created = await client.post(url, json={"name": "Sign in", "description": "Log in. Type hi"}, headers=ada.session)
    assert created.status_code == 201
    procedure = created.json()["procedure"]
    assert set(procedure) == {
        "id", "projectId", "name", "description", "steps", "userExpectation", "maxDurationMinutes", "performanceBudget",
        "createdAt", "updatedAt", "lastRunId", "tags", "tableId",
    }  # fmt: skip
    assert procedure["steps"][0]["password"] == {"text": MASK, "secret": True}
    row = await served.db.one("select * from procedures where id = ?", (procedure["id"],))
    assert row is not None
    assert "hunter2!" not in repr(tuple(row))
    one = f"/api/procedures/{procedure['id']}"
    turned = [procedure["steps"][1], procedure["steps"][0] | {"user": {"text": "bob"}}]
    changed = await client.patch(one, json={"steps": turned, "maxDurationMinutes": 20}, headers=ada.session)
    assert changed.status_code == 200
    for language, secret in (
        ("playwright-ts", "process.env.QA_PASSWORD!"),
        ("playwright-python", "os.environ['QA_PASSWORD']"),
    ):
        text = (await client.get(f"{one}/export", params={"format": language}, headers=ada.api)).text
        assert secret in text
        assert "hunter2!" not in text
        assert MASK not in text
    kept = await served.db.one("select secrets_json from procedures where id = ?", (procedure["id"],))
    assert kept is not None
    assert served.services.vault.unseal(kept[0]) == ["hunter2!"]
    renamed = await client.patch(one, json={"name": "Type hunter2!"}, headers=ada.session)
    assert renamed.json()["procedure"]["name"] == f"Type {MASK}"
    named = await client.post(url, json={"name": "As hunter2!", "description": "Log in"}, headers=ada.session)
    assert named.json()["procedure"]["name"] == f"As {MASK}"
    assert (await client.get(one, headers=ada.api)).json()["procedure"]["maxDurationMinutes"] == 20


TAGS: list[tuple[Any, list[Any], str]] = [
    ("smoke", ["tags"], "invalid_type"), (None, ["tags"], "invalid_type"), ([1], ["tags", 0], "invalid_type"),
    (["smoke", ""], ["tags", 1], "too_small"), (["x" * 41], ["tags", 0], "too_big"),
    ([f"t{n}" for n in range(21)], ["tags"], "too_big"), (["a, b"], ["tags", 0], "invalid_string"),
    ([" a"], ["tags", 0], "invalid_string"), (["a\nb"], ["tags", 0], "invalid_string"),
]  # fmt: skip


@pytest.mark.parametrize(("tags", "path", "code"), TAGS)
async def test_wrong_tags(served: Served, ada: Person, tags: Any, path: list[Any], code: str) -> None:
    client, url = served.client, f"/api/projects/{ada.project_id}/procedures"
    body = {"name": "P", "description": "Click Save"}
    made = (await client.post(url, json=body, headers=ada.session)).json()["procedure"]
    for method, where in (("POST", url), ("PATCH", f"/api/procedures/{made['id']}")):
        answer = await client.request(method, where, json=body | {"tags": tags}, headers=ada.session)
        assert answer.status_code == 400, answer.text
        assert [(each["path"], each["code"]) for each in answer.json()["issues"]] == [(path, code)]
    assert (await client.get(url, headers=ada.api)).json()["procedures"] == [made]


async def test_tags_sort_procedures_and_their_runs(served: Served, ada: Person) -> None:
    client, url = served.client, f"/api/projects/{ada.project_id}/procedures"

    async def made(name: str, *tags: str) -> dict[str, Any]:
        body = {"name": name, "description": "Click Save", "tags": list(tags)}
        procedure: dict[str, Any] = (await client.post(url, json=body, headers=ada.session)).json()["procedure"]
        return procedure

    async def names(tag: str) -> list[str]:
        found = (await client.get(url, params={"tag": tag}, headers=ada.api)).json()["procedures"]
        return [procedure["name"] for procedure in found]

    buy, sell = await made("Buy", "Smoke", "smoke", "slow one"), await made("Sell")
    assert (buy["tags"], sell["tags"]) == (["Smoke", "slow one"], [])
    assert (await names("smoke"), await names("slow"), await names("")) == (["Buy"], [], ["Sell", "Buy"])
    for procedure in (buy, sell):
        body = {"projectId": ada.project_id, "procedureId": procedure["id"]}
        assert (await client.post("/api/runs/trigger", json=body, headers=ada.api)).status_code == 202
    for path in ("/api/runs", f"/api/projects/{ada.project_id}/runs"):
        found = (await client.get(path, params={"tag": "SLOW ONE"}, headers=ada.api)).json()["runs"]
        assert [run["procedureId"] for run in found] == [buy["id"]]
        assert (await client.get(path, params={"tag": "none"}, headers=ada.api)).json()["runs"] == []
    one = f"/api/procedures/{buy['id']}"
    renamed = await client.patch(one, json={"name": "Buy it"}, headers=ada.session)
    assert renamed.json()["procedure"]["tags"] == ["Smoke", "slow one"], "left out, they stay"
    cleared = await client.patch(one, json={"tags": []}, headers=ada.session)
    assert (cleared.json()["procedure"]["tags"], await names("smoke")) == ([], [])


async def test_procedures_of_others(served: Served, ada: Person) -> None:
    client, stranger = served.client, await person(served)
    url = f"/api/projects/{ada.project_id}/procedures"
    made = await client.post(url, json={"name": "P", "description": "Click Save"}, headers=ada.session)
    one = f"/api/procedures/{made.json()['procedure']['id']}"
    for method, path in (("GET", one), ("PATCH", one), ("DELETE", one), ("GET", f"{one}/export?format=playwright-ts")):
        body: dict[str, object] | None = {} if method == "PATCH" else None
        answer = await client.request(method, path, json=body, headers=stranger.session)
        assert (answer.status_code, answer.json()["error"]) == (404, "Procedure not found")
    for wrong in ("", "?format=selenium"):
        assert (await client.get(f"{one}/export{wrong}", headers=ada.api)).status_code == 400
    assert (await client.delete(one, headers=ada.session)).status_code == 204
    assert (await client.get(one, headers=ada.api)).status_code == 404
    body = {"projectId": ada.project_id, "procedureId": one.rpartition("/")[2]}
    assert (await client.post("/api/runs/trigger", json=body, headers=ada.api)).status_code == 404


async def ended(served: Served, who: Person, *, with_plan: bool = True) -> str:
    """A run that clicked Save, found it, and took a picture."""
    new = runs.NewRun(
        org_id=who.org_id, project_id=who.project_id, instruction="Log in. Click Save", base_url="http://127.0.0.1:9/"
    )
    run_id = await runs.insert_pending(served.db, new, now=served.clock(), upgrade_url="/")
    shot = await served.services.artifacts.save(run_id, "actual.png", b"picture")
    known = Known(selector="internal:role=button", locator='get_by_role("button", name="Save")')
    record = StepRecord(
        1, "click", "Save", None, "passed", "Click Save", "english", found=Found("exact name", 1, known),
        screenshots={"actual": shot},
    )  # fmt: skip
    await runs.start(served.db, run_id, served.clock())
    outcome = runs.Ending(
        status="completed", overall_status="passed", report_markdown="Fine.", steps=[record],
        plan=plan("Log in. Click Save") if with_plan else None, measurements=Measurements(),
    )  # fmt: skip
    await runs.finish(served.db, served.services.vault, run_id, outcome, served.clock())
    return run_id


async def test_saving_a_run(served: Served, ada: Person) -> None:
    client, url = served.client, f"/api/projects/{ada.project_id}/procedures"
    waiting = await runs.insert_pending(
        served.db, runs.NewRun(org_id=ada.org_id, project_id=ada.project_id, instruction="x", base_url="http://x/"),
        now=served.clock(), upgrade_url="/",
    )  # fmt: skip
    theirs = await ended(served, await person(served))
    empty = await ended(served, ada, with_plan=False)
    rows = [("x", 400), (str(uuid.uuid4()), 404), (theirs, 404), (waiting, 409), (empty, 409)]
    for run_id, status in rows:
        answer = await client.post(url, json={"name": "P", "runId": run_id}, headers=ada.session)
        assert answer.status_code == status, run_id
    saved = await client.post(url, json={"name": "P", "runId": await ended(served, ada)}, headers=ada.session)
    assert saved.status_code == 201
    procedure = saved.json()["procedure"]
    assert procedure["steps"][1]["target"]["known"]["selector"] == "internal:role=button"
    assert procedure["steps"][0]["password"]["text"] == MASK
    text = await client.get(f"/api/procedures/{procedure['id']}/export?format=playwright-ts", headers=ada.api)
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert 'await page.getByRole("button", { name: "Save" }).click();' in text.text


async def test_an_export_knows_the_projects_variables_and_the_table(served: Served, ada: Person) -> None:
    client, url = served.client, f"/api/projects/{ada.project_id}"
    table = {"name": "T", "columns": ["item", "pass"], "rows": [["lamp", "oak-1"], ["rug", "oak-2"]]}
    table_id = (await client.post(f"{url}/tables", json=table, headers=ada.session)).json()["table"]["id"]
    for name, secret in (("coupon", False), ("key", True)):
        body = {"name": name, "value": f"the {name} itself", "secret": secret}
        assert (await client.post(f"{url}/variables", json=body, headers=ada.session)).status_code == 201
    field = {"words": "Coupon", "name": "Coupon"}
    steps = [
        {"action": "fill", "target": field, "value": {"text": "{coupon} {key}"}},
        {"action": "log_in", "user": {"text": "{item}"}, "password": {"text": "{pass}", "secret": True}},
    ]
    body = {"name": "P", "steps": steps, "tableId": table_id}
    made = await client.post(f"{url}/procedures", json=body, headers=ada.session)
    one = f"/api/procedures/{made.json()['procedure']['id']}/export"
    for form in ("playwright-ts", "playwright-python"):
        text = (await client.get(one, params={"format": form}, headers=ada.api)).text
        for words in ("the coupon itself", "QA_KEY", "lamp", "rug", "QA_PASS_2"):
            assert words in text, form
        assert "the key itself" not in text
        assert "oak-" not in text


async def test_a_plan_without_a_browser(served: Served, ada: Person) -> None:
    body = {"projectId": ada.project_id, "description": "Log in. Sing. Click Save"}
    answer = await served.client.post("/api/plan", json=body, headers=ada.api)
    assert answer.status_code == 200
    found = answer.json()
    assert set(found) == {"steps", "gaps", "ambiguities", "notes", "source", "unseen"}
    assert [step["action"] for step in found["steps"]] == ["log_in", "click"]
    assert found["steps"][0]["password"]["text"] == MASK
    assert (found["gaps"][0]["text"], found["gaps"][0]["nearest"]) == ("Sing", ["Click Save"])
    stranger = await person(served)
    assert (await served.client.post("/api/plan", json=body, headers=stranger.api)).status_code == 404
    assert await ada.runs() == 0


async def test_baselines(served: Served, ada: Person) -> None:
    client, url = served.client, f"/api/projects/{ada.project_id}/baselines"
    run_id, theirs = await ended(served, ada), await ended(served, await person(served))
    for body, status in (
        ({"runId": theirs, "stepIndex": 1}, 404), ({"runId": run_id, "stepIndex": 0}, 404),
        ({"runId": run_id, "stepIndex": -1}, 400), ({"runId": run_id}, 400),
    ):  # fmt: skip
        assert (await client.post(url, json=body, headers=ada.session)).status_code == status
    good = {"runId": run_id, "stepIndex": 1}
    first, second = [(await client.post(url, json=good, headers=ada.session)).json()["baseline"] for _ in range(2)]
    assert (await client.get(first["url"])).status_code == 404  # replaced
    await served.services.artifacts.delete(run_id)
    assert (await client.get(second["url"])).content == b"picture"
    listed = (await client.get(url, headers=ada.api)).json()["baselines"]
    assert [each["id"] for each in listed] == [second["id"]]
    assert (await client.post(url, json=good, headers=ada.session)).status_code == 409
    assert (await client.delete(f"{url}/{first['id']}", headers=ada.session)).status_code == 404
    assert (await client.delete(f"{url}/{second['id']}", headers=ada.session)).status_code == 204
    assert (await client.get(second["url"])).status_code == 404
