"""What keeps a phrase from being taken into the phrasebook, each fault a sentence. Stores nothing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.steps import Step
from qa_appliance.english.compile import plan_english
from qa_appliance.english.reference.explained import does
from qa_appliance.english.sentences.phrasebook import BLANK, blank, blanks_of
from qa_appliance.language.tokens import tokenize

_SAMPLES = ("{name}", "3", '"Sample"')
_MOST_BLANKS_MIXED = 3  # with more blanks each sample is tried for all of them at once


class Fault(NamedTuple):
    """`path` leads to the wrong value: ("pattern",) or ("sentences", 2)."""

    path: tuple[str | int, ...]
    message: str


def normal(pattern: str) -> str:
    """Two patterns with the same normal form read the same sentences."""
    return " ".join("{}" if blank(token) else token.low or token.value for token in tokenize(pattern))


def faults(own: OwnPhrase, others: Sequence[OwnPhrase]) -> list[Fault]:
    """Everything wrong with a phrase among the others of its organization."""
    wrong = _of_pattern(own.pattern) or _already_read(own.pattern)
    if wrong:
        return [Fault(("pattern",), message) for message in wrong]
    text = "\n".join(own.sentences)
    unused = [name for name in blanks_of(own.pattern) if f"{{{name}}}" not in text]
    found = [Fault(("pattern",), f"{{{name}}} stands in none of the sentences.") for name in unused]
    return found + _of_sentences(own, others)


def plan_of(own: OwnPhrase, others: Sequence[OwnPhrase]) -> Plan:
    """What the sentences stand for, with samples in the blanks where these alone are not read."""
    return _plan(own, [*others, own])[0]


def used_by(own: OwnPhrase, others: Iterable[OwnPhrase]) -> list[OwnPhrase]:
    """The other phrases whose sentences use this one."""
    several = list(others)
    book = [*several, own]
    return [other for other in several if own.id in _ids(_plan(other, book)[0].steps)]


def _of_pattern(pattern: str) -> list[str]:
    tokens = tokenize(pattern)
    if not tokens or tokens[0].kind != "word" or blank(tokens[0]):
        return ["The pattern has to begin with a word of its own, as in: sign in as {who}."]
    blanks = [blank(token) for token in tokens]
    reasons = [
        f"“{token.text}” is no blank: write one as a word of its own, as {{who}}."
        for token, name in zip(tokens, blanks, strict=True)
        if ("{" in token.text or "}" in token.text) and name is None
    ]
    reasons += [
        f"Between {{{one}}} and {{{other}}} a word has to stand, to tell where one ends."
        for one, other in itertools.pairwise(blanks)
        if one and other
    ]
    names = blanks_of(pattern)
    reasons += [f"{{{name}}} stands twice in the pattern." for name in dict.fromkeys(names) if names.count(name) > 1]
    return reasons


def _already_read(pattern: str) -> list[str]:
    for filled in _samples(pattern, pattern):
        plan = plan_english(filled, accounts=())
        if plan.steps and not plan.gaps:
            meaning = " ".join(dict.fromkeys(does(step) for step in plan.steps))
            return [f"“{pattern}” is understood without a phrase ({meaning}) Choose words of your own."]
    return []


def _of_sentences(own: OwnPhrase, others: Sequence[OwnPhrase]) -> list[Fault]:
    plan, text = _plan(own, [*others, own])
    found = []
    for gap in plan.gaps:
        index = min(text.count("\n", 0, gap.start), len(own.sentences) - 1)
        found.append(Fault(("sentences", index), _reason_of(gap)))
    if not found and not plan.steps:
        found.append(Fault(("sentences",), "Nothing in the sentences is a step."))
    return found


def _reason_of(gap: Gap) -> str:
    nearest = f" Would be understood: {' · '.join(gap.nearest)}." if gap.nearest else ""
    return f"“{gap.text}”: {gap.reason}{nearest}"


def _plan(own: OwnPhrase, book: Iterable[OwnPhrase]) -> tuple[Plan, str]:
    """The sentences read with samples in the blanks: of all samples those that leave the least unread."""
    known = tuple(book)
    best: tuple[Plan, str] | None = None
    for text in _samples("\n".join(sentence.replace("\n", " ") for sentence in own.sentences), own.pattern):
        plan = plan_english(text, known, inside=own.id)
        if best is None or len(plan.gaps) < len(best[0].gaps):
            best = plan, text
        if not plan.gaps:
            break
    assert best is not None
    return best


def _samples(text: str, pattern: str) -> Iterable[str]:
    names = list(dict.fromkeys(blanks_of(pattern)))
    if len(names) > _MOST_BLANKS_MIXED:
        choices: Iterable[tuple[str, ...]] = ((sample,) * len(names) for sample in _SAMPLES)
    else:
        choices = itertools.product(_SAMPLES, repeat=len(names))
    for choice in choices:
        values = dict(zip(names, choice, strict=True))
        yield BLANK.sub(lambda found: _sample(values, found), text)  # noqa: B023 - used at once


def _sample(values: dict[str, str], found: re.Match[str]) -> str:
    value = values.get(found[1], found[0])
    return found[0] if value == "{name}" else value


def _ids(steps: Iterable[Step]) -> set[str]:
    found: set[str] = set()
    for step in steps:
        found.update(step.phrase_ids)
        found |= _ids(getattr(step, "steps", ()))
    return found
