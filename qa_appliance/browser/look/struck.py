"""What an element says without what is crossed out in it: an old price is no price. Pure."""

from __future__ import annotations

from collections.abc import Callable

from qa_appliance.browser.look.node import Look, Node


def without_struck(look: Look, node: Node) -> str:
    """Its text without what is crossed out in it."""
    return _without(look, node, lambda inner: "struck" in inner.states)


def as_value(look: Look, node: Node) -> str:
    """Nor what its buttons are called; one that opens a list is a field, and shows its value."""
    return _without(look, node, lambda inner: "struck" in inner.states or is_button(inner))


def is_button(node: Node) -> bool:
    return node.role == "button" and "popup" not in node.states


def _without(look: Look, node: Node, left_out: Callable[[Node], bool]) -> str:
    start, end = node.text
    text = look.text[start:end]
    for inner in look.all_inside(node):
        if inner is not node and inner.shown and left_out(inner):
            left, right = inner.text[0] - start, inner.text[1] - start
            text = text[:left] + " " * (right - left) + text[right:]
    return text


def is_struck(look: Look, node: Node) -> bool:
    """Whether a line goes through it, or through all the text that stands in it."""
    if any("struck" in n.states for n in (node, *look.ancestors(node))):
        return True
    return bool(look.text_of(node)) and not without_struck(look, node).strip()


def standing(look: Look, nodes: list[Node]) -> list[Node]:
    """Those of several values that are not crossed out; all of them where each is: an old price is one where no other
    stands beside it."""
    if not any("struck" in n.states for n in look.nodes):
        return nodes
    return [n for n in nodes if not is_struck(look, n)] or nodes
