"""What one run of a batch does otherwise than the test as it is written."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Fill, Step, Value

FanKind = Literal["flaky", "viewport_pair", "role_probe", "fuzz"]
"""The same test again and again; in windows of several sizes; by several people; with many inputs in one field."""

BatchKind = Literal[FanKind, "suite"]
"""One test as several runs; or the tests of a suite."""


class Typed(Struct, frozen=True, rename="camel"):
    """What is typed into a field instead of what the test says; braces in it are no placeholders."""

    field: str
    text: str


class Variant(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """`label` tells the runs of a batch apart: "attempt 2", "phone", "editor", "emoji".

    `signs_in`: how many of its first steps are not the test's, but those by which a role signs in.
    """

    label: str
    typed: Typed | None = None
    signs_in: int = 0


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
        return msgspec.structs.replace(step, value=Value(typed.text, literal=True))
    return step


def _field(step: Step) -> str | None:
    if isinstance(step, Fill) and step.target is not None and not step.append:
        return step.target.name or step.target.words
    return None
