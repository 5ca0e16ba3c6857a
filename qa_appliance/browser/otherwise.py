"""What the page does not have as a step calls it: out of sight in a list, or there by another reading of the words."""

from __future__ import annotations

import asyncio
from typing import Protocol

from msgspec.structs import replace
from playwright.async_api import Page

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.descriptions import called, cannot_be_undone, sought
from qa_appliance.browser.find.kinds import tier
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.locate import Located, locate
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.rolls import rendered_in_part
from qa_appliance.browser.look.through import Through
from qa_appliance.core.evidence.failure import Failure
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


async def otherwise(stage: Searching, target: Target, purpose: Purpose, missing: Failed) -> tuple[Located, str]:
    """The element in place of what was not found, and a note how it was come by. Raises Failed, at the least that."""
    located = await _scrolled_to(stage, target, purpose)
    if located is not None:
        return located, "scrolled through the list to look for it"
    if (read := await _as_read_otherwise(stage, target, purpose, missing.failure)) is None:
        raise missing
    return read


async def rather(stage: Searching, target: Target, purpose: Purpose, located: Located) -> tuple[Located, str]:
    """What was found; where its words are only a part of a name, what another reading names exactly. Raises Failed.

    Raised too where something else is called by all of the words, the place among them: nothing tells which is meant.
    """
    if not _is_open(target, purpose):
        return located, ""
    if located.found.partly:
        partly = f"{located.found.partly[0].upper()}{located.found.partly[1:]}."
        unsure = Failure(kind="ambiguous", message=partly, expected=target.words)
        return await _as_read_otherwise(stage, target, purpose, unsure) or (located, "")
    whole = replace(target, readings=tuple(r for r in target.readings if target.within and not r.within))
    rivals = await asyncio.to_thread(_all_named, located.look, stage, whole, purpose) if whole.readings else []
    if any(node.index != located.node.index for node, _ in rivals):
        unsure = Failure(kind="ambiguous", message="", expected=target.words)
        raise Failed(_in_several_ways(unsure, located.look, [(located.node, target), *rivals]))
    return located, ""


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


async def _as_read_otherwise(
    stage: Searching, target: Target, purpose: Purpose, before: Failure
) -> tuple[Located, str] | None:
    """The one element that one of the readings names exactly; None where none does.

    Raises Failed, behind what there was to say before, where several are there, or where what is done could not be
    undone.
    """
    if not _is_open(target, purpose):
        return None
    look = await stage.looked()
    found = await asyncio.to_thread(_all_named, look, stage, target, purpose) if look is not None else []
    if look is None or not found:
        return None
    node, reading = found[0]
    if any(other is not reading for _, other in found):
        raise Failed(_in_several_ways(before, look, found))
    located = await locate(stage.page, stage.scoped(reading), purpose, _ONE_LOOK)  # says which, where it is several
    if cannot_be_undone(look, node):
        raise Failed(_not_undone(before, called(look, node), reading))
    if located.found.candidates > 1 and not reading.ordinal:
        return None
    return located, f"read as {reading.words}, since there is the {called(look, node)} and no {sought(target)}"


def _is_open(target: Target, purpose: Purpose) -> bool:
    """Whether its words may be read anew: never those of a check, nor where what was found before is healed."""
    return bool(target.readings) and purpose not in _OF_CHECKS and target.known is None


def _all_named(look: Look, stage: Searching, target: Target, purpose: Purpose) -> list[tuple[Node, Target]]:
    """What the readings name exactly, of those with the longest name: it leaves the least to be read into the words."""
    found: dict[int, tuple[Node, Target]] = {}
    for reading in target.readings:
        for node in _named_exactly(find(look, stage.scoped(reading), purpose), purpose):
            found.setdefault(node.index, (node, reading))
    longest = max((len(reading.name) for _, reading in found.values()), default=0)
    return [(node, reading) for node, reading in found.values() if len(reading.name) == longest]


def _named_exactly(answer: Match | Miss | Ambiguous, purpose: Purpose) -> list[Node]:
    """What the words are all of the name of, and what serves the deed: nobody clicks a heading."""
    if isinstance(answer, Miss) or answer.rung not in _EXACT or (isinstance(answer, Match) and answer.partly):
        return []
    nodes = [answer.node] if isinstance(answer, Match) else list(answer.nodes)
    return [node for node in nodes if tier(node, "any", purpose) in (0, 1)]


def _in_several_ways(before: Failure, look: Look, found: list[tuple[Node, Target]]) -> Failure:
    ways = [f"as {sought(reading)} it is the {called(look, node)}" for node, reading in found]
    message = f"{before.message} What is written may be read in {len(ways)} ways: {', '.join(ways)}. Say which."
    return replace(before, kind="ambiguous", message=message.strip())


def _not_undone(before: Failure, name: str, reading: Target) -> Failure:
    instead = f"Read as {reading.words} it is the {name}, which cannot be undone"
    return replace(before, message=f"{before.message} {instead}: call it what the page does, in quotes.")
