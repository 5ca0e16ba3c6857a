"""A project with saved tests in a real database, runs that end as a test wants, and a clock it can move."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.batches.suites import Rules
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import OverallStatus
from qa_appliance.core.steps import Click
from qa_appliance.core.target import Target
from qa_appliance.slots import Slots
from qa_appliance.store.database import Database
from qa_appliance.store.tables import accounts, procedures, projects, runs, suites
from qa_appliance.store.tables.suites import Suite
from qa_appliance.store.upgrade import migrate
from qa_appliance.store.vault import Vault
from qa_appliance.suites.dispatch import Dispatcher
from qa_appliance.suites.schedules import Timer
from qa_appliance.suites.start import Begun, Wanted, start_suite
from qa_appliance.threads import Threads
from qa_appliance.trigger import Intake


class Team:
    """`line` counts how often runs came into the line."""

    def __init__(self, db: Database, vault: Vault, user_id: str, org_id: str, project_id: str) -> None:
        self.db, self.vault = db, vault
        self.user_id, self.org_id, self.project_id = user_id, org_id, project_id
        self.now = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)
        self.line = 0
        self._reading = Threads("accepting", at_once=1)
        self.dispatcher = self.dispatch()
        self.timer = Timer(db, self.intake, clock=self.clock)

    def clock(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)

    def dispatch(self, slots: int = 1) -> Dispatcher:
        return Dispatcher(self.db, self.intake, self._line_changed, slots=Slots(slots, lambda: None), clock=self.clock)

    def _line_changed(self) -> None:
        self.line += 1

    def intake(self) -> Intake:
        return Intake(
            db=self.db, vault=self.vault, guard=Guard(["loopback"]), reading=self._reading, now=self.now,
            upgrade_url="/plan", accepted=lambda: None,
        )  # fmt: skip

    async def procedure(self, name: str) -> str:
        plan = Plan(steps=(Click(target=Target(words="Save", name="Save"), sentence="click Save"),), source="saved")
        return (await procedures.add(self.db, self.vault, self.project_id, plan, {"name": name}, self.now)).id

    async def suite(self, tests: Sequence[str], set_up: str | None = None, **rules: Any) -> Suite:
        values = {"name": "Nightly", "tags": [], "set_up": set_up, "tests": list(tests), "rules": Rules(**rules)}
        suite = await suites.find(self.db, await suites.add(self.db, self.project_id, values, self.now))
        assert suite is not None
        return suite

    async def begin(self, suite: Suite, **changes: Any) -> Begun:
        wanted = Wanted(org_id=self.org_id, user_id=self.user_id, **changes)
        return await start_suite(suite, wanted, self.intake())

    async def in_line(self) -> list[str]:
        return [run.id for run in await runs.line(self.db)]

    async def end(self, run_id: str, overall: OverallStatus) -> None:
        assert await runs.start(self.db, run_id, self.now)
        ending = runs.Ending(status="completed", overall_status=overall, report_markdown="# It ended\n")
        assert await runs.finish(self.db, self.vault, run_id, ending, self.now)


@pytest.fixture
async def team(tmp_path: Path) -> AsyncIterator[Team]:
    migrate(tmp_path / "a.sqlite3")
    vault, now = Vault.open(tmp_path), datetime(2026, 3, 1, tzinfo=UTC)
    async with Database.open(tmp_path / "a.sqlite3") as db:
        user, org = await accounts.set_up(
            db, email="ada@example.com", name="Ada", password_hash="x", organization="Analytical", now=now
        )
        site = {"name": "Shop", "base_url": "http://127.0.0.1:9/"}
        project = await projects.add(db, vault, org.id, site, now)
        yield Team(db, vault, user.id, org.id, project.id)
