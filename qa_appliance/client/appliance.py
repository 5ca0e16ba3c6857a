"""An appliance for code that is not asynchronous: one call runs a test and answers its verdict, typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Literal, Self, TypeVar

import msgspec
from msgspec import Struct

from qa_appliance.client.channel import Client, Run, connect
from qa_appliance.client.projects import project_of
from qa_appliance.client.shown import Shown
from qa_appliance.client.test_data import DataOfProject
from qa_appliance.core.run import OverallStatus, RunStatus, UserExpectation

T = TypeVar("T")


class StepOfRun(Struct, frozen=True, rename="camel"):
    """`sentence` is what the test says, `error` why it did not come about."""

    index: int
    sentence: str
    result: Literal["passed", "failed", "skipped"]
    error: str | None = None
    note: str | None = None


class FinishedRun(Struct, frozen=True, rename="camel"):
    """What is known of a run that has ended. `report_markdown` tells it in words; links lead to the evidence."""

    id: str
    status: RunStatus
    overall_status: OverallStatus | None
    confidence_score: int | None
    total_duration_ms: int
    report_markdown: str | None
    archive_url: str | None
    steps_json: list[StepOfRun] | None

    @classmethod
    def of(cls, run: Run) -> FinishedRun:
        """From what `Client.run` and `Client.finished` answer."""
        return msgspec.convert(run, cls)

    @property
    def passed(self) -> bool:
        return self.overall_status == "passed"

    @property
    def steps(self) -> list[StepOfRun]:
        return self.steps_json or []


class Appliance:
    """`with Appliance("https://qa.example.com", key) as qa: qa.run("Open /cart and check that …", url=…).passed`.

    Every method raises a `Problem` with the appliance's own words. Not for code within an event loop: that has
    `connect`.
    """

    def __init__(self, server: str, api_key: str) -> None:
        self._connecting: AbstractAsyncContextManager[Client] = connect(server, api_key)
        self._runner = asyncio.Runner()
        self._client: Client | None = None

    def __enter__(self) -> Self:
        self._client = self._runner.run(_begin(self._connecting))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._runner.run(_end(self._connecting))
        self._runner.close()

    def run(
        self,
        description: str,
        *,
        project: str | None = None,
        url: str | None = None,
        expect: UserExpectation = "pass",
        viewport: str | None = None,
    ) -> FinishedRun:
        """Runs a test and waits for its end. A site that no project is of yet gets one."""
        return self._do(self._run(description, project, url, expect, viewport))

    def accounts(self, project: str | None = None) -> list[Shown]:
        """Whom tests of the project may sign in as; without their passwords."""
        return self._do(self._listed(project, DataOfProject.accounts))

    def variables(self, project: str | None = None) -> list[Shown]:
        """The value of a secret is None."""
        return self._do(self._listed(project, DataOfProject.variables))

    def tables(self, project: str | None = None) -> list[Shown]:
        return self._do(self._listed(project, DataOfProject.tables))

    def evidence(self, run: FinishedRun) -> bytes | None:
        """The run's archive, a zip file of everything there is of it; None where it has none."""
        return self._do(self._there.fetched(run.archive_url)) if run.archive_url else None

    async def _run(
        self, description: str, project: str | None, url: str | None, expect: UserExpectation, viewport: str | None
    ) -> FinishedRun:
        client = self._there
        project_id = await project_of(client, project, url)
        run_id = await client.trigger(project_id, description, url, expect, viewport=viewport)
        return FinishedRun.of(await client.finished(run_id))

    async def _listed(
        self, project: str | None, of: Callable[[DataOfProject], Coroutine[object, object, list[Shown]]]
    ) -> list[Shown]:
        return await of(self._there.data(await project_of(self._there, project, None, make=False)))

    @property
    def _there(self) -> Client:
        assert self._client is not None, "use it in a with statement"
        return self._client

    def _do(self, work: Coroutine[object, object, T]) -> T:
        return self._runner.run(work)


async def _begin(connecting: AbstractAsyncContextManager[Client]) -> Client:
    return await connecting.__aenter__()


async def _end(connecting: AbstractAsyncContextManager[Client]) -> None:
    await connecting.__aexit__(None, None, None)
