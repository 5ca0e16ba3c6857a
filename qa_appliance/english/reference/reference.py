"""The phrase reference that users read, made from the grammar's own data: a form can neither be missing nor stale."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.english.checks.requests import SAYINGS
from qa_appliance.english.compile import plan_english
from qa_appliance.english.reference.explained import does
from qa_appliance.english.sentences.heads import HEADS, Head
from qa_appliance.english.sentences.tails import TAILS
from qa_appliance.english.statements.predications import PREDICATIONS
from qa_appliance.english.statements.rows import Predication
from qa_appliance.english.verbs.registry import FAMILIES
from qa_appliance.english.wording.forms import Form, Verb
from qa_appliance.english.wording.frames import Wording
from qa_appliance.english.words.inflections import inflections

_CHECK_FAMILY = "check"
_THIRD_PERSON = {"be": "is", "have": "has", "able": "can be"}


class _Entry(NamedTuple):
    """What one form of the grammar brings to the page."""

    example: str
    form: str
    wordings: list[str]


class FormShown(Struct, frozen=True):
    """`form` is the wording to follow, blanks in braces, what may be left out in brackets; `example` is read by it.

    `wordings` are all the ways to say it, with every verb that may be used.
    """

    form: str
    example: str
    does: str
    wordings: tuple[str, ...]


class FamilyShown(Struct, frozen=True):
    name: str
    title: str
    forms: tuple[FormShown, ...]


def families() -> tuple[FamilyShown, ...]:
    """Every form that is read, by family, in the order of the grammar; wordings with one example are one form."""
    seen: set[str] = set()
    shown = []
    for family in FAMILIES:
        entries = [_of_verb(form, verb) for verb in family.verbs for form in verb.forms]
        if family.name == _CHECK_FAMILY:
            entries += [_of_predication(predication) for predication in PREDICATIONS]
            entries += [_Entry(example, line, [line]) for example, line in SAYINGS]
        shown.append(FamilyShown(family.name, family.title, _forms(entries, seen)))
    structure = [_of_head(head) for head in HEADS] + [_Entry(tail.example, tail.line, [tail.line]) for tail in TAILS]
    return (*shown, FamilyShown("structure", "Conditions, repetition and scopes", _forms(structure, seen)))


def _forms(entries: list[_Entry], seen: set[str]) -> tuple[FormShown, ...]:
    forms: dict[str, FormShown] = {}
    for example, form, lines in entries:
        before = forms.get(example)
        if before is not None:
            forms[example] = replace(before, wordings=tuple(dict.fromkeys((*before.wordings, *lines))))
        elif example not in seen:
            forms[example] = FormShown(form, example, _does(example), tuple(lines))
    seen.update(forms)
    return tuple(forms.values())


def _of_head(head: Head) -> _Entry:
    lines = [f"{line}, {{steps}}" for line in _lines(head.wordings)]
    return _Entry(head.example, lines[0], lines)


def _of_verb(form: Form, verb: Verb) -> _Entry:
    shown = _verb_of(form.example, verb)
    verbs = "/".join(dict.fromkeys((shown, *verb.words)))
    lines = _lines(form.wordings)
    return _Entry(form.example, f"{shown} {lines[0]}".strip(), [f"{verbs} {line}".strip() for line in lines])


def _verb_of(example: str, verb: Verb) -> str:
    lowered = example.lower()
    fitting = [word for word in verb.words if any(lowered.startswith(f"{w} ") for w in _forms_of(word))]
    return max(fitting, key=len, default=verb.words[0])


def _forms_of(words: str) -> tuple[str, ...]:
    first, _, rest = words.partition(" ")
    return tuple(f"{form} {rest}".strip() for form in inflections(first))


def _of_predication(predication: Predication) -> _Entry:
    verb = _THIRD_PERSON.get(predication.verb) or inflections(predication.verb)[1]
    subject = "{who}" if predication.verb in ("see", "arrive") else "{what}"
    lines = [f"{subject} {verb} {line}".strip() for line in _lines(predication.wordings) or [""]]
    return _Entry(predication.example, lines[0], lines)


def _does(example: str) -> str:
    before = 'click "Thing" and ' if " it" in f" {example}" else ""
    steps = plan_english(before + example).steps
    return " ".join(dict.fromkeys(does(step) for step in (steps[1:] if before and len(steps) > 1 else steps)))


def _lines(wordings: tuple[Wording, ...]) -> list[str]:
    return [wording.line for wording in wordings]
