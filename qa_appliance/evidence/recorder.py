"""The only mouth of the evidence: what a run shows is redacted, sized and filed here, once.

A part that cannot be taken never breaks a run; it becomes a sentence in Measurements.notes. Never judges anything.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import BrowserContext, Page

from qa_appliance.core.events import Emit
from qa_appliance.core.evidence import Measurements, StepRecord
from qa_appliance.evidence import accessibility
from qa_appliance.evidence.console import Console, ConsoleEvent
from qa_appliance.evidence.drawing import Box
from qa_appliance.evidence.isolated import Isolated
from qa_appliance.evidence.network import Network, NetworkEvent
from qa_appliance.evidence.options import EvidenceOptions, Save
from qa_appliance.evidence.performance import Performance
from qa_appliance.evidence.redact import Redactor
from qa_appliance.evidence.screenshots import Screenshots
from qa_appliance.evidence.timeline import Timeline
from qa_appliance.evidence.trace import Trace

__all__ = ["EvidenceOptions", "Recorder", "Save"]

_MOST_NOTES = 20


class Recorder:
    """One per run; `Recorder.open` is the way to get one, `finish` brings home what it holds."""

    def __init__(
        self,
        context: BrowserContext,
        run_id: str,
        save: Save,
        options: EvidenceOptions,
        emit: Emit,
        folder: Path,
    ) -> None:
        self._context = context
        self._run_id = run_id
        self._save = save
        self._folder = folder
        self._options = options
        self._emit = emit
        self._notes: list[str] = []
        self._timeline = Timeline()
        self._redactor = Redactor()
        self._network = Network(
            self._timeline, self._redactor, most=options.network_entries, slow_ms=options.slow_request_ms
        )
        self._console = Console(self._timeline, self._redactor, most=options.console_entries)
        self._isolated = Isolated(context)
        self._performance = Performance(self._isolated, self._redactor)
        self._trace = Trace(context)
        self._screenshots = Screenshots(save, self._covers, most=options.step_screenshots)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, context: BrowserContext, *, run_id: str, save: Save, options: EvidenceOptions, emit: Emit
    ) -> AsyncIterator[Recorder]:
        """Listens from here on. Leaving ends every recording, also when `finish` was never reached."""
        folder = await asyncio.to_thread(tempfile.TemporaryDirectory, prefix="qa-evidence-", ignore_cleanup_errors=True)
        recorder = cls(context, run_id, save, options, emit, Path(folder.name))
        try:
            await recorder._start()
            yield recorder
        finally:
            await asyncio.shield(recorder._stop())
            await asyncio.to_thread(folder.cleanup)

    def hide(self, secret: str) -> None:
        """From now on the text is masked as •••• wherever it would be seen, in every usual spelling."""
        self._redactor.hide(secret)

    def clean(self, text: str) -> str:
        """The text without registered secrets and without what looks like a credential."""
        return self._redactor.clean(text)

    def mark(self) -> int:
        """Now, in the order of network and console events."""
        return self._timeline.mark()

    def network_since(self, mark: int) -> list[NetworkEvent]:
        """Requests answered or failed since the mark; only the telling ones when they are very many."""
        return self._network.since(mark)

    def console_since(self, mark: int) -> list[ConsoleEvent]:
        return self._console.since(mark)

    def pending_requests(self) -> int:
        """How many requests the pages wait for now, streams and long polls left out."""
        return self._network.pending()

    def failed_requests(self) -> list[NetworkEvent]:
        """Requests that were refused, broken off or answered with 400 and above since the run began."""
        return self._network.failed()

    def console_errors(self) -> list[ConsoleEvent]:
        """Errors on the console and errors no page caught since the run began."""
        return self._console.errors()

    def note_refusal(self, host: str, reason: str) -> None:
        """The address rules refused the browser a connection."""
        self._network.note_refusal(host, reason)

    async def step_begins(self, index: int, sentence: str) -> None:
        self._timeline.step = index
        if self._trace.running:
            async with self._part("The trace"):
                await self._trace.group(index + 1, self._redactor.clean(sentence))

    async def before_action(self, page: Page, box: Box | None) -> None:
        """Pictures the page with the target outlined; `box` in CSS pixels of the viewport."""
        if not self._options.screenshots:
            return
        async with self._part("The screenshot before an action"):
            view = await self._screenshots.view(page, "before")
            self._screenshots.file_soon(view, "before", self._timeline.step, box)

    async def step_ends(self, record: StepRecord, page: Page) -> None:
        """Cleans the record, and adds the store keys of the pictures taken during the step to it."""
        for name in record.__struct_fields__:
            setattr(record, name, self._redactor.clean_value(getattr(record, name)))
        if not self._options.screenshots:
            return
        async with self._part("A screenshot"):
            record.screenshots |= {picture.kind: picture.store_key for picture in await self._screenshots.collect()}
        if record.result == "failed":
            async with self._part(f"The screenshot of the failed step {record.index + 1}"):
                view = await self._screenshots.view(page, "failure")
                picture = await self._screenshots.file(view, "failure", record.index)
                record.screenshots["failure"] = picture.store_key

    async def scan_accessibility(self, page: Page) -> list[dict[str, Any]]:
        """Accessibility violations of the page as it is now. Raises what kept the scan from being made."""
        async with asyncio.timeout(self._options.part_seconds):
            found = await accessibility.scan(
                self._isolated, page, self._redactor, most_nodes=self._options.accessibility_nodes
            )
        return _plain(found) or []

    async def finish(self, page: Page) -> Measurements:
        """Takes the final page's evidence and brings everything home. Call it once, before the context closes."""
        home = Measurements(final_url=self._redactor.clean(page.url))
        if self._trace.running:
            async with self._part("The trace"):
                cleaned = await self._trace.stop(self._folder, self._redactor, most_bytes=self._options.trace_bytes)
                home.trace = await self._save("trace.zip", cleaned)
        if self._options.screenshots:
            async with self._part("The final screenshot"):
                view = await self._screenshots.whole(page, self._options.full_page_height)
                home.final_screenshot = (await self._screenshots.file(view, "final", None)).store_key
            async with self._part("A screenshot"):
                await self._screenshots.collect()
            home.screenshots = _plain(self._screenshots.listed())
        if self._options.network:
            home.network_events = _plain(self._network.notable())
        if self._options.console:
            home.console_events = _plain(self._console.notable())
        if self._options.performance:
            home.performance = self._performance.final(page)
            home.per_page_performance = _plain(self._performance.pages())
        if self._options.accessibility:
            async with self._part("The accessibility scan"):
                home.accessibility = await self.scan_accessibility(page)
        home.notes = self._notes
        return self._redactor.clean_value(home)

    async def _start(self) -> None:
        self._network.listen(self._context)
        self._console.listen(self._context)
        if self._options.trace:
            async with self._part("The trace"):
                await self._trace.start()
        if self._options.performance:
            self._context.on("page", self._watch_performance)
            for page in self._context.pages:
                await self._watch_performance(page)

    async def _stop(self) -> None:
        """Ends what still records when `finish` was not reached."""
        if self._options.performance:
            self._context.remove_listener("page", self._watch_performance)
        async with self._part("The trace"):
            await self._trace.discard()

    async def _watch_performance(self, page: Page) -> None:
        async with self._part("The timings of a page"):
            await self._performance.watch(page)

    async def _covers(self, page: Page) -> list[Box]:
        return []

    @asynccontextmanager
    async def _part(self, what: str) -> AsyncIterator[None]:
        """Whatever goes wrong inside, or takes too long, becomes a note."""
        try:
            async with asyncio.timeout(self._options.part_seconds):
                yield
        except TimeoutError:
            self._note(f"{what} was given up after {self._options.part_seconds:g} seconds.")
        except Exception as error:  # noqa: BLE001  evidence never breaks a run
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            self._note(f"{what} could not be taken: {reason}")

    def _note(self, sentence: str) -> None:
        if sentence not in self._notes and len(self._notes) < _MOST_NOTES:
            self._notes.append(self._redactor.clean(sentence))


def _plain(entries: Iterable[msgspec.Struct] | None) -> list[dict[str, Any]] | None:
    return None if entries is None else msgspec.to_builtins(list(entries))
