"""The record of a clause that a model judged: never proven, and failed as any check that does not hold."""

from __future__ import annotations

from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Judged


def judged_record(index: int, judged: Judged, url: str) -> StepRecord:
    """Behind those of the plan's steps, which are counted by their places in it."""
    text, judgement = judged.gap.text, judged.judgement
    record = StepRecord(
        index=index,
        action="check",
        target=None,
        value=None,
        result="passed" if judgement.holds else "failed",
        sentence=text,
        source="model",
        proven=False,
        url=url,
        note=judgement.grounds if judgement.holds else None,
        duration_ms=judged.duration_ms,
    )
    if not judgement.holds:
        record.error = f"A model judged that it is not so: {judgement.grounds}"
        record.failure = Failure("assertion", record.error, expected=text, seen=judgement.grounds)
    return record
