"""How fast pages came up, by the browser's own entries and the definitions of web-vitals. Never slows a page down."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from playwright.async_api import Page

from qa_appliance.core.clock import iso, utc_now
from qa_appliance.core.evidence.performance import PageTimings, Timings
from qa_appliance.evidence.base.isolated import WORLD, Isolated
from qa_appliance.evidence.base.redact import Redactor

_MOST_PAGES = 100
_BINDING = "qaApplianceTimings"

# Times count from the navigation's start, or from the activation of a prerendered page. The largest contentful paint
# ends with the first input or when the page is hidden; the browser itself stops telling at the input.
_SCRIPT = (
    """(() => {
  if (window !== window.top || location.href === 'about:blank') return;
  const seen = {document: performance.timeOrigin, lcpMs: null, fcpMs: null, ttfbMs: null, domContentLoadedMs: null,
                loadEventMs: null};
  const tenths = (ms) => Math.round(Math.max(0, ms) * 10) / 10;
  let hidden = document.visibilityState === 'hidden' ? 0 : Infinity;
  addEventListener('visibilitychange', (event) => {
    if (document.visibilityState === 'hidden') hidden = Math.min(hidden, event.timeStamp);
  }, true);
  const tell = () => {
    const entry = performance.getEntriesByType('navigation')[0];
    const since = (moment) => moment > 0 ? tenths(moment - (entry.activationStart || 0)) : null;
    if (entry) {
      seen.ttfbMs = since(entry.responseStart);
      seen.domContentLoadedMs = since(entry.domContentLoadedEventEnd);
      seen.loadEventMs = since(entry.loadEventEnd);
    }
    BINDING(JSON.stringify({...seen, url: location.href}));
  };
  const observe = (type, take) => new PerformanceObserver((list) => {
    const start = (performance.getEntriesByType('navigation')[0] || {}).activationStart || 0;
    for (const entry of list.getEntries())
      if (entry.startTime < hidden) take(entry, tenths(entry.startTime - start));
    tell();
  }).observe({type, buffered: true});
  observe('paint', (entry, at) => { if (entry.name === 'first-contentful-paint') seen.fcpMs = at; });
  observe('largest-contentful-paint', (entry, at) => { seen.lcpMs = at; });
  const later = () => setTimeout(tell);
  if (document.readyState === 'complete') later();
  document.addEventListener('DOMContentLoaded', later);
  addEventListener('load', later);
})()"""
).replace("BINDING", _BINDING)


class _Measured(PageTimings, kw_only=True, rename="camel"):
    """What the script in the page tells; `document` is the moment it began."""

    document: float


class Performance:
    """One entry per document a page of the run showed."""

    def __init__(self, isolated: Isolated, redactor: Redactor) -> None:
        self._isolated = isolated
        self._redactor = redactor
        self._documents: dict[tuple[Page, float], PageTimings] = {}

    async def watch(self, page: Page) -> None:
        session = await self._isolated.session(page)
        session.on("Runtime.bindingCalled", lambda event: self._take(page, event))
        script = {"source": _SCRIPT, "worldName": WORLD, "runImmediately": True}
        await asyncio.gather(  # done in this order; the answer to the one is nothing to the next
            session.send("Page.enable"),
            session.send("Runtime.enable"),  # without it the browser tells no binding
            session.send("Runtime.addBinding", {"name": _BINDING, "executionContextName": WORLD}),
            session.send("Page.addScriptToEvaluateOnNewDocument", script),
        )
        self._isolated.follow(page, session)

    def pages(self) -> list[PageTimings] | None:
        """In the order in which the pages came up; None when there was none."""
        return list(self._documents.values()) or None

    def final(self, page: Page) -> Timings | None:
        """Those of the page's present document."""
        mine = [timings for (of, _), timings in self._documents.items() if of is page]
        return msgspec.convert(mine[-1], Timings, from_attributes=True) if mine else None

    def _take(self, page: Page, event: dict[str, Any]) -> None:
        if event.get("name") != _BINDING:
            return
        timings = msgspec.json.decode(event["payload"], type=_Measured)
        key = (page, timings.document)
        before = self._documents.get(key)
        if before is None and len(self._documents) >= _MOST_PAGES:
            return
        timings.url = self._redactor.clean(before.url if before else timings.url)
        timings.captured_at = before.captured_at if before else iso(utc_now())
        self._documents[key] = msgspec.convert(timings, PageTimings, from_attributes=True)
