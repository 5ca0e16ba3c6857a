"""How the runs of a batch came out together: one verdict, and findings a tester can act on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeVar

from qa_appliance.core.batches.executed import carried_out
from qa_appliance.core.batches.members import (
    BatchVerdict,
    Finding,
    Judgement,
    Member,
    finding_of,
    status_of,
    why,
)

Each = TypeVar("Each")
Judged = Literal["flaky", "viewport_pair", "fuzz", "rows"]  # roles are judged in `roles`, suites in `suites`

_SHOWN = 120  # characters of an input
_SLOW = 2.0  # times the quickest attempt
_SLOW_MS = 2_000  # and by so much more, in milliseconds


def judge_batch(kind: Judged, members: Sequence[Member]) -> Judgement:
    """Never "passed" while a run is under way, was cancelled, or holds a finding that is a fault of the site."""
    status = status_of([member.status for member in members])
    ended = [member for member in members if member.overall is not None]
    findings = tuple(_FINDERS[kind](ended)) if status in ("completed", "cancelled") else ()
    return Judgement(status, _verdict(kind, status, ended, findings), findings)


def _verdict(kind: Judged, status: str, ended: Sequence[Member], findings: Sequence[Finding]) -> BatchVerdict | None:
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


def _of_rows(members: Sequence[Member]) -> Iterator[Finding]:
    failed = [member for member in members if member.overall == "failed"]
    passed = len(members) - len(failed)
    if not passed:
        yield from _alike(failed)
        return
    others = f"It passed for {passed} other {'row' if passed == 1 else 'rows'}."
    yield from (finding_of("differs", member, f"{why(member)} {others}") for member in failed)


def _alike(failed: Sequence[Member]) -> Iterator[Finding]:
    """All failed: told once where they failed at the same step for the same reason."""
    if len({why(member) for member in failed}) == 1:
        if failed:
            yield finding_of("fails", failed[0], f"All {len(failed)} runs failed alike: {why(failed[0])}")
    else:
        yield from (finding_of("differs", member, f"Failed otherwise than others: {why(member)}") for member in failed)


def _unlike(failed: Sequence[Member], passed: Sequence[Member], where: str) -> Iterator[Finding]:
    others = _and([member.label for member in passed])
    return (finding_of("differs", member, f"{why(member)} It passed {where} {others}.") for member in failed)


def _slow(passed: Sequence[Member]) -> Iterator[Finding]:
    if len(passed) < 2:
        return
    quick = min(passed, key=lambda member: member.duration_ms)
    slow = max(passed, key=lambda member: member.duration_ms)
    if slow.duration_ms > max(_SLOW * quick.duration_ms, quick.duration_ms + _SLOW_MS):
        took = f"{slow.duration_ms / 1000:.1f} s, where {quick.label} took {quick.duration_ms / 1000:.1f} s"
        yield finding_of("differs", slow, f"It took {took}.")


def _of_inputs(members: Sequence[Member]) -> Iterator[Finding]:
    if members and not any(member.typing and member.typing.result == "passed" for member in members):
        yield finding_of("not_tried", members[0], f"No run could type into the field. {why(members[0])}")
        return
    for member in members:
        if member.typing is None or not member.typing.answered:
            yield finding_of("not_tried", member, f"The field was not typed into. {why(member)}")
        if member.status == "failed":
            yield finding_of("broke_off", member, f"The run could not be carried to its end: {why(member)}")
        yield from _carried_out(member, members)
        yield from _broken(member)


def _carried_out(member: Member, members: Sequence[Member]) -> Iterator[Finding]:
    """What was typed became more than text."""
    run = member.seen
    done = carried_out(run, [other.seen for other in members if other is not member])
    if done is not None and done.ran:
        yield finding_of("script_executed", member, f"The page carried out “{_short(run.typed)}”: {done.seen}.")
    elif done is not None:
        yield finding_of("markup_injected", member, f"The page took “{_short(run.typed)}” for markup: {done.seen}.")


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _broken(member: Member) -> Iterator[Finding]:
    for asked in _once(member.requests, lambda asked: (asked.method, asked.url, asked.status)):
        if (asked.status or 0) >= 500:
            yield finding_of("server_error", member, f"{asked.method} {asked.url} was answered with {asked.status}.")
        elif asked.failed and asked.status is None:
            yield finding_of("server_error", member, f"{asked.method} {asked.url} was not answered.")
    for entry in _once(member.console, lambda entry: entry.text):
        if entry.source == "pageerror":
            yield finding_of("page_error", member, f"The page's script broke: “{entry.text}”.")


_FINDERS: dict[Judged, Callable[[Sequence[Member]], Iterator[Finding]]] = {
    "flaky": _of_attempts,
    "viewport_pair": _of_windows,
    "fuzz": _of_inputs,
    "rows": _of_rows,
}


def _once(things: Sequence[Each], by: Callable[[Each], object]) -> list[Each]:
    return list({by(thing): thing for thing in things}.values())


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
