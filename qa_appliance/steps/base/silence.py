"""How long a step waits: as long as the application may still answer, and no longer.

What is counted is the application's silence. While it answers (a request of the deed in flight) the patience does not
run, nor for what a look takes beyond its usual time, since page or machine are busy then; both up to a cap. And it ends
at once when nothing can change a page any more: no request in flight, nothing open, nothing due within the patience
left (browser/look/ledger.js), seen so three times in a row over a third of a second, longer on a busy machine, each
time after a look that showed the same. Never where something would come to pass sooner by it: what is waited for in so
many words, and conditions, are waited for by the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.async_api import BrowserContext

from qa_appliance.browser.look.ledger import under_way
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.evidence.steps import Details
from qa_appliance.core.steps import Assert, Step, WaitFor
from qa_appliance.evidence.recorder import Recorder

CAP = 60.0  # seconds a step waits at most, whatever answers meanwhile; its own patience where that is longer
_AT_ONCE = 0.1  # seconds in which most of what is missing comes
_STILL = 0.35  # seconds during which nothing was under way
_TIMES_AN_ANSWER = 8  # the same, as so many times what the pages' answer takes: longer on a busy machine
_TIMES = 3  # looks in a row
_ASK_AGAIN = 0.3  # seconds after which a page that has something under way is asked again
_ROUND = 0.55  # seconds from one look to the next where neither the page nor the machine is busy
_MARGIN = 1.0  # seconds beyond the patience within which nothing may be due

_Same = tuple[object, ...]


def last_deed(steps: tuple[Step, ...], index: int) -> int:
    """The place of the last step before this one that did something."""
    before = range(min(index, len(steps)) - 1, -1, -1)
    return next((at for at in before if not isinstance(steps[at], Assert | WaitFor)), 0)


def _stands(node: Node) -> _Same:
    """How a person sees it, beside its text."""
    return node.tag, node.box, node.shown, node.value, node.states


class Silence:
    """The wait of one step, or of one try of it. `early`: it may end before its time. `since` is the last deed."""

    def __init__(
        self, context: BrowserContext, recorder: Recorder, seconds: float, *, since: int, early: bool = False
    ) -> None:
        self._context, self._recorder, self._since, self._early = context, recorder, since, early
        self._began = self._last = time.monotonic()
        self._seconds = seconds
        self.ends = self._began + seconds
        self._at_most = self._began + max(CAP, seconds)
        self._brings = ""  # what was in flight at the last question
        self._waited_for = ""
        self._ask_at = self._began + _AT_ONCE
        self._same: _Same | None = None
        self._same_since, self._seen, self._slowest = 0.0, 0, 0.0
        self.certain_after: float | None = None

    @property
    def spent(self) -> float:
        left = self.ends - time.monotonic()
        return 1 - left / self._seconds if self._seconds > 0 else 1.0

    def no_longer_than(self, ends: float) -> None:
        if ends < self.ends:
            self.ends = self._at_most = ends

    async def over(self, asked: float, look: Look | None) -> bool:
        self._goes_on()
        if asked >= self.ends:
            return True
        if look is not None and self._early and await self._is_certain(look):
            self.certain_after = time.monotonic() - self._began
            return True
        return False

    @contextmanager
    def reported(self, details: Details, note: Callable[[str], None]) -> Iterator[None]:
        """What there is to say of it is told at the end of the block, which raises Failed where it was in vain."""
        failed = True
        try:
            yield
            failed = False
        finally:
            self.tell(details, note, failed=failed)

    def tell(self, details: Details, note: Callable[[str], None], *, failed: bool) -> None:
        if failed and self.certain_after is not None:
            details.certain_after_ms = round(self.certain_after * 1000)
        waited = time.monotonic() - self._began
        if self._waited_for and waited > self._seconds:
            note(f"waited {waited:.0f} s for {self._waited_for}")

    def _goes_on(self) -> None:
        """What passed since the last question is no silence where the application was at it."""
        now, before = time.monotonic(), self._brings
        self._brings = self._recorder.brings(self._since)
        if self._brings or before:
            self._waited_for = self._brings or before
            answering = now - self._last
        else:
            answering = max(0.0, now - self._last - _ROUND)
        self.ends = min(self.ends + answering, max(self._at_most, self.ends))
        self._last = now

    async def _is_certain(self, look: Look) -> bool:
        now = time.monotonic()
        if now < self._ask_at:
            return False
        if self._recorder.in_flight():
            self._same = None
            return False
        state = await under_way(self._context, self.ends - now + _MARGIN)
        self._slowest = max(self._slowest, time.monotonic() - now)
        if state.what or self._recorder.in_flight():
            self._same, self._ask_at = None, now + _ASK_AGAIN
            return False
        same = (state.begun, look.url, look.title, look.text, look.scroll, tuple(_stands(node) for node in look.nodes))
        if same != self._same:
            self._same, self._same_since, self._seen = same, now, 0
        self._seen += 1
        return self._seen >= _TIMES and now - self._same_since >= max(_STILL, _TIMES_AN_ANSWER * self._slowest)
