"""A message that a check is about has to have come since the deed it follows (decision 48): asked of the page.

A state may have been so before. A check that holds by messages alone, all of which stood there, does not hold.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.browser.find.main_content import innermost
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.messages import messages_of, outcomes_of

Ask = Callable[[c.PageCheck, Look], Answer]

_STOOD = "“{text}” stood there already before “{deed}”, and was not told again since."
_LONGEST = 120  # characters of what stood there


async def as_new(answer: Answer, wanted: c.PageCheck, look: Look, stage: Stage, ask: Ask) -> Answer:
    """The answer of a check that holds, or that the message by which it does stood there before. Of the last look.

    `ask` is what answered.
    """
    if not stage.news.since:
        return answer
    if isinstance(wanted, c.AnyOf):
        return await _any_new(answer, wanted, look, stage, ask)
    messages = await asyncio.to_thread(messages_of, wanted, answer, look)
    came = await stage.news.came(look, messages)
    if came and any(deed >= stage.news.since for deed in came.values()):
        stage.news.fresh.add(stage.index)
        return answer
    if came:
        return _stood(answer, innermost(look, messages), look, stage)
    return (not messages and await _of_the_same_deed(answer, wanted, look, stage)) or answer


async def _any_new(answer: Answer, wanted: c.AnyOf, look: Look, stage: Stage, ask: Ask) -> Answer:
    """Of one that holds by several, one has to hold by what is new."""
    stood = None
    for each in wanted.checks:
        if not isinstance(each, c.PageCheck):
            continue
        one = await asyncio.to_thread(ask, each, look)
        if not one.holds:
            continue
        newly = one if c.denies(each) else await as_new(one, each, look, stage, ask)
        if newly.holds:
            return answer
        stood = stood or newly
    return stood or answer


async def _of_the_same_deed(answer: Answer, wanted: c.PageCheck, look: Look, stage: Stage) -> Answer | None:
    """What is marked as no message and came with the very same deed when it was done before: that one told it."""
    before = stage.news.same_before()
    outcomes = await asyncio.to_thread(outcomes_of, wanted, look) if before else []
    came = await stage.news.came(look, outcomes)
    return _stood(answer, outcomes, look, stage) if came and before.issuperset(came.values()) else None


def _stood(answer: Answer, nodes: list[Node], look: Look, stage: Stage) -> Answer:
    text = "; ".join(dict.fromkeys(look.text_of(node) or node.name for node in nodes))
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    message = _STOOD.format(text=text.rstrip("."), deed=stage.news.sentence.strip().rstrip(".") or "the last deed")
    return replace(answer, holds=False, message=message, seen=text, kind="assertion", cause="stood_before", found=None)
