"""Values that are not written but stand on the page: "the value of Total", "the 3rd word of the text", "it"."""

from __future__ import annotations

from collections.abc import Callable

from qa_appliance.core.steps import Remember, Step, Value
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.words.lexicon import ARTICLES, PRONOUNS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import generated, is_secret, value_of
from qa_appliance.language.word_sets import word_set

COPIED = "taken"  # the name under which such a value is remembered
_HELD = word_set("value text content contents number amount price")
_LINKS = word_set("of in from for")


def typed(phrase: Phrase, make: Callable[[Value], Step], field: str) -> tuple[Step, ...] | Step | None:
    """The step that types what a phrase stands for, with the one that reads it off the page where it is not written.

    None where the words point at something that nothing on a page can be taken for ("your answer").
    """
    if phrase.only_quote is not None or generated(phrase) is not None:
        return make(value_of(phrase, field))
    target = _read_off(phrase)
    if target is not None:
        value = Value(text=f"{{{COPIED}}}", secret=is_secret(field))
        return Remember(target=target, name=COPIED), make(value)
    first = phrase.tokens[0]
    if len(phrase) > 1 and first.text in ARTICLES and not phrase.quotes():
        return None
    return make(value_of(phrase, field))


def _read_off(phrase: Phrase) -> Target | None:
    lows = [token.low for token in phrase.tokens]
    if " ".join(lows) in PRONOUNS:
        return Target(words=phrase.text, name=phrase.text)
    if lows[0] == "the":
        phrase, lows = phrase[1:], lows[1:]
    if len(lows) > 2 and lows[0] in _HELD and lows[1] in _LINKS:
        return read_target(phrase[2:])
    target = read_target(phrase)
    return target if target is not None and target.kind == "word" else None
