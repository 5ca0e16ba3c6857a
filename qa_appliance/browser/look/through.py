"""Scrolls through a list of which a page renders only what is in sight, with a look at each place on the way.

Judges nothing. What was scrolled is put back, unless the looks are no longer asked for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.rolls import height_of, rendered
from qa_appliance.browser.look.take import roll
from qa_appliance.browser.look.under_way import still_loading

LONGEST = 30.0  # seconds
_MORE_COMES = 0.8  # seconds a list at its end is given to grow
_PAUSE = 0.03
_GAP = 64  # CSS pixels of nothing between entries, or before and behind them
_DRAWS = 2.0  # seconds what came into sight is given to be drawn; what stays blank then is the end of the list
_LOADS = 5.0  # seconds what came into sight is given to be loaded
_OVERLAP = 0.9  # of a screenful, by which it is scrolled on at least

Again = Callable[[], Awaitable[Look | None]]
Calm = Callable[[], Awaitable[None]]


class Through:
    """One way through a list. `whole`: its end was seen, within LONGEST.

    `look_again` takes a look, None while there is none to be had; `calm` waits for what the scrolling has set off.
    """

    def __init__(self, look: Look, box: Node, look_again: Again, calm: Calm) -> None:
        self.whole = False
        self._look_again, self._calm = look_again, calm
        self._look, self._box = look, box
        self._start = box.rolls[0]
        self._ends = time.monotonic() + LONGEST
        self._seen_to = 0.0  # where the last of what was rendered so far ends

    async def looks(self) -> AsyncIterator[tuple[Look, Node]]:
        """A look at each place, with what is scrolled in it. Raises what `look_again` does."""
        top, follows, ended = 0.0, True, False
        while time.monotonic() < self._ends:
            if not await self._roll(top):
                return
            ended = ended or self._is_blank()
            follows = follows and (not top or self._follows())
            self._seen_to = max(self._seen_to, self._rendered()[1])
            yield self._look, self._box
            at, client, height = self._box.rolls
            if at + client < height - 1:
                top = height if ended else max(at + client * _OVERLAP, self._behind())
            elif await self._has_grown(height):
                top = at + client * _OVERLAP
            else:
                self.whole = follows
                return

    async def put_back(self) -> None:
        with suppress(PlaywrightError):
            await roll(self._look, self._box, self._start)
            await self._calm()

    async def _roll(self, top: float) -> bool:
        """False where what was scrolled is gone."""
        try:
            await roll(self._look, self._box, top)
        except PlaywrightError:
            return False
        return await self._look_anew()

    async def _look_anew(self) -> bool:
        loads, draws = time.monotonic() + _LOADS, time.monotonic() + _DRAWS
        while True:
            await self._calm()
            look = await self._look_again()
            box = _same(look, self._box) if look is not None else None
            if look is None or box is None:
                return False
            self._look, self._box = look, box
            drawn, now = self._is_drawn(), time.monotonic()
            if now > loads or ((drawn or now > draws) and not still_loading(look, box)):
                return True
            await asyncio.sleep(_PAUSE)

    async def _has_grown(self, height: int) -> bool:
        """At its end: whether more comes."""
        ends = time.monotonic() + _MORE_COMES
        while time.monotonic() < ends:
            if not await self._look_anew():
                return False
            if self._box.rolls[2] > height:
                return True
        return False

    def _is_drawn(self) -> bool:
        """Whether what is in sight is rendered by now."""
        at, client, height = self._box.rolls
        return self._follows() and self._rendered()[1] >= min(at + client, height) - _GAP

    def _follows(self) -> bool:
        """Whether nothing was left out since the place before."""
        return self._rendered()[0] <= self._seen_to + _GAP

    def _is_blank(self) -> bool:
        """Whether all that was rendered is above what is in sight."""
        return self._rendered()[1] <= self._box.rolls[0]

    def _rendered(self) -> tuple[float, float]:
        """From where to where."""
        seen = [(height_of(self._look, self._box, n), n.box or (0, 0, 0, 0)) for n in rendered(self._look, self._box)]
        return min((top for top, _ in seen), default=0.0), max((top + box[3] for top, box in seen), default=0.0)

    def _behind(self) -> float:
        """Where the last of what is rendered begins: all before it has been seen."""
        return max((height_of(self._look, self._box, n) for n in rendered(self._look, self._box)), default=0.0)


def _same(look: Look, box: Node) -> Node | None:
    """What is scrolled, in another look."""
    make = (box.tag, box.id, box.role, box.frame)
    alike = [n for n in look.nodes if n.rolls and (n.tag, n.id, n.role, n.frame) == make]
    return min(alike, key=lambda n: abs(n.index - box.index), default=None)
