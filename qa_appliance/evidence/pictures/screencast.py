"""The moving picture of the current page: each changed frame once, with the boxes to cover on it.

While secrets are registered a frame is held back until the page was asked where it shows them, so that none gets out
uncovered. A frame that cannot be asked about is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable

from msgspec import Struct
from playwright.async_api import Error, Page, ScreencastFrame, ViewportSize

from qa_appliance.evidence.base.drawing import WHOLE, Box, size_of
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.evidence.base.isolated import ScriptFailed
from qa_appliance.evidence.pictures.screenshots import Covers, View

_QUALITY = 70
_FIRST_FRAME = 0.2  # seconds
_ON_ITS_WAY = 0.06  # seconds a frame takes at most from the screen to here
_LAST_ON_ITS_WAY = 0.1  # the same at the end of a run, when all is brought home at the same time
_RECENT = 12  # frames
_ASK_AGAIN = 0.1  # seconds between two looks for secrets
_ATTEMPTS = 5  # a document that is just being replaced cannot be asked
_MOST_HELD = 60  # frames
_LARGEST: ViewportSize = {"width": 1920, "height": 1200}


class Shot(Struct, frozen=True):
    """One frame: `at_ms` since the epoch, `css_width` of the page it shows."""

    jpeg: bytes
    at_ms: float
    css_width: float
    covers: list[Box]


class Screencast:
    """Follows one page at a time; `deliver` gets every frame that differs from the one before."""

    def __init__(self, covers: Covers, hiding: Callable[[], bool], deliver: Callable[[Shot], None]) -> None:
        self._covers = covers
        self._hiding = hiding
        self._viewer = deliver
        self._page: Page | None = None
        self._latest: Shot | None = None
        self._recent: deque[tuple[Page, Shot]] = deque(maxlen=_RECENT)
        self._held: list[tuple[Page, Shot]] = []
        self._asking: asyncio.Task[None] | None = None
        self._first: asyncio.Task[None] | None = None
        self._known: list[Box] = []
        self._awaited_ms = 0.0
        self._come = asyncio.Event()
        self.printed = True  # whether other prints of the frames are kept: by the trace
        self.covered: dict[float, list[Box]] = {}  # of every frame delivered while they are, by its time

    @property
    def following(self) -> bool:
        return self._page is not None

    async def follow(self, page: Page) -> None:
        """Switches to the page if it is another one. Raises Playwright's Error when it cannot be filmed."""
        if page is self._page or page.is_closed():
            return
        before, self._page, self._latest = self._page, page, None
        if before is not None and not before.is_closed():
            await untraced(before.screencast.stop())

        def take(frame: ScreencastFrame) -> None:
            if _is_a_sight_of(page, frame):
                self._take(page, frame["data"], frame["timestamp"], frame["viewportWidth"])

        size = page.viewport_size or _LARGEST
        await untraced(page.screencast.start(on_frame=take, size=size, quality=_QUALITY))
        self._first = asyncio.create_task(self._picture_first(page))

    def latest(self, page: Page) -> Shot | None:
        """The newest frame, if it shows that page at its present size; its covers are not looked up yet."""
        size = page.viewport_size
        shot = self._latest if page is self._page else None
        if shot is None or size is None or shot.css_width != size["width"]:
            return None
        return shot if size_of(shot.jpeg)[0] >= size["width"] else None  # a trace films new tabs first, and smaller

    async def view_now(self, page: Page, known: Shot, covers: list[Box]) -> View:
        """The frame on the screen at this moment, `known` unless a newer one is still on its way from the browser.

        `covers` were asked for just before. A secret may come after that, and one that has gone may be on the frame
        still: what was covered last, and what has to be covered on a newer frame, is covered too.
        """
        now, before = time.time() * 1000, self._known
        await asyncio.sleep(_ON_ITS_WAY)
        shown = [shot for of, shot in self._recent if of is page and known.at_ms < shot.at_ms <= now]
        if shown and self._hiding():
            try:
                covers = [*covers, *await self._covers(page)]
            except (Error, ScriptFailed):
                shown = []  # nobody can tell any more what the newer frame shows
        shot = shown[-1] if shown else known
        return View(shot.jpeg, shot.css_width, [*before, *covers])

    async def shows(self, at_ms: float) -> None:
        """Waits until a frame has come that is as new, as long as it can be on its way: a page at rest draws none."""
        if self._latest is None or self._latest.at_ms < at_ms:
            self._awaited_ms = at_ms
            self._come.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._come.wait(), _LAST_ON_ITS_WAY)

    def withdraw(self) -> None:
        """What was delivered until now is covered as a whole."""
        self.covered = dict.fromkeys(self.covered, WHOLE)
        self._known = []

    async def stop(self) -> None:
        """Ends the filming; frames held back are delivered first."""
        page, self._page = self._page, None
        if self._first is not None:
            self._first.cancel()
        if page is not None and not page.is_closed():
            await untraced(page.screencast.stop())
        if self._asking is not None:
            await self._asking

    async def _picture_first(self, page: Page) -> None:
        """A page that stands still when the filming begins sends no frame of its own."""
        await asyncio.sleep(_FIRST_FRAME)
        if self._latest is None:
            with contextlib.suppress(Error):
                await self.picture(page)

    async def picture(self, page: Page) -> None:
        """Adds what the page looks like now as a frame, also when the browser has not sent it yet."""
        size = page.viewport_size
        if page is self._page and size is not None:
            at_ms = time.time() * 1000
            taking = page.screenshot(type="jpeg", quality=_QUALITY, caret="initial", scale="css")
            picture = await untraced(taking)
            self._take(page, picture, at_ms, size["width"])

    def _take(self, page: Page, jpeg: bytes, at_ms: float, css_width: float) -> None:
        last = self._latest
        # Frames can overtake one another on their way: an older one must not undo what is known.
        if page is not self._page or (last is not None and (at_ms <= last.at_ms or jpeg == last.jpeg)):
            return
        self._latest = Shot(jpeg, at_ms, css_width, [])
        if at_ms >= self._awaited_ms:
            self._come.set()
        self._recent.append((page, self._latest))
        if not self._hiding():
            self._deliver(self._latest)
            return
        self._held.append((page, self._latest))
        if len(self._held) > _MOST_HELD:
            del self._held[::2]
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())

    def _deliver(self, shot: Shot) -> None:
        if self.printed:
            self.covered[shot.at_ms] = shot.covers
        self._viewer(shot)

    async def _ask(self) -> None:
        failed = 0
        while self._held:
            held, self._held = self._held, []
            page = held[-1][0]
            try:
                covers = await self._covers(page)
            except (Error, ScriptFailed):
                failed += 1
                self._held = [] if failed == _ATTEMPTS or page.is_closed() else held + self._held
            else:
                failed = 0
                for shown, shot in held:
                    if shown is page:
                        # what was covered before may still be on a frame taken while it was being removed
                        self._deliver(Shot(shot.jpeg, shot.at_ms, shot.css_width, [*self._known, *covers]))
                self._known = covers
            await asyncio.sleep(_ASK_AGAIN)


def _is_a_sight_of(page: Page, frame: ScreencastFrame) -> bool:
    """Whether it shows the page as a visitor sees it: a picture of the whole page makes frames of other shapes."""
    shown = page.viewport_size
    if shown is None:
        return True
    width, height = size_of(frame["data"])
    shape = width / height
    return frame["viewportHeight"] == shown["height"] and abs(shape - shown["width"] / shown["height"]) < 0.02
