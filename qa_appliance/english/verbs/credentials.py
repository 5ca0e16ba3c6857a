"""What stands around a user and a password: the role they are of, the site they are for, and both in one word."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import SECRET_WORDS
from qa_appliance.english.words.word_sets import word_set

_LONGEST_ROLE = 3  # words
_LONGEST_SITE = 4  # words
_NO_ROLE = word_set("and with using or not no via by different another wrong invalid incorrect")
_NO_ONE = _NO_ROLE | word_set("again once twice please first optional required needed if")
_NO_SITE = word_set("as with using and or via browser tab window incognito again back by")
_INTO = word_set("to into in on at")


def read_role(phrase: Phrase) -> Phrase | None:
    """ "the customer", "teacher", "my student ID": who logs in, told before the name."""
    plain = all(token.kind == "word" and token.text.replace("-", "").isalpha() for token in phrase.tokens)
    words = [token for token in phrase.tokens if token.low not in ARTICLES]
    if not plain or not 0 < len(words) <= _LONGEST_ROLE or not words[0].text.islower():
        return None
    lows = {token.low for token in words}
    return phrase if lows.isdisjoint(_NO_ROLE | SECRET_WORDS) else None


def read_site(phrase: Phrase) -> Phrase | None:
    """ "to the ticketing system", "into admin panel": what is logged into; one is there already."""
    tokens = phrase.tokens
    words = len(tokens) - (tokens[0].low in _INTO)
    if not 0 < words <= _LONGEST_SITE:
        return None
    plain = all(token.kind == "word" and token.text[0].isalpha() for token in tokens)
    return phrase if plain and not phrase.has(_NO_SITE) else None


def read_one(phrase: Phrase) -> Phrase | None:
    """A name or a password: a quote, or a single word."""
    first = phrase.tokens[0]
    return phrase if len(phrase) == 1 and first.kind != "mark" and first.low not in ARTICLES | _NO_ONE else None


def read_both(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """ "admin/admin123": a user and a password, an address is neither."""
    if len(phrase) != 1:
        return None
    token = phrase.tokens[0]
    user, mark, password = token.value.partition("/")
    if (
        not mark
        or not user
        or not password
        or token.low == "and/or"
        or "/" in password
        or "." in user.split("@")[0]
        or ":" in user
    ):
        return None
    parts = (replace(token, text=part, low=part.lower(), value=part) for part in (user, password))
    first, second = (Phrase([part], phrase.source) for part in parts)
    return first, second
