"""WebSockets the pages opened: how much went over them and how they ended, never what."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class WebSocketEvent(Struct, rename="camel"):
    """`sent` and `received` are numbers of messages. `ended`: "open" at the end of the run still.

    `lasted_ms` is None for one that is still open, `error` what the browser says of one that failed.
    """

    url: str
    step_index: int | None
    at_ms: int
    sent: int = 0
    received: int = 0
    ended: Literal["open", "closed", "failed"] = "open"
    lasted_ms: int | None = None
    error: str = ""
