"""The texts beside which a field stands, for fields nobody labelled: before it, left of it, above it. Geometry only."""

from __future__ import annotations

from qa_appliance.browser.find.kinds import is_painted_box
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.browser.look.roles import BOXES

_LEFT_REACH = 260  # CSS pixels
_ABOVE_REACH = 48
_OWN_BOXES = 2  # elements around a field that may belong to it alone
_LONGEST = 80  # characters: longer text describes more than one field


def texts_beside(look: Look, fields: list[Node]) -> dict[int, tuple[str, ...]]:
    """For each field (by index) the texts that may name it, the likeliest first."""
    leaves = [n for n in look.nodes if _is_leaf(look, n)]
    spans = sorted((n.index, n) for n in fields)
    found: dict[int, tuple[str, ...]] = {}
    for position, (index, node) in enumerate(spans):
        before = spans[position - 1][1] if position else None
        inline = _inline(look, node, before)
        geometric = [] if inline else _left_or_above(look, node, leaves)
        found[index] = tuple(text for text in (inline, *_painted_inside(look, node, leaves), *geometric) if text)
    return found


def _before_its_text(node: Node) -> bool:
    return node.role in BOXES or is_painted_box(node)


def _is_leaf(look: Look, node: Node) -> bool:
    size = node.text[1] - node.text[0]
    return (
        node.shown
        and 0 < size <= _LONGEST
        and not any(child.text[1] - child.text[0] > size // 2 for child in look.children.get(node.index, ()))
    )


def _inline(look: Look, node: Node, before: Node | None) -> str:
    """What is written on the same line: before a field, behind a box to tick; else its parent's line above."""
    if node.at < 0:
        return ""
    if _before_its_text(node):
        line = look.text[max(node.at, node.text[1]) :].split("\n", 1)[0].strip()
        if line or not is_painted_box(node):
            return line if len(line) <= _LONGEST else ""
    floor = look.text.rfind("\n", 0, node.at) + 1
    if floor == node.at and node.parent >= 0:
        parent = look.nodes[node.parent].text[0]
        floor = max(parent, look.text.rfind("\n", 0, max(0, node.at - 1)) + 1) if parent < node.at else node.at
    if before is not None and floor <= max(before.at, before.text[1]) <= node.at:
        floor = max(before.at, before.text[1])
    line = " ".join(look.text[floor : node.at].split())
    return line if len(line) <= _LONGEST else ""


def _painted_inside(look: Look, node: Node, leaves: list[Node]) -> list[str]:
    """Plain words of the field's own surroundings that lie within its box: a placeholder the page paints itself."""
    if node.box is None or _before_its_text(node) or node.tag not in ("input", "textarea"):
        return []
    around = [a for a in look.ancestors(node)[:_OWN_BOXES] if a.tag not in ("body", "main")]
    words = (n for n in leaves if n.box is not None and not n.role and n.tag != "label" and _lies_in(n.box, node.box))
    return [look.text_of(n) for n in words if any(look.inside(n, a) for a in around if _holds_one(look, a))]


def _holds_one(look: Look, around: Node) -> bool:
    """Whether it is the surroundings of one field only."""
    return sum(n.shown and n.tag in ("input", "textarea", "select") for n in look.all_inside(around)) == 1


def _lies_in(inner: Box, outer: Box) -> bool:
    x, y, width, height = inner
    return (
        outer[0] - 1 <= x
        and x + width <= outer[0] + outer[2] + 1
        and outer[1] - 1 <= y + height / 2 <= outer[1] + outer[3] + 1
    )


def _left_or_above(look: Look, node: Node, leaves: list[Node]) -> list[str]:
    if node.box is None:
        return []
    best: list[tuple[float, str]] = []
    for leaf in leaves:
        if leaf.box is None or leaf.index == node.index or look.inside(leaf, node):
            continue
        distance = _beside(node, node.box, leaf.box)
        if distance is not None:
            best.append((distance, look.text_of(leaf)))
    best.sort(key=lambda pair: pair[0])
    return [text for _, text in best[:1]]


def _beside(node: Node, field: Box, text: Box) -> float | None:
    x, y, width, height = field
    tx, ty, twidth, theight = text
    middle = y + height / 2
    same_line = ty - 4 <= middle <= ty + theight + 4
    if same_line and _before_its_text(node) and -2 <= tx - (x + width) <= _LEFT_REACH:
        return tx - (x + width)
    if same_line and -2 <= x - (tx + twidth) <= _LEFT_REACH and not _before_its_text(node):
        return x - (tx + twidth)
    above = y - (ty + theight)
    overlaps = tx < x + width and tx + twidth > x
    if overlaps and -2 <= above <= _ABOVE_REACH and not _before_its_text(node):
        return above + 20
    return None
