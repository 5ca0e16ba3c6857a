"""What a run leaves in memory: nothing. An appliance runs for weeks, and a run holds its pictures and its pages."""

from __future__ import annotations

import asyncio
import gc

import pytest
from playwright.async_api import BrowserContext

from qa_appliance.browser.look.node import Look
from qa_appliance.browser.process.browsers import Browsers
from qa_appliance.browser.process.pool import Pool
from qa_appliance.evidence.recorder import Recorder
from tests.conftest import Serve, given
from tests.run_test.conftest import Stand

LETTING_GO = 60.0  # seconds
PAGE = "<title>Shop</title><h1>Basket</h1><button onclick=\"said.textContent = 'Saved'\">Save</button><p id=said></p>"


def held() -> int:
    gc.collect()
    return sum(isinstance(thing, Recorder | Look | BrowserContext) for thing in gc.get_objects())


async def opened_ahead(pool: Browsers) -> None:
    """What is opened for the next run is there, and counts with what is held from the beginning."""
    assert isinstance(pool, Pool)
    _, spare = given(pool._spare)
    await asyncio.wait({spare._opening})


@pytest.mark.parametrize("expected", ["Saved", "Lost"])
async def test_nothing_of_a_run_that_has_ended_is_held(stand: Stand, serve: Serve, expected: str) -> None:
    origin, words = await serve({"/": PAGE}), f'Click "Save"\nCheck that "{expected}" is shown'
    await stand.run(origin, words)  # what is loaded once is loaded now
    await opened_ahead(stand.means.pool)
    before = held()
    for _ in range(2):
        await stand.run(origin, words)
    async with asyncio.timeout(LETTING_GO):
        while held() > before:  # a context is closed behind the run's end
            await asyncio.sleep(0.1)
