"""Checks that held are watched on, until the next deed: what turns by itself did not last.

An observer in the page tells whether anything has changed since the look by which a check held; only then is there
another look, and the check asked again. Nothing is waited for: between two steps there is one question to the page, at
the end of a run the watch lasts as long as evidence is taken anyway, and where the page has set a timer until that has
come, `END_SECONDS` at most. Which checks are watched is said in core/lasting.py.
"""

from __future__ import annotations

import asyncio
import time

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently, wants_colours
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.look.take import Replaced, changed_since
from qa_appliance.core import checks as c
from qa_appliance.core.classify import is_sign_in
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.lasting import Held, Place
from qa_appliance.core.target import Target
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.silence import last_deed
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.in_place import gone_back
from qa_appliance.steps.checks.network.request_checks import requests_so_far
from qa_appliance.steps.checks.page_checks import ask_page
from qa_appliance.steps.checks.run_checks import events_so_far
from qa_appliance.steps.kinds.checking import ask_with_look
from qa_appliance.steps.signals import refused_by_site

END_SECONDS = 2.0
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_SURE = 1.2  # seconds a check that no longer holds is given to hold again: pages draw their lists anew


class Turned(Struct, frozen=True):
    """A check that held and no longer does; `index` is that of its step."""

    index: int
    failure: Failure


async def turned(stage: Stage) -> list[Turned]:
    """Which of the checks that held no longer do; they are not asked again. Raises nothing of the page's."""
    found = _come_since(stage)
    return found + await _of_the_page(stage) if stage.watching else found


def _come_since(stage: Stage) -> list[Turned]:
    """The console errors and requests that came after a check that there are none."""
    found: list[Turned] = []
    for held in tuple(stage.held):
        answer = _so_far(held.check, stage)
        if answer is not None and not answer.holds:
            stage.held.remove(held)
            found.append(Turned(held.index, _failure(held, answer, None)))
    return found


def _so_far(check: c.Check, stage: Stage) -> Answer | None:
    if isinstance(check, c.Requested):
        return requests_so_far(check, stage)
    return events_so_far(check, stage) if isinstance(check, c.NoEvents) else None


async def _of_the_page(stage: Stage) -> list[Turned]:
    try:
        age = await changed_since(stage.page)
    except Replaced:
        return _elsewhere(stage)
    moved = stage.page.url != stage.held[0].address
    if age is None and not moved:
        return []
    if moved:
        _only_addresses(stage)
    try:
        return await _asked_again(stage, time.monotonic() - (age or 0.0))
    except Failed:  # the page is gone: the next step says so
        stage.held.clear()
        return []


async def _asked_again(stage: Stage, changed: float) -> list[Turned]:
    coloured = next((t for h in stage.held if (t := _target_of(h.check)) and wants_colours(t)), None)
    look = await look_patiently(stage.page, coloured, time.monotonic() + _SURE, watch="anew")
    if look is None:
        return []
    found: list[Turned] = []
    for held in tuple(stage.held):
        before = await _seen_otherwise(held, look, stage)
        if before is None:
            continue
        answer, after = await ask_with_look(held.check, stage, stage.waiting(_SURE, early=False), watch=True)
        if answer.holds or not _counts(held.check, answer):
            continue
        if after is not None and held.place is not None:
            answer = replace(answer, seen=await _instead(held.place, after, stage))
        stage.held.remove(held)
        if answer.seen == before.seen or c.denies(held.check):  # else it runs on, as a clock does
            found.append(Turned(held.index, _failure(held, answer, changed)))
    return found


async def _seen_otherwise(held: Held, look: Look, stage: Stage) -> Answer | None:
    """The answer by which it no longer holds; None of what is gone without anything having come in its place."""
    answer = await asyncio.to_thread(_other, held.check, look)
    if answer is None or held.place is None:
        return answer
    instead = await _instead(held.place, look, stage)
    return replace(answer, seen=instead) if instead else None


async def _instead(place: Place, look: Look, stage: Stage) -> str:
    deed = last_deed(stage.steps, stage.index)
    failed = [event for event in refused_by_site(stage) if (event.step_index or 0) >= deed]
    refused = any(event.method not in _READING for event in failed)
    return await asyncio.to_thread(gone_back, place, look, refused=refused)


def _other(check: c.Check, look: Look) -> Answer | None:
    """The answer by which it no longer holds."""
    answer = ask_page(check, look) if isinstance(check, c.PageCheck) else None
    return answer if answer is not None and not answer.holds and _counts(check, answer) else None


def _counts(check: c.Check, answer: Answer) -> bool:
    """A text whose place is gone or empty has not turned: what showed it was a message, or the page is drawn anew."""
    if c.denies(check) or isinstance(check, c.TextShown | c.ElementIs | c.ValueIs | c.CountIs | c.AddressIs):
        return answer.kind in ("assertion", "not_found")
    return answer.kind == "assertion" and bool(answer.seen)


def _elsewhere(stage: Stage) -> list[Turned]:
    """Another document came by itself: the watch is over, but for an address that turned into the sign-in page."""
    address = stage.page.url
    lost = [h for h in stage.held if isinstance(h.check, c.AddressIs) and not h.check.negated]
    stage.held.clear()
    if not is_sign_in(address):
        return []
    return [
        Turned(h.index, _failure(h, Answer(False, f"The page went to {address}.", h.check.value, address), None))
        for h in lost
        if isinstance(h.check, c.AddressIs) and not is_sign_in(h.address)
    ]


def _only_addresses(stage: Stage) -> None:
    """The page went on by itself, within its document: what was checked of it was another view."""
    stage.held[:] = [held for held in stage.held if isinstance(held.check, c.AddressIs)]


def _failure(held: Held, answer: Answer, changed: float | None) -> Failure:
    when = f" {max(0.0, (changed or time.monotonic()) - held.at):.1f} s later"
    message = f"It held at first, and turned by itself{when}. {answer.message}"
    failure = Failure("assertion", message, expected=answer.expected, seen=answer.seen, cause="turned")
    if held.inner is None:
        return failure
    held.inner.result, held.inner.failure, held.inner.error = "failed", failure, message
    return replace(failure, message=f"“{held.inner.sentence}”: {message}")


def _target_of(check: c.Check) -> Target | None:
    target = getattr(check, "target", None) or getattr(check, "scope", None)
    return target if isinstance(target, Target) else None
