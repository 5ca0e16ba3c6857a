"""The waiting search: looks again and again until a target is found, or says what was there instead. Never acts."""

from __future__ import annotations

import asyncio
import time

from msgspec import Struct
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page

from qa_appliance.browser.failure import Failed, is_gone
from qa_appliance.browser.find.descriptions import called, there_instead
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import Watch, locator_of, take_look
from qa_appliance.browser.look.waiting import Waiting, as_waiting
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.evidence.steps import Found
from qa_appliance.core.target import Fingerprint, Known, Target
from qa_appliance.core.traits import Purpose
from qa_appliance.evidence.base.driver_calls import untraced

FIRST_PAUSE = 0.04  # seconds; each further pause is longer, up to the longest
LONGEST_PAUSE = 0.3
SETTLING = 0.7  # seconds: how long a faint or ambiguous fit is given to become a clear one
_MOST_NEIGHBOURS = 4
_CLEAR = EQUAL | {"kind"}


class Located(Struct, frozen=True):
    """An element found. `locator` is good as long as the page keeps the element."""

    locator: Locator
    node: Node
    look: Look
    found: Found

    @property
    def called(self) -> str:
        """`button “Save”`."""
        return called(self.look, self.node)


async def locate(
    page: Page, target: Target, purpose: Purpose, patience: float | Waiting, first: Look | None = None
) -> Located:
    """One element for the words, within `patience`. `first`: a look just made, with colours if they are wanted.

    What fits only faintly, fits several, or stands in for something hidden that fits better, is looked at again for a
    moment before it counts: pages that are still being built often bring the clear fit last.
    Raises Failed: not_found, not_actionable, ambiguous, crashed.
    """
    waiting = as_waiting(patience)
    pause, unclear_since, before = FIRST_PAUSE, 0.0, ""
    answer: Match | Miss | Ambiguous | None = None
    while True:
        asked = time.monotonic()
        look, first = first or await look_patiently(page, target, waiting.ends), None
        if look is not None:
            answer = await asyncio.to_thread(find, look, target, purpose)  # tens of ms on a large page
            now = time.monotonic()
            if look.cut and not isinstance(answer, Miss):
                raise Failed(Failure(kind="unsupported", message=_one_of_more(look), expected=target.words))
            unclear_since = 0.0 if isinstance(answer, Miss) else unclear_since or now
            settled = now >= waiting.ends or (now - unclear_since >= SETTLING and look.text == before)
            if isinstance(answer, Match) and (settled or _is_clear(answer)):
                return await _located(page, look, answer)
            if isinstance(answer, Ambiguous) and settled:
                raise Failed(_ambiguous(target, answer))
            before = look.text
        # a large page takes long to be looked at: what came meanwhile only the next look shows
        if await waiting.over(asked, look):
            if look is not None and isinstance(answer, Match):  # it settles no further
                return await _located(page, look, answer)
            if isinstance(answer, Ambiguous):
                raise Failed(_ambiguous(target, answer))
            raise Failed(_missing(target, answer, look.unseen if look is not None else ""))
        await asyncio.sleep(min(pause, max(0.0, waiting.ends - time.monotonic())))
        pause = min(pause * 1.5, LONGEST_PAUSE)


def _is_clear(answer: Match) -> bool:
    return answer.rung in _CLEAR and not answer.passed_over


async def look_patiently(
    page: Page, target: Target | None, ends: float, *, naming: str | None = None, watch: Watch = ""
) -> Look | None:
    """A look, or None while the page is between two documents. Raises Failed when the page is gone.

    `naming` and `watch` as in `take_look`; a selector that cannot be read names nothing.
    """
    try:
        return await take_look(page, colours=target is not None and wants_colours(target), naming=naming, watch=watch)
    except PlaywrightError as error:
        if page.is_closed() or is_gone(error):
            gone = "The page was closed or its browser ended while the step was at work."
            raise Failed(Failure(kind="crashed", message=gone)) from error
        if naming is not None:
            return await look_patiently(page, target, ends)
        if time.monotonic() >= ends:
            busy = "The page was too busy to be looked at until the step's time was up."
            raise Failed(Failure(kind="timeout", message=busy)) from error
        return None


def wants_colours(target: Target) -> bool:
    return bool(target.qualities) or any(wants_colours(relation.target) for relation in target.within)


async def _located(page: Page, look: Look, match: Match) -> Located:
    locator = locator_of(look, match.node)
    durable = await durable_of(page, locator)
    known = Known(*durable, fingerprint=fingerprint_of(look, match.node)) if durable else None
    return Located(locator, match.node, look, found_of(match, known))


async def durable_of(page: Page, locator: Locator) -> tuple[str, str] | None:
    """Playwright's best selector for the element and how people write it, if it names this element and no other."""
    try:
        normal = await locator.normalize()
        selector = str(normal._impl_obj._selector)  # Playwright shows a locator's selector in no public place
        return (selector, str(normal)) if await untraced(page.locator(selector).count()) == 1 else None
    except PlaywrightError:
        return None  # the element left meanwhile: the action will say so


def as_located(look: Look, node: Node, rung: str = "kind", reason: str = "") -> Located:
    """An element another rule has chosen."""
    return Located(locator_of(look, node), node, look, Found(rung=rung, candidates=1, reason=reason, box=node.box))


def found_of(match: Match, known: Known | None = None) -> Found:
    return Found(
        rung=match.rung, candidates=match.candidates, known=known, reason=match.reason, box=match.node.box,
        partly=match.partly,
    )  # fmt: skip


def fingerprint_of(look: Look, node: Node) -> Fingerprint:
    neighbours: list[str] = []
    if node.parent >= 0:
        for other in look.children[node.parent]:
            text = other.name or look.text_of(other)
            if other.index != node.index and text and len(text) <= 60:
                neighbours.append(text)
    return Fingerprint(
        role=node.role, name=node.name[:200], label=node.label[:200], text=look.text_of(node)[:200],
        test_id=node.test_id, tag=node.tag, neighbours=tuple(neighbours[:_MOST_NEIGHBOURS]), box=node.box,
    )  # fmt: skip


def _one_of_more(look: Look) -> str:
    return f"Which element is meant cannot be told; {look.cut}."


def _missing(target: Target, answer: Match | Miss | Ambiguous | None, unseen: str) -> Failure:
    if not isinstance(answer, Miss):
        return Failure(kind="not_found", message="The page did not show anything until the step's time was up.")
    sentence = answer.reason[0].upper() + answer.reason[1:]
    if answer.blocked is not None:
        return Failure(
            kind="not_actionable", message=f"{sentence}.", expected=target.words, cause=answer.blocked
        )  # fmt: skip
    message = f"{sentence}{there_instead(answer.instead)}{f'; {unseen}' if unseen else ''}."
    return Failure(kind="not_found", message=message, expected=target.words, instead=answer.instead)


def _ambiguous(target: Target, answer: Ambiguous) -> Failure:
    listed = " · ".join(f"{n}) {sentence}" for n, sentence in enumerate(answer.sentences, 1))
    called_so = f"“{target.name}”" if target.name else target.words
    return Failure(
        kind="ambiguous",
        message=f"{len(answer.nodes)} elements fit {called_so} equally well. Say which: {listed}.",
        expected=target.words,
        candidates=answer.sentences,
        places=answer.places,
    )
