"""What an element says without what is crossed out in it: an old price is no price. Pure."""

from __future__ import annotations

from qa_appliance.browser.look.node import Look, Node


def without_struck(look: Look, node: Node) -> str:
    """Its text without what is crossed out in it."""
    start, end = node.text
    text = look.text[start:end]
    for inner in look.all_inside(node):
        if inner is not node and inner.shown and "struck" in inner.states:
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
