"""A saved test with a table: a run for each row, judged together, and what is refused (interfaces, Resources)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from qa_appliance.core.clock import new_id
from qa_appliance.core.steps import MASK
from qa_appliance.store.tables import plans
from qa_appliance.store.tables.run_requests import run_request
from qa_appliance.trigger import MOST_ROWS
from tests.api.conftest import Person, Served, person
from tests.conftest import given

TYPES = [
    {"action": "fill", "target": {"words": "Name"}, "value": {"text": "{name}"}, "sentence": "enter {name} into Name"},
    {
        "action": "fill", "target": {"words": "Password"}, "value": {"text": "{pw}", "secret": True},
        "sentence": "enter {pw} into Password",
    },
]  # fmt: skip
PEOPLE: dict[str, Any] = {
    "name": "People", "columns": ["pw", "name", "city"],
    "rows": [["planted-1", "Ann", "Bonn"], ["planted-2", "", "Ulm"]],
}  # fmt: skip


async def made(served: Served, who: Person, path: str, body: dict[str, Any]) -> str:
    answer = await served.client.post(f"/api/projects/{who.project_id}/{path}", json=body, headers=who.session)
    assert answer.status_code == 201, answer.text
    return str(next(iter(answer.json().values()))["id"])


async def with_table(served: Served, who: Person, **table: Any) -> str:
    """The id of a saved test that has it."""
    table_id = await made(served, who, "tables", PEOPLE | table)
    return await made(served, who, "procedures", {"name": "Sign up", "steps": TYPES, "tableId": table_id})


async def triggered(served: Served, who: Person, procedure: str, **more: Any) -> Any:
    body = {"projectId": who.project_id, "procedureId": procedure} | more
    return await served.client.post("/api/runs/trigger", json=body, headers=who.api)


async def test_a_table_that_is_none_of_the_projects_is_refused(served: Served, ada: Person) -> None:
    stranger = await person(served)
    foreign = await made(served, stranger, "tables", PEOPLE)
    procedure = await made(served, ada, "procedures", {"name": "P", "steps": TYPES})
    for table_id, words in ((foreign, "no such table"), (new_id(), "no such table"), ("x", "a UUID"), (7, "a text")):
        for method, path, body in (
            ("POST", f"/api/projects/{ada.project_id}/procedures", {"name": "Q", "steps": TYPES}),
            ("PATCH", f"/api/procedures/{procedure}", {}),
        ):
            answer = await served.client.request(method, path, json=body | {"tableId": table_id}, headers=ada.session)
            assert (answer.status_code, answer.json()["issues"][0]["path"]) == (400, ["tableId"])
            assert words in answer.json()["issues"][0]["message"]


EMPTY: list[tuple[dict[str, Any], str]] = [
    ({"rows": []}, "The table “People” has no rows, so “Sign up” would run for nothing."),
    ({"rows": [["x", "y", "z"]] * (MOST_ROWS + 1)}, "has 51 rows, and a test runs for 50 of them at most."),
]


@pytest.mark.parametrize(("table", "words"), EMPTY)
async def test_a_table_without_rows_or_with_too_many_runs_nothing(
    served: Served, ada: Person, table: dict[str, Any], words: str
) -> None:
    procedure = await with_table(served, ada, **table)
    answer = await triggered(served, ada, procedure)
    assert (answer.status_code, words in answer.json()["error"]) == (400, True)
    assert await ada.runs() == 0
    stranger = await person(served)
    body = {"projectId": ada.project_id, "procedureId": procedure}
    refused = await served.client.post("/api/runs/trigger", json=body, headers=stranger.api)
    assert (refused.status_code, refused.json()["error"]) == (404, "Project not found")


async def test_a_quota_is_asked_for_all_rows_at_once(served: Served, ada: Person) -> None:
    procedure = await with_table(served, ada)
    await plans.set_plan(served.db, ada.org_id, {"runs": 1})
    refused = await triggered(served, ada, procedure)
    assert (refused.status_code, refused.json()["code"]) == (429, "plan_quota_exhausted")
    assert await ada.runs() == 0


async def test_a_table_that_a_test_uses_stays(served: Served, ada: Person) -> None:
    procedure = await with_table(served, ada)
    (table,) = (await served.client.get(f"/api/projects/{ada.project_id}/tables", headers=ada.api)).json()["tables"]
    refused = await served.client.delete(f"/api/tables/{table['id']}", headers=ada.session)
    assert (refused.status_code, "used by “Sign up”" in refused.json()["error"]) == (409, True)
    body = {"kind": "flaky", "procedureId": procedure}
    batch = await served.client.post(f"/api/projects/{ada.project_id}/batches", json=body, headers=ada.api)
    assert (batch.status_code, "once for each row" in batch.text) == (400, True)
    off = await served.client.patch(f"/api/procedures/{procedure}", json={"tableId": None}, headers=ada.session)
    assert off.json()["procedure"]["tableId"] is None
    assert (await triggered(served, ada, procedure)).json().keys() & {"batchId"} == set()
    assert (await served.client.delete(f"/api/tables/{table['id']}", headers=ada.session)).status_code == 204


async def test_each_row_is_a_run_of_one_batch_with_its_texts(served: Served, ada: Person) -> None:
    for name, value in (("name", "of the project"), ("coupon", "SPRING")):
        await made(served, ada, "variables", {"name": name, "value": value})
    await made(served, ada, "variables", {"name": "city", "value": "x", "secret": True})
    procedure = await with_table(served, ada)
    read = await served.client.get(f"/api/procedures/{procedure}", headers=ada.api)
    assert read.json()["procedure"]["tableId"] is not None
    started = await triggered(served, ada, procedure)
    assert started.status_code == 202, started.text
    batch_id = started.json()["batchId"]
    answer = await served.client.get(f"/api/batches/{batch_id}", headers=ada.api)
    batch = answer.json()["batch"]
    assert (batch["kind"], batch["status"], batch["procedureId"]) == ("rows", "pending", procedure)
    assert [run["label"] for run in batch["runs"]] == ["row 1 (Ann)", "row 2"]
    assert batch["runs"][0]["id"] == started.json()["runId"]
    shown = []
    for number, run in enumerate(batch["runs"], 1):
        request = given(await run_request(served.db, served.services.vault, run["id"]))
        cells = PEOPLE["rows"][number - 1]
        texts = dict(zip(PEOPLE["columns"], cells, strict=True))
        assert request.project_data.variables == {"coupon": "SPRING"} | texts
        assert request.project_data.secrets == {"pw", "city"}
        detail = await served.client.get(f"/api/runs/{run['id']}", headers=ada.api)
        assert "planted" not in detail.text
        shown.append(detail.json()["run"]["row"])
        assert (detail.json()["run"]["batchId"], detail.json()["run"]["runKind"]) == (batch_id, "rows")
    assert shown == [
        {"number": 1, "values": {"pw": MASK, "name": "Ann", "city": MASK}},
        {"number": 2, "values": {"pw": MASK, "name": "", "city": MASK}},
    ]
    (group,) = (await served.client.get("/api/runs/active", headers=ada.api)).json()["groups"]
    assert (group["kind"], group["total"], group["runId"]) == ("rows", 2, started.json()["runId"])
    alone = await triggered(served, ada, await made(served, ada, "procedures", {"name": "P", "steps": TYPES}))
    detail = await served.client.get(f"/api/runs/{alone.json()['runId']}", headers=ada.api)
    assert detail.json()["run"]["row"] is None


OUTCOMES: list[tuple[list[str], str | None, list[str]]] = [
    (["passed", "passed"], "passed", []),
    (["passed", "failed"], "failed", ["It passed for 1 other row."]),
    (["failed", "failed"], "failed", ["All 2 runs failed alike"]),
]


@pytest.mark.parametrize(("ends", "verdict", "words"), OUTCOMES)
async def test_rows_are_judged_together(
    served: Served, ada: Person, ends: list[str], verdict: str | None, words: list[str]
) -> None:
    batch_id = (await triggered(served, ada, await with_table(served, ada))).json()["batchId"]
    rows = await served.db.all("select id from runs where batch_id = ? order by seq", (batch_id,))
    async with served.db.write() as transaction:
        for row, end in zip(rows, ends, strict=True):
            await transaction.execute(
                "update runs set status = 'completed', overall_status = ? where id = ?", (end, row["id"])
            )
    batch = (await served.client.get(f"/api/batches/{batch_id}", headers=ada.api)).json()["batch"]
    assert batch["verdict"] == verdict
    assert len(batch["findings"]) == len(words)
    assert all(word in finding["text"] for word, finding in zip(words, batch["findings"], strict=True))


async def test_a_suite_runs_its_test_for_each_row(served: Served, ada: Person) -> None:
    tests = [await with_table(served, ada), await made(served, ada, "procedures", {"name": "P", "steps": TYPES})]
    suite = await made(served, ada, "suites", {"name": "S", "tests": tests})
    begun = await served.client.post(f"/api/suites/{suite}/runs", json={}, headers=ada.session)
    assert begun.status_code == 202, begun.text
    rows = await served.db.all(
        "select variant_json, batch_kind from runs where batch_id = ? order by seq", (begun.json()["batchId"],)
    )
    labels = [msgspec.json.decode(row["variant_json"])["label"] for row in rows]
    assert labels == ["Sign up, row 1 (Ann)", "Sign up, row 2 (Ulm)", "P"]
    assert {row["batch_kind"] for row in rows} == {"suite"}
