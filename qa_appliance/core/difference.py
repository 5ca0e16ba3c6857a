"""What is different since the last passed run of the same procedure. Pure: both runs come as data.

Compares at the first step that failed; says nothing about a run that passed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from qa_appliance.core.evidence import Measurements, StepRecord

_MOST = 8  # texts or requests named
_SAME_PLACE = re.compile(r"\d+")


class PassedRun(Struct, frozen=True):
    """The last passed run: its records (stepsJson) and requests as they were filed, its texts by step."""

    id: str
    completed_at: str  # ISO-8601, UTC
    steps: list[dict[str, Any]]
    network_events: list[dict[str, Any]]
    texts: dict[int, list[str]]


class Difference(Struct, frozen=True, rename="camel"):
    """At step `step_index`, in the words of the pages; requests as "GET /path (500)"."""

    run_id: str
    completed_at: str
    step_index: int
    address: tuple[str, str] | None  # then, now
    appeared: tuple[str, ...]
    vanished: tuple[str, ...]
    failing: tuple[str, ...]
    passed_then: bool  # whether the same sentence was a passed step of that run
    before_store_key: str | None  # the picture of the step in the passed run


def since_passed(records: Sequence[StepRecord], measured: Measurements, passed: PassedRun) -> Difference | None:
    """None when no step failed. Texts are compared line by line; lines that differ in digits only count as the same."""
    failed = next((record for record in records if record.result == "failed"), None)
    if failed is None:
        return None
    then = _same_step(failed, passed)
    index = int(then["index"]) if then else failed.index
    now_lines, then_lines = measured.texts.get(failed.index, []), passed.texts.get(index, [])
    both = bool(now_lines and then_lines)
    address = (str(then.get("url") or ""), failed.url or "") if then else ("", "")
    moved = bool(address[0] and address[1]) and _plain(address[0]) != _plain(address[1])
    return Difference(
        run_id=passed.id,
        completed_at=passed.completed_at,
        step_index=failed.index,
        address=address if moved else None,
        appeared=_only_in(now_lines, then_lines) if both else (),
        vanished=_only_in(then_lines, now_lines) if both else (),
        failing=_newly_failing(measured.network_events or [], passed.network_events),
        passed_then=then is not None,
        before_store_key=(then.get("screenshots") or {}).get("before") if then else None,
    )


def _same_step(failed: StepRecord, passed: PassedRun) -> dict[str, Any] | None:
    """The step with the same sentence, at the same place if it stands there; the procedure may have been changed."""
    fitting = [s for s in passed.steps if s.get("sentence") == failed.sentence and s.get("result") == "passed"]
    return min(fitting, key=lambda s: abs(int(s["index"]) - failed.index), default=None)


def _only_in(lines: list[str], others: list[str]) -> tuple[str, ...]:
    known = {_plain(line) for line in others}
    return tuple(dict.fromkeys(line for line in lines if _plain(line) not in known))[:_MOST]


def _newly_failing(now: list[dict[str, Any]], then: list[dict[str, Any]]) -> tuple[str, ...]:
    before = {_request(event) for event in then if _failed(event)}
    named = {}
    for event in now:
        if _failed(event) and _request(event) not in before:
            named[_request(event)] = f"{event['method']} {event['url']} ({event.get('status') or event.get('failure')})"
    return tuple(named.values())[:_MOST]


def _failed(event: dict[str, Any]) -> bool:
    failure = event.get("failure")
    return (event.get("status") or 0) >= 400 or (bool(failure) and failure != "net::ERR_ABORTED")


def _request(event: dict[str, Any]) -> tuple[str, str]:
    return str(event["method"]), _plain(str(event["url"]).partition("?")[0])


def _plain(text: str) -> str:
    return _SAME_PLACE.sub("0", text)
