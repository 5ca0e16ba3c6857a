"""The one with most or least of something: "the row with the highest Total", "the cheapest product". Numbers only."""

from __future__ import annotations

from qa_appliance.browser.find.columns import column_called
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.grid import grid_of, is_head
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.numbers import is_number, numbers_in

_MONEY = frozenset({"price", "cost", "amount"})
_ANY = frozenset({"number", "value", "figure", ""})


def extreme(look: Look, nodes: list[Node], quality: str) -> list[Node]:
    """Those of `nodes` whose `quality` ("highest total", "lowest price") is the most or the least.

    A node without such a number is none of them.
    """
    way, _, what = quality.partition(" ")
    amounts = {n.index: a for n in nodes if (a := _amount(look, n, fold(what))) is not None}
    if not amounts:
        return []
    best = max(amounts.values()) if way == "highest" else min(amounts.values())
    return [n for n in nodes if amounts.get(n.index) == best]


def _amount(look: Look, node: Node, what: str) -> float | None:
    """Under the column headed so, in what its author calls so, in a line that begins so, or the one number there is."""
    cell = _cell(look, node, what)
    if cell is not None:
        return _number(look.text_of(cell))
    lines = [line.strip() for line in look.text[node.text[0] : node.text[1]].split("\n")]
    if what and (part := _part_called(look, node, what)) is not None:
        return _number(look.text_of(part))
    if what and (number := _in_line_of(lines, what)) is not None:
        return number
    return _bare_number([line for line in lines if is_number(line)], what)


def _part_called(look: Look, node: Node, what: str) -> Node | None:
    parts = (part for part in look.all_inside(node) if part.shown and part.index != node.index)
    return next((p for p in parts if what in fold(f"{p.classes} {p.test_id} {p.field}").split()), None)


def _in_line_of(lines: list[str], what: str) -> float | None:
    numbers = (_number(line) for line in lines if fold(line).startswith(what))
    return next((number for number in numbers if number is not None), None)


def _bare_number(plain: list[str], what: str) -> float | None:
    if what in _MONEY:
        plain = [line for line in plain if not line.strip().isdecimal()] or plain
        return _number(plain[0]) if plain else None
    return _number(plain[0]) if what in _ANY and len(plain) == 1 else None


def _cell(look: Look, row: Node, what: str) -> Node | None:
    grid = grid_of(look, row) if row.role == "row" and not is_head(look, row) else None
    at = column_called(grid.words(look), what) if grid is not None else None
    return grid.cell(row, at) if grid is not None and at is not None else None


def _number(text: str) -> float | None:
    found = numbers_in(text)
    return found[0][0] if len(found) == 1 else None
