"""What made a step fail, told from the records alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from qa_appliance.core.checks import ErrorShown, LoadsWithin, LooksLikeBaseline, MessageSays, TextShown
from qa_appliance.core.classify import classify, headline
from qa_appliance.core.difference import PassedRun
from qa_appliance.core.evidence.console import ConsoleEvent
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.core.evidence.steps import Details, StepRecord
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.steps import Assert, Click
from qa_appliance.core.target import Known, Target

SITE = "http://shop.test"


def step(index: int, failure: Failure | None = None, **changes: Any) -> StepRecord:
    values: dict[str, Any] = {
        "index": index, "action": "click", "target": "button “Save”", "value": None, "sentence": "click Save",
        "result": "failed" if failure else "passed", "source": "english", "failure": failure, "url": f"{SITE}/basket",
        "error": failure.message if failure else None,
    }  # fmt: skip
    return StepRecord(**(values | changes))


def asked(status: int | None, index: int = 0, kind: str = "fetch") -> NetworkEvent:
    return NetworkEvent("POST", f"{SITE}/api", kind, 0, index, status)


GONE = Failure("not_found", "No button “Save”.")
MOVED = Failure("not_found", "No button “Save”.", instead=("button “Save draft”",))
WRONG = Failure("assertion", "Total is “39”, expected “38”.", expected="38", seen="39")
PAGE_ERROR = ConsoleEvent("error", "TypeError: x\n at y", "pageerror", 0, 0)

ASKS = Details(sign_in_form=True)

CASES: list[tuple[str, list[StepRecord], dict[str, Any], str, str]] = [
    ("no answer", [step(0, Failure("unreachable", "Could not open it."))], {}, "environment", "Could not open"),
    ("refused by rules", [step(0, Failure("blocked", "The rules."))], {}, "environment", "rules"),
    ("a browser that died", [step(0, Failure("crashed", "It ended."))], {}, "environment", "ended"),
    ("several fit", [step(0, Failure("ambiguous", "2 elements fit."))], {}, "test_unclear", "2 elements"),
    ("cannot be done here", [step(0, Failure("unsupported", "No."))], {}, "test_unclear", "No."),
    ("a page with 500", [step(0, Failure("page_error", "x", status=500))], {}, "application_error", "500"),
    ("a page with 404", [step(0, Failure("page_error", "x", status=404))], {}, "test_unclear", "404"),
    ("a page with 403", [step(0, Failure("page_error", "x", status=403))], {}, "signed_out", "403"),
    ("a request with 503", [step(0, GONE)], {"network_events": [asked(503)]}, "application_error", "503"),
    ("one of the step before", [step(0), step(1, WRONG)], {"network_events": [asked(500)]}, "application_error", "500"),
    ("a picture with 500", [step(0, WRONG)], {"network_events": [asked(500, kind="image")]}, "expectation", "39"),
    ("long ago", [step(0), step(1), step(2, WRONG)], {"network_events": [asked(500)]}, "expectation", "39"),
    ("a script that broke", [step(0, GONE)], {"console_events": [PAGE_ERROR]}, "application_error", "TypeError: x"),
    ("an error text", [step(0, GONE, details=Details(errors=["Sorry"]))], {}, "application_error", "“Sorry”"),
    ("landed on the sign-in", [step(0), step(1, MOVED, url=f"{SITE}/login?next=/x")], {}, "signed_out", "/login"),
    ("a form to sign in at the same address", [step(0), step(1, MOVED, details=ASKS)], {}, "signed_out", "/basket"),
    ("a form, and a server that broke", [step(0, GONE, details=ASKS)], {"network_events": [asked(503)]},
     "application_error", "503"),
    ("a form of a test that signs in", [step(0, value="••••"), step(1, WRONG, details=ASKS)], {}, "expectation", "39"),
    ("a form after signing out", [step(0, target="Log out"), step(1, WRONG, details=ASKS)], {}, "expectation", "39"),
    ("a request with 401", [step(0, GONE)], {"network_events": [asked(401)]}, "signed_out", "401"),
    ("a wrong password", [step(0, value="••••"), step(1, WRONG)], {"network_events": [asked(401, 1)]}, "expectation",
     "39"),
    ("the sign-in page on purpose", [step(0, action="go", value="/login", url=f"{SITE}/login"),
     step(1, WRONG, url=f"{SITE}/login")], {}, "expectation", "39"),
    ("a query that names it", [step(0, WRONG, url=f"{SITE}/x?from=/login")], {}, "expectation", "39"),
    ("similar is there", [step(0, MOVED)], {}, "test_unclear", "Save draft"),
    ("nothing similar", [step(0, GONE)], {}, "test_unclear", "Nothing on the page fits"),
    ("disabled", [step(0, Failure("not_actionable", "It is disabled."))], {}, "expectation", "disabled"),
    ("another value", [step(0, WRONG)], {}, "expectation", "39"),
    ("time was up", [step(0, Failure("timeout", "In vain."))], {}, "performance", "In vain"),
    ("no refusal", [step(0, result="failed", synthetic=True, error="x")], {}, "expectation", "refused nothing"),
    ("a crash instead of a refusal", [step(0, result="failed", error="It broke.")], {}, "application_error", "broke"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "records", "measured", "kind", "reason"), CASES, ids=[case[0] for case in CASES])
def test_class(why: str, records: list[StepRecord], measured: dict[str, Any], kind: str, reason: str) -> None:
    classify(Plan(), records, Measurements(**measured))
    found = records[-1].failure_class
    assert found is not None, why
    assert found.kind == kind
    assert reason in found.reason
    assert headline(Plan(), records) == found


@pytest.mark.parametrize(
    ("check", "failure", "kind"),
    [
        (LoadsWithin(seconds=1), Failure("assertion", "The page loaded in 3 s.", seen="3 s"), "performance"),
        (LooksLikeBaseline(), Failure("assertion", "There is none.", cause="no_baseline"), "baseline_missing"),
        (LooksLikeBaseline(), Failure("timeout", "The picture could not be compared."), "performance"),
        (LooksLikeBaseline(), Failure("assertion", "It differs.", seen="4 %"), "application_changed"),
    ],
)
def test_class_by_what_was_asked(check: Any, failure: Failure, kind: str) -> None:
    records = [step(0, failure)]
    classify(Plan(steps=(Assert(check=check),)), records, Measurements())
    assert records[0].failure_class is not None
    assert records[0].failure_class.kind == kind


CHANGED = [
    ("similar is there", MOVED),
    ("a page with 404", Failure("page_error", "x", status=404)),
    ("disabled", Failure("not_actionable", "It is disabled.")),
]


@pytest.mark.parametrize(("why", "failure"), CHANGED, ids=[row[0] for row in CHANGED])
def test_only_what_was_found_once_has_changed(why: str, failure: Failure) -> None:
    target = Target("Save", "Save")
    known = msgspec.structs.replace(target, known=Known("button", "button"))
    passed = PassedRun("old", "2027-05-12T12:30:00.000Z", [step(0)], [], {})
    other = PassedRun("old", "2027-05-12T12:30:00.000Z", [step(0, sentence="click Keep")], [], {})
    asked: list[tuple[Target, PassedRun | None, bool]] = [
        (target, None, False), (target, other, False), (target, passed, True), (known, None, True),
    ]  # fmt: skip
    for sought, run, changed in asked:
        records = [step(0, failure)]
        classify(Plan(steps=(Click(target=sought),)), records, Measurements(), passed=run)
        assert (getattr(records[0].failure_class, "kind", "") == "application_changed") is changed, why


@pytest.mark.parametrize(
    ("check", "failure", "kind"),
    [
        (ErrorShown(text="Takenn"), Failure("assertion", "No error.", seen="Taken"), "expectation"),
        (MessageSays(words="it is takenn", of="error"), Failure("assertion", "No error.", seen="Taken"), "expectation"),
        (TextShown(text="Takenn"), Failure("assertion", "Not shown.", seen="Taken", instead=("Taken",)), "expectation"),
        (TextShown(text="Welcome"), Failure("assertion", "Not shown."), "application_error"),
        (ErrorShown(negated=True), Failure("assertion", "An error.", seen="Taken"), "application_error"),
    ],
)
def test_an_error_that_is_expected_in_other_words_is_an_expectation(check: Any, failure: Failure, kind: str) -> None:
    records = [step(0, failure, details=Details(errors=["Taken"]))]
    classify(Plan(steps=(Assert(check=check),)), records, Measurements())
    assert getattr(records[0].failure_class, "kind", "") == kind


def test_what_has_no_failed_step() -> None:
    passed = [step(0)]
    classify(Plan(), passed, Measurements())
    assert passed[0].failure_class is None
    assert headline(Plan(), passed) is None
    assert getattr(headline(Plan(gaps=(Gap("fold it", "No form."),)), passed), "kind", "") == "not_understood"
    assert getattr(headline(Plan(), passed, "The browser crashed."), "kind", "") == "environment"


def test_what_was_not_understood_is_no_failure_of_the_application() -> None:
    records = [step(0), step(1, result="failed", synthetic=True, error="Nothing was refused.")]
    classify(Plan(gaps=(Gap("fold it", "No form."),)), records, Measurements())
    assert getattr(records[1].failure_class, "kind", "") == "not_understood"


def test_the_time_cap() -> None:
    records = [step(0, result="failed", error="x")]
    classify(Plan(), records, Measurements(), "time_cap", "The run's time cap of 5 minutes was reached.")
    assert getattr(records[0].failure_class, "kind", "") == "performance"
