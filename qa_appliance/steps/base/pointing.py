"""Where a mouse goes on an element, the plain click that every clicking step ends in, and whether a deed is with the
page. Finds nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Literal, TypeVar

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Position

from qa_appliance.browser.failure import is_done
from qa_appliance.browser.find.locate import Located

Answered = TypeVar("Answered")
Modifier = Literal["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]


class Sending:
    """Whether the deed at work is with the page: what was carried out is not begun again, whatever comes after."""

    def __init__(self) -> None:
        self.done = False

    async def by(self, call: Awaitable[Answered]) -> Answered:
        """The answer of the call by which the deed is done; what leads up to it (a list opened) is no such call."""
        try:
            answer = await call
        except PlaywrightError as error:
            self.done = self.done or is_done(error)
            raise
        self.done = True
        return answer


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
    if "through" in located.node.states:
        await press_through(locator, ms, button=button, count=count)
        return
    spot = spot_of(located)
    if not located.node.role:
        await locator.hover(position=spot, timeout=ms)
    await locator.click(button=button, click_count=count, modifiers=list(modifiers) or None, position=spot, timeout=ms)


async def press_through(
    locator: Locator, ms: float, *, button: Literal["left", "middle", "right"] = "left", count: int = 1
) -> None:
    """A click at the place of a word that lets clicks through, to what it is written on."""
    await locator.scroll_into_view_if_needed(timeout=ms)
    box = await locator.bounding_box(timeout=ms)
    if box is not None:
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await locator.page.mouse.click(x, y, button=button, click_count=count)


def spot_of(located: Located) -> Position | None:
    """Where a click reaches the element, when its middle lies under something else."""
    spot = located.node.spot
    return {"x": spot[0], "y": spot[1]} if len(spot) == 2 else None
