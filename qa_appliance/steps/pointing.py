"""Where a mouse goes on an element, and the plain click that every clicking step ends in. Finds nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from playwright.async_api import Locator, Position

from qa_appliance.browser.locate import Located

Modifier = Literal["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]


async def press_on(
    located: Located,
    locator: Locator,
    ms: float,
    *,
    button: Literal["left", "middle", "right"] = "left",
    count: int = 1,
    modifiers: Sequence[Modifier] = (),
) -> None:
    """A click. What a page paints on plain elements often changes under the pointer: it is pointed at first."""
    spot = spot_of(located)
    if not located.node.role:
        await locator.hover(position=spot, timeout=ms)
    await locator.click(button=button, click_count=count, modifiers=list(modifiers) or None, position=spot, timeout=ms)


def spot_of(located: Located) -> Position | None:
    """Where a click reaches the element, when its middle lies under something else."""
    spot = located.node.spot
    return {"x": spot[0], "y": spot[1]} if len(spot) == 2 else None
