"""What may be said of an element after the verb: states, limits, directions. Never of which element."""

from __future__ import annotations

from typing import NamedTuple

from qa_appliance.core.checks import Comparison, State
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import read_number

_STATES: dict[str, tuple[State, bool]] = {
    "enabled": ("enabled", False), "clickable": ("enabled", False),
    "disabled": ("enabled", True), "greyed out": ("enabled", True), "grayed out": ("enabled", True),
    "unclickable": ("enabled", True), "greyed": ("enabled", True),
    "checked": ("checked", False), "ticked": ("checked", False), "on": ("checked", False),
    "switched on": ("checked", False), "turned on": ("checked", False), "off": ("checked", True),
    "switched off": ("checked", True), "turned off": ("checked", True), "unchecked": ("checked", True),
    "unticked": ("checked", True),
    "focused": ("focused", False), "in focus": ("focused", False), "focussed": ("focused", False),
    "editable": ("editable", False), "writable": ("editable", False), "read-only": ("editable", True),
    "readonly": ("editable", True), "read only": ("editable", True), "locked": ("editable", True),
    "empty": ("empty", False), "blank": ("empty", False), "cleared": ("empty", False),
    "selected": ("selected", False), "chosen": ("selected", False), "deselected": ("selected", True),
    "unselected": ("selected", True), "preselected": ("selected", False), "highlighted": ("selected", False),
    "expanded": ("expanded", False), "unfolded": ("expanded", False), "open": ("expanded", False),
    "opened": ("expanded", False), "collapsed": ("expanded", True), "folded": ("expanded", True),
    "required": ("required", False), "mandatory": ("required", False), "optional": ("required", True),
}  # fmt: skip
_ACTIVE = frozenset({"active", "inactive"})


class Bound(NamedTuple):
    comparison: Comparison
    value: str


def read_state(phrase: Phrase) -> tuple[str, bool] | None:
    """A state and whether its opposite is said; what "active" means depends on what is active."""
    if len(phrase) == 1 and phrase.tokens[0].low in _ACTIVE:
        return "active", phrase.tokens[0].low == "inactive"
    return _STATES.get(" ".join(token.low for token in phrase.tokens)) if len(phrase) <= 2 else None


_COMPARATIVES: dict[str, Comparison] = {
    "more than": "more", "greater than": "more", "higher than": "more", "larger than": "more", "bigger than": "more",
    "above": "more", "over": "more", "at least": "at_least", "no less than": "at_least", "less than": "less",
    "lower than": "less", "smaller than": "less", "below": "less", "under": "less", "at most": "at_most",
    "no more than": "at_most", "greater than or equal to": "at_least", "less than or equal to": "at_most",
    "after": "more", "before": "less", "later than": "more", "earlier than": "less", ">": "more",
}  # fmt: skip


_JOINING = frozenset({"and", "or", "but"})


def read_bound(phrase: Phrase) -> Bound | None:
    """more than 40 · at least 3 · below 10.5"""
    lows = [token.low for token in phrase.tokens]
    for size in range(min(5, len(lows) - 1), 0, -1):
        comparison = _COMPARATIVES.get(" ".join(lows[:size]))
        if comparison is not None:
            rest = phrase[size:]
            if rest.has(_JOINING):
                return None
            text = rest.only_quote or rest.text
            if any(character.isdigit() for character in text) or text.startswith("{"):
                return Bound(comparison, text)
            number = read_number(rest)
            return None if number is None else Bound(comparison, str(number))
    return None


_DIRECTIONS = {
    "ascending": False, "ascending order": False, "in ascending order": False, "alphabetically": False,
    "from a to z": False, "a to z": False, "low to high": False, "from low to high": False, "lowest first": False,
    "a-z": False, "oldest first": False, "cheapest first": False, "in alphabetical order": False,
    "lowest to highest": False, "from lowest to highest": False,
    "descending": True, "in descending order": True, "descending order": True, "from z to a": True, "z to a": True,
    "high to low": True, "from high to low": True, "highest first": True, "newest first": True, "z-a": True,
    "in reverse order": True, "highest to lowest": True, "from highest to lowest": True, "most recent first": True,
}  # fmt: skip


def read_direction(phrase: Phrase) -> str | None:
    descending = _DIRECTIONS.get(" ".join(token.low for token in phrase.tokens))
    return None if descending is None else ("down" if descending else "up")
