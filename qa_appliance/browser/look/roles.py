"""What makes an element a field, a cell, a table, a list: roles, once for all who ask."""

from __future__ import annotations

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
