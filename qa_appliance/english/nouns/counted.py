"""Numbers of things: "3 rows", "no products in the cart". Never says whether there are so many."""

from __future__ import annotations

from itertools import zip_longest

from msgspec.structs import replace

from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.refusals import NEVER_CALLED, REFUSALS
from qa_appliance.english.words.lexicon import PLACE_HEADS, PLURALS
from qa_appliance.english.words.refusals import refused
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import read_number
from qa_appliance.english.words.word_sets import word_set

_EXACTLY = word_set("exactly only just")
_NONE = word_set("no zero")
_LONGEST_NUMBER = 2  # words
_STANDING = word_set("in on at inside within under below above near next beside")
"""Behind a number these tell where it stands: "“3” is shown on the badge"."""


def tells(phrase: Phrase) -> bool:
    """Whether unquoted words say something of a thing instead of naming it: "email was sent"."""
    return not phrase.quotes() and refused(REFUSALS["stated"], phrase.tokens) is not None


_OUTCOMES = word_set("found left remaining matched returned available listed")
"""How a search or a clearing ended: no part of what something is called."""


def never_called(phrase: Phrase) -> bool:
    """Whether it names what a page never calls so: "no overlap", "no matches found" must not hold for want of one."""
    if phrase.quotes():
        return False
    return refused(REFUSALS["never called"], phrase.tokens) is not None or any(
        token.text in _OUTCOMES | NEVER_CALLED and (following is None or following.low in PLACE_HEADS - {"to"})
        for token, following in zip_longest(phrase.tokens, phrase.tokens[1:])
    )


def of_a_deed(phrase: Phrase) -> bool:
    """ "no order created", "no option selected": what was done to it at the end, by which nothing is called."""
    last = phrase.tokens[-1]
    done = last.kind == "word" and (last.text in _DONE or (last.text.endswith("ed") and last.text not in _NOUNS_IN_ED))
    return len(phrase) > 1 and done and not phrase.quotes()


_DONE = word_set("sent made open hidden lost taken given chosen written gone active")
_NOUNS_IN_ED = word_set("feed seed speed bed red shed breed embed")


def read_counted(phrase: Phrase) -> tuple[int | None, Target] | None:
    """A number of things: 3 rows · no products in the cart · the results (number None)."""
    number, things = _number_in_front(phrase)
    if (
        not things.tokens
        or things.tokens[0].low in _STANDING
        or refused(REFUSALS["counted"], things.tokens)
        or (number == 0 and (never_called(things) or of_a_deed(things)))
    ):
        return None
    target = read_target(things, plural=True)
    if target is None or (_one_page(target, things) and number is not None and number > 1):
        return None
    return number, as_collection(target)


def _number_in_front(phrase: Phrase) -> tuple[int | None, Phrase]:
    things = phrase[1:] if phrase.tokens and phrase.tokens[0].low in _EXACTLY else phrase
    for length in range(_LONGEST_NUMBER, 0, -1):
        if len(things) > length and (number := read_number(things[:length])) is not None:
            return number, things[length:]
    none = len(things) > 1 and things.tokens[0].low in _NONE
    return (0, things[1:]) if none else (None, things)


def _one_page(target: Target, things: Phrase) -> bool:
    """ "the 404 page" is one."""
    return target.kind == "page" and things.tokens[-1].low not in PLURALS


def as_collection(target: Target) -> Target:
    """Things counted: a plural with no kind of its own ("products", "notifications") is a collection of items."""
    plain = target.kind == "any" and target.name and not target.quoted
    return replace(target, kind="item") if plain else target
