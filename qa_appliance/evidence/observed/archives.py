"""What the browser's driver records of a run by itself: its trace, and on wish the archive of its requests.

Never files what still holds a secret: both are cleaned when they have ended.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.async_api import BrowserContext, Page

from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.evidence.base.notes import Notes
from qa_appliance.evidence.base.options import EvidenceOptions, Save
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.evidence.observed.har import Har, clean_har
from qa_appliance.evidence.observed.trace import Covered, Trace, clean_archive


class Archives:
    """`stop` needs the browser context still; `pack_trace` and `pack_har` file what it brought home."""

    def __init__(self, folder: Path, save: Save, options: EvidenceOptions, redactor: Redactor, notes: Notes) -> None:
        self._folder, self._save, self._options = folder, save, options
        self._redactor, self._notes = redactor, notes
        self._trace = Trace(folder, most_bytes=options.trace_bytes)
        self._har = Har()
        self._raw_trace: Path | None = None
        self._raw_har: Path | None = None

    async def start(self, context: BrowserContext) -> None:
        await asyncio.gather(self._start_trace(context), self._start_har(context))

    async def group(self, number: int, title: str) -> None:
        """What follows belongs to the step of that number."""
        if self._trace.running:
            async with self._notes.part("The trace"):
                await self._trace.group(number, title)

    async def snapshot(self, page: Page) -> None:
        """The trace keeps what the page is now."""
        await self._trace.snapshot(page)

    def filmed(self, size: int, at_ms: float) -> bool:
        """Whether the trace holds prints of the film still: it does until it is as large as it may be."""
        self._trace.filmed(size, at_ms)
        return not self._trace.cut

    async def stop(self) -> None:
        """What is done to the final page from here on is no action of the test, and nothing the driver notes."""
        await asyncio.gather(self._stop_trace(), self._stop_har())

    async def discard(self) -> None:
        """Ends what records still, and which nobody will see."""
        async with self._notes.part("The trace"):
            await self._trace.discard()
            await self._har.stop()

    async def pack_trace(self, home: Measurements, covered: Covered) -> None:
        if self._raw_trace is not None:
            async with self._notes.part("The trace"):
                most = self._options.trace_bytes
                cleaned = await asyncio.to_thread(
                    clean_archive, self._raw_trace, self._redactor, covered, most_bytes=most
                )
                home.trace = await self._save("trace.zip", cleaned)

    async def pack_har(self, home: Measurements) -> None:
        if self._raw_har is not None:
            async with self._notes.part("The archive of the requests"):
                cleaned = await asyncio.to_thread(clean_har, self._raw_har, self._redactor)
                home.har = await self._save("requests.har", cleaned)

    async def _start_trace(self, context: BrowserContext) -> None:
        if self._options.take("trace"):
            async with self._notes.part("The trace"):
                await self._trace.start(context)

    async def _start_har(self, context: BrowserContext) -> None:
        if self._options.take("har"):
            async with self._notes.part("The archive of the requests"):
                await self._har.start(context, self._folder)

    async def _stop_trace(self) -> None:
        async with self._notes.part("The trace"):
            self._raw_trace = await self._trace.stop()
        if self._trace.cut:
            self._notes.add("The trace ends before the run does: it reached the size that is kept.")

    async def _stop_har(self) -> None:
        async with self._notes.part("The archive of the requests"):
            self._raw_har = await self._har.stop()
