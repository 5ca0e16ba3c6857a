"""Lists of which a page renders only what is in sight, or of which it tells how many entries there are in all. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from qa_appliance.browser.look.entries import is_entry
from qa_appliance.browser.look.grid import grid_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import ITEMS, LISTS

_PICTURED = frozenset({"img", "svg", "canvas", "video", "iframe", "input", "textarea", "select", "button"})
_FEWEST = 2  # entries alike, without which what is scrolled is no list
_SPARE = 1.0  # screenfuls of nothing before or behind what is rendered


class Part(Struct, eq=False):
    """Of a list of which there is more: what is scrolled to see it, None where nothing is; its holder, where it has
    one; how many entries it says to have, 0 where it does not tell."""

    box: Node | None
    holder: Node | None
    total: int


def rendered_in_part(look: Look, part: Node | None) -> Part | None:
    """The list of which not all is in the look: in that part of the page, or around it; anywhere for None."""
    return next((found for found in look.known(_parts) if part is None or _concerns(look, found, part)), None)


def height_of(look: Look, box: Node, node: Node) -> float:
    """Where something stands in all that can be scrolled."""
    top = node.box[1] if node.box is not None else 0
    if box.tag == "body" or box.box is None:
        return top + look.scroll[1]
    return top - box.box[1] + box.rolls[0]


def rendered(look: Look, box: Node) -> list[Node]:
    """What is to be seen in it, the innermost elements."""
    inside = (n for n in look.all_inside(box) if n is not box and n.shown and n.box is not None)
    return [n for n in inside if not look.children.get(n.index) and (n.text[1] > n.text[0] or n.tag in _PICTURED)]


def total_of(look: Look, holder: Node, entries: Iterable[Node]) -> int:
    """How many entries a table or a list says to have, without the rows that name its columns; -1: it does not know."""
    if holder.total > 0:
        rows = [n.spans[2] for n in entries if n.role == "row" and n.spans and n.spans[2]]
        return holder.total - (0 if min(rows, default=0) == 1 else _heads_of(look, holder))
    totals = {n.total for n in entries if n.total and n.role != "treeitem"}
    return holder.total or (totals.pop() if len(totals) == 1 else 0)


def _heads_of(look: Look, table: Node) -> int:
    grid = grid_of(look, table)
    return sum(line in grid.heads for line in grid.lines.values()) if grid is not None else 0


def _parts(look: Look) -> list[Part]:
    boxes = [n for n in look.nodes if n.rolls and (n.shown or n.tag == "body")]
    holders = (n for n in look.nodes if n.shown and n.role in LISTS and n.tag != "select")
    found = list(filter(None, (_of_more(look, boxes, holder) for holder in holders)))
    known = {part.box.index for part in found if part.box is not None}
    return found + [Part(box, None, 0) for box in boxes if box.index not in known and _is_sparse(look, box)]


def _of_more(look: Look, boxes: list[Node], holder: Node) -> Part | None:
    """Of a list that has more entries than the look, by what it says; of a feed nobody knows."""
    entries = [n for n in look.all_inside(holder) if n.shown and n.role in ITEMS and is_entry(look, n)]
    total = total_of(look, holder, entries)
    if holder.role != "feed" and 0 <= total <= len(entries):
        return None
    return Part(_box_of(look, boxes, holder, entries), holder, max(0, total))


def _box_of(look: Look, boxes: list[Node], holder: Node, entries: list[Node]) -> Node | None:
    """What scrolls its entries: around them, the innermost."""
    around = [n for n in boxes if look.inside(holder, n) or (entries and look.inside(entries[0], n))]
    return around[-1] if around else None


def _is_sparse(look: Look, box: Node) -> bool:
    """Whether far more can be scrolled than is rendered, and that is a list: entries, or boxes alike."""
    _, client, height = box.rolls
    seen = rendered(look, box)
    if not client or height - client <= client * _SPARE or not seen:
        return False
    tops = [height_of(look, box, n) for n in seen]
    bottoms = [top + (n.box[3] if n.box else 0) for top, n in zip(tops, seen, strict=True)]
    spare = max(min(tops), height - max(bottoms))
    return spare > client * _SPARE and _lists_some(look, seen[-1], box)


def _lists_some(look: Look, node: Node, box: Node) -> bool:
    """Whether one of the boxes around it stands among others alike."""
    for around in (node, *look.ancestors(node)):
        if around is box:
            return False
        make = (around.tag, around.role, around.classes)
        alike = [n for n in look.children.get(around.parent, ()) if n.shown and (n.tag, n.role, n.classes) == make]
        if len(alike) > _FEWEST:
            return True
    return False


def _concerns(look: Look, found: Part, part: Node) -> bool:
    own = [n for n in (found.holder, found.box) if n is not None]
    return any(look.inside(n, part) for n in own) or any(look.inside(part, n) for n in own if n.tag != "body")
