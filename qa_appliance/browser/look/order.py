"""In which order people read what stands on the screen: line by line, in the direction a part is written in. Pure.

That is the document's own order but where a style sheet turned it: then what stands in one box goes by where it stands
there. Columns of a text and of a grid that is filled downwards are read one after the other, as they are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from qa_appliance.browser.look.node import Box, Look, Node

_SLACK = 2  # CSS pixels by which neighbours may overlap
_SAME_LINE = 0.5  # of the lower one's height


def on_screen(look: Look, nodes: Iterable[Node]) -> list[Node]:
    """In that order; what stands in another comes after it."""
    return sorted(nodes, key=lambda node: place_of(look, node))


def steps_between(look: Look, one: Node, other: Node) -> int:
    """How many elements further the other stands; negative where it stands before the one."""
    return place_of(look, other) - place_of(look, one)


def place_of(look: Look, node: Node) -> int:
    """How many elements are read before it."""
    return look.known(_places)[node.index]


def _places(look: Look) -> list[int]:
    found = [0] * len(look.nodes)
    written = _directions(look)
    at, stack = 0, list(reversed(look.children.get(-1, [])))
    while stack:
        node = stack.pop()
        found[node.index] = at
        at += 1
        stack.extend(reversed(_as_read(look.children.get(node.index, []), rtl=node.index in written)))
    return found


def _directions(look: Look) -> set[int]:
    """Those written from right to left; a parent stands before its children in the look."""
    found: set[int] = set()
    for node in look.nodes:
        if "rtl" in node.states or (node.parent in found and "ltr" not in node.states):
            found.add(node.index)
    return found


def _as_read(children: list[Node], *, rtl: bool) -> list[Node]:
    placed = [(node, node.box) for node in children if node.box is not None and node.shown]
    if not any(_is_turned(one, two, rtl=rtl) for (_, one), (_, two) in pairwise(placed)):
        return children
    order: list[Node] = []
    for line in _lines(placed):
        order += [node for node, box in sorted(line, key=lambda pair: -_end(pair[1]) if rtl else pair[1][0])]
    rest = {node.index for node, _ in placed}
    return order + [node for node in children if node.index not in rest]


def _end(box: Box) -> float:
    return box[0] + box[2]


def _is_turned(one: Box, two: Box, *, rtl: bool) -> bool:
    """Whether the second is read before the first."""
    left = _end(two) <= one[0] + _SLACK
    right = two[0] >= _end(one) - _SLACK
    if _in_one_line(one, two):
        return right if rtl else left
    above = two[1] + two[3] <= one[1] + _SLACK
    return above and not (left if rtl else right)


def _in_one_line(one: Box, two: Box) -> bool:
    shared = min(one[1] + one[3], two[1] + two[3]) - max(one[1], two[1])
    return shared > _SAME_LINE * min(one[3], two[3])


def _lines(placed: list[tuple[Node, Box]]) -> list[list[tuple[Node, Box]]]:
    lines: list[list[tuple[Node, Box]]] = []
    for node, box in sorted(placed, key=lambda pair: pair[1][1]):
        if lines and _in_one_line(lines[-1][0][1], box):
            lines[-1].append((node, box))
        else:
            lines.append([(node, box)])
    return lines
