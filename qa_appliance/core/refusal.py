"""Negative tests: whether what happened is the application's refusal (decision 6). Pure; asks nothing of a page."""

from __future__ import annotations

import msgspec

from qa_appliance.core.evidence import Failure, FailureKind, Signal, StepRecord

_SIGNAL_WORDS = {
    "alert": "the page raised an alert",
    "error_text": "the page shows an error",
    "http_error": "the server refused it",
    "invalid_field": "the form does not accept it",
    "dialog": "the page opened a dialog",
}

# The application's answer wherever it comes: a control it keeps disabled needs no deed before it.
_ANSWERS: frozenset[FailureKind] = frozenset({"not_actionable"})
# Its answer only to something that was done: what was never there, was not refused.
_ANSWERS_TO_A_DEED: frozenset[FailureKind] = frozenset({"not_found", "assertion", "timeout"})


def as_refusal(record: StepRecord, signals: list[Signal], *, acted: bool) -> StepRecord:
    """The record of a negative test's step, turned into a refusal if it is one.

    `signals` are the page's answers to this step; `acted` tells that an earlier step has done something on the page.
    A server that breaks (5xx) has not refused: that fails the step, so that a crash never passes as a refusal.
    """
    if record.result == "skipped":
        return record
    broke = next((s for s in signals if s.kind == "server_error"), None)
    if broke is not None:
        error = f"The application broke instead of refusing: {broke.text}"
        return msgspec.structs.replace(record, result="failed", error=error)
    reason = _spoken(signals)
    if record.failure is not None:
        reason = (reason or record.failure.message) if _is_answer(record.failure, acted) else None
    if reason is None:
        return record
    return msgspec.structs.replace(record, result="passed", refused=True, error=None, note=f"Refused: {reason}")


def _is_answer(failure: Failure, acted: bool) -> bool:
    if failure.kind == "page_error":
        return 400 <= failure.status < 500
    return failure.kind in _ANSWERS or (acted and failure.kind in _ANSWERS_TO_A_DEED)


def no_refusal(index: int, url: str | None) -> StepRecord:
    """The synthetic last step of a negative test in which nothing was refused."""
    return StepRecord(
        index=index,
        action="expect_refusal",
        target=None,
        value=None,
        result="failed",
        sentence="The application refuses.",
        source="synthetic",
        error="Nothing was refused: every step succeeded, although this test expects the application to refuse.",
        synthetic=True,
        url=url,
    )


def _spoken(signals: list[Signal]) -> str | None:
    if not signals:
        return None
    first = signals[0]
    return f"{_SIGNAL_WORDS[first.kind]}: {first.text}" if first.text else _SIGNAL_WORDS[first.kind]
