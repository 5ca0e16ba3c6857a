"""The appliance goes away and comes back: one banner meanwhile, and the truth afterwards, without a reload."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import httpx
from msgspec.structs import replace
from playwright.async_api import Page, expect

from qa_appliance.app import open_appliance
from qa_appliance.settings import Settings
from tests.web.conftest import EMAIL, PASSWORD
from tests.web.seeded import sign_in

_RUNNING = """insert into runs (id, org_id, project_id, instruction, user_expectation, status, created_at, queued_at,
    started_at, last_heartbeat_at)
select 'aaaaaaaa-0000-4000-8000-000000000000', org_id, id, 'Click Save', 'pass', 'running', created_at, created_at,
    created_at, created_at from projects limit 1"""


async def test_the_truth_is_shown_when_the_appliance_is_back(page: Page, tmp_path: Path) -> None:
    settings = Settings(port=0, data_dir=tmp_path / "data", browsers=1)
    banner = page.get_by_text("The appliance does not answer.")
    async with open_appliance(settings) as appliance, appliance.serving() as address:
        async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http:
            owner = {"email": EMAIL, "password": PASSWORD, "organizationName": "Lumen"}
            http.headers["Authorization"] = f"Bearer {(await http.post('/api/setup', json=owner)).json()['token']}"
            await http.post("/api/projects", json={"name": "Shop", "baseUrl": "https://shop.example"})
        async with appliance.db.write() as transaction:
            await transaction.execute(_RUNNING, {})
        await sign_in(page, address)
        await page.get_by_role("link", name="Click Save").first.click()
        await expect(page.get_by_role("region", name="Verdict").get_by_text("Running", exact=True)).to_be_visible()
        await expect(banner).to_have_count(0)
    await expect(banner).to_be_visible(timeout=30_000)
    await page.get_by_role("link", name="Projects").first.click()  # a page whose data cannot be had
    await expect(page.get_by_text("The appliance is out of reach")).to_be_visible()
    settings = replace(settings, port=urlsplit(address).port or 0)
    async with open_appliance(settings) as appliance, appliance.working(), appliance.serving():
        await expect(page.get_by_role("heading", name="Projects")).to_be_visible(timeout=60_000)
        await expect(banner).to_have_count(0)
        await page.go_back()
        await expect(page.get_by_role("region", name="Verdict").get_by_text("Cancelled", exact=True)).to_be_visible(
            timeout=60_000
        )
