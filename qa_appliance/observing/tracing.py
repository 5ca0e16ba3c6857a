"""Traces of what the appliance does, where an operator named a collector: a request, and a run with its steps.

The library is loaded only where there is a collector; without one nothing of this is there. Ids, kinds and results go
out, never a sentence, an address or a text of a test.
"""

from __future__ import annotations

import importlib
from contextlib import AbstractContextManager
from typing import Protocol

from qa_appliance.core.events import Event
from qa_appliance.settings.observing import Traces

_LIBRARY = "qa_appliance.observing.otlp"


class Answering(Protocol):
    """One HTTP request and, at its end, its answer's status and the route that it met."""

    method: str
    status: int

    @property
    def route(self) -> str: ...


class Tracing(Protocol):
    def request(self, answering: Answering, parent: str | None) -> AbstractContextManager[str | None]:
        """Lasts as long as the block, which is given its `traceparent`."""
        ...

    def listen(self, event: Event) -> None:
        """A `core.events.Emit`."""
        ...

    def close(self) -> None:
        """Sends what is left, within a few seconds. Blocks."""
        ...


def tracing_of(traces: Traces) -> Tracing | None:
    """Loads the library, which takes a moment; None where no collector is named."""
    if traces.endpoint is None:
        return None
    opened: Tracing = importlib.import_module(_LIBRARY).Sent(traces.endpoint)
    return opened
