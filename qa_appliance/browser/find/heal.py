"""Replay: finds a saved step's element by its durable locator, and heals it by its fingerprint when that is gone.

Healing takes an element only if its role and its name or label still agree and it is the only one. Checks are never
healed: they do not come here at all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import msgspec
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from qa_appliance.browser.failure import Failed, is_gone
from qa_appliance.browser.find.descriptions import blocked_by, called, why_not
from qa_appliance.browser.find.locate import Located, durable_of, fingerprint_of, look_patiently
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import locator_of, node_of
from qa_appliance.browser.look.waiting import Waiting, as_waiting
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.evidence.steps import CHOSEN, Found
from qa_appliance.core.target import Fingerprint, Known, Target
from qa_appliance.core.traits import Purpose
from qa_appliance.evidence.base.driver_calls import untraced

SAVED_FIRST = 0.6  # of the patience: how long the saved locator is waited for before healing is thought of
_REPAIR_SECONDS = 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.08  # seconds between two looks: most of what is missing comes at once
_IN_FRAME = "internal:control=enter-frame"


class Repairer(Protocol):
    """Chooses, where nothing looks like a saved element any more, one of those that could have taken its place."""

    async def choose(self, target: Target, known: Known, look: Look, fitting: Sequence[Node]) -> Node | None: ...


async def repair(page: Page, target: Target, known: Known, purpose: Purpose, repairer: Repairer) -> Located | None:
    """The element a repairer chose among those whose role, or name or label, is that of the saved one; None: none.

    Raises Failed.
    """
    look = await look_patiently(page, None, time.monotonic() + _REPAIR_SECONDS)
    if look is None:
        return None
    fitting = [node for node in look.nodes if _usable(node, purpose) and _proves(look, node, known.fingerprint)]
    node = await repairer.choose(target, known, look, fitting) if fitting else None
    if node is None:
        return None
    healed = await _healed(page, look, node, known, CHOSEN)
    return None if _refused(healed, known) else healed


def _proves(look: Look, node: Node, fingerprint: Fingerprint) -> bool:
    same_role = bool(fingerprint.role) and node.role == fingerprint.role and bool(node.tag)
    return same_role or _same_words(look, node, fingerprint)


async def relocate(
    page: Page, target: Target, known: Known, purpose: Purpose, patience: float | Waiting, first: Look | None = None
) -> Located:
    """Within `patience` (seconds). `first`: a look just made that named what the saved locator names (`naming_of`).

    Raises Failed: not_found, not_actionable, crashed.
    """
    waiting = as_waiting(patience)
    pause, blocked = _FIRST_PAUSE, None
    while True:
        asked = time.monotonic()
        look, node = (first, _named(first)) if first is not None else await _look_for(page, known, waiting.ends)
        first = None
        refused = ""
        if look is not None:
            if node is not None and _usable(node, purpose):
                return Located(locator_of(look, node), node, look, _found(node, known, "saved locator", "as saved"))
            blocked = node
        over = await waiting.over(asked, look)
        if look is not None and node is None and (over or waiting.spent >= SAVED_FIRST):
            like = agreeing(look, known.fingerprint)
            if len(like) == 1 and _usable(like[0], purpose):
                healed = await _healed(page, look, like[0], known)
                if not _refused(healed, known):
                    return healed
                refused = healed.called
        if over:
            raise Failed(_rejected(target, known, refused) if refused else _lost(look, target, known, blocked))
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)


def _refused(healed: Located, known: Known) -> bool:
    return healed.found.known is not None and healed.found.known.selector in known.rejected


def agreeing(look: Look, fingerprint: Fingerprint) -> list[Node]:
    """Elements whose role, and name or label, are still those of the fingerprint; of several those with its test id."""
    like = [n for n in look.nodes if n.role == fingerprint.role and n.tag and _same_words(look, n, fingerprint)]
    for part in ("test_id", "tag"):
        if len(like) > 1 and (value := getattr(fingerprint, part)):
            like = [n for n in like if getattr(n, part) == value] or like
    return like


def _same_words(look: Look, node: Node, fingerprint: Fingerprint) -> bool:
    if fingerprint.name and squeeze(node.name)[:200] == fingerprint.name:
        return True
    if fingerprint.label and squeeze(node.label)[:200] == fingerprint.label:
        return True
    unnamed = not fingerprint.name and not fingerprint.label
    return unnamed and bool(fingerprint.text) and look.text_of(node)[:200] == fingerprint.text


async def _look_for(page: Page, known: Known, ends: float) -> tuple[Look | None, Node | None]:
    """A look, and the one element in it that the saved locator names."""
    if (naming := naming_of(known)) is not None:
        look = await look_patiently(page, None, ends, naming=naming)
        return look, _named(look) if look is not None else None
    look, there = await asyncio.gather(look_patiently(page, None, ends), _names_one(page, known))
    return look, await _saved(page, look, known) if look is not None and there else None


def naming_of(known: Known) -> str | None:
    """What a look is given so that it names the saved element; None where that stands in a frame."""
    return known.selector if _IN_FRAME not in known.selector else None


def _named(look: Look) -> Node | None:
    """The one element that it named."""
    at = look.named[0] if len(look.named) == 1 else -1
    return look.nodes[at] if at >= 0 else None


async def _names_one(page: Page, known: Known) -> bool:
    """Asked beside the look, for time's sake; a page that is gone is told of there."""
    with suppress(PlaywrightError):
        return await untraced(page.locator(known.selector).count()) == 1
    return False


async def _saved(page: Page, look: Look, known: Known) -> Node | None:
    try:
        return await node_of(look, page.locator(known.selector))
    except PlaywrightError as error:
        if is_gone(error):
            gone = "The page was closed or its browser ended while the step was at work."
            raise Failed(Failure(kind="crashed", message=gone)) from error
        return None


def _usable(node: Node, purpose: Purpose) -> bool:
    if purpose in ("upload", "check"):
        return not node.disabled
    if purpose in ("text", "state"):
        return node.shown
    return node.shown and not node.disabled and not node.covered


async def _healed(page: Page, look: Look, node: Node, known: Known, rung: str = "fingerprint") -> Located:
    locator = locator_of(look, node)
    durable = await durable_of(page, locator)
    fresh = Known(
        selector=durable[0] if durable else known.selector,
        locator=durable[1] if durable else known.locator,
        fingerprint=fingerprint_of(look, node),
    )
    why = "was chosen by a model" if rung == CHOSEN else "still agrees with it"
    reason = f"the saved {_in_words(known)} was gone; the {called(look, node)} {why}"
    found = msgspec.structs.replace(_found(node, fresh, rung, reason), healed=True, was=known)
    return Located(locator, node, look, found)


def _in_words(known: Known) -> str:
    """The saved element in words, or its locator where nothing else of it was kept."""
    mark = known.fingerprint
    name = mark.name or mark.label or mark.text
    parts = (mark.role, name and f"“{name}”", mark.test_id and f"with the test id “{mark.test_id}”")
    return " ".join(filter(None, parts)) or f"element {known.locator}"


def _found(node: Node, known: Known, rung: str, reason: str) -> Found:
    return Found(rung=rung, candidates=1, known=known, reason=reason, box=node.box)


def _rejected(target: Target, known: Known, refused: str) -> Failure:
    message = f"The saved {_in_words(known)} is gone. The {refused} looks like it, but was rejected in its place."
    return Failure(kind="not_found", message=message, expected=target.words, instead=(refused,), cause="rejected")


def _lost(look: Look | None, target: Target, known: Known, blocked: Node | None) -> Failure:
    if look is not None and blocked is not None:
        message, cause = f"T{why_not(look, blocked)[1:]}.", blocked_by(blocked)
        return Failure(kind="not_actionable", message=message, expected=target.words, cause=cause)
    like = agreeing(look, known.fingerprint) if look is not None else []
    why = f"{len(like)} elements still look like it" if like else "nothing still looks like it"
    message = f"The saved {_in_words(known)} is gone, and {why}."
    return Failure(kind="ambiguous" if like else "not_found", message=message, expected=target.words)
