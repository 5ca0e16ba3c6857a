"""For which run, request and trace something is done: what is logged meanwhile carries their ids, however deep it is.

A trace is told by W3C's `traceparent`: of the request that asked, or of what the appliance itself traces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context

RUN: ContextVar[str | None] = ContextVar("run_id", default=None)
REQUEST: ContextVar[str | None] = ContextVar("request_id", default=None)
TRACE: ContextVar[str | None] = ContextVar("trace_id", default=None)
"""A whole `traceparent`, which `traceparent` has read."""

_OWN = (RUN, REQUEST, TRACE)
_TRACEPARENT = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=-|$)")


def traceparent(header: str | None) -> str | None:
    """As version 00 has it, of what is well-formed; later versions may have more behind it, which is left out."""
    found = _TRACEPARENT.match(header or "")
    if found is None or header == "" or ((header or "").startswith("00") and found.end() != len(header or "")):
        return None
    return f"00{found[0][2:]}"


def ids_now() -> dict[str, str]:
    """By the names they have in a line of the log."""
    ids = {each.name: value for each in (RUN, REQUEST) if (value := each.get()) is not None}
    trace = TRACE.get()
    return ids if trace is None else ids | {TRACE.name: trace.split("-")[1]}


@contextmanager
def within(variable: ContextVar[str | None], value: str | None) -> Iterator[None]:
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)


def of_nobody() -> Context:
    """For a task that outlives the run or request it is begun in: what it logs is not of that one alone."""
    context = copy_context()
    for each in _OWN:
        context.run(each.set, None)
    return context
