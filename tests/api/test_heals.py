"""Heals over HTTP: who may answer, what is refused, and what an answer does to the procedure."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.evidence.steps import Details, Found, StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.target import Fingerprint, Known, Target
from qa_appliance.store.tables import heals, procedures
from tests.api.conftest import Person, Served, person

OLD = Known("internal:testid=[data-testid=save]", 'get_by_test_id("save")', fingerprint=Fingerprint("button", "Save"))
NEW = Known("internal:testid=[data-testid=store]", 'get_by_test_id("store")', fingerprint=Fingerprint("button", "Save"))
SAVE = Target(words="Save", name="Save", known=OLD)


async def healed(served: Served, who: Person) -> tuple[str, str]:
    """A procedure whose second step was healed in a run, and the heal: their ids."""
    plan = Plan(
        steps=(
            s.Go(url="/"),
            s.When(
                check=c.ElementIs(target=SAVE, state="visible"), steps=(s.Click(target=SAVE, sentence="Click Save"),)
            ),
        )
    )
    services, now = served.services, served.services.clock()
    made = await procedures.add(services.db, services.vault, who.project_id, plan, {"name": "P"}, now)
    found = Found(rung="fingerprint", candidates=1, known=NEW, healed=True, was=OLD)
    inner = StepRecord(1, "click", None, None, "passed", "Click Save", "saved", details=Details(heals=[found]))
    record = StepRecord(1, "when", None, None, "passed", "Click Save", "saved", details=Details(steps=[inner]))
    async with services.db.write() as transaction:
        await heals.found(transaction, made.id, "run-1", [record], now)
    (heal,) = await heals.listed(services.db, made.id)
    return made.id, heal.id


async def test_who_may_not_answer(served: Served, ada: Person) -> None:
    procedure, heal = await healed(served, ada)
    client, url = served.client, f"/api/heals/{heal}"
    stranger = await person(served)
    rows: list[tuple[dict[str, str], Any, int]] = [
        ({}, {"answer": "accept"}, 401),
        (ada.api, {"answer": "accept"}, 403),
        (stranger.session, {"answer": "accept"}, 404),
        (ada.session, {"answer": "maybe"}, 400),
        (ada.session, {}, 400),
    ]
    for headers, body, status in rows:
        assert (await client.post(url, json=body, headers=headers)).status_code == status
    unknown = await client.post("/api/heals/unknown", json={"answer": "accept"}, headers=ada.session)
    assert (unknown.status_code, unknown.json()) == (404, {"error": "Heal not found"})
    assert (await client.get(f"/api/procedures/{procedure}/heals", headers=stranger.api)).status_code == 404
    listed = (await client.get(f"/api/procedures/{procedure}/heals", headers=ada.api)).json()["heals"]
    assert [(each["id"], each["state"]) for each in listed] == [(heal, "waiting")]


async def test_of_very_many_the_newest_are_listed(served: Served, ada: Person) -> None:
    procedure, heal = await healed(served, ada)
    async with served.db.write() as transaction:
        await transaction.execute(
            "with recursive many (value) as (select 1 union all select value + 1 from many where value < 600)"
            " insert into heals (id, procedure_id, step_index, run_id, sentence, was_json, now_json, state, created_at)"
            " select value, procedure_id, value, run_id, sentence, was_json, now_json, 'rejected', created_at"
            " from heals, many where id = ?",
            (heal,),
        )
    listed = await heals.listed(served.db, procedure)
    assert [each.step_index for each in listed] == [1, *range(600, 600 - 499, -1)]


@pytest.mark.parametrize(("answer", "state"), [("accept", "accepted"), ("reject", "rejected")])
async def test_an_answer_is_kept_and_told(served: Served, ada: Person, answer: str, state: str) -> None:
    procedure, heal = await healed(served, ada)
    answered = await served.client.post(f"/api/heals/{heal}", json={"answer": answer}, headers=ada.session)
    shown = answered.json()["heal"]
    assert shown | {"createdAt": "", "decidedAt": ""} == {
        "id": heal, "stepIndex": 1, "runId": "run-1", "sentence": "Click Save", "was": OLD.locator,
        "now": NEW.locator, "state": state, "by": "fingerprint", "createdAt": "", "decidedAt": "",
    }  # fmt: skip
    assert shown["decidedAt"]
    plan = await procedures.replay(served.db, served.services.vault, procedure)
    assert plan is not None
    when = plan.steps[1]
    assert isinstance(when, s.When)
    assert isinstance(when.check, c.ElementIs)
    assert when.check.target.known == OLD  # a check is never healed
    (click,) = when.steps
    assert isinstance(click, s.Click)
    refused = msgspec.structs.replace(OLD, rejected=(NEW.selector,))
    assert click.target.known == (NEW if state == "accepted" else refused)
    entry = (await served.client.get("/api/audit", headers=ada.session)).json()["entries"][0]
    assert (entry["action"], entry["subject"]) == (f"heal.{state}", procedure)
    assert entry["details"] == {"step": 2, "was": OLD.locator, "replacement": NEW.locator}


async def test_an_accepted_heal_is_settled(served: Served, ada: Person) -> None:
    _, heal = await healed(served, ada)
    url = f"/api/heals/{heal}"
    assert (await served.client.post(url, json={"answer": "accept"}, headers=ada.session)).status_code == 200
    again = await served.client.post(url, json={"answer": "reject"}, headers=ada.session)
    assert (again.status_code, "accepted already" in again.json()["error"]) == (409, True)


async def test_a_step_that_was_changed_meanwhile_is_not_healed(served: Served, ada: Person) -> None:
    procedure, heal = await healed(served, ada)
    async with served.db.write() as transaction:
        await transaction.update("procedures", {"steps_json": "[]"}, "id = :id", {"id": procedure})
    answer = await served.client.post(f"/api/heals/{heal}", json={"answer": "accept"}, headers=ada.session)
    assert answer.status_code == 409
    assert 'Step 2 of the procedure no longer looks for get_by_test_id("save")' in answer.json()["error"]
