"""The ways a test is carried out in benchmarks: a script with evidence or without, a real appliance over HTTP."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from playwright.async_api import Page, ViewportSize

from qa_appliance.app import open_appliance
from qa_appliance.core.run import TERMINAL
from qa_appliance.settings import Evidence, Limits, Settings

CHECK = 'check that "Catalogue" is shown'
PLENTY = Limits(api_global_per_minute=100_000, trigger_per_minute=100_000)
SIZE: ViewportSize = {"width": 1280, "height": 720}

Act = Callable[[int, Awaitable[object]], Awaitable[None]]


async def plain(_: int, deed: Awaitable[object]) -> None:
    await deed


@asynccontextmanager
async def recorded(page: Page) -> AsyncIterator[Act]:
    """With Playwright's own trace, a group per step, and its screencast."""
    folder, tracing, frames = Path(tempfile.mkdtemp()), page.context.tracing, []
    await page.screencast.start(on_frame=lambda frame: frames.append(frame), size=SIZE, quality=70)
    await tracing.start(screenshots=True, snapshots=True)

    async def act(number: int, deed: Awaitable[object]) -> None:
        await tracing.group(f"Step {number}")
        await deed
        await tracing.group_end()

    yield act
    await page.screencast.stop()
    await tracing.stop(path=folder / "trace.zip")
    shutil.rmtree(folder)


class Runs:
    """Tests of a real appliance, over HTTP."""

    def __init__(self, http: httpx.AsyncClient, project: str) -> None:
        self._http, self._project = http, project

    async def take(self, description: str, count: int = 1) -> float:
        """Seconds from the first answer to the trigger to the terminal state of the last, asked now and then."""
        pause = 0.01 if count == 1 else 0.25  # it is this process that answers: who asks often measures the asking
        body = {"projectId": self._project, "description": description}
        asked = [(await self._http.post("/api/runs/trigger", json=body)).json()["pollUrl"]]
        began = time.perf_counter()
        asked += [(await self._http.post("/api/runs/trigger", json=body)).json()["pollUrl"] for _ in range(count - 1)]
        for address in asked:
            while (run := (await self._http.get(address)).json()["run"])["status"] not in TERMINAL:
                await asyncio.sleep(pause)
            if run["overallStatus"] != "passed":
                raise SystemExit(run["reportMarkdown"])
        return time.perf_counter() - began


@asynccontextmanager
async def appliance(origin: str, folder: Path, slots: int, without: Collection[str] = ()) -> AsyncIterator[Runs]:
    """`without`: the kinds of evidence it leaves out."""
    evidence = Evidence(**dict.fromkeys(without, False))
    settings = Settings(data_dir=folder, port=0, browsers=slots, allow=("loopback",), limits=PLENTY, evidence=evidence)
    async with (
        open_appliance(settings) as opened,
        opened.working(),
        opened.serving() as address,
        httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http,
    ):
        owner = {"email": "a@example.test", "password": "a long pass phrase", "organizationName": "Lab"}
        http.headers["Authorization"] = f"Bearer {(await http.post('/api/setup', json=owner)).json()['token']}"
        made = await http.post("/api/projects", json={"name": "Shop", "baseUrl": origin})
        yield Runs(http, made.json()["project"]["id"])
