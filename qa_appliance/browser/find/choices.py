"""How to say which of several elements is meant: for each the words that choose it, and it alone.

Words are proposed from what tells elements apart to people (their own name, kind, row, dialog, section, neighbour,
number) and taken only when the search, asked with them, finds precisely that element. Never chooses itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec.structs import replace

from qa_appliance.browser.find.descriptions import LONGEST_NAME, MOST_CANDIDATES, ordinal
from qa_appliance.browser.find.scope import rows_around
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import DIALOGS
from qa_appliance.core.target import Kind, Place, Relation, Target

Selects = Callable[[Target], Node | None]
"""The one element a target means on this page, None where it is not one."""

_NOUNS: dict[Kind, str] = {"any": "", "menuitem": "menu item", "treeitem": "tree item", "spinner": "stepper"}
KIND_OF_ROLE: dict[str, Kind] = {
    "button": "button", "link": "link", "textbox": "field", "searchbox": "field", "spinbutton": "field",
    "checkbox": "checkbox", "radio": "radio", "switch": "switch", "option": "option", "combobox": "dropdown",
    "listbox": "dropdown", "slider": "slider", "tab": "tab", "menuitem": "menuitem", "row": "row", "cell": "cell",
    "gridcell": "cell", "columnheader": "column", "listitem": "item", "heading": "heading", "img": "image",
    "treeitem": "treeitem", "dialog": "dialog", "alert": "alert",
}  # fmt: skip
_BETWEEN: dict[Place, str] = {
    "near": "next to", "above": "above", "below": "below", "left_of": "left of", "right_of": "right of",
    "before": "before", "after": "after",
}  # fmt: skip
_LANDMARKS = frozenset({"region", "group", "form", "navigation", "complementary", "article", "tabpanel", "main"})


def choosing_sentences(look: Look, target: Target, nodes: list[Node], selects: Selects) -> tuple[str, ...]:
    """For each candidate the words that choose it, in the order of `nodes`; the first eight."""
    return tuple(_words_for(look, target, node, nodes, selects) for node in nodes[:MOST_CANDIDATES])


def wording(target: Target) -> str:
    """The target as a sentence names it: the 2nd “Edit” button in the row “Alice”."""
    noun = _NOUNS.get(target.kind, target.kind)
    number = "last" if target.ordinal == -1 else ordinal(target.ordinal) if target.ordinal else ""
    parts = [number, *target.qualities, _quoted(target.name), noun]
    words = " ".join(part for part in parts if part)
    article = "the " if noun or number or target.qualities else ""
    return f"{article}{words or target.words}" + "".join(f" {_placed(relation)}" for relation in target.within)


def _quoted(name: str) -> str:
    if "“" in name or "”" in name:
        name = name.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{name}"'
    return f"“{name}”" if name else ""


def _placed(relation: Relation) -> str:
    between = _BETWEEN.get(relation.place)
    if between is not None:
        return f"{between} {wording(relation.target)}"
    placed = relation.target
    kinds: dict[Place, Kind] = {"row": "row", "section": "section", "dialog": "dialog", "frame": "frame"}
    kind = kinds.get(relation.place, "column" if relation.place == "column" else placed.kind)
    noun = _NOUNS.get(kind, kind) or "section"
    number = f"{ordinal(placed.ordinal)} " if placed.ordinal > 0 else ""
    inner = "".join(f" {_placed(further)}" for further in placed.within)
    return f"in the {number}{noun} {_quoted(placed.name)}".rstrip() + inner


def _words_for(look: Look, target: Target, node: Node, nodes: list[Node], selects: Selects) -> str:
    for proposal in _proposals(look, target, node, nodes):
        chosen = selects(proposal)
        if chosen is not None and chosen.index == node.index:
            return wording(proposal)
    return wording(replace(target, ordinal=nodes.index(node) + 1))


def _proposals(look: Look, target: Target, node: Node, nodes: list[Node]) -> Iterator[Target]:
    kind = target.kind if target.kind != "any" else KIND_OF_ROLE.get(node.role, "any")
    name = " ".join((node.name or look.text_of(node)).split())
    if name and len(name) <= LONGEST_NAME and fold(name) != fold(target.name):
        yield Target(words=name, name=name, kind=kind, quoted=True)
    if len({other.role for other in nodes}) > 1 and kind != target.kind:
        yield replace(target, kind=kind)
    for place in places_around(look, node):
        yield replace(target, within=(place, *target.within))
        yield replace(target, kind=kind, within=(place, *target.within))
    for number in range(1, len(nodes) + 1):
        yield replace(target, ordinal=number)


def places_around(look: Look, node: Node) -> Iterator[Relation]:
    """What people would say stands around it, the nearest first."""
    for row in rows_around(look, node)[:1]:
        for line in _lines(look, row, node):
            yield _relation("row", "row", line)
    for above in look.ancestors(node):
        label, part = _short(above.name or above.label), _part(above)
        if label and part is not None:
            yield _relation(part, part, label)
    heading = look.heading_of(node)
    if heading is not None and (title := _short(heading.name or look.text_of(heading))):
        yield _relation("section", "section", title)
    if node.parent >= 0:
        for line in _lines(look, look.nodes[node.parent], node):
            if before := _before(look, node, line):
                yield _relation("near", "any", before)
            yield _relation("near", "any", line)


def _part(node: Node) -> Literal["dialog", "section", "frame"] | None:
    """The part of a page it is, where people would name it."""
    if node.role in DIALOGS or "modal" in node.states:
        return "dialog"
    if node.role in _LANDMARKS or node.tag in ("section", "fieldset"):
        return "section"
    return "frame" if node.role == "iframe" else None


def _relation(place: Place, kind: Kind, name: str) -> Relation:
    return Relation(place, Target(words=name, name=name, kind=kind, quoted=True))


def _lines(look: Look, around: Node, node: Node) -> list[str]:
    """The lines of text in a row or box that are not the element's own, the first few."""
    own = fold(node.name or look.text_of(node))
    lines = [_short(line) for line in look.text[around.text[0] : around.text[1]].split("\n")]
    return [line for line in dict.fromkeys(lines) if line and fold(line) != own][:3]


def _before(look: Look, node: Node, line: str) -> str:
    """What introduces it, where the line goes on with the element itself: “Suggested facets: status”."""
    own = look.text_of(node) or node.name
    before = line.partition(own)[0].strip() if own else ""
    return before[:-1].strip() if before.endswith(":") else ""


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_NAME else ""
