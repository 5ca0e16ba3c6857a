"""What to write instead, or to do first, after a step has failed: one table of what is known to what to do.

Pure; decides by kind, cause and check alone, and says nothing where only the tester can know.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher

from qa_appliance.core.checks import (
    AnyOf,
    ChangedBy,
    EachIs,
    ElementIs,
    ErrorShown,
    ListSorted,
    LooksLikeBaseline,
    MessageSays,
    NoEvents,
    OnlyShown,
    Requested,
    TextShown,
)
from qa_appliance.core.evidence.failure import Failure, FailureCause, FailureKind
from qa_appliance.core.steps import Assert, Step, WaitFor

_MOST_OPTIONS = 5
_MOST_OFFERED = 3


def advice_on(step: Step, failure: Failure) -> str:
    """One or two sentences, empty where there is nothing to say."""
    advice = ADVICE.get((failure.kind, failure.cause), "")
    return advice if isinstance(advice, str) else advice(step, failure)


def _which(step: Step, failure: Failure) -> str:
    return f"Write which one you mean, as: {failure.candidates[0]}." if failure.candidates else ""


def _other_option(step: Step, failure: Failure) -> str:
    options = ", ".join(f"“{option}”" for option in failure.instead[:_MOST_OPTIONS])
    return f"Write one of the options that are there: {options}." if options else ""


def _not_found(step: Step, failure: Failure) -> str:
    first = "If it comes on another page or later, open that page first or wait until it appears."
    alike = [each for each in failure.instead if _alike(failure.expected, each)][:_MOST_OFFERED]
    return f"If you mean the {' or the '.join(alike)}, write that name. {first}" if alike else first


def _alike(name: str, there: str) -> bool:
    """Whether somebody may have meant that: half of the letters, or a word."""
    seen = there.partition("“")[2].rstrip("”").casefold() or there.casefold()
    wanted = name.casefold().strip('"“”')
    return bool(set(wanted.split()) & set(seen.split())) or SequenceMatcher(None, wanted, seen).ratio() > 0.5


def _if_so(state: str, first: str = "") -> Callable[[Step, Failure], str]:
    """That the state may be the right one, and how it is checked."""

    def advice(step: Step, failure: Failure) -> str:
        return f"{first or 'If'} it should be so, write: check that {failure.expected or 'it'} is {state}."

    return advice


def _assertion(step: Step, failure: Failure) -> str:
    if not isinstance(step, Assert | WaitFor):
        return ""
    check, seen = step.check, failure.seen.strip()
    match check:
        case TextShown(negated=False):
            return _text_missing(check, failure)
        case TextShown():
            return f"If that is right, write: “{check.text}” is shown."
        case ErrorShown():
            return "If that is right, write: an error is shown." if check.negated else ""
        case ElementIs(state="visible" | "exists") | NoEvents() | Requested():
            return ""
        case ChangedBy() | MessageSays() | ListSorted() | OnlyShown() | EachIs() | AnyOf():
            return ""
        case LooksLikeBaseline(negated=False):
            return "If the change is right, accept this run's picture as the baseline." if seen else ""
        case ElementIs() if seen:
            return f"If that is right, write “is {'not empty' if check.state == 'empty' else seen}”."
        case _ if check.negated:
            return "If that is right, leave out the “not”."
    return f"If “{seen}” is right, write that instead." if seen else ""


def _text_missing(check: TextShown, failure: Failure) -> str:
    if failure.instead and failure.instead[0].casefold() != check.text.casefold():
        return f"If “{failure.instead[0]}” is what you mean, write that."
    return "If it comes later, write: wait up to 20 seconds until it is shown."


ADVICE: dict[tuple[FailureKind, FailureCause], str | Callable[[Step, Failure], str]] = {
    ("ambiguous", ""): _which,
    ("not_found", ""): _not_found,
    ("not_found", "no_dialog"): "Write it right after the step that brings the dialog.",
    ("not_found", "rejected"): "Accept it on the procedure's page, or change the step.",
    ("not_actionable", "disabled"): _if_so("disabled", "Do first what enables it; if"),
    ("not_actionable", "read_only"): _if_so("read-only"),
    ("not_actionable", "hidden"): "Do first what brings it out: open its menu, section or dialog.",
    ("not_actionable", "covered"): "Close what lies over it first.",
    ("not_actionable", "unusable"): "Say which element beside it is meant, by its kind and name.",
    ("not_actionable", "out_of_view"): "Scroll to it first, or test in a larger window.",
    ("not_actionable", "moving"): "Wait first until it stands still, as: wait 2 seconds.",
    ("not_actionable", "detached"): "Wait first until the page is done with it: wait until … is shown.",
    ("not_actionable", "no_place"): "Do first what makes it visible.",
    ("not_actionable", "no_focus"): "Say into which field: enter … into Email.",
    ("not_actionable", "not_switched"): "If the application should keep it so, check that it does.",
    ("not_actionable", "not_moved"): "Say of which list and where to, as: drag “A” before “B”.",
    ("not_actionable", "one_file"): "Give it one file.",
    ("not_actionable", "answered"): "Write it right after the step that brings the dialog.",
    ("unsupported", "offers_options"): "Say which one, as: choose “…” from Status.",
    ("no_option", ""): _other_option,
    ("no_option", "disabled"): _if_so("disabled", "Choose another one; if"),
    ("assertion", ""): _assertion,
    ("assertion", "hidden"): "Do first what brings it out, or wait until it appears.",
    ("assertion", "elsewhere"): "Name the place where it is, or leave the place out.",
    ("assertion", "no_baseline"): "Accept this run's picture of it, then run the test again.",
    ("assertion", "measured"): _assertion,
    ("assertion", "stood_before"): "Look whether the application does what that step asks for, and reports it again.",
    ("assertion", "turned"): "If it should change by itself, wait for that first: wait until … is shown.",
    ("assertion", "refused"): "If the application should refuse it, expect the run to fail.",
    ("timeout", ""): "If the page needs longer, write before it: wait up to 30 seconds until … is shown.",
    ("page_error", ""): "Correct the address in the sentence if it is wrong; otherwise the application failed.",
    ("blocked", ""): "Ask the operator to allow the address, or test one that is allowed.",
}
"""By kind and cause; what is missing here has nothing to say. `…` stands for what the tester knows."""
