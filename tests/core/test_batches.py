"""What the runs of a batch say together: what keeps it from passing comes first."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from qa_appliance.core.batches.drawn import drawn
from qa_appliance.core.batches.executed import Spoken
from qa_appliance.core.batches.fields import fields_of, typed_instead
from qa_appliance.core.batches.inputs import ASKED_FOR, EXECUTED, field_kind, inputs_for
from qa_appliance.core.batches.judging import judge_batch
from qa_appliance.core.batches.members import Asked, Class, Details, Logged, Member, StepEnd, Why
from qa_appliance.core.batches.roles import judge_roles
from qa_appliance.core.batches.variants import FanKind, Typed
from qa_appliance.core.steps import Fill
from qa_appliance.core.test_data.fields import FieldRules
from qa_appliance.english.compile import plan_english

SAVED = StepEnd(0, "click Save", "passed", "click", "Save")
BROKE = StepEnd(0, "click Save", "failed", "click", "Save", "There is no button “Save”.")
STUCK = StepEnd(0, "click Save", "failed", "click", "Save", "The page was busy.")
TYPED = StepEnd(1, 'enter "Ada" into Name', "passed", "fill", "field “Name”")
NOT_TYPED = StepEnd(1, 'enter "Ada" into Name', "skipped", "fill", "field “Name”")


def member(label: str = "attempt 1", overall: str | None = "passed", **changes: Any) -> Member:
    status = "completed" if overall else "pending"
    values: dict[str, Any] = {
        "run_id": label, "label": label, "status": status, "overall": overall, "expectation": "pass",
        "steps": [BROKE if overall == "failed" else SAVED],
    }  # fmt: skip
    return Member(**values | changes)


def fuzzed(label: str, **changes: Any) -> Member:
    return member(label, **{"field": "Name", "steps": [SAVED, TYPED], "expectation": "unknown"} | changes)


NOT_KEPT = StepEnd(1, 'enter "x" into Name', "failed", "fill", "field “Name”", "It kept nothing.", Why("not_kept"))
NOT_THERE = StepEnd(
    1, 'enter "x" into Name', "failed", "fill", "field “Name”", "It is disabled.", Why("not_actionable")
)

GOOD, BAD = member("one"), member("two", "failed")
CANCELLED, WAITING = member("three", None, status="cancelled"), member("four", None)
RUNNING = member("five", None, status="running")
NOTHING_REFUSED = StepEnd(1, "The application refuses.", "failed", "expect_refusal", None, "Nothing.", synthetic=True)
LET_THROUGH = member("guest", "failed", expectation="fail", steps=[SAVED, NOTHING_REFUSED])


def ended(**facts: Any) -> StepEnd:
    return StepEnd(0, "click Save", "failed", "click", "Save", "It is not.", url="http://shop.test/", **facts)


SPOKEN = StepEnd(0, "click Save", "passed", "click", "Save", refused=True, note="Refused: Not yours.")
AT_SHOP = msgspec.structs.replace(SPOKEN, url="http://shop.test/")
PUT_OFF = msgspec.structs.replace(AT_SHOP, failure=Why("page_error", status=429))
ABSENT = StepEnd(0, "click Save", "passed", "click", refused=True, note="Refused: No “Saved”.", details=Details(True))
SIGNED_OUT = ended(failure_class=Class("signed_out"), failure=Why("page_error", status=401))
NOT_YOURS = ended(failure_class=Class("signed_out"), failure=Why("page_error", status=403))
PASSED, FAILED = "passed", "failed"

CELLS: list[tuple[str, str, dict[str, Any], tuple[str | None, str | None]]] = [
    ("an unrelated failure of who is to be refused", FAILED, {"expectation": "fail"}, ("cannot_tell", "failed")),
    ("its sign-in is lost", FAILED, {"expectation": "fail", "as_role": True, "steps": [SIGNED_OUT]},
     ("cannot_tell", "failed")),
    ("a pass without a refusal", PASSED, {"expectation": "fail"}, ("cannot_tell", "failed")),
    ("refused while it signed in", PASSED, {"expectation": "fail", "signs_in": 1, "steps": [SPOKEN]},
     ("cannot_tell", "failed")),
    ("some steps were not done", FAILED, {"expectation": "fail", "steps": [NOT_TYPED, NOTHING_REFUSED]},
     ("cannot_tell", "failed")),
    ("the run breaks off", FAILED, {"expectation": "fail", "status": "failed", "steps": [SAVED, NOTHING_REFUSED]},
     ("cannot_tell", "failed")),
    ("the page is put off: too many requests", PASSED, {"expectation": "fail", "steps": [PUT_OFF]},
     ("cannot_tell", "failed")),
    ("what it sends is put off", PASSED, {"expectation": "fail", "steps": [AT_SHOP], "requests": [
        Asked("POST", "http://shop.test/x", 429, step_index=0)]}, ("cannot_tell", "failed")),
    ("nothing is refused", FAILED, {"expectation": "fail", "steps": [SAVED, NOTHING_REFUSED]}, ("allowed", "failed")),
    ("it is refused", PASSED, {"expectation": "fail", "steps": [SPOKEN]}, ("refused", "passed")),
    ("it is refused, and asked too often elsewhere", PASSED, {"expectation": "fail", "steps": [AT_SHOP], "requests": [
        Asked("POST", "http://shop.test/x", 403, step_index=0), Asked("GET", "http://shop.test/y", 429, step_index=0)]},
     ("refused", "passed")),
    ("somebody else's server is asked too often", PASSED, {"expectation": "fail", "steps": [AT_SHOP], "requests": [
        Asked("POST", "http://stats.test/x", 429, step_index=0)]}, ("refused", "passed")),
    ("something is missing for who may", FAILED, {}, ("cannot_tell", "failed")),
    ("the sign-in of who may is lost", FAILED, {"as_role": True, "steps": [SIGNED_OUT]}, ("cannot_tell", "failed")),
    ("a stranger who may is sent away", FAILED, {"steps": [SIGNED_OUT]}, ("refused", "failed")),
    ("who may is answered 403", FAILED, {"as_role": True, "steps": [NOT_YOURS]}, ("refused", "failed")),
    ("what who may sends is answered 403", FAILED,
     {"steps": [ended()], "requests": [Asked("POST", "http://shop.test/x", 403, step_index=0)]}, ("refused", "failed")),
    ("only somebody else's server answers 403", FAILED,
     {"steps": [ended()], "requests": [Asked("POST", "http://stats.test/x", 403, step_index=0)]},
     ("cannot_tell", "failed")),
    ("who may can", PASSED, {}, ("allowed", "passed")),
    ("nobody knows, and it can", PASSED, {"expectation": "unknown"}, ("allowed", "passed")),
    ("it was cancelled", "", {"status": "cancelled"}, (None, None)),
]  # fmt: skip


@pytest.mark.parametrize(("overall", "facts", "expected"), [row[1:] for row in CELLS], ids=[row[0] for row in CELLS])
def test_what_happened_to_a_role(overall: str, facts: dict[str, Any], expected: tuple[str | None, str | None]) -> None:
    judged = judge_roles([member("guest", overall or None, **facts)])
    [cell] = judged.matrix
    assert (cell.happened, cell.verdict) == expected, cell.reason
    assert judged.verdict == cell.verdict
    assert [finding.label for finding in judged.findings] == (["guest"] if cell.verdict == FAILED else [])


def test_what_did_not_come_is_a_refusal_only_if_another_role_shows_it_can_be_done() -> None:
    """Else a test that speaks of nothing that is there would be refused to everybody."""
    guest = member("guest", expectation="fail", steps=[ABSENT])
    others: list[list[Member]] = [[], [member("admin", "failed")], [WAITING], [member("admin")]]
    verdicts = [judge_roles([guest, *each]).matrix[0].verdict for each in others]
    assert verdicts == ["failed", "failed", None, "passed"]


OUTCOMES: list[tuple[str, FanKind, list[Member], tuple[str, str | None], list[str]]] = [
    ("nothing has begun", "flaky", [WAITING, WAITING], ("pending", None), []),
    ("one is under way", "flaky", [GOOD, RUNNING], ("running", None), []),
    ("one waits", "flaky", [GOOD, WAITING], ("running", None), []),
    ("one failed and one waits", "flaky", [BAD, WAITING], ("running", None), []),
    ("one was cancelled", "flaky", [GOOD, CANCELLED], ("cancelled", None), []),
    ("one was cancelled and one failed", "viewport_pair", [BAD, CANCELLED], ("cancelled", "failed"), ["fails"]),
    ("all were cancelled", "fuzz", [CANCELLED], ("cancelled", None), []),
    ("attempts differ", "flaky", [GOOD, BAD], ("completed", "flaky"), ["differs"]),
    ("all fail alike", "flaky", [BAD, BAD], ("completed", "failed"), ["fails"]),
    ("all fail otherwise", "flaky", [BAD, member("x", "failed", steps=[STUCK])], ("completed", "failed"),
     ["differs", "differs"]),
    ("one is slow", "flaky", [member("a", duration_ms=900), member("b", duration_ms=9000)], ("completed", "passed"),
     ["differs"]),
    ("attempts pass", "flaky", [GOOD, GOOD], ("completed", "passed"), []),
    ("windows differ", "viewport_pair", [GOOD, BAD], ("completed", "failed"), ["differs"]),
    ("windows pass", "viewport_pair", [GOOD, GOOD], ("completed", "passed"), []),
    ("a role is let through", "role_probe", [GOOD, LET_THROUGH], ("completed", "failed"), ["let_through"]),
    ("a role fails", "role_probe", [GOOD, BAD], ("completed", "failed"), ["cannot_tell"]),
    ("a role is refused", "role_probe", [GOOD, member("ed", "failed", steps=[NOT_YOURS])], ("completed", "failed"),
     ["refused"]),
    ("a role was cancelled", "role_probe", [GOOD, CANCELLED], ("cancelled", None), []),
    ("roles are as they should be", "role_probe", [GOOD, member("guest", expectation="fail", steps=[SPOKEN])],
     ("completed", "passed"), []),
    ("the field is reached by none", "fuzz", [fuzzed("a", steps=[BROKE, NOT_TYPED])], ("completed", "failed"),
     ["not_tried"]),
    ("the field is not reached once", "fuzz", [fuzzed("a"), fuzzed("b", steps=[BROKE, NOT_TYPED])],
     ("completed", "failed"), ["not_tried"]),
    ("the field is disabled once", "fuzz", [fuzzed("a"), fuzzed("b", steps=[NOT_THERE])],
     ("completed", "failed"), ["not_tried"]),
    ("the field does not take it once", "fuzz", [fuzzed("a"), fuzzed("b", steps=[NOT_KEPT])],
     ("completed", "passed"), []),
    ("a role cannot sign in", "role_probe", [GOOD, member("guest", "failed", expectation="fail", signs_in=1)],
     ("completed", "failed"), ["broke_off"]),
    ("a run without steps", "fuzz", [fuzzed("a"), fuzzed("b", steps=[])], ("completed", "failed"), ["not_tried"]),
    ("a script is carried out", "fuzz", [fuzzed("a", console=[Logged(EXECUTED)], requests=[Asked("GET", ASKED_FOR)])],
     ("completed", "failed"), ["script_executed"]),
    ("markup is taken", "fuzz", [fuzzed("a", requests=[Asked("GET", f"http://x/{ASKED_FOR}.gif", 404)])],
     ("completed", "failed"), ["markup_injected"]),
    ("the server breaks twice", "fuzz", [fuzzed("a", requests=[Asked("POST", "http://x/save", 500)] * 2)],
     ("completed", "failed"), ["server_error"]),
    ("the server hangs up", "fuzz", [fuzzed("a", requests=[Asked("GET", "http://x/a", failed=True)])],
     ("completed", "failed"), ["server_error"]),
    ("the page gives a request up", "fuzz", [fuzzed("a", requests=[Asked("GET", "http://x/a")])],
     ("completed", "passed"), []),
    ("the page breaks", "fuzz", [fuzzed("a", console=[Logged("x is undefined", "pageerror"), Logged("busy")])],
     ("completed", "failed"), ["page_error"]),
    ("a run breaks off", "fuzz", [fuzzed("a"), fuzzed("b", status="failed", overall="failed")],
     ("completed", "failed"), ["broke_off"]),
    ("an input is refused politely", "fuzz", [fuzzed("a", overall="failed", steps=[TYPED, BROKE])],
     ("completed", "passed"), []),
]  # fmt: skip


def given(label: str, text: str, *dialogs: tuple[str, str], **changes: Any) -> Member:
    """A run that typed this, and in which the pages opened these dialogs."""
    spoken = [Spoken(*each) for each in dialogs]
    step = StepEnd(1, 'enter "Ada" into Name', "passed", "fill", "field “Name”", value=text,
                   url="http://shop.test/form", details=Details(dialogs=spoken))  # fmt: skip
    return fuzzed(label, steps=[SAVED, step], **changes)


SCRIPT, IMAGE = "<script>alert(1)</script>", "<img src=x onerror=alert(1)>"
HELLO = ("alert", "Hello Ada")
CARRIED_OUT: list[tuple[str, list[Member], list[tuple[str, str]]]] = [
    ("the page's own dialog", [given("a", SCRIPT, ("alert", "Saved"))], []),
    ("a dialog that repeats it", [given("a", SCRIPT, ("alert", f"Hello {SCRIPT}"))], []),
    ("a dialog of another kind", [given("a", SCRIPT, ("confirm", "1"))], []),
    ("the page's own, seen with a plain text too",
     [given("a", SCRIPT, ("alert", "1")), given("b", "Ada", ("alert", "1"))], []),
    ("a plain text that names a dialog", [given("a", "alert(1)", ("alert", "1"))], []),
    ("a dialog of the page's, where another text is computed",
     [given("a", "<svg onload=alert(document.cookie)>", ("alert", "Saved"))], []),
    ("an address that is typed as one", [given("a", "http://x.test/a.png", requests=[Asked("GET", "http://x.test/a.png")])],
     []),
    ("no request of its own", [given("a", IMAGE, requests=[Asked("GET", "http://shop.test/fox", 404)])], []),
    ("a script", [given("a", SCRIPT, ("alert", "1"))], [("script_executed", SCRIPT)]),
    ("a script beside a plain text", [given("a", SCRIPT, ("alert", "1")), given("b", "Ada", HELLO)],
     [("script_executed", SCRIPT)]),
    ("a handler", [given("a", IMAGE, ("alert", "1"), requests=[Asked("GET", "http://shop.test/x", 404)])],
     [("script_executed", IMAGE)]),
    ("words in quotes", [given("a", "<b onclick=\"prompt('Who')\">", ("prompt", "Who"))], [("script_executed", "Who")]),
    ("an address of a script", [given("a", "javascript:confirm`7`", ("confirm", "7"))],
     [("script_executed", "confirm")]),
    ("what is computed", [given("a", "<svg onload=alert(document.domain)>", ("alert", "shop.test"))],
     [("script_executed", "svg")]),
    ("what is computed and shown with no other text",
     [given("a", "<svg onload=alert(document.cookie)>", ("alert", "s=1")), given("b", "Ada", HELLO)],
     [("script_executed", "svg")]),
    ("a mark on the console", [given("a", "<script>console.log('mine')</script>", console=[Logged("mine")])],
     [("script_executed", "mine")]),
    ("an image alone", [given("a", "<img src='/mine.png'>", requests=[Asked("GET", "http://shop.test/mine.png", 404)])],
     [("markup_injected", "mine.png")]),
    ("a foreign address", [given("a", "<img src=//x.test/p>", requests=[Asked("GET", "http://x.test/p", failed=True)])],
     [("markup_injected", "x.test/p")]),
]  # fmt: skip


@pytest.mark.parametrize(("why", "members", "found"), CARRIED_OUT, ids=[row[0] for row in CARRIED_OUT])
def test_what_was_typed_and_the_page_runs_is_told_with_it(
    why: str, members: list[Member], found: list[tuple[str, str]]
) -> None:
    judged = judge_batch("fuzz", members)
    findings = [each for each in judged.findings if each.kind in ("script_executed", "markup_injected")]
    assert [each.kind for each in findings] == [kind for kind, _ in found], why
    assert all(words in each.text for each, (_, words) in zip(findings, found, strict=True))
    assert judged.verdict == ("failed" if judged.findings else "passed")


@pytest.mark.parametrize(("why", "kind", "members", "expected", "findings"), OUTCOMES, ids=[row[0] for row in OUTCOMES])
def test_a_batch_is_judged(
    why: str, kind: FanKind, members: list[Member], expected: tuple[str, str | None], findings: list[str]
) -> None:
    judged = judge_roles(members) if kind == "role_probe" else judge_batch(kind, members)
    assert (judged.status, judged.verdict) == expected, why
    assert [finding.kind for finding in judged.findings] == findings
    assert all(finding.text.endswith(".") and finding.run_id == finding.label for finding in judged.findings)


def test_a_finding_says_where_and_what_was_there_instead() -> None:
    [finding] = judge_batch("flaky", [GOOD, BAD, member("three")]).findings
    assert finding.text == "Step 1 “click Save” failed. There is no button “Save”. It passed in one and three."
    assert (finding.label, finding.step_index) == ("two", 0)


RULES: list[tuple[FieldRules, str, list[str]]] = [
    (FieldRules(max_length=3, min_length=2), "Ada", ["Ada", "Adaa", "😀x", "Ad", "A"]),
    (FieldRules("number", min="1", max="9", step="2"), "3", ["1", "-1", "9", "11", "2"]),
    (FieldRules("number", step="any"), "3", []),
    (FieldRules("number", min="many", max="NaN", step="0"), "3", ["0.5"]),
    (FieldRules("date", min="2027-01-01", max="2027-01-31"), "",
     ["2027-01-01", "2026-12-31", "2027-01-31", "2027-02-01"]),
    (FieldRules(pattern="[a-z]{2}", required=True), "ab", ["a", "abb", "AB", "ab\n", "\u00a0"]),
    (FieldRules("password", pattern=".{8}", max_length=2), "hunter2", ["xx", "xxx", "😀"]),
    (FieldRules(options=("red", "blue")), "red", ["blue", "red x"]),
    (FieldRules("select-one", options=("", "s", "m", "m"), required=True), "S", ["", "s", "m", "x"]),
    (FieldRules("select-one", options=("s",)), "S", ["s", "s x"]),
    (FieldRules("time", min="09:00", max="17:30", required=True), "", ["09:00", "08:59", "17:30", "17:31"]),
    (FieldRules("month", min="2027-02", max="2027-12"), "", ["2027-02", "2027-01", "2027-12", "2028-01"]),
    (FieldRules("week", min="2026-W53", max="2027-W40"), "", ["2026-W53", "2026-W52", "2027-W40", "2027-W41"]),
    (FieldRules("datetime-local", min="2027-01-01T00:00"), "", ["2027-01-01T00:00", "2026-12-31T23:59"]),
    (FieldRules("date", min="0001-01-01", max="9999-12-31"), "", []),
    (FieldRules(), "", []),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "like", "expected"), RULES)
def test_inputs_are_drawn_from_the_fields_own_limits(rules: FieldRules, like: str, expected: list[str]) -> None:
    texts = [drawn(rules, like=like, seed=1, nth=nth).text for nth in range(20)]
    assert texts[: len(expected)] == expected
    assert texts == [drawn(rules, like=like, seed=1, nth=nth).text for nth in range(20)]
    assert texts[len(expected) :] != [drawn(rules, like=like, seed=2, nth=nth).text for nth in range(len(expected), 20)]


def test_what_is_drawn_at_random_keeps_to_the_fields_type() -> None:
    one = FieldRules("number", min="1", max="9", step="2")
    assert {drawn(one, like="", seed=1, nth=nth).text for nth in range(5, 40)} == {"1", "3", "5", "7", "9"}
    short = FieldRules(min_length=2, max_length=4)
    assert {len(drawn(short, like="", seed=1, nth=nth).text) for nth in range(5, 60)} == {2, 3, 4}
    assert all("@" in drawn(FieldRules("email"), like="", seed=1, nth=nth).text for nth in range(9))


KINDS = [
    ("Ada", "text"), ("", "text"), ("a@b", "email"), ("{unique email as mail}", "email"), ("42", "number"),
    ("-1,5", "number"), ("2027-05-12", "date"), ("12.05.2027", "date"), ("{today + 3 days}", "date"),
    ("https://x.example/a", "address"), ("10 apples", "text"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_inputs_fit_what_the_test_types(text: str, kind: str) -> None:
    assert field_kind(text) == kind
    labels = [each.label for each in inputs_for(field_kind(text))]
    assert len(labels) == len(set(labels)) <= 50


def test_a_choice_is_given_what_it_does_not_offer() -> None:
    plan = plan_english('Choose "Small" from Size. Enter "Ada" into Name. Choose "A" and "B" from Lists.')
    assert fields_of(plan) == ["Size", "Name"]
    [given, *others] = typed_instead(plan, Typed("size", "<b>")).steps
    assert isinstance(given, Fill)
    assert (given.value.text, given.value.literal, given.sentence) == ("<b>", True, plan.steps[0].sentence)
    assert tuple(others) == plan.steps[1:]


def test_only_the_named_field_is_typed_otherwise() -> None:
    plan = plan_english('Enter "Ada" into Name. Enter "a@b.c" into E-mail. Enter "x" into NAME.')
    assert fields_of(plan) == ["Name", "E-mail", "NAME"]
    texts = [step.value for step in typed_instead(plan, Typed("name", "{today}")).steps]  # type: ignore[union-attr]
    assert [(value.text, value.literal) for value in texts] == [("{today}", True), ("a@b.c", False), ("{today}", True)]
