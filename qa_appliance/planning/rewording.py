"""The words of a test in which a model planned clauses, put so that the grammar reads them to the same steps.

Verified by planning: what is offered is read whole, and to nothing but the steps it stands for. Never guesses a form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from qa_appliance.core.plan import Covered, Gap, Plan
from qa_appliance.core.steps import MASK, ForEach, Repeat, Step, When
from qa_appliance.english.writing.written import in_words, meaning
from qa_appliance.planning.secret_words import without_secrets

Read = Callable[[str], Plan]

_JOINTS = (". ", ", then ", " and ")


class Reworded(Struct, frozen=True):
    """A clause as it stands from `start` on in the words, in code points, and what says the same without a model."""

    text: str
    start: int
    instead: str


class Rewording(Struct, frozen=True):
    """`clauses` in the order of the words; `words`: the whole with all of them in their places."""

    words: str
    clauses: tuple[Reworded, ...] = ()


def reworded(words: str, walked: Plan, read: Read) -> Rewording:
    """The words a run was planned from, `walked` being its plan at the end. A clause of which no form is read to its
    steps alone stays as it is."""
    found = list[Reworded]()
    plan = read(words)
    for clause in sorted(walked.covered, key=lambda one: one.start, reverse=True):  # so that no other one moves
        gap = _gap_of(clause, plan)
        if gap is None or not clause.whole:
            continue
        steps = walked.steps[clause.at : clause.at + clause.count]
        for instead in forms(gap.text, _in_place(steps, gap)):
            whole = words[: gap.start] + instead + words[gap.start + len(gap.text) :]
            again = read(whole)
            if _is_so(again, plan, gap, steps):
                found.append(Reworded(gap.text, gap.start, instead))
                words, plan = whole, again
                break
    return Rewording(words, tuple(reversed(found)))


def forms(clause: str, steps: Sequence[Step]) -> list[str]:
    """How steps may be put in the place of a clause, the plainest first; none where a step has no sentence."""
    sentences = [in_words(step) for step in steps]
    if not sentences or not all(sentence and MASK not in sentence for sentence in sentences):
        return []
    texts = [sentence for sentence in sentences if sentence]
    if clause[:1].isupper():
        texts[0] = _upper(texts[0])
    return [joint.join([texts[0], *map(_upper if joint == ". " else str, texts[1:])]) for joint in _JOINTS]


def _in_place(steps: Sequence[Step], gap: Gap) -> Sequence[Step]:
    """What stands in the place of the clause: of what it stands under, what that holds."""
    return steps[0].steps if _is_kept(steps, gap) else steps  # type: ignore[union-attr]


def _is_kept(steps: Sequence[Step], gap: Gap) -> bool:
    """Whether the clause's steps stand in a condition or a repetition, which the words have already."""
    frame = steps[0] if len(steps) == 1 else None
    return bool(gap.under) and isinstance(frame, When | Repeat | ForEach) and frame.sentence == gap.under


def _gap_of(clause: Covered, plan: Plan) -> Gap | None:
    """Of the words as they are now, which may be others than those of the run."""
    for gap, shown in zip(plan.gaps, without_secrets(plan).gaps, strict=True):
        if gap.start == clause.start and clause.text in (gap.text, shown.text):
            return gap
    return None


def _is_so(again: Plan, plan: Plan, gap: Gap, steps: Sequence[Step]) -> bool:
    """Whether words are read to all that a plan has, with these steps for one of its gaps."""
    whole = [*plan.steps[: gap.at], *steps, *plan.steps[gap.at + _is_kept(steps, gap) :]]
    left = [one.text for one in plan.gaps if one != gap]
    return [one.text for one in again.gaps] == left and [*map(meaning, again.steps)] == [*map(meaning, whole)]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
