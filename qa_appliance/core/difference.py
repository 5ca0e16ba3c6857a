"""What is different since the last passed run of the same procedure. Pure: both runs come as data.

Compares at the first step that failed; says nothing about a run that passed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from qa_appliance.core.evidence.difference import Difference
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.core.evidence.steps import StepRecord

_MOST = 8  # texts or requests named
_SAME_PLACE = re.compile(r"\d+")


class PassedRun(Struct, frozen=True):
    """The last passed run: its records and requests as they were filed, its texts by step."""

    id: str
    completed_at: str  # ISO-8601, UTC
    steps: list[StepRecord]
    network_events: list[NetworkEvent]
    texts: dict[int, list[str]]


def since_passed(records: Sequence[StepRecord], measured: Measurements, passed: PassedRun) -> Difference | None:
    """None when no step failed. Texts are compared line by line; lines that differ in digits only count as the same."""
    failed = next((record for record in records if record.result == "failed"), None)
    if failed is None:
        return None
    then = same_step(failed, passed)
    now_lines = measured.texts.get(failed.index, [])
    then_lines = passed.texts.get(failed.index if then is None else then.index, [])
    return Difference(
        run_id=passed.id,
        completed_at=passed.completed_at,
        step_index=failed.index,
        address=_moved(then, failed) if then is not None else None,
        appeared=_only_in(now_lines, then_lines),
        vanished=_only_in(then_lines, now_lines),
        failing=_newly_failing(measured.network_events or [], passed.network_events),
        passed_then=then is not None,
        before_store_key=then.screenshots.get("before") if then is not None else None,
    )


def same_step(failed: StepRecord, passed: PassedRun) -> StepRecord | None:
    """The step with the same sentence, at the same place if it stands there; the procedure may have been changed."""
    fitting = [step for step in passed.steps if step.sentence == failed.sentence and step.result == "passed"]
    return min(fitting, key=lambda step: abs(step.index - failed.index), default=None)


def _moved(then: StepRecord, now: StepRecord) -> tuple[str, str] | None:
    """The two addresses, where both are known and differ in more than digits."""
    if then.url and now.url and _plain(then.url) != _plain(now.url):
        return then.url, now.url
    return None


def _only_in(lines: list[str], others: list[str]) -> tuple[str, ...]:
    """Nothing where the texts of one of the two runs are not known."""
    if not lines or not others:
        return ()
    known = {_plain(line) for line in others}
    return tuple(dict.fromkeys(line for line in lines if _plain(line) not in known))[:_MOST]


def _newly_failing(now: list[NetworkEvent], then: list[NetworkEvent]) -> tuple[str, ...]:
    before = {_request(event) for event in then if event.failed}
    fresh = {_request(event): event for event in now if event.failed and _request(event) not in before}
    named = [f"{event.method} {event.url} ({event.status or event.failure})" for event in fresh.values()]
    return tuple(named[:_MOST])


def _request(event: NetworkEvent) -> tuple[str, str]:
    return event.method, _plain(event.url.partition("?")[0])


def _plain(text: str) -> str:
    return _SAME_PLACE.sub("0", text)
