"""How a baseline is compared with: its threshold and what is not looked at."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Person, Served, person
from tests.api.test_procedures import ended

CLOCK = {"x": 10, "y": 20.5, "width": 300, "height": 40}
WRONG: list[tuple[dict[str, Any], list[tuple[str, list[Any]]]]] = [
    ({"threshold": -1}, [("too_small", ["threshold"])]),
    ({"threshold": 100.5}, [("too_big", ["threshold"])]),
    ({"threshold": "much"}, [("invalid_type", ["threshold"])]),
    ({"masks": CLOCK}, [("invalid_type", ["masks"])]),
    ({"masks": [{"x": 1}]}, [("invalid_type", ["masks", 0, name]) for name in ("y", "width", "height")]),
    ({"masks": [CLOCK | {"width": -1}]}, [("too_small", ["masks", 0, "width"])]),
    ({"masks": [CLOCK] * 101}, [("too_big", ["masks"])]),
]


async def accepted(served: Served, who: Person, **more: Any) -> dict[str, Any]:
    url, run_id = f"/api/projects/{who.project_id}/baselines", await ended(served, who)
    answer = await served.client.post(url, json={"runId": run_id, "stepIndex": 1} | more, headers=who.session)
    assert answer.status_code == 201, answer.text
    baseline: dict[str, Any] = answer.json()["baseline"]
    return baseline


@pytest.mark.parametrize(("body", "issues"), WRONG)
async def test_what_is_wrong_is_named_and_changes_nothing(
    served: Served, ada: Person, body: dict[str, Any], issues: list[tuple[str, list[Any]]]
) -> None:
    baseline = await accepted(served, ada)
    path = f"/api/projects/{ada.project_id}/baselines"
    answer = await served.client.patch(f"{path}/{baseline['id']}", json=body, headers=ada.session)
    assert answer.status_code == 400
    assert [(issue["code"], issue["path"]) for issue in answer.json()["issues"]] == issues
    assert (await served.client.get(path, headers=ada.api)).json()["baselines"] == [baseline]


async def test_another_projects_baseline_is_404(served: Served, ada: Person) -> None:
    baseline, stranger = await accepted(served, ada), await person(served)
    for who, path in ((stranger, ada.project_id), (stranger, stranger.project_id), (ada, ada.project_id)):
        name = "nobody" if who is ada else baseline["id"]
        answer = await served.client.patch(f"/api/projects/{path}/baselines/{name}", json={}, headers=who.session)
        assert answer.status_code == 404


async def test_threshold_and_masks_hold_for_the_next_picture_of_the_step_too(served: Served, ada: Person) -> None:
    first = await accepted(served, ada)
    assert (first["threshold"], first["masks"]) == (0.1, [])
    path = f"/api/projects/{ada.project_id}/baselines/{first['id']}"
    changed = await served.client.patch(path, json={"masks": [CLOCK]}, headers=ada.session)
    changed = await served.client.patch(path, json={"threshold": 2}, headers=ada.session)
    assert (changed.json()["baseline"]["threshold"], changed.json()["baseline"]["masks"]) == (2, [CLOCK])
    second = await accepted(served, ada)
    assert (second["threshold"], second["masks"]) == (2, [CLOCK])
    third = await accepted(served, ada, threshold=0, masks=[])
    assert (third["threshold"], third["masks"]) == (0, [])
    await served.client.patch(path.replace(first["id"], third["id"]), json={"masks": [CLOCK]}, headers=ada.session)
    row = await served.db.one("select masks_json from baselines where id = ?", (third["id"],))
    assert row is not None
    assert row[0] == "[[10.0,20.5,300.0,40.0]]"  # as a run reads them
    entries = (await served.client.get("/api/audit", headers=ada.session)).json()["entries"]
    assert [entry["action"] for entry in entries].count("baseline.changed") == 3


async def test_a_run_that_is_saved_takes_the_pictures_accepted_for_it_along(served: Served, ada: Person) -> None:
    """As copies: the described test keeps its own, and each may go without the other."""
    run_id, path = await ended(served, ada), f"/api/projects/{ada.project_id}"
    accepting = {"runId": run_id, "stepIndex": 1, "threshold": 2, "masks": [CLOCK]}
    first = (await served.client.post(f"{path}/baselines", json=accepting, headers=ada.session)).json()["baseline"]
    body = {"name": "Saved", "runId": run_id}
    saved = (await served.client.post(f"{path}/procedures", json=body, headers=ada.session)).json()["procedure"]
    listed = (await served.client.get(f"{path}/baselines", headers=ada.api)).json()["baselines"]
    assert {each["procedureId"] for each in listed} == {None, saved["id"]}
    carried = next(each for each in listed if each["procedureId"] is not None)
    same = ("stepIndex", "name", "viewport", "browser", "threshold", "masks", "runId")
    assert [carried[field] for field in same] == [first[field] for field in same]
    assert (await served.client.delete(f"{path}/baselines/{first['id']}", headers=ada.session)).status_code == 204
    assert (await served.client.get(carried["url"])).content == b"picture"
