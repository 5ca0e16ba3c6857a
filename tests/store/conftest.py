"""A database with an organization and its project."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from qa_appliance.store.database import Database
from qa_appliance.store.tables import accounts, projects, runs
from qa_appliance.store.upgrade import migrate
from qa_appliance.store.vault import Vault

NOW = datetime(2026, 3, 31, 23, 59, tzinfo=UTC)


class World:
    def __init__(self, db: Database, vault: Vault, org_id: str, project_id: str) -> None:
        self.db, self.vault, self.org_id, self.project_id = db, vault, org_id, project_id

    async def accepted(self, **changes: Any) -> str:
        facts: dict[str, Any] = {
            "org_id": self.org_id, "project_id": self.project_id, "instruction": "Click Save",
            "description": "Click Save", "base_url": "http://shop.example/",
        }  # fmt: skip
        now = changes.pop("now", NOW)
        return await runs.insert_pending(self.db, runs.NewRun(**facts | changes), now=now, upgrade_url="/pay")

    async def row(self, run_id: str) -> dict[str, Any]:
        row = await self.db.one("select * from runs where id = ?", (run_id,))
        assert row is not None
        return dict(row)

    async def count(self) -> int:
        row = await self.db.one("select count(*) from runs")
        assert row is not None
        return int(row[0])


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    migrate(tmp_path / "a.sqlite3")
    vault = Vault.open(tmp_path)
    async with Database.open(tmp_path / "a.sqlite3") as db:
        _, org = await accounts.set_up(
            db, email="ada@example.com", name="Ada", password_hash="x", organization="Analytical", now=NOW
        )
        project = await projects.add(db, vault, org.id, {"name": "Shop", "base_url": "http://shop.example/"}, NOW)
        yield World(db, vault, org.id, project.id)
