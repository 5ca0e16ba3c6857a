"""English tests played on an application twice, as it is and with a fault planted. Knows no application, no page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from qa_appliance.cli.running.throwaway import own_appliance
from qa_appliance.client.channel import Client, connect
from qa_appliance.core.run import UserExpectation
from qa_appliance.settings import Evidence, Settings, Steps

NOTHING_REFUSED = "nothing was refused"
"""The `fails_at` of a test that expects a refusal: with the fault planted, no step is refused."""

Open = Callable[[str | None], AbstractAsyncContextManager[str]]
"""Serves a fresh application, healthy (None) or with the fault of that name, and gives its address."""


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """`fault` is what this test has to find: at the step whose words are `fails_at`, which has to name `seen`."""

    name: str
    fault: str
    fails_at: str
    description: str
    seen: str = ""
    expectation: UserExpectation = "pass"


class Played(Struct, frozen=True):
    """`run` as the HTTP API tells it."""

    case: Case
    fault: str | None
    run: dict[str, Any]

    @property
    def failed(self) -> list[dict[str, Any]]:
        return [step for step in self.run["stepsJson"] or () if step["result"] == "failed"]

    @property
    def outcome(self) -> str:
        """ "passed", or what failed: the words of the step and what it says."""
        if self.run["overallStatus"] == "passed":
            return "passed"
        failures = "; ".join(f"{step['index'] + 1}. {step['sentence']} → {step['error']}" for step in self.failed)
        return failures or (self.run["reportMarkdown"] or self.run["status"])

    @property
    def wrong(self) -> str | None:
        """Why this is not what the case says has to come out; None if it is."""
        if self.fault is None:
            return None if self.run["overallStatus"] == "passed" else f"fails although all is well: {self.outcome}"
        if self.run["overallStatus"] == "passed":
            return f"FALSE PASS: the fault “{self.fault}” was not found"
        sentences = [NOTHING_REFUSED if step["synthetic"] else step["sentence"] for step in self.failed]
        if sentences != [self.case.fails_at]:
            return f"fails, but not at “{self.case.fails_at}”: {self.outcome}"
        if self.case.seen not in self.failed[0]["error"]:
            return f"fails at the right step without naming “{self.case.seen}”: {self.failed[0]['error']}"
        return None


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    """`opening` is the first sentence of every test."""

    tests: tuple[Case, ...]
    opening: str = ""


def load(file: Path) -> tuple[Case, ...]:
    table = msgspec.toml.decode(file.read_bytes(), type=_Table)
    return tuple(structs.replace(case, description=f"{table.opening}\n{case.description}") for case in table.tests)


@asynccontextmanager
async def open_bench(patience: float, evidence: Evidence, *, browsers: int = 2) -> AsyncIterator[Client]:
    """A throw-away appliance that may visit loopback. `patience` in seconds."""
    settings = Settings(
        allow=("loopback",), browsers=browsers, steps=Steps(patience_seconds=patience), evidence=evidence
    )
    async with own_appliance(settings) as own, connect(own.address, (await own.account()).api_key) as client:
        yield client


async def play(case: Case, fault: str | None, open_app: Open, client: Client, gate: asyncio.Semaphore) -> Played:
    """One test on an application of its own, from trigger to verdict."""
    async with gate, open_app(fault) as address:
        project = await client.create_project(f"{case.name} ({fault or 'healthy'})", address)
        run_id = await client.trigger(project["id"], case.description.strip(), expectation=case.expectation)
        return Played(case, fault, await client.finished(run_id))
