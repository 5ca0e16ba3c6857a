"""Words at a clause's end that change nothing: once more, by default, again. Never a condition."""

from __future__ import annotations

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import phrases, word_set

_EXPRESSIONS = phrases(
    "when you are done, when you are finished, once you are done, when done, when finished, once done, once finished, "
    "when ready, after that, in the end, at the end, once more, once again, one more time, a second time, by default, "
    "as is, on page load, on load, at page load, upon page load, on the page load, "
    "after a moment, after a short while, after a while, in the app, in the application, in the web app, on the website"
)
_BY_LAST_WORD = {words[-1]: [each for each in _EXPRESSIONS if each[-1] == words[-1]] for words in _EXPRESSIONS}
_WORDS = word_set(
    "again now yet please afterwards successfully too immediately instantly promptly instead first next anyway"
)
_ASKING = word_set("verify check ensure confirm validate see test whether if")
_SHORTEST_ASKED = 4  # words
_AGAIN = word_set("try search click press tap")
"""Deeds that alone do not say what is done."""
_OF_ORDER = word_set("first next instead")
"""Said of something that is so, these tell where or in what stead it is: "“A” is shown first"."""
_RANKED = word_set("lowest highest newest oldest cheapest latest earliest recent")
"""Behind these, "first" tells an order: lowest first."""
_SINCE = word_set("from until till by since")
"""Behind these, "now" tells a time: 5 days from now."""


def without_ending(phrase: Phrase) -> Phrase:
    """Without words at the end that change nothing: click it again · now · please."""
    phrase = _or_not(phrase)
    tokens = phrase.tokens
    size = len(tokens)
    for words in _BY_LAST_WORD.get(tokens[-1].low, ()) if tokens else ():
        if size > len(words) + 1 and tuple(token.low for token in tokens[size - len(words) :]) == words:
            size -= len(words)
            break
    words_out = _WORDS - _OF_ORDER if phrase.has(STARTERS) else _WORDS
    if size == 2 and tokens[1].text == "again" and tokens[0].low in INDEX and tokens[0].low not in _AGAIN:
        return phrase[:1]
    while size > 2 and tokens[size - 1].text in words_out and tokens[size - 2].low not in ARTICLES | _RANKED | _SINCE:
        size -= 1
    return phrase if size == len(tokens) else phrase[:size]


def _or_not(phrase: Phrase) -> Phrase:
    """ "Check whether “A” is shown or not": that it is."""
    lows = [token.low for token in phrase.tokens]
    asked = len(lows) > _SHORTEST_ASKED and lows[0] in _ASKING and lows[-2:] == ["or", "not"]
    return phrase[: len(lows) - 2] if asked else phrase


def without_manner(phrase: Phrase) -> Phrase | None:
    """A deed without what is seen of its target: the icon that appears. What is not to be done may not be left out."""
    lows = [token.low for token in phrase.tokens]
    for at in range(2, len(lows) - 1):
        if lows[at] in ("that", "which") and tuple(lows[at + 1 :]) in _APPEARING:
            return phrase[:at] if phrase.tokens[at - 1].kind == "quoted" or lows[at - 1] in KIND_WORDS else None
    return None


_APPEARING = frozenset(
    phrases(
        "appears, opens, pops up, comes up, shows up, is shown, is displayed, is visible, appeared, opened, popped up, "
        "has appeared, has opened, is now shown, is now visible"
    )
)


def without_as_well(phrase: Phrase) -> Phrase:
    """ "… is 37.50 as well": what is said of a thing, too, changes nothing of it."""
    lows = [token.low for token in phrase.tokens[-2:]]
    return phrase[: len(phrase) - 2] if lows == ["as", "well"] and len(phrase) > 3 else phrase
