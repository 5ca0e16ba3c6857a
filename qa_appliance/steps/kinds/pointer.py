"""What a mouse does: click, hover, scroll, select a text."""

from __future__ import annotations

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.find.locate import Located, as_located
from qa_appliance.core.steps import Click, Hover, Scroll, SelectText
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.pointing import press_on, spot_of
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.kinds.confirming import yes_to_what_is_asked
from qa_appliance.steps.kinds.seeking import seek
from qa_appliance.steps.widgets.opening import fold, open_level, open_menu_around

_SCREENFUL = 0.8  # of the height or width scrolled at once


async def click(step: Click, stage: Stage, doing: Doing) -> None:
    deed = {"left": "click", "right": "right-click", "middle": "middle-click"}[step.button]
    deed = "double-click" if step.count == 2 else deed
    tabs = len(stage.session.context.pages)
    target = await seek(stage.scoped(step.target), stage, doing) if step.seek else step.target
    if step.confirms:
        yes = await yes_to_what_is_asked(target, stage, doing)
        if yes is None:
            return
        target = yes
    if step.towards is not None:
        await open_level(target, step.towards, stage, doing)
        return
    if step.until:
        await fold(target, step.until, stage, doing)
        return

    await open_menu_around(target, stage, doing)

    async def press(located: Located, locator: Locator, ms: float) -> None:
        located = _linked(located)
        await press_on(located, located.locator, ms, button=step.button, count=step.count, modifiers=step.modifiers)

    located = await stage.act(target, "click", doing, deed, press)
    if located.node.role == "option" and located.node.tag == "option":
        raise fail("unsupported", "An option of a dropdown is chosen, not clicked: write “choose … from …”.")
    if len(stage.session.context.pages) > tabs:
        doing.note("a new tab opened; the test stays in this one")


def _linked(located: Located) -> Located:
    """An item of a list is clicked where it leads somewhere: at its only link."""
    node, look = located.node, located.look
    if (node.role and node.role not in ("listitem", "article", "row")) or node.click or located.found.rung != "kind":
        return located
    links = [n for n in look.nodes if n.shown and n.role == "link" and look.inside(n, node)]
    return as_located(look, links[0]) if len(links) == 1 else located


async def hover(step: Hover, stage: Stage, doing: Doing) -> None:
    await stage.act(
        step.target,
        "hover",
        doing,
        "hover over",
        lambda located, locator, ms: locator.hover(position=spot_of(located), timeout=ms),
    )


async def select_text(step: SelectText, stage: Stage, doing: Doing) -> None:
    await stage.act(
        step.target, "text", doing, "select the text of", lambda located, locator, ms: locator.select_text(timeout=ms)
    )


async def scroll(step: Scroll, stage: Stage, doing: Doing) -> None:
    if step.direction == "to":
        if step.target is None:
            raise fail("unsupported", "Say where to scroll: “scroll to the footer”, “scroll down”.")
        located = await stage.find(step.target, "text", doing)
        await stage.act_on(
            located, "scroll to", lambda located, locator, ms: locator.scroll_into_view_if_needed(timeout=ms)
        )
        return
    script = """(element, [direction, part]) => {
        let box = element;
        const can = e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;
        while (box && box !== document.body && !can(box)) box = box.parentElement;
        if (!box || box === document.body || box === document.documentElement) box = document.scrollingElement;
        const before = [box.scrollLeft, box.scrollTop];
        const [w, h] = [box.clientWidth * part, box.clientHeight * part];
        const by = {up: [0, -h], down: [0, h], left: [-w, 0], right: [w, 0],
            top: [0, -box.scrollHeight], bottom: [0, box.scrollHeight]}[direction];
        box.scrollBy({left: by[0], top: by[1], behavior: "instant"});
        return box.scrollLeft !== before[0] || box.scrollTop !== before[1];
    }"""
    locator = stage.page.locator("body")
    if step.target is not None:
        locator = (await stage.find(step.target, "text", doing)).locator
    try:
        moved = await locator.evaluate(script, [step.direction, _SCREENFUL], timeout=stage.patience * 1000)
    except PlaywrightError as error:
        raise Failed(translated(error, f"scroll {step.direction}")) from error
    if not moved:
        doing.note(f"it was already scrolled as far {step.direction} as it goes")
    await stage.calm()


KINDS = (
    Kind(Click, perform=click),
    Kind(Hover, perform=hover),
    Kind(Scroll, perform=scroll),
    Kind(SelectText, perform=select_text),
)
