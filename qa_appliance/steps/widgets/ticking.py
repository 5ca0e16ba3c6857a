"""Boxes, switches and options that are ticked: clicked where a person would, and proven to stand as wanted."""

from __future__ import annotations

import asyncio

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator

from qa_appliance.browser.failure import Failed, fail, is_done
from qa_appliance.browser.find.kinds import is_painted_box
from qa_appliance.browser.find.locate import Located
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import BOXES, TICKED
from qa_appliance.browser.look.take import locator_of
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.steps.base.pointing import press_through
from qa_appliance.steps.base.polling import PAUSE, until
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.base.states import is_on

_SWITCHES = 0.6  # seconds a box is given to show that it was switched
_LOW = 80  # CSS pixels
_OWN_PICTURE = """(box, low) => {
    const at = box.getBoundingClientRect();
    const hit = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    let around = box.parentElement;
    for (let n = 0; hit && around && n < 3 && around.offsetHeight <= low; n++, around = around.parentElement)
        if (around.contains(hit)) return true;
    return false;
}"""


async def tick(
    located: Located, locator: Locator, wanted: bool, stage: Stage, doing: Doing, ms: float
) -> asyncio.Task[None] | None:
    """An action (`Stage.act`), which may have begun the wait for the page to come to rest."""
    node = located.node
    box = _box_inside(located)
    if box is not None:
        return await tick(box, box.locator, wanted, stage, doing, ms)
    ticked = is_on(node)
    if ticked is None and not wanted:
        message = f"Whether the {located.called} is on cannot be told: click it where it is to be switched."
        raise fail("unsupported", message)
    if ticked == wanted:
        doing.note(f"it was already {'on' if wanted else 'off'}")
        return None
    if node.role == "radio" and not wanted:
        raise fail("unsupported", "A radio button cannot be switched off: choose another one of its group.")
    if node.tag == "input" or node.role in TICKED:
        await _click_box(located, locator, stage, ms)
        return await _verified(located, locator, wanted, stage) if node.role != "radio" or node.tag == "input" else None
    await _click_painted(locator, stage, ms)
    if ticked is None:
        doing.note("the page does not tell whether it was on before")
    else:
        await _verify_by_class(located, locator, wanted, stage)
    return None


def turned_over(located: Located) -> bool:
    """How a box, or the only one of what was found, is to stand that is toggled."""
    return not is_on((_box_inside(located) or located).node)


def judge_ticked(located: Located, wanted: bool) -> None:
    """Of what is called so after the deed (`Became`). Raises Failed where it tells that it does not stand as wanted."""
    box = _box_inside(located) or located
    if is_on(box.node) == (not wanted):
        raise _not_kept(box, wanted)


async def _click_box(located: Located, locator: Locator, stage: Stage, ms: float) -> None:
    """At the box itself, or where people click when it is hidden or painted over: at its label."""
    node, label = located.node, _label_to_click(located)
    if label is not None and "through" in label.states:
        await stage.sending.by(press_through(locator_of(located.look, label), ms))
    elif label is not None:
        await stage.sending.by(locator_of(located.look, label).click(timeout=ms))
    elif not node.shown or node.covered:
        await stage.sending.by(locator.click(force=await _under_its_own(locator, ms), timeout=ms))
    else:
        await stage.sending.by(locator.click(timeout=ms))


async def _click_painted(locator: Locator, stage: Stage, ms: float) -> None:
    """A click that was done counts, though the answer to it did not come in time."""
    try:
        await stage.sending.by(locator.click(timeout=ms))
    except PlaywrightError as error:
        if not is_done(error):
            raise


def _box_inside(located: Located) -> Located | None:
    """The only box of a row or an item: ticking the row is ticking its box."""
    node, look = located.node, located.look
    if node.role in BOXES or node.tag == "input" or is_painted_box(node):
        return None
    boxes = [n for n in look.nodes if (n.role in BOXES or is_painted_box(n)) and look.inside(n, node)]
    return as_located(located, boxes[0]) if len(boxes) == 1 else None


async def _verified(located: Located, locator: Locator, wanted: bool, stage: Stage) -> asyncio.Task[None] | None:
    """Asked side by side after the click: whether it stands as wanted, and whether the page is at rest.

    Raises Playwright's error where the page has taken the box away.
    """
    on, resting = await stage.beside_rest(located, untraced(locator.is_checked(timeout=1_000)))
    if on == wanted:
        return resting
    resting.cancel()
    await asyncio.sleep(PAUSE)

    async def switched() -> bool | None:
        return await untraced(locator.is_checked(timeout=1_000)) == wanted or None

    if await until(switched, _SWITCHES - PAUSE):
        return None
    if located.node.tag == "input":
        raise _not_kept(located, wanted)
    raise await _not_switched(located, wanted, stage)


async def _verify_by_class(located: Located, locator: Locator, wanted: bool, stage: Stage) -> None:
    """What told by its class that it was on or off must not tell the same again. Raises as `_verified`."""

    async def switched() -> bool | None:
        words = await untraced(locator.get_attribute("class", timeout=1_000))
        pressed = await untraced(locator.get_attribute("aria-pressed", timeout=1_000))
        return pressed == str(wanted).lower() or (pressed is None and words != located.node.classes) or None

    if not await until(switched, _SWITCHES):
        raise await _not_switched(located, wanted, stage)


async def _not_switched(located: Located, wanted: bool, stage: Stage) -> Failed:
    """A click of which nothing at all has come on the page is none yet: what listens to it may still be loaded."""
    look = await stage.looked()
    if look is not None and not await _answered(look, stage):
        stage.sending.done = False
    message = f"The {located.called} was clicked and did not become {'on' if wanted else 'off'}."
    return fail("not_actionable", message, cause="not_switched")


async def _answered(look: Look, stage: Stage) -> bool:
    """Whether anything came or changed on the page, of which this is the last look, since the deed began."""
    asked = len(stage.recorder.requests_made()[0]) > stage.requests_before
    return asked or stage.news.number in (await stage.news.came(look, look.nodes)).values()


def _not_kept(located: Located, wanted: bool) -> Failed:
    ticked = located.node.role in ("checkbox", "radio", "menuitemcheckbox", "menuitemradio")
    state = ("ticked" if wanted else "unticked") if ticked else ("on" if wanted else "off")
    message = f"The {located.called} was clicked and does not stay {state}."
    return fail("not_actionable", message, cause="not_switched")


async def _under_its_own(locator: Locator, ms: float) -> bool:
    """Whether what lies over a box is the picture the page paints for it, in the same small place."""
    own: bool = await untraced(locator.evaluate(_OWN_PICTURE, _LOW, timeout=ms))
    return own


def _label_to_click(located: Located) -> Node | None:
    """The label in front of a box that is itself hidden or painted over."""
    node, look = located.node, located.look
    if node.shown and not node.covered:
        return None
    labels = [n for n in look.nodes if n.control == node.index and n.shown]
    return labels[0] if labels else None


def as_located(located: Located, node: Node) -> Located:
    return Located(locator_of(located.look, node), node, located.look, located.found)
