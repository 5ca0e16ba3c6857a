"""What is said of requests to the site: that one was sent, how it was answered, that none was. Never looks at any."""

from __future__ import annotations

import re

from qa_appliance.core.checks import Check, Requested
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set

SAYINGS = (
    (
        "a POST to /cart answered 201",
        "a/the [{method}] [request/call] to {address} [was] answered/returned/responded [with] [status] {number}",
    ),
    (
        "the request to /api/save was sent",
        "a/the [{method}] [request/call] to {address} was/is/has been/should be [not] sent/made/issued/fired/triggered",
    ),
    (
        "no request to /api/orders/* was sent",
        "[there was] no [{method}] request/call to {address} [was sent/made/issued/fired/triggered]",
    ),
)
"""An example of each with its wording, for people: `requested` reads them."""

_METHODS = word_set("get post put patch delete head options")
_NOUNS = word_set("request call")
_LEADS = word_set("a an the one")
_THERE = (("there", "was"), ("there", "is"), ("there", "were"), ("there", "should", "be"))
_AUXILIARIES = (("should", "have", "been"), ("has", "been"), ("must", "be"), ("should", "be"), ("is",), ("was",))
_DENYING = ("not", "never")
_CONTRACTED = {"wasn't": ("was", "not"), "isn't": ("is", "not"), "hasn't": ("has", "not")}
_SENT = word_set("sent made issued fired triggered")
_ANSWERED = word_set("answered answers answer returned returns return responded responds respond")
_BEFORE_STATUS = word_set("with status code a http")
_HOST = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/\S*)?", re.IGNORECASE)


def requested(phrase: Phrase) -> Check | None:
    """a POST to /cart answered 201 · the request to /api/save was sent · no request to /x was sent."""
    reading = _Reading(_written_out(phrase.tokens))
    there = any(reading.takes(words) for words in _THERE)
    denied = reading.takes(("no",))
    every = bool(reading.word(frozenset({"the"})))
    if not denied and not every:
        reading.word(_LEADS)
    method = _method(reading)
    address = _address(reading) if method is not None and reading.word(word_set("to for at")) else None
    if method is None or address is None:
        return None
    answer = _answer(reading, there)
    if answer is None or reading.left or (denied and answer.negated):
        return None
    negated = denied or answer.negated
    return Requested(
        address=address, method=method.upper(), status=answer.status, every=every and not negated, negated=negated
    )


class _Reading:
    def __init__(self, tokens: list[Token]) -> None:
        self.left = tokens

    def takes(self, words: tuple[str, ...]) -> bool:
        if tuple(token.low for token in self.left[: len(words)]) != words:
            return False
        self.left = self.left[len(words) :]
        return True

    def word(self, among: frozenset[str]) -> str:
        """The next word, if it is one of these."""
        found = self.left[0].low if self.left and self.left[0].low in among else ""
        if found:
            self.left = self.left[1:]
        return found


def _written_out(tokens: list[Token]) -> list[Token]:
    return [
        Token("word", word, word, word, token.start, token.end) if token.low in _CONTRACTED else token
        for token in tokens
        for word in _CONTRACTED.get(token.low, (token.low,))
    ]


def _method(reading: _Reading) -> str | None:
    """A method, a noun, or both in either order; "get" and "post" alone are methods in capitals only."""
    capital = bool(reading.left) and reading.left[0].text.isupper()
    method = reading.word(_METHODS)
    noun = reading.word(_NOUNS)
    return None if not noun and not (method and capital) else method


def _address(reading: _Reading) -> str | None:
    token = reading.left[0] if reading.left else None
    if token is None or not (token.value.startswith("/") or "://" in token.value or _HOST.fullmatch(token.value)):
        return None
    reading.left = reading.left[1:]
    return token.value


class _Answer:
    def __init__(self, status: int, negated: bool) -> None:
        self.status, self.negated = status, negated


def _answer(reading: _Reading, there: bool) -> _Answer | None:
    """Behind the address: was sent · was not sent · answered 201 · nothing, behind "there was"."""
    if not reading.left:
        return _Answer(0, False) if there else None
    helped = any(reading.takes(words) for words in _AUXILIARIES)
    negated = helped and any(reading.takes((word,)) for word in _DENYING)
    if reading.word(_SENT):
        return _Answer(0, negated) if helped or there else None
    if not reading.word(_ANSWERED):
        return None
    while reading.word(_BEFORE_STATUS):
        pass
    status = reading.left[0].value if reading.left else ""
    if negated or not re.fullmatch(r"[1-5]\d\d", status):
        return None  # one that was not answered so: whether it was sent at all is not said
    reading.left = reading.left[1:]
    return _Answer(int(status), negated)
