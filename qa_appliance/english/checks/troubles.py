"""Checks of trouble: what is observed (console errors, failed requests, accessibility), and errors a page shows."""

from __future__ import annotations

from typing import Literal, NamedTuple

from qa_appliance.core.checks import Check, ErrorShown, NoEvents
from qa_appliance.english.nouns.edges import bare, wherever
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import read_ordinal
from qa_appliance.english.words.word_sets import phrases, word_set

_ERRORS = frozenset({"error", "errors"})
_CONSOLE = word_set("console javascript js")
_NETWORK = word_set("network request requests http api")
_ACCESS = word_set("accessibility a11y wcag axe")
_TROUBLE = word_set("error errors problem problems issue issues violation violations warning warnings failure failures")
_REQUESTS = word_set("request requests calls http api broken")
_IMPACTS = word_set("minor moderate serious critical")
_AROUND = word_set("page the console in on this found observed browser")
_UNSAID = _IMPACTS | word_set("or any worse")


class _Observed(NamedTuple):
    """A kind of trouble: a word of each of the two sets has to be said, and none but those and the `beside`."""

    kind: Literal["console_error", "failed_request", "accessibility"]
    of: frozenset[str]
    what: frozenset[str]
    beside: frozenset[str] = frozenset()


_OBSERVED = (
    _Observed("console_error", _CONSOLE, _TROUBLE, _UNSAID | {"browser"}),
    _Observed("failed_request", word_set("failed failing network"), _REQUESTS | _TROUBLE),
    _Observed("accessibility", _ACCESS, _TROUBLE, _UNSAID),
)


def trouble(phrase: Phrase) -> Check | None:
    """Kinds of trouble that are observed, not seen: console errors · failed requests · serious accessibility issues."""
    lows = [token.low for token in bare(phrase).tokens]
    words = {"console"} & set(lows)
    while len(lows) > 1 and lows[-1] in _AROUND:
        lows = lows[:-1]
    words |= set(lows)
    for kind, of, what, beside in _OBSERVED:
        if words & of and words & what and words <= of | what | beside:
            impact = next((low for low in lows if low in _IMPACTS), "serious")
            return NoEvents(kind=kind, impact=impact) if kind == "accessibility" else NoEvents(kind=kind)
    return None


def any_errors(phrase: Phrase) -> bool:
    """Said of the console, where errors need no other name."""
    lows = {token.low for token in bare(phrase).tokens}
    return bool(lows) and lows <= _ERRORS | {"any"}


_MESSAGE = word_set("message messages text alert banner")
_CALLED_SO = word_set("page button link tab log icon code")
"""What an error gives its name to: the error page is no error."""
_ANY_ERROR = word_set("validation form input field some visible one any")
"""Words before "error" that say nothing of its text."""
SAYING = word_set("saying reading about stating that containing")
"""What follows are the words of a message."""
INDICATING = word_set("indicating telling informing explaining notifying because")
"""What follows is what a message is about, in words of the tester's own: which error it is stays open."""


def error_shown(phrase: Phrase, negated: bool) -> Check | None:
    """An error · the validation error "Too short" · an error message about the price."""
    inner = bare(wherever(phrase))
    lows = [token.low for token in inner.tokens]
    at = _error_at(lows)
    if at is None or not (_CONSOLE | _NETWORK).isdisjoint(lows):
        return None
    if any(read_ordinal(low) is not None for low in lows[:at]):
        return None  # "the first error" is one of several, and no error that says “first”
    behind = inner[at + 2 if lows[at + 1 : at + 2] and lows[at + 1] in _MESSAGE else at + 1 :]
    if behind.tokens and behind.tokens[0].low in INDICATING and not negated:
        last = inner.tokens[-1]
        return ErrorShown(text=last.value if last.kind == "quoted" else "")
    if lows[-1] in _CALLED_SO:
        return None
    text = _text_of_error(inner, at, behind)
    return None if text is None else ErrorShown(text=text, negated=negated)


def error_at(phrase: Phrase) -> bool:
    """Whether the words speak of an error, and of no page or button of errors."""
    lows = [token.low for token in bare(phrase).tokens]
    return _error_at(lows) is not None and lows[-1] not in _CALLED_SO


def _error_at(lows: list[str]) -> int | None:
    """Where the words speak of an error: a message of a validation is one too."""
    if lows[:1] == ["validation"] and len(lows) > 1 and lows[1] in _MESSAGE:
        return 0
    return next((index for index, low in enumerate(lows) if low in _ERRORS), None)


_IN_FORM = phrases("in the form, on the form, in this form, on this form")


def _text_of_error(phrase: Phrase, at: int, behind: Phrase) -> str | None:
    """What the error at that word says: a quote at the end, or the words before it or behind "saying"; "" for any."""
    if quotes := phrase.quotes():
        return quotes[0].value if len(quotes) == 1 and phrase.tokens[-1].kind == "quoted" else None
    if not behind.tokens or tuple(token.low for token in behind.tokens) in _IN_FORM:
        return " ".join(token.low for token in phrase.tokens[:at] if token.low not in _ANY_ERROR)
    return behind[1:].text if behind.tokens[0].low in SAYING and len(behind) > 1 else None
