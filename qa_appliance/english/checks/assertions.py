"""Builders of checks: a subject, what is said of it, and whether it is denied, become one Check or None."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.checks import (
    Check,
    CountIs,
    ElementIs,
    ErrorShown,
    TextIs,
    TextShown,
    TitleIs,
    ValueIs,
)
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.checks.attributes import Bound
from qa_appliance.english.checks.comparing import (
    called_in,
    compared,
    happened,
    literal,
    status_in,
    status_shown,
    text_of,
)
from qa_appliance.english.checks.counts import bound, counter_figure, counting, inside, some_records
from qa_appliance.english.checks.elliptic import two_figures
from qa_appliance.english.checks.refusals import REFUSALS
from qa_appliance.english.checks.seen import shown
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.checks.troubles import INDICATING, error_shown, trouble
from qa_appliance.english.nouns.counted import sort_of_things
from qa_appliance.english.nouns.edges import bare, wherever
from qa_appliance.english.nouns.names import may_be_called_so, surely_a_name
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PLACE_HEADS
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import generated
from qa_appliance.language.word_sets import phrases, word_set

_PLACES = word_set("in on inside at within under below above next near beside for to left right by")


_ORDER = frozenset({"before", "after"})


def subject_shown(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    place: Phrase | None = slots.get("place")
    if place is not None and tuple(token.low for token in place.tokens) in _TO_EVERYBODY:
        place = None
    if place is not None and place.tokens[0].low == "at" and place.text[-1].isdigit():
        return None  # "is displayed at 10:00": a time is no place
    if place is not None and place.tokens[0].low in _ORDER and place.quotes():
        return in_order(subject, slots, negated)
    if place is not None and (place.tokens[0].low not in _PLACES or _for_somebody(place) or place[1:].has(_ASIDES)):
        return None
    return None if subject.topic not in ("element", "page", "download") else shown(subject.phrase, negated, place)


def displays(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The warning message displays": it is seen; of the page, or of somebody, it is not said what they show."""
    target = subject.target
    if target is None or subject.topic != "element" or (target.kind == "page" and not target.name):
        return None
    return subject_shown(subject, slots, negated)


def listed(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "“Ann” is listed": a message that tells of her does not count."""
    check = subject_shown(subject, slots, negated)
    return replace(check, listed=True) if isinstance(check, TextShown | ElementIs) else check


def shows_there(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "An error shows under the Email field": it is seen there; "shows in progress" is what it says."""
    place: Phrase = slots["place"]
    if place.tokens[0].low not in _SEEN_AT or len(place) < _SHORTEST_PLACE:
        return None
    named = place.tokens[1].low in ARTICLES or place.tokens[1].kind == "quoted" or place.tokens[1].text[0].isupper()
    return subject_shown(subject, slots, negated) if named else None


_SEEN_AT = word_set("under below underneath beneath above beside near next in on at")
_SHORTEST_PLACE = 2  # words
_ASIDES = word_set("after before when while until once") | INDICATING
"""In a place these tell when it is looked at, or what a message is about: "in the cart after login"."""


_TO_EVERYBODY = phrases(
    "in its place, in their place, to the user, to users, to user, to the customer, to me, for the user"
)
"""Who looks at the page, and that something else was there."""


def _for_somebody(place: Phrase) -> bool:
    """ "is not available for guests": whom it is for, which no page tells."""
    named = place.quotes() or any(token.low in KIND_WORDS or token.text[0].isupper() for token in place.tokens)
    return place.tokens[0].low in ("for", "to", "by") and not named


def in_order(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "comes before “Bob”": as the page is read, not as time goes by."""
    place: Phrase = slots["place"]
    if place.tokens[0].low not in _ORDER or subject.topic != "element" or len(place) < 2:
        return None
    other, target = READERS["target"](place[1:]), subject.target
    if other is None or target is None or not (target.name and other.name):
        return None
    relation = Relation(
        place="before" if place.tokens[0].low == "before" else "after", target=replace(other, within=())
    )
    placed = replace(target, words=f"{target.words} {place.text}", within=(*target.within, relation, *other.within))
    return ElementIs(target=placed, state="visible", negated=negated)


def subject_in(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "is in the list" says where something is; "is in progress" says how it is."""
    place: Phrase = slots["place"]
    if (status := status_in(place)) is not None:
        return status_shown(subject, status, negated)
    if (called := called_in(place)) is not None and subject.target is not None and not negated:
        return _in_called(subject, subject.target, place, called)
    named = len(place) > 1 and (place.tokens[1].low in ARTICLES or place.tokens[1].kind == "quoted")
    return subject_shown(subject, slots, negated) if named and subject.topic == "element" else None


def _in_called(subject: Subject, target: Target, place: Phrase, called: str) -> Check | None:
    """ "“Lamp” is in Done" stands there; "the ticket is in In progress" shows so."""
    if not (target.quoted or (target.name and target.kind != "any")):
        one = target.words.lower().startswith(("the ", "its ", "this ")) and len(target.name.split()) == 1
        return status_shown(subject, called, False) if one else None
    quote = replace(place.tokens[1], kind="quoted", text=called, low="", value=called, end=place.tokens[-1].end)
    return subject_shown(subject, {"place": Phrase([place.tokens[0], quote], place.source)}, False)


def back_in(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """Only of what is named: which mail "the mail" is, no page tells."""
    named = subject.target is not None and subject.target.quoted
    return subject_in(subject, slots, negated) if named else None


def removed_from(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "is removed from the cart": it is not in it."""
    return _in_or_not(subject, slots, not negated)


def added_to(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "is added to the list": it is in it."""
    return _in_or_not(subject, slots, negated)


def _in_or_not(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    place: Phrase = slots["place"]
    target = subject.target
    if subject.topic != "element" or target is None or place.has(_ASIDES) or place.has(_ONE_OF_SEVERAL):
        return None
    sure = target.quoted or surely_a_name(target.name)
    if not (sure or may_be_called_so(subject.phrase)):
        return None  # "the product is added to the cart": which one, no name tells
    inside_it = replace(place.tokens[0], kind="word", text="in", low="in", value="in")
    check = subject_shown(subject, {"place": Phrase([inside_it, *place.tokens], place.source)}, negated)
    if sure or not negated:
        return check
    where = READERS["target"](place if place.tokens[0].low not in _PLACES else place[1:])
    here = None if where is None else inside(replace(target, kind="any", within=()), where)
    return None if here is None else ElementIs(target=here, state="visible", negated=True, closes=True)


_ONE_OF_SEVERAL = word_set("and or")


def counted_subject(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    if subject.topic != "element":
        return None
    place = slots.get("place")
    if not negated and (some := some_records(subject.phrase)) is not None:
        return some if place is None else replace(some, target=inside(some.target, place))
    return counting(subject.phrase, negated, place)


def counted_as_left(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    check = counted_subject(subject, slots, negated)
    return replace(check, left=True) if isinstance(check, CountIs) else check


def counted_inside(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    counted: Phrase = slots["counted"]
    if (figure := counter_figure(subject.target, counted, negated)) is not None:
        return figure
    if not counted.tokens[-1].value[-1:].isalnum():
        return None  # "50 %" is one text, no 50 of them
    denied = counted.tokens[0].low == "no" and len(counted) > 1
    special = trouble(counted[1:]) if denied else None
    if special is not None and subject.topic in ("page", "person", "console") and not negated:
        return special
    if denied and sort_of_things(counted[1:], held=subject.topic == "element"):
        return None
    if subject.topic in ("page", "person"):
        return counting(counted, negated) if error_shown(counted[1:] if denied else counted, negated) is None else None
    if subject.topic != "element" or subject.target is None:
        return None
    none = shown(counted) if denied else None
    if isinstance(none, CountIs | ErrorShown):
        return _none_in(none, subject.target, negated)
    return counting(counted, negated, subject.target)


def _none_in(none: CountIs | ErrorShown, place: Target, negated: bool) -> Check | None:
    """Of which part of a page an error is, nothing tells for sure; a form stands for its page."""
    if isinstance(none, ErrorShown):
        return none if place.kind == "form" and not negated else None
    return replace(none, target=inside(none.target, place), negated=none.negated != negated)


def focused(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return None if subject.target is None else ElementIs(target=subject.target, state="focused", negated=negated)


def exists(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    if subject.target is None:
        return None
    return error_shown(subject.phrase, negated) or ElementIs(target=subject.target, state="exists", negated=negated)


def option_selected(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    chosen = subject.target
    if chosen is None or not chosen.name or chosen.within or chosen.qualities:
        return None
    return ValueIs(target=slots["field"], comparison="equals", value=chosen.name, negated=negated, among=True)


def value_equals(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    value: Phrase = slots["value"]
    if subject.target is None or subject.topic not in ("element", "value") or value.tokens[0].text == "following":
        return None
    return ValueIs(target=subject.target, comparison="equals", value=text_of(value), negated=negated)


def chosen_on(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The range dropdown is on “Week”": what is chosen in it; anything else would be in a place of that name."""
    target = subject.target
    if target is None or target.kind not in ("dropdown", "slider", "radio", "switch"):
        return None
    return ValueIs(target=target, comparison="equals", value=slots["option"], negated=negated)


def compare(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    limit: Bound = slots["bound"]
    return compared(subject, limit.comparison, limit.value, negated)


def text_equals(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "equals the sum of all items", "is the same as before" name no value."""
    value: Phrase = slots["value"]
    if value.tokens[0].text in ARTICLES | _EARLIER | PLACE_HEADS and generated(value) is None:
        return None
    return compared(subject, "equals", text_of(slots["value"]), negated)


_EARLIER = word_set("before earlier previously then initially originally always")


def text_matches(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """A pattern in quotes, or a text that can be nothing else: "matches the sum of the items" names none."""
    value: Phrase = slots["value"]
    if value.only_quote is not None:
        return compared(subject, "matches", text_of(value), negated)
    text = literal(value, value)
    return None if text is None else compared(subject, "equals", text, negated)


def starts(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return compared(subject, "starts_with", text_of(slots["value"]), negated)


def ends(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    return compared(subject, "ends_with", text_of(slots["value"]), negated)


def _somebody_called(subject: Subject, value: Phrase) -> Check | None:
    """ "The customer is Bob Ray", of a record on the page: who looks at the page is not called so."""
    noun = bare(subject.phrase)
    called = value.only_quote or value.text
    named = value.only_quote is not None or surely_a_name(called)
    if noun.text.lower() not in _IN_RECORDS or subject.phrase.tokens[0].low != "the" or not named:
        return None
    target = Target(words=noun.text, name=noun.text)
    return TextIs(target=target, comparison="equals", value=called)


_IN_RECORDS = frozenset({"customer", "visitor", "shopper"})


def text_is(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "X is Y": only where Y is a literal, a number, or begins like a name; "the order is complete" is not read."""
    value: Phrase = wherever(slots["value"])
    comparison, rest = bound(value)
    if comparison != "equals" or _described(value) or happened(value):
        return None
    if subject.target is not None and subject.target.kind in ("dialog", "page"):
        return None
    if subject.topic == "person":
        return _somebody_called(subject, value)
    text = literal(value, rest)
    of_somebody = any(token.low.endswith("'s") for token in subject.phrase.tokens)
    is_mail = not of_somebody and _MAIL_ADDRESS.fullmatch(text_of(rest)) is not None
    if text is None and not is_mail and subject.topic not in _NAMED_IN_LOWER_CASE:
        return None
    return compared(subject, "equals", text_of(rest) if text is None else text, negated)


def becomes(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the “Add” button changes to “Remove”": what is called by its text is found by it no more."""
    by_its_text = subject.target is not None and subject.target.quoted and subject.target.kind in ("button", "link")
    return None if by_its_text else text_is(subject, slots, negated)


def turned_to(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    if subject.target is None or subject.target.kind in ("dialog", "page"):
        return None
    by_its_text = subject.target.quoted and subject.target.kind in ("button", "link")
    return None if by_its_text else compared(subject, "equals", slots["option"], negated)


def displayed_as(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the issue is shown as Open": what is said of it stands there as whole words, beside whatever else.

    "As number 4" tells which one it is."""
    if slots["value"].tokens[0].text == "number":
        return None
    check = text_is(subject, slots, negated)
    return replace(check, comparison="shows") if isinstance(check, TextIs) else None


def displayed_in_a_word(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the order is shown as paid": one word in lower case, that says no more than how it was thought to be."""
    value: Phrase = slots["value"]
    if len(value) != 1 or refused(REFUSALS["shown as"], value.tokens):
        return None
    return compared(subject, "shows", text_of(value), negated)


def costs(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The first product costs $20": the price stands in it, whatever else does. Denied, no part of one does."""
    value = text_of(slots["value"])
    return compared(subject, "contains" if negated else "shows", value, negated) if _PRICE.fullmatch(value) else None


_PRICE = re.compile(r"[^\w\s]?\s?\d+(?:[.,]\d+)*\s?(?:[^\w\s]|[A-Z]{3})?")
_MAIL_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[a-z]+")
_NAMED_IN_LOWER_CASE = frozenset({"title", "address", "value"})


def _described(value: Phrase) -> bool:
    """ "is 1 higher than before", "is at 50 %": no literal, though a number stands in it."""
    if value.quotes() or generated(value) is not None:
        return False
    return (
        two_figures(value)
        or value.tokens[0].text in PLACE_HEADS | {"the"}
        or refused(REFUSALS["text"], value.tokens) is not None
    )


def page_title(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    if subject.topic != "page":
        return None
    return TitleIs(comparison="equals", value=text_of(slots["value"]), negated=negated)


def between(subject: Subject, slots: Slots, negated: bool) -> tuple[Check, ...] | None:
    ends = text_of(slots["low"]), text_of(slots["high"])
    if negated or not all(any(map(str.isdigit, end)) for end in ends):
        return None
    low, high = compared(subject, "at_least", ends[0], False), compared(subject, "at_most", ends[1], False)
    return (low, high) if low is not None and high is not None else None
