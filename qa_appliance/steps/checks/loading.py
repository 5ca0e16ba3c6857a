"""Whether what a check asks about is still being loaded, and what shows that something is. Pure.

A page that loads says nothing yet of what is not there, of how many there are, and of their order.
"""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.browser.find.search import gather
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.under_way import says_loading, signs, still_loading
from qa_appliance.core import checks as c
from qa_appliance.core.target import Relation, Target

_NAMES = {"spinner", "loader", "progress bar", "progress indicator", "skeleton"} | {
    f"loading {noun}" for noun in ("spinner", "indicator", "animation", "icon", "bar", "message", "screen")
}
_HOLDERS = frozenset({"list", "table", "tree", "section", "dialog", "menu", "form", "row", "column"})
_HOLDING = frozenset({"inside", "section", "row", "dialog", "column"})
_IN_ORDER = frozenset({"before", "after"})


def at_work(look: Look, target: Target) -> list[Node]:
    """The signs of loading that are shown, where one is spoken of by no name of its own."""
    if target.quoted or target.within or target.kind != "any" or fold(target.name) not in _NAMES:
        return []
    bars = [node for node in look.nodes if node.shown and node.role == "progressbar"]
    return bars + [sign.node for sign in look.known(signs) if sign.node.shown]


def still_says(check: c.PageCheck, look: Look) -> str:
    """How the page says that what is asked about is still being loaded, where that keeps the check from holding."""
    waits = asks_of_all(check) and not speaks_of_loading(check)
    return still_loading(look, part_asked(check, look)) if waits else ""


def asks_of_all(check: c.Check) -> bool:
    """Whether it is about all there is: what is denied, how many there are, whether there are none, in which order."""
    if c.denies(check) or isinstance(check, c.CountIs | c.ChangedBy | c.EachIs | c.ListSorted | c.OnlyShown):
        return True
    if isinstance(check, c.AnyOf):
        return any(map(asks_of_all, check.checks))
    if isinstance(check, c.ElementIs) and check.state == "empty":
        return True
    target = getattr(check, "target", None)
    return isinstance(target, Target) and _is_in_order(target)


def _is_in_order(target: Target) -> bool:
    return bool(target.ordinal) or any(of.place in _IN_ORDER or _is_in_order(of.target) for of in target.within)


def part_asked(check: c.Check, look: Look) -> Node | None:
    """The list, the table, the section that is asked about; None where that is the page, or not to be found."""
    scope = getattr(check, "scope", None)
    if isinstance(scope, Target):
        return _only(look, scope)
    target = getattr(check, "target", None)
    if not isinstance(target, Target):
        return None
    if target.kind in _HOLDERS - {"row"}:
        return _only(look, replace(target, ordinal=0))
    holding: list[Relation] = [of for of in target.within if of.place in _HOLDING]
    return _only(look, holding[0].target) if holding else None


def _only(look: Look, target: Target) -> Node | None:
    found = gather(look, target, "text", place=True).nodes
    return found[0] if len(found) == 1 else None


def speaks_of_loading(check: c.Check) -> bool:
    """What is said of the loading itself waits for no end of it."""
    target = getattr(check, "target", None)
    words = (getattr(check, "text", ""), target.name if isinstance(target, Target) else "")
    return any(says_loading(word) or fold(word) in _NAMES for word in words if word)
