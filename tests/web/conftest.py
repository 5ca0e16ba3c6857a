"""A served appliance with its dashboard, a project that tests the demo shop and one that tests the dashboard itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, BrowserContext, Page, StorageState

from qa_appliance.api.pages.web import BUNDLE
from qa_appliance.app import open_appliance
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Limits, Settings, Steps

EMAIL, PASSWORD = "ada@example.test", "correct-horse-battery"
MOST = 1_000_000
UNFILMED = {"video": False, "trace": False}  # for runs of which nobody looks at either: the dearest of all evidence

FAILING = 'Go to /catalogue. Check that the page shows "Reading lamp for cats".'
PASSING = 'Go to /catalogue. Check that the page shows "Desk lamp".'


@dataclass
class Dashboard:
    """`project` tests the shop, `mirror` the dashboard; the shop's project has a run of each verdict."""

    address: str
    folder: Path
    http: httpx.AsyncClient
    project: str
    mirror: str
    passed: str
    failed: str
    procedure: str
    suite: str

    async def run(self, project: str, description: str | None, **more: Any) -> dict[str, Any]:
        """Runs a test through the HTTP API to its end; without a description `more` names a procedure."""
        asked = {"projectId": project, **({"description": description} if description else {}), **more}
        triggered = await self.http.post("/api/runs/trigger", json=asked)
        assert triggered.status_code == 202, triggered.text
        return await self.ended(triggered.json()["runId"])

    async def ended(self, run_id: str) -> dict[str, Any]:
        while True:
            run: dict[str, Any] = (await self.http.get(f"/api/runs/{run_id}")).json()["run"]
            if run["status"] not in ("pending", "running"):
                return run
            await asyncio.sleep(0.25)


@pytest.fixture(scope="session")
async def dashboard(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Dashboard]:
    assert (BUNDLE / "index.html").is_file(), "The dashboard was not built; run `make setup`."
    settings = Settings(
        port=0,
        data_dir=tmp_path_factory.mktemp("dashboard") / "data",
        browsers=1,
        allow=("loopback",),
        steps=Steps(patience_seconds=20),
        limits=Limits(
            api_global_per_minute=MOST,
            trigger_per_minute=MOST,
            active_per_minute=MOST,
            auth_failures_per_15_minutes=MOST,  # all tests sign in from one address
        ),
    )
    async with AsyncExitStack() as stack:
        shop = await stack.enter_async_context(serving(create_shop()))
        appliance = await stack.enter_async_context(open_appliance(settings))
        await stack.enter_async_context(appliance.working())
        address = await stack.enter_async_context(appliance.serving())
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=60, trust_env=False))
        owner = {"email": EMAIL, "password": PASSWORD, "name": "Ada", "organizationName": "Lumen"}
        session = await http.post("/api/setup", json=owner)
        assert session.status_code == 201, session.text
        http.headers["Authorization"] = f"Bearer {session.json()['token']}"
        project = await _project(http, name="Shop", baseUrl=shop)
        mirror = await _project(http, name="Dashboard", baseUrl=address, evidence=UNFILMED)
        made = Dashboard(address, settings.data_dir, http, project, mirror, "", "", "", "")
        made.passed = (await made.run(project, PASSING))["id"]
        made.failed = (await made.run(project, FAILING))["id"]
        saved = await http.post(f"/api/projects/{project}/procedures", json={"name": "Lamp", "runId": made.passed})
        made.procedure = saved.json()["procedure"]["id"]
        suite = {"name": "Smoke", "tests": [made.procedure], "tags": ["smoke"], "retries": 1}
        answered = await http.post(f"/api/projects/{project}/suites", json=suite)
        made.suite = answered.json()["suite"]["id"]
        nightly = {"name": "Every night", "suiteId": made.suite, "cron": "30 2 * * *", "timezone": "Asia/Tokyo"}
        assert (await http.post(f"/api/projects/{project}/schedules", json=nightly)).status_code == 201
        yield made


async def _project(http: httpx.AsyncClient, **fields: Any) -> str:
    created = await http.post("/api/projects", json=fields)
    assert created.status_code == 201, created.text
    return str(created.json()["project"]["id"])


@dataclass
class Visit:
    """A browser at the dashboard, and everything it did that it should not have."""

    page: Page
    wrong: list[str]


Open = Callable[..., Awaitable[Visit]]


@pytest.fixture(scope="session")
async def ada(browser: Browser, dashboard: Dashboard) -> StorageState:
    """What the browser of somebody keeps who has signed in."""
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(dashboard.address)
    await sign_in(page)
    kept = await context.storage_state()
    await context.close()
    return kept


@pytest.fixture
async def visit(browser: Browser, dashboard: Dashboard, ada: StorageState) -> AsyncIterator[Open]:
    """`await visit(dark=…, width=…, signed_in=…)`: a new browser context at the dashboard's first page."""
    contexts: list[BrowserContext] = []

    async def start(*, dark: bool = False, width: int = 1280, signed_in: bool = True) -> Visit:
        context = await browser.new_context(
            color_scheme="dark" if dark else "light",
            viewport={"width": width, "height": 800},
            reduced_motion="reduce",
            storage_state=ada if signed_in else None,
        )
        contexts.append(context)
        page, wrong = await context.new_page(), []
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: _own(asked.url, dashboard.address, wrong))
        await page.goto(dashboard.address)
        if signed_in:
            await page.get_by_role("heading", name="Projects").wait_for()
        return Visit(page, wrong)

    yield start
    for context in contexts:
        await context.close()


async def sign_in(page: Page) -> None:
    await page.get_by_label("Email").fill(EMAIL)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Projects").wait_for()


def _own(url: str, address: str, wrong: list[str]) -> None:
    if not url.startswith((address, f"blob:{address}", "data:")):
        wrong.append(f"a request to {url}")
