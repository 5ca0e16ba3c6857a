"""WebSockets of all pages of a context, counted while they are open. What goes over them is never kept."""

from __future__ import annotations

from playwright.async_api import BrowserContext, Page, WebSocket

from qa_appliance.core.evidence.sockets import WebSocketEvent
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.evidence.base.timeline import Kept, Timeline

_MOST = 100


class Sockets:
    def __init__(self, timeline: Timeline, redactor: Redactor) -> None:
        self._timeline = timeline
        self._redactor = redactor
        self._kept: Kept[WebSocketEvent] = Kept(timeline, _MOST, lambda event: int(event.ended == "failed"))

    def listen(self, context: BrowserContext) -> None:
        context.on("page", self._watch)
        for page in context.pages:
            self._watch(page)

    def all(self) -> list[WebSocketEvent] | None:
        """None when the pages opened none."""
        return self._kept.all() or None

    def _watch(self, page: Page) -> None:
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        event = WebSocketEvent(self._redactor.clean(socket.url), self._timeline.step, self._timeline.now_ms())
        self._kept.add(event)

        def sent(_: object) -> None:
            event.sent += 1

        def received(_: object) -> None:
            event.received += 1

        def failed(error: str) -> None:
            event.ended, event.error = "failed", self._redactor.clean(str(error))

        def closed(_: object) -> None:
            event.ended = "closed" if event.ended == "open" else event.ended
            event.lasted_ms = self._timeline.now_ms() - event.at_ms

        socket.on("framesent", sent)
        socket.on("framereceived", received)
        socket.on("socketerror", failed)
        socket.on("close", closed)
