"""Where on the page a target may be: the sentence's "in the row Alice", "below Shipping", "inside the dialog".

Each relation becomes one function from an element to a distance: None is outside, less is nearer. Finds no targets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from qa_appliance.browser.find.kinds import tier
from qa_appliance.browser.look.grid import cell_around, cells_of, grid_of
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.browser.look.order import steps_between
from qa_appliance.browser.look.roles import LISTS
from qa_appliance.core.target import Place, Target

Distance = Callable[[Node], float | None]

_ROWS = frozenset({"row", "listitem", "article", "option", "treeitem", "menuitem"})
_SECTIONS = frozenset({
    "region", "group", "article", "complementary", "main", "navigation", "form", "search", "tabpanel", "dialog",
    "alertdialog", "listitem",
})  # fmt: skip
_SECTION_TAGS = frozenset({"section", "fieldset", "aside", "header", "footer", "details"})
_NEAR_REACH = 700  # CSS pixels
_SLACK = 3  # CSS pixels by which boxes may overlap and still be beside each other


def distance_from(look: Look, place: Place, anchors: list[Node]) -> Distance:
    """`anchors` are the elements the relation's own words fit; the nearest of them counts."""
    if place in ("above", "below", "left_of", "right_of"):
        return _beside(look, place, anchors)
    return _DISTANCES[place](look, anchors)


def _in_row(look: Look, anchors: list[Node]) -> Distance:
    """In it, also in a cell that spans it from a row above."""
    contained = _contained_in([rows_around(look, a) for a in anchors], look)
    rows = {row.index: row for a in anchors for row in rows_around(look, a)[:1]}
    spanning = [n for row in rows.values() for n in cells_of(look, row) if not look.inside(n, row)]

    def distance(node: Node) -> float | None:
        away = contained(node)
        return 0 if any(look.inside(node, cell) for cell in spanning) else away

    return distance


def _in_one_of(look: Look, anchors: list[Node]) -> Distance:
    return _contained_in([[a] for a in anchors], look)


def _before(look: Look, anchors: list[Node]) -> Distance:
    return lambda n: _least(away for a in anchors if (away := steps_between(look, n, a)) > 0 and not look.inside(a, n))


def _after(look: Look, anchors: list[Node]) -> Distance:
    return lambda n: _least(away for a in anchors if (away := steps_between(look, a, n)) > 0 and not look.inside(n, a))


def _contained_in(circles: list[list[Node]], look: Look) -> Distance:
    levels: dict[int, int] = {}  # of each container the least: many anchors may stand in the same
    for circle in circles:
        for level, container in enumerate(circle):
            levels[container.index] = min(level, levels.get(container.index, level))
    away: dict[int, float] = {}
    for index, level in sorted(levels.items(), key=lambda pair: -pair[1]):
        for node in look.all_inside(look.nodes[index]):
            away[node.index] = level
    return lambda node: away.get(node.index)


def rows_around(look: Look, anchor: Node) -> list[Node]:
    """The rows, items or cards an element stands in, innermost first."""
    chain = [anchor, *look.ancestors(anchor)]
    rows = [n for n in chain if _is_row(n)]
    if rows:
        return rows
    return [n for n in chain if _is_card(look, n)][:3]


def _is_card(look: Look, node: Node) -> bool:
    """One of several alike: a sibling has the same tag and classes, and both hold more than text."""
    if node.parent < 0 or not look.children.get(node.index):
        return False
    return any(
        other.index != node.index and other.tag == node.tag and other.classes == node.classes and other.shown
        for other in look.children[node.parent]
    )


def _in_section(look: Look, anchors: list[Node]) -> Distance:
    def distance(node: Node) -> float | None:
        return _least(d for a in anchors if (d := _section_distance(look, a, node)) is not None)

    return distance


def _section_distance(look: Look, anchor: Node, node: Node) -> float | None:
    if tier(anchor, "section", "text") == 0 and anchor.role != "heading":
        if look.inside(node, anchor):
            return 0
        if not _heads_a_part(look, anchor):
            return None  # it ends where it ends
    heading = next((n for n in (anchor, *look.ancestors(anchor)) if n.role == "heading"), None)
    around = _section_around(look, heading or anchor)
    within = around is not None and look.inside(node, around)
    if heading is None:
        return 2 if within else None
    return 1 if (within or around is None) and _is_under(look, node, heading) else None


def _is_under(look: Look, node: Node, heading: Node) -> bool:
    """Behind the heading, before the next of its level or a higher one; what holds that next one is not."""
    if node.index <= heading.index:
        return False
    between = [*look.nodes[heading.index + 1 : node.index], *look.all_inside(node)]
    return not any(n.role == "heading" and n.shown and n.level <= heading.level for n in between)


def _heads_a_part(look: Look, anchor: Node) -> bool:
    return anchor.tag == "header" and any(_is_part(n) for n in look.ancestors(anchor))


def _is_part(node: Node) -> bool:
    return node.role in _SECTIONS or node.tag in _SECTION_TAGS


def _section_around(look: Look, node: Node) -> Node | None:
    chain = look.ancestors(node)
    section = next((n for n in chain if _is_part(n)), None)
    if section is not None:
        return section
    card = next((n for n in chain if _is_card(look, n)), None)
    return card or (chain[0] if node.role != "heading" and chain else None)


def _inside(look: Look, anchors: list[Node]) -> Distance:
    """In it, else in the section it stands in as its title; what is beside a list, a row, a `<select>` is not in it."""
    titles = [a for a in anchors if a.role not in _HOLDING_THEIR_OWN and a.tag != "select"]
    sections = _in_section(look, titles)

    def distance(node: Node) -> float | None:
        if any(look.inside(node, a) and node.index != a.index for a in anchors):
            return 0
        further = sections(node)
        return None if further is None else further + 1

    return distance


_HOLDING_THEIR_OWN = LISTS | _ROWS | frozenset({"menu", "menubar", "region", "group", "radiogroup", "form", "dialog"})


def _in_column(look: Look, anchors: list[Node]) -> Distance:
    headers = [header for anchor in anchors if (header := cell_around(look, anchor)) is not None]
    if not headers:
        return _in_section(look, anchors)  # of a board
    columns = [
        (grid, frozenset(grid.columns(header)), header)
        for header in headers
        if (grid := grid_of(look, header)) is not None
    ]

    def distance(node: Node) -> float | None:
        cell = cell_around(look, node)
        grid = grid_of(look, cell) if cell is not None else None
        if cell is None or grid is None or cell.role == "columnheader":
            return None
        held = grid.columns(cell)
        return (
            0 if any(of is grid and cell is not head and not at.isdisjoint(held) for of, at, head in columns) else None
        )

    return distance


def _nearest(look: Look, anchors: list[Node]) -> Distance:
    rows = [rows_around(look, a)[:1] for a in anchors]

    def distance(node: Node) -> float | None:
        gaps = []
        for anchor, row in zip(anchors, rows, strict=True):
            if node.box is None or anchor.box is None or look.inside(anchor, node) or node.index == anchor.index:
                continue
            gap = _gap(node.box, anchor.box)
            together = bool(row) and look.inside(node, row[0])
            if together or (gap <= _NEAR_REACH and not _of_another_row(look, node, row)):
                gaps.append(gap if together else gap + _NEAR_REACH)
        return _least(gaps)

    return distance


def _of_another_row(look: Look, node: Node, row: list[Node]) -> bool:
    """Whether it stands in a brother of the row; cards may be boxes beside each other for any reason."""
    parents = {one.parent for one in row if _is_row(one)}
    return any(other.parent in parents and _is_row(other) for other in rows_around(look, node) if other not in row)


def _is_row(node: Node) -> bool:
    return node.role in _ROWS or node.tag == "tr"


def _beside(look: Look, place: Place, anchors: list[Node]) -> Distance:
    def distance(node: Node) -> float | None:
        found = []
        for anchor in anchors:
            if node.box is None or anchor.box is None or look.inside(anchor, node) or look.inside(node, anchor):
                continue
            away = _away(place, node.box, anchor.box)
            if away is not None and (place != "below" or _of_its_part(look, anchor, node)):
                found.append(away)
        return _least(found)

    return distance


def _of_its_part(look: Look, anchor: Node, node: Node) -> bool:
    """What a later heading stands over is not under this one, however far down it stands."""
    return anchor.role != "heading" or _section_distance(look, anchor, node) is not None


def _away(place: Place, box: Box, anchor: Box) -> float | None:
    """How far in that direction; what does not stand straight in it counts as further."""
    x, y, width, height = box
    ax, ay, awidth, aheight = anchor
    ahead = {
        "above": ay - (y + height),
        "below": y - (ay + aheight),
        "left_of": ax - (x + width),
        "right_of": x - (ax + awidth),
    }[place]
    if ahead < -_SLACK:
        return None
    if place in ("above", "below"):
        aside = max(0.0, ax - (x + width), x - (ax + awidth))
    else:
        aside = max(0.0, ay - (y + height), y - (ay + aheight))
    return max(0.0, ahead) + 4 * aside


def _gap(one: Box, other: Box) -> float:
    across = max(0.0, one[0] - (other[0] + other[2]), other[0] - (one[0] + one[2]))
    down = max(0.0, one[1] - (other[1] + other[3]), other[1] - (one[1] + one[3]))
    return float((across**2 + down**2) ** 0.5)


def _least(values: Iterable[float]) -> float | None:
    return min(values, default=None)


_DISTANCES: dict[Place, Callable[[Look, list[Node]], Distance]] = {
    "row": _in_row,
    "section": _in_section,
    "dialog": _in_one_of,
    "frame": _in_one_of,
    "inside": _inside,
    "column": _in_column,
    "near": _nearest,
    "before": _before,
    "after": _after,
}


_HOLDING: frozenset[Place] = frozenset({"inside", "section", "row", "dialog", "frame", "column"})


def in_place(target: Target, near: list[tuple[Node, float]]) -> list[tuple[Node, float]]:
    """What stands in the place named, and not what stands around it."""
    if not target.within or any(relation.place not in _HOLDING for relation in target.within):
        return near
    least = min(distance for _, distance in near)
    return [(node, distance) for node, distance in near if distance < least + 1]


def within(nodes: Iterable[Node], distances: list[Distance]) -> tuple[list[Node], dict[int, float]]:
    """Those in every place named, and how far each is from them, by index."""
    away = {n: d for n in nodes if (d := _distance(n, distances)) is not None}
    return list(away), {n.index: d for n, d in away.items()}


def _distance(node: Node, distances: list[Distance]) -> float | None:
    total = 0.0
    for distance in distances:
        away = distance(node)
        if away is None:
            return None
        total += away
    return total
