"""Deeds that say what is to come about and not by which clicks: creating, sorting, signing in without a password.

None of them is performed; what is written instead is told with the clause's own words and values. Reads no clause.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.auxiliaries import BE, HAVE, MODALS, NOT_BE, NOT_DO, NOT_HAVE, NOT_MODALS
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PLACE_HEADS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import SECRET_WORDS
from qa_appliance.language.word_sets import word_set


class Untold(NamedTuple):
    """What the clause leaves open, and sentences that say it; none where too little is told."""

    reason: str
    instead: tuple[str, ...] = ()


def untold(phrase: Phrase) -> Untold | None:
    """What a clause that begins with its verb leaves open; None where nothing of it is known."""
    while phrase.tokens[0].low == "am" and phrase.tokens[1:2] and phrase.tokens[1].low in ("logged", "signed"):
        phrase = phrase[1:]
    first = phrase.tokens[0]
    if first.kind != "word" or phrase.has(STATED):
        return None
    tell = _DEEDS.get(first.low)
    return tell(phrase) if tell is not None else _bare(phrase) or _unknown(phrase)


def signs_in(phrase: Phrase) -> bool:
    """Whether somebody is to be signed in."""
    return _DEEDS.get(phrase.tokens[0].low) is _signing_in


def _creating(phrase: Phrase) -> Untold | None:
    words = phrase[1:]
    if words.tokens and words.tokens[0].kind == "quoted":
        return None  # into what it is added may be a field
    while words.tokens and words.tokens[0].low in ARTICLES | _NEW:
        words = words[1:]
    end = next((at for at, token in enumerate(words.tokens) if _ends_a_noun(token)), len(words))
    entries = _entries(words[end:])
    if not 0 < end <= _LONGEST_NOUN or entries is None:
        return Untold(_HOW)
    entered = f", enter {' and '.join(entries)}" if entries else ""
    return Untold(_HOW, (f'click "New {words[:end].text}"{entered} and click "Save"',))


def _entries(words: Phrase) -> list[str] | None:
    """What is told of it as values and fields: named “A” with the phone number 0151 23. None where more is told."""
    found: list[str] = []
    field: list[str] = []
    value: list[Token] = []
    for token in [*words.tokens, None]:
        if token is not None and (token.kind == "quoted" or any(map(str.isdigit, token.text))):
            value.append(token)
            continue
        if value:
            quoted = value[0].text if value[0].kind == "quoted" else '"' + " ".join(each.text for each in value) + '"'
            found.append(f"{quoted} into {' '.join(field) or 'Name'}")
            field, value = [], []
        if token is not None and token.low not in _JOINING:
            field.append(token.text)
            if token.low in INDEX or len(field) > _LONGEST_NOUN:
                return None  # another deed
    return None if field or len(found) > _MOST_ENTRIES else found


def _ends_a_noun(token: Token) -> bool:
    return token.kind != "word" or token.low in _JOINING | PLACE_HEADS or any(map(str.isdigit, token.text))


def _sorting(phrase: Phrase) -> Untold | None:
    return Untold(_BY_WHAT)


def _signing_in(phrase: Phrase) -> Untold | None:
    if phrase.has(SECRET_WORDS) or len(phrase.quotes()) > 1:
        return None
    at = next((at for at, token in enumerate(phrase.tokens) if token.low in ("as", "user", "with")), 0)
    rest = [token for token in phrase.tokens[at + 1 :] if token.low not in ARTICLES] if at else []
    name = rest[-1].value if rest and rest[-1].kind != "mark" else "…"
    return Untold(_BY_WHICH_WORD, (f'log in as "{name}" with password "…"',))


def _again(phrase: Phrase) -> Untold | None:
    return Untold(_ONE_BY_ONE)


def _bare(phrase: Phrase) -> Untold | None:
    """A verb alone: "Save and close."."""
    word = phrase.tokens[0]
    return Untold(f"It does not say what to {word.low}.") if len(phrase) == 1 and word.low in INDEX else None


def _unknown(phrase: Phrase) -> Untold | None:
    """ "Assign the card to “Lea”": a verb that no form has, with its object behind it."""
    if len(phrase) < _SHORTEST_DEED or phrase.tokens[0].low in INDEX:
        return None
    first, second = phrase.tokens[:2]
    follows = second.kind == "quoted" or second.low in ARTICLES or second.low in _OBJECTS
    plain = first.text.isalpha() and first.low not in ARTICLES | KIND_WORDS | PLACE_HEADS | _NO_DEEDS
    if not plain or not follows:
        return None
    return Untold(f"“{first.text}” is no deed that is known: write what is clicked and entered for it.")


_HOW = "It does not say by which clicks and in which fields that is made."
_BY_WHAT = (
    "It does not say by what that is sorted, or not in words that are read: sort by price, low to high; sort by “Name”."
)
_BY_WHICH_WORD = "It does not say with which password."
_ONE_BY_ONE = "It does not say which steps are meant and what is different in them: write them out."
_LONGEST_NOUN = 4  # words
_SHORTEST_DEED = 2  # words
_MOST_ENTRIES = 6
_NEW = word_set("new another one two three further additional")
_JOINING = ARTICLES | word_set(
    "named called titled with and for of as name title entitled labelled having set to is at in on , : (  )"
)
_OBJECTS = word_set("it them him her all both everything")
_NO_DEEDS = word_set(
    "no not there here also still only just so such what which who when where how while with without as if then else "
    "otherwise after before once and or but i we you he she they it nothing everything all both each every by than "
    "like unlike about during since because though although yes ok pre check note"
)
STATED = BE | NOT_BE | HAVE | NOT_HAVE | MODALS | NOT_MODALS | NOT_DO
_DEEDS: dict[str, Callable[[Phrase], Untold | None]] = {
    **dict.fromkeys(("create", "creates", "creating", "add", "adds", "adding", "register", "registers"), _creating),
    **dict.fromkeys(("sort", "sorts", "sorting"), _sorting),
    **dict.fromkeys(("log", "login", "sign", "logged", "signed", "logs", "signs", "authenticate"), _signing_in),
    **dict.fromkeys(("repeat", "repeats", "do"), _again),
}
