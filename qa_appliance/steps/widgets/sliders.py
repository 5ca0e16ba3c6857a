"""Sliders and spinners a page paints itself: set by the keys they answer to, and verified."""

from __future__ import annotations

import re
import time

from playwright.async_api import Locator

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.locate import Located, look_patiently
from qa_appliance.steps.base.stage import Doing, Stage

_MOST_KEYS = 400
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)")


async def slide(located: Located, locator: Locator, option: str, stage: Stage, doing: Doing) -> None:
    """Presses arrows until `aria-valuenow` (or the text of a painted handle) is the number said."""
    wanted = re.search(r"-?\d+(?:\.\d+)?", option)
    if wanted is None:
        raise fail("no_option", f"“{option}” is not a number, and the {located.called} takes one.")
    goal = float(wanted[0])
    await locator.focus(timeout=2_000)
    now = await _value(locator)
    if now is None:
        await _by_number_shown(located, goal, stage, doing)
        return
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
            "no_option",
            f"The {located.called} could not be set to {option}; it stands at {now:g}.",
            expected=option,
            seen=f"{now:g}",
        )


async def _by_number_shown(located: Located, goal: float, stage: Stage, doing: Doing) -> None:
    """A slider that tells nothing of itself: the number on the page that its keys change is its value."""
    place, now, step = -1, 0.0, 0.0
    for key in ("ArrowRight", "ArrowLeft"):
        before = await _numbers(stage)
        await stage.page.keyboard.press(key)
        after = await _numbers(stage)
        changed = [i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b]
        if len(before) == len(after) and len(changed) == 1:
            place = changed[0]
            now, step = after[place], abs(after[place] - before[place])
            break
    if place < 0:
        raise fail("unsupported", f"The {located.called} does not tell its value: drag it instead.")
    presses = round((goal - now) / step)
    for _ in range(min(abs(presses), _MOST_KEYS)):
        await stage.page.keyboard.press("ArrowRight" if presses > 0 else "ArrowLeft")
    shown = await _numbers(stage)
    now = shown[place] if place < len(shown) else now
    if now != goal:
        message = f"The {located.called} could not be set to {goal:g}; the page shows {now:g}."
        raise fail("no_option", message, expected=f"{goal:g}", seen=f"{now:g}")
    doing.note("read its value from the number on the page that it changes")


async def _numbers(stage: Stage) -> list[float]:
    """Every number the page shows, in its order: of texts, then of fields."""
    look = await look_patiently(stage.page, None, time.monotonic() + 2)
    if look is None:
        return []
    texts = [look.text, *(n.value for n in look.nodes if n.tag == "input" and n.shown)]
    return [float(number) for text in texts for number in _NUMBER.findall(text)]


async def _value(locator: Locator) -> float | None:
    now = await locator.get_attribute("aria-valuenow", timeout=2_000)
    try:
        return float(now) if now else None
    except ValueError:
        return None


async def _is_spinner(locator: Locator) -> bool:
    return await locator.get_attribute("role", timeout=2_000) == "spinbutton"
