"""The sentences of a session's test, and what is told of those that are not kept. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import MASK, Step
from qa_appliance.studio.trying import unread


@dataclass(frozen=True)
class Kept:
    """A sentence of the test as it is, secrets and all."""

    number: int
    sentence: str
    others: tuple[str, ...] = ()
    checks: bool = False
    steps: tuple[Step, ...] = ()  # where it was read in its place in another test


def cleaned(value: object, clean: Callable[[str], str]) -> object:
    """Plain data with every text of it cleaned."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {name: cleaned(inner, clean) for name, inner in value.items()}
    return [cleaned(inner, clean) for inner in value] if isinstance(value, list | tuple) else value


def refused(text: str, plan: Plan) -> str:
    """Why a text is no sentence of a test; empty where it is one."""
    if MASK in text:
        return f"Write the password itself: {MASK} only stands for it."
    if plan.first_gap is not None:
        return unread(plan.first_gap)
    return "" if plan.steps else "There is no sentence yet."


def why_failed(failed: StepRecord) -> str:
    """What was there instead, and what to do."""
    failure = failed.failure
    return f"{failed.error or ''} {failure.advice if failure is not None else ''}".strip()
