"""The sentences of a session's test, and what is told of those that are not kept. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import MASK, Step
from qa_appliance.studio import messages as m
from qa_appliance.studio.trying import unread


@dataclass(frozen=True)
class Kept:
    """A sentence of the test as it is, secrets and all."""

    number: int
    sentence: str
    others: tuple[str, ...] = ()
    checks: bool = False
    steps: tuple[Step, ...] = ()  # where it was read in its place in another test


def masked(message: m.Tell, clean: Callable[[str], str]) -> m.Tell:
    """A message as it may be told."""
    plain: m.Tell = msgspec.convert(_cleaned(msgspec.to_builtins(message), clean), m.Tell)
    return _sayable(plain)


def _cleaned(value: object, clean: Callable[[str], str]) -> object:
    """Plain data with every text of it cleaned."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {name: _cleaned(inner, clean) for name, inner in value.items()}
    return [_cleaned(inner, clean) for inner in value] if isinstance(value, list | tuple) else value


def _sayable(message: m.Tell) -> m.Tell:
    """Of what is offered only what would be taken: no sentence that stands for a secret."""
    match message:
        case m.Proposed(checks=checks):
            return replace(message, checks=tuple(each for each in checks if MASK not in each))
        case m.Named(deeds=deeds):
            return replace(message, deeds=tuple(each for each in deeds if MASK not in each.sentence))
        case m.Offered(offers=offers):
            return replace(message, offers=tuple(each for each in offers if MASK not in each.sentence))
    return message


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
