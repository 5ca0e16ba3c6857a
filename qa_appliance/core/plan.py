"""A plan: the steps a description stands for, and what in it was not understood."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.core.steps import Step


class Gap(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """A clause no step covers (decision 8). `nearest`: example sentences of the closest forms that are read."""

    text: str
    reason: str
    nearest: tuple[str, ...] = ()
    start: int = 0  # where the clause begins in the description, in code points


class Plan(Struct, frozen=True, rename="camel"):
    """`notes` are about the test itself ("nothing is checked after the last action"), sentences for a tester."""

    steps: tuple[Step, ...] = ()
    gaps: tuple[Gap, ...] = ()
    notes: tuple[str, ...] = ()
    source: Literal["english", "model", "saved"] = "english"
