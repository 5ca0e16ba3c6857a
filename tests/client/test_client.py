"""The Python client against the API over real HTTP: what is refused comes as an error of its own kind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from qa_appliance.client import (
    Appliance,
    FinishedRun,
    Forbidden,
    Invalid,
    NotFound,
    Unauthorized,
    Unavailable,
    connect,
)
from tests.api.conftest import Served, person, serve
from tests.api.test_procedures import ended


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    async with serve(tmp_path_factory.mktemp("appliance")) as running:
        yield running


async def test_what_is_refused_has_a_type(served: Served) -> None:
    ada, viewer = await person(served), await person(served, role="viewer")
    async with connect(served.url, "tst_live_0123456789abcdefghijklmnopqrstuv") as client:
        with pytest.raises(Unauthorized):
            await client.projects()
    async with connect(served.url, viewer.key) as client:
        with pytest.raises(Forbidden):
            await client.trigger(viewer.project_id, "Click Save")
    async with connect(served.url, ada.key) as client:
        with pytest.raises(NotFound):
            await client.run(viewer.project_id)
        with pytest.raises(Invalid):
            await client.trigger(ada.project_id, "")
    with pytest.raises(Unavailable):
        async with connect("http://127.0.0.1:9", ada.key) as client:
            await client.call("POST", "api/plan", {})
    with pytest.raises(Invalid):
        async with connect("127.0.0.1:9", ada.key):
            pass


async def test_without_an_event_loop(served: Served) -> None:
    ada = await person(served)

    def use() -> FinishedRun:
        with Appliance(served.url, ada.key) as qa:
            return qa.run("Click Save")

    using = asyncio.create_task(asyncio.to_thread(use))
    while not (
        waiting := [row[0] for row in await served.db.all("select id from runs where org_id = ?", (ada.org_id,))]
    ):
        await asyncio.sleep(0.01)
    await served.client.post(f"/api/runs/{waiting[0]}/cancel", headers=ada.api)
    run = await using
    assert (run.id, run.status, run.passed, run.steps) == (waiting[0], "cancelled", False, [])


async def test_a_run_is_typed(served: Served) -> None:
    ada = await person(served)
    run_id = await ended(served, ada)
    async with connect(served.url, ada.key) as client:
        run = FinishedRun.of(await client.run(run_id))
    assert run.passed
    assert [(step.sentence, step.result) for step in run.steps] == [("Click Save", "passed")]


async def test_a_run_that_ended_between_two_looks_has_as_many_steps_as_it_took(served: Served) -> None:
    ada = await person(served)
    run_id = await ended(served, ada)
    shown: list[tuple[str, int | None]] = []
    async with connect(served.url, ada.key) as client:
        await client.finished(run_id, lambda step, planned: shown.append((step["result"], planned)))
    assert shown == [("passed", 1)]
