"""The only mouth of the evidence: what a run shows is redacted, sized and filed here, once.

A part that cannot be taken never breaks a run; it becomes a sentence in Measurements.notes. Never judges anything.
"""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from playwright.async_api import BrowserContext, Page

from qa_appliance.awaiting import temporary_folder, to_its_end
from qa_appliance.core.events import Emit, Masked
from qa_appliance.core.evidence.accessibility import Violation
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.pictures import VisualResult
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.run import Site
from qa_appliance.evidence.base.drawing import Box
from qa_appliance.evidence.base.isolated import Isolated
from qa_appliance.evidence.base.notes import Notes
from qa_appliance.evidence.base.options import EvidenceOptions, Save
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.evidence.base.timeline import Timeline
from qa_appliance.evidence.observed import accessibility
from qa_appliance.evidence.observed.archives import Archives
from qa_appliance.evidence.observed.observations import Observations
from qa_appliance.evidence.observed.performance import Performance
from qa_appliance.evidence.observed.requests import REQUESTS
from qa_appliance.evidence.observed.texts import FILE, Texts, pack
from qa_appliance.evidence.pictures.camera import Camera
from qa_appliance.evidence.pictures.comparing import Comparisons
from qa_appliance.evidence.pictures.screencast import Shot

__all__ = ["EvidenceOptions", "Recorder", "Save"]

_WITHDRAWN = (
    "The pictures and the film up to step {step} are not kept: the pages showed what this step took for a password."
)

Watch = Callable[[asyncio.Event], Awaitable[None]]


class Recorder(Observations):
    """One per run; `Recorder.open` is the way to get one. It listens while `recording`.

    `last_look` takes what the final page has to tell; `brought_home` needs no page any more. `finish` is both.
    """

    def __init__(self, run_id: str, save: Save, options: EvidenceOptions, emit: Emit, folder: Path) -> None:
        self._contexts: list[BrowserContext] = []
        self._joining: list[Task[None]] = []
        self._run_id, self._emit = run_id, emit
        self._save = save
        self._options = options
        self._records: list[StepRecord] = []
        self._timeline = Timeline()
        self._redactor = Redactor()
        self._notes = Notes(self._redactor, part_seconds=options.part_seconds)
        self._isolated = Isolated()
        super().__init__(self._timeline, self._redactor, self._isolated, save, options)
        self._performance = Performance(self._isolated, self._redactor)
        self._texts = Texts()
        self._archives = Archives(folder, save, options, self._redactor, self._notes)
        printed = self._archives.filmed
        self._camera = Camera(
            run_id,
            folder,
            save,
            options,
            emit,
            self._isolated,
            self._redactor,
            self._notes,
            lambda shot: printed(len(shot.jpeg), shot.at_ms),
        )
        self.pictured = self._camera.covered  # a page as it is now, secrets covered; filed nowhere
        self._comparisons = Comparisons(self._camera.screenshots, self._timeline, save, options)
        self._home = Measurements()
        self._packing: list[Task[None]] = []

    @classmethod
    @asynccontextmanager
    async def open(cls, *, run_id: str, save: Save, options: EvidenceOptions, emit: Emit) -> AsyncIterator[Recorder]:
        """With a folder of its own; what was not brought home by the end of the block is dropped."""
        async with temporary_folder("qa-evidence-") as folder:
            recorder = cls(run_id, save, options, emit, folder)
            try:
                yield recorder
            finally:
                await to_its_end(recorder._drop())

    @asynccontextmanager
    async def recording(self, context: BrowserContext) -> AsyncIterator[None]:
        """Listens from here on. Leaving ends every recording, also when `last_look` was never reached.

        The context should have its first page by now: only then does the video get that page's full size.
        """
        try:
            await self._start(context)
            yield
        finally:
            await to_its_end(self._stop())

    def join(self, context: BrowserContext) -> None:
        """Listens to a further context too (another person of the test). The trace stays with the first one."""
        self._contexts.append(context)
        self._listen(context)
        context.on("page", self._on_page)
        self._joining += [asyncio.create_task(self._on_page(page)) for page in context.pages]

    def spare(self, words: Iterable[str]) -> None:
        """Who signs in, so that nobody is masked whose password is the same word. To be told before what is hidden."""
        self._redactor.spare(words)

    def hide(self, secret: str) -> None:
        """The text is masked as •••• wherever it would be seen, in every usual spelling.

        What was told before is cleaned of it; where a page had shown it, what was pictured until now is withdrawn.
        """
        if not self._redactor.hide(secret) or self._timeline.step is None:
            return
        self._emit(Masked(self._run_id, self._redactor.clean_value))
        if self._texts.have_shown(secret):
            self._camera.withdraw()
            self._comparisons.withdraw()
            self._notes.add(_WITHDRAWN.format(step=self._timeline.step + 1))

    @property
    def hidden(self) -> tuple[str, ...]:
        """What is masked so far, in the clear."""
        return tuple(self._redactor.secrets)

    def hide_sent(self, site: Site) -> None:
        """What opens the site, its headers and cookies, is in no evidence."""
        self._redactor.hide_sent(site)

    def cleaned(self, record: StepRecord) -> StepRecord:
        """The record by all that is known at the end, without the pictures that were withdrawn."""
        gone = self._camera.screenshots.withdrawn
        kept = {kind: key for kind, key in record.screenshots.items() if key not in gone}
        return msgspec.structs.replace(self._redactor.clean_value(record), screenshots=kept)

    def clean(self, text: str) -> str:
        """The text without registered secrets and without what looks like a credential."""
        return self._redactor.clean(text)

    def note_text(self, text: str) -> None:
        """What the page shows at this step, from a look that was made anyway; the last one of a step counts."""
        self._texts.note(self._timeline.step, text)

    async def step_begins(self, index: int, sentence: str) -> None:
        """What is observed from here on belongs to the step; it is a chapter of the video and a group of the trace."""
        self._timeline.step = index
        title = self._redactor.clean(sentence)
        self._camera.chapter(f"{index + 1}. {title}")
        await self._archives.group(index + 1, title)

    async def before_action(self, page: Page, box: Box | None) -> None:
        """Pictures the page with the target outlined; `box` in CSS pixels of the viewport."""
        await self._camera.before_action(page, self._timeline.step, box)

    async def checked(self, page: Page, box: Box | None) -> None:
        """What a check was about: a picture with the box outlined where there is one, and the page in the trace."""
        if box is not None:
            await self.before_action(page, box)
        await self._archives.snapshot(page)

    async def step_ends(self, record: StepRecord, page: Page) -> None:
        """Cleans the record, and adds the store keys of the pictures taken during the step to it.

        Those of `before` pictures that are still being drawn come into the record by the end of `finish`.
        """
        self._clean(record)
        await self._camera.follow(page)
        if not self._options.take("screenshots"):
            return
        self._records.append(record)
        if record.result == "failed":
            await self._camera.failure(page, record.index)
        record.screenshots |= self._camera.screenshots.keys_of(record.index)

    async def step_turned(self, record: StepRecord, page: Page) -> None:
        """The same for a step that had ended well and failed afterwards."""
        self._clean(record)
        if self._options.take("screenshots"):
            self._records.append(record)
            await self._camera.failure(page, record.index)
            record.screenshots |= self._camera.screenshots.keys_of(record.index)

    def _clean(self, record: StepRecord) -> None:
        for name in record.__struct_fields__:
            setattr(record, name, self._redactor.clean_value(getattr(record, name)))

    async def scan_accessibility(self, page: Page) -> list[Violation]:
        """Accessibility violations of the page as it is now. Raises what kept the scan from being made."""
        async with asyncio.timeout(self._options.part_seconds):
            most = self._options.accessibility_nodes
            return await accessibility.scan(self._isolated, page, self._redactor, most_nodes=most)

    async def compare_visual(
        self,
        page: Page,
        *,
        baseline: bytes | None,
        box: Box | None = None,
        masks: Sequence[Box] = (),
        threshold: float = 0.1,
    ) -> VisualResult | None:
        """As `Comparisons.take`: the box in the viewport, or the whole page."""
        return await self._comparisons.take(page, baseline=baseline, box=box, masks=masks, threshold=threshold)

    async def finish(self, page: Page, watch: Watch | None = None) -> Measurements:
        """As `last_look` and `brought_home`."""
        await self.last_look(page, watch)
        return await self.brought_home()

    async def last_look(self, page: Page, watch: Watch | None = None) -> None:
        """Takes the final page's evidence. Call it once; afterwards the context may be closed.

        `watch` goes on beside it until its event is set: what is done to the page from there on, it would take for the
        page's own doing.
        """
        home = self._home
        home.final_url = page.url
        await self._camera.follow(page)
        async with asyncio.TaskGroup() as together:
            filmed = together.create_task(self._camera.end(page))
            ended = together.create_task(self._archives.stop())
            together.create_task(self._finish_downloads(home))
            together.create_task(self._finish_page(home, page, filmed, watch))
            together.create_task(self._finish_requests())
            for packing in (
                self._pack_trace(home, filmed, ended),
                self._pack_har(home, ended),
                self._pack_video(home, filmed),
                self._pack_texts(home),
            ):
                self._packing.append(asyncio.create_task(packing))
        if self._options.take("network"):
            home.network_events = self._network.notable()
        if self._options.take("console"):
            home.console_events = self._console.notable()
        if self._options.take("sockets"):
            home.sockets = self._sockets.all()
        if self._options.take("performance"):
            home.performance = self._performance.final(page)
            home.per_page_performance = self._performance.pages()
        if self._options.take("visual"):
            home.visual = self._comparisons.results or None

    async def brought_home(self) -> Measurements:
        """All that was taken, when it is packed and filed."""
        await asyncio.gather(*self._packing)
        self._home.notes = self._notes.sentences
        return self._redactor.clean_value(self._home)

    async def _pack_trace(self, home: Measurements, filmed: Task[Shot | None], ended: Task[None]) -> None:
        await asyncio.wait({filmed, ended})  # which frames have to be covered is known then
        await self._archives.pack_trace(home, self._camera.screencast.covered)

    async def _pack_har(self, home: Measurements, ended: Task[None]) -> None:
        await asyncio.wait({ended})
        await self._archives.pack_har(home)

    async def _pack_video(self, home: Measurements, filmed: Task[Shot | None]) -> None:
        await asyncio.wait({filmed})
        await self._camera.finish_video(home)

    async def _pack_texts(self, home: Measurements) -> None:
        if not self._options.take("texts"):
            return
        home.texts = self._redactor.clean_value(self._texts.by_step())
        if home.texts:
            async with self._notes.part("The texts of the pages"):
                await self._save(FILE, pack(home.texts))

    async def _finish_downloads(self, home: Measurements) -> None:
        if self._options.take("downloads"):
            async with self._notes.part("A download"):
                await self._downloads.finish()
            home.downloads = self._downloads.listed()

    async def _finish_requests(self) -> None:
        if self._options.take("network"):
            async with self._notes.part("The list of the requests"):
                await self._save(REQUESTS, await self._requests.pack(self._redactor, self._options.part_seconds / 2))

    async def _finish_page(
        self, home: Measurements, page: Page, filmed: Task[Shot | None], watch: Watch | None
    ) -> None:
        over = asyncio.Event()
        async with asyncio.TaskGroup() as together:
            if watch is not None:
                together.create_task(_awaited(watch(over)))
            if self._options.take("accessibility"):
                await self._camera.drawn.wait()
                async with self._notes.part("The accessibility scan"):
                    home.accessibility = await self.scan_accessibility(page)
            over.set()
        await asyncio.wait({filmed})
        if self._options.take("screenshots"):
            await self._camera.finish_pictures(home, page, filmed.result())
            for record in self._records:
                record.screenshots |= self._camera.screenshots.keys_of(record.index)
            home.screenshots = self._camera.screenshots.listed()

    async def _start(self, context: BrowserContext) -> None:
        for page in context.pages[:1]:  # before the trace, whose prints get the size of the film's frames
            await self._camera.follow(page)
        self.join(context)
        await asyncio.gather(*self._joining, self._archives.start(context))

    async def _stop(self) -> None:
        """Ends what still records when `finish` was not reached. Each part has its time: a run's slot waits for it."""
        for context in self._contexts:
            context.remove_listener("page", self._on_page)
        async with self._notes.part("The end of the recording"):
            await asyncio.gather(*self._joining)
        await self._camera.stop()
        await self._archives.discard()

    async def _drop(self) -> None:
        for packing in self._packing:
            packing.cancel()
        await asyncio.gather(*self._packing, return_exceptions=True)
        await self._camera.drop()

    async def _on_page(self, page: Page) -> None:
        if not self._camera.screencast.following:
            await self._camera.follow(page)
        await asyncio.gather(self._watch_timings(page), self._watch_downloads(page))

    async def _watch_timings(self, page: Page) -> None:
        if self._options.take("performance"):
            async with self._notes.part("The timings of a page"):
                await self._performance.watch(page)

    async def _watch_downloads(self, page: Page) -> None:
        if self._options.take("downloads"):
            async with self._notes.part("The size of downloads"):
                await self._downloads.watch(page)


async def _awaited(call: Awaitable[None]) -> None:
    await call
