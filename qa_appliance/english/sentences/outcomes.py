"""A deed and what it leads to, said in one sentence: click "A" -> "B" is shown, clicking "A" opens the help page."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS
from qa_appliance.english.words.tokens import Phrase, Token
from qa_appliance.english.words.word_sets import word_set

_ARROWS = frozenset({"->", "=>", "→", "⇒"})
_IMPLYING = frozenset({"=>", "⇒"})
_DASHES = frozenset({"-", "–", "—"})
_EXPECTED = frozenset({"expected", "expect", "expecting"})
_POINTING = word_set("click clicking press pressing tap tapping hovering typing entering selecting choosing")
_LEADING = word_set("redirects leads navigates takes brings goes")
_SHOWING = word_set("opens shows displays reveals loads")
_HIDING = word_set("closes hides dismisses removes")
_STATES = {"clears": "empty", "empties": "empty", "enables": "enabled", "disables": "disabled"}
_JOINTS = word_set("and , : then but")
_SOMEBODY = word_set("me you us him her them user customer visitor back directly")
_PAGES = word_set("page screen site website homepage")


def stated_outcome(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """Where an arrow stands before a statement, or "expected:" before anything; "File -> New" is a path."""
    tokens = phrase.tokens
    for at in range(1, len(tokens) - 1):
        if tokens[at].text in _ARROWS and _states(tokens[at + 1 :], sure=_implies(tokens, at)):
            return phrase[:at], _of_the_page(phrase[at + 1 :])
        if tokens[at].low in _DASHES | {","} and tokens[at + 1].low in _EXPECTED:
            behind = phrase[at + 2 :].strip("result", ":")
            if behind.tokens and len(behind) < len(phrase) - at - 2:
                return phrase[:at], behind if behind.only_quote is None else phrase[at + 1 :]
    return _led_by_a_click(phrase)


def _implies(tokens: Sequence[Token], at: int) -> bool:
    """ "press OK => “Saved”"; where several arrows stand, they part the names of a path."""
    return tokens[at].text in _IMPLYING and sum(token.text in _IMPLYING for token in tokens) == 1


def _states(tokens: Sequence[Token], *, sure: bool) -> bool:
    """Whether a statement stands there; `sure`: the arrow before it parts no names of a path."""
    if sure and len(tokens) == 1:
        return tokens[0].kind == "quoted"
    if len(tokens) == _A_MESSAGE and {tokens[0].kind, tokens[1].kind} == {"quoted", "word"}:
        noun = tokens[0] if tokens[1].kind == "quoted" else tokens[1]
        return noun.low in _MESSAGES
    modal = tokens[0].low in _WITHOUT_SUBJECT[0] and len(tokens) > 1
    return modal or any(token.low in STARTERS for token in tokens[1:])


_A_MESSAGE = 2  # words: “Saved” message
_MESSAGES = word_set(
    "snackbar toast message error alert banner notification warning text tooltip heading title headline"
)


def _of_the_page(behind: Phrase) -> Phrase:
    """ "Should show “Saved”", said of nothing: of the page."""
    lows = [token.low for token in behind.tokens[:2]]
    if len(lows) < len(_WITHOUT_SUBJECT) or any(
        low not in words for low, words in zip(lows, _WITHOUT_SUBJECT, strict=True)
    ):
        return behind
    return _phrased(behind.tokens[0], ["the", "page"], behind, [])


_WITHOUT_SUBJECT = (word_set("should must will"), word_set("show display say read contain see"))


def _led_by_a_click(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """ "Clicking “Help” opens the help page": the click, and that somebody is led there."""
    tokens = phrase.tokens
    if tokens[0].low not in _POINTING:
        return None
    for at in range(2, len(tokens) - 1):
        if tokens[at].low in _JOINTS:
            return None
        named = (
            tokens[at - 1].kind == "quoted"
            or tokens[at - 1].text == "it"
            or tokens[at - 1].low in KIND_WORDS
            or tokens[at - 1].text[0].isupper()
        )
        outcome = _statement(phrase[at:]) if named else None
        if outcome is not None:
            return phrase[:at], outcome
    return None


def _statement(behind: Phrase) -> Phrase | None:
    """What a click "redirects to", "opens", "closes" or "clears", as a statement."""
    verb, rest = behind.tokens[0], behind[1:]
    if verb.text == "brings" and len(rest) > 1 and "back" in (rest.tokens[0].low, rest.tokens[-1].low):
        return _phrased(verb, [], rest.strip("back"), ["is", "shown"])
    if verb.text in _LEADING:
        while len(rest) > 1 and (rest.tokens[0].low in _SOMEBODY or _of_somebody(rest.tokens)):
            rest = rest[1:]
        return _phrased(verb, ["user", "is", "redirected"], rest, []) if rest.tokens[0].low == "to" else None
    if verb.text in _SHOWING:
        led = rest.tokens[-1].low in _PAGES or rest.tokens[-1].value.startswith("/")
        if led:
            return _phrased(verb, ["user", "is", "redirected", "to"], rest, [])
        return _phrased(verb, [], rest, ["is", "shown"])
    if verb.text in _STATES:
        return _phrased(verb, [], rest, ["is", _STATES[verb.text]])
    return _phrased(verb, [], rest, ["is", "gone"]) if verb.text in _HIDING else None


def _of_somebody(tokens: list[Token]) -> bool:
    return tokens[0].low in ARTICLES and tokens[1].low in _SOMEBODY


def _phrased(verb: Token, before: list[str], rest: Phrase, behind: list[str]) -> Phrase:
    front, back = ([replace(verb, text=word, low=word, value=word) for word in words] for words in (before, behind))
    return Phrase([*front, *rest.tokens, *back], rest.source)
