"""All forms that are read, each with an example; the nearest ones to a clause that no form reads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.nouns.phrase import SELECTOR
from qa_appliance.english.sentences.heads import HEADS
from qa_appliance.english.sentences.leads import without_lead
from qa_appliance.english.statements.predications import PREDICATIONS
from qa_appliance.english.verbs.registry import INDEX, VERBS, verbs_at
from qa_appliance.english.verbs.untold import untold
from qa_appliance.english.wording.forms import Verb
from qa_appliance.english.wording.rules import all_are_used
from qa_appliance.english.words.auxiliaries import NOT_BE, NOT_DO, NOT_HAVE, NOT_MODALS
from qa_appliance.english.words.lexicon import ARTICLES, LIMITING, PLACE_HEADS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set


class Example(NamedTuple):
    """A form's id and a sentence it reads."""

    form: str
    sentence: str


FORMS: tuple[Example, ...] = tuple(
    dict.fromkeys(
        [Example(form.id, form.example) for verb in VERBS for form in verb.forms]
        + [Example(predication.id, predication.example) for predication in PREDICATIONS]
        + [Example(head.id, head.example) for head in HEADS]
    )
)
all_are_used()
_MOST = 3
_TELLING_NOTHING = word_set(
    "page table list row field button heading order total in on at of to than i with from by for as and of up name"
)
_VALUE = re.compile(
    r"""(?P<quoted>"[^"]*"|“[^”]*”)|(?P<address>(?:https?:/)?/[\w./?=&-]+)|(?P<figure>(?<![\w.])\d[\d.,]*(?<![.,]))"""
    r"""|(?P<data>\{[^{}]*\})|(?P<name>\b(?!I\b)[A-Z][\w-]*)"""
)
_TURNING = (
    LIMITING
    | NOT_BE
    | NOT_DO
    | NOT_HAVE
    | NOT_MODALS
    | word_set("not no if when while until after before or all every each ascending descending")
)
"""Words that turn what a clause says: a form says as many of them."""
_INSTEAD: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("increase", "increment", "raise", "decrease", "decrement", "lower"), ('click "+" 2 times', "set Quantity to 3")
)
"""Verbs no form reads, and what is written instead."""


def nearest(phrase: Phrase, *, checks: bool = False) -> tuple[str, ...]:
    """Up to three examples of forms of the clause's own verb, or of one spelt like it, or of what it says of something.

    They hold what the clause has in quotes and in figures; a form that has room for more or less is none of them.
    `checks`: only a check would be read there. What tells how a page is built is no name in any form.
    """
    return () if any(SELECTOR.match(quote.value) for quote in phrase.quotes()) else _nearest(phrase, checks)


def _nearest(phrase: Phrase, checks: bool) -> tuple[str, ...]:
    rest = without_lead(phrase).phrase
    tokens = [token for token in rest.tokens if token.kind == "word"]
    if not tokens:
        return ()
    instead = None if checks else _instead(rest, tokens[0].low)
    if instead is not None:
        return instead
    words = {token.low for token in tokens}
    predications = _predications(words)
    if checks:
        return _closest(predications, phrase) or _text_of(phrase)
    entries = [entry for _, entry in verbs_at(rest.tokens)]
    entries = entries or [entry for word in spelt(tokens[0].low) for _, entry in INDEX[word]]
    return _closest(_examples(entries) if entries else predications, phrase)


def _instead(rest: Phrase, verb: str) -> tuple[str, ...] | None:
    """What is written for a deed that leaves open by which clicks it is done; None where it is none of these."""
    left_open = None if verb in _INSTEAD else untold(rest)
    return _INSTEAD.get(verb) if left_open is None else left_open.instead


def _predications(words: set[str]) -> list[str]:
    """What may be said of something in the clause's own words, those that every check has left out."""
    telling = words - STARTERS - ARTICLES - _TELLING_NOTHING
    return [example for example, words_of_it in _PREDICATED if not telling.isdisjoint(words_of_it)]


_PREDICATED = [(each.example, frozenset(each.example.lower().split())) for each in PREDICATIONS]


def spelt(written: str) -> list[str]:
    """The verb that is meant by a word with one letter too many, too few, wrong or in the wrong place, inside it."""
    if written in INDEX or len(written) < _SHORTEST_MISSPELT:
        return []
    return [word for word in INDEX if word[0] == written[0] and _one_apart(written, word)]


_SHORTEST_MISSPELT = 4


def _one_apart(written: str, word: str) -> bool:
    """As long as the other or one letter more or less; the last letter is the same, or has changed places."""
    begin = next((at for at, pair in enumerate(zip(written, word, strict=False)) if len(set(pair)) > 1), 0)
    own, other = written[begin:], word[begin:]
    if len(own) > 1 and own[1::-1] + own[2:] == other:
        return True
    return written[-1] == word[-1] and (own[1:] == other or own == other[1:] or own[1:] == other[1:])


def _closest(examples: Iterable[str], phrase: Phrase) -> tuple[str, ...]:
    """Those with the fewest words the clause has not, the shortest first, with the clause's own values for theirs."""
    words = {token.low for token in phrase.tokens}
    turning = words & _TURNING
    fitting = [(example, filled) for example in dict.fromkeys(examples) if (filled := _filled(example, phrase))]
    candidates = [
        (len(own - words), len(filled), filled)
        for example, filled in fitting
        if (own := set(_VALUE.sub("", example).lower().split()) - ARTICLES) & _TURNING == turning
        and _of_its_intent(example, own - words)
        and filled.lower() != phrase.text.lower()
    ]
    least = min((foreign for foreign, _, _ in candidates), default=0)
    return tuple(filled for foreign, _, filled in sorted(candidates) if foreign == least)[:_MOST]


def _text_of(phrase: Phrase) -> tuple[str, ...]:
    """That the only text in quotes is shown, where nothing turns or narrows what is said of it."""
    quotes = phrase.quotes()
    figures = any(token.kind == "word" and any(map(str.isdigit, token.text)) for token in phrase.tokens)
    known = len(quotes) == 1 and phrase.only_quote is None and not phrase.has(_TURNING) and not figures
    return (f"{quotes[0].text} is shown",) if known else ()


def _examples(entries: Iterable[Verb]) -> list[str]:
    """Those of the verbs' forms that are said with one of their own words: several verbs may share a form."""
    firsts = [(entry, {word.split()[0] for word in entry.words}) for entry in entries]
    return [form.example for entry, own in firsts for form in entry.forms if form.example.split()[0].lower() in own]


def _of_its_intent(example: str, foreign: set[str]) -> bool:
    """Whether an example speaks of nothing that the clause does not speak of: its verb may be another one."""
    return foreign - {example.split()[0].lower()} <= _SAYING_NOTHING_NEW


_SAYING_NOTHING_NEW = PLACE_HEADS | word_set(
    "is are that shown displayed visible password as to into with contains has not be user text value , : and"
)


def _filled(example: str, phrase: Phrase) -> str | None:
    """An example with the clause's own values for its own; None where they are not as many of each kind."""
    text = phrase.text
    own = _values(text[:1].lower() + text[1:] if phrase.tokens[0].kind == "word" else text)
    if {kind: len(values) for kind, values in own.items()} != {
        kind: len(values) for kind, values in _values(example).items()
    }:
        return None
    return _VALUE.sub(lambda found: own[found.lastgroup or ""].pop(0), example)


def _values(text: str) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for found in _VALUE.finditer(text):
        values.setdefault(found.lastgroup or "", []).append(found[0])
    return values
