"""English to a plan: the one door of this room. Deterministic, no I/O: the same words give the same plan."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.steps import Step
from qa_appliance.english.clauses import read_sentence
from qa_appliance.english.forms import nearest
from qa_appliance.english.notes import notes_on
from qa_appliance.english.text import sentences


def plan_english(description: str) -> Plan:
    """The steps a description stands for; every clause is covered by a step or is a gap (decision 8)."""
    steps: list[Step] = []
    gaps: list[Gap] = []
    for sentence in sentences(description):
        for piece in read_sentence(sentence.phrase, sentence.role, not steps):
            if piece.reading is None:
                gaps.append(
                    Gap(
                        text=piece.phrase.text,
                        reason="No form reads this clause.",
                        nearest=nearest(piece.phrase),
                        start=piece.phrase.start,
                    )
                )
            else:
                steps += [
                    replace(step, sentence=piece.phrase.text, rule=piece.reading.rule) for step in piece.reading.steps
                ]
    return Plan(steps=tuple(steps), gaps=tuple(gaps), notes=notes_on(steps))
