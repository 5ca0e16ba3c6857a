"""Whether words without quotes may be what something on a page is called. Pure.

One test, in four parts: what stands nowhere in a name, how one begins, how one ends, and what holds it together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from qa_appliance.language.tokens import Token
from qa_appliance.language.values import read_key
from qa_appliance.translate.open.number_words import CARDINALS, DURATION, ORDINALS
from qa_appliance.translate.rules import Grammar

LONGEST_NAME = 7
_LONGEST_LOWER = 5
_MOST_SMALL_WORDS = 2
_POINTING = ("the", "a", "an", "this", "that", "these", "those")


def may_be_a_name(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Add to cart, the order number, Sign in; not: the first, it, all of them, Save and press Enter."""
    return (
        _holds_none_that_tells(tokens, rules)
        and (_begins_a_name(tokens, rules) if len(tokens) > 1 else _stands_alone(tokens[0], rules))
        and _ends_a_name(tokens, rules)
        and _is_of_one_piece(tokens, rules)
        and not goes_on(tokens, rules)
    )


def goes_on(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether within it something else begins to be done: "Name and press Enter"."""
    verbs = rules.bases[""]
    return any(
        before.low in ("and", ",", "then", ";", ".")
        and token.text in verbs
        and token.text not in rules.words.leading_on
        for before, token in pairwise(tokens)
    )


def begins_as_deed(tokens: Sequence[Token], rules: Grammar) -> bool:
    """press enter."""
    first = tokens[0].text
    return len(tokens) > 1 and first in rules.bases[""] and first not in rules.words.leading_on


def _holds_none_that_tells(tokens: Sequence[Token], rules: Grammar) -> bool:
    """No word that says something of a thing, or stands for one."""
    words = rules.words
    if any(token.text in words.within_no_name or token.text.endswith(("n't", "n’t")) for token in tokens):
        return False
    if all(token.text in words.telling_nothing for token in tokens):
        return False
    capitals = sum(token.text[:1].isupper() for token in tokens)
    has_capitals = tokens[0].text[:1].isupper() and (capitals > 1 or len(tokens) == 1)
    return has_capitals or not any(token.low in words.never_in_common for token in tokens)


def _stands_alone(token: Token, rules: Grammar) -> bool:
    words = rules.words
    if token.text.islower() and (token.text in words.never_first or token.text in words.leading_on):
        return False
    return token.low not in words.never_alone and token.text not in words.never_alone_small


def _begins_a_name(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Of several words: with no number, denial or preposition, and not with what the thing is."""
    first, second = tokens[0], tokens[1]
    if _begins_something_else(tokens, rules) or (first.low in ORDINALS and second.low in CARDINALS):
        return False
    if first.text in rules.words.generic and (second.text == "of" or second.text[:1].isupper()):
        return False
    if second.text.islower() and (first.low in _POINTING or _is_number(first)):
        return False
    return second.text != "the" and not (second.low in ("to", "and") and read_key(first.value) is not None)


def _begins_something_else(tokens: Sequence[Token], rules: Grammar) -> bool:
    """By its first word: a preposition, a denial, an amount."""
    words = rules.words
    first, second = tokens[0], tokens[1]
    if first.text in words.leading_on and not (first.text in words.with_particles and second.text in words.particles):
        return True
    if first.low in words.denying or (first.low in words.never_of and second.low == "of"):
        return True
    return first.low in words.never_first and not all(token.text[:1].isupper() for token in tokens)


def _is_number(token: Token) -> bool:
    return token.text.isdigit() or token.text in CARDINALS


def _ends_a_name(tokens: Sequence[Token], rules: Grammar) -> bool:
    words = rules.words
    last = tokens[-1].text
    if last in words.never_last:
        return False
    if last in words.leading_on and last not in words.particles:
        return len(tokens) == 2 and tokens[0].text == "Try" and last == "again"
    is_key = tokens[-1].low in ("key", "keys") and len(tokens) > 1
    return not is_key or read_key(" ".join(token.value for token in tokens[:-1]), sure=True) is None


def _is_of_one_piece(tokens: Sequence[Token], rules: Grammar) -> bool:
    """No two things, no purpose, no time; in lower case few words and hardly a small one among them."""
    words = rules.words
    texts = [token.text for token in tokens]
    small = _small_words(texts, rules)
    if len(small) > _MOST_SMALL_WORDS or any(_parts(*pair, rules) for pair in pairwise(tokens)):
        return False
    if "and" in texts and not words.articles.isdisjoint(texts[texts.index("and") :]):
        return False
    if texts[0][:1].isupper():
        return not any(text in words.clear_nouns for text in texts[1:-1])
    is_short = len(tokens) <= _LONGEST_LOWER or not texts[0].islower()
    return is_short and all(word in words.joining for word in _inner(small, texts, rules))


def _inner(small: list[str], texts: Sequence[str], rules: Grammar) -> list[str]:
    """The small words that neither begin the name nor end it."""
    inner = small[:-1] if small and texts[-1] in rules.words.particles and small[-1] == texts[-1] else small
    return inner[1:] if inner and inner[0] == texts[0] else inner


def _small_words(texts: Sequence[str], rules: Grammar) -> list[str]:
    words = rules.words
    return [
        text
        for before, text in pairwise(("", *texts))
        if text in words.leading_on and not (text in words.particles and before.lower() in words.with_particles)
    ]


def _parts(before: Token, token: Token, rules: Grammar) -> bool:
    """Whether two words next to each other do not belong to one name: or Cancel, to pay, field Name, 5 seconds."""
    words = rules.words
    capital = token.text[:1].isupper()
    match before.text:
        case "or" if capital or token.text in words.purposes:
            return True
        case "to" if token.text in words.purposes:
            return True
        case "and" if rules.begins_deed(token):
            return True
    return (capital and before.text in words.clear_nouns) or bool(DURATION.fullmatch(f"{before.low} {token.low}"))
