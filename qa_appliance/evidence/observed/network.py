"""What the pages asked of the network: every request is seen, the most telling are kept. Reads no bodies."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from contextlib import suppress
from typing import Literal
from urllib.parse import urlsplit
from weakref import WeakSet

from playwright.async_api import BrowserContext, Error, Page, Request, Response

from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.evidence.base.timeline import Kept, Timeline
from qa_appliance.evidence.observed.requests import Requests

_LONGEST_URL = 2_000  # characters
_LONGEST_DATA_URL = 100
_MOST_BARRIERS = 100  # hosts
_FORGOTTEN_SECONDS = 10.0  # a request this old no longer counts as "the page is busy": a long poll, a stream
_STREAMS = {"eventsource", "websocket", "media", "ping"}
_SECONDS = re.compile(r"\s*[0-9]{1,9}")  # how the header “Refresh” begins
_LONGEST_WAIT = 86_400.0
_BRINGS = {"document", "stylesheet", "script", "xhr", "fetch"}  # what a page is made of
_UNHEARD = {"ping", "cspreport"}  # nobody is told what these are answered
_OFTEN = 2  # an address asked for more often in a step is polled
_LATE_SECONDS = 8.0  # an answer that took so long is a long poll's: the next one will, too
_LOOK_AGAIN = 1.0  # seconds after which the eldest may have come to be forgotten

NO_ANSWER = "left without an answer by the test"
"""What ends how it is told of a request that nobody waits for."""
BLOCKED = "blocked by the test"

Barrier = Literal["blocked", "unreachable"]
"""Why the browser was not connected: the operator's address rules, or nobody answered."""


class Network:
    """Listens to all pages and workers of one context. `requests` puts all of them aside."""

    def __init__(self, timeline: Timeline, redactor: Redactor, requests: Requests, options: EvidenceOptions) -> None:
        self._requests = requests
        self._timeline = timeline
        self._redactor = redactor
        self._slow_ms = options.slow_request_ms
        self._kept: Kept[NetworkEvent] = Kept(timeline, options.network_entries, self._telling)
        self._under_way: dict[Request, tuple[NetworkEvent, float]] = {}
        self._barriers: dict[str, tuple[int, Barrier, str]] = {}  # by place, the newest
        self._fewer = asyncio.Event()
        self._late: set[str] = set()
        self._reloads_until = 0.0  # a document is taken away again by its own header
        self._held: WeakSet[Request] = WeakSet()  # kept from their site on purpose
        self._polls: WeakSet[Request] = WeakSet()
        self._times: Counter[tuple[int | None, str]] = Counter()  # by step: how often an address was asked

    def listen(self, context: BrowserContext) -> None:
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("requestfinished", self._on_finished)
        context.on("requestfailed", self._on_failed)
        context.on("pageclose", self._on_page_closed)

    def note_no_connection(self, place: str, barrier: Barrier, reason: str) -> None:
        """A connection the browser wanted was not made; `place` is host:port."""
        reason, now = self._redactor.clean(reason), self._timeline.now_ms()
        self._kept.add(NetworkEvent("CONNECT", place, "other", now, self._timeline.step, failure=reason))
        self._barriers.pop(place, None)
        self._barriers[place] = (self._timeline.mark(), barrier, reason)
        if len(self._barriers) > _MOST_BARRIERS:
            del self._barriers[next(iter(self._barriers))]

    def barrier(self, mark: int, place: str | None = None) -> tuple[Barrier, str] | None:
        """What kept the browser from the place (or from any) since the mark, with the reason as a sentence."""
        met = [known for where, known in self._barriers.items() if known[0] > mark and place in (None, where)]
        return max(met)[1:] if met else None

    def since(self, mark: int) -> list[NetworkEvent]:
        """Requests that were answered or failed after the mark."""
        return self._kept.since(mark)

    def failed(self) -> list[NetworkEvent]:
        return [event for event in self._kept.all() if event.failed and not event.replaced.endswith(BLOCKED)]

    def pending(self) -> int:
        """Requests a page still waits for: streams and those older than 10 s are not counted."""
        return len(self._waited_for())

    def _waited_for(self) -> list[NetworkEvent]:
        eldest = time.monotonic() - _FORGOTTEN_SECONDS
        under_way = self._under_way.values()
        return [
            event
            for event, began in under_way
            if began > eldest and event.resource_type not in _STREAMS and not event.replaced.endswith(NO_ANSWER)
        ]

    def pending_since(self, step: int) -> int:
        """Those of `pending` that were asked for in this step or later, but for addresses that always answer late."""
        waited_for = self._waited_for()
        return sum((event.step_index or 0) >= step and _address(event) not in self._late for event in waited_for)

    def in_flight(self) -> bool:
        return time.monotonic() < self._reloads_until or any(
            e.resource_type not in _UNHEARD and r not in self._held for r, (e, _) in self._under_way.items()
        )

    def brings(self, step: int) -> str:
        eldest = time.monotonic() - _FORGOTTEN_SECONDS
        for request, (event, began) in self._under_way.items():
            unanswered = event.status is None and (event.step_index or 0) >= step
            counts = unanswered or began > eldest  # an answer that does not end may never
            polled = request in self._polls or _address(event) in self._late
            if counts and not polled and event.resource_type in _BRINGS and request not in self._held:
                return f"{event.method} {urlsplit(event.url).path or '/'}"
        return ""

    def is_held(self, request: Request) -> None:
        self._held.add(request)

    async def until_quiet(self, seconds: float) -> None:
        """Returns when no page waits for a request, at once where none does, and when the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.pending():
                    self._fewer.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._fewer.wait(), _LOOK_AGAIN)

    def notable(self) -> list[NetworkEvent] | None:
        """All that was kept, or None when nothing failed, was answered with 400 or above, or was slow."""
        for event, began in self._under_way.values():
            if event.status is None and event.resource_type not in _STREAMS:
                event.duration_ms = round((time.monotonic() - began) * 1000)
                self._kept.add(event)
        self._under_way.clear()
        events = self._kept.all()
        return events if any(event.failed or self._slow(event) for event in events) else None

    def _on_request(self, request: Request) -> None:
        url = self._redactor.clean(request.url)
        longest = _LONGEST_DATA_URL if url.startswith("data:") else _LONGEST_URL
        event = NetworkEvent(
            method=request.method,
            url=url if len(url) <= longest else url[:longest] + "…",
            resource_type=request.resource_type,
            started_at_ms=self._timeline.now_ms(),
            step_index=self._timeline.step,
        )
        self._under_way[request] = (event, time.monotonic())
        asked = event.step_index, _address(event)
        self._times[asked] += 1
        if self._times[asked] > _OFTEN:
            self._polls.add(request)
        self._requests.made(event, request)

    def _on_response(self, response: Response) -> None:
        event, began = self._under_way.get(response.request, (None, 0.0))
        if event is None:
            return
        event.answered(response.status)
        event.duration_ms = round((time.monotonic() - began) * 1000)
        length = response.headers.get("content-length", "")
        event.size = int(length) if length.isdecimal() else None
        self._kept.add(event)
        if event.resource_type == "document" and (seconds := _SECONDS.match(response.headers.get("refresh", ""))):
            self._reloads_until = time.monotonic() + min(float(seconds[0]), _LONGEST_WAIT) + _FORGOTTEN_SECONDS
        self._requests.answered(response.request, response)

    def _on_finished(self, request: Request) -> None:
        event, began = self._under_way.pop(request, (None, 0.0))
        if event is not None:
            event.duration_ms = round((time.monotonic() - began) * 1000)
            if event.duration_ms >= _LATE_SECONDS * 1000:
                self._late.add(_address(event))
        self._requests.ended(request)
        self._fewer.set()

    def _on_failed(self, request: Request) -> None:
        event, began = self._under_way.pop(request, (None, 0.0))
        self._fewer.set()
        if event is None:
            return
        event.broke_off(request.failure or "failed")
        event.duration_ms = round((time.monotonic() - began) * 1000)
        if event.status is None:
            self._kept.add(event)

    def _on_page_closed(self, page: Page) -> None:
        """A closed page waits for nothing, and its requests are not always reported as ended."""
        for request in [request for request in self._under_way if _page_of(request) is page]:
            del self._under_way[request]
        self._fewer.set()

    def _slow(self, event: NetworkEvent) -> bool:
        return (event.duration_ms or 0) >= self._slow_ms and event.resource_type not in _STREAMS

    def _telling(self, event: NetworkEvent) -> int:
        if event.failed:
            return 4
        if self._slow(event):
            return 3
        return {"document": 2, "xhr": 1, "fetch": 1}.get(event.resource_type, 0)


def _address(event: NetworkEvent) -> str:
    return f"{event.method} {event.url.partition('?')[0]}"


def _page_of(request: Request) -> Page | None:
    try:
        return request.frame.page
    except Error:  # a worker's request, or one before its frame
        return None
