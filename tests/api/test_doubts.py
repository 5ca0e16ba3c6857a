"""Doubts over HTTP: who may ask for one, what is refused, and that it is nobody else's."""

from __future__ import annotations

import pytest

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.clock import new_id
from qa_appliance.doubt.desk import DoubtDesk, DoubtLimits
from qa_appliance.slots import Slots
from tests.api.conftest import Person, Served, person, serve

BODY: dict[str, object] = {"description": "Click Save"}


async def test_who_may_not_doubt_a_test(served: Served, ada: Person) -> None:
    stranger, viewer = await person(served), await person(served, role="viewer")
    path = f"/api/projects/{ada.project_id}/doubts"
    rows: list[tuple[dict[str, str], dict[str, object], int]] = [
        ({}, BODY, 401),
        (viewer.session, BODY, 403),
        (stranger.session, BODY, 404),
        (ada.session, {}, 400),
        (ada.session, BODY | {"procedureId": new_id()}, 400),
        (ada.session, BODY | {"viewport": "watch"}, 400),
        (ada.session, {"procedureId": new_id()}, 409),  # where no desk is
        (ada.api, BODY, 409),
    ]
    for headers, sent, status in rows:
        answer = await served.client.post(path, json=sent, headers=headers)
        assert answer.status_code == status, (answer.text, status)


async def test_an_address_the_guard_refuses_no_browser_and_no_doubt(tmp_path_factory: pytest.TempPathFactory) -> None:
    desk = DoubtDesk(Slots(1, lambda: None), DoubtLimits())
    async with serve(tmp_path_factory.mktemp("guarded"), guard=Guard([]), doubts=desk) as served:
        ada = await person(served)
        answer = await served.client.post(f"/api/projects/{ada.project_id}/doubts", json=BODY, headers=ada.api)
        assert answer.status_code == 400
    async with serve(tmp_path_factory.mktemp("open"), doubts=desk) as served:
        ada = await person(served)
        path = f"/api/projects/{ada.project_id}/doubts"
        answer = await served.client.post(path, json=BODY, headers=ada.api)
        assert (answer.status_code, "not ready" in answer.text) == (503, True)
        answer = await served.client.post(path, json={"procedureId": new_id()}, headers=ada.api)
        assert answer.status_code == 404
        for method, of in (("GET", ""), ("POST", "/cancel")):
            answer = await served.client.request(method, f"/api/doubts/{new_id()}{of}", headers=ada.api)
            assert answer.status_code == 404
        assert await ada.runs() == 0
