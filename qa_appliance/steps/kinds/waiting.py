"""Waiting for a time, or for the page to load."""

from __future__ import annotations

import asyncio

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.core.steps import WaitLoad, WaitTime
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.stage import Doing, Stage

LOAD_PATIENCE = 30.0  # seconds


async def wait_time(step: WaitTime, stage: Stage, doing: Doing) -> None:
    """The one wait that is blind, because the test says so."""
    await asyncio.sleep(step.seconds)


async def wait_load(step: WaitLoad, stage: Stage, doing: Doing) -> None:
    """Until the load event and, within the same time, no request is in flight."""
    seconds = step.seconds or LOAD_PATIENCE
    try:
        async with asyncio.timeout(seconds):
            await stage.page.wait_for_load_state("load", timeout=seconds * 1000)
            await stage.calm(seconds)
    except (TimeoutError, PlaywrightTimeout) as error:
        raise fail("timeout", f"The page was not loaded after {seconds:g} seconds.") from error
    except PlaywrightError as error:
        raise Failed(translated(error, "wait for the page to load")) from error


KINDS = (
    Kind(WaitTime, perform=wait_time, value=lambda step: f"{step.seconds:g} s"),
    Kind(WaitLoad, perform=wait_load),
)
