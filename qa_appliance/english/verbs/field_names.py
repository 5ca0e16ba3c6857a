"""Which of the words around a value name its field."""

from __future__ import annotations

import re
from itertools import pairwise

from msgspec.structs import replace

from qa_appliance.core.target import Kind, Relation, Target
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.words.lexicon import ARTICLES, PLACE_HEADS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set

_FIELDS = word_set(
    "name username login email e-mail mail password passphrase pin code phone telephone mobile address street city "
    "town zip postcode postal country state region company title subject message comment description note notes "
    "amount quantity price date time birthday age number id url website field box textbox input"
)
"""A name that ends in one of these is a field's rather than a value."""

JUDGED = word_set("weak strong valid invalid correct incorrect wrong")
_NEEDED = word_set("mandatory compulsory required optional")
_GOES_ON = word_set("until from to through thru for since till by on before after as in of")
"""Behind one of these words the judgement is a part of the name: "valid until"."""


def field_and_value(one: Phrase, other: Phrase) -> tuple[Phrase, Phrase] | None:
    """Of "enter … as …" the field first and then its value, or None where it could be either way round."""
    if (one.only_quote is None) != (other.only_quote is None):
        return (other, one) if other.only_quote is None else (one, other)
    for is_field in (_names_a_field, _without_figures):
        first, second = is_field(one), is_field(other)
        if first != second:
            return (one, other) if first else (other, one)
    return None


def _names_a_field(phrase: Phrase) -> bool:
    return (phrase.only_quote or phrase.text).split()[-1].lower() in _FIELDS


def _without_figures(phrase: Phrase) -> bool:
    return not any(letter.isdigit() or letter == "@" for letter in phrase.text)


def without_judgement(target: Target) -> Target:
    """ "an invalid email" is the field "email": what is thought of a value is no part of a field's name."""
    first, _, rest = target.name.partition(" ")
    if target.quoted or first not in JUDGED | _NEEDED or not rest or rest.split()[0].lower() in _GOES_ON:
        return target
    return replace(target, name=rest)


def is_field_noun(noun: Phrase) -> bool:
    """ "booking code", "last name", "amount": in lower case, and its last word belongs to a field alone."""
    plain = all(token.kind == "word" and token.text.islower() and token.text[0].isalpha() for token in noun.tokens)
    return plain and noun.tokens[-1].low in _FIELDS and not (len(noun) == 1 and noun.tokens[0].low in _BARE)


_BARE = word_set("number url website field box textbox input id date time notes")
"""Alone these tell what a value is rather than where it belongs: "enter number 7"."""


def last_named(noun: Phrase) -> Phrase:
    """ "give the post the title “A”": of two nouns the last one is the field.

    What holds a value of its own ("the amount 250 and as purpose") names no field.
    """
    if "and" in (token.low for token in noun.tokens) and any(map(str.isdigit, noun.text)):
        return noun[:0]
    articles = [at for at, token in enumerate(noun.tokens) if token.low in ("the", "a", "an")]
    last = noun[articles[-1] :] if len(articles) > 1 and articles[0] == 0 else noun
    return last[: len(last) - 1] if len(last) > 1 and last.tokens[-1].low == "of" else last


def as_field(target: Target) -> Target:
    """ "the message", "the headline": nouns for what is read are names of fields where something is entered."""
    last = target.words.split()[-1].lower()
    plain = not (target.name or target.quoted or target.ordinal or target.qualities)
    return replace(target, name=last, kind="any") if plain and last in _READ_AND_WRITTEN else target


_READ_AND_WRITTEN = word_set("message headline heading caption label region area group hint")


def read_figure(phrase: Phrase) -> Phrase | None:
    """ "123456", "15.09.2026", "XK7P2M": a word with a digit in it, which is no name."""
    token = phrase.tokens[0]
    figure = len(phrase) == 1 and token.kind == "word" and any(map(str.isdigit, token.text))
    return phrase if figure and token.text[0] != "{" else None


def is_stated(value: Phrase) -> bool:
    """ "Enter -1 in Quantity: the field shows an error": what it leads to is no value."""
    return value.only_quote is None and value[1:].has(_STATING)


_STATING = word_set("shows appears becomes")


def leaves_open(field: Target, value: Phrase) -> bool:
    """ "Rooms to at least 3", "the period from 1/1/2027 to 31/1/2027": not one value for one field."""
    plain = value.text.lower() if value.only_quote is None else ""
    bound = (
        plain.startswith(_BOUNDS) or (bool(plain) and _any_text(plain.split())) or is_stated(value) or _goes_on(value)
    )
    bound = bound or (bool(plain) and _no_value(value))
    untold = _names_it_again(field, value) or lists_fields(field, value)
    return bound or untold or (not field.quoted and _FROM_A_FIGURE.search(field.words) is not None)


def _no_value(value: Phrase) -> bool:
    """ "down arrow key", "box at the top of the screen", "search box - filters the list": where, or by what key."""
    tokens = value.tokens
    if len(tokens) == 1 and tokens[0].text in ("the", "a", "an", "nothing"):
        return True
    if len(tokens) > 1 and tokens[-1].text in _COUNTED and tokens[-2].text.isdecimal():
        return True  # "1000 characters" tells how many
    key = len(tokens) > 1 and tokens[-1].text in ("key", "keys")
    place = len(tokens) > 2 and tokens[0].text in _FIELD_ENDS and tokens[1].text in _PLACING
    dashed = any(token.text in _DASHES for token in tokens[1:-1]) and tokens[0].text.islower() and len(tokens) > _LONG
    return key or place or dashed


_COUNTED = word_set("characters character chars letters digits symbols words")
_FIELD_ENDS = word_set("box field bar area input textbox")
_PLACING = word_set("at in on of under above below next near")
_DASHES = frozenset({"-", "–", "—"})
_LONG = 3  # words


def _names_it_again(field: Target, value: Phrase) -> bool:
    """ "Enter email in the email field": what is entered is named and not told."""
    return value.only_quote is None and value.text.islower() and value.text == field.name.lower()


def lists_fields(field: Target, value: Phrase) -> bool:
    """ "The details: Name, Email": which of them there are, and not what goes into them."""
    if value.only_quote is not None or field.quoted or field.name.lower().split()[-1:] not in _OF_SEVERAL:
        return False
    return value.has(_LISTING) or value.tokens[-1].low in _FIELDS | {"user"}


_LISTING = frozenset({",", "and", "&"})
_OF_SEVERAL = tuple([word] for word in ("details", "data", "information", "info", "credentials", "fields", "values"))


def _goes_on(value: Phrase) -> bool:
    """ "password and click", "or paste", "select only the cheapest": the sentence goes on, and nobody types that."""
    tokens = value.tokens
    if value.only_quote is not None or not tokens or tokens[0].kind != "word":
        return False
    joined = any(left.text in ("and", "or", "then") and right.text in _BY_HAND for left, right in pairwise(tokens))
    purpose = (
        len(tokens) > 2 and tokens[0].text in _PURPOSES and any(token.text in ARTICLES | _ONLY for token in tokens)
    )
    return joined or purpose or (tokens[0].text in ("or", "and") and len(tokens) > 1)


_BY_HAND = word_set("click tap press hit select choose type paste enter submit save continue")
_PURPOSES = word_set("select cover show display see include exclude match find get make allow filter fit hide limit be")
_ONLY = frozenset({"only", "all"})
_TEXTS = word_set("text data details information info value values input")
_ANY = word_set(
    "following some any a an the all my these those their his her your valid correct required necessary mandatory"
)


def _any_text(words: list[str]) -> bool:
    """ "some text", "all the details", "valid data": what is entered is not told."""
    return words[-1] in _TEXTS and _ANY.issuperset(words[:-1])


_BOUNDS = ("at least ", "at most ", "more than ", "less than ", "between ", "up to ", "around ", "about ")
_FROM_A_FIGURE = re.compile(r"\bfrom \d")


def spans(field: Target, old: Phrase, value: Phrase) -> bool:
    """ "change the dates from 1 May to 5 May" tells a beginning and an end, not what was there before."""
    return not _SPANNING.isdisjoint(field.words.lower().split()) or (_is_day(old) and _is_day(value))


_SPANNING = word_set("period range dates interval span timeframe")
_DAY = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.? [A-Z][a-z]+(?: \d{4})?|[A-Z][a-z]+ \d{1,2}(?:, \d{4})?")


def _is_day(value: Phrase) -> bool:
    return _DAY.fullmatch(value.only_quote or value.text) is not None


def names_no_field(name: str) -> bool:
    """How something is written ("capital letters"), or what holds a value of its own ("amount 250 and as purpose")."""
    words = name.split()
    return name in _LETTERS or words[:1] == ["as"] or ("and" in words and any(map(str.isdigit, name)))


_LETTERS = frozenset(  # how something is written: no field
    {"uppercase", "upper case", "lowercase", "lower case", "capitals", "capital letters", "block letters"}
)


def read_sole(phrase: Phrase) -> Phrase | None:
    """A value of one word, a number or a quote: what stands behind it is none of it."""
    return phrase if len(phrase) == 1 else None


def read_where(phrase: Phrase) -> tuple[Relation, ...] | None:
    """ "in the dialog", "for the user “Bo”", "above the table": a part of the page or an entry, known by its kind."""
    first = phrase.tokens[0].low
    text = text_there(phrase) if first in PLACE_HEADS and first not in _OF_TIME else None
    within = () if text is None else text.within
    place = within[0].target if len(within) == 1 else None
    known = place is not None and (place.kind not in _NO_PLACES or place.quoted or place.name in _HOLDING_FIELDS)
    return within if known else None


def text_there(place: Phrase) -> Target | None:
    """ "below “Order no”": the text there."""
    first = place.tokens[0]
    noun = Token("word", "text", "text", "text", first.start, first.start)
    target = read_target(Phrase([noun, *place.tokens], place.source)) if len(place) > 1 else None
    return target if target is not None and target.within else None


_NO_PLACES: frozenset[Kind] = frozenset({"any", "text", "page"})
_HOLDING_FIELDS = word_set("cart basket settings preferences profile sidebar footer header toolbar")
_OF_TIME = frozenset({"at", "from", "by"})
