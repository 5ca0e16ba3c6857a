"""The runs of a batch as they are judged, and what is said of them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from qa_appliance.core.batches.executed import Seen, Spoken
from qa_appliance.core.evidence.failure import FailureCause, FailureKind
from qa_appliance.core.run import OverallStatus, RunStatus, UserExpectation

BatchVerdict = Literal["passed", "failed", "flaky"]
BatchStatus = Literal["pending", "running", "completed", "cancelled"]

FindingKind = Literal[
    "differs",  # not all runs came out the same way
    "fails",  # every run failed at the same step
    "refused",  # a role was refused what it may do
    "cannot_tell",  # a role was neither let through nor refused: nothing is known of what it may do
    "let_through",  # a role was not refused what it may not do
    "script_executed",  # what was typed was carried out
    "markup_injected",  # what was typed became part of the page
    "server_error",  # the site answered 500 or above
    "page_error",  # an error of the page's own script
    "not_tried",  # the field was never typed into: nothing is known of it
    "broke_off",  # a run could not be carried to its end
    "flaky",  # a test of a suite passed only when it was tried again
    "known",  # a test of a suite failed as somebody has marked it
    "signed_in_anew",  # the site did not know any more whom the set-up signed in; the test was run again after that
    "begun_anew",  # the appliance ended while a test of a suite ran; the test was run again after that
    "not_run",  # a test of a suite was cancelled
    "set_up_failed",  # a suite's set-up did not pass, so that no test was run
]

_FIELDS_OWN: frozenset[FailureKind] = frozenset({"not_kept", "no_option"})


class Why(Struct, frozen=True):
    kind: FailureKind
    cause: FailureCause = ""
    status: int = 0


class Class(Struct, frozen=True):
    kind: str


class Drawing(Struct, frozen=True):
    label: str
    text: str


class Answer(Struct, frozen=True):
    kind: str
    text: str


class Details(Struct, frozen=True):
    missed: bool = False
    dialogs: Sequence[Spoken] = ()
    typed: Drawing | None = None  # drawn from the field's own constraints
    answers: Sequence[Answer] = ()


class StepEnd(Struct, frozen=True, rename="camel"):
    """How a step came out, of its record."""

    index: int
    sentence: str
    result: Literal["passed", "failed", "skipped"]
    action: str = ""
    target: str | None = None
    error: str | None = None
    failure: Why | None = None
    refused: bool = False
    synthetic: bool = False
    url: str | None = None
    note: str | None = None
    value: str | None = None
    failure_class: Class | None = None
    details: Details = Details()

    @property
    def answered(self) -> bool:
        """Whether a text was typed, or the field itself does not take that text; else nothing is known of it."""
        return self.result == "passed" or (self.failure is not None and self.failure.kind in _FIELDS_OWN)


class Asked(Struct, frozen=True, rename="camel"):
    """Of a request: what is judged here."""

    method: str
    url: str
    status: int | None = None
    failed: bool = False
    step_index: int | None = None


class Logged(Struct, frozen=True):
    """Of a line of the console: what is judged here."""

    text: str
    source: str = "console"
    level: str = ""


class Member(Struct, frozen=True, kw_only=True):
    """One run of a batch. `expectation` is what was expected of this very run, `field` the one it types otherwise."""

    run_id: str
    label: str
    field: str = ""
    seed: int | None = None  # by which what it types was drawn
    signs_in: int = 0  # by so many of its first steps a role signs in
    as_role: bool = False  # the site is to know who it is
    status: RunStatus
    overall: OverallStatus | None
    expectation: UserExpectation
    duration_ms: int = 0
    steps: Sequence[StepEnd] = ()
    requests: Sequence[Asked] = ()
    console: Sequence[Logged] = ()

    @property
    def broken_step(self) -> StepEnd | None:
        return next((step for step in self.steps if step.result == "failed"), None)

    @property
    def typing(self) -> StepEnd | None:
        """The step that typed into the field, where it was reached."""
        named = self.field.casefold()
        into = (step for step in self.steps if step.action == "fill" and named in (step.target or "").casefold())
        return next((step for step in into if step.result != "skipped"), None)

    @property
    def seen(self) -> Seen:
        """What it typed into the field, and what the pages did."""
        step = self.typing
        drawn = step.details.typed if step is not None else None
        typed = drawn.text if drawn is not None else step.value if step is not None else None
        return Seen(
            typed or "",
            [spoken for each in self.steps for spoken in each.details.dialogs],
            [entry.text for entry in self.console],
            [asked.url for asked in self.requests],
            [each.url for each in self.steps if each.url],
        )


class Finding(Struct, frozen=True, rename="camel"):
    """`text` is a sentence; `step_index` of the run's step it is about."""

    kind: FindingKind
    text: str
    run_id: str
    label: str
    step_index: int | None = None


Expected = Literal["allowed", "refused", "either"]
Happened = Literal["allowed", "refused", "cannot_tell"]


class Cell(Struct, frozen=True, rename="camel"):
    """Of a role probe: what a role was expected to be able to do, what happened, and whether that is as it should be.

    `happened` and `verdict` None: its run has not ended, or was cancelled. `reason` is a sentence, of the step
    `step_index` where one tells it.
    """

    run_id: str
    role: str
    expected: Expected
    happened: Happened | None = None
    verdict: OverallStatus | None = None
    reason: str = ""
    step_index: int | None = None


class Judgement(Struct, frozen=True):
    """`verdict` None: not every run has ended yet, or some were cancelled and none failed."""

    status: BatchStatus
    verdict: BatchVerdict | None
    findings: tuple[Finding, ...]
    matrix: tuple[Cell, ...] = ()


def status_of(statuses: Sequence[RunStatus]) -> BatchStatus:
    """Of several runs together."""
    states = set(statuses)
    if states == {"pending"}:
        return "pending"
    if states & {"pending", "running"}:
        return "running"
    return "cancelled" if "cancelled" in states else "completed"


def finding_of(kind: FindingKind, member: Member, text: str) -> Finding:
    step = member.broken_step
    return Finding(kind, text, member.run_id, member.label, step.index if step else None)


def why(member: Member) -> str:
    step = member.broken_step
    if step is None:
        return "No single step failed; its report says why."
    return f"Step {step.index + 1} “{step.sentence}” failed. {step.error or ''}".strip()
