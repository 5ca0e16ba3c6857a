"""What fits into a slot of a frame: each type of slot with its reader. Never a verb."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.target import Target
from qa_appliance.english.nouns.edges import without_articles
from qa_appliance.english.nouns.names import plausible_join
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.wording.frames import SlotReader
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import NUMBERS, read_duration, read_number, read_ordinal, read_times
from qa_appliance.language.word_sets import word_set


def _value(phrase: Phrase) -> Phrase | None:
    """A text: one quote, or words with no quote among them."""
    quotes = [quote for quote in phrase.quotes() if not quote.text.startswith("#")]  # "Ticket #1042 was closed"
    if len(quotes) == 1 and len(phrase) > 1 and phrase.tokens[-1].kind == "quoted":
        before = {token.low for token in phrase.tokens[:-1]}
        if before <= _SAYING and not _of_something(phrase):
            return phrase[len(phrase) - 1 :]
    if quotes and len(phrase) > 1:
        return None
    if not quotes and not plausible_join(phrase.tokens):
        return None
    return phrase if phrase.tokens[0].kind != "mark" or len(phrase) > 1 else None


_SAYING = word_set(
    "the a text value string word words phrase term query number name message email e-mail address "
    "username password date "
    "code following my his her valid invalid correct incorrect wrong new existing "
    "user's title url comment keyword keywords amount quantity of letters"
)


def _of_something(phrase: Phrase) -> bool:
    """ "the code of “Lamp”": what that is, the test does not tell; "a value of “5”" is 5."""
    lows = [token.low for token in phrase.tokens[-3:-1]]
    return lows[-1:] == ["of"] and not _MEASURES.issuperset(lows[:-1])


_MEASURES = word_set("value text string word words amount quantity number letters")


def _quoted(phrase: Phrase) -> str | None:
    return phrase.only_quote


def _words(phrase: Phrase) -> str | None:
    """A short name: a quote, or words, articles taken off."""
    value = _value(phrase)
    if value is None:
        return None
    if value.only_quote is not None:
        return value.only_quote
    tokens = phrase.tokens
    if len(tokens) > 1 and tokens[0].low in ARTICLES:
        phrase = phrase[1:]
    return phrase.text


def _item(phrase: Phrase) -> str | None:
    """A thing by its name alone: "Red shoes" · the product "Red shoes" · the Desk lamp."""
    quotes = phrase.quotes()
    counted = [token.low for token in phrase.tokens if token.low not in ARTICLES][:1]
    if counted and (counted[0] in NUMBERS or counted[0].isdecimal() or read_ordinal(counted[0]) is not None):
        return None
    if counted and counted[0] in ("all", "every", "each", "both", "everything"):
        return None
    if len(quotes) == 1 and len(phrase) <= 4:
        return quotes[0].value
    return None if quotes else _words(phrase)


def _listed(phrase: Phrase) -> tuple[Phrase, ...] | None:
    """Several things: "A", "B" and "C" · A, B and C. At least two; "A or B" are not both."""
    parts: list[Phrase] = []
    start = 0
    tokens = phrase.tokens
    for index, token in enumerate(tokens):
        if token.text in (",", "and", "&") and token.kind != "quoted":
            if index > start:
                parts.append(phrase[start:index])
            start = index + 1
    if start < len(tokens):
        parts.append(phrase[start:])
    if len(parts) < 2 or any(token.text == "or" for token in tokens):
        return None
    return tuple(parts) if all(_value(part) is not None for part in parts) else None


def _targets(phrase: Phrase) -> tuple[Target, ...] | None:
    """Several elements: "A", "B" and "C"; a noun of kind at the end belongs to each ('the "A" and "B" checkboxes')."""
    if (few := _first_few(phrase)) is not None:
        return few
    parts = _listed(phrase) or (phrase,)
    if len(parts) == 1:
        return None
    targets = [read_target(part) for part in parts]
    found = [target for target in targets if target is not None]
    return tuple(found) if len(found) == len(parts) else None


def _first_few(phrase: Phrase) -> tuple[Target, ...] | None:
    """ "the first two rows", "the last 3 comments": each by its place, counted from that end."""
    words = without_articles(phrase.tokens)
    number = read_number(Phrase(words[1:2], phrase.source)) if len(words) > 2 else None
    if number is None or not 1 < number <= _MOST_AT_ONCE or words[0].low not in _ENDS:
        return None
    target = read_target(Phrase(words[2:], phrase.source), plural=True)
    if target is None or target.ordinal or target.quoted or target.kind == "page":
        return None
    if target.name and not target.name.endswith("s"):
        return None  # the first 5 Star rating
    several = replace(target, kind="item") if target.kind == "any" else target
    places = range(1, number + 1) if _ENDS[words[0].low] > 0 else range(-number, 0)
    return tuple(replace(several, words=phrase.text, ordinal=place) for place in places)


_MOST_AT_ONCE = 10
_ENDS = {"first": 1, "top": 1, "last": -1, "bottom": -1}


def _address(phrase: Phrase) -> str | None:
    """An absolute URL, a host, or a path on the base URL."""
    text = phrase.only_quote
    if text is None:
        if len(phrase) != 1:
            return None
        text = phrase.tokens[0].value
    text = text.strip()
    if not text or " " in text or text.removeprefix("#").isdecimal():
        return None  # "open the ticket #1042"
    lowered = text.lower()
    if lowered.startswith(("http://", "https://", "/", "./", "about:", "?", "#", "localhost")):
        return text
    if lowered.startswith("www."):
        return f"https://{text}"
    host = lowered.split("/")[0].split(":")[0]
    if "." in host and "@" not in host and host.rsplit(".", 1)[-1] in _TOP_LEVEL:
        return f"https://{text}"
    if "/" in lowered and " " not in lowered and phrase.only_quote is None and "{" not in lowered:
        return f"/{text}"
    return None


_TOP_LEVEL = word_set("com org net io dev app co uk de fr at ch eu us ca au nl test example shop info local localhost")


def _anything(phrase: Phrase) -> Phrase | None:
    return phrase


def _bare_words(phrase: Phrase) -> Phrase | None:
    return None if phrase.quotes() else phrase


def _ordinal(phrase: Phrase) -> int | None:
    return read_ordinal(phrase.tokens[0].low) if len(phrase) == 1 else None


_PIXELS = re.compile(r"\d+px")


def _pixels(phrase: Phrase) -> str | None:
    return phrase.text if _PIXELS.fullmatch(phrase.text) else None


_FORMS = word_set("form fields page dialog section details data address information info profile")


def _form(phrase: Phrase) -> Target | None:
    """What is filled in as a whole: the words have to say so ("first" of "first name - Ada" does not).

    The wording has to say where it ends: of "shipping address line - X" it is a part of the field's name."""
    last = phrase.tokens[-1].low
    return read_target(phrase) if last in _FORMS else None


READERS: dict[str, SlotReader] = {
    "ordinal": _ordinal,
    "target": read_target,
    "targets": _targets,
    "value": _value,
    "quoted": _quoted,
    "words": _words,
    "item": _item,
    "listed": _listed,
    "address": _address,
    "number": read_number,
    "times": read_times,
    "duration": read_duration,
    "anything": _anything,
    "bare": _bare_words,
    "form": _form,
    "pixels": _pixels,
}
