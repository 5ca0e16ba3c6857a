"""Elements in words: the second "Edit" button in the row "Alice". One phrase wherever a row has an element. Pure."""

from __future__ import annotations

from msgspec.structs import replace

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
    "word": "word",
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
_INSIDE = frozenset({"row", "section", "dialog", "frame", "inside", "column"})
_PLURALS = {"checkbox": "checkboxes", "switch": "switches"}
_NOUN_FIRST = frozenset({"list", "row"})
"""The row "Alice": behind a name in quotes the noun could begin a sentence of its own."""
_NOUN_UNSAID = frozenset({"item", "text"})
"""Things an application has a noun of its own for: each hotel, 2 unread mails."""
_MULTILINE = "multiline"
_SIDES = {"top": "at the top", "bottom": "at the bottom", "left": "on the left", "right": "on the right"}
_IN_A_CORNER = frozenset({"top", "bottom", "upper", "lower", "left", "right"})
_MOST = ("highest ", "lowest ", "latest ", "earliest ")


def plural_of(noun: str) -> str:
    return _PLURALS.get(noun, f"{noun}s")


def noun_of(words: str, kinds: dict[str, Kind]) -> Target:
    """What the noun by itself says."""
    return Target(words=words, kind=kinds[words], qualities=(_MULTILINE,) if words == "textarea" else ())


def noun_phrase(target: Target) -> str:
    """With its article: the "Save" button, the blue icon, Save."""
    if target.name == ITSELF:
        return f"the {ITSELF}"
    if target.meant:
        raise Unsayable("It is named by what it does, not by a name.")
    name = _name(target)
    words = _in_order(target, name)
    article = "the " if target.ordinal or target.qualities or NOUNS[target.kind] or name[:1].islower() else ""
    return f"{article}{words}{_places(target)}"


def several(target: Target) -> str:
    """ "rows", "“A” buttons in the table": all there are, without an article."""
    if target.ordinal:
        raise Unsayable("One of them by its position is not several.")
    if _is_known_by_its_noun(target):
        return every(target)
    noun = NOUNS[target.kind]
    plural = plural_of(noun) if noun else ""
    return " ".join(filter(None, (*target.qualities, _name(target), plural))) + _places(target)


def every(target: Target) -> str:
    """What is said of each, without an article: "row in the table"."""
    noun = "" if _is_known_by_its_noun(target) else None
    return f"{_in_order(target, _name(target), noun)}{_places(target)}"


def unnamed(target: Target) -> str:
    """ "row in the table": any of its kind."""
    if target.name or target.ordinal or target.kind == "any":
        raise Unsayable("It has a name.")
    return every(target)


def alone(target: Target) -> str:
    """By its name alone."""
    if target.within or target.ordinal:
        raise Unsayable("It is named without its place.")
    return noun_phrase(target)


def beside_nothing(target: Target) -> str:
    """What goes above or below something else is not named by what it stands above or below."""
    if any(relation.place not in _INSIDE for relation in target.within):
        raise Unsayable("Which of the two places it goes to would be left open.")
    return noun_phrase(target)


def deed_to(target: Target) -> str:
    """ "delete the row “Alice”": by what it does to what stands beside it."""
    what = target.within[0] if len(target.within) == 1 else None
    if not target.meant or target.name not in ("Delete", "Remove") or what is None:
        raise Unsayable("A deed is named by its verb and what it is done to.")
    if what.place != ("row" if what.target.kind == "row" else "near"):
        raise Unsayable("What it is done to is the row, or stands beside it.")
    return f"{target.name.lower()} {noun_phrase(what.target)}"


def folded(target: Target) -> str:
    """Of several of a kind the one that is folded."""
    if target.qualities != ("collapsed",) or target.name:
        raise Unsayable("It is named otherwise.")
    return f"the {every(replace(target, qualities=()))}"


def confirmed(target: Target) -> str:
    """Nothing: what is confirmed is what is asked now."""
    if (target.name, target.kind) != ("Confirm", "button") or target.within:
        raise Unsayable("What is confirmed is what is asked now, wherever that is.")
    return ""


def comes(target: Target) -> str:
    """ "A comes before B"."""
    *within, last = target.within or (None,)
    if last is None or last.place not in ("before", "after"):
        raise Unsayable("It stands before or after nothing.")
    return f"{noun_phrase(replace(target, within=tuple(filter(None, within))))} comes {_place(last)}"


def _is_known_by_its_noun(target: Target) -> bool:
    return target.kind in _NOUN_UNSAID and not target.quoted and target.name[:1].islower() and plain(target.name)


def _in_order(target: Target, name: str, noun: str | None = None) -> str:
    """Its position, qualities, name and kind, and behind them on which side it is and what it has most of."""
    noun = NOUNS[target.kind] if noun is None else noun
    before, behind = _qualities(target)
    if _MULTILINE in before and noun == "field":
        before, noun = [each for each in before if each != _MULTILINE], "textarea"
    named = (noun, name) if target.kind in _NOUN_FIRST and name and name != target.name else (name, noun)
    number = position(target.ordinal) if target.ordinal else ""
    return " ".join(filter(None, (number, *before, *named, *behind)))


def _qualities(target: Target) -> tuple[list[str], list[str]]:
    """Those that stand before the name, and what is said behind the noun."""
    sides = [each for each in target.qualities if each in _IN_A_CORNER]
    most = [each for each in target.qualities if each.startswith(_MOST)]
    before = [each for each in target.qualities if each not in (*sides, *most)]
    if len(sides) == 1 and sides[0] in _SIDES:
        where = [_SIDES[sides[0]]]
    else:
        where = [f"in the {' '.join(sides)} corner"] if sides else []
    return before, [*(f"with the {each}" for each in most), *where]


def _name(target: Target) -> str:
    if target.kind == "word" and target.name:
        raise Unsayable("A word of a text is known by its position.")
    if not target.name and target.kind == "any":
        raise Unsayable("Nothing tells which element it is.")
    if not target.name:
        return ""
    return target.name if not target.quoted and plain(target.name) else quoted(target.name)


def _places(target: Target) -> str:
    return "".join(f" {_place(relation)}" for relation in target.within)


def _place(relation: Relation) -> str:
    return f"{PLACES[relation.place]} {noun_phrase(relation.target)}"
