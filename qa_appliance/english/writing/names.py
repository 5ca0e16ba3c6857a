"""Elements in words: the "Edit" button in the row "Alice". None where the grammar has no words for one. Pure."""

from __future__ import annotations

from qa_appliance.core.target import Kind, Place, Relation, Target

_QUOTES = ('""', "''", "«»", "“”")
_NOUNS: dict[Kind, str] = {
    "button": "button",
    "link": "link",
    "field": "field",
    "checkbox": "checkbox",
    "radio": "radio button",
    "switch": "switch",
    "option": "option",
    "dropdown": "dropdown",
    "slider": "slider",
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
    "heading": "heading",
    "image": "image",
    "icon": "icon",
    "text": "text",
    "alert": "alert",
    "editor": "editor",
    "tree": "tree",
    "treeitem": "tree item",
}
_PLACES: dict[Place, str] = {
    "row": "in",
    "section": "in",
    "dialog": "in",
    "inside": "in",
    "near": "next to",
    "above": "above",
    "below": "below",
    "left_of": "to the left of",
    "right_of": "to the right of",
}
_PLURALS = {"checkbox": "checkboxes", "switch": "switches"}
_NOUN_FIRST = frozenset({"list", "row"})  # "the “A” list is …" could be a sentence of its own
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_FIRST = ("first", "second", "third")


def quoted(text: str) -> str | None:
    """In quotes that do not stand in it; None: it cannot be quoted."""
    if not text.strip() or "\n" in text or "\r" in text:
        return None
    return next((f"{pair[0]}{text}{pair[1]}" for pair in _QUOTES if not set(pair) & set(text)), None)


def called(target: Target, *, several: bool = False) -> str | None:
    """With its article, or without one where `several` are counted."""
    noun = _NOUNS.get(target.kind, "")
    name = quoted(target.name) if target.name else ""
    if name is None or not (noun or name) or (target.kind not in _NOUNS and target.kind != "any"):
        return None
    noun = _PLURALS.get(noun, f"{noun}s") if several and noun else noun
    words = " ".join(filter(None, (noun, name) if target.kind in _NOUN_FIRST else (name, noun)))
    if not several:
        words = f"{_position(target.ordinal)}{words}" if target.ordinal or noun else words
    places = [_place(relation) for relation in target.within]
    return None if None in places else " ".join([words, *filter(None, places)])


def _position(ordinal: int) -> str:
    """ "the ", "the second ", "the 4th ", "the last "."""
    if ordinal == -1:
        return "the last "
    if ordinal < 1:
        return "the "
    if ordinal <= len(_FIRST):
        return f"the {_FIRST[ordinal - 1]} "
    ending = "th" if ordinal % 100 in (11, 12, 13) else _ENDINGS.get(ordinal % 10, "th")
    return f"the {ordinal}{ending} "


def _place(relation: Relation) -> str | None:
    where, what = _PLACES.get(relation.place), called(relation.target)
    return None if where is None or what is None else f"{where} {what}"
