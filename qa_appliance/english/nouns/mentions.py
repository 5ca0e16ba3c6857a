"""What was just spoken of, said by its kind or as the owner: "the same field", "that row", "its checkbox".

Decides by the steps done before; reads no words but these.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qa_appliance.core.steps import Assert, Step
from qa_appliance.core.target import Kind, Relation, Target
from qa_appliance.english.nouns.parts import changed, from_the_end, last_named
from qa_appliance.english.nouns.phrase import relation_inside
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set

POINTING = word_set("that this same")
_OWNING = word_set("its")
_HOLDING: frozenset[Kind] = frozenset({"row", "item", "dialog", "section", "form", "table", "list", "menu", "alert"})


def of_what_was_named(step: Step, done: Sequence[Step]) -> Step | None:
    """The step with what it points at in place of the words that do; None where "the same …" is none of those."""
    words = {*step.sentence.lower().split()}
    if _OWNING & words and done and (owner := _owner(done[-1])) is not None:
        owned = owner
        step = changed(step, lambda part: _owned(part, owned))
    return pointed_at(step, done) if POINTING & words else step


def pointed_at(step: Step, done: Sequence[Step]) -> Step | None:
    """The step with what was named last in place of "that row", "the same row"."""
    found = changed(step, lambda part: _pointed(part, done))
    unclear = any(_points(part) == "same" for part in from_the_end(found))
    return None if unclear else found


def _owner(before: Step) -> tuple[Relation, ...] | None:
    """Where "its" belongs: what a check or a step that stays on the page was about. A click may have led elsewhere."""
    owner = last_named(before) if isinstance(before, Assert) or before.traits.stays else None
    if owner is None:
        return None
    if owner.kind in _HOLDING:
        return relation_inside(owner)
    return (Relation(place="row", target=owner),) if owner.kind == "any" and owner.quoted else None


def _owned(part: object, owner: tuple[Relation, ...]) -> Target | None:
    if not isinstance(part, Target):
        return None
    own = part.words.lower().split()[:1] == ["its"]
    return replace(part, within=(*part.within, *owner)) if own else None


def _points(part: object) -> str:
    """ "same", "that" or "this", where a target is nothing but that and its kind."""
    if not isinstance(part, Target) or part.quoted or part.kind in ("any", "page") or part.ordinal:
        return ""
    words = [word for word in part.words.lower().split() if word != "the"]
    first = words[0] if words else ""
    return first if first in POINTING and part.name in ("", "same") else ""


def _pointed(part: object, done: Sequence[Step]) -> Target | None:
    if not isinstance(part, Target) or not _points(part):
        return None
    for step in reversed(done):
        for other in from_the_end(step):
            if isinstance(other, Target) and other.kind == part.kind and (other.name or other.ordinal):
                return replace(other, words=f"{part.words}, {other.words}")
    return None


AGAIN = "again"  # done to what it was done to before, whatever was looked at between
_PRONOUN_WORDS = frozenset({"it", "it's", "them", "this", "those", "these", "same", "one"})


def mentioned(phrase: Phrase) -> bool:
    """Whether a pronoun may be among the words; a "that" stands for something only at the end."""
    last = phrase.tokens[-1].low
    return last in _ENDING or (last == AGAIN and len(phrase) <= _CLICK_ONCE_AGAIN) or phrase.has(_PRONOUN_WORDS)


_ENDING, _CLICK_ONCE_AGAIN = frozenset({"that", "first", "second", "third", "last"}), 3  # words
