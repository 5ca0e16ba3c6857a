"""A store with an organization and a project, and a clock a test can move."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from qa_appliance.store.database import Database
from qa_appliance.store.tables import runs
from qa_appliance.store.upgrade import migrate


class MovedClock:
    """`now` is what the clock on the wall shows, which somebody may set; `monotonic` only goes on."""

    def __init__(self) -> None:
        self.now = datetime(2027, 5, 12, 12, 0, tzinfo=UTC)
        self.passed = 0.0

    def monotonic(self) -> float:
        return self.passed

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.passed += seconds
        self.set(seconds)

    def set(self, seconds: float) -> None:
        """As a time server sets it, or a machine that slept."""
        self.now += timedelta(seconds=seconds)


Ask = Callable[[], Awaitable[str]]


@pytest.fixture
def clock() -> MovedClock:
    return MovedClock()


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    file = tmp_path / "appliance.sqlite3"
    migrate(file)
    async with Database.open(file) as opened:
        at = "2027-05-01T00:00:00.000Z"
        async with opened.write() as transaction:
            await transaction.insert(
                "organizations", {"id": "org", "name": "Lab", "created_at": at, "plan_state": "active"}
            )
            await transaction.insert(
                "projects",
                {"id": "project", "org_id": "org", "name": "Shop", "base_url": "http://shop.test", "created_at": at},
            )
        yield opened


@pytest.fixture
def ask(db: Database, clock: MovedClock) -> Ask:
    """Accepts a run; answers its id."""

    async def accept() -> str:
        run = runs.NewRun(
            org_id="org", project_id="project", instruction="Look.", description="Look.", base_url="http://shop.test"
        )
        return await runs.insert_pending(db, run, now=clock(), upgrade_url="/plan")

    return accept
