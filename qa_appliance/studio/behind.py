"""What is done on the page is written down behind it, in its order, while the next is done already.

A deed is told by the page as it is afterwards: at rest, or as the next deed finds it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from qa_appliance.browser.look.node import Look
from qa_appliance.core import steps as s
from qa_appliance.studio import messages as m

logger = logging.getLogger(__name__)

_BROKE = "An internal error of the appliance kept this from being written; its log has the details. Write it yourself."
_WHICH = "Was it one of these?"
_SILENT = "Nothing the page shows says what this was about. Say it in a sentence of your own."


@dataclass(frozen=True)
class Written:
    """A deed as sentences, the plainest first: `steps` empty where none says it. `same`: it goes on with the last.

    `near`: sentences for what stands around it, where none is its own.
    """

    steps: list[s.Step]
    before: Look
    same: bool = False
    what: str = ""
    near: tuple[m.Candidate, ...] = ()

    @property
    def unsaid(self) -> m.Unsaid:
        """What a person is told of it where no sentence says it."""
        asked = _WHICH if self.near else _SILENT
        return m.Unsaid(f"{self.what} has no sentence that means it and nothing else. {asked}", self.near)


Write = Callable[[Look | None], Awaitable[Written | None]]
"""Of the page as it was after a deed, None where nobody could look at it any more. May take its time."""


def _never(_: Look) -> bool:
    return False


@dataclass(eq=False)
class Deed:
    """`unclear`: whether only the page at rest can tell what this has done. `next`: the next deed is waiting."""

    write: Write
    unclear: Callable[[Look], bool] = _never
    after: asyncio.Future[Look | None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    next: asyncio.Event = field(default_factory=asyncio.Event)


class Behind:
    """Of one stage. `rest` sees to it that the page at rest becomes known; `note` keeps what was written."""

    def __init__(
        self,
        rest: Callable[[Deed], Awaitable[None]],
        note: Callable[[Written | None, Look | None], None],
        tell: Callable[[m.Tell], None],
    ) -> None:
        self.open: Deed | None = None  # whose page afterwards is not known yet
        self._rest, self._note, self._tell = rest, note, tell
        self._newest: Deed | None = None
        self._last: asyncio.Task[None] | None = None
        self._resting: set[asyncio.Task[None]] = set()

    @property
    def idle(self) -> bool:
        """Whether all is written."""
        return self._last is None or self._last.done()

    def put(self, deed: Deed) -> None:
        self.open = self._newest = deed
        self._last = asyncio.create_task(self._carry(deed, self._last))
        resting = asyncio.create_task(self._at_rest(deed))
        self._resting.add(resting)
        resting.add_done_callback(self._resting.discard)

    def put_known(self, write: Write, after: Look | None) -> None:
        """A deed the page tells no more of."""
        deed = Deed(write)
        deed.after.set_result(after)
        self._last = asyncio.create_task(self._carry(deed, self._last))

    def hurry(self) -> None:
        """The next deed is waiting: nothing more comes of the last one."""
        if self._newest is not None:
            self._newest.next.set()

    def settle(self, deed: Deed | None, after: Look | None) -> None:
        """What the page is like after this deed; a second time changes nothing."""
        if deed is not None and not deed.after.done():
            deed.after.set_result(after)
        if self.open is deed:
            self.open = None

    async def written(self) -> None:
        """Until all is written that the page is known for."""
        if self._last is not None:
            await asyncio.wait({self._last})

    async def end(self, seconds: float) -> None:
        """What was done is written still, as far as it is known by then."""
        for each in self._resting:
            each.cancel()
        self.hurry()
        self.settle(self.open, None)
        if self._last is not None:
            await asyncio.wait({self._last}, timeout=seconds)
            self._last.cancel()

    async def _at_rest(self, deed: Deed) -> None:
        try:
            await self._rest(deed)
        finally:
            self.settle(deed, None)

    async def _carry(self, deed: Deed, previous: asyncio.Task[None] | None) -> None:
        if previous is not None:
            await asyncio.wait({previous})
        after = await deed.after
        try:
            self._note(await deed.write(after), after)
        except Exception:
            logger.exception("a deed of a studio session was not written")
            self._tell(m.Unsaid(_BROKE))
