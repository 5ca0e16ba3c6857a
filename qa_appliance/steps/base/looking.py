"""The page as a whole deed sees it, for as long as a step may wait."""

from __future__ import annotations

from qa_appliance.browser.failure import fail
from qa_appliance.browser.look.node import Look
from qa_appliance.steps.base.stage import Stage


async def looked(stage: Stage) -> Look:
    """Raises Failed where the page is too busy to be looked at."""
    look = await stage.until(lambda look: look, stage.patience)
    if look is None:
        raise fail("timeout", "The page was too busy to be looked at.")
    return look
