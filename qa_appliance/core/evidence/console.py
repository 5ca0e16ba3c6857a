"""What the pages said on the console, and what broke in them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

ConsoleSource = Literal["console", "pageerror"]


class Location(Struct, frozen=True, rename="camel"):
    """Counted from 0, as the browser does."""

    url: str
    line: int
    column: int


class ConsoleEvent(Struct, rename="camel"):
    """`level` as the browser says ("log", "warning", "error"…). `times`: how often it was said in a row."""

    level: str
    text: str
    source: ConsoleSource
    step_index: int | None
    at_ms: int
    location: Location | None = None
    times: int = 1
