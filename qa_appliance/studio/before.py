"""A run's test as the lines of a session that stands just before one of its steps. Pure."""

from __future__ import annotations

from qa_appliance.core.plan import Plan
from qa_appliance.english.compile import plan_english
from qa_appliance.studio.means import Prepared


def prepared(plan: Plan, at: int) -> tuple[tuple[Prepared, ...], tuple[Prepared, ...]]:
    """What is done before the step at that index, and what is left: the clause it belongs to, and those behind it.

    Several steps of one clause are one line. What was not understood is left as its words.
    """
    done: list[Prepared] = []
    left: list[Prepared] = []
    first = 0
    while first < len(plan.steps):
        steps = plan.steps[first : first + _length(plan, first)]
        first += len(steps)
        (done if first <= at and not left else left).append(Prepared(steps[0].sentence, steps))
    left += [Prepared(gap.text) for gap in plan.gaps]
    return tuple(done), tuple(left)


def _length(plan: Plan, first: int) -> int:
    """How many steps from that one on come of its sentence."""
    sentence = plan.steps[first].sentence
    same = next((n for n, step in enumerate(plan.steps[first:]) if step.sentence != sentence), len(plan.steps) - first)
    alone = len(plan_english(sentence).steps) if same > 1 else 1
    return alone if 1 <= alone <= same else 1
