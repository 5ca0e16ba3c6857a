"""Statements behind the place they are true of: "in the row of Ann the status is Active". Heads read the place."""

from __future__ import annotations

from collections.abc import Iterator

from qa_appliance.core.target import Relation, Target
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.checks.read import read_check
from qa_appliance.english.nouns.phrase import relation_inside
from qa_appliance.english.words.lexicon import ARTICLES, PLACE_HEADS
from qa_appliance.english.words.tokens import Phrase

_BEGINNING = ARTICLES | {"there"}
_LONGEST_NAME = 3  # words


def statements_behind(phrase: Phrase) -> Iterator[int]:
    """Where what stands behind may be a statement of its own: at an article, or "there is"."""
    if not phrase.has(STARTERS):
        return
    tokens = phrase.tokens
    for at in range(2, len(tokens) - 2):
        begins = tokens[at].low in _BEGINNING and tokens[at - 1].low not in PLACE_HEADS
        if begins and read_check(phrase[at:]) is not None:
            yield at


def row_called(who: Phrase) -> tuple[Relation, ...]:
    """The row of what is only named ("for “Ann”", "for Sven Olsen"); none where more is said."""
    plain = len(who) <= _LONGEST_NAME and all(t.text.isalpha() and t.text.istitle() for t in who.tokens)
    name = who.only_quote or (who.text if plain else "")
    return (Relation(place="row", target=Target(words=name, name=name)),) if name else ()


def scope_of(target: Target) -> tuple[Relation, ...] | None:
    """A place that can hold other elements; a page cannot."""
    if target.kind in ("page", "button", "link", "field", "text") or (target.kind == "any" and not target.quoted):
        return None
    return relation_inside(target)
