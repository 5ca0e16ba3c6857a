"""The fields a test types into or chooses in, and what one of them is given instead. Pure."""

from __future__ import annotations

import msgspec

from qa_appliance.core.batches.variants import Drawing, Typed
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Choose, Fill, Step, Value
from qa_appliance.core.target import Target


def fields_of(plan: Plan) -> list[str]:
    """Their names, each once, in the test's order."""
    return list(dict.fromkeys(name for step in plan.steps if (name := _field(step))))


def typed_into(plan: Plan, field: str) -> str:
    """What the test itself types or chooses there."""
    return next((_given(step).text for step in plan.steps if _field(step) == field), "")


def typed_instead(plan: Plan, typed: Typed) -> Plan:
    """The plan with that text wherever it types into that field, or chooses in it."""
    steps = tuple(_typing(step, typed) for step in plan.steps)
    return msgspec.structs.replace(plan, steps=steps)


def _typing(step: Step, typed: Typed) -> Step:
    if (_field(step) or "").casefold() != typed.field.casefold():
        return step
    given, drawing = _given(step), None
    if typed.seed is not None:
        drawing = Drawing(typed.seed, typed.nth, like="" if given.secret else given.text)
    value = Value(typed.text, literal=True, drawing=drawing)
    if isinstance(step, Fill):
        return msgspec.structs.replace(step, value=value)
    return Fill(target=_place(step), value=value, sentence=step.sentence, source=step.source)


def _field(step: Step) -> str | None:
    place = _place(step)
    return None if place is None else place.name or place.words


def _place(step: Step) -> Target | None:
    """Where it types, or chooses one of what is there by its words."""
    if isinstance(step, Fill):
        return None if step.append else step.target
    if isinstance(step, Choose) and len(step.options) == 1 and not step.pattern:
        return step.target
    return None


def _given(step: Step) -> Value:
    if isinstance(step, Fill):
        return step.value
    return Value(step.options[0] if isinstance(step, Choose) else "")
