"""The parts of a step: targets and texts within checks within steps. Changes them; knows no word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.checks import TextShown
from qa_appliance.core.steps import AddToCart, Step
from qa_appliance.core.target import Target

Whole = TypeVar("Whole")


def changed(whole: Whole, change: Callable[[object], object | None]) -> Whole:
    """The same with another in place of every part for which `change` answers one; what it answers is not gone into."""
    return cast(Whole, _changed(whole, change))


def _changed(part: object, change: Callable[[object], object | None]) -> object:
    if not isinstance(part, Struct | tuple):
        return part
    other = change(part)
    if other is not None:
        return other
    if isinstance(part, tuple):
        return tuple(_changed(item, change) for item in part)
    old = {name: getattr(part, name) for name in part.__struct_fields__}
    new = {name: made for name in old if (made := _changed(old[name], change)) is not old[name] and made != old[name]}
    return replace(part, **new) if new else part


def from_the_end(part: object) -> Iterator[object]:
    """The part and all structs and tuples within it, the last first."""
    yield part
    if isinstance(part, Struct):
        part = tuple(getattr(part, name) for name in part.__struct_fields__)
    if isinstance(part, tuple):
        for item in reversed(part):
            if isinstance(item, (Struct, tuple)):
                yield from from_the_end(item)


def last_named(step: Step) -> Target | None:
    """The element named last in a step: what "it" in the next one stands for."""
    return next((target for part in from_the_end(step) if (target := _named_by(part)) is not None), None)


def _named_by(part: object) -> Target | None:
    if isinstance(part, Target):
        return part
    name = part.text if isinstance(part, TextShown) else part.item if isinstance(part, AddToCart) else None
    return None if name is None else Target(words=name, name=name, quoted=True)
