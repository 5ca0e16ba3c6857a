"""An error that is said to stand at a field: a message the page marks as one, nearer to this field than to any other.

Where its words are not said none is looked for: "error" is seldom written in it. Where they are, whatever shows them
counts, marked or not. Pure.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.scope import distance_from
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.core.target import Place, Target
from qa_appliance.steps.base.answers import Answer, not_one
from qa_appliance.steps.messages.troubles import troubles

_BESIDE: dict[Place, str] = {"below": "below", "near": "next to", "above": "above", "right_of": "right of"}
_ERRORS = frozenset({"error", "errors", "validation error", "validation errors"})
_REACH = 60  # CSS pixels
_FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "listbox", "checkbox", "radio", "switch"})
_USED = _FIELDS | {"button"}


def error_at_field(check: c.ElementIs, look: Look) -> Answer | None:
    """None where it is no error at a field; where it is denied, and nothing marked as one stands there."""
    target = check.target
    of_error = _is_unnamed(target) or _is_quoted(target)
    if not of_error or len(target.within) != 1 or target.within[0].place not in _BESIDE:
        return None
    place = target.within[0].place
    field = _field(look, target.within[0].target)
    if not isinstance(field, Node):
        return None if check.negated else field
    where = f"{_BESIDE[place]} the {called(look, field)}"
    standing = _showing(look, target.name) if target.quoted else _marked(look)
    node = next((n for n in standing if _stands_at(look, n, field, place)), None)
    if node is not None:
        text = look.text_of(node)
        return Answer(not check.negated, f"“{text}” stands {where}.", target.words, text, node=node)
    if check.negated:
        return None
    elsewhere = "; ".join(look.text_of(n) for n in standing)
    seen = f"; elsewhere is “{elsewhere}”" if elsewhere else ""
    sought = f"No error “{target.name}”" if target.quoted else "Nothing that the page marks as an error"
    message = f"{sought} stands {where}{seen}."
    return Answer(False, message, target.words, elsewhere)


def _is_unnamed(target: Target) -> bool:
    """An error of which no words are said."""
    return not target.quoted and target.name.casefold() in _ERRORS and target.kind in ("any", "text", "alert")


def _is_quoted(target: Target) -> bool:
    words = target.words.casefold().split()
    return target.quoted and target.kind in ("any", "text", "alert") and not _ERRORS.isdisjoint(words)


def _marked(look: Look) -> list[Node]:
    return [look.nodes[t.at] for t in troubles(look) if t.sure and t.kind != "invalid_field"]


def _showing(look: Look, words: str) -> list[Node]:
    """What shows these words as whole ones. Whatever holds the field as well does not stand beside it."""
    whole = re.compile(rf"(?<!\w){re.escape(words.strip())}(?!\w)", re.IGNORECASE)
    return [node for node in look.nodes if node.shown and whole.search(look.text_of(node))]


def _field(look: Look, meant: Target) -> Node | Answer | None:
    """None where it is no field, but may be anything else."""
    found = find(look, replace(meant, kind="field"), "fill")
    if isinstance(found, Match):
        return found.node
    return None if meant.kind == "any" else not_one(meant, found)


def _stands_at(look: Look, message: Node, field: Node, place: Place) -> bool:
    """Near enough, no field or button between them, and no other field nearer."""
    away = _distance(look, message, field, place)
    if away is None or away > _REACH or _parted(look, message, field):
        return False
    others = [n for n in look.nodes if n.shown and n.role in _FIELDS and n is not field]
    nearest = distance_from(look, "above" if place == "above" else "below", others)(message)
    return nearest is None or nearest > away


def _distance(look: Look, message: Node, field: Node, place: Place) -> float | None:
    if place != "near":
        return distance_from(look, place, [field])(message)
    away = distance_from(look, "below", [field])(message)
    return away if away is not None else distance_from(look, "right_of", [field])(message)


def _parted(look: Look, message: Node, field: Node) -> bool:
    first, last = sorted((field.index, message.index))
    used = [n for n in look.nodes[first + 1 : last] if n.shown and n.role in _USED]
    return any(n.role in _FIELDS or not _on_its_line(n, field) for n in used)


def _on_its_line(node: Node, field: Node) -> bool:
    """The button that shows a password stands in its field's own line."""
    if node.box is None or field.box is None or node.type != "button":
        return False
    return field.box[1] - 1 <= node.box[1] + node.box[3] / 2 <= field.box[1] + field.box[3] + 1
