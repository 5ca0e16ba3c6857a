"""What a check is about: a page, a person, a title, an element. Never the predicate."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.target import Target
from qa_appliance.english.checks.refusals import REFUSALS
from qa_appliance.english.nouns.counted import read_counted
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.words.lexicon import ARTICLES, PLACE_HEADS
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import read_number, read_ordinal
from qa_appliance.language.word_sets import by_words, phrases, word_set

Topic = Literal["page", "person", "title", "address", "count", "value", "console", "download", "tab", "element"]


class Subject(Struct, frozen=True):
    topic: Topic
    phrase: Phrase
    target: Target | None = None


_TOPIC_WORDS: dict[Topic, str] = {
    "page": "page, screen, website, site, system, app, application, current page, page content, content, web page, "
    "webpage",
    "person": "i, user, we, he, she, they, customer, visitor, you, tester, shopper, browser",
    "title": "title, page title, title of the page, page's title, browser title, tab title, document title, "
    "window title, title of the browser tab, title of the tab, title of the browser window, browser tab title",
    "address": "url, address, page url, current url, url of the page, page address, browser url, web address, "
    "address bar, path, location, page's url, address of the page, browser address",
    "console": "console, browser console, javascript console, js console",
    "tab": "new tab, new browser tab, new window, new browser window, another tab, another window, another browser tab",
    "download": "download, downloaded file, file, last download, file name of the download, downloaded document",
}
_TOPICS: dict[str, Topic] = by_words(_TOPIC_WORDS)
_PART_WORDS: dict[Topic, str] = {
    "count": "number of, count of, amount of, total number of",
    "value": "value of, value in",
    "element": "content of, contents of, text of, text in",
}
_PARTS: tuple[tuple[tuple[str, ...], Topic], ...] = tuple(
    (words, topic) for topic, line in _PART_WORDS.items() for words in phrases(line)
)


def read_subject(phrase: Phrase) -> Subject | None:
    """What something is said of; None where the words name nothing, or the noun is not yet at its end."""
    if _one_that(phrase):
        return None
    phrase = phrase.strip(",", "that")
    if not phrase.tokens or _a_place(phrase):
        return None
    inner = bare(phrase)
    if (
        refused(REFUSALS["subject"], _behind_a_name_of_all(phrase, inner))
        or _of_the_answer(inner)
        or _without_a_noun(inner)
        or _states(inner)
    ):
        return None
    topic = _topic(phrase, inner)
    if topic is not None:
        return Subject(topic, phrase)
    topic, described = _part_of(inner) or ("element", phrase)
    target = _counted(described) if topic == "count" else read_target(described)
    return None if target is None else Subject(topic, phrase, target)


def _behind_a_name_of_all(phrase: Phrase, inner: Phrase) -> list[Token]:
    """ "The All filter", in capitals behind an article, is called so: nothing is said of all."""
    called_so = phrase.tokens[0].low == "the" and len(inner) > 1 and inner.tokens[0].text in ("All", "Every", "Each")
    return inner.tokens[1:] if called_so else inner.tokens


def as_person(phrase: Phrase) -> Phrase:
    """ "The student sees …": somebody who looks at the page, like "the user"."""
    inner = bare(phrase)
    last = inner.tokens[-1]
    if len(inner) > _LONGEST_ROLE or last.low not in _ROLES or phrase.quotes():
        return phrase
    return Phrase([replace(last, text="user", low="user", value="user")], phrase.source)


def somebody(phrase: Phrase) -> bool:
    """ "I", "the user", "the student": who sees something; what they see to be so may be said of it."""
    subject = read_subject(as_person(phrase))
    return subject is not None and subject.topic == "person"


_ADVERBS = frozenset({"still", "now", "also", "then", "always", "all", "already", "again"}) | word_set(
    "immediately finally successfully correctly properly automatically instantly"
)


def without_adverb(subject: Phrase) -> Phrase:
    """ "the cart still contains": the adverb before the verb is no part of the noun."""
    tokens = subject.tokens
    return subject[: len(tokens) - 1] if len(tokens) > 1 and tokens[-1].text in _ADVERBS else subject


_LONGEST_ROLE = 2  # words
_ROLES = word_set(
    "student teacher learner trainer patient nurse doctor admin administrator manager employee member guest agent "
    "editor viewer owner reader author operator seller buyer client tenant landlord clerk librarian supervisor"
)
_ANSWERED = word_set("http response status request api")
_PARTS_OF_ANSWERS = word_set("code status time body header headers")


def _of_the_answer(phrase: Phrase) -> bool:
    """ "the response status code", "the API response time": no page shows how a server answered."""
    lows = [token.low for token in phrase.tokens]
    return len(lows) > 1 and lows[-1] in _PARTS_OF_ANSWERS and lows[-2] in _ANSWERED


def _without_a_noun(phrase: Phrase) -> bool:
    """ "the first two", "the other 3", "the only button": of what was told before, and no names."""
    tokens = phrase.tokens
    if len(tokens) < len(phrase.quotes()) + 1 or len(tokens) < _WORDS_WITHOUT:
        return False
    if tokens[1].text == "one":
        return False
    of_several = tokens[0].text == "other" or read_ordinal(tokens[0].text) is not None
    return tokens[0].text == "only" or (
        len(tokens) == _WORDS_WITHOUT and of_several and read_number(phrase[1:]) is not None
    )


_WORDS_WITHOUT = 2


def _states(phrase: Phrase) -> bool:
    """ "the column now has 3 cards and To do", before "has 1": two statements, and no noun."""
    lows = [token.low if token.kind == "word" else "" for token in phrase.tokens]
    return any(low == "has" and lows[at] not in _WHICH for at, low in enumerate(lows[1:]))


_WHICH = word_set("that which who")


def _one_that(phrase: Phrase) -> bool:
    """ "a title that will be …", asked for: one of those that are so, whichever that is."""
    last = phrase.tokens[-1].low if len(phrase) > 2 else ""
    if last in ("which", "who"):
        return phrase.tokens[-2].low != ","
    return last == "that" and phrase.tokens[0].low in ("a", "an")


def _a_place(phrase: Phrase) -> bool:
    """ "in the popup that appears", "in June the expenses": a place or a time, no subject."""
    behind = {token.low for token in phrase.tokens[1:] if token.kind == "word"}
    return phrase.tokens[0].low in PLACE_HEADS and not behind.isdisjoint(ARTICLES)


def _topic(phrase: Phrase, inner: Phrase) -> Topic | None:
    topic = _TOPICS.get(" ".join(token.low for token in inner.tokens))
    if topic is not None and phrase.tokens[0].low in _OF_ANOTHER:
        return None  # "its title": of what was named before, not of the page
    return None if phrase.text == "Title" else topic  # a field, or what is headed so


_OF_ANOTHER = word_set("its their his her")


def _part_of(phrase: Phrase) -> tuple[Topic, Phrase] | None:
    """ "the number of rows", "the value of Email": what is looked at, and of what."""
    lows = tuple(token.low for token in phrase.tokens)
    found = next((part for part in _PARTS if lows[: len(part[0])] == part[0] and lows != part[0]), None)
    if found is None:
        return None
    things = phrase[len(found[0]) :]
    of_one = found[1] == "count" and (things.only_quote is not None or things.text.startswith("#"))
    return None if of_one else (found[1], things)  # "the amount of “Salary”" counts nothing


def _counted(things: Phrase) -> Target | None:
    counted = read_counted(things)
    return counted[1] if counted is not None else None
