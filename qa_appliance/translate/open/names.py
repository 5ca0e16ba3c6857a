"""What something is called, without quotes: by its capital, its case, its number. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from qa_appliance.language.lexicon import QUALITIES
from qa_appliance.language.tokens import Token
from qa_appliance.language.words import WORD, plain, quoted
from qa_appliance.translate.open.nameable import LONGEST_NAME, may_be_a_name
from qa_appliance.translate.open.number_words import CARDINALS
from qa_appliance.translate.open.quotes import quote
from qa_appliance.translate.rules import Category, Found, Grammar

_OF_A_NAME = re.compile(rf"{WORD.pattern}|[+×✕✖⋮…☰]|(?:#(?=\d)|[$€£])?\w(?:[\w.&/'’%+@:-]*[\w%+])?")
_LOWER = re.compile(r"[a-z][a-z-]*")
_LONGEST_PLURAL = 3
MOST_WORDS_OF_A_SORT = 3


def named(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A quote, or words that could be one: short, and with none among them that begins something else."""
    yield from quote(tokens, rules)
    if len(tokens) > 1 and tokens[-1].low == "?" and tokens[0].text[:1].isupper():
        tokens = tokens[:-1]  # Forgot your password?
    if len(tokens) > LONGEST_NAME or not all(_is_of_a_name(token) for token in tokens):
        return
    if may_be_a_name(tokens, rules):
        words = [token.text for token in tokens]
        text = " ".join(words)
        is_plain = plain(text) and all(WORD.fullmatch(word) for word in words)
        yield text if is_plain else quoted(text), _cost(words, rules)


def _is_of_a_name(token: Token) -> bool:
    return token.kind == "word" and _OF_A_NAME.fullmatch(token.text) is not None


def _cost(words: Sequence[str], rules: Grammar) -> float:
    """Small words cost most, those with capitals least."""
    small = frozenset() if _holds_known_pair(words, rules) else rules.words.leading_on
    cost = 0.5 + sum(3.0 if word in small else 1.0 if word[:1].isupper() else 1.2 for word in words)
    has_particle = (
        len(words) > 1 and words[-1] in rules.words.particles and words[-2].lower() in rules.words.with_particles
    )
    return cost - 2.8 if has_particle else cost


def _holds_known_pair(words: Sequence[str], rules: Grammar) -> bool:
    """Terms and conditions."""
    lows = [word.lower() for word in words]
    if not any(low in ("and", "of", "&") for low in lows):
        return False
    joined = f" {' '.join(lows)} "
    return any(f" {' '.join(form)} " in joined for form, _ in rules.groups.get("one_name", ()))


def _bare(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name without quotes."""
    for text, cost in named(tokens, rules) if tokens[0].kind != "quoted" else ():
        if text[0] not in "\"'" and not _is_of_a_kind(tokens, rules):
            yield text, cost


def _proper(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that is written with a capital, or one that only quotes can hold."""
    for text, cost in named(tokens, rules) if tokens[0].kind != "quoted" else ():
        if not text[0].islower() and not _is_of_a_kind(tokens, rules):
            yield text, cost


def _common(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in named(tokens, rules):
        if text[0].islower() and not _is_of_a_kind(tokens, rules) and tokens[0].text != "more":
            yield text, cost


def _capital(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name without quotes that begins with a capital, and does not end as a place begins: Check in."""
    if (
        tokens[0].text[:1].isupper()
        and tokens[-1].text not in rules.words.leading_on
        and tokens[-1].text not in rules.words.asking
    ):
        yield from named(tokens, rules) if tokens[0].kind != "quoted" else ()


def _all_titled(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name without quotes of which each word begins with a capital."""
    if all(
        token.text[:1].isupper() or token.text[:1].isdigit() or token.text in ("&", "and", "of") for token in tokens
    ):
        yield from _capital(tokens, rules)


def _title(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that begins with a capital or a number."""
    if not tokens[0].text[:1].islower():
        yield from _proper(tokens, rules)


def _thing_alone(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Without an article: of several words, none of which begins something to do."""
    if len(tokens) == 1 or tokens[0].text not in rules.words.purposes:
        yield from _common(tokens, rules)


def _destination(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A common name that is no noun of elements, as "the list" is."""
    words = tuple(token.low for token in tokens)
    if words not in rules.nouns and words[-1] not in rules.words.ends_of_elements:
        yield from _common(tokens, rules) if tokens[0].kind != "quoted" else ()


def _is_of_a_kind(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether it ends with a noun for things of a kind, which is no part of a name: the Delete button, footer links."""
    return tokens[-1].text in rules.kinds or (len(tokens) > 1 and tokens[-1].text in rules.words.clear_nouns)


def _deed_name(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What a button does, in lower case: the add to cart button."""
    words = [token.text for token in tokens]
    if not 1 < len(words) <= LONGEST_NAME or words[0] not in rules.words.purposes or words[0] in rules.words.leading_on:
        return
    if words[1] not in rules.words.after_a_deed or any(
        word in rules.words.never_named or not word.isalpha() for word in words
    ):
        return
    if any(word in rules.words.never_in_names or word in rules.words.clear_nouns for word in words):
        return
    yield quoted(" ".join(words)), 3.0 + len(words)


def _sort(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What sort of thing a quote names, in the words of the page: the user "Bob"."""
    words = [token.text for token in tokens]
    if len(words) > MOST_WORDS_OF_A_SORT or not all(word.isalpha() and word.islower() for word in words):
        return
    if any(word in rules.words.leading_on or word in rules.words.adverbs or word.endswith("ly") for word in words):
        return
    if words[-1] in rules.words.no_sorts:
        return
    if (
        rules.words.never_in_names.isdisjoint(words)
        and rules.words.never_named.isdisjoint(words)
        and words[-1] not in rules.kinds
    ):
        yield " ".join(words), 0.5 + 1.2 * len(words) + (1.0 if words[0] in rules.bases["ed"].values() else 0.0)


def _owner(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Whose it is: Eve's."""
    if len(tokens) == 1 and (found := re.fullmatch(r"([A-Z]\w+)['’]s", tokens[0].text)):
        yield found[1], 1.0


def _keeper(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and (found := re.fullmatch(r"([a-z]+)['’]s", tokens[0].text)):
        yield found[1], 1.0


def _whose(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Whose something is: Alice's as Alice."""
    if tokens[-1].kind == "word" and tokens[-1].text.endswith(("'s", "’s")) and tokens[-1].text[:-2]:
        last = replace(tokens[-1], text=tokens[-1].text[:-2], low=tokens[-1].low[:-2], value=tokens[-1].value[:-2])
        for text, cost in named((*tokens[:-1], last), rules):
            yield text if not text[0].islower() else f"the {text}", cost


def _plural(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Things of the page: orders, unread mails, people."""
    last = tokens[-1].text
    if (last.endswith("s") and not last.endswith("ss")) or last in rules.words.irregular_plurals:
        yield from (
            (text, cost) for text, cost in named(tokens, rules) if text[0].islower() and tokens[0].text != "more"
        )


def _counted_plural(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Things of a kind that no row knows: orders, unread mails."""
    if len(tokens) <= _LONGEST_PLURAL and all(
        token.kind == "word" and _LOWER.fullmatch(token.text) for token in tokens
    ):
        refused = (
            rules.words.leading_on
            | rules.words.never_named
            | rules.words.never_first
            | rules.words.adverbs
            | QUALITIES
            | {*CARDINALS}
        )
        last = tokens[-1].text
        if last in rules.words.of_a_text:
            return
        if (
            last.endswith("s")
            and not last.endswith(("ss", "us", "is"))
            and not any(token.text in refused for token in tokens)
        ):
            yield " ".join(token.text for token in tokens), 0.5 + 1.2 * len(tokens)


def _simple_plural(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1:
        yield from _counted_plural(tokens, rules)


def _label(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What things of a kind are called, which is no number of them and tells nothing of their state."""
    refused = {*CARDINALS, *QUALITIES, *rules.words.telling, "and", "or"}
    if not any(token.low in refused or token.text.isdigit() for token in tokens):
        yield from named(tokens, rules)


def _word(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and tokens[0].text.isalpha():
        yield tokens[0].text, 1.0


def _tag(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What something is marked as, which no state of an element is."""
    if tokens[0].low not in rules.words.telling | QUALITIES:
        yield from _word(tokens, rules)


NAMES: dict[str, Category] = {
    "name": named,
    "bare": _bare,
    "proper": _proper,
    "common": _common,
    "capital": _capital,
    "all_titled": _all_titled,
    "title": _title,
    "thing_alone": _thing_alone,
    "destination": _destination,
    "deed_name": _deed_name,
    "sort": _sort,
    "owner": _owner,
    "keeper": _keeper,
    "whose": _whose,
    "plural": _plural,
    "counted_plural": _counted_plural,
    "label": _label,
    "word": _word,
    "tag": _tag,
    "simple_plural": _simple_plural,
}
