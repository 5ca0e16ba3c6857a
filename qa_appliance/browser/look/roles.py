"""What makes an element a field, a cell, a table, a list: roles and small questions, once for all who ask. Pure."""

from __future__ import annotations

from qa_appliance.browser.look.node import Look, Node

CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
TABLES = frozenset({"table", "grid", "treegrid"})
LISTS = frozenset({"list", "listbox", "tree", "feed"}) | TABLES
TYPED_INTO = frozenset({"textbox", "searchbox", "combobox"})
TEXT_FIELDS = TYPED_INTO | {"spinbutton"}
BOXES = frozenset({"checkbox", "radio", "switch"})
TICKED = BOXES | {"menuitemcheckbox", "menuitemradio"}
OFFERS = frozenset({"option", "radio", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem", "tab"})
"""Of which one is chosen."""
FIELDS = TEXT_FIELDS | BOXES | {"listbox", "slider"}
ITEMS = frozenset({"listitem", "article", "option", "treeitem", "row"})
"""Entries of lists and tables."""
DIALOGS = frozenset({"dialog", "alertdialog"})
AROUND = frozenset({"navigation", "banner", "contentinfo", "tablist", "menu", "menubar"})
AROUND_TAGS = frozenset({"nav", "header", "footer"})
"""What frames every page of a site."""


def is_cell(node: Node) -> bool:
    return node.role in CELLS


def table_of(look: Look, node: Node) -> Node | None:
    """The innermost table it stands in."""
    return next((above for above in look.ancestors(node) if above.role in TABLES), None)


def cells_of(look: Look, row: Node) -> list[Node]:
    return [node for node in look.children.get(row.index, ()) if node.role in CELLS]


def column_of(look: Look, cell: Node) -> int:
    """The position of a cell in its row, from 0."""
    if cell.parent < 0:
        return 0
    return [c.index for c in look.children[cell.parent] if is_cell(c)].index(cell.index) if is_cell(cell) else 0


def is_head(look: Look, row: Node) -> bool:
    """A row of a table that only names its columns."""
    cells = cells_of(look, row)
    if row.role != "row" or not cells:
        return False
    if row.parent >= 0 and look.nodes[row.parent].tag == "thead":
        return True
    heads = [node for node in cells if node.role == "columnheader"]
    return bool(heads) and all(node in heads or not look.text_of(node) for node in cells)


def is_foot(look: Look, row: Node) -> bool:
    """A row of a table that sums up the others."""
    return row.parent >= 0 and look.nodes[row.parent].tag == "tfoot"


def heading_of(look: Look, node: Node) -> Node | None:
    """The heading under which an element stands."""
    best = None
    for other in look.nodes[: node.index]:
        if other.shown and other.role == "heading" and not look.inside(other, node) and other.frame == node.frame:
            best = other
    return best
