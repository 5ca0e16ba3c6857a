"""Whether a person can see what a check found: asked of the page when the check holds, for what it found alone.

Text outside of all that can be scrolled to, under an opaque layer, transparent or of its background's colour is in the
page, but not shown. That colours are alike is believed only if its picture is of one colour.
"""

from __future__ import annotations

import asyncio
import io
from typing import Literal, cast

from msgspec.structs import replace
from PIL import Image
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from qa_appliance.browser.find.search import Match, find, gather
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import hidden_by, locator_of
from qa_appliance.core import checks as c
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.steps.base.answers import Answer

_MOST = 20  # places of a text that are asked about
_ALIKE = 12  # of 255, by which pixels of one colour may differ
_PICTURE_MS = 1_500
Reason = Literal["outside", "covered", "transparent", "colour"]
_TOLD: dict[Reason, str] = {
    "outside": "lies outside of the screen, where nobody can scroll",
    "covered": "lies under something opaque",
    "transparent": "is transparent",
    "colour": "has the colour of its background",
}


async def if_seen(answer: Answer, wanted: c.Check, look: Look, page: Page) -> Answer:
    """The answer, which holds; one that does not, if none of what it found can be seen."""
    nodes, words = await asyncio.to_thread(_found, answer, wanted, look)
    if not nodes:
        return answer
    try:
        hidden = await hidden_by(look, nodes, words)
        reasons = [hidden.get(node.index, "") for node in nodes]
        if not all(reasons):
            return answer
        if any([await _has_picture(look, n, page) for n, r in zip(nodes, reasons, strict=True) if r == "colour"]):
            return answer
    except PlaywrightError:
        return answer  # between two pages: the look was of one that was there
    told = _TOLD[cast(Reason, reasons[0])]
    what = f"“{wanted.text}”" if isinstance(wanted, c.TextShown) else "What was found"
    message = f"{what} is on the page, but not to be seen: it {told}."
    return replace(answer, holds=False, message=message, seen="there, but not to be seen", kind="assertion")


def _found(answer: Answer, wanted: c.Check, look: Look) -> tuple[list[Node], str]:
    if isinstance(wanted, c.TextShown):
        words = squeeze(wanted.text).casefold()
        scope = find(look, wanted.scope, "text") if wanted.scope is not None else None
        nodes = [
            n
            for n in look.nodes
            if n.text[1] - n.text[0] >= len(words) and words in look.text_of(n).casefold()
            if not isinstance(scope, Match) or look.inside(n, scope.node)
        ]
        outer = {a.index for n in nodes for a in look.ancestors(n)}
        return [n for n in nodes if n.index not in outer][:_MOST], words
    if isinstance(wanted, c.ElementIs) and wanted.state == "visible" and not wanted.target.ordinal:
        nodes = list(gather(look, wanted.target, "state", whole=True).nodes)
        return [n for n in nodes if n.shown][:_MOST], ""
    told = isinstance(wanted, c.TextIs) or (isinstance(wanted, c.ElementIs) and wanted.state == "visible")
    return [answer.node] if told and answer.node is not None and answer.node.shown else [], ""


async def _has_picture(look: Look, node: Node, page: Page) -> bool:
    """Whether its picture shows more than one colour."""
    taken = await untraced(locator_of(look, node).screenshot(timeout=_PICTURE_MS))
    return await asyncio.to_thread(_many_coloured, taken)


def _many_coloured(taken: bytes) -> bool:
    with Image.open(io.BytesIO(taken)) as picture:
        bands = cast(list[tuple[int, int]], picture.convert("RGB").getextrema())
    return any(most - least > _ALIKE for least, most in bands)
