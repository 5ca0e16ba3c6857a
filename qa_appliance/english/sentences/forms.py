"""All forms that are read, each with an example; the nearest ones to a clause that no form reads."""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.checks.predications import PREDICATIONS
from qa_appliance.english.sentences.heads import HEADS
from qa_appliance.english.sentences.leads import without_lead
from qa_appliance.english.verbs.registry import INDEX, VERBS, verbs_at
from qa_appliance.english.wording.rules import all_are_used
from qa_appliance.english.words.tokens import Phrase


class Example(NamedTuple):
    """A form's id and a sentence it reads."""

    form: str
    sentence: str


FORMS: tuple[Example, ...] = tuple(
    dict.fromkeys(
        [Example(form.id, form.example) for verb in VERBS for form in verb.forms]
        + [Example(said.id, said.example) for said in PREDICATIONS]
        + [Example(head.id, head.example) for head in HEADS]
    )
)
all_are_used()
_COMMON = ('click "Save"', 'enter "a@b.c" into Email', '"Welcome" is shown')
_MOST = 3
_INSTEAD: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("increase", "increment", "raise", "decrease", "decrement", "lower"), ('click "+" 2 times', "set Quantity to 3")
    ),
    **dict.fromkeys(("all", "every", "each"), ('for each row: click "Select"', "all checkboxes are checked")),
}
"""Words no form reads there, and what is written instead."""


def nearest(phrase: Phrase) -> tuple[str, ...]:
    """Up to three examples of the forms closest to a clause: by its verb, a misspelt verb, or its predicate."""
    rest = without_lead(phrase).phrase
    tokens = [token for token in rest.tokens if token.kind == "word"]
    instead = next((_INSTEAD[token.low] for token in tokens[:2] if token.low in _INSTEAD), None)
    if instead is not None:
        return instead
    if tokens:
        found = [form.example for _, entry in verbs_at(rest.tokens) for form in entry.forms]
        if not found:
            found = [form.example for word in _alike(tokens[0].low) for _, entry in INDEX[word] for form in entry.forms]
        if not found and any(token.low in STARTERS for token in tokens):
            found = [said.example for said in PREDICATIONS if said.verb == "be"]
        if found:
            return _closest(found, {token.low for token in tokens})
    return _COMMON


def _alike(written: str) -> list[str]:
    """The verb that may be meant by a misspelt word; only the few that begin or end alike are compared with it."""
    few = [
        word
        for word in INDEX
        if abs(len(word) - len(written)) <= _MISSPELT and (word[0] == written[0] or word[-1] == written[-1])
    ]
    return get_close_matches(written, few, n=1, cutoff=0.75)


_MISSPELT = 2  # letters too many or too few


def _closest(examples: list[str], words: set[str]) -> tuple[str, ...]:
    """The examples that share the most words with the clause, of equal ones the shortest."""

    def distance(example: str) -> tuple[int, int]:
        return -len(words.intersection(example.lower().split())), len(example)

    return tuple(sorted(dict.fromkeys(examples), key=distance))[:_MOST]
