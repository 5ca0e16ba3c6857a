"""What a list or table without a name of its own is called: the legend, form or section it stands in alone, the heading
over it, or the words right before it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import LISTS, heading_of
from qa_appliance.core.target import Kind

TITLED: frozenset[Kind] = frozenset({"list", "table", "tree"})
_GROUPS = frozenset({"group", "form", "region", "search", "tabpanel", "complementary"})
_LONGEST = 80  # characters: longer words describe more than a title
_UP = 3  # boxes a list may fill alone


def titles_of(look: Look, node: Node) -> Iterator[str]:
    """The words it may be called by, the nearest first; none for what is no list or table."""
    if node.role not in LISTS:
        return
    before = _words_before(look, node)
    if before:
        yield before
    heading = heading_of(look, node)
    if heading is not None and _is_first_since(look, node, heading):
        yield look.text_of(heading)
    for around in look.ancestors(node):
        if around.role in _GROUPS and around.name and not _others(look, node, look.all_inside(around)):
            yield around.name


def _words_before(look: Look, node: Node) -> str:
    """What stands right before it, or before the box it begins: a paragraph or a line, no control and no other list."""
    for _ in range(_UP):
        if node.parent < 0:
            return ""
        before = [n for n in look.children[node.parent] if n.index < node.index and n.text[1]]
        parent = look.nodes[node.parent]
        own = look.text[max([parent.text[0], *(n.text[1] for n in before)]) : node.text[0]].strip()
        if own:
            return own if len(own) <= _LONGEST else ""
        if before:
            inside = look.all_inside(before[-1])
            text = look.text_of(before[-1])
            return text if len(text) <= _LONGEST and not any(n.click or n.role in LISTS for n in inside) else ""
        node = parent
    return ""


def _is_first_since(look: Look, node: Node, heading: Node) -> bool:
    return not _others(look, node, look.nodes[heading.index : node.index])


def _others(look: Look, node: Node, nodes: list[Node]) -> bool:
    """Whether another list or table is among them, but for those that hold this one or stand in it."""
    others = (n for n in nodes if n.shown and n.role in LISTS and n.index != node.index)
    return any(not look.inside(n, node) and not look.inside(node, n) for n in others)
