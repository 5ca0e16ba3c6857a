"""Evidence as it was filed, read back into its types; what an earlier version filed otherwise is passed over."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from qa_appliance.core.evidence.kinds import RunEvidence
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.store.database import Row

_COLUMNS = {  # of runs filed before they went into one column
    "screenshotRefsJson": "screenshot_refs_json",
    "networkEventsJson": "network_events_json",
    "consoleEventsJson": "console_events_json",
    "accessibilityViolationsJson": "accessibility_json",
    "performanceMetricsJson": "performance_json",
    "perPagePerformanceJson": "per_page_performance_json",
    "visualResultsJson": "visual_json",
    "downloadsJson": "downloads_json",
}

COLUMNS = ", ".join(f"p.{name}" for name in ("steps_json", "filed_json", *_COLUMNS.values()))
"""Of run_payloads p: what `steps_of` and `evidence_of` want of a row."""

logger = logging.getLogger(__name__)


def steps_of(row: Row) -> list[StepRecord] | None:
    """Of a row of run_payloads; None where no run has filed anything yet."""
    text = row["steps_json"]
    return None if text is None else _read(text, list[StepRecord])


def evidence_of(row: Row) -> RunEvidence:
    """Of a row of run_payloads, whichever version filed it."""
    parts = _parts(row)
    fields = [field for field in msgspec.structs.fields(RunEvidence) if field.encode_name in parts]
    return RunEvidence(**{field.name: _read(parts[field.encode_name], field.type) for field in fields})


def _parts(row: Row) -> Mapping[str, msgspec.Raw | str]:
    if row["filed_json"] is not None:
        return msgspec.json.decode(row["filed_json"], type=dict[str, msgspec.Raw])
    return {name: row[column] for name, column in _COLUMNS.items() if row[column] is not None}


def _read(text: msgspec.Raw | str, kind: Any) -> Any:
    """Entries that cannot be read are left out, and logged."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError:
        entries = msgspec.json.decode(text)
        return [each for entry in entries for each in _readable(entry, kind)] if isinstance(entries, list) else None


def _readable(entry: object, kind: Any) -> Iterator[Any]:
    try:
        yield from msgspec.convert([entry], kind)
    except msgspec.ValidationError as error:
        logger.warning("an entry of a run's evidence cannot be read", extra={"why": str(error)})
