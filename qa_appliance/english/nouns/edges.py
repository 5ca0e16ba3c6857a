"""What is taken off the edges of a noun phrase before it is read: articles, "anymore". Reads no noun."""

from __future__ import annotations

from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import phrases


def without_articles(tokens: list[Token]) -> list[Token]:
    """Without articles in front; an article that is all there is stays."""
    start = 0
    while start < len(tokens) - 1 and tokens[start].low in ARTICLES and not _in_a_name(tokens[start : start + 2]):
        if start and tokens[start].text[0].isupper():
            break  # "the A button"
        start += 1
    return tokens[start:]


_OWNED = frozenset({"My", "Our", "Your"})


def _in_a_name(tokens: list[Token]) -> bool:
    """ "My Courses", both in capitals: so it is called."""
    first, second = tokens
    return first.text in _OWNED and second.kind == "word" and second.text.istitle()


def bare(phrase: Phrase) -> Phrase:
    """Without articles in front."""
    return Phrase(without_articles(phrase.tokens), phrase.source)


_ANY_LONGER = phrases("anymore, any more, any longer")


_ANYWHERE = phrases(
    "on the page, on this page, on the screen, on this screen, on screen, on the current page, anywhere on the page, "
    "anywhere on the screen, anywhere, on the site, on the website"
)


def wherever(phrase: Phrase) -> Phrase:
    """Without "on the page", "anywhere" at its end: that is where everything stands."""
    lows = tuple(token.low if token.kind == "word" else "" for token in phrase.tokens)
    size = max((len(words) for words in _ANYWHERE if lows[-len(words) :] == words), default=0)
    return phrase[: len(phrase) - size] if 0 < size < len(phrase) else phrase


def no_longer(phrase: Phrase) -> Phrase:
    """Without "anymore", "any more", "any longer" at its end: they say that it was so before, and name nothing."""
    for size in (1, 2):
        ends = phrase.tokens[len(phrase) - size :]
        if len(phrase) > size and tuple(token.low for token in ends if token.kind == "word") in _ANY_LONGER:
            return phrase[: len(phrase) - size]
    return phrase


WORDS_OF_ORDER = 3  # in alphabetical order


def in_an_order(phrase: Phrase) -> bool:
    """ "8 tags in alphabetical order": how they stand, and no part of what they are called."""
    tokens = phrase.tokens[-WORDS_OF_ORDER:]
    ordered = len(phrase) > WORDS_OF_ORDER and tokens[0].low == "in" and tokens[-1].low == "order"
    return ordered and tokens[1].low not in ARTICLES
