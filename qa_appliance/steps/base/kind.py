"""A kind of step as this room knows it: how it is done, and what a record shows of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from qa_appliance.core.steps import Step, Value
from qa_appliance.core.target import Target
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.base.words import describe

S = TypeVar("S", bound=Step)


def target_words(step: Step) -> str | None:
    target = getattr(step, "target", None)
    return describe(target) if isinstance(target, Target) else None


def secret_values(step: Step) -> Iterable[Value]:
    values = (getattr(step, name) for name in step.__struct_fields__)
    return [value for value in values if isinstance(value, Value) and value.secret]


@dataclass(frozen=True)
class Kind(Generic[S]):
    """`perform` raises Failed with a test's own failure.

    `target`: the words for what it is done to. `value`: what is typed, chosen or expected, secrets masked.
    `secrets`: what of it no record may show.
    """

    step: type[S]
    perform: Callable[[S, Stage, Doing], Awaitable[None]]
    target: Callable[[S], str | None] = target_words
    value: Callable[[S], str | None] = lambda step: None
    secrets: Callable[[S], Iterable[Value]] = secret_values


AnyKind = Kind[Any]
