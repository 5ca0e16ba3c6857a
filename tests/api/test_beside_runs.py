"""Studio sessions and doubts count in the plan as runs do, and leave others their browsers; who is demoted is out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from websockets.asyncio.client import connect

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.clock import new_id
from qa_appliance.core.errors import TooMany, Unavailable
from qa_appliance.core.run import RunRequest, Site
from qa_appliance.doubt.desk import DoubtDesk, DoubtLimits
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.planning.planner import StandardPlanner
from qa_appliance.run_test import Means
from qa_appliance.slots import Slots
from qa_appliance.store.tables import members, plans, runs
from qa_appliance.studio.desk import Desk
from qa_appliance.studio.means import Wanted
from qa_appliance.studio.outbox import Outbox
from qa_appliance.studio.session import Limits
from tests.api.conftest import Served, person, serve
from tests.api.test_studio import no_plan, token


class Session:
    """One, as far as it is asked for here."""

    description, minutes = "click Save", 30

    def __init__(self, wanted: Wanted) -> None:
        self.wanted, self.id, self.closed = wanted, wanted.request.id, ""

    @contextmanager
    def watching(self) -> Iterator[Outbox]:
        yield Outbox()

    async def catch_up(self) -> None: ...

    def close(self, reason: str) -> None:
        self.closed = reason


class Desks(Desk):
    """Opens sessions without a browser."""

    def __init__(self) -> None:
        super().__init__(Slots(9, lambda: None), no_plan, Limits())
        self.sessions: dict[str, Any] = {}

    async def open(self, wanted: Wanted) -> Any:
        self.sessions[wanted.user_id] = Session(wanted)
        return self.sessions[wanted.user_id]

    def open_of(self, user_id: str) -> str:
        return self.sessions[user_id].id if user_id in self.sessions else ""

    def find(self, session_id: str, user_id: str) -> Any:
        session = self.sessions.get(user_id)
        return session if session is not None and session.id == session_id else None

    async def close(self, session_id: str, reason: str = "") -> None: ...


async def test_a_session_counts_as_a_run_that_is_alive(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with serve(tmp_path_factory.mktemp("beside"), studio=Desks()) as served:
        ada = await person(served, organization="Shop")
        bob = await person(served, organization="Shop")
        await plans.set_plan(served.db, ada.org_id, {"concurrent": 1})
        paths = {who: f"/api/projects/{who.project_id}/studio" for who in (ada, bob)}
        first = await served.client.post(paths[ada], json={}, headers=ada.session)
        assert first.status_code == 201, first.text
        refused = await served.client.post(paths[bob], json={}, headers=bob.session)
        assert (refused.status_code, refused.json()["code"]) == (429, "concurrency_limit")
        body = {"projectId": ada.project_id, "description": "Open /cart"}
        refused = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
        assert (refused.status_code, refused.json()["code"]) == (429, "concurrency_limit")
        again = await served.client.post(paths[ada], json={}, headers=ada.session)
        assert again.status_code == 201, again.text  # the first one ends for it
        await plans.end_beside(served.db, first.json()["session"]["id"], ada.org_id, 61.0, served.clock())
        used = await plans.usage(served.db, ada.org_id, served.clock())
        assert (used.alive, used.browser_tenths) == (1, 11)
        run = await served.client.post(f"/api/studio/{again.json()['session']['id']}/runs", headers=ada.session)
        assert run.status_code == 202, run.text  # it takes the session's place
        await runs.recover(served.db, served.clock())
        assert (await plans.usage(served.db, ada.org_id, served.clock())).alive == 1  # the run that waits


async def test_what_is_refused_is_not_counted(tmp_path_factory: pytest.TempPathFactory) -> None:
    desk = Desk(Slots(1, lambda: None), no_plan, Limits())  # without a browser
    doubts = DoubtDesk(Slots(1, lambda: None), DoubtLimits())
    async with serve(tmp_path_factory.mktemp("refused"), studio=desk, doubts=doubts) as served:
        ada = await person(served)
        body = {"description": "Open /cart"}
        for path, sent, headers in (("studio", {}, ada.session), ("doubts", body, ada.api)):
            answer = await served.client.post(f"/api/projects/{ada.project_id}/{path}", json=sent, headers=headers)
            assert answer.status_code == 503, answer.text
        assert (await plans.usage(served.db, ada.org_id, served.clock())).alive == 0


def _request(org_id: str) -> RunRequest:
    site = Site("http://127.0.0.1:9/", frozenset({"127.0.0.1"}))
    return RunRequest(id=new_id(), org_id=org_id, project_id="p", site=site, description="Open /cart")


async def test_sessions_of_one_organization_leave_a_browser_to_the_others() -> None:
    class Busy(Desk):
        def alive(self, org_id: str) -> int:
            return 1 if org_id == "busy" else 0

    slots = Slots(2, lambda: None)
    desk = Busy(slots, no_plan, Limits())
    desk.means = object()  # type: ignore[assignment]
    with pytest.raises(Unavailable, match="Every test browser is in use"):
        await desk.open(Wanted(_request("busy"), "u", None))
    assert slots.used == 0


async def test_doubts_that_wait_hold_up_no_other_organization() -> None:
    answered: list[str] = []
    desk = DoubtDesk(Slots(0, lambda: None), DoubtLimits(), lambda _, org_id, seconds: answered.append(org_id))
    desk.means = Means(StandardPlanner(), object(), Guard([]), EvidenceOptions(), 1.0)  # type: ignore[arg-type]
    for _ in range(20):
        desk.open(_request("busy"))
    with pytest.raises(TooMany, match="of your organization"):
        desk.open(_request("busy"))
    assert desk.open(_request("other")).state == "waiting"
    assert (desk.alive("busy"), desk.alive("other")) == (20, 1)
    await desk.stop()
    await asyncio.sleep(0)
    assert sorted(answered) == ["busy"] * 20 + ["other"]


CHANGED = ["viewer", "other organization"]


@pytest.mark.parametrize("what", CHANGED)
async def test_who_may_not_change_anything_any_more_is_out(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr("qa_appliance.api.resources.studio.live.CHECK_SECONDS", 0.05)
    desk = Desks()
    async with serve(tmp_path_factory.mktemp("demoted"), studio=desk) as served:
        await person(served, organization="Shop")
        ada = await person(served, organization="Shop", role="member")
        session = await desk.open(Wanted(_request(ada.org_id), ada.user_id, None))
        async with connect(f"{served.url.replace('http', 'ws')}/ws/studio?session={session.id}") as socket:
            await socket.send(json.dumps({"token": token(ada)}))
            with suppress(TimeoutError):
                await asyncio.wait_for(socket.wait_closed(), 0.3)
            assert socket.close_code is None
            await _change(served, desk, ada.org_id, ada.user_id, what)
            await asyncio.wait_for(socket.wait_closed(), 10)
            assert socket.close_code == 4404
        assert "may not change anything" in session.closed


async def _change(served: Served, desk: Desks, org_id: str, user_id: str, what: str) -> None:
    if what == "viewer":
        await members.set_role(served.db, org_id, user_id, "viewer")
    else:
        desk.sessions[user_id].wanted = Wanted(_request("another"), user_id, None)
