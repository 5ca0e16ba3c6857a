"""Numbers that change by a step: "goes up by one", "one more task than before". Never says what they are."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from qa_appliance.core.checks import ChangedBy, Check
from qa_appliance.core.numbers import measured
from qa_appliance.core.target import Kind, Target
from qa_appliance.english.checks.counts import inside
from qa_appliance.english.checks.predicates import STARTERS, predicate_at
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.counted import read_counted
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.words.lexicon import PLACE_HEADS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_number
from qa_appliance.language.word_sets import phrases, word_set

_FIGURED: frozenset[Kind] = frozenset(
    {"any", "text", "icon", "cell", "heading", "link", "button", "tab", "field", "spinner", "slider"}
)
"""Kinds that show one number."""


def rises(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return _changed(subject, slots, negated, down=False)


def falls(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return _changed(subject, slots, negated, down=True)


def _changed(subject: Subject, slots: Slots, negated: bool, *, down: bool) -> Check | None:
    """That it did not change is not read: of a page that has not answered yet it holds too."""
    target = subject.target
    if negated or target is None or subject.topic not in ("count", "element", "value") or is_pronoun(target):
        return None
    counted = subject.topic == "count"
    if not counted and (target.kind not in _FIGURED or not target.name):
        return None
    by = _amount(slots["by"]) if "by" in slots else ""
    return None if by is None else ChangedBy(target=target, counted=counted, down=down, by=by)


def _amount(phrase: Phrase) -> str | None:
    """ "One", "2", "20.50", "$5": None of a share ("10 %"), of none, and of what is no number."""
    number = read_number(phrase)
    if number is not None:
        return str(number) if number else None
    measure = None if phrase.quotes() else measured(phrase.text)
    if measure is None or measure.sign or measure.unit == "%":
        return None
    by = f"{Decimal(str(measure.readings[0])).normalize():f}"
    return by if by != "0" else None


class MoreOrFewer(NamedTuple):
    """ "One more task": of what, which way, and by how many ("" where that is not said)."""

    target: Target
    down: bool
    by: str


def read_more(phrase: Phrase) -> MoreOrFewer | None:
    """ "one more task", "one task more than before", "fewer products than before", "two fewer rows"."""
    return _more(*_without_before(phrase))


def _more(things: Phrase, compares: bool) -> MoreOrFewer | None:
    """Without a number only where it `compares` with what was before, as "fewer" always does."""
    things = bare(things)
    at = next((i for i, token in enumerate(things.tokens) if token.low in _MORE | _FEWER), None)
    if at is None or things.quotes() or things[at + 1 : at + 2].has(_OF_A_BOUND):
        return None
    last = at > 1 and at + 1 == len(things)  # one task more
    number, noun = (things[:1], things[1:at]) if last else (things[:at], things[at + 1 :])
    many, word = read_number(number) if number.tokens else None, things.tokens[at].low
    without = not number.tokens and (compares or word == "fewer")
    target = _counted(noun) if many or without else None
    return None if target is None else MoreOrFewer(target, word in _FEWER, str(many or ""))


def _counted(noun: Phrase) -> Target | None:
    """What there can be more of: none that a number stands before, and no one among others."""
    counted = read_counted(noun) if noun.tokens and noun.tokens[0].low not in PLACE_HEADS else None
    if counted is None or counted[0] is not None or counted[1].ordinal:
        return None
    return counted[1] if counted[1].kind in _COUNTED else None


_MORE = word_set("more additional further extra")
_FEWER = word_set("fewer less")
_OF_A_BOUND = frozenset({"than", "or"})
_COUNTED: frozenset[Kind] = frozenset({"row", "item", "button", "link", "option", "tab", "column", "field", "icon"})


def _without_before(phrase: Phrase) -> tuple[Phrase, bool]:
    """Without "than before" at its end, and whether that stood there."""
    for words in _BEFORE:
        size = len(phrase) - len(words)
        if size > 0 and tuple(token.low for token in phrase.tokens[size:]) == words:
            return phrase[:size], True
    return phrase, False


_BEFORE = phrases(
    "than before, than earlier, than previously, than it was before, than there were before, than at first"
)


def holds_more(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The list has one more entry"."""
    more: MoreOrFewer = slots["more"]
    of_the_page = subject.topic == "page"
    if negated or (subject.target is None and not of_the_page) or subject.topic not in ("element", "page"):
        return None
    target = more.target if of_the_page or subject.target is None else inside(more.target, subject.target)
    return ChangedBy(target=target, counted=True, down=more.down, by=more.by)


def more_or_fewer(phrase: Phrase) -> ChangedBy | None:
    """ "There is one more task in the list", "fewer products are shown than before"."""
    rest, compares = _without_before(phrase)
    at = next((at for at in range(1, len(rest)) if rest.tokens[at].low in STARTERS), 0)
    predicate = predicate_at(rest.tokens, at) if at else None
    if predicate is None or predicate.negated or predicate.verb not in ("be", "appear"):
        return None
    things = rest[predicate.end :]
    if rest.tokens[0].low != "there":
        noun, compares_first = _without_before(rest[:at])
        things, compares = _seen(noun, things), compares or compares_first
    elif at > 1:
        return None
    return _counted_anew(_more(things, compares))


def seen_more(phrase: Phrase) -> ChangedBy | None:
    """ "Somebody sees" [one more row]."""
    return _counted_anew(read_more(phrase))


def _counted_anew(more: MoreOrFewer | None) -> ChangedBy | None:
    return None if more is None else ChangedBy(target=more.target, counted=True, down=more.down, by=more.by)


def _seen(noun: Phrase, rest: Phrase) -> Phrase:
    """ "Fewer products" [are shown] "in the list"; nothing where more than that is said of them."""
    at = 0
    while at < len(rest) and rest.tokens[at].low in _SEEN:
        at += 1
    placed = at == len(rest) or rest.tokens[at].low in PLACE_HEADS
    return noun + rest[at:] if placed and (at or len(rest)) else noun[:0]


_SEEN = word_set("shown listed displayed visible there present found now left")
