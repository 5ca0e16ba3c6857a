"""A message that a check is about has to have come since the deed it follows (decision 48): asked of the page.

What a state tells may have been so before. A check that holds by messages alone, all of which stood there, does not hold.
"""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from qa_appliance.browser.find.main_content import innermost
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.messages import plainly_told_by, told_by
from qa_appliance.steps.checks.page_checks import ask_page

_STOOD = "“{text}” stood there already before “{deed}”, and was not told again since."
_LONGEST = 120  # characters of what stood there


async def as_new(answer: Answer, wanted: c.PageCheck, look: Look, stage: Stage) -> Answer:
    """The answer of a check that holds, or that the message by which it does stood there before. Of the last look."""
    if not stage.news.since:
        return answer
    if isinstance(wanted, c.AnyOf):
        return await _any_new(answer, wanted, look, stage)
    told = await asyncio.to_thread(told_by, wanted, answer, look)
    came = await stage.news.came(look, told)
    if came and any(deed >= stage.news.since for deed in came.values()):
        stage.news.fresh.add(stage.index)
        return answer
    if came:
        return _stood(answer, innermost(look, told), look, stage)
    return (not told and await _told_by_the_same(answer, wanted, look, stage)) or answer


async def _any_new(answer: Answer, wanted: c.AnyOf, look: Look, stage: Stage) -> Answer:
    """Of one that holds by several, one has to hold by what is new."""
    stood = None
    for each in wanted.checks:
        if not isinstance(each, c.PageCheck):
            continue
        one = await asyncio.to_thread(ask_page, each, look)
        if not one.holds:
            continue
        newly = one if c.denies(each) else await as_new(one, each, look, stage)
        if newly.holds:
            return answer
        stood = stood or newly
    return stood or answer


async def _told_by_the_same(answer: Answer, wanted: c.PageCheck, look: Look, stage: Stage) -> Answer | None:
    """What is marked as no message and came with the very same deed when it was done before: that one told it."""
    before = stage.news.same_before()
    plainly = await asyncio.to_thread(plainly_told_by, wanted, look) if before else []
    came = await stage.news.came(look, plainly)
    return _stood(answer, plainly, look, stage) if came and before.issuperset(came.values()) else None


def _stood(answer: Answer, nodes: list[Node], look: Look, stage: Stage) -> Answer:
    text = "; ".join(dict.fromkeys(look.text_of(node) or node.name for node in nodes))
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    message = _STOOD.format(text=text.rstrip("."), deed=stage.news.sentence.strip().rstrip(".") or "the last deed")
    return replace(answer, holds=False, message=message, seen=text, kind="assertion", cause="stood_before", found=None)
