"""A viewer sees everything and is offered nothing they may not do."""

from __future__ import annotations

import re

import httpx
from playwright.async_api import expect

from tests.web.conftest import Dashboard, Open
from tests.web.test_pages import PAGES

VIEWER, PASSWORD = "looker@example.test", "only-looking-here"

# All a viewer may press: looking, copying, signing out. A button that is not here changes something, or is new.
HARMLESS = re.compile(
    r"Skip to the page|Your account.*|Theme: .*|Sign out|Copy.*|Download.*|Try again|Look again|Close"
    r"|.*\d+"  # families of phrases with how many there are
)

READ_ONLY = re.compile(r"tab=(console|accessibility|performance|report|raw)|search=|view=|/nothing|/setup")


async def test_no_page_offers_a_viewer_what_they_may_not_do(visit: Open, dashboard: Dashboard) -> None:
    await join(dashboard)
    visited = await visit(signed_in=False)
    page = visited.page
    await page.get_by_label("Email").fill(VIEWER)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Projects").wait_for()
    offered: list[str] = []
    for path in [path for path, _ in PAGES if not READ_ONLY.search(path)]:
        await page.goto(dashboard.address + path.format(**vars(dashboard)))
        await expect(page.get_by_role("main")).not_to_be_empty()
        await expect(page.get_by_role("status", name="Loading")).to_have_count(0)
        pressed: list[str] = await page.evaluate(
            "[...document.querySelectorAll('button, input[type=submit]')].filter(each => each.checkVisibility())"
            ".map(each => (each.ariaLabel ?? each.textContent).trim())"
        )
        offered += [f"{path}: {name}" for name in pressed if not HARMLESS.fullmatch(name)]
    assert offered == []


async def join(dashboard: Dashboard) -> None:
    invited = await dashboard.http.post("/api/members", json={"email": VIEWER, "role": "viewer"})
    assert invited.status_code == 201, invited.text
    token = invited.json()["invitation"]["token"]
    async with httpx.AsyncClient(base_url=dashboard.address, timeout=60, trust_env=False) as http:
        joined = await http.post(f"/api/invitations/{token}", json={"password": PASSWORD})
    assert joined.status_code == 201, joined.text
