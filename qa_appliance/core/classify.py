"""What kind of thing made a step fail: the application, the test, the surroundings. Pure rules, no model.

Says only what was observed: where the evidence does not tell, the class is that an expectation was not met.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from qa_appliance.core.checks import Check, ErrorShown, LoadsWithin, LooksLikeBaseline, MessageSays, denies
from qa_appliance.core.difference import PassedRun, same_step
from qa_appliance.core.evidence.console import ConsoleEvent
from qa_appliance.core.evidence.failure import Classified, Failure
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import WalkEnd
from qa_appliance.core.steps import MASK, Assert, WaitFor
from qa_appliance.core.target import Target

NAMES = {
    "application_error": "Application error",
    "application_changed": "Application changed",
    "expectation": "Expectation not met",
    "test_unclear": "Test unclear",
    "not_understood": "Not understood",
    "baseline_missing": "No picture accepted yet",
    "signed_out": "Not signed in any more",
    "environment": "Environment",
    "performance": "Performance",
}

_SIGN_IN = re.compile(r"(?:^|[/._-])(?:log-?in|sign-?in|logon|auth|sso|session/new)(?:$|[/?#._-])", re.IGNORECASE)
_SIGN_OUT = re.compile(r"(?<![a-z])(?:log|sign)[ _-]?(?:out|off)(?![a-z])", re.IGNORECASE)
_ANSWERED = {"document", "xhr", "fetch"}
_LONGEST = 200  # characters of a quoted text
_LOST_ACCESS = {401, 403, 407, 419, 440}
_Event = TypeVar("_Event", NetworkEvent, ConsoleEvent)


def classify(
    plan: Plan,
    records: Sequence[StepRecord],
    measured: Measurements,
    ended: WalkEnd = "finished",
    broken: str = "",
    passed: PassedRun | None = None,
) -> None:
    """Gives every failed record its class. `measured` holds the requests and console events by step.

    `broken` says why the run could not be carried to its end, `ended` is the same as a fact. `passed`: the run of the
    same test that passed last.
    """
    for at, record in enumerate(records):
        if record.result == "failed":
            record.failure_class = _only_if_known(
                _of(record, records[:at], plan, measured, ended, broken), record, plan, passed
            )


def _only_if_known(given: Classified, record: StepRecord, plan: Plan, passed: PassedRun | None) -> Classified:
    """Only what was found once can have changed: what never was, the test may have wrong."""
    if given.kind != "application_changed" or record.failure is None:
        return given
    step = plan.steps[record.index] if record.index < len(plan.steps) else None
    target, check = getattr(step, "target", None), _check_of(record, plan)
    saved = step is not None and (bool(step.ways) or (isinstance(target, Target) and target.known is not None))
    if saved or isinstance(check, LooksLikeBaseline) or (passed is not None and same_step(record, passed) is not None):
        return given
    unclear = record.failure.kind in ("not_found", "no_option", "page_error")
    return Classified("test_unclear" if unclear else "expectation", given.reason)


def headline(plan: Plan, records: Sequence[StepRecord], broken: str | None = None) -> Classified | None:
    """The class of the whole run: that of its first failed step, else of what kept it from a verdict; None: none."""
    first = next((r.failure_class for r in records if r.failure_class is not None), None)
    if first is not None:
        return first
    if plan.gaps:
        return _not_understood(plan)
    if broken:
        return Classified("environment", broken)
    return None


def _of(
    record: StepRecord, earlier: Sequence[StepRecord], plan: Plan, measured: Measurements, ended: WalkEnd, broken: str
) -> Classified:
    failure = record.failure
    if failure is None:
        return _without_failure(record, plan, ended, broken)
    return _by_kind(failure) or _by_what_happened(record, failure, earlier, plan, measured)


def _by_what_happened(
    record: StepRecord, failure: Failure, earlier: Sequence[StepRecord], plan: Plan, measured: Measurements
) -> Classified:
    events = _of_steps(measured.network_events, record.index)
    if at_sign_in(record, earlier):
        return Classified("signed_out", f"The application showed its sign-in page ({record.url}) instead.")
    broke = _server_error(events)
    if broke:
        return Classified("application_error", broke)
    if _asks_who(record, earlier):
        return Classified("signed_out", f"The application showed its form to sign in ({record.url}) instead.")
    lost = next((event for event in events if event.status == 401 and event.resource_type in _ANSWERED), None)
    if lost is not None and not signs_in([*earlier[-1:], record]):
        return Classified("signed_out", f"{lost.method} {lost.url} was answered with 401.")
    measured_so = _by_check(_check_of(record, plan), failure)
    if measured_so is not None:
        return measured_so
    wrong = _page_error(_of_steps(measured.console_events, record.index))
    if not wrong and not _expects_other_words(_check_of(record, plan), record, failure):
        wrong = _error_text(record)
    if wrong:
        return Classified("application_error", wrong)
    return _by_what_was_there(record, failure)


def _check_of(record: StepRecord, plan: Plan) -> Check | None:
    step = plan.steps[record.index] if record.index < len(plan.steps) else None
    return step.check if isinstance(step, Assert | WaitFor) else None


def _expects_other_words(check: Check | None, record: StepRecord, failure: Failure) -> bool:
    """Whether the test expects an error, and the application shows one that says something else."""
    if check is None or denies(check):
        return False
    if isinstance(check, ErrorShown) or (isinstance(check, MessageSays) and check.of == "error"):
        return True
    near = {" ".join(text.split()) for text in (failure.seen, *failure.instead) if text}
    return any(" ".join(error.split()) in near for error in record.details.errors)


def _by_check(check: Check | None, failure: Failure) -> Classified | None:
    """What a check of the run's own measures tells by itself."""
    if isinstance(check, LoadsWithin):
        return Classified("performance", failure.message)
    return _of_picture(failure) if isinstance(check, LooksLikeBaseline) else None


def _not_understood(plan: Plan) -> Classified:
    return Classified("not_understood", f"“{plan.gaps[0].text}” could not be read as a step or a check.")


def _without_failure(record: StepRecord, plan: Plan, ended: WalkEnd, broken: str) -> Classified:
    if record.synthetic and plan.gaps:
        return _not_understood(plan)
    if record.synthetic:
        return Classified("expectation", "The test expects a refusal, and the application refused nothing.")
    if ended == "time_cap":
        return Classified("performance", broken)
    if ended != "finished":
        return Classified("environment", broken)
    return Classified("application_error", record.error or "The application broke.")


def _by_kind(failure: Failure) -> Classified | None:
    """Classes a failure carries by itself."""
    match failure.kind:
        case "unreachable" | "blocked" | "crashed":
            return Classified("environment", failure.message)
        case "ambiguous" | "unsupported" | "secret_host":
            return Classified("test_unclear", failure.message)
        case "page_error" if failure.status in _LOST_ACCESS:
            return Classified("signed_out", f"The site gave no access to the page (status {failure.status}).")
        case "signed_out":
            return Classified("signed_out", failure.message)
        case "page_error" if failure.status in (404, 410):
            return Classified("application_changed", f"The page is not there (status {failure.status}).")
        case "not_kept":
            return Classified("application_error", failure.message)
        case "page_error":
            return Classified("application_error", f"The site answered the page with status {failure.status}.")
    return None


def _of_picture(failure: Failure) -> Classified | None:
    if failure.cause == "no_baseline":
        return Classified("baseline_missing", failure.message)
    return Classified("application_changed", failure.message) if failure.seen else None


def _by_what_was_there(record: StepRecord, failure: Failure) -> Classified:
    sought = record.target or failure.expected or "the element"
    if failure.kind == "timeout":
        return Classified("performance", f"The page did not become ready in the step's time: {_short(failure.message)}")
    if failure.kind == "not_actionable":
        return Classified("application_changed", f"What is sought is there, but not to be used: {failure.message}")
    if failure.kind in ("not_found", "no_option"):
        if failure.instead:
            there = _short(", ".join(failure.instead[:3]))
            return Classified("application_changed", f"{_begun(sought)} is not there, but similar is: {there}.")
        return Classified("test_unclear", f"Nothing on the page fits {sought}, and nothing is similar to it.")
    if failure.instead and not failure.seen:
        there = _short(", ".join(failure.instead[:3]))
        return Classified("application_changed", f"{_begun(failure.expected or sought)} is gone; similar is: {there}.")
    return Classified("expectation", _short(failure.message))


def _of_steps(events: list[_Event] | None, index: int) -> list[_Event]:
    """What happened during the step or the one before: an answer may come when the next step is already looking."""
    return [event for event in events or () if event.step_index in (index, index - 1)]


def _server_error(events: list[NetworkEvent]) -> str:
    for event in events:
        if (event.status or 0) >= 500 and event.resource_type in _ANSWERED:
            return f"{event.method} {_short(event.url)} was answered with {event.status}."
    return ""


def _page_error(events: list[ConsoleEvent]) -> str:
    for event in events:
        if event.source == "pageerror":
            return f"The page's script broke: {_short(event.text.splitlines()[0])}"
    return ""


def _error_text(record: StepRecord) -> str:
    shown = record.details.errors
    return f"The page shows an error: “{_short(shown[0]).removesuffix('.')}”." if shown else ""


def _asks_who(record: StepRecord, earlier: Sequence[StepRecord]) -> bool:
    """A form to sign in at any address, in a run that began signed in and has neither signed out nor in by itself."""
    here = [*earlier, record]
    return record.details.sign_in_form and not (signs_in(here) or signs_out(earlier) or _opens_sign_in(here))


def at_sign_in(record: StepRecord, earlier: Sequence[StepRecord]) -> bool:
    """The run stands on a sign-in page it neither opened by itself nor is signing in on."""
    if not is_sign_in(record.url):
        return False
    here = [record]
    for before in reversed(earlier):
        if not is_sign_in(before.url):
            break
        here.append(before)
    return not signs_in(here) and not _opens_sign_in(here)


def _opens_sign_in(records: Sequence[StepRecord]) -> bool:
    return any(record.action == "go" and is_sign_in(record.value or record.target) for record in records)


def signs_in(records: Sequence[StepRecord]) -> bool:
    return any(r.action in ("log_in", "sign_in") or MASK in (r.value or "") for r in records)


def signs_out(records: Sequence[StepRecord]) -> bool:
    """Whether the run has signed out by itself: in a deed, by what it clicked, or by an address."""
    return any(
        r.action in ("log_out", "visitor") or names_a_sign_out(f"{r.target or ''} {r.value or ''}") for r in records
    )


def names_a_sign_out(words: str) -> bool:
    """Whether what is clicked or opened by these words signs out."""
    return _SIGN_OUT.search(words) is not None


def is_sign_in(address: str | None) -> bool:
    path = (address or "").split("://", 1)[-1].partition("/")[2]
    return _SIGN_IN.search("/" + re.sub(r"\?[^#]*", "", path)) is not None


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
