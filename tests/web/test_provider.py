"""Sign-in by a provider in a real browser: refused with the reason on the page, then let in, and out again."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, expect

from qa_appliance.app import open_appliance
from qa_appliance.settings import Settings
from qa_appliance.settings.base import Secret
from qa_appliance.settings.oidc import Oidc
from tests.oidc.provider import CLIENT, SECRET, providing
from tests.web.test_pages import violations


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


async def test_sign_in_by_the_provider(page: Page, tmp_path: Path, port: int) -> None:
    with providing() as provider:
        oidc = Oidc(
            issuer=provider.issuer,
            name="Example",
            client_id=CLIENT,
            client_secret=Secret(SECRET),
            roles=("testers=member",),
            create=True,
        )
        address = f"http://127.0.0.1:{port}"
        settings = Settings(port=port, public_url=address, data_dir=tmp_path / "data", browsers=1, oidc=oidc)
        async with open_appliance(settings) as appliance, appliance.serving():
            owner = {"email": "owner@example.com", "password": "correct-horse", "organizationName": "Lumen"}
            async with httpx.AsyncClient(base_url=address) as client:
                assert (await client.post("/api/setup", json=owner)).status_code == 201
            button = page.get_by_role("link", name="Sign in with Example")

            provider.claims = {"groups": ["guests"]}
            await page.goto(f"{address}/settings/keys")
            await button.click()
            await expect(page.get_by_role("alert")).to_contain_text("None of your groups has a role here")
            assert await violations(page) == []
            provider.broken = {"/token": (503, "")}
            await button.click()
            await expect(page.get_by_role("alert")).to_contain_text("The provider does not answer")

            provider.reset()
            await page.goto(f"{address}/runs?status=failed")
            await button.click()
            await expect(page.get_by_role("heading", name="Runs", exact=True)).to_be_visible()
            assert page.url == f"{address}/runs?status=failed"
            await page.locator("details.account summary").click()
            await page.get_by_role("button", name="Sign out").click()
            await expect(button).to_be_visible()
            await page.reload()
            await expect(button).to_be_visible()

            await page.get_by_label("Email").fill(owner["email"])
            await page.get_by_label("Password").fill(owner["password"])
            await page.get_by_role("button", name="Sign in", exact=True).click()
            await page.locator("details.account").wait_for()
            await page.goto(f"{address}/settings/activity")
            await expect(page.get_by_role("row", name="session refused")).to_contain_text("somebody not let in")
