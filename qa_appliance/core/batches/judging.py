"""How the runs of a batch came out together: one verdict, and findings a tester can act on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeVar

from msgspec import Struct

from qa_appliance.core.batches.inputs import ASKED_FOR, EXECUTED
from qa_appliance.core.batches.variants import FanKind
from qa_appliance.core.evidence.failure import FailureKind
from qa_appliance.core.run import OverallStatus, RunStatus, UserExpectation

Each = TypeVar("Each")

BatchVerdict = Literal["passed", "failed", "flaky"]
BatchStatus = Literal["pending", "running", "completed", "cancelled"]

FindingKind = Literal[
    "differs",  # not all runs came out the same way
    "fails",  # every run failed at the same step
    "refused",  # a role was refused what it may do
    "let_through",  # a role was not refused what it may not do
    "script_executed",  # what was typed was carried out
    "markup_injected",  # what was typed became part of the page
    "server_error",  # the site answered 500 or above
    "page_error",  # an error of the page's own script
    "not_tried",  # the field was never typed into: nothing is known of it
    "broke_off",  # a run could not be carried to its end
    "flaky",  # a test of a suite passed only when it was tried again
    "known",  # a test of a suite failed as somebody has marked it
    "not_run",  # a test of a suite was cancelled
    "set_up_failed",  # a suite's set-up did not pass, so that no test was run
]

_FIELDS_OWN: frozenset[FailureKind] = frozenset({"not_kept", "no_option"})
_SLOW = 2.0  # times the quickest attempt
_SLOW_MS = 2_000  # and by so much more, in milliseconds


class Why(Struct, frozen=True):
    kind: FailureKind


class StepEnd(Struct, frozen=True):
    """How a step came out, of its record."""

    index: int
    sentence: str
    result: Literal["passed", "failed", "skipped"]
    action: str = ""
    target: str | None = None
    error: str | None = None
    failure: Why | None = None

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


class Logged(Struct, frozen=True):
    """Of a line of the console: what is judged here."""

    text: str
    source: str = "console"


class Member(Struct, frozen=True, kw_only=True):
    """One run of a batch. `expectation` is what was expected of this very run, `field` the one it types otherwise."""

    run_id: str
    label: str
    field: str = ""
    signs_in: int = 0  # by so many of its first steps a role signs in
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


class Finding(Struct, frozen=True, rename="camel"):
    """`text` is a sentence; `step_index` of the run's step it is about."""

    kind: FindingKind
    text: str
    run_id: str
    label: str
    step_index: int | None = None


class Judgement(Struct, frozen=True):
    """`verdict` None: not every run has ended yet, or some were cancelled and none failed."""

    status: BatchStatus
    verdict: BatchVerdict | None
    findings: tuple[Finding, ...]


def judge_batch(kind: FanKind, members: Sequence[Member]) -> Judgement:
    """Never "passed" while a run is under way, was cancelled, or holds a finding that is a fault of the site."""
    status = status_of([member.status for member in members])
    ended = [member for member in members if member.overall is not None]
    findings = tuple(_FINDERS[kind](ended)) if status in ("completed", "cancelled") else ()
    return Judgement(status, _verdict(kind, status, ended, findings), findings)


def status_of(statuses: Sequence[RunStatus]) -> BatchStatus:
    """Of several runs together."""
    states = set(statuses)
    if states == {"pending"}:
        return "pending"
    if states & {"pending", "running"}:
        return "running"
    return "cancelled" if "cancelled" in states else "completed"


def _verdict(kind: FanKind, status: str, ended: Sequence[Member], findings: Sequence[Finding]) -> BatchVerdict | None:
    if status not in ("completed", "cancelled"):
        return None
    outcomes = {member.overall for member in ended}
    if kind == "flaky" and outcomes == {"passed", "failed"}:
        return "flaky"
    faults = [finding for finding in findings if finding.kind != "differs"]
    failed = bool(faults) if kind == "fuzz" else "failed" in outcomes
    if failed:
        return "failed"
    return "passed" if status == "completed" else None


def _of_attempts(members: Sequence[Member]) -> Iterator[Finding]:
    passed = [member for member in members if member.overall == "passed"]
    failed = [member for member in members if member.overall == "failed"]
    if failed and not passed:
        yield from _alike(failed)
    elif failed:
        yield from _unlike(failed, passed, "in")
    yield from _slow(passed)


def _of_windows(members: Sequence[Member]) -> Iterator[Finding]:
    passed = [member for member in members if member.overall == "passed"]
    failed = [member for member in members if member.overall == "failed"]
    yield from _unlike(failed, passed, "on") if passed else _alike(failed)


def _alike(failed: Sequence[Member]) -> Iterator[Finding]:
    """All failed: told once where they failed at the same step for the same reason."""
    if len({_why(member) for member in failed}) == 1:
        if failed:
            yield _finding("fails", failed[0], f"All {len(failed)} runs failed alike: {_why(failed[0])}")
    else:
        yield from (_finding("differs", member, f"Failed otherwise than others: {_why(member)}") for member in failed)


def _unlike(failed: Sequence[Member], passed: Sequence[Member], where: str) -> Iterator[Finding]:
    others = _and([member.label for member in passed])
    return (_finding("differs", member, f"{_why(member)} It passed {where} {others}.") for member in failed)


def _slow(passed: Sequence[Member]) -> Iterator[Finding]:
    if len(passed) < 2:
        return
    quick = min(passed, key=lambda member: member.duration_ms)
    slow = max(passed, key=lambda member: member.duration_ms)
    if slow.duration_ms > max(_SLOW * quick.duration_ms, quick.duration_ms + _SLOW_MS):
        took = f"{slow.duration_ms / 1000:.1f} s, where {quick.label} took {quick.duration_ms / 1000:.1f} s"
        yield _finding("differs", slow, f"It took {took}.")


def _of_roles(members: Sequence[Member]) -> Iterator[Finding]:
    for member in members:
        if member.overall != "failed":
            continue
        broken = member.broken_step
        if broken is not None and broken.index < member.signs_in:
            yield _finding("broke_off", member, f"The role could not sign in: {_why(member)}")
        elif member.expectation == "fail":
            yield _finding("let_through", member, "The role was to be refused and was not.")
        else:
            yield _finding("refused", member, f"The role could not do it: {_why(member)}")


def _of_inputs(members: Sequence[Member]) -> Iterator[Finding]:
    if members and not any(member.typing and member.typing.result == "passed" for member in members):
        yield _finding("not_tried", members[0], f"No run could type into the field. {_why(members[0])}")
        return
    for member in members:
        if member.typing is None or not member.typing.answered:
            yield _finding("not_tried", member, f"The field was not typed into. {_why(member)}")
        if member.status == "failed":
            yield _finding("broke_off", member, f"The run could not be carried to its end: {_why(member)}")
        yield from _carried_out(member)
        yield from _broken(member)


def _carried_out(member: Member) -> Iterator[Finding]:
    """What was typed became more than text."""
    if any(EXECUTED in entry.text for entry in member.console):
        yield _finding("script_executed", member, "The page carried out what was typed as a script.")
    elif any(ASKED_FOR in asked.url for asked in member.requests):
        yield _finding("markup_injected", member, "The page took what was typed for markup.")


def _broken(member: Member) -> Iterator[Finding]:
    for asked in _once(member.requests, lambda asked: (asked.method, asked.url, asked.status)):
        if (asked.status or 0) >= 500:
            yield _finding("server_error", member, f"{asked.method} {asked.url} was answered with {asked.status}.")
        elif asked.failed and asked.status is None:
            yield _finding("server_error", member, f"{asked.method} {asked.url} was not answered.")
    for entry in _once(member.console, lambda entry: entry.text):
        if entry.source == "pageerror":
            yield _finding("page_error", member, f"The page's script broke: “{entry.text}”.")


_FINDERS: dict[FanKind, Callable[[Sequence[Member]], Iterator[Finding]]] = {
    "flaky": _of_attempts,
    "viewport_pair": _of_windows,
    "role_probe": _of_roles,
    "fuzz": _of_inputs,
}


def _finding(kind: FindingKind, member: Member, text: str) -> Finding:
    step = member.broken_step
    return Finding(kind, text, member.run_id, member.label, step.index if step else None)


def _why(member: Member) -> str:
    step = member.broken_step
    if step is None:
        return "No single step failed; its report says why."
    return f"Step {step.index + 1} “{step.sentence}” failed. {step.error or ''}".strip()


def _once(things: Sequence[Each], by: Callable[[Each], object]) -> list[Each]:
    return list({by(thing): thing for thing in things}.values())


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
