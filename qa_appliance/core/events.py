"""What a run tells while it goes on. Store, live view, log and tests listen; a listener that breaks breaks no run."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol, TypeVar

from msgspec import Struct

from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import OverallStatus, RunStatus


class Assigned(Struct, frozen=True, tag="assigned"):
    """A run has a slot. `traceparent` is of the request that asked for it, where that was traced."""

    run_id: str
    project_id: str
    traceparent: str | None = None


AnyEvent = TypeVar("AnyEvent")


class Clean(Protocol):
    def __call__(self, event: AnyEvent, /) -> AnyEvent: ...


class Masked(Struct, frozen=True, tag="masked"):
    """A text that was told or shown already has turned out to be a secret: `clean` answers any event without it."""

    run_id: str
    clean: Clean


class Planned(Struct, frozen=True, tag="planned"):
    run_id: str
    plan: Plan


class Started(Struct, frozen=True, tag="state"):
    """The browser context is open: pending becomes running (decision 1)."""

    run_id: str


class StepBegan(Struct, frozen=True, tag="step_began"):
    run_id: str
    index: int
    sentence: str
    action: str


class StepEnded(Struct, frozen=True, tag="step"):
    run_id: str
    record: StepRecord


class ModelUsed(Struct, frozen=True, tag="model_used"):
    """What the run has asked of a model so far. `cents` None: what it costs is not known."""

    run_id: str
    calls: int
    tokens: int
    cents: int | None


class Frame(Struct, frozen=True, tag="frame"):
    """A picture of the live page (JPEG)."""

    run_id: str
    jpeg: bytes


class Ended(Struct, frozen=True, tag="ended"):
    """The run is terminal and all of it is in the store."""

    run_id: str
    status: RunStatus
    verdict: OverallStatus | None = None


Shown = Planned | Started | StepBegan | StepEnded | ModelUsed | Frame | Ended
"""What who watches a run is shown of it."""
Event = Assigned | Masked | Shown
Emit = Callable[[Event], None]

logger = logging.getLogger(__name__)


def fan_out(*listeners: Emit) -> Emit:
    """One emit for all: a listener that breaks breaks neither the run nor the other listeners."""

    def emit(event: Event) -> None:
        for listener in listeners:
            try:
                listener(event)
            except Exception:
                logger.exception("a listener broke", extra={"run_id": event.run_id})

    return emit
