"""How fast pages came up."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Timings(Struct, rename="camel", kw_only=True):
    """Milliseconds; None: the browser had nothing to say."""

    lcp_ms: float | None = None
    fcp_ms: float | None = None
    ttfb_ms: float | None = None
    dom_content_loaded_ms: float | None = None
    load_event_ms: float | None = None

    def by_name(self) -> dict[str, float | None]:
        """By the names a budget has for them (lcpMs)."""
        return {field.encode_name: getattr(self, field.name) for field in msgspec.structs.fields(Timings)}


class PageTimings(Timings, rename="camel", kw_only=True):
    """Those of one document. `captured_at`: when the page was first seen, UTC."""

    url: str
    captured_at: str = ""
