"""Numbers of things: "3 rows", "no products in the cart". Never says whether there are so many."""

from __future__ import annotations

from itertools import zip_longest

from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.words.lexicon import PLACE_HEADS, PLURALS
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import read_number
from qa_appliance.english.words.word_sets import word_set

_TELLING = word_set(
    "is are was were am be been being isn't aren't has have had does do did that which who will would should must "
    "can could match matches matched exceeds equals works fails"
)
_LEFT = frozenset({"left", "remaining"})
JUDGING = word_set(
    "broken dead missing duplicate duplicated invalid wrong unexpected new more other further additional out unread "
    "empty blank same identical different"
)
"""What no element is called: "no broken links" must not be the count of links named so."""
_NEVER_CALLED = word_set(
    "duplicates overlap overlaps overlapping scrollbar scrollbars difference differences change changes flicker "
    "flickering delay delays lag typo typos way possibility need gap gaps match matches hit hits data"
)


def tells(phrase: Phrase) -> bool:
    """Whether unquoted words say something of a thing instead of naming it: "email was sent"."""
    return not phrase.quotes() and any(token.low in _TELLING for token in phrase.tokens[1:])


_OUTCOMES = word_set("found left remaining matched returned available")
"""How a search or a clearing ended: no part of what something is called."""


def never_called(phrase: Phrase) -> bool:
    """Whether it names what a page never calls so: "no overlap", "no matches found" must not hold for want of one."""
    return not phrase.quotes() and (
        phrase.tokens[-1].text in _NEVER_CALLED
        or any(
            token.text in _OUTCOMES and (following is None or following.low in PLACE_HEADS)
            for token, following in zip_longest(phrase.tokens, phrase.tokens[1:])
        )
    )


def read_counted(phrase: Phrase) -> tuple[int | None, Target] | None:
    """A number of things: 3 rows · no products in the cart · the results (number None)."""
    tokens = phrase.tokens
    start = 0
    if tokens and tokens[0].low in ("exactly", "only", "just"):
        start = 1
    number: int | None = None
    rest = phrase[start:]
    for length in (2, 1):
        if len(rest) > length and (number := read_number(rest[:length])) is not None:
            rest = rest[length:]
            break
    if number is None and len(rest) > 1 and rest.tokens[0].low in ("no", "zero"):
        number, rest = 0, rest[1:]
    if not rest.tokens or tells(rest) or rest.has(_LEFT) or rest.tokens[0].text in JUDGING:
        return None
    if number == 0 and never_called(rest):
        return None
    target = read_target(rest, plural=True)
    if target is None or (target.kind == "page" and (number or 0) > 1 and rest.tokens[-1].low not in PLURALS):
        return None  # "the 404 page" is one
    return number, as_collection(target)


def as_collection(target: Target) -> Target:
    """Things counted: a plural with no kind of its own ("products", "notifications") is a collection of items."""
    if target.kind == "any" and target.name and not target.quoted:
        return Target(
            words=target.words, name=target.name, kind="item", ordinal=target.ordinal, qualities=target.qualities,
            within=target.within,
        )  # fmt: skip
    return target
