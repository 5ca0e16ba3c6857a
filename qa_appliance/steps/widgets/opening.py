"""Opening what holds other things: a level of a menu or a tree, a folded section. Never looks for what is inside."""

from __future__ import annotations

import time
from typing import Literal

from playwright.async_api import Locator

from qa_appliance.browser.find.locate import Located, as_located, look_patiently
from qa_appliance.browser.find.search import Match, Miss, find, gather
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Target
from qa_appliance.steps.base.pointing import press_on, spot_of
from qa_appliance.steps.base.stage import Doing, Stage

_OPENS_BY_POINTER = 0.6  # seconds a menu is given to open under the pointer
_BRANCHES = frozenset({"treeitem", "listitem", "row"})
_FOLDED = ("expandable", "collapsed", "hitarea", "closed", "toggle", "caret", "accordion")


async def open_level(level: Target, following: Target, stage: Stage, doing: Doing) -> None:
    """Brings `following` to light: the pointer first, as one would; a click where that is not enough."""

    async def point(located: Located, locator: Locator, ms: float) -> None:
        await locator.hover(position=spot_of(located), timeout=ms)

    located = await stage.act(level, "hover", doing, "open", point)
    if await _shows(following, stage, _OPENS_BY_POINTER):
        return
    toggle = toggle_of(located.look, located.node)
    if toggle is not None:
        await stage.act_on(as_located(located.look, toggle), "open", press_on)
    else:
        await stage.act(level, "click", doing, "open", press_on)


async def fold(target: Target, wanted: Literal["expanded", "collapsed"], stage: Stage, doing: Doing) -> None:
    """Expands or collapses, and leaves alone what is so already."""
    located = await stage.find(target, "click", doing)
    look, node = located.look, located.node
    holder = _holder_of_state(look, node)
    if holder is not None and wanted in holder.states:
        doing.note(f"it was {wanted} already")
        return
    way = (toggle_of(look, node) if wanted == "expanded" else None) or (_summary_of(look, holder) if holder else None)
    if way is None or way.index == node.index:
        await stage.act(target, "click", doing, "open" if wanted == "expanded" else "close", press_on)
    else:
        await stage.act_on(as_located(look, way), "open" if wanted == "expanded" else "close", press_on)


async def open_menu_around(target: Target, stage: Stage, doing: Doing) -> None:
    """ "List Users in the Security menu" names the menu to open where it is not open yet."""
    menu = next((r.target for r in target.within if r.target.kind == "menu" and r.target.name), None)
    if menu is None:
        return
    look = await look_patiently(stage.page, None, time.monotonic() + stage.patience)
    if look is None or not isinstance(find(look, stage.scoped(target), "click"), Miss):
        return
    if isinstance(find(look, menu, "hover"), Match):
        await open_level(menu, target, stage, doing)
        doing.note(f"opened the menu “{menu.name}” first")


def opener_of(look: Look, hidden: Node) -> Node | None:
    """What is clicked to bring a hidden element to light: it stands beside what holds the element and leads nowhere."""
    for holder in (hidden, *look.ancestors(hidden)):
        if holder.shown:
            return None
        for near in look.children.get(holder.parent, ()):
            stays = near.role == "button" or not near.href or near.href.endswith("#")
            if near.shown and near.click and stays and not near.disabled and near.index < holder.index:
                return near
    return None


def openers_of(look: Look, target: Target) -> list[Node]:
    """What is clicked to bring what is called so to light, where it is hidden."""
    hidden = gather(look, target, "click").blocked
    return list(dict.fromkeys(opener for node in hidden if (opener := opener_of(look, node)) is not None))


def is_folded(node: Node) -> bool:
    """Something that says, or whose class says, that it can be opened and is not."""
    if "popup" in node.states or node.role in ("combobox", "textbox", "searchbox"):
        return False
    if "collapsed" in node.states or (node.role == "tab" and "selected" not in node.states):
        return node.role not in ("link",) or node.href.endswith("#")
    worded = node.classes.casefold()
    return node.click and not node.states & {"expanded", "selected"} and any(word in worded for word in _FOLDED)


def toggle_of(look: Look, node: Node) -> Node | None:
    """The sign beside a branch's name by which it unfolds."""
    branch = next((n for n in (node, *look.ancestors(node)) if n.role in _BRANCHES), None)
    if branch is None:
        return None
    for child in look.children.get(branch.index, ()):
        if child.index != node.index and child.shown and child.role not in _BRANCHES and is_folded(child):
            return child
    return None


def _holder_of_state(look: Look, node: Node) -> Node | None:
    folding = {"expanded", "collapsed"}
    for near in (node, *look.ancestors(node)[:3]):
        if near.states & folding:
            return near
        inside = [n for n in look.children.get(near.index, ()) if n.states & folding and n.shown]
        if len(inside) == 1 and (near.index == node.index or near.tag in ("h2", "h3", "h4", "li", "summary")):
            return inside[0]
    return None


def _summary_of(look: Look, holder: Node) -> Node:
    if holder.tag != "details":
        return holder
    return next((n for n in look.children.get(holder.index, ()) if n.tag == "summary"), holder)


async def _shows(target: Target, stage: Stage, patience: float) -> bool:
    def shows(look: Look) -> bool | None:
        return not isinstance(find(look, stage.scoped(target), "click"), Miss) or None

    return await stage.until(shows, patience) is not None
