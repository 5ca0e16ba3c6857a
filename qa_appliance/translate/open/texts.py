"""Texts and values that stand there without quotes. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from qa_appliance.language.tokens import Token
from qa_appliance.language.words import quoted
from qa_appliance.translate.open.nameable import LONGEST_NAME, begins_as_deed, goes_on
from qa_appliance.translate.open.names import named
from qa_appliance.translate.open.quotes import as_written, quote
from qa_appliance.translate.rules import LOOSE, Category, Found, Grammar

_LONGEST_TEXT = 14
_MOST_PROPER_WORDS = 4
_MARKS_OF_VALUES = frozenset(",&-/!?+'*%#@=")
_MARKS_OF_A_TEXT = frozenset({",", "!", "?", "-", "'"})
_NO_TEXT = frozenset(".;:>()")
"""Marks that only quotes hold together with what stands around them."""
_PRICE = re.compile(r"\d+[.,]\d\d")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_CODE = re.compile(
    r"(?i:[-+]?[$€£¥]? ?[^\s,;:()\"']*(?:[,:/][^\s,;:()\"']+)*(?: ?[%€$£])?"
    rf"|\d+(?:st|nd|rd|th)?\.? {_MONTH}(?:,? \d{{4}})?|{_MONTH} \d+(?:st|nd|rd|th)?(?:,? \d{{4}})?)"
)
_ONE_WORD = re.compile(r"[a-z][\w.+-]*(?:@[\w.-]+|\.[a-z]{2,5}|-\d+|\d+)")


def _titled(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A text that stands there without quotes, with a capital."""
    first = tokens[0]
    if (
        first.kind != "word"
        or not first.text[:1].isupper()
        or first.low in rules.words.leading_on | rules.words.never_named
    ):
        return
    if any(token.text in ("and", "or") for token in tokens) or (len(tokens) == 1 and first.low in rules.words.generic):
        return
    for _, cost in named(tokens, rules):
        yield quoted(" ".join(token.text for token in tokens)), cost


def _loose(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same; it is compared without regard to case."""
    for text, cost in _titled(tokens, rules):
        yield f"{text}{LOOSE}", cost


def _loose_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same, where nothing but a text can stand: it may begin with a figure, too."""
    if not tokens[0].text[:1].islower():
        yield from _any_words(tokens, rules)


def _any_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Words behind "the words"."""
    refused = rules.words.never_named | {"and", "or"}
    if not any(
        token.kind != "word" or token.text in rules.words.auxiliaries or token.low in refused for token in tokens
    ):
        for text, cost in _text(tokens, rules):
            yield f"{text}{LOOSE}", cost


def _plain_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Words of a message as they are."""
    if (
        len(tokens) <= _LONGEST_TEXT
        and all(token.kind == "word" for token in tokens)
        and tokens[0].low not in rules.words.auxiliaries
    ):
        yield " ".join(token.text for token in tokens), 0.2 * len(tokens)


def _text(tokens: Sequence[Token], rules: Grammar) -> Found:
    yield from quote(tokens, rules)
    if len(tokens) > _LONGEST_TEXT or any(token.kind == "quoted" for token in tokens):
        return
    if any(token.text in rules.words.never_named for token in tokens[1:]) or tokens[0].kind == "mark":
        return
    if any(token.kind == "mark" and token.low in _NO_TEXT for token in tokens):
        return
    if goes_on(tokens, rules) or not _is_a_text(tokens, rules):
        return
    yield quoted(as_written(tokens)), _cost(tokens, rules)


def _is_a_text(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Not what is said of one (a valid email, the text below, it), and nothing that goes on to something else."""
    first = tokens[0].text
    if first == "all" and len(tokens) > 1:
        return False
    if first not in rules.words.beginning_a_text and any(
        first in words
        for words in (
            rules.words.leading_on,
            rules.words.articles,
            rules.words.never_in_names,
            rules.words.standing_for_others,
        )
    ):
        return False
    if any(token.kind == "mark" and token.low not in _MARKS_OF_A_TEXT for token in tokens):
        return False
    joined = pairwise(token.text for token in tokens)
    return not any(
        joint in ("and", "or", ",", "then") and (word in rules.words.purposes or word in rules.words.leading_on)
        for joint, word in joined
    )


def _given(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A value that stands there itself: in quotes, or in words that do not merely tell of one (a valid email)."""
    yield from quote(tokens, rules)
    yield from _code(tokens, rules)
    if not _may_be_given(tokens, rules):
        return
    if rules.is_of_class("stated", " ".join(token.text for token in tokens).lower()):
        yield quoted(as_written(tokens)), 1.5
    elif not _merely_tells(tokens, rules):
        yield quoted(as_written(tokens)), _cost(tokens, rules)


def _may_be_given(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Not too long, of one piece, and nothing to do."""
    if len(tokens) > _LONGEST_TEXT or tokens[0].kind == "mark" or any(token.kind == "quoted" for token in tokens):
        return False
    if any(token.kind == "mark" and token.text not in _MARKS_OF_VALUES for token in tokens):
        return False
    may_be_named = rules.words.never_named.isdisjoint(token.text for token in tokens)
    return may_be_named and not goes_on(tokens, rules) and not begins_as_deed(tokens, rules)


def _merely_tells(tokens: Sequence[Token], rules: Grammar) -> bool:
    """A valid email, the name of a field."""
    texts = [token.text for token in tokens]
    if any(rules.is_of_class(name, texts[0]) for name in ("telling", "described")):
        return True
    return any(rules.is_of_class("never_given", text) for text in texts) or rules.is_of_class("field_word", texts[-1])


def _cost(tokens: Sequence[Token], rules: Grammar) -> float:
    """Small words and marks cost most."""
    words = rules.words.leading_on
    return sum(3.0 if token.text in words or token.kind == "mark" else 1.0 for token in tokens) + 1.0


def _goods(tokens: Sequence[Token], rules: Grammar) -> Found:
    if not (len(tokens) > 1 and tokens[0].text.isdigit()):
        yield from _given(tokens, rules)


def _lowword(tokens: Sequence[Token], rules: Grammar) -> Found:
    word = tokens[0].text
    is_value = not rules.is_of_class("telling", word) and not rules.is_of_class("described", word)
    if len(tokens) == 1 and word.isalpha() and word.islower() and is_value:
        yield quoted(word), 1.0


def _code(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What by its looks is a value and no name: an amount, a date, an address of mail, a code."""
    text = as_written(tokens)
    if tokens[0].kind == "quoted":
        if len(tokens) == 1 and re.search(r"\d|@", tokens[0].value):
            yield quoted(tokens[0].value), 0.0
    elif _CODE.fullmatch(text) and re.search(r"[\d@{]|\w_\w", text):
        yield quoted(text), 0.2 * len(tokens)


def _properword(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Words with capitals, or a word with signs in it. Two with an "and" between could be one: Bed and Breakfast."""
    yield from _code(tokens, rules)
    if len(tokens) > 4 or any(token.kind != "word" for token in tokens):
        return
    if rules.is_of_class("field_word", tokens[-1].low) or not (
        tokens[0].text[:1].isupper() and tokens[-1].text[:1].isupper()
    ):
        return
    joints = [token for token in tokens if not token.text[:1].isupper()]
    if any(token.text not in ("and", "of", "the", "&") for token in joints):
        return
    apart = 0.0 if _is_one_name(tokens, rules) else sum(5.0 if token.text == "and" else 0.0 for token in joints)
    yield quoted(as_written(tokens)), 1.0 * (len(tokens) - len(joints)) + apart


def _is_one_name(tokens: Sequence[Token], rules: Grammar) -> bool:
    words = " ".join(token.low for token in tokens)
    return any(" ".join(form) == words for form, _ in rules.groups["one_name"])


def _value_capital(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A text without quotes that begins with a capital or a digit, and with no word in it that could lead on."""
    if len(tokens) > LONGEST_NAME or any(token.kind != "word" for token in tokens):
        return
    first = tokens[0].text[:1]
    if not (first.isupper() or first.isdigit()) or not tokens[-1].text[-1:].isalnum():
        return
    yield from loosely(_of_words(tokens, rules))


def _wording(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A text without quotes in lower case, behind a word that says that one follows."""
    if len(tokens) <= LONGEST_NAME and all(token.kind == "word" for token in tokens) and tokens[0].text[:1].islower():
        yield from loosely(_of_words(tokens, rules))


def _value_code(tokens: Sequence[Token], rules: Grammar) -> Found:
    """One word that is plainly no word of a sentence: ann@x.test, report.pdf, a-12."""
    if (
        len(tokens) == 1
        and tokens[0].kind == "word"
        and re.fullmatch(r"[a-z][\w.+-]*(?:@[\w.-]+|\.[a-z]{2,5}|-\d+|\d+)", tokens[0].text)
    ):
        yield f"{quoted(tokens[0].text)}{LOOSE}", 0.2


def _numbered(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same with a figure in it: step 2 of 4."""
    if any(token.text.isdigit() for token in tokens):
        yield from _wording(tokens, rules)


def _column(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What things are sorted by, without quotes."""
    if len(tokens) <= LONGEST_NAME and all(token.kind == "word" for token in tokens):
        yield from _of_words(tokens, rules)


def _of_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    if _leads_on(tokens, rules) or _is_of_something(tokens, rules):
        return
    if any(token.text == "and" and not after.text[:1].isupper() for token, after in pairwise(tokens)):
        return
    cost = sum(1.0 if token.text[:1].isupper() else 1.2 for token in tokens)
    yield quoted(" ".join(token.text for token in tokens)), cost + 0.5


def _leads_on(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether a word in it, or the last, belongs to what is done."""
    words = rules.words
    refused = words.never_named | words.adverbs | (words.leading_on - words.within_a_text)
    first, *others = tokens
    return (
        first.text in words.leading_on
        or any(token.text in refused for token in others)
        or first.low in words.never_named
        or _last_of(tokens) in words.within_a_text - {"out"}
    )


def _is_of_something(tokens: Sequence[Token], rules: Grammar) -> bool:
    """The total, number 5, milk 2.50: what there is of something, and no text."""
    first, last = tokens[0].low, _last_of(tokens)
    if first in rules.words.articles or first == "number" or last in rules.words.closing:
        return True
    return len(tokens) > 1 and _PRICE.fullmatch(last) is not None


def _last_of(tokens: Sequence[Token]) -> str:
    """Its capital counts, but not where the word stands alone."""
    return tokens[-1].text if len(tokens) > 1 else tokens[0].low


def loosely(found: Found) -> Found:
    for text, cost in found:
        yield f"{text}{LOOSE}", cost


TEXTS: dict[str, Category] = {
    "titled": _titled,
    "loose": _loose,
    "loose_words": _loose_words,
    "any_words": _any_words,
    "plain_words": _plain_words,
    "text": _text,
    "given": _given,
    "goods": _goods,
    "lowword": _lowword,
    "code": _code,
    "properword": _properword,
    "value_capital": _value_capital,
    "wording": _wording,
    "value_code": _value_code,
    "numbered": _numbered,
    "column_name": _column,
}
