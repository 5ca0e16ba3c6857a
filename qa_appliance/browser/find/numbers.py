"""A row by the number it is known by: "loan 2" is the row with the id 2 under Loans, "id 2" the cell in that column."""

from __future__ import annotations

import re

from qa_appliance.browser.find.columns import headed_so
from qa_appliance.browser.find.kinds import LOOSE
from qa_appliance.browser.find.texts import bare
from qa_appliance.browser.find.titles import titles_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import cells_of, column_of, heading_of, is_cell, is_head, table_of
from qa_appliance.core.target import Target

_NUMBERED = re.compile(
    r"(?P<noun>[^\W\d_][\w -]*?)\s+(?:(?:number|no\.?|nr\.?|id)\s+)?(?P<number>#?[\w/.-]*\d[\w/.-]*)"
)
_IDENTIFYING = frozenset({"id", "no", "nr", "number", "key", "ref", "reference"})


def known_by_number(look: Look, target: Target) -> list[Node]:
    """Cells with that number, and what they hold of it, or their rows: in the column of that head, or in the first
    column of a table of such things, where it is the one they are known by."""
    parts = _NUMBERED.fullmatch(target.name)
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
    column = column_of(look, cell)
    head = _head_of(look, table, column)
    if headed_so(noun, head):
        return True
    return column == 0 and _identifies(head, noun) and any(_lists(title, noun) for title in _called(look, table))


def _identifies(head: str, noun: str) -> bool:
    """ "id", "No.", "#", "Loan", "loan id"."""
    return all(word in _IDENTIFYING or word == bare(noun) for word in bare(head).split())


def _head_of(look: Look, table: Node, column: int) -> str:
    heads = next((n for n in look.all_inside(table) if n.role == "row" and is_head(look, n)), None)
    cells = cells_of(look, heads) if heads is not None else []
    return look.text_of(cells[column]) if column < len(cells) else ""


def _called(look: Look, table: Node) -> list[str]:
    first = next((n for n in look.nodes if n.shown and n.role == "heading" and n.level == 1), None)
    headings = [n for n in (heading_of(look, table), first) if n is not None]
    return [table.name, *titles_of(look, table), *map(look.text_of, headings)]


def _lists(title: str, noun: str) -> bool:
    """Whether such things are what it says there are: "Loans", "All loans (3)"."""
    return bare(noun) in bare(title).split()
