"""Studio sessions over HTTP and their socket: who gets in, and what is told where no browser is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.clock import new_id
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import RunRequest, Site
from qa_appliance.slots import Slots
from qa_appliance.studio.desk import Desk
from qa_appliance.studio.means import Wanted
from qa_appliance.studio.session import Limits
from tests.api.conftest import Person, Served, person, serve
from tests.api.test_runs import accepted


async def no_plan(text: str, phrases: tuple[OwnPhrase, ...]) -> Plan:
    return Plan()


def token(who: Person) -> str:
    return who.session["Authorization"].removeprefix("Bearer ")


async def test_who_may_not_open_one(served: Served, ada: Person) -> None:
    stranger, viewer = await person(served), await person(served, role="viewer")
    path, body = f"/api/projects/{ada.project_id}/studio", dict[str, object](viewport="desktop")
    rows: list[tuple[dict[str, str], dict[str, object], int]] = [
        ({}, body, 401),
        (ada.api, body, 403),  # not part of the API-key surface
        (viewer.session, body, 403),
        (stranger.session, body, 404),
        (ada.session, {"viewport": "watch"}, 400),
        (ada.session, {"environmentId": "x"}, 400),
        (ada.session, {"after": new_id(), "environmentId": new_id()}, 400),
        (ada.session, body, 409),  # where no desk is
    ]
    for headers, sent, status in rows:
        answer = await served.client.post(path, json=sent, headers=headers)
        assert answer.status_code == status, (answer.text, status)


class Occupied(Desk):
    def left(self) -> list[float]:
        return [1200.0]


async def test_a_run_that_waits_for_a_person_is_told_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    desk = Occupied(Slots(1, lambda: None), no_plan, Limits())
    async with serve(tmp_path_factory.mktemp("occupied"), studio=desk) as served:
        ada = await person(served)
        body = {"projectId": ada.project_id, "description": "Open /cart"}
        waits = (await served.client.post("/api/runs/trigger", json=body, headers=ada.api)).json()
        assert (waits["placeInLine"], waits["expectedWaitSeconds"]) == (1, 1200)
        assert "cancelled after 10 minutes" in waits["note"]
        run = (await served.client.get(waits["pollUrl"], headers=ada.api)).json()["run"]
        assert (run["expectedWaitSeconds"], run["peopleWriting"]) == (1200, 1)


async def test_an_address_the_guard_refuses_and_no_browser(tmp_path_factory: pytest.TempPathFactory) -> None:
    desk = Desk(Slots(1, lambda: None), no_plan, Limits())
    async with serve(tmp_path_factory.mktemp("guarded"), guard=Guard([]), studio=desk) as served:
        ada = await person(served)
        path = f"/api/projects/{ada.project_id}/studio"
        assert (await served.client.post(path, json={}, headers=ada.session)).status_code == 400
    async with serve(tmp_path_factory.mktemp("open"), studio=desk) as served:
        ada = await person(served)
        path = f"/api/projects/{ada.project_id}/studio"
        answer = await served.client.post(path, json={}, headers=ada.session)
        assert (answer.status_code, "not ready" in answer.text) == (503, True)
        answer = await served.client.post(path, json={"after": new_id()}, headers=ada.session)
        assert (answer.status_code, "nothing to go on with" in answer.text) == (404, True)
        for method, of in (("GET", ""), ("DELETE", ""), ("POST", "/runs")):
            answer = await served.client.request(method, f"/api/studio/{new_id()}{of}", headers=ada.session)
            assert answer.status_code == 404
        address = f"{served.url.replace('http', 'ws')}/ws/studio?session={new_id()}"
        with pytest.raises(InvalidStatus):
            await connect(address, origin="https://evil.example")  # type: ignore[arg-type]
        for first, code in (("nonsense", 4401), (ada.key, 4401), (token(ada), 4404)):
            async with connect(address) as socket:
                await socket.send(json.dumps({"token": first}))
                await socket.wait_closed()
                assert socket.close_code == code


@dataclass
class Written:
    """A session, as far as it is asked for when its test is run."""

    id: str
    wanted: Wanted
    description: str

    async def catch_up(self) -> None: ...


class Sat(Desk):
    session: Written

    def find(self, session_id: str, user_id: str) -> Any:
        return self.session if session_id == self.session.id else None


async def test_what_was_written_is_run_in_its_window(tmp_path_factory: pytest.TempPathFactory) -> None:
    desk = Sat(Slots(1, lambda: None), no_plan, Limits())
    async with serve(tmp_path_factory.mktemp("windows"), studio=desk) as served:
        ada = await person(served)
        for window, preset in (((1280, 720), None), ((390, 844), "phone"), ((1024, 768), "1024x768")):
            site = Site(base_url="http://127.0.0.1:9/", own_hosts=frozenset({"127.0.0.1"}), viewport=window)
            request = RunRequest(id=new_id(), org_id=ada.org_id, project_id=ada.project_id, site=site)
            desk.session = Written(request.id, Wanted(request, ada.user_id, None), "click Save")
            answer = await served.client.post(f"/api/studio/{request.id}/runs", headers=ada.session)
            assert answer.status_code == 202, answer.text
            run = await served.client.get(f"/api/runs/{answer.json()['runId']}", headers=ada.api)
            assert run.json()["run"]["viewportPreset"] == preset


async def test_a_run_to_go_on_with_is_one_of_the_project(tmp_path_factory: pytest.TempPathFactory) -> None:
    desk = Desk(Slots(1, lambda: None), no_plan, Limits())
    async with serve(tmp_path_factory.mktemp("runs"), studio=desk) as served:
        ada, grace = await person(served), await person(served)
        run = await accepted(served, ada)
        rows: list[tuple[Person, dict[str, object], int]] = [
            (ada, {"step": 1}, 400),
            (ada, {"runId": new_id()}, 404),
            (grace, {"runId": run}, 404),
            (ada, {"runId": run, "step": -1}, 400),
            (ada, {"runId": run, "step": 1}, 503),  # only the browser is missing
        ]
        for who, body, status in rows:
            path = f"/api/projects/{who.project_id}/studio"
            answer = await served.client.post(path, json=body, headers=who.session)
            assert answer.status_code == status, (body, answer.text)
