"""A stand to doubt a test on: `await stand.doubt(pages, description)` sees it through and answers what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.core.clock import new_id
from qa_appliance.core.run import RunRequest, Site, UserExpectation
from qa_appliance.doubt.desk import DoubtDesk, DoubtLimits
from qa_appliance.doubt.result import Doubt
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.planning.planner import StandardPlanner
from qa_appliance.run_test import Means
from qa_appliance.slots import Slots


@pytest.fixture(scope="session")
async def pool(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pool]:
    async with Pool.open(await choose_browser(), slots=2, data_dir=tmp_path_factory.mktemp("pool")) as pool:
        yield pool


class Stand:
    """`slots` has one place; `wakes` counts how often it was given back."""

    def __init__(self, pool: Pool, limits: DoubtLimits) -> None:
        self.wakes = 0
        self.slots = Slots(1, self._woken)
        self.desk = DoubtDesk(self.slots, limits)
        self.desk.means = Means(StandardPlanner(), pool, Guard(["loopback"]), EvidenceOptions(), 1.0)

    def open(self, address: str, description: str, expectation: UserExpectation = "pass") -> Doubt:
        site = Site(address, frozenset({"127.0.0.1"}))
        request = RunRequest(
            id=new_id(), org_id="o", project_id="p", site=site, description=description, expectation=expectation
        )
        return self.desk.open(request)

    async def doubt(self, address: str, description: str, expectation: UserExpectation = "pass") -> Doubt:
        opened = self.open(address, description, expectation)
        while (doubt := self.now(opened)).state in ("waiting", "running"):
            await asyncio.sleep(0.05)
        return doubt

    def now(self, doubt: Doubt) -> Doubt:
        found = self.desk.find(doubt.id, "o")
        assert found is not None
        return found

    def _woken(self) -> None:
        self.wakes += 1


@pytest.fixture
async def stand(pool: Pool) -> AsyncIterator[Stand]:
    made = Stand(pool, DoubtLimits())
    yield made
    await made.desk.stop()
