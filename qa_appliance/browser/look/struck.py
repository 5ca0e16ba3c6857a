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
