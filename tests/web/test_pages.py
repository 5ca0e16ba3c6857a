"""Every page as people meet it: axe finds nothing, the console stays silent, no other host is asked, no page overflows.

axe looks wide and light, and narrow and dark; what a page holds is said by what has to be seen on it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

import qa_appliance
from tests.web.conftest import Dashboard, Open

AXE = Path(qa_appliance.__file__).parent / "third_party" / "axe-core" / "axe.min.js"

_ASKED = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}  # axe leaves that one out itself

STRAY = """[...document.querySelectorAll(".tabs")].some((each) =>
    each.scrollHeight > each.clientHeight && getComputedStyle(each).overflowY !== "hidden")"""
"""Where scrollers take room, one would stand beside a bar of tabs that is a pixel too high."""

PAGES: list[tuple[str, str | re.Pattern[str]]] = [
    ("/", "Latest runs"),
    ("/projects/{project}", "Test in plain English"),
    ("/projects/{project}?tab=procedures", "Lamp"),
    ("/projects/{project}?tab=suites", "Smoke"),
    ("/projects/{project}?tab=alerts", "No alerts yet"),
    ("/projects/{project}?tab=environments", "No environments yet"),
    ("/projects/{project}?tab=data", "No accounts yet"),
    ("/projects/{project}?tab=files", "No files yet"),
    ("/projects/{project}?tab=baselines", "No baselines yet"),
    ("/projects/{project}?tab=settings", "Time zone"),
    ("/runs", "Search the tests' words"),
    ("/runs?search=nothing+has+this", "No run fits this filter"),
    ("/runs/{passed}", "Passed"),
    ("/runs/{failed}", "Expected"),
    ("/runs/{failed}?view=video&step=1", "Video"),
    ("/runs/{failed}?view=before", "This test has not passed before"),
    ("/runs/{failed}?tab=console", "Console"),
    ("/runs/{failed}?tab=accessibility", "Accessibility"),
    ("/runs/{failed}?tab=performance", "Largest paint"),
    ("/runs/{failed}?tab=downloads", "To take away"),
    ("/runs/{failed}?tab=report", "confidence"),
    ("/runs/{failed}?tab=raw", "stepsJson"),
    ("/procedures/{procedure}", "Desk lamp"),
    ("/procedures/{procedure}?tab=edit", "Minutes at most"),
    ("/procedures/{procedure}?tab=export", "@playwright/test"),
    ("/procedures/{procedure}?tab=history", "No runs yet"),
    ("/suites/{suite}", "1 test"),
    ("/suites/{suite}?tab=history", "No runs yet"),
    ("/suites/{suite}?tab=schedules", "Every night"),
    ("/suites/{suite}?tab=edit", "Passes when"),
    ("/phrases", "Going to pages"),
    ("/phrases?search=frobnicate", "No sentence has these words"),
    ("/settings/keys", "API keys"),
    ("/settings/members", "ada@example.test"),
    ("/settings/phrasebook", "No phrases of your own yet"),
    ("/settings/evidence", "How long runs are kept"),
    ("/settings/appliance", "Addresses opened to tests"),
    ("/settings/doctor", "certificate authorities"),
    ("/settings/plan", "The plan is active."),
    ("/settings/activity", re.compile("Nothing was changed yet|^Who$")),
    ("/settings/health", "ready to run tests"),
    ("/settings/nothing", "There is no such page"),
    ("/setup", "This appliance is set up"),
]


@pytest.mark.parametrize(("dark", "width"), [(False, 1280), (True, 360)])
async def test_every_page(visit: Open, dashboard: Dashboard, dark: bool, width: int) -> None:
    visited = await visit(dark=dark, width=width)
    wrong = []
    for path, seen in PAGES:
        await visited.page.goto(dashboard.address + path.format(**vars(dashboard)))
        found = visited.page.get_by_text(seen).or_(visited.page.get_by_label(seen))
        found = found.or_(visited.page.get_by_placeholder(seen)).filter(visible=True)
        await expect(found.first, path).to_be_visible(timeout=120_000)  # the doctor starts a browser
        wrong += [f"{path}: {each}" for each in await violations(visited.page)]
        if await visited.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append(f"{path} is wider than the window")
        if await visited.page.evaluate(STRAY):
            wrong.append(f"{path} has a scroller for a pixel")
    assert wrong + visited.wrong == []


async def test_a_page_that_does_not_exist_says_so_and_leads_back(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/projects/{dashboard.project}/procedures")
    await expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    assert await violations(page) == []
    await page.get_by_role("link", name="To the projects").click()
    await expect(page.get_by_role("heading", name="Projects")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True])
async def test_the_sign_in_page(visit: Open, dark: bool) -> None:
    visited = await visit(dark=dark, signed_in=False)
    await expect(visited.page.get_by_role("button", name="Sign in")).to_be_visible()
    assert await violations(visited.page) == []
    assert visited.wrong == []


async def violations(page: Page) -> list[str]:
    """What axe finds, a line for each element: a page that is not right says where."""
    await page.evaluate(AXE.read_text())
    found: dict[str, Any] = await page.evaluate("options => axe.run(options)", _ASKED)
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found["violations"] for node in rule["nodes"]]
