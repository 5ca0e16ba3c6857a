"""Elements in words: the second "Edit" button in the row "Alice". One phrase wherever a row has an element. Pure."""

from __future__ import annotations

from qa_appliance.core.checks import ITSELF
from qa_appliance.core.target import Kind, Place, Relation, Target
from qa_appliance.language.words import Unsayable, plain, position, quoted

NOUNS: dict[Kind, str] = {
    "any": "",
    "button": "button",
    "link": "link",
    "field": "field",
    "checkbox": "checkbox",
    "radio": "radio button",
    "switch": "switch",
    "option": "option",
    "dropdown": "dropdown",
    "slider": "slider",
    "spinner": "stepper",
    "tab": "tab",
    "menu": "menu",
    "menuitem": "menu item",
    "row": "row",
    "cell": "cell",
    "column": "column",
    "table": "table",
    "list": "list",
    "item": "item",
    "dialog": "dialog",
    "section": "section",
    "form": "form",
    "frame": "frame",
    "heading": "heading",
    "image": "image",
    "icon": "icon",
    "text": "text",
    "alert": "alert",
    "file": "file input",
    "editor": "editor",
    "calendar": "calendar",
    "tree": "tree",
    "treeitem": "tree item",
    "page": "page",
}
PLACES: dict[Place, str] = {
    "row": "in",
    "section": "in",
    "dialog": "in",
    "frame": "in",
    "inside": "in",
    "column": "in",
    "near": "next to",
    "above": "above",
    "below": "below",
    "left_of": "to the left of",
    "right_of": "to the right of",
    "before": "before",
    "after": "after",
}
_PLURALS = {"checkbox": "checkboxes", "switch": "switches"}
_NOUN_FIRST = frozenset({"list", "row"})
"""The row "Alice": behind its name the noun could begin a sentence of its own."""


def noun_phrase(target: Target) -> str:
    """With its article: the "Save" button, the blue icon, Save."""
    if target.name == ITSELF:
        return f"the {ITSELF}"
    name = _name(target)
    words = _in_order(target, name)
    article = "the " if target.ordinal or target.qualities or NOUNS[target.kind] or name[:1].islower() else ""
    return f"{article}{words}{_places(target)}"


def several(target: Target) -> str:
    """ "rows", "“A” buttons in the table": all there are, without an article."""
    if target.ordinal:
        raise Unsayable("One of them by its position is not several.")
    noun = NOUNS[target.kind]
    name = _name(target)
    if noun:
        return " ".join(filter(None, (*target.qualities, name, _PLURALS.get(noun, f"{noun}s")))) + _places(target)
    return f"{' '.join((*target.qualities, name))}{_places(target)}"


def every(target: Target) -> str:
    """What is said of each: "row in the table"."""
    return f"{_one_of(target)}{_places(target)}"


def _one_of(target: Target) -> str:
    noun = NOUNS[target.kind] if target.kind in NOUNS else ""
    name = _name(target) if target.name or not noun else ""
    return " ".join(filter(None, (*target.qualities, name, noun)))


def _in_order(target: Target, name: str) -> str:
    noun = NOUNS[target.kind]
    named = (noun, name) if target.kind in _NOUN_FIRST and name else (name, noun)
    number = position(target.ordinal) if target.ordinal else ""
    return " ".join(filter(None, (number, *target.qualities, *named)))


def _name(target: Target) -> str:
    if target.kind not in NOUNS:
        raise Unsayable(f"No noun stands for a {target.kind}.")
    if not target.name:
        if target.kind == "any":
            raise Unsayable("Nothing tells which element it is.")
        return ""
    return target.name if not target.quoted and plain(target.name) else quoted(target.name)


def _places(target: Target) -> str:
    return "".join(f" {_place(relation)}" for relation in target.within)


def _place(relation: Relation) -> str:
    return f"{PLACES[relation.place]} {noun_phrase(relation.target)}"
