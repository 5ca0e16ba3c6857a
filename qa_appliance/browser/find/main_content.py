"""What is meant where only a kind is said: "the list", "the first row", "the menu".

What a page is about comes before what stands around it; a list before those within its entries; a table's rows are
what stands under its heads. Where nothing else is there, what stands around is meant after all.
"""

from __future__ import annotations

import re

from qa_appliance.browser.find.kinds import Seat
from qa_appliance.browser.look.entries import is_entry
from qa_appliance.browser.look.grid import heads_another, table_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import TABLES

_AROUND = frozenset({
    "navigation", "banner", "contentinfo", "complementary", "menubar", "menu", "tablist", "toolbar",
})  # fmt: skip
_AROUND_TAGS = frozenset({"nav", "header", "footer", "aside"})
_AROUND_WORDS = frozenset({"sidebar", "sidenav", "navbar", "nav", "breadcrumb", "breadcrumbs", "pagination", "pager"})
_MENU_WORDS = frozenset({"menu", "nav", "navbar", "navigation"})
_NO_MENU = re.compile(r"\b(?:bread ?crumbs?|pagination|pager|pages|footer)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+")
ABOUT = frozenset({"list", "table", "tree", "form"})
"""Kinds of which a page has one it is about."""


def stands_around(look: Look, node: Node) -> bool:
    """In what frames every page of a site (navigation, head, foot), or in a bar beside what the page is about."""
    return any(_is_around(n) for n in look.ancestors(node))


def main_first(look: Look, seats: list[Seat]) -> list[Seat]:
    """Those in the page's main part; where there is none, those that do not stand around it; else all of them."""
    shown = [s for s in seats if s.node.shown]
    own = [s for s in shown if not (_is_around(s.node) or stands_around(look, s.node))]
    mains = [n for n in look.nodes if n.shown and n.role == "main"]
    return [s for s in own if any(look.inside(s.node, m) for m in mains)] or own or seats


def one_of_its_kind(look: Look, seats: list[Seat]) -> list[Seat]:
    """Of lists, tables, forms: the page's own, and of those within one another the outer ones.

    A table without heads that holds one with heads is there for the layout: the inner one is the table.
    """
    layouts = _layouts(look)
    seats = [s for s in seats if s.node.index not in layouts and not heads_another(look, s.node)]
    return outermost(look, main_first(look, seats))


def rows_of(look: Look, seats: list[Seat]) -> list[Seat]:
    """The page's own rows that are entries, without rows within rows."""
    layouts = _layouts(look)
    rows = [s for s in seats if (table_of(look, s.node) or s.node).index not in layouts]
    entries = [s for s in rows if is_entry(look, s.node)]
    return outermost(look, main_first(look, entries))


def menus_of(look: Look, seats: list[Seat]) -> list[Seat]:
    """Where a page marks no menu as such: its navigation, but no breadcrumbs, no numbers of pages."""
    found = [s for s in seats if s.node.shown and (s.node.role == "navigation" or _says(s.node, _MENU_WORDS))]
    found = [s for s in found if s.node.role in ("navigation", "list") and not _NO_MENU.search(_marks(s.node))]
    feet = [s for s in found if any(a.role == "contentinfo" or a.tag == "footer" for a in look.ancestors(s.node))]
    return outermost(look, [s for s in found if s not in feet] or found)


def outermost(look: Look, seats: list[Seat]) -> list[Seat]:
    """Those that stand in no other of them."""
    held = {s.node.index for s in seats}
    return [s for s in seats if not any(a.index in held for a in look.ancestors(s.node))]


def innermost(look: Look, nodes: list[Node]) -> list[Node]:
    """Those in which no other of them stands."""
    outer = {above.index for node in nodes for above in look.ancestors(node)}
    return [node for node in nodes if node.index not in outer]


def _layouts(look: Look) -> set[int]:
    headed = {t.index: t for n in look.nodes if n.role == "columnheader" and (t := table_of(look, n)) is not None}
    around = {a.index for table in headed.values() for a in look.ancestors(table) if a.role in TABLES}
    return around - headed.keys()


def _is_around(node: Node) -> bool:
    return node.role in _AROUND or node.tag in _AROUND_TAGS or _says(node, _AROUND_WORDS)


def _says(node: Node, words: frozenset[str]) -> bool:
    """Whether its class or id is made of one of the words: "left-sidebar"."""
    return bool(node.classes or node.id) and not words.isdisjoint(_WORD.findall(f"{node.classes} {node.id}".casefold()))


def _marks(node: Node) -> str:
    return f"{node.name} {node.classes} {node.id}".replace("-", " ").replace("_", " ")
