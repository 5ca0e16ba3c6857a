"""The one with most or least of something: "the row with the highest Total", "the cheapest product". Numbers only."""

from __future__ import annotations

from qa_appliance.browser.look_types import Look, Node
from qa_appliance.browser.ranking_scope import column_of
from qa_appliance.browser.ranking_words import fold
from qa_appliance.core.numbers import is_number, numbers_in

_CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
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
    column = _column(look, node, what)
    if column is not None:
        return _number(look.text_of(column))
    inside = [n for n in look.nodes if n.shown and look.inside(n, node)]
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


def _column(look: Look, row: Node, what: str) -> Node | None:
    """The cell of a row that stands under that heading."""
    if row.role != "row":
        return None
    table = next((n for n in look.ancestors(row) if n.role in ("table", "grid", "treegrid")), None)
    heads = [
        n for n in look.nodes
        if n.role == "columnheader" and fold(look.text_of(n)) == what and (table is None or look.inside(n, table))
    ]  # fmt: skip
    cells = [n for n in look.children.get(row.index, ()) if n.role in _CELLS]
    at = column_of(look, heads[0]) if heads else -1
    return cells[at] if 0 <= at < len(cells) and cells[at].role != "columnheader" else None


def _number(text: str) -> float | None:
    found = numbers_in(text)
    return found[0][0] if len(found) == 1 else None
