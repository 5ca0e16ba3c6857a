"""Reading a list or a table's column, and the order in which its entries stand. Pure."""

from __future__ import annotations

from qa_appliance.browser.find.columns import cells_of, column_called
from qa_appliance.browser.find.ladder import Seat
from qa_appliance.browser.find.main_content import is_head, outermost, rows_of
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.numbers import is_number, numbers_in
from qa_appliance.steps.base.typed import read_date

_ENTRIES = frozenset({"listitem", "option", "treeitem", "article"})


def list_values(look: Look, container: Node, by: str) -> list[str] | None:
    """The entries' texts from top to bottom; None when no column, or more than one, has that name."""
    inside = [Seat(n, 0) for n in look.all_inside(container) if n.shown and n is not container]
    rows = [s for s in inside if s.node.role == "row"]
    if not rows:
        items = outermost(look, [s for s in inside if s.node.role in _ENTRIES])
        return [
            _part(look, n, by) for n in [s.node for s in items] or look.children.get(container.index, []) if n.shown
        ]
    heads = next((cells for s in rows if is_head(look, s.node) and (cells := cells_of(look, s.node))), [])
    place = column_called(look, heads, by) if by else 0
    if place is None:
        return None
    lines = [cells_of(look, s.node) for s in rows_of(look, rows)]
    return [look.text_of(line[place]) for line in lines if place < len(line)]


def sort_keys(values: list[str]) -> list[tuple[float, str]]:
    """Numbers as numbers, dates as dates, else words without case and accents."""
    if all(is_number(value) for value in values):
        return [(numbers_in(value)[0][0], "") for value in values]
    days = [read_date(value) for value in values]
    if None not in days:
        return [(float(day.toordinal()), "") for day in days if day is not None]
    return [(0.0, fold(value)) for value in values]


def _part(look: Look, item: Node, by: str) -> str:
    """The piece of an item its heading speaks of: a class or test id called so, a price; else the whole."""
    if by:
        for node in look.all_inside(item):
            words = fold(f"{node.words} {node.test_id} {node.field}".replace("_", " "))
            if node.shown and f" {fold(by)} " in f" {words} ":
                return look.text_of(node)
        if fold(by) in ("price", "cost", "amount", "total"):
            priced = [line for line in look.text[item.text[0] : item.text[1]].split("\n") if is_number(line.strip())]
            if priced:
                return priced[0]
    return look.text_of(item)
