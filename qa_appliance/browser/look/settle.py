"""Waits for what an action has set off inside a page: its drawings and short timers. Judges nothing, never fails."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame

from qa_appliance.evidence.base.driver_calls import untraced

_PLAYS = 2.0
_AT_MOST = 0.6  # seconds: the script's own limit, and what a busy page needs to answer
_ASK = """() => { const settled = window[Symbol.for("qa-appliance.settled")]; return settled && settled(); }"""
_ASK_PLAYED = """() => Promise.allSettled(document.getAnimations()
    .filter(each => each.playState === "running" && Number.isFinite(each.effect?.getComputedTiming().endTime))
    .map(each => each.finished))"""
_ASK_LEFT = """() => { const left = window[Symbol.for("qa-appliance.left")]; return left ? left() : 0; }"""


async def timers_left(frame: Frame) -> float | None:
    """Seconds until the last timer of at most two seconds comes that the document has set; those set again and again
    are left out. 0 without any; None where the document does not answer: it may have some."""
    with suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(_AT_MOST):
            return float(await untraced(frame.evaluate(_ASK_LEFT))) / 1000
    return None


async def played(frame: Frame) -> None:
    """Returns when what fades or slides into the document has come, `_PLAYS` seconds at most; endless ones are not
    waited for."""
    with suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(_PLAYS):
            await untraced(frame.evaluate(_ASK_PLAYED))


async def settled(frame: Frame) -> None:
    """Returns when the document has nothing more to do soon, at once where it has nothing to do.

    Requests are not its matter. A document that is being replaced has no more to do.
    """
    with suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(_AT_MOST):
            await untraced(frame.evaluate(_ASK))
