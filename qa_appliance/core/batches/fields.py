"""The fields a test types into, and what is typed into one of them instead. Pure."""

from __future__ import annotations

import msgspec

from qa_appliance.core.batches.variants import Drawing, Typed
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Fill, Step, Value


def fields_of(plan: Plan) -> list[str]:
    """The names of the fields a test types into, each once, in its order."""
    return list(dict.fromkeys(name for step in plan.steps if (name := _field(step))))


def typed_into(plan: Plan, field: str) -> str:
    """What the test itself types into that field."""
    return next((step.value.text for step in plan.steps if isinstance(step, Fill) and _field(step) == field), "")


def typed_instead(plan: Plan, typed: Typed) -> Plan:
    """The plan with that text wherever it types into that field."""
    steps = tuple(_typing(step, typed) for step in plan.steps)
    return msgspec.structs.replace(plan, steps=steps)


def _typing(step: Step, typed: Typed) -> Step:
    if isinstance(step, Fill) and (_field(step) or "").casefold() == typed.field.casefold():
        drawing = None
        if typed.seed is not None:
            drawing = Drawing(typed.seed, typed.nth, like="" if step.value.secret else step.value.text)
        return msgspec.structs.replace(step, value=Value(typed.text, literal=True, drawing=drawing))
    return step


def _field(step: Step) -> str | None:
    if isinstance(step, Fill) and step.target is not None and not step.append:
        return step.target.name or step.target.words
    return None
