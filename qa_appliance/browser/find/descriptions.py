"""What the search tells a tester: names of elements, what was there instead, where candidates stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from qa_appliance.browser.find.kinds import tier
from qa_appliance.browser.find.texts import closeness, fold, same_meaning
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.browser.look.roles import FIELDS
from qa_appliance.core.target import Place, Relation, Target, decides
from qa_appliance.core.traits import Purpose

Blocked = Literal["hidden", "disabled", "covered", "unusable"]

_BLOCKED: dict[Blocked, str] = {
    "hidden": "hidden", "disabled": "disabled", "covered": "covered by something else", "unusable": "cannot be used",
}  # fmt: skip
_MOST_INSTEAD = 5
_NEAREST = 3
_MOST_WEIGHED = 80  # names whose likeness is computed letter by letter
_LONGEST_TEXT = 80  # characters
MOST_CANDIDATES = 8
LONGEST_NAME = 60
_ROLE_WORDS = {
    "textbox": "field", "searchbox": "search field", "combobox": "dropdown", "listbox": "list", "spinbutton": "field",
    "img": "image", "listitem": "item", "menuitem": "menu item", "gridcell": "cell", "columnheader": "column",
    "rowheader": "cell", "alertdialog": "dialog", "treeitem": "tree item",
}  # fmt: skip
_HOLDERS = frozenset({
    "row", "rowgroup", "table", "grid", "treegrid", "list", "group", "region", "main", "form", "navigation", "tree",
    "menu", "menubar", "tablist", "toolbar", "banner", "contentinfo", "complementary", "article", "tabpanel",
})  # fmt: skip
"""Roles of what holds other elements: named by all their words, told only to those who asked for such a thing."""
_ORDINALS = ("1st", "2nd", "3rd")


def called(look: Look, node: Node) -> str:
    """`button “Save”`: what people would call it."""
    role = _ROLE_WORDS.get(node.role, node.role)
    if node.role == "textbox" and node.type == "password":
        role = "password field"
    name = node.name or node.label or node.placeholder or look.text_of(node) or node.hidden_text or node.test_id
    name = name or node.id or node.field
    if len(name) > LONGEST_NAME:
        name = name[: LONGEST_NAME - 1] + "…"
    kind = role or ("text" if name else node.tag)
    return f"{kind} “{name}”" if name else kind


def cannot_be_undone(look: Look, node: Node) -> bool:
    """Whether a click on it may delete, pay, send, cancel or confirm something, by what it is called."""
    if node.role in FIELDS:
        return False
    return any(map(decides, (node.name, node.title, look.text_of(node) if len(node.name) == 0 else "")))


def ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13) or number % 10 not in (1, 2, 3):
        return f"{number}th"
    return f"{number}{_ORDINALS[number % 10 - 1][-2:]}"


def blocked_by(node: Node) -> Blocked:
    """Why something that fits cannot be acted on."""
    if not node.shown and not node.listed:
        return "hidden"
    if node.disabled:
        return "disabled"
    return "covered" if node.covered else "unusable"


def why_not(look: Look, node: Node) -> str:
    """The same as the end of a sentence."""
    return f"the {called(look, node)} is there but {_BLOCKED[blocked_by(node)]}"


def there_instead(instead: tuple[str, ...]) -> str:
    """`; there are the button “Save draft” and the link “Save as…”`, to stand behind what is missing."""
    if not instead:
        return ""
    first, *more = [f"the {words}" for words in instead]
    return f"; there {'are' if more else 'is'} {' and '.join([', '.join([first, *more[:-1]]), *more[-1:]])}"


def instead_of(
    look: Look, target: Target, purpose: Purpose, away: Mapping[int, float] | None = None
) -> tuple[str, ...]:
    """What was there that comes nearest: the same kind of thing, the likest names first. `away`: how far what stands
    in the place named is from it, by index; where anything of the kind is there, it is of that, and of the nearest."""
    reads = purpose in ("text", "state") and target.kind in ("any", "text")
    fitting = _short_texts(look) if reads else _named(look, target, purpose)
    if away and (there := [node for node in fitting if node.index in away]):
        reach = sorted(away[node.index] for node in there)[:_NEAREST][-1]
        fitting = [node for node in there if away[node.index] <= reach]
    if target.name:
        fitting = _likest_first(look, fitting, target.name)
    names: dict[str, None] = {}
    for node in fitting:
        names[called(look, node)] = None
        if len(names) == _MOST_INSTEAD:
            break
    return tuple(names)


def _short_texts(look: Look) -> list[Node]:
    texts = (n for n in look.nodes if n.shown and n.role not in _HOLDERS)
    return [n for n in texts if (n.role or n.text[1]) and n.text[1] - n.text[0] < _LONGEST_TEXT]


def _named(look: Look, target: Target, purpose: Purpose) -> list[Node]:
    """Controls and parts with a name that could be meant; what holds others only where such a thing was asked for."""
    named = [n for n in look.nodes if n.shown and (n.role or n.click) and (n.name or n.label or n.placeholder)]
    asked = target.kind not in ("any", "text")
    named = [n for n in named if n.role not in _HOLDERS or (asked and tier(n, target.kind, "text") == 0)]
    return [n for n in named if tier(n, target.kind, purpose) in (0, 1)]


def _likest_first(look: Look, nodes: list[Node], name: str) -> list[Node]:
    """The few that share most words with the name, the likest first."""
    words = set(fold(name).split())

    def known_as(node: Node) -> str:
        return node.name or node.label or node.placeholder or look.text_of(node)

    def shared(node: Node) -> int:
        """How many words; another word for the same counts as all of them."""
        return len(words) if same_meaning(name, known_as(node)) else len(words & set(fold(known_as(node)).split()))

    weighed = sorted(nodes, key=shared, reverse=True)[:_MOST_WEIGHED]
    return sorted(weighed, key=lambda node: shared(node) + closeness(name, known_as(node)), reverse=True)


def places_of(look: Look, nodes: list[Node]) -> tuple[Box | None, ...]:
    """Where each candidate of `choosing_sentences` stands, as parts of the viewport."""
    width, height = look.view
    boxes = [node.box for node in nodes[:MOST_CANDIDATES]]
    return tuple(box and (box[0] / width, box[1] / height, box[2] / width, box[3] / height) for box in boxes)


def nothing_called(target: Target) -> str:
    return f"there is no {sought(target)} on the page"


def sought(target: Target) -> str:
    """`button “Save” in the row “Ann”`: as it was read, and not as it was written."""
    return f"{worded(target, article=False)}{_where(target.within)}"


def worded(target: Target, *, article: bool = True) -> str:
    kind = "" if target.kind == "any" else target.kind
    if target.name:
        return f"{kind} “{target.name}”".strip()
    return kind or target.words


def _where(within: tuple[Relation, ...]) -> str:
    words: dict[Place, str] = {"left_of": "left of", "right_of": "right of"}
    parts = []
    for relation in within:
        place = words.get(relation.place, relation.place)
        if relation.place in ("row", "section", "dialog", "frame", "column"):
            place = f"in the {relation.place}"
        parts.append(f" {place} {_quoted(relation.target)}".rstrip())
    return "".join(parts)


def _quoted(target: Target) -> str:
    return f"“{target.name}”" if target.name else target.words


def no_place(relation: Relation) -> str:
    kind = relation.place if relation.place in ("row", "section", "dialog", "frame", "column") else relation.target.kind
    named = f"“{relation.target.name}”" if relation.target.name else ""
    return f"no {kind if kind != 'any' else ''} {named}".replace("  ", " ").rstrip()
