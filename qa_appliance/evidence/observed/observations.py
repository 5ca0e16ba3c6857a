"""What the pages have asked of the network, said and downloaded so far, as the steps of a run want to know it."""

from __future__ import annotations

from playwright.async_api import BrowserContext, Download, Request

from qa_appliance.core.evidence.console import ConsoleEvent
from qa_appliance.core.evidence.downloads import DownloadedFile
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.evidence.base.isolated import Isolated
from qa_appliance.evidence.base.options import EvidenceOptions, Save
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.evidence.base.timeline import Timeline
from qa_appliance.evidence.observed.console import Console
from qa_appliance.evidence.observed.downloads import Downloads
from qa_appliance.evidence.observed.network import Barrier, Network
from qa_appliance.evidence.observed.requests import Requests
from qa_appliance.evidence.observed.sockets import Sockets


class Observations:
    """Of all contexts it listens to."""

    def __init__(
        self, timeline: Timeline, redactor: Redactor, isolated: Isolated, save: Save, options: EvidenceOptions
    ) -> None:
        self._timeline, self._redactor, self._options = timeline, redactor, options
        self._requests = Requests(bodies=options.take("bodies"))
        self._network = Network(self._timeline, self._redactor, self._requests, options)
        self._console = Console(self._timeline, self._redactor, most=options.console_entries)
        self._sockets = Sockets(self._timeline, self._redactor)
        self._downloads = Downloads(
            self._timeline,
            self._redactor,
            isolated,
            save,
            most_bytes=options.download_bytes,
            room=options.downloads_bytes,
        )

    def _listen(self, context: BrowserContext) -> None:
        self._network.listen(context)
        self._console.listen(context)
        if self._options.take("sockets"):
            self._sockets.listen(context)
        if self._options.take("downloads"):
            self._downloads.listen(context)

    def mark(self) -> int:
        """Now, in the order of network and console events."""
        return self._timeline.mark()

    def network_since(self, mark: int) -> list[NetworkEvent]:
        """Requests answered or failed since the mark; only the telling ones when they are very many."""
        return self._network.since(mark)

    def pending_requests(self) -> int:
        """How many requests the pages wait for now, streams and long polls left out."""
        return self._network.pending()

    def pending_since(self, step: int) -> int:
        """How many of them were asked for in this step (an index) or later; long polls are known by the second one."""
        return self._network.pending_since(step)

    def in_flight(self) -> bool:
        """Whether any answer, or a part of one, may still come to a page: streams and long polls as well."""
        return self._network.in_flight()

    def brings(self, step: int) -> str:
        """The eldest request that is about to bring a page something, as “GET /reviews”; "" where there is none.

        What was asked for before this step counts while it is young, what is asked again and again does not.
        """
        return self._network.brings(step)

    def is_held(self, request: Request) -> None:
        """The request is kept from its site on purpose: no answer comes."""
        self._network.is_held(request)

    async def until_quiet(self, seconds: float) -> None:
        """Until the pages wait for no request, or the time is over."""
        await self._network.until_quiet(seconds)

    def failed_requests(self) -> list[NetworkEvent]:
        """Requests that were refused, broken off or answered with 400 and above since the run began."""
        return self._network.failed()

    def requests_made(self) -> tuple[list[NetworkEvent], int]:
        """All since the run began, in their order, and how many later ones are not among them."""
        return self._requests.so_far()

    def replaced(self, request: Request, words: str) -> None:
        """The test has done that to the request, in place of the site."""
        self._requests.replaced(request, self._redactor.clean(words))

    def request_of(self, event: NetworkEvent) -> Request | None:
        """The browser's own of one of `requests_made`, with its headers and bodies; nothing of it is cleaned."""
        return self._requests.of(event)

    def console_errors(self) -> list[ConsoleEvent]:
        """Errors on the console and errors no page caught since the run began."""
        return self._console.errors()

    def downloads(self) -> list[DownloadedFile]:
        """All downloads begun so far. One that was stopped for its size is `truncated`: the page did its part."""
        return self._downloads.listed() or []

    async def settle(self, download: Download) -> None:
        """Until a download under way has come to its end, or was stopped for its size."""
        await self._downloads.settle(download)

    def stopped_download(self, name: str) -> DownloadedFile | None:
        """The last download of that file name, if it was stopped because it is larger than what is kept."""
        file = next((f for f in reversed(self.downloads()) if f.filename == self._redactor.clean(name)), None)
        return file if file is not None and file.truncated else None

    def note_no_connection(self, place: str, barrier: Barrier, reason: str) -> None:
        """The browser was not connected to host:port: the address rules refuse it, or nobody answers there."""
        self._network.note_no_connection(place, barrier, reason)

    def barrier(self, mark: int, place: str | None = None) -> tuple[Barrier, str] | None:
        """What kept the browser from the place (or from any) since the mark, with the reason as a sentence."""
        return self._network.barrier(mark, place)
