"""Reading a list or a table's column, and the order in which its entries stand. Pure."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from qa_appliance.browser.find.columns import column_called
from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.kinds import Seat
from qa_appliance.browser.find.main_content import main_first, outermost, rows_of
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find, gather
from qa_appliance.browser.find.texts import bare, fold
from qa_appliance.browser.look.entries import is_entry
from qa_appliance.browser.look.grid import Grid, grid_of, table_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.order import on_screen
from qa_appliance.browser.look.roles import TABLES
from qa_appliance.browser.look.struck import without_struck
from qa_appliance.core import checks as c
from qa_appliance.core.numbers import is_number, numbers_in
from qa_appliance.core.target import RECORDS, Target
from qa_appliance.steps.base.answers import Answer, found_by, not_one
from qa_appliance.steps.base.typed import read_date
from qa_appliance.steps.records.lists import entries_called
from qa_appliance.steps.records.units import amounts

_ENTRIES = frozenset({"listitem", "option", "treeitem", "article"})
_PRICES = frozenset({"price", "cost", "amount", "total"})
_DATES = frozenset({"date", "day", "created", "updated", "due", "due date"})
_FEWEST = 2
_Sort = Literal["number", "date", "word"]


def list_sorted(check: c.ListSorted, look: Look) -> Answer:
    holder = _holder(check, look)
    if isinstance(holder, Answer):
        return holder
    answer, items = holder
    name, by = called(look, answer.node), _by(check)
    values = _texts(look, items, by) if items else _values(look, answer.node, by)
    if values is None:
        return Answer(False, f"The {name} has no column “{by}”.", by, kind="not_found")
    values = [value for value in values if any(map(str.isalnum, value))]
    if (without_order := _without_order(values, name, by)) is not None:
        return without_order
    way = "descending" if check.descending else "ascending"
    wrong = _out_of_order(values, descending=check.descending)
    seen = f"“{wrong[0]}” before “{wrong[1]}”" if wrong else "sorted"
    order = f"{f' by {by}' if by else ''} ({way})"
    what = "table" if answer.node.role in TABLES else "list"
    message = f"The {what} is not sorted{order}: {seen}."
    if check.negated:
        message = f"The {what} is sorted{order}, although it should not be."
    expected = f"sorted{order}".replace("(", "").replace(")", "")
    return Answer((wrong is None) != check.negated, message, expected, seen, found=found_by(answer))


def stands_sorted(look: Look, column: Target, *, descending: bool) -> bool:
    """Whether what stands in a column is in that order; fewer than two entries are in any."""
    holder = _holder(c.ListSorted(target=column, by=column.name, descending=descending), look)
    if isinstance(holder, Answer):
        return False
    values = _values(look, holder[0].node, column.name)
    entries = [value for value in values or [] if any(map(str.isalnum, value))]
    return values is not None and _out_of_order(entries, descending=descending) is None


def _by(check: c.ListSorted) -> str:
    """What it is sorted by; of a column its own name."""
    return check.by or (check.target.name if check.target.kind == "column" else "")


def _without_order(values: list[str], name: str, by: str) -> Answer | None:
    """Why in which order these stand proves nothing: there is but one, or what should be dates is none."""
    if len(values) < _FEWEST:
        return Answer(False, f"The {name} has fewer than two entries to be sorted.", "2 entries")
    if fold(by) in _DATES and (no_date := _no_date(values)) is not None:
        message = f"The {name} says “{no_date}” where a date is to be sorted by; which day that is nothing tells."
        return Answer(False, message, "dates", no_date)
    return None


def _holder(check: c.ListSorted, look: Look) -> tuple[Match, list[Node]] | Answer:
    """What holds the entries, of a column its table; of "the products", that stand alike in one box, the entries."""
    answer = find(look, check.target, "text")
    if (holder := _list_of_records(check, look, answer)) is not None:
        return holder
    if isinstance(answer, Match):
        table = table_of(look, answer.node) if check.target.kind == "column" else _meant_by(check, look, answer.node)
        return (replace(answer, node=table) if table is not None else answer), []
    items = list(gather(look, check.target, "text").nodes) if check.target.kind == "item" else []
    parents = {item.parent for item in items}
    if len(items) < _FEWEST or len(parents) > 1:
        return not_one(check.target, answer)
    return Match(look.nodes[parents.pop()], "items", 1, ""), items


def _list_of_records(
    check: c.ListSorted, look: Look, answer: Match | Miss | Ambiguous
) -> tuple[Match, list[Node]] | None:
    """ "The invoices" are the entries of the list of them, else the rows of the only table there is."""
    target = check.target
    if target.kind != "any" or target.quoted or target.within or bare(target.name) not in RECORDS:
        return None
    if isinstance(answer, Match) and (answer.node.role in TABLES or _headed_by(look, answer.node) is not None):
        return None
    entries = [n for n in entries_called(look, target.name) if n.role != "row"]
    if len(entries) >= _FEWEST and len({n.parent for n in entries}) == 1:
        return Match(look.nodes[entries[0].parent], "items", 1, ""), entries
    table = _only_table(look)
    return (Match(table, "items", 1, ""), []) if table is not None else None


def _only_table(look: Look) -> Node | None:
    tables = outermost(look, main_first(look, [Seat(n, 0) for n in look.nodes if n.shown and n.role in TABLES]))
    return tables[0].node if len(tables) == 1 else None


def _meant_by(check: c.ListSorted, look: Look, named: Node) -> Node | None:
    """The table under what is called so; where that holds no such column, the only one that has it."""
    table = _headed_by(look, named)
    if table is not None or not check.by or check.target.kind != "any" or check.target.quoted:
        return table
    return None if _values(look, named, check.by) is not None else _only_table_with(look, check.by)


def _headed_by(look: Look, heading: Node) -> Node | None:
    """The one table that stands under a heading: "the orders" below “Orders”."""
    tables = [n for n in look.nodes if n.role in TABLES and n.shown and look.heading_of(n) is heading]
    return tables[0] if heading.role == "heading" and len(tables) == 1 else None


def _only_table_with(look: Look, by: str) -> Node | None:
    """ "The issues are sorted by title", where what is called "Issues" holds none: the one table with such a column."""
    tables = [n for n in look.nodes if n.role in TABLES and n.shown and _values(look, n, by) is not None]
    return tables[0] if len(tables) == 1 else None


def _values(look: Look, container: Node, by: str) -> list[str] | None:
    """The entries' texts in the order of the screen; None when no column, or more than one, has that name."""
    inside = [Seat(n, 0) for n in look.all_inside(container) if n.shown and n is not container]
    rows = [seat for seat in inside if seat.node.role == "row"]
    if rows:
        return _column(look, container, rows, by)
    entries = outermost(look, [s for s in inside if s.node.role in _ENTRIES and is_entry(look, s.node)])
    items = [seat.node for seat in entries] or [n for n in look.children.get(container.index, []) if n.shown]
    return _texts(look, on_screen(look, items), by)


def _texts(look: Look, items: list[Node], by: str) -> list[str] | None:
    if not by:
        return [look.text_of(item) for item in items]
    parts = [_part(look, item, fold(by)) for item in items]
    return parts if any(parts) else None


def _column(look: Look, container: Node, rows: list[Seat], by: str) -> list[str] | None:
    entries = on_screen(look, (seat.node for seat in rows_of(look, rows)))
    grid = grid_of(look, entries[0] if entries else container)
    place = _place_of(look, grid, entries, by) if grid is not None else None
    if grid is None or place is None:
        return None
    cells = (grid.cell(row, place) for row in entries)
    return [look.text_of(cell) for cell in cells if cell is not None]


def _place_of(look: Look, grid: Grid, entries: list[Node], by: str) -> int | None:
    """Of the column that is meant; the first, where none is."""
    place = column_called(grid.words(look), by) if by else 0
    if place is None and by == "date":
        return _place_of_dates([[look.text_of(cell) for cell in grid.cells(row)] for row in entries])
    return place


def _place_of_dates(lines: list[list[str]]) -> int | None:
    """The only column in which dates stand, of what is sorted "newest first"."""
    widest = max(map(len, lines), default=0)
    dated = [at for at in range(widest) if all(at < len(line) and read_date(line[at]) is not None for line in lines)]
    return dated[0] if len(dated) == 1 else None


def _part(look: Look, item: Node, by: str) -> str:
    """The piece of an item its heading speaks of: a class or test id called so, a price; "" where it has none."""
    for node in look.all_inside(item):
        words = fold(f"{node.classes} {node.test_id} {node.field}".replace("_", " "))
        if node.shown and f" {by} " in f" {words} ":
            return look.text_of(node)
    if by == "date":
        dates = [look.text_of(n) for n in look.all_inside(item) if n.shown and n.tag == "time"]
        return dates[0] if len(dates) == 1 else ""
    if by in _PRICES:
        lines = without_struck(look, item).split("\n")
        return next((line.strip() for line in lines if is_number(line.strip())), "")
    return ""


def _out_of_order(values: list[str], *, descending: bool) -> tuple[str, str] | None:
    """The first two neighbours that stand the wrong way round. Numbers among words ("n/a") stand by themselves."""
    keys = _sort_keys(values)
    changes = 0
    for at, (one, two) in enumerate(pairwise(keys)):
        changes += one[0] != two[0]
        wrong = changes > 1 if one[0] != two[0] else one < two if descending else one > two
        if wrong:
            return values[at], values[at + 1]
    return None


def _no_date(values: list[str]) -> str | None:
    """The first of the texts that is no date: "3 days ago" stands before "yesterday" in no order of words."""
    return next((value for value in values if read_date(value) is None), None)


def _sort_keys(values: list[str]) -> list[tuple[_Sort, float, str]]:
    """Numbers as numbers, with units by how much they are, dates as dates where all are, else words without case and
    accents."""
    days = [read_date(value) for value in values]
    if None not in days and not all(map(is_number, values)):
        return [("date", float(day.toordinal()), "") for day in days if day is not None]
    measured = amounts(values) or [numbers_in(value)[0][0] if is_number(value) else None for value in values]
    return [
        ("number", amount, "") if amount is not None else ("word", 0.0, fold(value))
        for amount, value in zip(measured, values, strict=True)
    ]
