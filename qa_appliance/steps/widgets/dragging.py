"""Dragging by real mouse moves: onto something, by a distance, to another place in a list. HTML pages that use drag
and drop get their events from the browser itself."""

from __future__ import annotations

import re
import time

from msgspec.structs import replace
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.locate import Located, as_located, look_patiently
from qa_appliance.browser.find.search import Miss, find
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.core.steps import Drag, Upload
from qa_appliance.core.target import Target
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.base.words import describe

_MOVES = 12  # mouse moves of a drag: pages that follow the pointer need several
_EDGE = 0.2  # of an entry's height: dropped nearer its edge than that, one lands before or behind it
_ENTRIES = frozenset({"listitem", "row", "option", "treeitem", "article", "tab", "menuitem"})
_TRIES = 2
_MOVED_WAIT = 1.0  # seconds a list is given to show its new order


async def drag(step: Drag, stage: Stage, doing: Doing) -> None:
    """Raises Failed: not_actionable where the list does not take the new order."""
    if step.position or step.places or step.side:
        await _reorder(step, stage, doing)
        return
    if step.to is not None and await _comes_from_outside(step.target, stage):
        record = await doing.perform(Upload(target=step.to, files=(step.target.name,)))
        if record.failure is not None:
            raise Failed(record.failure)
        doing.found = record.found
        doing.note(f"“{step.target.name}” is not on the page: it was dropped there as a file")
        return
    source = await stage.find(step.target, "hover", doing)
    if step.to is not None:
        goal = await stage.find(step.to, "hover", doing)
        await stage.act_on(
            source,
            f"drag to the {goal.called}",
            lambda located, locator, ms: locator.drag_to(goal.locator, timeout=ms, steps=_MOVES),
        )
        return
    right, down = step.by or (0, 0)

    async def pull(located: Located, locator: Locator, ms: float) -> None:
        x, y, width, height = await _box_of(located, locator, ms)
        await _move(stage, (x + width / 2, y + height / 2), (x + width / 2 + right, y + height / 2 + down))

    await stage.act_on(source, "drag", pull)


async def _comes_from_outside(target: Target, stage: Stage) -> bool:
    """ "The file “cv.pdf”", where nothing on the page is called so: one of the tester's own."""
    if target.kind != "treeitem" or not target.quoted or target.within or _FILE.search(target.name) is None:
        return False
    look = await look_patiently(stage.page, None, time.monotonic() + stage.patience)
    return look is not None and isinstance(find(look, stage.scoped(replace(target, kind="any")), "hover"), Miss)


_FILE = re.compile(r"[^/\\]\.[a-z][a-z0-9]{1,4}$", re.IGNORECASE)


# ---- within a list --------------------------------------------------------------------------------------------------


async def _reorder(step: Drag, stage: Stage, doing: Doing) -> None:
    source = await stage.find(step.target, "hover", doing)
    look, entry = source.look, entry_of(source.look, source.node)
    others = entries_beside(look, entry)
    if len(others) < 2:
        raise fail("not_actionable", f"The {called(look, entry)} stands in no list.", cause="not_moved")
    wanted = [_text(look, n) for n in others]
    now = [n.index for n in others].index(entry.index)
    goal = await _goal(step, stage, doing, source, others, now)
    if goal == now:
        doing.note(f"it was the {_place(goal)} of {len(others)} already")
        return
    name = wanted.pop(now)
    wanted.insert(goal, name)
    shown: list[str] = []
    for _ in range(_TRIES):
        await _carry(stage, look, others, now, goal)
        found = await _order(stage, wanted)
        if found is None:
            break
        look, others = found
        shown = [_text(look, n) for n in others]
        if shown == wanted or name not in shown:
            break
        now = shown.index(name)
        if now == goal:
            break
    if shown != wanted:
        stands = f"it stands at no. {shown.index(name) + 1}" if name in shown else "it is no longer there"
        message = f"“{name}” was dragged to be no. {goal + 1} of {len(wanted)}, and {stands}."
        raise fail("not_actionable", message, expected=", ".join(wanted), seen=", ".join(shown), cause="not_moved")


async def _goal(step: Drag, stage: Stage, doing: Doing, source: Located, others: list[Node], now: int) -> int:
    count = len(others)
    if step.position:
        goal = step.position - 1 if step.position > 0 else count + step.position
        if not 0 <= goal < count:
            message = f"There is no position {step.position}: there are only {count} in the list."
            raise fail("not_actionable", message, cause="not_moved")
        return goal
    if step.places:
        goal = now + step.places
        if not 0 <= goal < count:
            where = "first" if now == 0 else "last" if now == count - 1 else f"no. {now + 1} of {count}"
            way = f"{abs(step.places)} {'down' if step.places > 0 else 'up'}"
            message = f"The {source.called} cannot go {way}: it is already {where}."
            raise fail("not_actionable", message, cause="not_moved")
        return goal
    if step.to is None:
        return now
    other = await stage.find(step.to, "hover", doing)
    entry = entry_of(other.look, other.node)
    places = [n.index for n in entries_beside(other.look, entry)]
    if len(places) != count:
        message = f"The {source.called} and the {other.called} do not stand in one list."
        raise fail("not_actionable", message, cause="not_moved")
    at = places.index(entry.index)
    at = at - 1 if now < at else at
    return at if step.side == "before" else at + 1


async def _carry(stage: Stage, look: Look, others: list[Node], now: int, goal: int) -> None:
    held, over = as_located(look, others[now]), as_located(look, others[goal])

    async def carry(located: Located, locator: Locator, ms: float) -> None:
        start = await _box_of(located, locator, ms)
        end = await over.locator.bounding_box(timeout=ms)
        if end is None:
            raise fail("not_actionable", f"The {over.called} has no place to drop on.", cause="no_place")
        aside = _beside(others, now, goal)
        part = 1 - _EDGE if goal > now else _EDGE
        x = end["x"] + end["width"] * (part if aside else 0.5)
        y = end["y"] + end["height"] * (0.5 if aside else part)
        await _move(stage, (start[0] + start[2] / 2, start[1] + start[3] / 2), (x, y))

    await stage.act_on(held, "drag", carry)


def _beside(others: list[Node], now: int, goal: int) -> bool:
    """Whether the entries stand side by side rather than one below the other."""
    one, two = others[now].box, others[goal].box
    return bool(one and two) and abs(one[1] - two[1]) < abs(one[0] - two[0])  # type: ignore[index]


async def _order(stage: Stage, wanted: list[str]) -> tuple[Look, list[Node]] | None:
    """The list as it stands once it shows the order wanted, or after a moment."""
    ends = time.monotonic() + _MOVED_WAIT
    found: tuple[Look, list[Node]] | None = None
    while True:
        look = await look_patiently(stage.page, None, ends + 1)
        if look is not None:
            lists = _lists(look, set(wanted))
            found = max(lists, key=lambda pair: len(pair[1]), default=found)
            if found is not None and [_text(look, n) for n in found[1]] == wanted:
                return found
        if time.monotonic() >= ends:
            return found
        await stage.calm()


def _lists(look: Look, names: set[str]) -> list[tuple[Look, list[Node]]]:
    parents = {n.parent for n in look.nodes if n.shown and n.parent >= 0 and _text(look, n) in names}
    lists = []
    for parent in parents:
        first = next(n for n in look.children[parent] if n.shown and _text(look, n) in names)
        lists.append((look, entries_beside(look, first)))
    return lists


def entry_of(look: Look, node: Node) -> Node:
    """The entry of a list an element is or stands in: the nearest with brothers of its make."""
    for near in (node, *look.ancestors(node)[:6]):
        if near.role in _ENTRIES and len(entries_beside(look, near)) > 1:
            return near
    for near in (node, *look.ancestors(node)[:6]):
        if len(entries_beside(look, near)) > 1:
            return near
    return node


def entries_beside(look: Look, entry: Node) -> list[Node]:
    """The entries of the list it stands in, itself included, in the page's order."""
    brothers = look.children.get(entry.parent, [])
    return [n for n in brothers if n.shown and n.tag == entry.tag and n.role == entry.role and n.text[1] > n.text[0]]


def _text(look: Look, node: Node) -> str:
    return look.text_of(node)


def _place(index: int) -> str:
    return "first" if index == 0 else f"no. {index + 1}"


# ---- the mouse ------------------------------------------------------------------------------------------------------


async def _box_of(located: Located, locator: Locator, ms: float) -> Box:
    await locator.scroll_into_view_if_needed(timeout=ms)
    box = await locator.bounding_box(timeout=ms)
    if box is None:
        raise fail("not_actionable", f"The {located.called} has no place to be dragged from.", cause="no_place")
    return box["x"], box["y"], box["width"], box["height"]


async def _move(stage: Stage, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = stage.page.mouse
    try:
        await mouse.move(*start)
        await mouse.down()
        await mouse.move(*end, steps=_MOVES)
        await mouse.move(*end)
        await mouse.up()
    except PlaywrightError as error:
        raise Failed(translated(error, "drag")) from error


def _words(step: Drag) -> str:
    there = f" → {describe(step.to)}" if step.to is not None else ""
    return f"{describe(step.target)}{there}"


KINDS = (Kind(Drag, perform=drag, target=_words),)
