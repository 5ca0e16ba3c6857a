"""The judge: what keeps a run from passing comes first."""

from __future__ import annotations

from typing import Any

import pytest

from qa_appliance.core.evidence.failure import Failure, Signal
from qa_appliance.core.evidence.steps import Found, StepRecord
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.refusal import as_refusal, no_refusal
from qa_appliance.core.verdict import judge


def record(index: int = 0, **changes: Any) -> StepRecord:
    values: dict[str, Any] = {
        "index": index,
        "action": "click",
        "target": "button “Save”",
        "value": None,
        "result": "passed",
        "sentence": "click Save",
        "source": "english",
    }
    return StepRecord(**(values | changes))


def checked(index: int = 0, **changes: Any) -> StepRecord:
    return record(index, action="check", **changes)


FAILED = Failure(kind="assertion", message="“Total” is 39.90, expected 38.90.")
GAP = Gap(text="frobnicate the widget", reason="No form reads it.")


@pytest.mark.parametrize(
    ("why", "plan", "records", "expectation", "broken"),
    [
        ("a failed step", Plan(), [checked(result="failed", error="no")], "pass", None),
        ("a failed step among passed ones", Plan(), [checked(), checked(1, result="failed", error="no")], "pass", None),
        ("a gap", Plan(gaps=(GAP,)), [checked()], "pass", None),
        ("a gap in a negative test", Plan(gaps=(GAP,)), [record(refused=True)], "fail", None),
        ("no step at all", Plan(), [], "pass", None),
        ("only skipped steps", Plan(), [record(result="skipped")], "pass", None),
        ("nothing refused in a negative test", Plan(), [checked()], "fail", None),
        ("a synthetic failed step", Plan(), [checked(), no_refusal(1, None)], "fail", None),
        ("an exploratory finding", Plan(), [record(result="failed", error="no"), checked(1)], "unknown", None),
        ("a run that broke off", Plan(), [checked()], "pass", "The run's time cap was reached."),
        ("a refusal in a run that broke off", Plan(), [record(refused=True)], "fail", "The browser crashed."),
    ],
)  # fmt: skip
def test_never_passes_with(why: str, plan: Plan, records: list[StepRecord], expectation: Any, broken: str) -> None:
    verdict = judge(plan, records, expectation, broken=broken)
    assert verdict.overall == "failed", why
    assert verdict.status == ("failed" if broken else "completed")
    assert verdict.reasons[0]


@pytest.mark.parametrize(
    ("records", "expectation", "headline"),
    [
        ([record(), checked(1)], "pass", "All 2 steps passed; 1 check holds."),
        ([record(), record(1, result="skipped"), checked(2)], "pass", "All 2 steps passed; 1 check holds."),
        ([record(refused=True, note="Refused")], "fail", "The application refused at step 1, as expected. Refused"),
    ],
)  # fmt: skip
def test_passes(records: list[StepRecord], expectation: Any, headline: str) -> None:
    verdict = judge(Plan(), records, expectation)
    assert (verdict.overall, verdict.status) == ("passed", "completed")
    assert verdict.reasons == (headline,)


def test_confidence_is_full_only_when_everything_is_proven_by_exact_name() -> None:
    exact = Found(rung="exact name", candidates=1)
    assert judge(Plan(), [record(found=exact), checked(1, found=exact)], "pass").confidence == 100
    doubtful = [
        record(found=Found(rung="close spelling", candidates=1)),
        record(found=Found(rung="exact name", candidates=3)),
        record(found=Found(rung="exact name", candidates=1, healed=True)),
        record(proven=False),
    ]
    for one in doubtful:
        assert judge(Plan(), [one, checked(1)], "pass").confidence < 100
    assert judge(Plan(), [record()], "pass").confidence < 100, "a test that checks nothing"


@pytest.mark.parametrize(
    ("why", "failure", "signals", "asked"),
    [
        ("the first target is not there", Failure("not_found", "no button"), [], False),
        ("the words are ambiguous", Failure("ambiguous", "two"), [Signal("alert", "no")], True),
        ("the site cannot be reached", Failure("unreachable", "refused"), [], True),
        ("the operator's rules block it", Failure("blocked", "rules"), [], True),
        ("it keeps moving", Failure("not_actionable", "is disabled", cause="moving"), [], True),
        ("it was hidden before", Failure("not_actionable", "hidden", cause="hidden"), [], False),
        ("it took too long", Failure("timeout", "no time"), [], True),
        ("it is about the run", Failure("assertion", "2 s", cause="measured"), [], True),
        ("the page crashed", Failure("crashed", "gone"), [], True),
        ("the server broke", Failure("page_error", "500", status=500), [], True),
        ("a check fails before anything was done", FAILED, [], False),
        ("a check merely fails", FAILED, [], True),
        ("a check fails by its place", Failure("assertion", "elsewhere", cause="elsewhere"), [], True),
        ("something merely is not found", Failure("not_found", "no heading Welcome"), [], True),
    ],
)
def test_is_no_refusal_when(why: str, failure: Failure, signals: list[Signal], asked: bool) -> None:
    before = record(result="failed", failure=failure, error=failure.message)
    after = as_refusal(before, signals, asked="click Send" if asked else "")
    assert (after.result, after.refused) == ("failed", False), why


def test_a_crash_of_the_server_never_passes_as_a_refusal() -> None:
    signals = [Signal("alert", "Something went wrong"), Signal("server_error", "POST /order answered 500")]
    after = as_refusal(record(), signals, asked="click Send")
    assert (after.result, after.refused) == ("failed", False)
    assert "500" in (after.error or "")


@pytest.mark.parametrize(
    ("failure", "signals", "asked"),
    [
        (None, [Signal("alert", "Wrong password")], False),
        (None, [Signal("http_error", "POST /login answered 401")], False),
        (None, [Signal("invalid_field", "Email: Please fill in this field.")], False),
        (Failure("not_actionable", "the button is disabled", cause="disabled"), [], False),
        (FAILED, [Signal("alert", "Taken")], True),
        (Failure("page_error", "answered 403", status=403), [], False),
    ],
)
def test_is_a_refusal(failure: Failure | None, signals: list[Signal], asked: bool) -> None:
    before = record(result="failed" if failure else "passed", failure=failure, error=failure and failure.message)
    after = as_refusal(before, signals, asked="click Send" if asked else "")
    assert (after.result, after.refused, after.error) == ("passed", True, None)


@pytest.mark.parametrize("failure", [Failure("not_found", "no heading Welcome"), FAILED])
def test_what_fails_beside_an_answer_or_as_other_roles_show_is_a_refusal(failure: Failure) -> None:
    before = record(result="failed", failure=failure, error=failure.message)
    beside = as_refusal(before, [], asked="click Send", beside="the form stays with what was typed")
    assert (beside.refused, beside.details.missed) == (True, False)
    assert f"after “click Send” the form stays with what was typed. {failure.message}" in (beside.note or "")
    probed = as_refusal(before, [], asked="click Send", probes=True)
    assert (probed.refused, probed.details.missed) == (True, True)


def test_what_takes_from_the_confidence_is_told_worst_first() -> None:
    near = Found(rung="close spelling", candidates=1)
    several = Found(rung="exact name", candidates=3)
    verdict = judge(Plan(), [record(found=several), checked(1, found=near)], "pass")
    assert verdict.doubts == (
        "Step 2 found its element by close spelling, not by its exact name.",
        "Step 1 chose its element among 3.",
    )
    assert judge(Plan(), [record()], "pass").doubts == ("Nothing was checked.",)
    exact = Found(rung="exact name", candidates=1)
    assert judge(Plan(), [record(found=exact), checked(1, found=exact)], "pass").doubts == ()
