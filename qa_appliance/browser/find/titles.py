"""What a list or table without a name of its own is called: the legend, form or section it stands in alone, the heading
over it, or the words right before it. And a row by its number: "loan 2" is the row with the id 2 under Loans. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qa_appliance.browser.find.columns import headed_so, headed_strictly
from qa_appliance.browser.find.kinds import LOOSE
from qa_appliance.browser.find.texts import bare
from qa_appliance.browser.look.grid import grid_of, grids, heading_words, heads_another, is_cell, is_over, table_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import LISTS
from qa_appliance.core.target import Kind, Target

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


_NUMBERED = re.compile(
    r"(?P<noun>[^\W\d_][\w -]*?)\s+(?:(?:number|no\.?|nr\.?|id)\s+)?(?P<number>#?[\w/.-]*\d[\w/.-]*)"
)
_LONGEST_NAME = 100  # characters; a longer one is none, and its parts could be told apart in many ways
_IDENTIFYING = frozenset({"id", "no", "nr", "number", "key", "ref", "reference"})


def known_by_number(look: Look, target: Target) -> list[Node]:
    """Cells with that number, and what they hold of it, or their rows: in the column of that head, or in the first
    column of a table of such things, where it is the one they are known by."""
    parts = _NUMBERED.fullmatch(target.name) if len(target.name) <= _LONGEST_NAME else None
    if parts is None or target.quoted or target.kind not in LOOSE | {"row"}:
        return []
    cells = [n for n in look.nodes if n.shown and is_cell(n) and look.text_of(n) == parts["number"]]
    cells = [cell for cell in cells if _is_of(look, cell, parts["noun"])]
    if target.kind == "row":
        return [look.nodes[cell.parent] for cell in cells]
    return [n for cell in cells for n in look.all_inside(cell) if look.text_of(n) == parts["number"]]


def _is_of(look: Look, cell: Node, noun: str) -> bool:
    table = table_of(look, cell)
    if table is None:
        return False
    grid = grid_of(look, cell)
    column = min(grid.columns(cell), default=0) if grid is not None else 0
    words = heading_words(look, grid.headings[column]) if grid is not None and column < len(grid.headings) else []
    head = words[-1] if words else ""
    if any(headed_so(noun, each) for each in words):
        return True
    return column == 0 and _identifies(head, noun) and any(_lists(title, noun) for title in _called(look, table))


def _identifies(head: str, noun: str) -> bool:
    """ "id", "No.", "#", "Loan", "loan id"."""
    return all(word in _IDENTIFYING or word == bare(noun) for word in bare(head).split())


def _called(look: Look, table: Node) -> list[str]:
    first = next((n for n in look.nodes if n.shown and n.role == "heading" and n.level == 1), None)
    headings = [n for n in (look.heading_of(table), first) if n is not None]
    return [table.name, *titles_of(look, table), *map(look.text_of, headings)]


def _lists(title: str, noun: str) -> bool:
    """Whether such things are what it says there are: "Loans", "All loans (3)"."""
    return bare(noun) in bare(title).split()
