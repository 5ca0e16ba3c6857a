"""Subjects joined by "and" of which the same is said. Never what is said of them."""

from __future__ import annotations

from qa_appliance.english.checks.groups import joined_names, under_one_noun
from qa_appliance.english.checks.subjects import Subject, read_subject
from qa_appliance.english.wording.slots import READERS
from qa_appliance.language.tokens import Phrase


def joined_subjects(phrase: Phrase) -> tuple[Subject, ...]:
    """One subject, or several joined by "and" of which the same is said; none where one of them is not read."""
    joined = phrase.tokens[0].low == "both"
    several = phrase[1:] if joined and len(phrase) > 1 else phrase
    if (parts := under_one_noun(several) or joined_names(several)) is not None:
        return _each(parts)
    subjects = _each(READERS["listed"](several) or ()) if phrase.has(_JOINING) else ()
    if subjects and (joined or len(phrase.quotes()) > 1 or all(map(_of_a_kind, subjects))):
        return subjects
    return _each((phrase,))


_JOINING = frozenset({",", "and", "&"})


def _of_a_kind(subject: Subject) -> bool:
    """ "the logo", "the Terms link", "“Save”": a thing by itself; of "Terms and conditions" neither word is one."""
    return subject.target is not None and (subject.target.kind != "any" or subject.target.quoted)


def _each(parts: tuple[Phrase, ...]) -> tuple[Subject, ...]:
    subjects = tuple(subject for part in parts if (subject := read_subject(part)) is not None)
    return subjects if len(subjects) == len(parts) else ()
