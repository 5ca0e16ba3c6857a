"""What may be said of an element after the verb: states, limits, directions. Never of which element."""

from __future__ import annotations

from typing import Literal, NamedTuple

from qa_appliance.core.checks import Comparison, State
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_number
from qa_appliance.language.word_sets import by_words

_STATE_WORDS: dict[tuple[State, bool], str] = {
    ("enabled", False): "enabled, clickable",
    ("enabled", True): "disabled, greyed out, grayed out, greyed, unclickable",
    ("checked", False): "checked, ticked, marked, on, switched on, turned on, toggled on",
    ("checked", True): "unchecked, unticked, unmarked, off, switched off, turned off, toggled off",
    ("focused", False): "focused, focussed, in focus",
    ("editable", False): "editable, writable",
    ("editable", True): "read-only, readonly, read only, locked",
    ("empty", False): "empty, blank, cleared",
    ("empty", True): "pre-filled, prefilled, pre-populated, prepopulated, populated, filled in, auto-filled",
    ("selected", False): "selected, chosen, preselected, pre-selected, highlighted",
    ("selected", True): "deselected, unselected",
    ("expanded", False): "expanded, unfolded",
    ("expanded", True): "collapsed, folded",
    ("required", False): "required, mandatory",
    ("required", True): "optional",
    ("masked", False): "masked, obscured, shown as dots, displayed as dots, shown as bullets, displayed as bullets",
    ("masked", True): "unmasked, in plain text, shown in plain text, displayed in plain text",
    ("done", False): "done, completed, complete, finished, ticked off, checked off",
    ("done", True): "undone, incomplete, uncompleted, unfinished",
    ("crossed_out", False): "crossed out, struck through, struck out, crossed off",
}
"""A state, and whether its opposite is said."""
_STATES: dict[str, tuple[State, bool]] = by_words(_STATE_WORDS)
_DEPENDING = by_words(
    {
        ("active", False): "active, activated",
        ("active", True): "inactive, deactivated",
        ("open", False): "open, opened",
    }
)
"""What these mean depends on what is so: a button, a tab, a section, a dialog."""


class Bound(NamedTuple):
    comparison: Comparison
    value: str


def read_state(phrase: Phrase) -> tuple[str, bool] | None:
    """A state, or "active" or "open", and whether its opposite is said."""
    words = " ".join(token.low for token in phrase.tokens[:4])
    return _DEPENDING.get(words) or _STATES.get(words)


_COMPARATIVE_WORDS: dict[Comparison, str] = {
    "more": "more than, greater than, higher than, larger than, bigger than, above, over, after, later than, >",
    "less": "less than, lower than, smaller than, below, under, before, earlier than",
    "at_least": "at least, no less than, greater than or equal to",
    "at_most": "at most, no more than, less than or equal to",
}
_COMPARATIVES: dict[str, Comparison] = by_words(_COMPARATIVE_WORDS)
_LONGEST_COMPARATIVE = max(len(words.split()) for words in _COMPARATIVES)
_JOINING = frozenset({"and", "or", "but"})


def read_bound(phrase: Phrase) -> Bound | None:
    """more than 40 · at least 3 · below 10.5"""
    lows = [token.low for token in phrase.tokens]
    for size in range(min(_LONGEST_COMPARATIVE, len(lows) - 1), 0, -1):
        comparison = _COMPARATIVES.get(" ".join(lows[:size]))
        if comparison is not None:
            limit = _limit(phrase[size:])
            return None if limit is None else Bound(comparison, limit)
    return None


def _limit(phrase: Phrase) -> str | None:
    """What is compared with: it has a digit, is made at run time, or a number in words."""
    if phrase.has(_JOINING):
        return None
    text = phrase.only_quote or phrase.text
    if any(character.isdigit() for character in text) or text.startswith("{"):
        return text
    number = read_number(phrase)
    return None if number is None else str(number)


class Direction(NamedTuple):
    """Which way something is sorted; `of`: what only such things are sorted by that way, "" where it is any."""

    down: bool
    of: Literal["", "number", "date"] = ""


_DIRECTION_WORDS: dict[Direction, str] = {
    Direction(False): "ascending, ascending order, in ascending order, alphabetically, in alphabetical order, "
    "from a to z, a to z, a-z, ( a to z ), ( a-z ), ( ascending )",
    Direction(False, "number"): "low to high, from low to high, lowest to highest, from lowest to highest, "
    "lowest first, cheapest first, ( low to high )",
    Direction(False, "date"): "oldest first, oldest to newest, from oldest to newest, in chronological order, "
    "chronologically, earliest first",
    Direction(True): "descending, descending order, in descending order, in reverse order, from z to a, z to a, z-a, "
    "in reverse alphabetical order, ( z to a ), ( z-a ), ( descending )",
    Direction(True, "number"): "high to low, from high to low, highest to lowest, from highest to lowest, "
    "highest first, ( high to low )",
    Direction(True, "date"): "newest first, most recent first, latest first, newest to oldest, from newest to oldest, "
    "most recent to oldest, from most recent to oldest, in reverse chronological order",
}
_DIRECTIONS: dict[str, Direction] = by_words(_DIRECTION_WORDS)


def read_direction(phrase: Phrase) -> Direction | None:
    return _DIRECTIONS.get(" ".join(token.low or token.value.lower() for token in phrase.tokens))


_ENDS = by_words({1: "top, start, beginning, head", -1: "bottom, end"})


def read_end(phrase: Phrase) -> int | None:
    """The end of a list, as a position in it."""
    return _ENDS.get(" ".join(token.low for token in phrase.tokens))
