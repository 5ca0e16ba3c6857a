"""Checks of trouble: what is observed (console errors, failed requests, accessibility), and errors a page shows."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec.structs import replace

from qa_appliance.core.checks import Check, ErrorShown, MessageSays, NoEvents, TextShown
from qa_appliance.english.nouns.edges import bare, wherever
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_number, read_ordinal
from qa_appliance.language.word_sets import phrases, word_set

_ERRORS = frozenset({"error", "errors"})
_CONSOLE = word_set("console javascript js")
_NETWORK = word_set("network request requests http api")
_ACCESS = word_set("accessibility a11y wcag axe")
_TROUBLE = word_set(
    "exception exceptions error errors problem problems issue issues violation violations warning warnings failure "
    "failures"
)
_REQUESTS = word_set("request requests calls http api broken")
_IMPACTS = word_set("minor moderate serious critical")
_AROUND = word_set("load page the console in on this found observed browser")
_UNSAID = _IMPACTS | word_set("or any worse")


class _Observed(NamedTuple):
    """A kind of trouble: a word of each of the two sets has to be said, and none but those and the `beside`."""

    kind: Literal["console_error", "failed_request", "accessibility"]
    of: frozenset[str]
    what: frozenset[str]
    beside: frozenset[str] = frozenset()


_OBSERVED = (
    _Observed("console_error", _CONSOLE, _TROUBLE, _UNSAID | {"browser"}),
    _Observed("failed_request", word_set("failed failing network 404 500 4xx 5xx"), _REQUESTS | _TROUBLE),
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
_ANY_ERROR = word_set(
    "red validation form input field required required-field some visible at least one any an the appropriate proper "
    "clear meaningful friendly user-friendly descriptive relevant suitable helpful valid informative inline"
)
"""Words before "error" that say nothing of its text."""
SAYING = word_set("saying reading about stating that containing")
"""What follows are the words of a message."""
INDICATING = word_set("indicating telling informing explaining notifying")
"""What follows is what a message is about, in words of the tester's own."""


def error_shown(phrase: Phrase, negated: bool) -> Check | None:
    """An error · the validation error "Too short" · an error message about the price."""
    inner = bare(wherever(phrase))
    lows = [token.low for token in inner.tokens]
    at = _error_at(lows)
    if at is None or not (_CONSOLE | _NETWORK).isdisjoint(_before_telling(lows)):
        return None
    if any(_numbers(inner[index : index + 1]) for index in range(at)):
        return None
    behind = inner[at + 2 if lows[at + 1 : at + 2] and lows[at + 1] in _MESSAGE else at + 1 :]
    if behind.tokens and behind.tokens[0].low in INDICATING and not negated:
        return indicated(behind[1:], "error")
    if lows[-1] in _CALLED_SO:
        return None
    text = _text_of_error(inner, at, behind)
    return None if text is None else ErrorShown(text=text, negated=negated)


def indicated(content: Phrase, of: Literal["message", "error"]) -> Check | None:
    """What a message is said to tell: a quote, or the tester's own words, each of which it has to carry."""
    that = [token.low for token in content.tokens].index("that") + 1 if content.has(_THAT) else 0
    words = content[that:] if that and _SOMEBODY.issuperset(t.low for t in content[: that - 1].tokens) else content
    if words.only_quote is not None:
        return ErrorShown(text=words.only_quote) if of == "error" else TextShown(text=words.only_quote)
    return MessageSays(words=words.text, of=of) if words.tokens and not words.quotes() else None


_THAT = frozenset({"that"})
_SOMEBODY = word_set("me us you him her them the user")


def _before_telling(lows: list[str]) -> list[str]:
    """Without what an error is about: "indicating too many requests"."""
    return lows[: next((index for index, low in enumerate(lows) if low in INDICATING), len(lows))]


def _numbers(word: Phrase) -> bool:
    """ "The first error", "two errors": one of several or a number of them, and no error that says so."""
    low = word.tokens[0].low
    return read_ordinal(low) is not None or low.isdecimal() or read_number(word) not in (None, 1)


def error_at(phrase: Phrase) -> bool:
    """Whether the words speak of an error, and of no page or button of errors."""
    lows = [token.low for token in bare(phrase).tokens]
    return _error_at(lows) is not None and lows[-1] not in _CALLED_SO


def _error_at(lows: list[str]) -> int | None:
    """Where the words speak of an error: a message of a validation is one too."""
    if lows[:1] == ["validation"] and len(lows) > 1 and lows[1] in _MESSAGE:
        return 0
    if lows[-1:] == ["validation"] and len(lows) <= _LONGEST_VALIDATION:
        return len(lows) - 1  # "required-field validation is displayed"
    return next((index for index, low in enumerate(lows) if low in _ERRORS), None)


_LONGEST_VALIDATION = 3  # words


def words_first(phrase: Phrase) -> Phrase:
    """ "an error under Email saying “Too short”": the error “Too short” under Email; its place is not left out."""
    tokens = phrase.tokens
    if len(phrase.quotes()) != 1 or tokens[-1].kind != "quoted":
        return phrase
    noun = next((at for at, token in enumerate(tokens) if token.low in _ERRORS | _MESSAGE), len(tokens))
    place = next((at for at in range(noun + 1, len(tokens) - 1) if tokens[at].low in _BESIDE), 0)
    tells = len(tokens) - 1
    while tells > place and tokens[tells - 1].low in _TELLING:
        tells -= 1
    if not place or not error_at(phrase) or not 0 < tells - place < len(tokens) - 1 - place:
        return phrase
    return phrase[:place] + phrase[len(tokens) - 1 :] + phrase[place:tells]


def saying_so(phrase: Phrase) -> Phrase:
    """ "An error that says “Too short”" is one saying so, "a banner at the top saying “Hi”" one saying so at the top.

    What says something else than a quote stays as it is, and so does what says it before a place.
    """
    tokens = phrase.tokens
    at = next((at for at, token in enumerate(tokens) if at and token.kind == "quoted"), 0)
    word = tokens[at - 1]
    if not at or word.low not in _SAYS_SO | {"saying"}:
        return phrase
    begin = at - 2 if word.low != "saying" and tokens[at - 2].low in _WHICH else at - 1
    if begin < 1 or (word.low != "saying" and begin == at - 1):
        return phrase
    word = replace(word, text="saying", low="saying", value="saying")
    place = next((place for place in range(1, begin) if tokens[place].low in _PLACED), begin)
    behind = tokens[at + 1 :]
    return Phrase([*tokens[:place], word, tokens[at], *tokens[place:begin], *behind], phrase.source)


_WHICH = frozenset({"that", "which"})
_PLACED = frozenset({"under", "below", "beneath", "above", "beside", "near", "next", "at", "in", "on", "inside"})
_SAYS_SO = frozenset({"says", "reads", "states"})


_THOUGHT = word_set("correct expected right corresponding respective")
"""Which one that is, is not told."""
_BY_WHICH = word_set("with by from without despite")
"""Behind these it is what something else comes with: "no access with error “Denied”" denies no error."""
_BESIDE = word_set("under below underneath beneath above beside near next at")
_TELLING = SAYING | word_set("says reads states which with the text words message :") - {"about"}
_IN_FORM = phrases("in the form, on the form, in this form, on this form")


def _text_of_error(phrase: Phrase, at: int, behind: Phrase) -> str | None:
    """What the error at that word says: a quote at the end, or the words before it or behind "saying"; "" for any."""
    if phrase[:at].has(_THOUGHT | _BY_WHICH):
        return None
    if quotes := phrase.quotes():
        placed = phrase[at + 1 : len(phrase) - 1].has(_PLACED | {"for"})  # on the field "Email"
        return quotes[0].value if len(quotes) == 1 and phrase.tokens[-1].kind == "quoted" and not placed else None
    if not behind.tokens or tuple(token.low for token in behind.tokens) in _IN_FORM:
        words = [token.low for token in phrase.tokens[:at] if token.low not in _ANY_ERROR]
        return " ".join(words)
    return behind[1:].text if behind.tokens[0].low in SAYING and len(behind) > 1 else None
