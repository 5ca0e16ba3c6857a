"""What the pages said: console messages of pages and workers, and errors nobody caught."""

from __future__ import annotations

from playwright.async_api import BrowserContext, ConsoleMessage, WebError

from qa_appliance.core.evidence.console import ConsoleEvent, ConsoleSource, Location
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.evidence.base.timeline import Kept, Timeline

_LONGEST = 2_000  # characters of one message
_TELLING = {"error": 2, "assert": 2, "warning": 1}


class Console:
    """Listens to all pages and workers of one context. The same thing said again and again is one entry."""

    def __init__(self, timeline: Timeline, redactor: Redactor, *, most: int) -> None:
        self._timeline = timeline
        self._redactor = redactor
        self._kept: Kept[ConsoleEvent] = Kept(timeline, most, lambda event: _TELLING.get(event.level, 0))
        self._last: ConsoleEvent | None = None

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)

    def errors(self) -> list[ConsoleEvent]:
        return [event for event in self._kept.all() if event.level == "error"]

    def notable(self) -> list[ConsoleEvent] | None:
        """All that was kept, or None when the pages said nothing."""
        return self._kept.all() or None

    def _on_console(self, message: ConsoleMessage) -> None:
        place = message.location
        self._add(message.type, message.text, "console", self._location(place["url"], place["line"], place["column"]))

    def _on_error(self, error: WebError) -> None:
        place = error.location
        location = self._location(place["url"], place["line"], place["column"])
        self._add("error", error.error.stack or str(error.error), "pageerror", location)

    def _add(self, level: str, text: str, source: ConsoleSource, location: Location | None) -> None:
        text = self._redactor.clean(text)
        text = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
        step, last = self._timeline.step, self._last
        if last and (level, text, source, step) == (last.level, last.text, last.source, last.step_index):
            last.times += 1
            return
        self._last = ConsoleEvent(level, text, source, step, self._timeline.now_ms(), location)
        self._kept.add(self._last)

    def _location(self, url: str, line: int, column: int) -> Location | None:
        return Location(self._redactor.clean(url), line, column) if url else None
