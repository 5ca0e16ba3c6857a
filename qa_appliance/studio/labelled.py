"""What a page says of its things by name: a total beside its word, a status in the row of an order. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.core.target import Target

_LONGEST = 40  # characters of a name, and of what is said
_CELLS = frozenset({"cell", "gridcell"})
_HEADS = frozenset({"rowheader", *_CELLS})
_PLAIN = frozenset({"", "definition", "term", "paragraph", "strong", "generic"})


def values_by_name(look: Look) -> dict[c.TextIs, None]:
    """In the page's order. Whether the words lead there is for the search to tell."""
    return dict.fromkeys(_pairs(look))


def _pairs(look: Look) -> Iterator[c.TextIs]:
    for node in look.nodes:
        text = look.text_of(node)
        if not node.shown or not 0 < len(text) <= _LONGEST:
            continue
        if node.role in _CELLS:
            yield from _in_row(look, node, text)
        elif any(sign.isdigit() for sign in text) and _is_leaf(look, node, text):
            yield from _beside(look, node, text)


def _in_row(look: Look, cell: Node, text: str) -> Iterator[c.TextIs]:
    row = look.nodes[cell.parent] if cell.parent >= 0 else cell
    cells = [n for n in look.children.get(row.index, []) if n.role in _HEADS and n.shown and look.text_of(n)]
    name = look.text_of(cells[0]) if row.role == "row" and cells else ""
    if 0 < len(name) <= _LONGEST and cells[0].index != cell.index:
        yield c.TextIs(target=_named(name, row=True), comparison="shows", value=text)


def _beside(look: Look, node: Node, text: str) -> Iterator[c.TextIs]:
    """By what stands right before it in the same part: a term and its value."""
    brothers = [n for n in look.children.get(node.parent, []) if n.shown and look.text_of(n)]
    at = next((at for at, n in enumerate(brothers) if n.index == node.index), 0)
    named = brothers[at - 1] if at else node
    name = look.text_of(named)
    if named is node or named.click or not _is_leaf(look, named, name):
        return
    if 0 < len(name) <= _LONGEST and not any(sign.isdigit() for sign in name):
        yield c.TextIs(target=_named(name, row=False), comparison="equals", value=text)


def _is_leaf(look: Look, node: Node, text: str) -> bool:
    return node.role in _PLAIN and all(look.text_of(n) != text for n in look.children.get(node.index, []))


def _named(name: str, *, row: bool) -> Target:
    return Target(words=name, name=name, kind="row" if row else "any", quoted=True)
