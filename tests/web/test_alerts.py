"""Alerts in the dashboard: somebody is told, tries whether it arrives, and sees what was sent."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.conftest import Request, Serve
from tests.web.conftest import Dashboard, Open


async def test_somebody_is_told_and_what_was_sent_is_listed(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    got: list[Request] = []

    def hook(request: Request) -> str:
        got.append(request)
        return "ok"

    address = await serve({"/hook": hook})
    site = {"name": "Alerting", "baseUrl": address}
    project = (await dashboard.http.post("/api/projects", json=site)).json()["project"]["id"]
    seen = await visit(width=360)
    page = seen.page
    await page.goto(f"{dashboard.address}/projects/{project}?tab=alerts")
    await page.get_by_role("button", name="New alert").click()
    dialog = page.get_by_role("dialog", name="New alert")
    await dialog.get_by_label("Name").fill("Team room")
    await dialog.get_by_label("Channel").select_option("Webhook")
    await dialog.get_by_label("Address").fill("http://10.0.0.7/hook")
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog.locator(".wrong")).to_contain_text("is not allowed")
    await dialog.get_by_label("Address").fill(f"{address}/hook")
    await dialog.get_by_label("Send").select_option("Each failure")
    await dialog.get_by_role("button", name="Save").click()
    secret = page.get_by_role("dialog", name="Secret of the webhook")
    await expect(secret.get_by_role("textbox")).to_have_value(re.compile(r"^[\w-]{43}$"))
    await secret.get_by_role("button", name="Close").click()
    row = page.get_by_role("row", name="Team room").first
    await expect(row).to_contain_text("Each failure")
    await row.get_by_role("button", name="Send a test to Team room").click()
    await expect(page.get_by_text("The message was accepted.")).to_be_visible()
    await expect(page.get_by_role("row", name="A test").get_by_text("Sent", exact=True)).to_be_visible()
    assert [request.method for request in got] == ["POST"]
    await row.get_by_role("button", name="Remove Team room").click()
    await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    await expect(page.get_by_role("heading", name="No alerts yet")).to_be_visible()
    await expect(page.get_by_role("heading", name="Nothing was sent yet")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [each for each in seen.wrong if "400" not in each] == []
