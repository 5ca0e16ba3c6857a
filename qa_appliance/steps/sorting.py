"""Reading a list or a table's column, and the order in which its entries stand. Pure."""

from __future__ import annotations

from qa_appliance.browser.look_types import Look, Node
from qa_appliance.browser.ranking_words import fold, same_dressed_down
from qa_appliance.core.numbers import is_number, numbers_in
from qa_appliance.steps.typed import read_date

_CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})


def list_values(look: Look, container: Node, by: str) -> list[str] | None:
    """The entries' texts from top to bottom; None when there is no column of that name."""
    rows = [n for n in look.nodes if n.role == "row" and n.shown and look.inside(n, container)]
    if not rows:
        items = [n for n in look.nodes if n.role in ("listitem", "option", "treeitem", "article") and n.shown]
        items = [n for n in items if look.inside(n, container) and n.index != container.index]
        return [_part(look, n, by) for n in items or look.children.get(container.index, []) if n.shown]
    cells = [[n for n in look.children.get(row.index, ()) if n.role in _CELLS] for row in rows]
    heads = next((line for line in cells if line and all(n.role == "columnheader" for n in line)), [])
    place = next((i for i, n in enumerate(heads) if same_dressed_down(by, look.text_of(n))), None) if by else 0
    if place is None:
        return None
    return [look.text_of(line[place]) for line in cells if line is not heads and place < len(line)]


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
        for node in look.nodes:
            words = fold(f"{node.words} {node.test_id} {node.field}".replace("_", " "))
            if node.shown and look.inside(node, item) and f" {fold(by)} " in f" {words} ":
                return look.text_of(node)
        if fold(by) in ("price", "cost", "amount", "total"):
            priced = [line for line in look.text[item.text[0] : item.text[1]].split("\n") if is_number(line.strip())]
            if priced:
                return priced[0]
    return look.text_of(item)
