"""What a mouse does: click, hover, drag, scroll, select a text."""

from __future__ import annotations

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Position

from qa_appliance.browser.failed import Failed, fail, translated
from qa_appliance.browser.locate import Located
from qa_appliance.browser.look import locator_of
from qa_appliance.core.steps import Click, Drag, Hover, Scroll, SelectText
from qa_appliance.steps.seeking import seek
from qa_appliance.steps.stage import Doing, Stage

_DRAG_MOVES = 12  # mouse moves of a drag: pages that follow the pointer need several
_SCREENFUL = 0.8  # of the height or width scrolled at once


async def click(step: Click, stage: Stage, doing: Doing) -> None:
    deed = {"left": "click", "right": "right-click", "middle": "middle-click"}[step.button]
    deed = "double-click" if step.count == 2 else deed
    tabs = len(stage.session.context.pages)
    target = await seek(stage.scoped(step.target), stage, doing) if step.seek else step.target

    async def press(located: Located, locator: Locator, ms: float) -> None:
        await _linked(located, locator).click(
            button=step.button,
            click_count=step.count,
            modifiers=list(step.modifiers) or None,
            position=spot_of(located),
            timeout=ms,
        )

    located = await stage.act(target, "click", doing, deed, press)
    if located.node.role == "option" and located.node.tag == "option":
        raise fail("unsupported", "An option of a dropdown is chosen, not clicked: write “choose … from …”.")
    if len(stage.session.context.pages) > tabs:
        doing.note("a new tab opened; the test stays in this one")


def _linked(located: Located, locator: Locator) -> Locator:
    """An item of a list is clicked where it leads somewhere: at its only link."""
    node, look = located.node, located.look
    if node.role not in ("listitem", "article", "row") or node.click:
        return locator
    links = [n for n in look.nodes if n.shown and n.role == "link" and look.inside(n, node)]
    return locator_of(look, links[0]) if len(links) == 1 else locator


async def hover(step: Hover, stage: Stage, doing: Doing) -> None:
    await stage.act(
        step.target, "hover", doing, "hover over",
        lambda located, locator, ms: locator.hover(position=spot_of(located), timeout=ms),
    )  # fmt: skip


async def select_text(step: SelectText, stage: Stage, doing: Doing) -> None:
    await stage.act(
        step.target, "text", doing, "select the text of", lambda located, locator, ms: locator.select_text(timeout=ms)
    )


async def drag(step: Drag, stage: Stage, doing: Doing) -> None:
    """By real mouse moves; pages with HTML drag and drop get their events from the browser."""
    source = await stage.find(step.target, "hover", doing)
    if step.to is not None:
        goal = await stage.find(step.to, "hover", doing)
        await stage.act_on(
            source, f"drag to the {goal.called}",
            lambda located, locator, ms: locator.drag_to(goal.locator, timeout=ms, steps=_DRAG_MOVES),
        )  # fmt: skip
        return
    right, down = step.by or (0, 0)

    async def pull(located: Located, locator: Locator, ms: float) -> None:
        await locator.scroll_into_view_if_needed(timeout=ms)
        box = await locator.bounding_box(timeout=ms)
        if box is None:
            raise fail("not_actionable", f"The {located.called} cannot be dragged: it has no place on the page.")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse = stage.page.mouse
        await mouse.move(x, y)
        await mouse.down()
        await mouse.move(x + right, y + down, steps=_DRAG_MOVES)
        await mouse.up()

    await stage.act_on(source, "drag", pull)


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


def spot_of(located: Located) -> Position | None:
    """Where a click reaches the element, when its middle lies under something else."""
    spot = located.node.spot
    return {"x": spot[0], "y": spot[1]} if len(spot) == 2 else None
