"""Looking for a target that something hides: folded sections, other tabs, branches of a tree, further pages.

Only for verbs that ask for it ("find and click"). Opens one thing at a time and never what the words do not lead to:
no links out of the page but those to the next page, no buttons that send or delete.
"""

from __future__ import annotations

import asyncio
import time

import msgspec
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed, translated
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.find.search import Ambiguous, Match, find, gather
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import locator_of
from qa_appliance.core.target import Target
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.widgets.opening import is_folded

_MOST_OPENED = 60
_MOST_SCROLLED = 30  # screenfuls
_MORE_COMES = 0.8  # seconds a list at its end is given to grow
_LONGEST = 40.0  # seconds
_SLIDES = 2.0  # seconds a section may take to unfold
_PAUSE = 0.08
_NEXT = frozenset({"next", "next page", "›", "»", ">", "→", "older", "load more", "show more", "more results"})

Key = tuple[str, str, str, int]


async def seek(target: Target, stage: Stage, doing: Doing) -> Target:
    """The target as it can be found once what hides it is open; the target itself where nothing helped.

    A position counts over the pages: the 9th of three a page is the 3rd on the third page.
    """
    opened: set[Key] = set()
    scrolled = 0
    ends = time.monotonic() + max(_LONGEST, stage.patience)
    look = await look_patiently(stage.page, target, ends)
    while look is not None and time.monotonic() < ends and len(opened) < _MOST_OPENED:
        answer = find(look, target, "click")
        if isinstance(answer, Ambiguous | Match) and answer.rung in (*EQUAL, "kind"):
            return target
        if (folded := _opener(look, opened)) is not None:
            look = await _opened(look, folded, target, stage, doing, ends)
        elif (following := _next_page(look)) is not None:
            target = _on_later_pages(look, target)
            opened = {key for key in opened if key[0] == "page"} | {("page", str(len(opened)), look.text[:500], 0)}
            look = await _opened(look, following, target, stage, doing, ends)
        elif scrolled < _MOST_SCROLLED and await _scroll_on(stage):
            scrolled += 1
            doing.note("scrolled to look for it")
            await stage.calm()
            look = await look_patiently(stage.page, target, ends)
        else:
            return target
    return target


def _on_later_pages(look: Look, target: Target) -> Target:
    """Its position without those of this page."""
    count = len(gather(look, target, "click").nodes)
    return msgspec.structs.replace(target, ordinal=target.ordinal - count) if 0 < count < target.ordinal else target


async def _opened(look: Look, way: Node, target: Target, stage: Stage, doing: Doing, ends: float) -> Look | None:
    """The page after a click on what may hide the target. Raises Failed where that ended the page."""
    name = way.name or look.text_of(way)
    try:
        await locator_of(look, way).click(timeout=2_000)
    except PlaywrightError as error:
        failure = translated(error, "open what may hide it")
        if failure.kind == "crashed":
            raise Failed(failure) from error
    else:
        doing.note(f"opened {f'“{name}”' if name else 'what was folded'} to look for it")
    await stage.calm()
    return await _at_rest(target, stage, ends)


async def _at_rest(target: Target, stage: Stage, ends: float) -> Look | None:
    """The page once what was opened has slid into its place, and what closed for it out of sight."""
    settled = time.monotonic() + _SLIDES
    before = await look_patiently(stage.page, target, ends)
    while before is not None and time.monotonic() < settled:
        await asyncio.sleep(_PAUSE)
        look = await look_patiently(stage.page, target, ends)
        if look is None or _boxes(look) == _boxes(before):
            return look or before
        before = look
    return before


def _boxes(look: Look) -> list[object]:
    return [(n.tag, n.box) for n in look.nodes if n.shown]


async def _scroll_on(stage: Stage) -> bool:
    """One screenful on, wherever the page scrolls: long lists show, or load, what was out of sight.

    False at the end, which is believed when nothing more came for a moment.
    """
    script = """() => { let moved = false;
        for (const e of [document.scrollingElement, ...document.querySelectorAll("*")]) {
            if (!e || e.scrollHeight <= e.clientHeight + 1) continue;
            const flows = e === document.scrollingElement || /auto|scroll/.test(getComputedStyle(e).overflowY);
            if (!flows || e.scrollTop + e.clientHeight >= e.scrollHeight - 1) continue;
            const before = e.scrollTop;
            e.scrollBy({top: e.clientHeight * 0.8, behavior: "instant"});
            moved ||= e.scrollTop !== before;
        }
        return moved; }"""
    ends = time.monotonic() + _MORE_COMES
    while True:
        try:
            moved = bool(await stage.page.evaluate(script))
        except PlaywrightError as error:
            raise Failed(translated(error, "scroll")) from error
        if moved or time.monotonic() >= ends:
            return moved
        await stage.calm()


def _opener(look: Look, opened: set[Key]) -> Node | None:
    """The next folded thing, in the page's order; each is opened once."""
    for node in look.nodes:
        if not node.shown or node.disabled or node.covered or not is_folded(node):
            continue
        key = _key(look, node)
        if key not in opened:
            opened.add(key)
            return node
    return None


def _key(look: Look, node: Node) -> Key:
    """What tells one folded thing from another, though the page be drawn anew."""
    around = look.nodes[node.parent] if node.parent >= 0 else node
    name = (node.name or look.text_of(node) or look.text_of(around))[:60]
    alike = [n for n in look.nodes[: node.index] if n.tag == node.tag and n.role == node.role and n.shown]
    same = sum((n.name or look.text_of(n) or look.text_of(look.nodes[n.parent]))[:60] == name for n in alike)
    return node.tag, node.role, name, same


def _next_page(look: Look) -> Node | None:
    for node in look.nodes:
        if node.shown and not node.disabled and not node.covered and (node.click or node.role in ("link", "button")):
            name = node.name or look.text_of(node)
            if name.strip() in _NEXT or fold(name) in _NEXT:
                return node
    return None
