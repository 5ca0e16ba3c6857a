"""The report: page texts stay plain words, and a failure says what was there instead."""

from __future__ import annotations

import msgspec
import pytest

from qa_appliance.cli.printing.steps import step_lines
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.report import escape, write_report
from qa_appliance.core.verdict import judge


def report_of(record: StepRecord, plan: Plan | None = None) -> str:
    plan = plan or Plan()
    return write_report(plan, [record], judge(plan, [record], "pass"), Measurements(), "pass")


def test_hostile_page_text_cannot_write_markdown_or_html() -> None:
    assert escape("<img src=x onerror=alert(1)>\n# Passed") == r"\<img src=x onerror=alert(1)\> \# Passed"
    assert escape("[a](javascript:1) | `b`") == r"\[a\](javascript:1) \| \`b\`"


def test_a_failure_says_what_was_expected_seen_and_there_instead() -> None:
    failure = Failure(
        "not_found", "No button “Save”.", expected="button “Save”", seen="no such button", instead=("“Save draft”",)
    )
    text = report_of(
        StepRecord(0, "click", "button “Save”", None, "failed", "click Save", "english", failure=failure, error="No.")
    )
    assert text.startswith("# Failed\n\nStep 1 failed: No.")
    for line in ("- expected: button “Save”", "- seen: no such button", "- there instead: “Save draft”"):
        assert line in text


def test_gaps_are_listed_with_the_nearest_forms() -> None:
    plan = Plan(gaps=(Gap("fold the page", "No form reads it.", nearest=("reload the page",)),))
    text = report_of(StepRecord(0, "click", None, None, "passed", "click Save", "english"), plan)
    assert "- “fold the page”: No form reads it.\n  - would be understood: reload the page" in text


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Hit Save", True),
        ('Click the "Save" button.', False),
        ("click  the “Save” button", False),
    ],
)
def test_what_a_step_is_read_as_is_told_where_the_test_says_it_otherwise(sentence: str, shown: bool) -> None:
    step = StepRecord(
        0, "click", "button “Save”", None, "passed", sentence, "english", reads_as='click the "Save" button'
    )
    assert ('read as: click the "Save" button' in report_of(step)) == shown
    lines = "\n".join(step_lines(msgspec.to_builtins(step), " "))
    assert ('read as: click the "Save" button' in lines) == shown
