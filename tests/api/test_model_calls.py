"""What a run asked of a model: for owners and admins in the dashboard, and in no archive."""

from __future__ import annotations

import io
import zipfile

from qa_appliance.core.model_call import FILE, ModelCall, pack
from tests.api.conftest import Served, person
from tests.api.test_runs import accepted, finished

CALL = ModelCall("plan “sign up”", "small", [{"role": "user", "content": "The clause"}], "{}", 90, 9, 0.5)


async def test_only_who_manages_reads_it(served: Served) -> None:
    boss = await person(served, organization="Model lab")
    member = await person(served, organization="Model lab", role="member")
    stranger = await person(served)
    run_id = await finished(served, boss)
    await served.services.artifacts.save(run_id, FILE, pack([CALL]))
    address = f"/api/runs/{run_id}/model"
    for headers, status in (({}, 401), (boss.api, 403), (member.session, 403), (stranger.session, 404)):
        assert (await served.client.get(address, headers=headers)).status_code == status
    [call] = (await served.client.get(address, headers=boss.session)).json()["calls"]
    assert (call["purpose"], call["answer"], call["tokensIn"]) == ("plan “sign up”", "{}", 90)


async def test_a_run_that_asked_nothing_has_none(served: Served) -> None:
    boss = await person(served)
    run_id = await accepted(served, boss)
    assert (await served.client.get(f"/api/runs/{run_id}/model", headers=boss.session)).json() == {
        "calls": [],
        "fileUrl": None,
    }


async def test_it_is_in_no_archive(served: Served) -> None:
    boss = await person(served)
    run_id = await finished(served, boss)
    await served.services.artifacts.save(run_id, FILE, pack([CALL]))
    run = (await served.client.get(f"/api/runs/{run_id}", headers=boss.api)).json()["run"]
    archive = zipfile.ZipFile(io.BytesIO((await served.client.get(run["archiveUrl"])).content))
    assert "last.png" in archive.namelist()
    assert FILE not in archive.namelist()
