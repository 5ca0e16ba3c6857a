"""A project's accounts, variables, tables and pages, in a real browser: what is refused, kept and hidden."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page, expect

from tests.web.conftest import Dashboard, Open

PASSWORD = "correct horse 9"


async def project_of(dashboard: Dashboard, name: str) -> str:
    body = {"name": name, "baseUrl": dashboard.address}
    return str((await dashboard.http.post("/api/projects", json=body)).json()["project"]["id"])


async def held(dashboard: Dashboard, project: str, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await dashboard.http.get(f"/api/projects/{project}/{kind}")).json()[kind]
    return found


async def at_data(visit: Open, dashboard: Dashboard, project: str) -> Page:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/projects/{project}?tab=data")
    return page


async def test_a_password_goes_in_and_never_comes_out(visit: Open, dashboard: Dashboard) -> None:
    project = await project_of(dashboard, "People")
    page = await at_data(visit, dashboard, project)
    await expect(page.get_by_text("No accounts yet")).to_be_visible()
    await page.get_by_role("button", name="New account").click()
    form = page.get_by_role("dialog", name="New account")
    await form.get_by_label("Name", exact=True).fill("admin")
    await form.get_by_label("Role").fill("editor")
    await form.get_by_label("User name").fill("ada@example.test")
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_role("button", name="Save").click()
    row = page.get_by_role("row", name="admin")
    await expect(row).to_contain_text("ada@example.test")
    assert PASSWORD not in await page.content()

    await row.get_by_role("button", name="Edit admin").click()
    form = page.get_by_role("dialog", name="Edit account")
    await expect(form.get_by_label("Password")).to_have_value("")
    await form.get_by_label("Role").fill("auditor")
    await form.get_by_role("button", name="Save").click()
    await expect(row).to_contain_text("auditor")

    await page.get_by_role("button", name="New account").click()
    form = page.get_by_role("dialog", name="New account")
    await form.get_by_label("Name", exact=True).fill("admin")
    await form.get_by_label("User name").fill("other")
    await form.get_by_role("button", name="Save").click()
    await expect(form).to_contain_text("admin")
    assert [account["user"] for account in await held(dashboard, project, "accounts")] == ["ada@example.test"]


async def test_a_secret_variable_is_hidden_and_kept(visit: Open, dashboard: Dashboard) -> None:
    project = await project_of(dashboard, "Words")
    page = await at_data(visit, dashboard, project)
    await page.get_by_role("button", name="New variable").click()
    form = page.get_by_role("dialog", name="New variable")
    await form.get_by_label("Name").fill("token")
    await form.get_by_label("Secret").check()
    await form.get_by_label("Value").fill(PASSWORD)
    await form.get_by_role("button", name="Save").click()
    row = page.get_by_role("row", name="{token}")
    await expect(row).to_contain_text("Secret")
    assert PASSWORD not in await page.content()
    assert [each["value"] for each in await held(dashboard, project, "variables")] == [None]


async def test_a_table_is_pasted_and_told_where_it_is_none(visit: Open, dashboard: Dashboard) -> None:
    project = await project_of(dashboard, "Rows")
    page = await at_data(visit, dashboard, project)
    await page.get_by_role("button", name="New table").click()
    form = page.get_by_role("dialog", name="New table")
    await form.get_by_label("Name").fill("Lamps")
    await form.get_by_label("Rows", exact=True).fill("item\tprice\nDesk lamp\t39.90\nTorch")
    await expect(form).to_contain_text("Line 3 has 1 cells, and the first line names 2 columns.")
    await form.get_by_role("button", name="Save").click()
    assert await held(dashboard, project, "tables") == []
    await form.get_by_label("Rows", exact=True).fill("item\tprice\nDesk, oak\t39.90\nTorch\t5")
    await expect(form.get_by_role("region", name="How the rows are read")).to_contain_text("Desk, oak")
    await form.get_by_role("button", name="Save").click()
    row = page.get_by_role("row", name="Lamps")
    await expect(row).to_contain_text("{item} {price}")
    async with page.expect_download() as coming:
        await row.get_by_role("button", name="Download Lamps as CSV").click()
    text = (await (await coming.value).path()).read_text()
    assert text == 'item,price\n"Desk, oak",39.90\nTorch,5\n'


async def test_a_page_is_named_and_corrected(visit: Open, dashboard: Dashboard) -> None:
    project = await project_of(dashboard, "Pages")
    page = await at_data(visit, dashboard, project)
    await page.get_by_role("button", name="New page").click()
    form = page.get_by_role("dialog", name="New page")
    await form.get_by_label("Name").fill("Settings")
    await form.get_by_label("Address").fill("/settings")
    await form.get_by_role("button", name="Save").click()
    row = page.get_by_role("row", name="Settings")
    await expect(row).to_contain_text("/settings")
    await row.get_by_role("button", name="Edit Settings").click()
    form = page.get_by_role("dialog", name="Edit page")
    await form.get_by_label("Address").fill("/preferences")
    await form.get_by_role("button", name="Save").click()
    await expect(row).to_contain_text("/preferences")
    assert [each["address"] for each in await held(dashboard, project, "pages")] == ["/preferences"]


async def test_a_role_nobody_has_leads_to_where_one_adds_it(visit: Open, dashboard: Dashboard) -> None:
    project = await project_of(dashboard, "Roles")
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/projects/{project}")
    await page.get_by_label("Test in plain English").fill("Log in as a clerk.\n")
    link = page.get_by_role("link", name="Add an account to the project")
    await expect(link).to_be_visible()
    await link.click()
    await expect(page.get_by_role("dialog", name="New account")).to_be_visible()
