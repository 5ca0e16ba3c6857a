"""The one with most or least of something: "the row with the highest Total", "the cheapest product". Numbers only."""

from __future__ import annotations

from qa_appliance.browser.find.columns import cells_of, column_called
from qa_appliance.browser.find.main_content import is_head
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.numbers import is_number, numbers_in

_MONEY = frozenset({"price", "cost", "amount"})
_ANY = frozenset({"number", "value", "figure", ""})


def extreme(look: Look, nodes: list[Node], quality: str) -> list[Node]:
    """Those of `nodes` whose `quality` ("highest total", "lowest price") is the most or the least.

    A node without such a number is none of them.
    """
    way, _, what = quality.partition(" ")
    columns = _columns(look, nodes, fold(what))
    amounts = {n.index: a for n in nodes if (a := _amount(look, n, fold(what), columns)) is not None}
    if not amounts:
        return []
    best = max(amounts.values()) if way == "highest" else min(amounts.values())
    return [n for n in nodes if amounts.get(n.index) == best]


def _amount(look: Look, node: Node, what: str, columns: dict[int, int | None]) -> float | None:
    column = _cell(look, node, columns)
    if column is not None:
        return _number(look.text_of(column))
    inside = [n for n in look.all_inside(node) if n.shown]
    for part in inside:
        if what and part.index != node.index and what in fold(f"{part.words} {part.test_id} {part.field}").split():
            return _number(look.text_of(part))
    lines = [line.strip() for line in look.text[node.text[0] : node.text[1]].split("\n")]
    for line in lines:
        if what and fold(line).startswith(what) and (number := _number(line)) is not None:
            return number
    plain = [line for line in lines if is_number(line)]
    if what in _MONEY:
        plain = [line for line in plain if not line.strip().isdecimal()] or plain
    return _number(plain[0]) if plain and (what in _MONEY or (what in _ANY and len(plain) == 1)) else None


def _columns(look: Look, rows: list[Node], what: str) -> dict[int, int | None]:
    """By table, the place of the column headed so."""
    tables = {t.index: t for row in rows if row.role == "row" and (t := _table_of(look, row)) is not None}
    found: dict[int, int | None] = {}
    for index, table in tables.items():
        inside = (n for n in look.all_inside(table) if n.role == "row" and is_head(look, n))
        found[index] = column_called(look, next((cells_of(look, n) for n in inside), []), what)
    return found


def _cell(look: Look, row: Node, columns: dict[int, int | None]) -> Node | None:
    table = _table_of(look, row) if row.role == "row" else None
    at = columns[table.index] if table is not None else None
    cells = cells_of(look, row)
    return cells[at] if at is not None and at < len(cells) and not is_head(look, row) else None


def _table_of(look: Look, row: Node) -> Node | None:
    return next((n for n in look.ancestors(row) if n.role in ("table", "grid", "treegrid")), None)


def _number(text: str) -> float | None:
    found = numbers_in(text)
    return found[0][0] if len(found) == 1 else None
