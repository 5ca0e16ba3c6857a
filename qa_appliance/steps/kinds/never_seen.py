"""What a denial denies, or where, that no look of the run has shown: then it tells nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from qa_appliance.browser.find.search import gather
from qa_appliance.browser.look.node import Look
from qa_appliance.core import checks as c
from qa_appliance.core.target import Kind, Place, Target
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.loading import speaks_of_loading

Ask = Callable[[c.PageCheck, Look], Answer]
"""Asks a check of one look."""

_DESCRIBED: frozenset[Kind] = frozenset({"any", "text", "section"})
_HOLDING: frozenset[Place] = frozenset({"inside", "section", "row", "dialog"})


async def never_seen(check: c.Check, stage: Stage, ask: Ask) -> str:
    """Why a denial tells nothing; "" of one that does, and of every other check."""
    return await _never_called(check, stage, ask) or await never_there(check, stage)


async def _never_called(check: c.Check, stage: Stage, ask: Ask) -> str:
    """Of a description nobody knows whether anything is called so: unlike a name in quotes, one that is written as a
    name, and what is of a sort that is told by its role.
    """
    if not isinstance(check, c.ElementIs) or not check.negated or check.state not in ("visible", "exists"):
        return ""
    if check.closes or speaks_of_loading(check):
        return ""  # the one has to have been there right before the step, the other comes and goes by itself
    target = check.target
    if target.quoted or not target.name or target.name != target.name.lower() or target.kind not in _DESCRIBED:
        return ""
    shown = replace(check, negated=False, closes=False)
    looks = _looks(stage)
    seen = await asyncio.to_thread(lambda: any(ask(shown, look).holds for look in looks))
    return "" if seen else _NEVER_CALLED.format(words=target.words)


async def never_there(check: c.Check, stage: Stage) -> str:
    """Of what is said not to be in a place: that there was no such place. One that was there may be gone by now."""
    if not c.denies(check):
        return ""
    looks = _looks(stage)
    for place in _places(check):
        if not await asyncio.to_thread(_was_there, place, looks):
            return _NEVER_THERE.format(name=place.name)
    return ""


def _places(check: c.Check) -> Iterator[Target]:
    """Those that are called something: where nothing is named, the page's own is meant."""
    target, scope = getattr(check, "target", None), getattr(check, "scope", None)
    if isinstance(target, Target):
        yield from (of.target for of in target.within if of.place in _HOLDING and of.target.quoted)
    if isinstance(scope, Target) and scope.quoted:
        yield scope


def _was_there(place: Target, looks: list[Look]) -> bool:
    return any(gather(look, replace(place, ordinal=0), "text", place=True).nodes for look in looks)


def _looks(stage: Stage) -> list[Look]:
    """The newest first."""
    return [*stage.looks, *stage.seen.looks()][::-1]


_NEVER_CALLED = (
    "Nothing called “{words}” was seen in this run, so that it is not shown tells nothing. Write in quotes what it is "
    "called or what stands in it, or check first that it is shown where it has to be."
)
_NEVER_THERE = (
    "“{name}” was not there at any time in this run, so that something is not in it tells nothing. "
    "Say where to look by what is there, or open it first."
)
