"""What a person is told of the live page: what is under the pointer, what a sentence would act on, what there is.

Nothing is done to the page. Each look is quick, and the words for it are found while the page is used already.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import node_at
from qa_appliance.core.plan import Plan
from qa_appliance.studio import messages as m
from qa_appliance.studio.naming import acted_on
from qa_appliance.studio.offers import deeds_of, offers
from qa_appliance.studio.trying import tried

_PART_SECONDS = 0.5


class Hints:
    """Of one session."""

    def __init__(self, tell: Callable[[m.Tell], None], looking: Callable[[], Awaitable[Look]]) -> None:
        self._tell, self._look = tell, looking
        self._naming: asyncio.Task[None] | None = None
        self._offering: asyncio.Task[None] | None = None

    def end(self) -> None:
        for task in (self._naming, self._offering):
            if task is not None:
                task.cancel()

    async def point(self, x: float, y: float) -> None:
        look = await self._look()
        node = await node_at(look, x, y)
        if node is None or node.tag in ("body", "html"):
            self._tell(m.Named(x, y))
        else:
            self._naming = _instead(self._naming, self._name(look, node, x, y))

    async def attempt(self, text: str, plan: Plan, mark: int) -> None:
        found = await asyncio.to_thread(tried, text, plan, await self._look())
        self._tell(replace(found, mark=mark))

    async def offer(self, sought: str) -> None:
        self._offering = _instead(self._offering, self._offer(await self._look(), sought))

    async def _name(self, look: Look, node: Node, x: float, y: float) -> None:
        deeds = await asyncio.to_thread(deeds_of, look, node)
        meant = acted_on(look, node)
        self._tell(m.Named(x, y, called(look, meant), meant.box, deeds))

    async def _offer(self, look: Look, sought: str) -> None:
        """A page of thousands is told in parts, the first one soon."""
        coming = offers(look, sought)
        found: list[m.Offer] = []
        while True:
            part = await asyncio.to_thread(_part, coming)
            found += part.offers
            self._tell(m.Offered(tuple(found), sought, part.more, part.looking))
            if not part.looking:
                return


@dataclass(frozen=True)
class _Part:
    offers: list[m.Offer]
    more: bool
    looking: bool


def _part(coming: Iterator[m.Offer | None]) -> _Part:
    """What is found within a moment. None at the end says that there is more than is offered."""
    ends = time.monotonic() + _PART_SECONDS
    found: list[m.Offer] = []
    for offer in coming:
        if offer is None:
            return _Part(found, True, False)
        found.append(offer)
        if time.monotonic() > ends:
            return _Part(found, True, True)
    return _Part(found, False, False)


def _instead(task: asyncio.Task[None] | None, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
    """What was asked before is not wanted any more."""
    if task is not None:
        task.cancel()
    return asyncio.create_task(work)
