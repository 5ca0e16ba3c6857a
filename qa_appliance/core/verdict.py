"""The judge: records in, verdict with its reasons out. Pure; what was not observed does not count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from qa_appliance.core.evidence.steps import CHOSEN, StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import OverallStatus, UserExpectation

# How much surer an exact name is than the rung it was found by (points of 100).
_RUNG_DOUBT = {
    "saved locator": 0,
    "focus": 0,
    "exact name": 0,
    "exact text": 1,
    "label": 1,
    "attribute": 2,
    "line": 1,
    "normalised": 8,
    "nearby text": 8,
    "number": 8,
    "value": 8,
    "meaning": 4,
    "picture": 12,
    "whole words": 0,  # told by what was taken for the whole name
    "model": 20,
}
_UNKNOWN_RUNG_DOUBT = 6
_CHOSEN_AMONG_SEVERAL_DOUBT = 4
_PARTLY_NAMED_DOUBT = 20  # the words are only a part of what something is called
_HEAL_DOUBT = 15
_HELD_BEFORE_DEED_DOUBT = 10  # a check that held before the deed it follows shows nothing of that deed
_JUDGED_DOUBT = 25
_ALL_JUDGED_DOUBT = 45  # nothing that was checked is proven
_MODEL_DOUBT = 8  # whether the step is what the words meant
_NOTHING_CHECKED_DOUBT = 30
_TEST_ITSELF_DOUBT = 30  # a failure that may lie in the words rather than in the application
_DISAGREED_DOUBT = 50  # all that was observed speaks for a pass
_LONGEST_SUMMARY = 400  # characters in the reason; the report has the whole
_UNCLEAR = {"not_found", "ambiguous", "unsupported", "no_option"}


class Summary(Struct, frozen=True):
    """What a model says of a run in a few sentences, and whether it takes it for passed."""

    text: str
    passed: bool


class Verdict(Struct, frozen=True):
    """`reasons` are sentences, the first one is the headline. `confidence` 0..100 (decision 9); `doubts` say what
    takes from it, the worst first."""

    status: Literal["completed", "failed"]
    overall: OverallStatus
    reasons: tuple[str, ...]
    confidence: int
    doubts: tuple[str, ...]
    passed: int
    failed: int
    skipped: int


def judge(
    plan: Plan,
    records: list[StepRecord],
    expectation: UserExpectation,
    *,
    broken: str | None = None,
    summary: Summary | None = None,
) -> Verdict:
    """`broken` says why the run could not be carried to its end (decision 2); then it is failed whatever else.

    Passed only when every step that was not skipped passed, at least one did, nothing in the description was left
    out, for a negative test the application refused, and the summary does not disagree [2.6].
    """
    passed = sum(r.result == "passed" for r in records)
    failed = sum(r.result == "failed" for r in records)
    skipped = sum(r.result == "skipped" for r in records)
    reasons = _reasons_against(plan, records, expectation, broken)
    disagreement = _disagreement(summary) if not reasons else []
    reasons += disagreement
    overall: OverallStatus = "failed" if reasons else "passed"
    doubts = [_DISAGREED] if disagreement else _doubts(plan, records, overall)
    return Verdict(
        status="failed" if broken else "completed",
        overall=overall,
        reasons=tuple(reasons) or (_reason_for(records, expectation, passed),),
        confidence=_confidence(doubts),
        doubts=tuple(reason for doubt in doubts for reason in doubt.reasons),
        passed=passed,
        failed=failed,
        skipped=skipped,
    )


def _reasons_against(
    plan: Plan, records: list[StepRecord], expectation: UserExpectation, broken: str | None
) -> list[str]:
    reasons = [broken] if broken else []
    reasons += [f"Step {r.index + 1} failed: {r.error}" for r in records if r.result == "failed"]
    reasons += [f"Not understood: “{gap.text}”. {gap.reason}" for gap in plan.gaps]
    if plan.first_gap is not None and any(r.result == "skipped" for r in records[plan.first_gap.at :]):
        reasons.append(f"Nothing behind “{plan.first_gap.text}” was done.")
    if reasons:
        return reasons
    if not any(r.result == "passed" for r in records):
        return ["No step was performed, so nothing was shown to work."]
    if expectation == "fail" and not any(r.refused for r in records):
        return ["Nothing was refused, although this test expects the application to refuse."]
    return []


def _disagreement(summary: Summary | None) -> list[str]:
    """Why a run does not pass that would by its steps."""
    if summary is None or summary.passed:
        return []
    text = summary.text if len(summary.text) <= _LONGEST_SUMMARY else f"{summary.text[: _LONGEST_SUMMARY - 1]}…"
    return [f"Every step passed, but the model that summed up the run does not take it for passed: {text}"]


def _reason_for(records: list[StepRecord], expectation: UserExpectation, passed: int) -> str:
    refused = next((r for r in records if r.refused), None)
    if expectation == "fail" and refused is not None:
        return f"The application refused at step {refused.index + 1}, as expected. {refused.note or ''}".rstrip()
    special = _special(records)
    checked = _checked([r for r in records if r.action == "check" and r.result == "passed"])
    return (
        f"All {passed} steps passed{special}; {checked}."
        if passed != 1
        else f"The only step passed{special}; {checked}."
    )


def _checked(checks: list[StepRecord]) -> str:
    """What holds, and of how much of it only a model says so."""
    holds = {0: "nothing was checked", 1: "1 check holds"}.get(len(checks), f"{len(checks)} checks hold")
    judged = sum(not r.proven for r in checks)
    if not judged:
        return holds
    if judged == len(checks):
        proven, them = ("it is not proven", "it") if judged == 1 else ("none of them is proven", "them")
        return f"{holds}, and {proven}: a model judged {them}"
    return f"{holds}, {judged} of them judged by a model and not proven"


def _special(records: list[StepRecord]) -> str:
    """How many of them came about otherwise than as they were written."""
    heals = sum(1 for r in records if r.found is not None and r.found.healed)
    planned = sum(1 for r in records if r.source == "model" and r.result == "passed" and r.proven)
    chosen = sum(1 for r in records if r.found is not None and r.found.rung == CHOSEN)
    by = f" ({chosen} by a model's choice)" if chosen else ""
    healed = f", {heals} of them healed{by}" if heals else ""
    by_model = f", {planned} of them planned by a model" if planned else ""
    return f"{healed}{by_model}{_own_answers(records)}"


def _own_answers(records: list[StepRecord]) -> str:
    """What the site did not do itself."""
    replaced = sum(1 for r in records if r.details.replaced)
    answers = f"{replaced} answer{'' if replaced == 1 else 's'}"
    return f", with {answers} by the test in place of the site's" if replaced else ""


class _Doubt(Struct, frozen=True):
    points: int
    reasons: tuple[str, ...]


_DISAGREED = _Doubt(_DISAGREED_DOUBT, ("Only the model's summary speaks against a pass.",))


def _confidence(doubts: list[_Doubt]) -> int:
    """The worst doubt counts in full, the others by a quarter, so that a long test is not doubted for its length."""
    if not doubts:
        return 100
    points = [doubt.points for doubt in doubts]
    worst = max(points)
    return max(0, round(100 - worst - (sum(points) - worst) / 4))


def _doubts(plan: Plan, records: list[StepRecord], overall: OverallStatus) -> list[_Doubt]:
    """The worst of the steps first, behind what is doubtful of the whole test."""
    steps = sorted((doubt for r in records if (doubt := _doubt(r)).points), key=lambda one: one.points, reverse=True)
    if overall == "failed":
        return [_Doubt(_TEST_ITSELF_DOUBT, ("Part of the test was not understood.",)), *steps] if plan.gaps else steps
    if not any(r.action == "check" or r.refused for r in records):
        return [_Doubt(_NOTHING_CHECKED_DOUBT, ("Nothing was checked.",)), *steps]
    if not any(r.proven for r in records if r.action == "check" or r.refused):
        reason = "All that was checked was judged by a model: no check is proven."
        return [_Doubt(_ALL_JUDGED_DOUBT, (reason,)), *steps]
    if _vacuous(records):
        reason = "Every check held before anything was done."
        return [_Doubt(_NOTHING_CHECKED_DOUBT // 2, (reason,)), *steps]
    if plan.notes:
        return [_Doubt(_NOTHING_CHECKED_DOUBT // 2, ("There are notes on the test itself.",)), *steps]
    return steps


def _vacuous(records: list[StepRecord]) -> bool:
    """Whether every check held before anything was done, so that none shows what the actions did."""
    checks = [r for r in records if r.action == "check" and r.result == "passed"]
    return bool(checks) and all(r.details.held_before for r in checks)


def _doubt(record: StepRecord) -> _Doubt:
    if record.result == "skipped":
        return _Doubt(0, ())
    reasons = [(points, reason) for points, reason in _doubted(record) if points]
    return _Doubt(
        sum(points for points, _ in reasons), tuple(f"Step {record.index + 1} {reason}." for _, reason in reasons)
    )


def _doubted(record: StepRecord) -> Iterator[tuple[int, str]]:
    """What takes from the confidence, in points, with how a sentence about the step goes on."""
    if not record.proven:
        yield _JUDGED_DOUBT, "was judged, not proven"
    if record.source == "model" and record.proven:
        yield _MODEL_DOUBT, "was planned by a model"
    if record.details.held_before_deed:
        yield _HELD_BEFORE_DEED_DOUBT, "held already before the deed it follows"
    if record.failure is not None and record.failure.kind in _UNCLEAR and not record.refused:
        yield _TEST_ITSELF_DOUBT, "may have failed of the test's words, not of the application"
    if record.found is not None:
        rung = record.found.rung
        way = "a model's choice" if rung == CHOSEN else rung
        yield _RUNG_DOUBT.get(rung, _UNKNOWN_RUNG_DOUBT), f"found its element by {way}, not by its exact name"
        if record.found.partly:
            yield _PARTLY_NAMED_DOUBT, f"took a part of a name for the whole: {record.found.partly}"
        if record.found.candidates > 1:
            yield _CHOSEN_AMONG_SEVERAL_DOUBT, f"chose its element among {record.found.candidates}"
        if record.found.healed:
            yield _HEAL_DOUBT, "was healed"
