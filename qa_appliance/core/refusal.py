"""Negative tests: whether what happened is the application's refusal (decision 6). Pure; asks nothing of a page.

A refusal is something the application did in answer to a deed that asked it for something (a click, a form sent), new
since that deed. Filling in a form asks for nothing yet; a control that is kept disabled needs no deed before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from qa_appliance.core import steps as s
from qa_appliance.core.classify import at_sign_in, is_sign_in, signs_in, signs_out
from qa_appliance.core.evidence.failure import Failure, FailureCause, FailureKind, Signal
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.core.evidence.steps import StepRecord

_SIGNAL_WORDS = {
    "alert": "the page raised an alert",
    "error_text": "the page shows an error",
    "http_error": "the server refused it",
    "invalid_field": "the form does not accept it",
    "dialog": "the page opened a dialog",
    "unmoved": "the page did not take it and still says",
}

_KEPT_FROM: frozenset[FailureCause] = frozenset({"disabled", "read_only", "refused"})
"""The application's answer wherever it comes."""
_NEVER_CAME: frozenset[tuple[FailureKind, FailureCause]] = frozenset(
    {
        ("not_found", ""),
        ("assertion", ""),
        ("assertion", "hidden"),
        ("assertion", "elsewhere"),
        ("assertion", "turned"),
        ("not_actionable", "hidden"),
        ("not_actionable", "covered"),
    }
)
"""Beside the answer to a deed that asked for it: what should have been reached is not."""
_MISSING: frozenset[FailureKind] = frozenset({"not_found", "not_actionable", "no_option", "assertion", "timeout"})
"""What may be missing because the answer to an earlier deed comes late."""
_DONE: frozenset[FailureCause] = frozenset({"refused", "not_switched"})
"""The step failed, but its deed was done: what the page says since is the answer to it."""

_NOBODY = {401, 419, 440}
"""Answers to whom the site does not know; 403 is one to whom it knows."""

_FIELD_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "spinbutton", "slider", "checkbox", "radio", "switch", "option", "listbox"}
)
_MOVES = ("Tab", "Arrow", "Home", "End", "Page", "Escape", "Backspace", "Shift")


def asked_after(step: s.Step, role: str, address: str, asked: str) -> str:
    """The words of the deed whose answer is to be seen, once this step has been done; empty: none is awaited.

    `asked` is the same before the step, `role` that of the element acted on, `address` where it led to. Filling in what
    came grants the deed before it: from there on, nothing was asked. An address asks for something only where it led
    to the sign-in instead.
    """
    match step:
        case s.Click() if role in _FIELD_ROLES:
            return ""
        case s.Press() if moves_only(step):
            return asked
        case s.Click() | s.Press():
            return step.sentence or "the click"
        case s.Go() if is_sign_in(address) and not is_sign_in(f"/{step.url or step.page}"):
            return step.sentence or f"go to {step.url or step.page}"
    return {"asks": step.sentence or "the deed", "grants": "", "other": asked}[step.traits.request]


def moves_only(step: s.Press) -> bool:
    """Whether its keys move about or type, and ask for nothing."""
    return all(len(k) == 1 or (k.startswith(_MOVES) and not k.startswith("Shift+Enter")) for k in step.keys)


def as_refusal(
    record: StepRecord, signals: list[Signal], *, asked: str, beside: str = "", probes: bool = False
) -> StepRecord:
    """The record of a negative test's step, turned into a refusal if it is one; its note says what was answered.

    `signals` are the page's answers since this step began; `asked` are the words of the earlier deed whose answer is
    still awaited, if any, `beside` what else shows that it was refused: a step that merely fails is no refusal
    (decision 52). `probes`: other roles show whether what did not come can be reached at all. A server that breaks
    (5xx) has not refused: that fails the step, so that a crash never passes as a refusal.
    """
    if record.result == "skipped":
        return record
    broke = next((s for s in signals if s.kind == "server_error"), None)
    if broke is not None:
        error = f"The application broke instead of refusing: {broke.text}"
        return msgspec.structs.replace(record, result="failed", error=error)
    reason = _reason(record.failure, signals, asked)
    missed = "" if reason else _missed(record.failure, asked, beside, probes=probes)
    if not (reason or missed):
        return record
    details = msgspec.structs.replace(record.details, missed=bool(missed) and not beside)
    note = f"Refused: {reason or missed}"
    return msgspec.structs.replace(record, result="passed", refused=True, error=None, note=note, details=details)


def may_be_refused(record: StepRecord, asked: str) -> bool:
    """Whether the step failed of something that a refused deed would leave out as well."""
    failure = record.failure
    return failure is not None and bool(asked) and (failure.kind, failure.cause) in _NEVER_CAME


def _reason(failure: Failure | None, signals: list[Signal], asked: str) -> str | None:
    if failure is None:
        return _spoken(signals)
    if signals and ((asked and failure.kind in _MISSING) or failure.kind == "not_kept" or failure.cause in _DONE):
        return _spoken(signals)
    if failure.cause in _KEPT_FROM or (failure.kind == "page_error" and 400 <= failure.status < 500):
        return failure.message
    return None


def _missed(failure: Failure | None, asked: str, beside: str, *, probes: bool) -> str:
    """What did not come although it was asked for, with what shows that it was refused; "" where nothing does."""
    if failure is None or not asked or (failure.kind, failure.cause) not in _NEVER_CAME:
        return ""
    if beside:
        return f"after “{asked}” {beside}. {failure.message}"
    return f"after “{asked}”: {failure.message}" if probes else ""


def not_signed_in(record: StepRecord) -> StepRecord:
    """The record of a refused step that belongs to how a role signs in, and not to the test of what it may do."""
    error = f"The role could not sign in, so that nothing is known of what it may do. {record.note}".strip()
    return msgspec.structs.replace(record, result="failed", refused=False, error=error, note=None)


def nobody_signed_in(record: StepRecord) -> StepRecord:
    """The record of the last step by which a role was to sign in, and which did nothing of the sort."""
    error = (
        "Nobody was signed in by these steps, as far as can be told: the form to sign in is still there, or the browser"
        " keeps nothing of it but what the page leaves with everybody. Write how the role signs in, or give the role an"
        " environment that is signed in."
    )
    return msgspec.structs.replace(record, result="failed", refused=False, error=error, note=None)


def sign_in_lost(
    record: StepRecord,
    earlier: Sequence[StepRecord],
    refused: Sequence[NetworkEvent],
    *,
    own: int = 0,
    begun: str = "",
    pages: bool = True,
    form: bool = False,
) -> StepRecord | None:
    """The record of a refused step of a run that began signed in, if it was refused as nobody would be let in.

    Then the sign-in it began with was no longer taken, which shows nothing of what the application refuses to whom it
    knows. `own`: how many of the steps before it are not the test's, but the role's. `begun`: the address
    the run began at. `refused`: requests of the run
    that the site's own server refused. `pages`: its pages know who asks, and not only its server; `form`: the page
    shows a form to sign in, which alone tells it where the run has not left the address since the role signed in.
    None: it is a refusal.
    """
    if _has_signed_out(earlier, own):
        return None
    here = [*earlier[own:], record]
    lost = next((e for e in refused if e.status in _NOBODY and (e.step_index or 0) >= record.index), None)
    if pages and _led_to_sign_in(record, earlier, own, begun):
        why = f"the application shows its sign-in page ({record.url})"
    elif pages and form and not signs_in(here):
        why = f"the application shows a form to sign in at {record.url}"
    elif lost is not None and not signs_in(here):
        why = f"{lost.method} {lost.url} was answered with {lost.status}"
    else:
        return None
    error = f"The run's saved sign-in, or its role's, was not taken any more: {why}. Sign in anew. {record.note}"
    failure = record.failure or Failure("assertion", error)
    return msgspec.structs.replace(record, result="failed", refused=False, error=error, failure=failure, note=None)


def _led_to_sign_in(record: StepRecord, earlier: Sequence[StepRecord], own: int, begun: str) -> bool:
    """By its address, which tells nothing as long as the run has not left it since the role signed in, or it began."""
    here = [*earlier[own:], record]
    first = (earlier[own - 1].url or "") if own else begun
    stays = all((step.url or "").rstrip("/") == first.rstrip("/") and step.action != "go" for step in here)
    return not stays and at_sign_in(record, earlier[own:])


def _has_signed_out(earlier: Sequence[StepRecord], own: int) -> bool:
    """Since the role signed in, if it did by its first steps."""
    entered = [at for at, step in enumerate(earlier[:own], 1) if signs_in([step])]
    return signs_out(earlier[entered[-1] if entered else 0 :])


def came_late(record: StepRecord) -> StepRecord:
    """The record of a step that counted as refused, after what it missed has come all the same."""
    error = "Nothing was refused: what this step waited for came after all, only later than the test waits."
    return msgspec.structs.replace(record, result="failed", refused=False, error=error, note=None)


def no_refusal(index: int, url: str | None, failed: StepRecord | None = None, *, whole: bool = True) -> StepRecord:
    """The synthetic last step of a negative test in which nothing was refused. `failed`: the step that merely failed;
    `whole`: without one, all of its steps were done."""
    done = "every step succeeded" if whole else "every step that was done succeeded"
    if failed is not None:
        done = f"step {failed.index + 1} merely failed, and nothing shows that the application answered so"
    error = f"Nothing was refused: {done}, although this test expects the application to refuse."
    if failed is not None:
        error = f"{error} {failed.error or ''}".rstrip()
    return StepRecord(
        index=index,
        action="expect_refusal",
        target=None,
        value=None,
        result="failed",
        sentence="The application refuses.",
        source="synthetic",
        error=error,
        synthetic=True,
        url=url,
    )


def merely_failed(records: Sequence[StepRecord]) -> StepRecord | None:
    """The step by which a negative test ended, if it failed of what is not there: that is no refusal by itself."""
    last = next((r for r in records if r.result == "failed"), None)
    kind = last.failure.kind if last is not None and last.failure is not None else ""
    return last if kind in ("assertion", "not_found", "no_option") else None


def _spoken(signals: list[Signal]) -> str | None:
    if not signals:
        return None
    first = signals[0]
    return f"{_SIGNAL_WORDS[first.kind]}: {first.text}" if first.text else _SIGNAL_WORDS[first.kind]
