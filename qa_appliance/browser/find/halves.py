"""Where on the page in plain directions: at the top, in the left bar. Halves of what is in view; no search."""

from __future__ import annotations

from collections.abc import Callable

from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.core.target import Relation

_Half = Callable[[Box, tuple[float, float]], bool]  # the box and the size of the view, in CSS pixels

_HALVES: dict[str, _Half] = {
    "top": lambda box, view: box[1] + box[3] / 2 < view[1] / 2,
    "bottom": lambda box, view: box[1] + box[3] / 2 >= view[1] / 2,
    "left": lambda box, view: box[0] + box[2] / 2 < view[0] / 2,
    "right": lambda box, view: box[0] + box[2] / 2 >= view[0] / 2,
}
_ALSO = {"upper": "top", "lower": "bottom", "lefthand": "left", "righthand": "right"}
DIRECTIONS = frozenset(_HALVES.keys() | _ALSO.keys())
_EDGES = frozenset({"top", "bottom", "corner", "header", "footer", "strip", "ribbon", "sidebar", "toolbar"})
_WAYS = frozenset({"bar", "breadcrumb", "breadcrumbs", "menu", "nav", "navbar", "navigation"})


def in_half(look: Look, nodes: list[Node], direction: str) -> list[Node]:
    """Those whose middle is in that half."""
    half = _HALVES[_ALSO.get(direction, direction)]
    return [node for node in nodes if node.box is not None and half(node.box, look.view)]


def is_part_of_any_page(relation: Relation) -> bool:
    """Whether it is a place in the frame of a page, as people describe one who see it: no name of anything."""
    target = relation.target
    if relation.place not in ("inside", "section") or target.quoted or target.ordinal or target.within:
        return False
    return fold(target.words).rsplit(" ", 1)[-1] in _EDGES | _WAYS


def standing_there(look: Look, nodes: list[Node], relation: Relation) -> list[Node]:
    """Those in the halves that its words name; all where they name none."""
    for word in fold(relation.target.words).split():
        if word in DIRECTIONS:
            nodes = in_half(look, nodes, word)
    return nodes
