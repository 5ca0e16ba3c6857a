"""What makes an element a field, a cell, a table, a list: roles and small questions, once for all who ask. Pure."""

from __future__ import annotations

from collections.abc import Iterator

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


def heading_of(look: Look, node: Node) -> Node | None:
    """The heading under which an element stands."""
    best = None
    for other in look.nodes[: node.index]:
        if other.shown and other.role == "heading" and not look.inside(other, node) and other.frame == node.frame:
            best = other
    return best
