"""Heals from a real page that changes between replays: stored, accepted into the procedure, or refused for good."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qa_appliance.core.clock import new_id, utc_now
from qa_appliance.core.outcome import Outcome
from qa_appliance.core.steps import Click
from qa_appliance.store.database import Database
from qa_appliance.store.tables import accounts, heals, procedures, projects, runs
from qa_appliance.store.tables.run_requests import run_request
from qa_appliance.store.upgrade import migrate
from qa_appliance.store.vault import Vault
from tests.conftest import Serve
from tests.run_test.conftest import Stand

PAGE = "<h1>Orders</h1><button data-testid={id} onclick='said.textContent=\"{output}\"'>Save</button><p id=said></p>"
WORDS = 'click "Save". "Stored" is shown.'


class Lab:
    """A project with a site whose page a test exchanges, and a procedure saved from a run on it."""

    def __init__(self, stand: Stand, db: Database, vault: Vault, url: str, project_id: str, org_id: str) -> None:
        self.stand, self.db, self.vault = stand, db, vault
        self.url, self.project_id, self.org_id = url, project_id, org_id

    async def run(self, procedure_id: str | None = None) -> tuple[str, Outcome]:
        asked = runs.NewRun(
            org_id=self.org_id, project_id=self.project_id, instruction=WORDS, base_url=self.url,
            description=None if procedure_id else WORDS, procedure_id=procedure_id,
        )  # fmt: skip
        run_id = await runs.insert_pending(self.db, asked, now=utc_now(), upgrade_url="/")
        request = await run_request(self.db, self.vault, run_id)
        assert request is not None
        outcome = await self.stand.run(
            self.url, request.description or "", procedure=request.procedure, procedure_id=procedure_id
        )
        assert await runs.start(self.db, run_id, utc_now())
        ending = runs.Ending(
            status=outcome.status, overall_status=outcome.overall_status, report_markdown=outcome.report_markdown,
            steps=outcome.steps, plan=outcome.plan,
        )  # fmt: skip
        await runs.finish(self.db, self.vault, run_id, ending, utc_now())
        return run_id, outcome

    async def saved(self) -> str:
        """A procedure of a run as it is now."""
        run_id, _ = await self.run()
        plan = await procedures.plan_of_run(self.db, self.vault, run_id)
        assert plan is not None
        made = await procedures.add(self.db, self.vault, self.project_id, plan, {"name": "Save"}, utc_now())
        return made.id


@pytest.fixture
async def lab(stand: Stand, tmp_path: Path, serve: Serve) -> AsyncIterator[tuple[Lab, dict[str, str]]]:
    site = {"html": PAGE.format(id="save", output="Stored")}
    url = await serve({"/": lambda request: site["html"]})
    migrate(tmp_path / "db.sqlite3")
    async with Database.open(tmp_path / "db.sqlite3") as db:
        now = utc_now()
        _, org = await accounts.ensure(
            db, email="a@b.c", name="", password_hash="x", organization=new_id(), role="owner", now=now
        )
        vault = Vault.open(tmp_path)
        project = await projects.add(db, vault, org.id, {"name": "Shop", "base_url": url}, now)
        yield Lab(stand, db, vault, url, project.id, org.id), site


async def _states(lab: Lab, procedure_id: str) -> list[tuple[Any, ...]]:
    listed = await heals.listed(lab.db, procedure_id)
    return [(heal.step_index, heal.sentence, heal.was, heal.now, heal.state) for heal in listed]


HEAL = (0, 'click "Save"', 'get_by_test_id("save")', 'get_by_test_id("store")')


async def test_a_rejected_heal_fails_the_step_from_then_on(lab: tuple[Lab, dict[str, str]]) -> None:
    lab_, site = lab
    procedure = await lab_.saved()
    site["html"] = PAGE.format(id="store", output="Stored")
    _, outcome = await lab_.run(procedure)
    assert outcome.overall_status == "passed"
    assert "1 of them healed" in outcome.report_markdown
    (heal,) = await heals.listed(lab_.db, procedure)
    assert await procedures.answer_heal(lab_.db, heal.id, "rejected", utc_now()) is None
    _, outcome = await lab_.run(procedure)
    assert outcome.overall_status == "failed"
    assert "was rejected in its place" in (outcome.steps[0].error or "")
    assert await _states(lab_, procedure) == [(*HEAL, "rejected")]
    assert await procedures.answer_heal(lab_.db, heal.id, "accepted", utc_now()) is None  # a changed mind
    _, outcome = await lab_.run(procedure)
    assert outcome.overall_status == "passed"


async def test_an_accepted_heal_is_the_procedure_from_then_on(lab: tuple[Lab, dict[str, str]]) -> None:
    lab_, site = lab
    procedure = await lab_.saved()
    site["html"] = PAGE.format(id="store", output="Stored")
    await lab_.run(procedure)
    second, _ = await lab_.run(procedure)
    assert await _states(lab_, procedure) == [(*HEAL, "waiting")]
    (heal,) = await heals.listed(lab_.db, procedure)
    assert heal.run_id == second
    assert await procedures.answer_heal(lab_.db, heal.id, "accepted", utc_now()) is None
    _, outcome = await lab_.run(procedure)
    assert outcome.steps[0].found is not None
    assert outcome.steps[0].found.rung == "saved locator"
    assert outcome.confidence_score == 100
    assert await _states(lab_, procedure) == [(*HEAL, "accepted")]
    refused = await procedures.answer_heal(lab_.db, heal.id, "rejected", utc_now())
    assert refused is not None
    assert "accepted already" in refused


async def test_a_heal_of_a_step_that_failed_or_changed_is_not_kept(lab: tuple[Lab, dict[str, str]]) -> None:
    lab_, site = lab
    procedure = await lab_.saved()
    site["html"] = PAGE.format(id="store", output="Lost")
    _, outcome = await lab_.run(procedure)
    assert (outcome.steps[0].result, outcome.steps[1].result) == ("passed", "failed")  # a check is never healed
    (heal,) = await heals.listed(lab_.db, procedure)
    plan = await procedures.replay(lab_.db, lab_.vault, procedure)
    assert plan is not None
    first = plan.steps[0]
    assert isinstance(first, Click)
    bare = msgspec.structs.replace(first, target=msgspec.structs.replace(first.target, known=None))
    kept = msgspec.structs.replace(plan, steps=(bare, *plan.steps[1:]))
    await procedures.change(lab_.db, lab_.vault, procedure, kept, {}, utc_now())
    assert await heals.listed(lab_.db, procedure) == []
    gone = await procedures.answer_heal(lab_.db, heal.id, "accepted", utc_now())
    assert gone == "This heal is no longer there."
