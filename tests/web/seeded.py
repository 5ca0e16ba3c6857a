"""A served appliance without browsers whose organization has many ended runs: for lists, not for running anything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from playwright.async_api import Page

from qa_appliance.app import open_appliance
from qa_appliance.settings import Limits, Settings
from tests.web.conftest import EMAIL, MOST, PASSWORD

_SEED = """
with recursive n(i) as (select 1 union all select i + 1 from n where i < :count)
insert into runs (
    id, org_id, project_id, instruction, user_expectation, status, overall_status, created_at, queued_at, completed_at,
    passed_count, failed_count, total_duration_ms, report_markdown
)
select lower(hex(randomblob(16))), org_id, id, 'Open the shop and check that "Lamp ' || i || '" is shown', 'pass',
    'completed', iif(i % 10 = 7, 'failed', 'passed'), created_at, created_at, created_at, 3, i % 10 = 7, 900 + i % 4000,
    iif(i % 10 = 7, '# Failed' || char(10, 10) || 'Step 2 failed: “Lamp” is not shown.', '# Passed')
from n, (select * from projects limit 1)
"""


@asynccontextmanager
async def seeded(folder: Path, count: int, *more: str) -> AsyncIterator[str]:
    """Its address; the runs are numbered from 1 up to the newest, every tenth (7, 17, …) failed. `more` is SQL."""
    settings = Settings(
        port=0,
        data_dir=folder / "data",
        limits=Limits(api_global_per_minute=MOST, trigger_per_minute=MOST, active_per_minute=MOST),
    )
    async with open_appliance(settings) as appliance, appliance.serving() as address:
        async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http:
            owner = {"email": EMAIL, "password": PASSWORD, "organizationName": "Lumen"}
            token = (await http.post("/api/setup", json=owner)).json()["token"]
            http.headers["Authorization"] = f"Bearer {token}"
            await http.post("/api/projects", json={"name": "Shop", "baseUrl": "https://shop.example"})
        async with appliance.db.write() as transaction:
            await transaction.execute(_SEED, {"count": count})
            for statement in more:
                await transaction.execute(statement, {})
        yield address


async def sign_in(page: Page, address: str) -> None:
    await page.goto(address)
    await page.get_by_label("Email").fill(EMAIL)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Projects").wait_for()
