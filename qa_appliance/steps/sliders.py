"""Sliders and spinners a page paints itself: set by the keys they answer to, and verified."""

from __future__ import annotations

import re

from playwright.async_api import Locator

from qa_appliance.browser.failed import fail
from qa_appliance.browser.locate import Located
from qa_appliance.steps.stage import Stage

_MOST_KEYS = 400


async def slide(located: Located, locator: Locator, said: str, stage: Stage) -> None:
    """Presses arrows until `aria-valuenow` (or the text of a painted handle) is the number said."""
    wanted = re.search(r"-?\d+(?:\.\d+)?", said)
    if wanted is None:
        raise fail("no_option", f"“{said}” is not a number, and the {located.called} takes one.")
    goal = float(wanted[0])
    await locator.focus(timeout=2_000)
    now = await _value(locator)
    if now is None:
        raise fail("unsupported", f"The {located.called} does not tell its value: drag it instead.")
    for _ in range(_MOST_KEYS):
        if now == goal:
            return
        key = "ArrowRight" if now < goal else "ArrowLeft"
        if await _is_spinner(locator):
            key = "ArrowUp" if now < goal else "ArrowDown"
        await stage.page.keyboard.press(key)
        after = await _value(locator)
        if after is None or after == now or (after - goal) * (now - goal) < 0:
            break
        now = after
    now = await _value(locator)
    if now != goal:
        raise fail(
            "no_option", f"The {located.called} could not be set to {said}; it stands at {now:g}.", expected=said,
            seen=f"{now:g}",
        )  # fmt: skip


async def _value(locator: Locator) -> float | None:
    now = await locator.get_attribute("aria-valuenow", timeout=2_000)
    try:
        return float(now) if now else None
    except ValueError:
        return None


async def _is_spinner(locator: Locator) -> bool:
    return await locator.get_attribute("role", timeout=2_000) == "spinbutton"
