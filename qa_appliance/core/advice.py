"""What to write instead, or to do first, after a step has failed. Pure; says nothing where only the tester can know."""

from __future__ import annotations

from difflib import SequenceMatcher

from qa_appliance.core.checks import (
    AnyOf,
    EachIs,
    ElementIs,
    ErrorShown,
    ListSorted,
    LooksLikeBaseline,
    NoEvents,
    TextShown,
)
from qa_appliance.core.evidence import Failure
from qa_appliance.core.steps import Assert, Step, WaitFor

_MOST_OPTIONS = 5


def advice_on(step: Step, failure: Failure) -> str:
    """One or two sentences, empty where there is nothing to say."""
    match failure.kind:
        case "ambiguous" if failure.candidates:
            return f"Write which one you mean, as: {failure.candidates[0]}."
        case "not_found":
            return _not_found(failure)
        case "not_actionable":
            return _not_actionable(failure)
        case "no_option" if failure.instead:
            options = ", ".join(f"“{option}”" for option in failure.instead[:_MOST_OPTIONS])
            return f"Write one of the options that are there: {options}."
        case "assertion" if isinstance(step, Assert | WaitFor):
            return _assertion(step, failure)
        case "timeout":
            return "If the page needs longer, write before it: wait up to 30 seconds until … is shown."
        case "page_error":
            return "Correct the address in the sentence if it is wrong; otherwise the application failed."
        case "blocked":
            return "Ask the operator to allow the address, or test one that is allowed."
        case _:
            return ""


def _not_found(failure: Failure) -> str:
    if failure.expected == "a dialog" or "was rejected in its place" in failure.message:
        return ""  # it is nothing on the page, or the message itself says what to do
    first = "If it comes on another page or later, open that page first or wait until it appears."
    if failure.instead and _alike(failure.expected, failure.instead[0]):
        return f"If you mean the {failure.instead[0]}, write that name. {first}"
    return first


def _alike(said: str, there: str) -> bool:
    """Whether somebody may have meant that: half of the letters, or a word."""
    name = there.partition("“")[2].rstrip("”").casefold() or there.casefold()
    wanted = said.casefold().strip('"“”')
    return bool(set(wanted.split()) & set(name.split())) or SequenceMatcher(None, wanted, name).ratio() > 0.5


def _not_actionable(failure: Failure) -> str:
    words = failure.expected or "it"
    if "disabled" in failure.message:
        return f"Do first what enables it; if it should be so, write: check that {words} is disabled."
    if "hidden" in failure.message:
        return "Do first what brings it out: open its menu, section or dialog."
    if "over" in failure.message or "covered" in failure.message:
        return "Close what lies over it first."
    if "read-only" in failure.message:
        return f"If it should be so, write: check that {words} is read-only."
    return ""


def _assertion(step: Assert | WaitFor, failure: Failure) -> str:
    check, seen = step.check, failure.seen.strip()
    match check:
        case TextShown(negated=False):
            return _text_missing(check, failure)
        case TextShown():
            return f"If that is right, write: “{check.text}” is shown."
        case ErrorShown():
            return "If that is right, write: an error is shown." if check.negated else ""
        case ElementIs(state="visible" | "exists") | ListSorted() | NoEvents() | EachIs() | AnyOf():
            return ""
        case LooksLikeBaseline(negated=False):
            return "If the change is right, accept this run's picture as the baseline." if seen else ""
        case ElementIs() if seen:
            return f"If that is right, write “is {'not empty' if check.state == 'empty' else seen}”."
        case _ if check.negated:
            return "If that is right, leave out the “not”."
    return f"If “{seen}” is right, write that instead." if seen else ""


def _text_missing(check: TextShown, failure: Failure) -> str:
    if failure.seen == "hidden":
        return "Do first what brings it out, or wait until it appears."
    if "elsewhere on the page" in failure.message:
        return "Name the place where it is, or leave the place out."
    if failure.instead and failure.instead[0].casefold() != check.text.casefold():
        return f"If “{failure.instead[0]}” is what you mean, write that."
    return "If it comes later, write: wait up to 20 seconds until it is shown."
