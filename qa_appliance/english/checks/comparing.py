"""What a subject shows, compared with a text or a number. Knows no wording."""

from __future__ import annotations

import re

from qa_appliance.core.checks import (
    AddressIs,
    Check,
    Comparison,
    CountIs,
    ElementIs,
    ErrorShown,
    TextIs,
    TextShown,
    TitleIs,
    ValueIs,
)
from qa_appliance.core.target import Target
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.nouns.refusals import JUDGING
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import generated, read_number
from qa_appliance.language.word_sets import word_set

FIELDS = frozenset({"field", "dropdown", "slider", "spinner", "editor", "calendar"})
"""Kinds that hold a value."""


_OF_NOTHING: dict[tuple[Comparison, str], Comparison] = {
    ("contains", ""): "equals",
    ("shows", ""): "equals",
    ("starts_with", ""): "equals",
    ("ends_with", ""): "equals",
}
"""No text at all is contained in everything: what is said to contain it is empty."""


def _of_the_page(subject: Subject, comparison: Comparison, value: str, negated: bool) -> Check | None:
    if subject.topic == "title":
        return TitleIs(comparison=comparison, value="" if value in _EMPTY else value, negated=negated)
    return None if value in _EMPTY else _address(subject, comparison, value, negated)


_EMPTY = word_set("empty blank")
""" "The page title is not empty" compares it with no word; an address is never empty, and the denial always holds."""


def compared(subject: Subject, comparison: Comparison, value: str, negated: bool) -> Check | None:
    """What a subject shows, compared with a text: by the title, the address, a number of things, a field, a text."""
    target = subject.target
    comparison = _OF_NOTHING.get((comparison, value), comparison)
    if subject.topic in ("title", "address"):
        return _of_the_page(subject, comparison, value, negated)
    if target is None:
        return None
    if subject.topic == "count":
        number = int(value) if value.isdecimal() else None
        return None if number is None else CountIs(target=target, comparison=comparison, count=number, negated=negated)
    if subject.topic == "value" or (subject.topic == "element" and target.kind in FIELDS):
        return ValueIs(target=target, comparison=comparison, value=value, negated=negated)
    if subject.topic != "element" or (target.kind == "page" and not target.name) or target.name == "placeholder":
        return None  # what a placeholder says is no text of the page
    return _built_in(target, comparison, value, negated) or TextIs(
        target=target, comparison=comparison, value=value, negated=negated
    )


def _address(subject: Subject, comparison: Comparison, value: str, negated: bool) -> Check | None:
    """None for "the URL changes to indicate success", which tells of it and is none."""
    if " " in value.strip() and comparison == "equals":
        return None
    whole = _is_whole(subject, comparison, value)
    return AddressIs(comparison=comparison, value=value, negated=negated, whole=whole)


def _is_whole(subject: Subject, comparison: Comparison, value: str) -> bool:
    """ "The URL is /books": no query stands beside it."""
    path = comparison == "equals" and value.startswith("/") and "?" not in value
    return path and any(token.low in _ADDRESS for token in subject.phrase.tokens)


_ADDRESS = word_set("url address")
"""What is more than the path of a page."""
_ERRORS = frozenset({"error", "validation"})
_MESSAGES = _ERRORS | word_set("the an a of success confirmation warning message text toast notification")
_NAMED = _ERRORS | {"success", "confirmation", "warning"}


def _built_in(target: Target, comparison: Comparison, value: str, negated: bool) -> Check | None:
    """ "the error message is “Too short”": it is looked for where messages are, whatever they are called."""
    words = {*target.words.lower().split()}
    if negated or comparison not in ("equals", "shows", "contains"):
        return None
    if target.kind not in ("text", "alert") or target.quoted or not words <= _MESSAGES or not words & _NAMED:
        return None
    return ErrorShown(text=value) if _ERRORS & words else TextShown(text=value)


def text_of(value: Phrase) -> str:
    if value.only_quote is not None:
        return value.only_quote
    number = number_of(value)
    if number is not None:
        return number
    phrase = READERS["value"](value) or value
    return phrase.only_quote or generated(phrase) or phrase.text


def number_of(value: Phrase) -> str | None:
    """ "number two", "the number 2": the digits stand there."""
    rest = bare(value)
    if len(rest) < 2 or rest.tokens[0].text not in ("number", "figure", "digit"):
        return None
    number = read_number(rest[1:])
    return None if number is None else str(number)


_STATUSES = word_set("state status stage phase")


def status_in(place: Phrase) -> str | None:
    """ "in the state “Open”": no place, but what is told of it."""
    lows = [token.low for token in place.tokens if token.low not in ARTICLES]
    reported = len(lows) == 3 and lows[0] == "in" and lows[1] in _STATUSES and place.tokens[-1].kind == "quoted"
    return place.tokens[-1].value if reported else None


def called_in(place: Phrase) -> str | None:
    """ "in In progress", "in Done": a state or a column by its name in capitals."""
    first, *words = place.tokens
    plain = all(token.kind == "word" and token.text.isalpha() for token in words)
    named = first.low == "in" and 0 < len(words) <= _LONGEST_STATE and plain and words[0].text[0].isupper()
    return place[1:].text if named and words[0].low not in ARTICLES else None


_LONGEST_STATE = 3  # words


def status_shown(subject: Subject, text: str, negated: bool) -> Check | None:
    check = compared(subject, "shows", text, negated)
    return check if isinstance(check, TextIs) else None


def happened(value: Phrase) -> bool:
    """ "is extended by 1 hour", "is stored in Archive": what was done, and no text."""
    first = value.tokens[0]
    return first.kind == "word" and first.text.islower() and first.text.endswith("ed") and len(value) > 1


def literal(value: Phrase, rest: Phrase) -> str | None:
    """The text, where it can be nothing but one: quoted, with a digit or a sign, a number in words, in capitals."""
    text = number_of(rest) or text_of(rest)
    if (
        value.only_quote is not None
        or text[:1] in "{$€£¥#+-/"
        or _FILE.fullmatch(text)
        or any(c.isdigit() for c in text)
    ):
        return text
    number = read_number(rest)
    return str(number) if number is not None else text if text[:1].isupper() else None


_FILE = re.compile(r"[\w-]+\.(?:pdf|csv|xlsx?|docx?|txt|png|jpe?g|svg|zip|json|xml|md|html?)")


def by_its_kind(check: Check | None) -> Check | None:
    """What is looked for by what kind of thing it is, or as an error; None of what is looked for by words alone."""
    if isinstance(check, ElementIs):
        several = "and" in check.target.name.split() or check.target.name.lower() in JUDGING
        return None if several or check.target.kind in ("any", "text") else check
    return check if isinstance(check, ErrorShown) else None


def holds_a_secret(target: Target) -> bool:
    return target.kind in FIELDS or not _SECRETS.isdisjoint(target.name.lower().split())


_SECRETS = word_set("password passcode passphrase pin secret code cvv cvc token key number characters digits value it")
