"""Statements as lists of what is expected have them: their verb left out, or what a message tells said behind the verb.

Gives them in the words that are read; reads nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from qa_appliance.english.checks.attributes import read_state
from qa_appliance.english.checks.predicates import STARTERS, Predicate, predicate_at
from qa_appliance.english.checks.troubles import INDICATING, SAYING, error_at
from qa_appliance.english.nouns.edges import without_articles
from qa_appliance.english.nouns.names import value_of_attribute
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PLACE_HEADS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set

_LONGEST = 14  # words
_SEEN = word_set("shown displayed visible present listed presented rendered hidden invisible gone removed")
_LED = word_set("redirected navigated taken directed forwarded brought led")
NO_NOUN = word_set("when if after once while that which who whose until before without and or , : ;") | STARTERS - {
    "no",
    "list",
    "load",
    "show",
    "display",
    "start",
    "end",
    "close",
    "open",
    "read",
    "match",
    "to",
}
"""With one of these before it, a participle is said of something else, or something else is said."""


def with_verb(phrase: Phrase) -> Iterator[Phrase]:
    """ "No error message displayed" with "is" before what is said: every place it can be put, from the end."""
    tokens = phrase.tokens
    if not 1 < len(tokens) <= _LONGEST:
        return
    if (shown_as := _shown_as(phrase)) is not None:
        yield shown_as
    for at in range(len(tokens) - 1, 0, -1):
        if not _tells_a_state(phrase[at:]) or phrase[:at].has(NO_NOUN) or _participles(tokens[1:at]):
            continue
        if tokens[at - 1].low in ARTICLES | PLACE_HEADS | {"as"}:
            continue
        being = replace(tokens[at - 1], kind="word", text="is", low="is", value="is")
        yield Phrase([*tokens[:at], being, *tokens[at:]], phrase.source)


def _shown_as(phrase: Phrase) -> Phrase | None:
    """ "The heading as “Orders”": as what it is shown."""
    noun, rest = phrase[: len(phrase) - 2], phrase.tokens[-2:]
    if len(noun) < 1 or rest[0].low != "as" or rest[1].kind != "quoted" or noun.quotes() or noun.has(NO_NOUN):
        return None
    if len(noun) > 1 and noun.tokens[-1].low in _SHOWN_AS:  # "Status displayed as “Borrowed”"
        noun = noun[: len(noun) - 1]
    words = [replace(rest[0], text=word, low=word, value=word) for word in ("is", "shown")]
    kind = [token.low for token in noun.tokens if token.low not in ARTICLES]
    if len(kind) == 1 and kind[0] in KIND_WORDS - _HEADED:
        return Phrase([*noun.tokens, rest[1], *words], phrase.source)  # "the button as “Save”" is one called so
    return Phrase([*noun.tokens, *words, *rest], phrase.source)


_SHOWN_AS = word_set("displayed shown listed presented marked")
_HEADED = word_set("heading title headline")


def _tells_a_state(words: Phrase) -> bool:
    """Whether these words tell how something is: displayed below the field · disabled · redirected to /login."""
    first, second = words.tokens[0], words.tokens[1:2]
    if first.kind != "word" or not first.text.islower():
        return False
    if first.low == "not":
        return bool(second) and (second[0].low in _SEEN or (second[0].low in ("in", "on") and len(words) > _NOT_IN))
    if first.low in _LED or first.low == "set":
        return bool(second) and second[0].low in ("to", "back", "on")
    if first.low in _SEEN:
        return not second or second[0].low in PLACE_HEADS | {"as", "next"}
    return read_state(words) is not None


_NOT_IN = 2  # words, with what it is not in


def _participles(tokens: list[Token]) -> bool:
    return any(token.kind == "word" and token.low in _SEEN | _LED | {"marked", "flagged"} for token in tokens)


def message_of_none(subject: Phrase) -> Phrase | None:
    """ "No results found message", "the No items selected label": what says so is there."""
    tokens = without_articles(subject.tokens)
    called = len(tokens) > _SHORTEST_OF_NONE - 1 and tokens[0].low == "no" and tokens[-1].low in _MESSAGES_OF_NONE
    if not called or tokens[-2].low not in _OF_NONE or any(token.kind != "word" for token in tokens):
        return None
    words = Phrase(tokens[:-1], subject.source)
    quoted = replace(tokens[0], kind="quoted", low="", value=words.text, end=tokens[-2].end)
    return Phrase([quoted, tokens[-1]], subject.source)


_SHORTEST_OF_NONE = 4  # words
_MESSAGES_OF_NONE = word_set("message text label notice hint placeholder")
_OF_NONE = word_set("found available selected matching yet exist exists matched returned added left")


def message_first(phrase: Phrase) -> Phrase | None:
    """With what a message tells in front of its verb, or left out."""
    return _words_behind(phrase)


def _words_behind(phrase: Phrase) -> Phrase | None:
    """ "an error is shown saying …": what the message tells in front of the verb, where it is part of the noun.

    What an error is about in the tester's own words ("indicating that …") is left out, unless it is in quotes; of any
    other message it would leave nothing that could be missed.
    """
    tokens = phrase.tokens
    tells = next((at for at, token in enumerate(tokens) if at > 1 and token.text in _TELLING), 0)
    found = next((found for at in range(1, tells) if (found := _predicate_of(tokens, at)) is not None), None)
    if found is None or not _MESSAGES & {token.low for token in tokens[: found.start]}:
        return None
    subject, predicate, words = phrase[: found.start], phrase[found.start : tells], phrase[tells:]
    if words.tokens[0].low not in INDICATING:
        return subject + words + predicate
    quoted = words[len(words) - 1 :] if words.tokens[-1].kind == "quoted" else words[:0]
    denied = found.negated or tokens[0].low == "no" or words.tokens[0].low == "because"
    return None if denied or _of_any(subject, quoted) else subject + quoted + predicate.strip(",")


def _of_any(subject: Phrase, quoted: Phrase) -> bool:
    """Whether nothing is left of a message by which it could be missed."""
    return not (quoted.tokens or subject.quotes() or error_at(subject))


def _predicate_of(tokens: list[Token], at: int) -> Predicate | None:
    return predicate_at(tokens, at) if tokens[at].low in STARTERS else None


_TELLING = SAYING - {"that", "about"} | INDICATING
_MESSAGES = word_set("error errors message alert warning notification toast banner hint prompt")


_CONTRACTED = {
    "it's": ("it", "is"),
    "i'm": ("i", "am"),
    "we're": ("we", "are"),
    "you're": ("you", "are"),
    "they're": ("they", "are"),
}


def written_out(phrase: Phrase) -> Phrase:
    """ "I'm on the login page" is "I am on …"."""
    words = _CONTRACTED.get(phrase.tokens[0].low) if phrase.tokens else None
    if words is None:
        return phrase
    short = phrase.tokens[0]
    return Phrase(
        [replace(short, text=word, low=word, value=word) for word in words] + phrase.tokens[1:], phrase.source
    )


def names_a_figure(part: Phrase) -> bool:
    """ "VAT 152.00": a name and what it comes to, whatever follows."""
    tokens = part.tokens
    at = next((at for at, token in enumerate(tokens) if any(map(str.isdigit, token.text))), 0)
    titled = tokens[0].text.istitle() or tokens[0].text.isupper()
    return bool(at) and titled and all(token.text.isalpha() for token in tokens[:at])


def with_the_verb_of(part: Phrase, whole: Phrase) -> Phrase | None:
    """ "VAT 152.00" behind "Subtotal reads 760.00": what reads so; None where more follows."""
    tokens = whole.tokens
    found = ((at, predicate_at(tokens, at)) for at in range(1, len(tokens)) if tokens[at].low in STARTERS)
    at, predicate = next(((at, one) for at, one in found if one is not None), (0, None))
    if predicate is None or not all(token.text.isalpha() for token in part.tokens[:-1]):
        return None
    return Phrase([*part.tokens[:-1], *tokens[at : predicate.end], part.tokens[-1]], part.source)


def two_figures(value: Phrase) -> bool:
    """ "760.00, VAT 152.00" is not one value."""
    commas = (at for at, token in enumerate(value.tokens) if token.low == "," and at + 1 < len(value))
    return any(names_a_figure(value[at + 1 :]) for at in commas)


_LONGEST_VALUE_NOUN = 4  # words: the due date
_NO_VALUES = KIND_WORDS | word_set("words word following same")


def value_along(phrase: Phrase) -> tuple[Phrase, str] | None:
    """ "“Ann” is listed [with the role “Admin”]": a noun and its value, told of what is shown."""
    tokens = phrase.tokens
    at = next((at for at in range(len(tokens) - 2, 1, -1) if tokens[at].low == "with"), 0)
    if not _is_there(tokens[:at]):
        return None
    if at == len(tokens) - 2 and _is_amount(tokens[-1].value):
        return phrase[:at].strip(","), tokens[-1].value
    if not _is_value(tokens[-1]) or not _is_value_noun(tokens[at + 1 : -1]):
        value = value_of_attribute(phrase[at + 1 :])
        return None if value is None else (phrase[:at].strip(","), value)
    return phrase[:at].strip(","), tokens[-1].value


def figures_along(phrase: Phrase) -> tuple[Phrase, tuple[tuple[str, str], ...]] | None:
    """ "Desk Lamp is listed [with quantity 2 and a subtotal of $59.80]": what each is called, and what it comes to."""
    tokens = phrase.tokens
    at = next((at for at in range(1, len(tokens) - 1) if tokens[at].low == "with" and tokens[at].kind == "word"), 0)
    if not at or not _is_there(tokens[:at]):
        return None
    pairs = [figure_of(part) for part in _parted(tokens[at + 1 :])]
    found = tuple(pair for pair in pairs if pair is not None)
    return (phrase[:at].strip(","), found) if len(found) == len(pairs) else None


def _is_there(tokens: list[Token]) -> bool:
    """Whether something is said to be seen, or to be in what holds many."""
    listed = len(tokens) > _WORDS_OF_A_FIGURE and tokens[-1].low in _COLLECTIONS and tokens[-2].low in ARTICLES
    return listed or any(token.low in _PRESENT for token in tokens[1:])


_COLLECTIONS = word_set("list table grid")


def _parted(tokens: list[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind != "quoted" and token.low in (",", "and"):
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def figure_of(tokens: list[Token]) -> tuple[str, str] | None:
    """ "Quantity 2", "a subtotal of $59.80": a noun and a figure."""
    inner = [token for token in tokens if token.low not in ARTICLES]
    if len(inner) < _WORDS_OF_A_FIGURE or not any(map(str.isdigit, inner[-1].value)):
        return None
    noun = inner[:-1]
    noun = noun[:-1] if noun[-1].low == "of" and len(noun) > 1 else noun
    return (" ".join(token.text for token in noun), inner[-1].value) if _is_value_noun(noun) else None


_WORDS_OF_A_FIGURE = 2


def _is_value(token: Token) -> bool:
    return token.kind == "quoted" or is_number(token.value)


def _is_amount(text: str) -> bool:
    """ "250.00", "€12": it needs no noun to say what it is."""
    return bool(_AMOUNT.fullmatch(text))


_AMOUNT = re.compile(r"[$€£]?[+-]?[$€£]?\d[\d.,]*[.,]\d\d(?: ?[$€£])?|[$€£]\d+|\d+[$€£]")


def is_number(text: str) -> bool:
    return text.replace(".", "").replace(",", "").isdecimal()


def _is_value_noun(tokens: list[Token]) -> bool:
    noun = [token for token in tokens if token.low not in ARTICLES]
    plain = all(token.kind == "word" and token.text.isalpha() and token.text.islower() for token in noun)
    return plain and 0 < len(noun) <= _LONGEST_VALUE_NOUN and noun[-1].low not in _NO_VALUES - {"label", "badge"}


_PRESENT = word_set("shown displayed listed visible appears appear is added found see shows lists displays")


_COMING = frozenset({"appear", "disappear", "exist"})
_SHOWING = word_set("visible shown displayed present enabled disabled hidden")
_LONGEST_BEHIND = 8  # words


def verb_first(phrase: Phrase) -> Phrase | None:
    """ "appears the message “Saved”", "is visible the button “Pay”": with the noun in front of its verb."""
    tokens = phrase.tokens
    begin = 1 if tokens[0].low == "it" else 0
    predicate = predicate_at(tokens, begin) if len(tokens) > begin + 1 else None
    if predicate is None or predicate.verb not in _COMING | {"be"}:
        return None
    end = predicate.end + (predicate.verb == "be")
    if predicate.verb == "be" and (len(tokens) <= end or tokens[end - 1].low not in _SHOWING):
        return None
    noun = phrase[end:]
    if not 0 < len(noun) <= _LONGEST_BEHIND or noun.has(STARTERS):
        return None
    begins = noun.tokens[0]
    named = begins.kind == "quoted" or begins.low in ARTICLES or begins.low in KIND_WORDS
    return noun + phrase[begin:end] if named else None
