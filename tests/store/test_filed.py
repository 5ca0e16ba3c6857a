"""Evidence that earlier versions filed stays readable: the detail of a run holds all of it, with links beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.views import run_views
from qa_appliance.store.views.filed import evidence_of
from tests.store.conftest import World

FILED = json.loads(Path(__file__).with_name("filed.json").read_text(encoding="utf-8"))  # of before the types
SHOWN_AS = {
    "accessibility_json": "accessibilityViolationsJson",
    "performance_json": "performanceMetricsJson",
    "visual_json": "visualResultsJson",
}


def lost(old: Any, new: Any, where: str = "") -> list[str]:
    """What the old value has and the new one does not."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [each for name, value in old.items() for each in lost(value, new.get(name), f"{where}.{name}")]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [each for at, value in enumerate(old) for each in lost(value, new[at], f"{where}[{at}]")]
    return [] if old == new else [f"{where}: {old} became {new}"]


READABLE = {"method": "GET", "url": "/", "resourceType": "document", "startedAtMs": 1, "stepIndex": None}


@pytest.mark.parametrize(
    ("entries", "left"),
    [(7, None), ({}, None), ([], 0), ([7, {"method": "GET"}], 0), ([READABLE | {"status": "x"}, READABLE], 1)],
)
def test_what_cannot_be_read_is_left_out(entries: Any, left: int | None) -> None:
    row: Any = {"filed_json": json.dumps({"networkEventsJson": entries, "ofTomorrow": 1, "downloadsJson": None})}
    found = evidence_of(row)
    assert (None if found.network_events is None else len(found.network_events)) == left
    assert found.downloads is None


async def test_what_was_filed_before_is_told_whole(world: World) -> None:
    run_id = await world.accepted()
    async with world.db.write() as transaction:
        columns = {name: json.dumps(value) for name, value in FILED.items()}
        await transaction.insert("run_payloads", columns | {"run_id": run_id})
    run = await run_views.detail(world.db, run_id, lambda key: f"/{key}?signed", Reader(world.vault))
    record = json.loads(msgspec.json.encode(run))
    for column, value in FILED.items():
        camel = "".join(part.capitalize() for part in column.split("_"))
        assert not lost(value, record[SHOWN_AS.get(column, camel[0].lower() + camel[1:])]), column
    failed, first = record["stepsJson"][3], record["stepsJson"][-1]
    assert failed["failureScreenshotUrl"] == f"/{failed['screenshots']['failure']}?signed"
    assert failed["details"]["lastPassed"]["beforeUrl"] == "/o/1.jpg?signed"
    assert (first["failure"]["kind"], "beforeScreenshotUrl" in first) == ("not_found", False)
    assert [event["failed"] for event in record["networkEventsJson"]] == [False, True, True]
    assert (record["visualResultsJson"][0]["baselineUrl"], record["downloadsJson"][0]["url"][:3]) == (
        "/b/1.png?signed",
        "/r/",
    )
