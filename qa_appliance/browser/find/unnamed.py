"""What is meant where a kind alone is said: "the items", "the first row", "the dialog".

Items are the entries of a page's own lists: neither what leads elsewhere (navigation, the numbers under a list) nor the
controls inside an entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from qa_appliance.browser.find.kinds import LOOKS, Seat, deepest
from qa_appliance.browser.find.main_content import (
    ABOUT,
    main_first,
    menus_of,
    one_of_its_kind,
    outermost,
    rows_of,
    stands_around,
)
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.entries import in_no_entry, is_entry
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import ITEMS
from qa_appliance.core.target import Kind, Target
from qa_appliance.core.traits import Purpose

_SORTS = ("listitem", "article", "option", "treeitem", "row")  # what people mean first by items
_NESTING = frozenset({"treeitem", "option"})  # entries of their list, however deep
_LONGEST_SIGN = 2  # characters of the numbers and arrows that turn pages


def unnamed(look: Look, target: Target, purpose: Purpose, seats: list[Seat]) -> Iterator[list[Seat]]:
    """Those that may be meant, the likeliest first."""
    kind = target.kind
    if kind == "any" and not (target.qualities or target.within):
        return
    if purpose in LOOKS:
        seats = list(filter(lambda seat: _SEEN_AS.get(kind, bool)(seat.node), seats))
    in_tables = kind == "row" and any(s.node.shown and s.tier == 0 for s in seats)
    seats = _without_placeholders(look, kind, seats)
    exactly = _up_to(1 if kind == "any" else 0, seats)
    if in_tables:
        yield rows_of(look, exactly)
        return  # a table of heads alone has no row, and no entry of a list stands in for one
    yield from _meant_first(look, kind, seats, exactly)
    yield exactly
    if kind == "menu" and purpose in LOOKS:
        yield menus_of(look, seats)
    yield _up_to(1, seats)
    if kind == "section":
        yield _up_to(2, seats)


def _without_placeholders(look: Look, kind: Kind, seats: list[Seat]) -> list[Seat]:
    return [s for s in seats if not in_no_entry(look, s.node)] if kind in ("row", "item") else seats


def _is_picture(node: Node) -> bool:
    return node.role == "img" or node.tag in _PICTURE_TAGS or bool(node.picture)


def _is_editor(node: Node) -> bool:
    return "editor" in node.states or node.tag == "textarea"


_PICTURE_TAGS = frozenset({"img", "svg", "canvas", "picture", "figure"})
_SEEN_AS: dict[Kind, Callable[[Node], bool]] = {
    "image": _is_picture,
    "editor": _is_editor,
    "treeitem": lambda node: node.role != "option",  # "a file"
}
"""What has to be of its kind where one only looks: a link is no picture, a line to type in no editor."""


def _up_to(furthest: int, seats: list[Seat]) -> list[Seat]:
    return [s for s in seats if s.tier <= furthest]


def _meant_first(look: Look, kind: Kind, seats: list[Seat], exactly: list[Seat]) -> Iterator[list[Seat]]:
    if kind == "text":
        yield [s for s in seats if s.node.tag == "p" and s.node.shown]
        yield deepest(look, [s for s in seats if s.node.shown and s.node.text[1]], plain=True)
    elif kind == "item":
        yield items_of(look, seats)
    elif kind in ABOUT:
        yield one_of_its_kind(look, exactly)


def items_of(look: Look, seats: list[Seat]) -> list[Seat]:
    """The entries of lists; where there are none, the largest group of boxes that are built alike."""
    shown = [s for s in seats if s.node.shown]
    own = [s for s in shown if not stands_around(look, s.node)]
    anywhere = any(s.node.tag == "body" for s in seats)
    entries = _entries(look, own if own or anywhere else shown)
    return entries or [Seat(n, 1) for n in _largest_group(look, {s.node.index for s in seats})]


def _entries(look: Look, seats: list[Seat]) -> list[Seat]:
    """The entries of lists, of the first sort of list there is, without the numbers and arrows under one."""
    seen = {s.node.index: s for s in seats}
    entries = main_first(look, [s for s in seen.values() if s.node.role in ITEMS and is_entry(look, s.node)])
    groups = _groups(look, [s.node for s in entries])
    kept = [n for group in groups if not _are_signs(look, group) for n in group]
    roles = {n.role for n in kept}
    wanted = next((role for role in _SORTS if role in roles), None)
    chosen = [seen[n.index] for n in kept if n.role == wanted]
    return chosen if wanted in _NESTING else outermost(look, chosen)


def _largest_group(look: Look, inside: set[int]) -> list[Node]:
    """The boxes built alike that take the most room, of those that begin inside."""
    alike = [g for g in _groups(look, [n for n in look.nodes if _is_box(look, n)]) if len(g) > 1]
    alike = [g for g in alike if not stands_around(look, g[0]) and not _are_signs(look, g) and g[0].index in inside]
    largest = max(alike, key=lambda g: sum(map(_area, g)), default=[])
    return [n for n in look.children.get(largest[0].parent, ()) if _is_one_of(look, n, largest)] if largest else []


def _is_one_of(look: Look, node: Node, group: list[Node]) -> bool:
    """Built alike, or nearly so: a product that is on sale has a second price."""
    first = group[0]
    if node in group or node.tag != first.tag or not _is_box(look, node):
        return node in group
    parts, others = (Counter(n.tag for n in look.children.get(one.index, ())) for one in (node, first))
    fewest = min(parts.total(), others.total())
    in_common = (parts & others).total()
    return in_common > 1 and (in_common == fewest or (bool(node.classes) and node.classes == first.classes))


def _groups(look: Look, nodes: list[Node]) -> list[list[Node]]:
    """Brothers of one make: entries of one list, or boxes whose parts are of the same sorts."""
    found: dict[tuple[object, ...], list[Node]] = {}
    for node in nodes:
        make = () if node.role in ITEMS else (node.classes, *(n.tag for n in look.children.get(node.index, ())))
        found.setdefault((node.parent, node.tag, *make), []).append(node)
    return list(found.values())


def _is_box(look: Look, node: Node) -> bool:
    """A box with something to read in it and more than a text of its own."""
    return (
        node.shown
        and not node.role
        and node.tag in ("div", "section", "li", "a")
        and bool(node.text[1] > node.text[0] and look.children.get(node.index))
    )


def _are_signs(look: Look, group: list[Node]) -> bool:
    """The numbers and arrows under a list: nothing among them is longer than a sign or two, but for "Next"."""
    texts = [look.text_of(n) or n.name for n in group]
    short = [t for t in texts if len(t) <= _LONGEST_SIGN]
    return len(group) > 1 and len(short) * 2 >= len(group) and any(t.isdecimal() for t in short)


def _area(node: Node) -> float:
    return node.box[2] * node.box[3] if node.box else 0.0


_CONVERSATIONS = frozenset({"chat", "conversation", "chat window", "chat history", "message list", "message history"})


def logs_meant(target: Target, seats: list[Seat]) -> list[Seat]:
    """ "The chat" is what a page marks as the record of one, where it marks one only."""
    if target.quoted or target.ordinal or fold(target.name) not in _CONVERSATIONS:
        return []
    logs = [s for s in seats if s.node.shown and s.node.role == "log"]
    return logs if len(logs) == 1 else []
