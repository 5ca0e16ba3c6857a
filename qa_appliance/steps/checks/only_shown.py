"""Whether a list has these entries and no other: "only A and B are listed". Pure.

Of a page that was not told which list is meant, every list in which all of the names stand has to be so: a list of what
was looked at last must not answer for the results.
"""

from __future__ import annotations

from qa_appliance.browser.find.literal import holds_name, in_message
from qa_appliance.browser.find.main_content import stands_around
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.entries import is_entry
from qa_appliance.browser.look.grid import table_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.steps.base.answers import Answer, not_one

_ENTRIES = frozenset({"listitem", "article", "treeitem", "row"})
_BOXES = frozenset({"div", "section", "a"})
_FEWEST_BOXES = 2  # one box alone is no list
_LONGEST = 60  # characters of an entry that is told
_MOST = 3  # entries that are told


def only_shown(check: c.OnlyShown, look: Look) -> Answer:
    inside = None
    if check.scope is not None:
        place = find(look, check.scope, "text")
        if not isinstance(place, Match):
            return not_one(check.scope, place)
        inside = place.node
    wanted = f"only {', '.join(f'“{name}”' for name in check.names)}"
    lists = [entries for entries in _lists(look, inside) if _has_all(look, entries, check.names)]
    if not lists:
        return _nowhere(check, look, wanted)
    others = next(filter(None, (_others(look, entries, check.names) for entries in lists)), None)
    if others is None:
        return Answer(True, note=f"true of all {len(lists[0])}", node=lists[0][0], nodes=tuple(lists[0]))
    words = [f"“{_short(look.text_of(entry))}”" for entry in others[:_MOST]]
    more = f" and {len(others) - _MOST} more" if len(others) > _MOST else ""
    seen = f"{', '.join(words)}{more}"
    return Answer(False, f"There is also {seen}.", wanted, seen, node=others[0])


def _nowhere(check: c.OnlyShown, look: Look, wanted: str) -> Answer:
    page = squeeze(look.text).casefold()
    missing = next((name for name in check.names if squeeze(name).casefold() not in page), None)
    if missing is not None:
        return Answer(False, f"“{missing}” is not shown.", wanted, kind="not_found")
    message = "The names stand in no list or table together, so that nothing tells what else there is."
    return Answer(False, message, wanted, kind="unsupported")


def _others(look: Look, entries: list[Node], names: tuple[str, ...]) -> list[Node]:
    return [entry for entry in entries if not any(_says(look, entry, name) for name in names)]


def _lists(look: Look, inside: Node | None) -> list[list[Node]]:
    """The entries of each list, of each table, and of each row of boxes that are built alike."""
    found: dict[tuple[object, ...], list[Node]] = {}
    for node in look.nodes:
        if not node.shown or not look.text_of(node) or (inside is not None and not look.inside(node, inside)):
            continue
        if (key := _list_of(look, node)) is not None:
            found.setdefault(key, []).append(node)
    lists = [nodes for key, nodes in found.items() if key[0] == "entries" or len(nodes) >= _FEWEST_BOXES]
    return [nodes for nodes in lists if inside is not None or not stands_around(look, nodes[0])]


def _list_of(look: Look, node: Node) -> tuple[object, ...] | None:
    """What it is an entry of: entries of one list have one answer."""
    if node.role in _ENTRIES:
        if not is_entry(look, node) or in_message(look, node):
            return None
        table = table_of(look, node) if node.role == "row" else None
        return "entries", node.role, table.index if table is not None else node.parent
    parts = look.children.get(node.index, ())
    if node.role or node.tag not in _BOXES or not parts or node.parent < 0:
        return None
    return "boxes", node.parent, node.tag, node.classes, tuple(part.tag for part in parts)


def _has_all(look: Look, entries: list[Node], names: tuple[str, ...]) -> bool:
    return all(any(_says(look, entry, name) for entry in entries) for name in names)


def _says(look: Look, entry: Node, name: str) -> bool:
    """Whether the name is a whole one in it: a cell, an element, a part of its line."""
    return squeeze(name).casefold() in look.text_of(entry).casefold() and holds_name(look, entry, name)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
