"""What sort of thing a noun phrase names, and a few phrases that are names as a whole. Reads no relations."""

from __future__ import annotations

from qa_appliance.core.target import Target
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, KINDS, NAMING, PLURALS
from qa_appliance.english.words.tokens import Phrase, Token
from qa_appliance.english.words.values import read_ordinal
from qa_appliance.english.words.word_sets import word_set

LONGEST_NAMING = max(len(words) for words in NAMING)


def kind_at_end(tokens: list[Token]) -> tuple[str | None, list[Token]]:
    if not tokens or tokens[-1].low not in KIND_WORDS:
        return None, tokens
    lows = [token.low for token in tokens[-3:]]
    for length in range(len(lows), 0, -1):
        noun = " ".join(lows[-length:])
        noun = PLURALS.get(noun, noun)
        if noun in KINDS:
            named = noun in _IN_LABELS and len(tokens) > 1 and all(token.text[0].isupper() for token in tokens[-2:])
            return (None, tokens) if named else (noun, tokens[:-length])
    return None, tokens


_IN_LABELS = word_set(
    "group area item entry card label word message product result article post text phrase sentence caption notice "
    "badge"
)
"""Kinds that stand in labels as well: "Contact Group" in capitals is a name, "the Contact group" is a group."""


def kind_in_front(tokens: list[Token]) -> tuple[str | None, list[Token]]:
    """row Alice · field called Email · tab Orders: a lower-case noun of kind before a name that begins upper-case."""
    if not tokens or tokens[0].low not in KIND_WORDS or not tokens[0].text[0].islower():
        return None, tokens
    for length in (2, 1):
        noun = " ".join(token.low for token in tokens[:length])
        noun = PLURALS.get(noun, noun)
        rest = tokens[length:]
        if noun not in KINDS or not rest:
            continue
        lows = [token.low for token in rest]
        for size in range(min(LONGEST_NAMING, len(rest) - 1), 0, -1):
            if tuple(lows[:size]) in NAMING:
                return noun, rest[size:]
        if rest[0].text[0].isupper() or rest[0].text[0] in "{#" or rest[0].text[0].isdigit():
            return noun, rest
    return None, tokens


def without_pointing(phrase: Phrase) -> Phrase:
    """ "the section below" points at what the page shows anyway: the word behind a noun of kind changes nothing."""
    tokens = phrase.tokens
    if len(tokens) > 1 and tokens[-1].text in _POINTING and kind_at_end(tokens[:-1])[0] is not None:
        return phrase[: len(tokens) - 1]
    return phrase


_POINTING = frozenset({"below", "above", "underneath", "shown", "provided", "here"})
_MADE = word_set("written sent posted created added made uploaded")
_SENT = word_set("email emails mail mails message messages post posts comment comments order orders invoice invoices")


def whose(phrase: Phrase) -> Target | None:
    """ "the order by Ann", "all comments by @bob", "the email from Cid": an entry known by whose it is."""
    tokens = phrase.tokens
    start = 1 if tokens[0].low in ARTICLES else 0
    ordinal = read_ordinal(tokens[start].low) if len(tokens) > start + 3 else None
    start += 1 if ordinal is not None else 0
    noun = tokens[start] if len(tokens) > start + 2 else None
    if noun is None or noun.kind != "word" or not noun.text.islower():
        return None
    if KINDS.get(PLURALS.get(noun.low, noun.low), "item") != "item":
        return None
    at = start + 2 if tokens[start + 1].low in _MADE else start + 1
    name = phrase[at + 1 :]
    by = tokens[at].low == "by" or (tokens[at].low == "from" and noun.low in _SENT)
    if not by or not 0 < len(name) <= 4 or (name.quotes() and len(name) > 1):
        return None
    if not (name.quotes() or name.tokens[0].text[0].isupper() or name.tokens[0].text[0] in "@{"):
        return None
    quoted = name.only_quote
    return Target(
        words=phrase.text, name=quoted or name.text, kind="item", quoted=quoted is not None, ordinal=ordinal or 0
    )


_MOST = word_set("highest greatest largest biggest most maximum best")
_LEAST = word_set("lowest smallest least fewest minimum worst")
_EXTREME = _MOST | _LEAST | {"cheapest", "priciest"}
_LONGEST_ATTRIBUTE = 3  # words


def extreme(phrase: Phrase) -> tuple[Phrase, str] | None:
    """ "the row with the highest Total", "the cheapest product": the words before it, and what they have most of."""
    if not phrase.has(_EXTREME):
        return None
    lows = [token.low for token in phrase.tokens]
    for at in range(1, len(lows) - 2):
        if lows[at] in ("with", "having") and phrase.tokens[at].kind == "word":
            said = at + 2 if lows[at + 1] == "the" else at + 1
            what = phrase[said + 1 :]
            way = "highest" if lows[said] in _MOST else "lowest" if lows[said] in _LEAST else ""
            if way and 0 < len(what) <= _LONGEST_ATTRIBUTE:
                return phrase[:at], f"{way} {what.only_quote or what.text}"
    start = 1 if lows[0] in ARTICLES else 0
    if lows[start : start + 2] in (["most", "expensive"], ["least", "expensive"]) and len(lows) > start + 2:
        return phrase[start + 2 :], "highest price" if lows[start] == "most" else "lowest price"
    if len(lows) > start + 1 and lows[start] in ("cheapest", "priciest"):
        return phrase[start + 1 :], "lowest price" if lows[start] == "cheapest" else "highest price"
    return None
