"""What the page does not have as a step calls it: out of sight in a list, or there by another reading of the words."""

from __future__ import annotations

import asyncio
from typing import Protocol

from playwright.async_api import Page

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.descriptions import cannot_be_undone
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.locate import Located, locate
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.rolls import rendered_in_part
from qa_appliance.browser.look.through import Through
from qa_appliance.core.target import Target
from qa_appliance.core.traits import Purpose

ONE_TRY = 2.5  # seconds one attempt may take before what it is about is looked for anew
_ONE_LOOK = 0.0  # the page had all the time there is while it was looked for as it was read first
_OF_CHECKS: frozenset[Purpose] = frozenset({"text", "state"})
_EXACT = (*EQUAL, "kind")


class Searching(Protocol):
    """Where a step looks for things."""

    @property
    def page(self) -> Page: ...
    def scoped(self, target: Target) -> Target: ...
    def through(self, look: Look, box: Node) -> Through: ...
    async def looked(self) -> Look | None: ...


async def otherwise(stage: Searching, target: Target, purpose: Purpose) -> tuple[Located, str] | None:
    """The element, and a note how it was come by. Raises Failed."""
    located = await _scrolled_to(stage, target, purpose)
    if located is not None:
        return located, "scrolled through the list to look for it"
    if purpose in _OF_CHECKS or target.known is not None:  # what was found before is healed, never read anew
        return None
    return await _as_read_otherwise(stage, target, purpose)


async def _scrolled_to(stage: Searching, target: Target, purpose: Purpose) -> Located | None:
    """What stands in a list of which the page renders only what is in sight. Raises Failed."""
    look = await stage.looked() if not target.ordinal else None
    part = await asyncio.to_thread(rendered_in_part, look, None) if look else None
    if not (look and part and part.box):
        return None
    async for seen, _ in (through := stage.through(look, part.box)).looks():
        answer = await asyncio.to_thread(find, seen, stage.scoped(target), purpose)
        if isinstance(answer, Match) and answer.rung in _EXACT:
            return await locate(stage.page, stage.scoped(target), purpose, ONE_TRY)
    await through.put_back()
    return None


async def _as_read_otherwise(stage: Searching, target: Target, purpose: Purpose) -> tuple[Located, str] | None:
    """The one element that one of the readings names exactly.

    None where several are there, where it is named only in part, or where what is done could not be undone.
    """
    found: dict[int, tuple[Located, Target]] = {}
    for reading in target.readings:
        try:
            located = await locate(stage.page, stage.scoped(reading), purpose, _ONE_LOOK)
        except Failed as failed:
            if failed.failure.kind == "ambiguous":
                return None
            continue
        found.setdefault(located.node.index, (located, reading))
    if len(found) != 1:
        return None
    ((located, reading),) = found.values()
    exact = located.found.rung in _EXACT and located.found.candidates == 1 and not located.found.partly
    if not exact or cannot_be_undone(located.look, located.node):
        return None
    return located, f"read as {reading.words}, since there is {located.called} and nothing that is {target.words}"
