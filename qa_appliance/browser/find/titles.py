"""What a list or table without a name of its own is called: the legend, form or section it stands in alone, the heading
over it, or the words right before it. And a row by its number: "loan 2" is the row with the id 2 under Loans. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from qa_appliance.browser.find.columns import headed_strictly
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.grid import grids, heading_words, heads_another, is_over, table_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import LISTS
from qa_appliance.core.target import Kind, Target

_PARTS: frozenset[Kind] = frozenset({"section", "menu", "list", "table", "tree", "form"})
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
    heading = look.heading_of(node)
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


def called_with_its_noun(look: Look, target: Target) -> tuple[Node, ...]:
    """ "the main area toolbar": the noun of the kind is part of the name."""
    if target.kind not in _PARTS or not target.name or target.within or target.ordinal:
        return ()
    spoken = fold(target.words).removeprefix("the ")
    return tuple(n for n in look.nodes if n.name and n.shown and fold(n.name) == spoken and not n.click)


def heads_called(look: Look, name: str) -> tuple[Node, ...]:
    """The headings of columns that say so, by the strictest rule that any fits: a field of that name is none.

    A heading over several columns is called by its own words, the lowest also by all that stands over it.
    """
    called: dict[int, list[str]] = {n.index: [look.text_of(n) or n.name] for n in _heads(look)}
    for grid in grids(look).values():
        for heads in filter(None, grid.headings):
            own = look.text_of(heads[-1]) or heads[-1].name
            called[heads[-1].index] = [own, *heading_words(look, heads)]
    fitting = headed_strictly(list(called.values()), name) if name else []
    return tuple(look.nodes[at] for at in sorted(list(called)[place] for place in fitting))


def _heads(look: Look) -> list[Node]:
    """Those of all tables, but for copies that stay in sight."""
    heads = (n for n in look.nodes if n.role == "columnheader" and n.shown)
    tables = ((head, table_of(look, head)) for head in heads)
    return [head for head, table in tables if table is None or not heads_another(look, table) or is_over(look, head)]
