"""What the pages look like: the film with its live view, and pictures taken from it or beside it.

Never shows a secret: what it hands on is covered where the page shows one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from playwright.async_api import Error, Page

from qa_appliance.core.events import Emit
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.evidence.base.drawing import Box, paint
from qa_appliance.evidence.base.isolated import Isolated, ScriptFailed
from qa_appliance.evidence.base.notes import Notes
from qa_appliance.evidence.base.options import EvidenceOptions, Save
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.evidence.pictures.covers import find_covers
from qa_appliance.evidence.pictures.live import Live
from qa_appliance.evidence.pictures.reel import film_of
from qa_appliance.evidence.pictures.screencast import Screencast, Shot
from qa_appliance.evidence.pictures.screenshots import Screenshots, View
from qa_appliance.evidence.pictures.video import Video

_PICTURE_SECONDS = 5.0  # after which a page that is too busy to be pictured is shown as it was last filmed
# Whether the page has drawn what it is now; one in the background draws nothing.
_DRAWN = """() => new Promise(done => {
  requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  setTimeout(done, 250, false);
})"""


class Camera:
    """One per run. What cannot be taken becomes a note."""

    def __init__(
        self,
        run_id: str,
        folder: Path,
        save: Save,
        options: EvidenceOptions,
        emit: Emit,
        isolated: Isolated,
        redactor: Redactor,
        notes: Notes,
        filmed: Callable[[Shot], bool],
    ) -> None:
        """`filmed` hears of each frame, and answers whether others keep prints of it too."""
        self._save, self._options = save, options
        self._isolated, self._redactor, self._notes = isolated, redactor, notes
        self._filmed = filmed
        self.screenshots = Screenshots(save, options.forget, isolated, self.covers, most=options.step_screenshots)
        self.screencast = Screencast(self.covers, lambda: bool(redactor.secrets), self._show)
        self._video = Video(folder, most_seconds=options.video_seconds, most_bytes=options.video_bytes)
        self.drawn = asyncio.Event()  # the last of the film: what keeps the page at work is better done from then on
        self._live = Live(run_id, options.live, options.live_spacing, emit)

    async def covers(self, page: Page) -> list[Box]:
        return await find_covers(self._isolated, page, self._redactor)

    async def covered(self, page: Page) -> bytes | None:
        """The page as it is now, without what is secret; filed nowhere. None: it cannot be pictured."""
        try:
            async with asyncio.timeout(_PICTURE_SECONDS):
                view = await self.screenshots.view(page)
        except (Error, TimeoutError):
            return None
        drawn = await asyncio.to_thread(paint, view.picture, view.css_width, covers=view.covers)
        return drawn[0]

    def withdraw(self) -> None:
        """Nobody is to see what was pictured and filmed until now."""
        self.screenshots.withdraw()
        self.screencast.withdraw()
        self._video.withdraw()
        self._live.withdraw()

    def chapter(self, title: str) -> None:
        """A chapter of the film begins now."""
        self._video.chapter(title)

    async def follow(self, page: Page) -> None:
        """Films this page from now on, if anything needs the film."""
        options = self._options
        if options.take("video", "screenshots", "trace") or options.live():
            async with self._notes.part("The video"):
                await self.screencast.follow(page)

    async def before_action(self, page: Page, step: int | None, box: Box | None) -> None:
        """The page as it is now with the box outlined; drawn and filed while the run goes on."""
        await self.follow(page)
        if self._options.take("screenshots") and self.screenshots.room:
            async with self._notes.part("The screenshot before an action"):
                self.screenshots.file_soon(await self._before(page), "before", step, box)

    async def failure(self, page: Page, step: int) -> None:
        async with self._notes.part(f"The screenshot of the failed step {step + 1}"):
            view = await self._pictured(page, self.screenshots.view(page), self.screencast.latest(page))
            await self.screenshots.file(view, "failure", step)

    async def end(self, page: Page) -> Shot | None:
        """Ends the film with what the page shows now, and answers that. A picture of the whole page would resize it."""
        if self._options.take("video"):
            self._video.catch_up()
            with suppress(Error, TimeoutError):
                async with asyncio.timeout(_PICTURE_SECONDS):
                    if not await self._comes_by_itself(page):
                        await self.screencast.picture(page)
        self.drawn.set()
        last = self.screencast.latest(page)
        async with self._notes.part("The video"):
            await self.screencast.stop()
        return last

    async def _comes_by_itself(self, page: Page) -> bool:
        """Whether the film shows by now what the page shows. A picture of its own costs as much as the axe scan."""
        if self.screencast.latest(page) is None:
            return False
        try:
            draws = await (await self._isolated.world(page)).call(_DRAWN)
        except (Error, ScriptFailed):
            return False
        self.drawn.set()
        if draws:
            await self.screencast.shows(time.time() * 1000)
        return bool(draws)

    async def finish_video(self, home: Measurements) -> None:
        if not self._options.take("video"):
            return
        async with self._notes.part("The video"):
            finished = await self._video.finish()
            if finished is not None and not self._video.withdrawn:
                path, chapters = finished
                home.video = film_of(await self._save(path.name, path))
                home.chapters = await self._save("video.vtt", self._redactor.clean(chapters).encode())
            if self._video.cut:
                self._notes.add("The video ends before the run does: it reached the length or size that is kept.")

    async def finish_pictures(self, home: Measurements, page: Page, last: Shot | None) -> None:
        """Waits for those under way and adds the one of the whole final page; `last` where that cannot be taken."""
        async with self._notes.part("A screenshot"):
            await self.screenshots.collect()
        async with self._notes.part("The final screenshot"):
            view = await self._pictured(page, self.screenshots.whole(page, self._options.full_page_height), last)
            home.final_screenshot = (await self.screenshots.file(view, "final", None)).store_key

    async def stop(self) -> None:
        """Ends what still records when the film was not brought to its end."""
        for stop in (self.screencast.stop, self._live.stop):  # each, whatever becomes of the other
            async with self._notes.part("The video"):
                await stop()

    async def drop(self) -> None:
        """Closes the file of a film that nobody will see; does nothing when it was finished."""
        async with self._notes.part("The video"):
            await self._video.drop()

    def _show(self, shot: Shot) -> None:
        self.screencast.printed = self._filmed(shot)
        if self._options.take("video"):
            self._video.add(shot)
        self._live.add(shot)

    async def _before(self, page: Page) -> Awaitable[View]:
        """What is on the screen now, from the film if it can be: a picture of its own costs more than the action."""
        known = self.screencast.latest(page)  # before the question: a frame that comes meanwhile may show more
        covers = await self.covers(page)
        if known is not None:
            return self.screencast.view_now(page, known, covers)
        view: asyncio.Future[View] = asyncio.get_running_loop().create_future()
        view.set_result(await self.screenshots.view(page))
        return view

    async def _pictured(self, page: Page, picture: Awaitable[View], shot: Shot | None) -> View:
        """The picture, or else the frame filmed last: a page can be too busy to be pictured, or gone."""
        try:
            async with asyncio.timeout(_PICTURE_SECONDS):
                return await picture
        except (Error, ScriptFailed, TimeoutError):
            if shot is None:
                raise
            return View(shot.jpeg, shot.css_width, await self.covers(page))
