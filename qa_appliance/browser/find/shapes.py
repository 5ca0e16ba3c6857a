"""Shapes without a word on them: circles, squares, swatches of a colour, drawn in SVG or painted on plain boxes."""

from __future__ import annotations

import re

from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Target

_DRAWN = frozenset({"circle", "ellipse", "rect", "polygon", "path"})
_TAGS = {
    "circle": ("circle", "ellipse"), "dot": ("circle", "ellipse"), "ellipse": ("ellipse", "circle"),
    "square": ("rect",), "rectangle": ("rect",), "triangle": ("polygon", "path"),
    "box": (), "swatch": (), "tile": (), "shape": (), "item": (), "block": (),
}  # fmt: skip
_COLOURED = re.compile(r"\bcolou?red\b")
_NEVER = frozenset({"svg", "g", "input", "textarea", "select", "img", "canvas"})
_SMALLEST, _LARGEST = 4, 300  # CSS pixels
_EVEN = 0.1  # how much the sides of a square may differ


def shape_word(target: Target) -> str:
    """The shape a target speaks of: "the red circle", "the yellow colored box"; empty where it is none."""
    bare = fold(_COLOURED.sub("", target.name))
    if not bare:
        return "box" if target.kind in ("any", "field", "item") else ""
    return bare.removesuffix("s") if bare.removesuffix("s") in _TAGS else ""


def shapes(look: Look, word: str) -> list[Node]:
    """Everything of that shape; where the page draws, what it draws."""
    bare = [n for n in look.nodes if n.shown and _is_bare(look, n)]
    drawn = [n for n in bare if n.tag in (_TAGS[word] or _DRAWN)]
    fits = drawn or [n for n in bare if n.tag not in _DRAWN and _is_painted_as(n, word)]
    return [n for n in fits if word != "square" or _is_square(n)]


def _is_painted_as(node: Node, word: str) -> bool:
    """A plain box is angular, or what its class says."""
    return _TAGS[word] in ((), ("rect",)) or word in fold(node.classes)


def _is_bare(look: Look, node: Node) -> bool:
    if node.box is None or node.tag in _NEVER or node.text[0] != node.text[1] or look.children.get(node.index):
        return False
    return all(_SMALLEST <= side <= _LARGEST for side in node.box[2:])


def _is_square(node: Node) -> bool:
    width, height = node.box[2:] if node.box else (0, 0)
    return abs(width - height) <= _EVEN * max(width, height)
