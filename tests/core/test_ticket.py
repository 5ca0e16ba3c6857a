"""A failed run as the text of an issue: nothing of the page becomes Markdown, and the step that broke is marked."""

from __future__ import annotations

from typing import Any

from qa_appliance.core.evidence.failure import Classified, Failure
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.report import ticket_of


def step(index: int, result: Any, sentence: str, **more: Any) -> StepRecord:
    facts: dict[str, Any] = {"action": "click", "target": None, "value": None, "source": "english"}
    return StepRecord(index=index, result=result, sentence=sentence, **facts | more)


def test_without_a_step_that_failed_the_report_stands_for_it() -> None:
    ticket = ticket_of("r1", "http://x/", "# Failed\n\nIt was not understood.\n", [step(0, "passed", "click Save")])
    assert ticket.title == "The test did not pass"
    assert ticket.markdown == "# Failed\n\nIt was not understood.\n\nRun r1\n"


def test_what_the_page_says_is_no_markdown() -> None:
    broken = step(0, "failed", "click <b>Save</b>", error="It says [x](http://evil/)\n## Passed", url="http://x/a_b")
    ticket = ticket_of("r1", "http://x/", "", [broken])
    assert ticket.title == "It says [x](http://evil/) ## Passed"
    assert "\\[x\\](http://evil/) \\#\\# Passed" in ticket.markdown
    assert "- page: http://x/a\\_b" in ticket.markdown
    assert len(ticket_of("r1", "http://x/", "", [step(0, "failed", "x", error="y" * 900)]).title) == 160


def test_the_step_that_failed_is_marked() -> None:
    failure = Failure("assertion", "…", expected="“Saved” shown", seen="Save")
    steps = [
        step(0, "passed", "click Save"),
        step(
            1, "failed", "check that Saved is shown", error="“Saved” is not shown.", failure=failure,
            failure_class=Classified("expectation", "It is not there."),
        ),
        step(2, "skipped", "click Close"),
    ]  # fmt: skip
    assert ticket_of("r1", "http://x/", "", steps).markdown.splitlines() == [
        "## What happened", "", "“Saved” is not shown.", "",
        "- step: check that Saved is shown", "- expected: “Saved” shown", "- seen: Save",
        "- kind: Expectation not met. It is not there.", "",
        "## Steps to reproduce", "",
        "1. Open http://x/", "2. click Save", "3. check that Saved is shown **(fails here)**",
        "4. click Close (not done)", "", "Run r1",
    ]  # fmt: skip
