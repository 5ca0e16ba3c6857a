"""Whether words read as a name count, measure or rank something. Judges names as words."""

from __future__ import annotations

from typing import NamedTuple

from qa_appliance.language.values import NUMBERS
from qa_appliance.language.word_sets import word_set

_WORDS_OF_A_STATE = 2  # on hold


class Name(NamedTuple):
    """The words of a name. `plain`: it begins in lower case; `acts`: with a verb, as labels do ("add to cart").

    `verbs`: those of its words that may be one.
    """

    words: list[str]
    plain: bool
    acts: bool
    verbs: frozenset[str]


def counts(name: Name) -> str:
    """ "Two users" that a colon stands behind are no field."""
    first, last = name.words[0].lower(), name.words[-1]
    return first if first in NUMBERS and first != "one" and len(name.words) > 1 and last.endswith("s") else ""


def lasts(name: Name) -> str:
    """ "5 seconds" that something is done within."""
    first, last = name.words[0], name.words[-1]
    return last if last in _TIMES and (first.isdecimal() or first in NUMBERS) else ""


_TIMES = word_set("second seconds minute minutes hour hours")


def led_on(name: Name) -> str:
    """ "with 3", "past 0:00": what leads on to a value; "in progress" may be one."""
    return name.words[0] if name.words[0] in _LEADING_ON and len(name.words) > 1 else ""


_LEADING_ON = word_set(
    "with of from by to as into and or but that past around about roughly nearly almost between beyond"
)


def so_many(name: Name) -> str:
    """ "all 40", "both tags": which these are, or how many, and no text."""
    return name.words[0] if name.words[0] in QUANTIFIERS else ""


QUANTIFIERS = word_set("all both every each any some several")


def extreme(name: Name) -> str:
    """ "The cheapest room" is one of those that have a price; no option is called so."""
    return " ".join(name.words) if name.words in (["lowest", "price"], ["highest", "price"]) else ""


def label_and_figure(name: Name) -> str:
    """ "VAT (20 %) 3.00": what comes to a figure of its own."""
    *before, last = name.words
    return " ".join(before) if before and before[-1].endswith(")") and last[0].isdigit() else ""


_OF_NUMBERS = word_set("in on at for of")


def number_in(name: Name) -> str:
    """ "3 in header" is a figure and where it stands."""
    words = name.words
    return words[1] if words[0].isdecimal() and len(words) > _WORDS_OF_A_STATE and words[1] in _OF_NUMBERS else ""
