"""What the soak calls wrong, and what it calls grown: without a server."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.soak.chart import drawn
from tests.soak.measuring import FIELDS, Measured, Row, grown, read
from tests.soak.runs import Json, Judge, failed, passed, passed_or_cancelled, passed_or_crashed


def run(status: str, overall: str | None, report: str = "") -> Json:
    return {"status": status, "overallStatus": overall, "reportMarkdown": report, "stepsJson": []}


@pytest.mark.parametrize(
    ("judge", "end", "right"),
    [
        (passed, run("completed", "failed", "It is not shown."), False),
        (passed, run("cancelled", None), False),
        (passed, run("completed", "passed"), True),
        (failed("Goodbye"), run("completed", "passed", "Goodbye"), False),
        (failed("Goodbye"), run("completed", "failed", "The browser ended."), False),
        (failed("Goodbye"), run("completed", "failed", "Goodbye is not shown."), True),
        (passed_or_cancelled, run("completed", "failed"), False),
        (passed_or_cancelled, run("cancelled", None), True),
        (passed_or_crashed, run("completed", "failed", "Hello is not shown."), False),
        (passed_or_crashed, run("running", None, "The browser ended."), False),
        (passed_or_crashed, run("failed", "failed", "The browser crashed twice."), True),
    ],
)
def test_an_end_is_right_or_is_told(judge: Judge, end: Json, right: bool) -> None:
    assert (judge(end) == "") is right


def rows(**courses: list[float]) -> list[Row]:
    count = len(next(iter(courses.values())))
    flat = dict.fromkeys(FIELDS, 100.0)
    return [flat | {"minute": at / 4} | {name: course[at] for name, course in courses.items()} for at in range(count)]


def test_what_goes_on_growing_is_told_and_what_has_settled_is_not() -> None:
    leak, settled = [100.0 + at for at in range(120)], [100.0 + min(at, 30) for at in range(120)]
    assert [line.split(" grew")[0] for line in grown(rows(**{"appliance MB": leak}))] == ["appliance MB"]
    assert grown(rows(**{"appliance MB": settled})) == []
    assert grown(rows(**{"appliance MB": leak[:20]})) == []  # too short to say


def test_what_was_measured_is_read_again_and_drawn(tmp_path: Path) -> None:
    measured = Measured(tmp_path / "soak.csv")
    measured.answered(0.25)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "appliance.sqlite3").write_bytes(b"x" * 2_000_000)
    measured.take(0, tmp_path / "data", ended=3, open=1)
    found = read(tmp_path / "soak.csv")
    assert [(row["answer ms"], row["database MB"], row["ended"]) for row in found] == [(250, 2, 3)]
    assert ElementTree.fromstring(drawn(found)).tag.endswith("svg")
    assert ElementTree.fromstring(drawn([])).tag.endswith("svg")
