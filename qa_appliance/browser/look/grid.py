"""A table as a grid: which rows and columns a cell belongs to, and by which words a column is headed. Pure.

A cell belongs to every row and every column it spans. The heading of a column is all that stands over it: of several
levels each; what stands in a table of its own right over this one, as where only the body scrolls; and of a copy that
stays in sight the one it is a copy of.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import CELLS, TABLES

_UP = 4  # boxes around a table, in one of which the table of its headings stands
_APART = 8  # CSS pixels between the two
_MOST_COLUMNS = 1_000
_Slots = dict[tuple[int, int], Node]


class Grid(Struct, eq=False):
    """`slots`: by line and column the cell that stands there. `lines`: by row its line. `heads`: the lines that only
    name columns. `headings`: by column what stands over it, the outermost first; `own_heads` is of its own rows.
    """

    table: Node
    slots: _Slots
    lines: dict[int, int]
    heads: frozenset[int]
    headings: list[tuple[Node, ...]]
    own_heads: bool

    @property
    def width(self) -> int:
        return max((column + 1 for _, column in self.slots), default=0)

    def words(self, look: Look) -> list[list[str]]:
        """By column what it may be called."""
        return [heading_words(look, heads) for heads in self.headings]

    def cells(self, row: Node) -> list[Node]:
        """All that stand in the row, also from rows above it, from the first column on."""
        line = self.lines.get(row.index, -1)
        found = {cell.index: cell for column in range(self.width) if (cell := self.slots.get((line, column)))}
        return list(found.values())

    def cell(self, row: Node, column: int) -> Node | None:
        return self.slots.get((self.lines.get(row.index, -1), column))

    def columns(self, cell: Node) -> list[int]:
        """Of a heading as well: those it stands over."""
        inside = {column for (_, column), held in self.slots.items() if held is cell}
        over = {column for column, heads in enumerate(self.headings) if cell in heads}
        return sorted(inside | over)

    def rows(self, cell: Node, look: Look) -> list[Node]:
        lines = {line for (line, _), held in self.slots.items() if held is cell}
        return [look.nodes[row] for row, line in self.lines.items() if line in lines]


def grids(look: Look) -> dict[int, Grid]:
    """By the index of its table; a table of headings alone has that of the table it heads."""
    return look.known(_grids)


def grid_of(look: Look, node: Node) -> Grid | None:
    """The one in which an element stands, or which it is."""
    table = node if node.role in TABLES else table_of(look, node)
    return grids(look).get(table.index) if table is not None else None


def heads_another(look: Look, table: Node) -> bool:
    """Whether it holds nothing but the headings of another table."""
    grid = grids(look).get(table.index)
    return grid is not None and grid.table is not table


def is_over(look: Look, head: Node) -> bool:
    """Whether it is one of the headings by which a table's columns are called."""
    grid = grid_of(look, head)
    return grid is not None and any(head in heads for heads in grid.headings)


def cells_of(look: Look, row: Node) -> list[Node]:
    """The cells that stand in a row, those included that span it from above."""
    grid = grid_of(look, row)
    return grid.cells(row) if grid is not None and row.index in grid.lines else own_cells(look, row)


def cell_around(look: Look, node: Node) -> Node | None:
    """The cell it is or stands in."""
    return next((n for n in (node, *look.ancestors(node)) if n.role in CELLS), None)


def heading_words(look: Look, heads: tuple[Node, ...]) -> list[str]:
    """What a column may be called: by all that stands over it, by its lowest heading."""
    words = [text for head in heads if (text := look.text_of(head) or head.name)]
    return list(dict.fromkeys([" ".join(words), *words[-1:]])) if words else []


def is_cell(node: Node) -> bool:
    return node.role in CELLS


def table_of(look: Look, node: Node) -> Node | None:
    """The innermost table it stands in."""
    return next((above for above in look.ancestors(node) if above.role in TABLES), None)


def own_cells(look: Look, row: Node) -> list[Node]:
    """The cells written in a row that take room; in boxes of its own, where it has none right in it."""
    found = [node for node in look.children.get(row.index, ()) if node.role in CELLS]
    found = found or list(_cells_within(look, row))
    return [node for node in found if node.shown or node.box is not None] or found


def _cells_within(look: Look, node: Node) -> Iterator[Node]:
    for child in look.children.get(node.index, ()):
        if child.role in CELLS:
            yield child
        elif child.role != "row" and child.role not in TABLES:
            yield from _cells_within(look, child)


def is_head(look: Look, row: Node) -> bool:
    """A row of a table that only names its columns."""
    cells = own_cells(look, row) if row.role == "row" else []
    if not cells:
        return False
    if row.parent >= 0 and look.nodes[row.parent].tag == "thead":
        return True
    heads = [node for node in cells if node.role == "columnheader"]
    return bool(heads) and all(node in heads or not look.text_of(node) for node in cells)


def is_foot(look: Look, row: Node) -> bool:
    """A row of a table that sums up the others."""
    return row.parent >= 0 and look.nodes[row.parent].tag == "tfoot"


def _grids(look: Look) -> dict[int, Grid]:
    found = {n.index: _built(look, n) for n in look.nodes if n.role in TABLES and n.tag != "select"}
    for index, grid in list(found.items()):
        body = (
            _headed_by(look, grid, found) if grid.heads and len(grid.heads) == len(_shown_lines(look, grid)) else None
        )
        if body is None:
            continue
        if not body.own_heads:
            body.headings = grid.headings
        elif body.words(look) != grid.words(look):
            continue  # no copy of its headings
        found[index] = body
    return found


def _shown_lines(look: Look, grid: Grid) -> set[int]:
    return {line for row, line in grid.lines.items() if look.nodes[row].shown}


def _headed_by(look: Look, head: Grid, among: dict[int, Grid]) -> Grid | None:
    """The table right under one of headings alone, of as many columns, in one of the boxes around it."""
    around = {n.index for n in look.ancestors(head.table)[:_UP]}
    for grid in among.values():
        near = any(n.index in around for n in look.ancestors(grid.table)[:_UP])
        if grid is not head and near and grid.width == head.width and _stands_under(head.table, grid.table):
            body = [row for row in grid.lines if grid.lines[row] not in grid.heads]
            return grid if body or not grid.own_heads else None
    return None


def _stands_under(head: Node, body: Node) -> bool:
    """Right under it, or under it in part: a copy that stays in sight lies over the rows."""
    if head.box is None or body.box is None:
        return head.index < body.index
    (x, y, width, height), (ox, oy, owidth, oheight) = head.box, body.box
    beside = min(x + width, ox + owidth) - max(x, ox) >= min(width, owidth) / 2
    return beside and oy - _APART <= y + height <= oy + oheight and y <= oy + oheight


def _built(look: Look, table: Node) -> Grid:
    rows = [n for n in look.all_inside(table) if n.role == "row" and table_of(look, n) is table]
    lines = _lines(rows)
    slots: _Slots = {}
    for row in rows:
        last = _last_line(rows, row, lines)
        for cell in own_cells(look, row):
            _place(slots, cell, lines[row.index], last)
    heads = frozenset(lines[row.index] for row in rows if is_head(look, row))
    width = max((column + 1 for _, column in slots), default=0)
    over = [line for line in sorted(heads) if line < min(set(lines.values()) - heads, default=len(rows))]
    headings = [_over(look, slots, over, column) for column in range(width)]
    return Grid(table, slots, lines, heads, headings, own_heads=any(headings))


def _over(look: Look, slots: _Slots, lines: list[int], column: int) -> tuple[Node, ...]:
    found = {cell.index: cell for line in lines if (cell := slots.get((line, column))) is not None}
    return tuple(cell for cell in found.values() if look.text_of(cell) or (cell.name and cell.shown))


def _lines(rows: list[Node]) -> dict[int, int]:
    """Rows that say to be the same one are: of columns that stay in sight beside those that scroll."""
    numbers: dict[object, int] = {}
    found = {}
    for row in rows:
        key = ("said", row.spans[2]) if row.spans and row.spans[2] else ("own", row.index)
        found[row.index] = numbers.setdefault(key, len(numbers))
    return found


def _last_line(rows: list[Node], row: Node, lines: dict[int, int]) -> int:
    """The last line of its part of the table, which no cell of it spans beyond."""
    return max(lines[other.index] for other in rows if other.parent == row.parent)


def _place(slots: _Slots, cell: Node, line: int, last: int) -> None:
    down, across, _, at = cell.spans or (1, 1, 0, 0)
    column = at - 1 if at else next(n for n in range(_MOST_COLUMNS) if (line, n) not in slots or n == _MOST_COLUMNS - 1)
    end = last if down == 0 else min(last, line + down - 1)
    for row in range(line, end + 1):
        for place in range(column, min(_MOST_COLUMNS, column + max(1, across))):
            slots.setdefault((row, place), cell)
