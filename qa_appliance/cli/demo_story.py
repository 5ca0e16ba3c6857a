"""The demo's story: an appliance set up from nothing, two shops, their tests through the HTTP API. Prints nothing."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct, structs

from qa_appliance.app import open_appliance
from qa_appliance.cli.logs import start_logging
from qa_appliance.cli.temporary_folder import temporary_folder
from qa_appliance.client.channel import Client, OnStep, connect
from qa_appliance.core.errors import Unavailable
from qa_appliance.demo.cases import Case, Cases
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.evidence.pictures.reel import MAKERS
from qa_appliance.settings import Settings, Tls
from qa_appliance.store.files.artifacts import Artifacts

EMAIL, ORGANIZATION = "demo@example.test", "Demo"

_READY_SECONDS = 120.0  # at the very first start the browser is unpacked
_LOOK_SECONDS = 0.25


class Scene(Struct, frozen=True):
    """What is up: addresses, the sign-in of the dashboard, the shops by name with their projects' ids."""

    address: str
    email: str
    password: str
    folder: Path
    shops: dict[str, str]
    projects: dict[str, str]
    client: Client

    def __repr__(self) -> str:
        return f"Scene({self.address!r})"


class Result(Struct, frozen=True, rename="camel"):
    """How one test came out. `verdict` is None for a run without one; the files are absolute paths."""

    name: str
    shop: str
    expected: str
    verdict: str | None
    as_expected: bool
    seconds: float
    run_id: str
    dashboard: str
    steps: list[dict[str, Any]]
    report: str | None
    screenshots: list[str]
    video: str | None
    trace: str | None


@asynccontextmanager
async def open_scene(settings: Settings, cases: Cases, port: int, *, keep: bool, logs: bool) -> AsyncIterator[Scene]:
    """Brings everything up on loopback and takes it down again; `keep` leaves the folder with the evidence.

    `logs`: the log goes into a file of that folder. Raises Unavailable when something cannot be brought up.
    """
    async with AsyncExitStack() as stack:
        folder = await stack.enter_async_context(temporary_folder("demo-", keep=keep))
        if logs:
            stack.enter_context(_logging_to(folder / "log.jsonl"))
        settings = structs.replace(
            settings,
            data_dir=folder,
            host="127.0.0.1",
            tls=Tls(),
            port=port,
            browsers=1,
            allow=("loopback",),
            trusted_proxies=(),
            public_url=None,
        )
        shops = {
            "healthy": await stack.enter_async_context(serving(create_shop())),
            "bugged": await stack.enter_async_context(serving(create_shop(cases.bugs))),
        }
        appliance = await stack.enter_async_context(open_appliance(settings))
        await stack.enter_async_context(appliance.working())
        address = await stack.enter_async_context(appliance.serving())
        password = secrets.token_urlsafe(9)
        key = await _set_up(address, password)
        client = await stack.enter_async_context(connect(address, key))
        names = {"healthy": "Lumen & Oak", "bugged": "Lumen & Oak, with bugs"}
        projects = {shop: str((await client.create_project(names[shop], shops[shop]))["id"]) for shop in shops}
        await _browser_ready(address)
        yield Scene(address, EMAIL, password, folder, shops, projects, client)


@contextmanager
def _logging_to(file: Path) -> Iterator[None]:
    """Keeps the log out of the story that is told on the terminal."""
    root = logging.getLogger()
    before = root.handlers[:]
    with file.open("w", encoding="utf-8") as stream:
        start_logging(stream)
        try:
            yield
        finally:
            root.handlers[:] = before or [logging.NullHandler()]


async def _browser_ready(address: str) -> None:
    """Raises Unavailable with the appliance's own words when there is no browser in time."""
    async with httpx.AsyncClient(base_url=address, timeout=30, trust_env=False) as http:
        tries = round(_READY_SECONDS / _LOOK_SECONDS)
        while (ready := await http.get("/readyz")).status_code != httpx.codes.OK:
            tries -= 1
            if not tries:
                problems = "; ".join(
                    f"{name}: {state}" for name, state in ready.json()["checks"].items() if state != "ok"
                )
                raise Unavailable(f"The demo's appliance did not become ready. {problems}")
            await asyncio.sleep(_LOOK_SECONDS)


async def _set_up(address: str, password: str) -> str:
    """An API key of the first owner, as the dashboard gets it."""
    owner = {"email": EMAIL, "password": password, "name": "Demo", "organizationName": ORGANIZATION}
    async with httpx.AsyncClient(base_url=address, timeout=30, trust_env=False) as http:
        session = await http.post("/api/setup", json=owner)
        if session.status_code != httpx.codes.CREATED:
            raise Unavailable(f"The demo's appliance could not be set up: {session.text}")
        signed_in = {"Authorization": f"Bearer {session.json()['token']}"}
        key = await http.post("/api/keys", json={"name": "demo"}, headers=signed_in)
        if key.status_code != httpx.codes.CREATED:
            raise Unavailable(f"The demo's appliance minted no API key: {key.text}")
        return str(key.json()["key"])


async def play(case: Case, scene: Scene, on_step: OnStep) -> Result:
    """One test from trigger to verdict."""
    began = time.monotonic()
    run_id = await scene.client.trigger(
        scene.projects[case.shop], case.description.strip(), expectation=case.expectation
    )
    run = await scene.client.finished(run_id, on_step)
    steps: list[dict[str, Any]] = run["stepsJson"] or []
    artifacts = Artifacts(scene.folder / "artifacts", lambda _: (), makers=MAKERS)

    async def file(key: str | None) -> str | None:
        found = await artifacts.ready(key) if key else None
        return str(found) if found else None

    filed = [step.get("screenshots") or {} for step in steps if step["result"] == "failed"]
    keys = [pictures[kind] for pictures in filed for kind in ("failure", "actual") if kind in pictures]
    found = [await file(key) for key in [*keys, run["finalScreenshotStoreKey"]]]
    return Result(
        name=case.name,
        shop=case.shop,
        expected=case.verdict,
        verdict=run["overallStatus"],
        as_expected=_as_expected(case, run, steps),
        seconds=round(time.monotonic() - began, 1),
        run_id=run_id,
        dashboard=f"{scene.address}/runs/{run_id}",
        steps=steps,
        report=run["reportMarkdown"],
        screenshots=[path for path in found if path],
        video=await file(run["videoStoreKey"]),
        trace=await file(run["traceStoreKey"]),
    )


def _as_expected(case: Case, run: dict[str, Any], steps: list[dict[str, Any]]) -> bool:
    if run["status"] != "completed" or run["overallStatus"] != case.verdict:
        return False
    failing = [step for step in steps if step["result"] == "failed" or step["refused"]]
    return case.seen in " ".join(f"{step['error'] or ''} {step['note'] or ''}" for step in failing)
