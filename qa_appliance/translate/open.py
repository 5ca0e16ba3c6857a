"""What stands in a blank and is no row: quotes, names, texts, numbers, addresses, keys. Pure.

Each is answered as the test language writes it, with what it costs to take these words so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from qa_appliance.language.lexicon import QUALITIES, SHADES
from qa_appliance.language.parsing import ordinal
from qa_appliance.language.tokens import Token
from qa_appliance.language.values import read_key
from qa_appliance.language.words import WORD, Unsayable, duration, keys, plain, position, quoted
from qa_appliance.translate.grammar import Grammar

Found = Iterator[tuple[str, float]]
_QUALITIES = QUALITIES | SHADES
_MOST_QUALITIES = 3
_OF_A_NAME = re.compile(rf"{WORD.pattern}|[+×✕✖⋮…☰]|(?:#(?=\d)|[$€£])?\w(?:[\w.&/'’%+@:-]*[\w%+])?")
_LONGEST_NAME = 7
_LONGEST_TEXT = 14
_MOST_SMALL_WORDS = 2
_PARTICLES = frozenset({"in", "out", "up", "on", "off", "over", "as", "down", "all", "by"})
"""With what a name may end: Sign in, Save as, Select all."""
_WITH_PARTICLES = frozenset(
    {"log", "sign", "check", "opt", "plug", "zoom", "clock", "cash", "back", "turn", "select", "view"}
)
_NO_ENDS = frozenset({"left", "elements", "element", "issues", "problems", "values", "following"})
_JOINING = frozenset({"and", "of"})
_CLEAR_NOUNS = frozenset(
    {"button", "btn", "link", "field", "checkbox", "dropdown", "textbox", "icon", "heading", "dialog"}
)
"""A name ends before them: what follows is said of it."""
_BEGINNING_A_TEXT = frozenset({"in", "on", "out", "all", "under", "to", "off", "up"})
"""In progress, on hold, out of stock, all, under review, to do."""
_MARKS_OF_A_TEXT = frozenset({",", "!", "?", "-", "'"})
_AFTER_A_DEED = frozenset({"to", "with", "for", "as", "your", "my", "by"})
_NO_SORTS = frozenset(
    {
        "element",
        "elements",
        "variable",
        "selector",
        "xpath",
        "text",
        "regex",
        "pattern",
        "class",
        "id",
        "attribute",
        "value",
        "values",
        "search",
        "query",
        "locator",
        "css",
        "type",
        "and",
        "or",
        "page",
        "title",
        "key",
        "keys",
    }
)
_MOST_WORDS_OF_A_SORT = 3
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|/[^\s\"']*|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?")
_SELECTOR = re.compile(r"\[[\w-]+[~|^$*]?=")
_NUMBER = re.compile(r"\d+")
_PLURALS = frozenset({"people", "men", "women", "children"})
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_CARDINALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_UNITS = {
    unit: size
    for units, size in (
        ("s sec secs second seconds", 1.0),
        ("ms milliseconds millisecond", 0.001),
        ("min mins minute minutes m", 60.0),
    )
    for unit in units.split()
}
_DURATION = re.compile(rf"(\d+(?:\.\d+)?|{'|'.join(_CARDINALS[1:])}) ?({'|'.join(_UNITS)})")


def _quote(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "quoted" and not _SELECTOR.match(tokens[0].text):
        try:
            yield quoted(tokens[0].value), 0.0
        except Unsayable:
            return


def _name(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A quote, or words that could be one: short, and with none among them that begins something else."""
    yield from _quote(tokens, rules)
    if len(tokens) > 1 and tokens[-1].low == "?" and tokens[0].text[:1].isupper():
        tokens = tokens[:-1]  # Forgot your password?
    if len(tokens) > _LONGEST_NAME or any(
        token.kind != "word" or not _OF_A_NAME.fullmatch(token.text) for token in tokens
    ):
        return
    words = [token.text for token in tokens]
    if any(word in rules.never_named or word in rules.never_in_names for word in words) or not _is_named(words, rules):
        return
    cost = sum(3.0 if word in rules.leading_on else 1.0 if word[:1].isupper() else 1.2 for word in words)
    if words[-1] in _PARTICLES and len(words) > 1 and words[-2].lower() in _WITH_PARTICLES:
        cost -= 2.8
    text = " ".join(words)
    is_plain = plain(text) and all(WORD.fullmatch(word) for word in words)
    yield text if is_plain else quoted(text), cost + 0.5


def _is_named(words: list[str], rules: Grammar) -> bool:
    """Whether words without quotes are put as a name is: Add to cart, the order number, Sign in."""
    first, last = words[0], words[-1]
    small = [
        word
        for before, word in pairwise(("", *words))
        if word in rules.leading_on and not (word in _PARTICLES and before.lower() in _WITH_PARTICLES)
    ]
    begins = first in rules.leading_on and not (first in _WITH_PARTICLES and words[1:] and words[1] in _PARTICLES)
    if begins or len(small) > _MOST_SMALL_WORDS:
        return False
    if last in rules.leading_on and last not in _PARTICLES and words[-2:] != ["Try", "again"]:
        return False
    if all(word in rules.telling_nothing for word in words) or last in _NO_ENDS:
        return False
    if first in ("The", "A", "An", "This", "That", "These", "Those") and len(words) > 1 and words[1].islower():
        return False
    if any(
        word == "or" and (following in rules.purposes or following[:1].isupper()) for word, following in pairwise(words)
    ):
        return False
    if len(words) > 1 and (first.isdigit() or first in _CARDINALS) and words[1].islower():
        return False
    if first[:1].islower():
        inner = small[:-1] if small and last in _PARTICLES and small[-1] == last else small
        inner = inner[1:] if inner and inner[0] == first else inner
        if any(word not in _JOINING for word in inner):
            return False
    elif any(word in _CLEAR_NOUNS for word in words[1:-1]):
        return False
    if "and" in words and not rules.articles.isdisjoint(words[words.index("and") :]):
        return False
    if any(word == "to" and following in rules.purposes for word, following in pairwise(words)):
        return False
    return not any(word in _CLEAR_NOUNS and following[:1].isupper() for word, following in pairwise(words))


def _text(tokens: Sequence[Token], rules: Grammar) -> Found:
    yield from _quote(tokens, rules)
    if len(tokens) > _LONGEST_TEXT or any(token.kind == "quoted" for token in tokens):
        return
    if any(token.text in rules.never_named for token in tokens[1:]) or tokens[0].kind == "mark":
        return
    if not _is_a_text(tokens, rules):
        return
    cost = sum(3.0 if token.text in rules.leading_on or token.kind == "mark" else 1.0 for token in tokens)
    text = " ".join(token.text for token in tokens)
    yield quoted(text), cost + 1.0


def _is_a_text(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Not what is said of one (a valid email, the text below, it), and nothing that goes on to something else."""
    first = tokens[0].text
    if first == "all" and len(tokens) > 1:
        return False
    if first not in _BEGINNING_A_TEXT and any(
        first in words for words in (rules.leading_on, rules.articles, rules.never_in_names, rules.standing_for_others)
    ):
        return False
    if any(token.kind == "mark" and token.low not in _MARKS_OF_A_TEXT for token in tokens):
        return False
    joined = pairwise(token.text for token in tokens)
    return not any(
        joint in ("and", "or", ",", "then") and (word in rules.purposes or word in rules.leading_on)
        for joint, word in joined
    )


def _address(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and _ADDRESS.fullmatch(tokens[0].value):
        value = tokens[0].value
        yield value if value.startswith(("http", "/")) else f"https://{value}", 0.0


def _path(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"https?://\S+|/\S*|\S+/\S+", tokens[0].value):
        yield quoted(tokens[0].value), 0.0


def _number(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and _NUMBER.fullmatch(tokens[0].text):
        yield tokens[0].text, 0.0


def _figure(tokens: Sequence[Token], rules: Grammar) -> Found:
    """An amount as it is written: 42.50, $5, 39,90 €."""
    text = " ".join(token.text for token in tokens)
    if (
        len(tokens) <= 2
        and tokens[0].kind == "word"
        and re.fullmatch(r"[-+]?[$€£¥]? ?\d[\d.,:]*(?: ?[%€$£]| [A-Z]{3})?", text)
    ):
        yield quoted(text), 0.0


def _word(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and tokens[0].text.isalpha():
        yield tokens[0].text, 1.0


def _variable(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"\{[^{}\s]+\}", tokens[0].text):
        yield tokens[0].text, 0.0


def _bare(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name without quotes."""
    for text, cost in _name(tokens, rules) if tokens[0].kind != "quoted" else ():
        if text[0] not in "\"'" and not _is_of_a_kind(tokens, rules):
            yield text, cost


def _proper(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that is written with a capital, or one that only quotes can hold."""
    for text, cost in _name(tokens, rules) if tokens[0].kind != "quoted" else ():
        if not text[0].islower() and not _is_of_a_kind(tokens, rules):
            yield text, cost


def _common(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _name(tokens, rules):
        if text[0].islower() and not _is_of_a_kind(tokens, rules) and tokens[0].text != "more":
            yield text, cost


def _is_of_a_kind(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether it ends with a noun for things of a kind, which is no part of a name: the Delete button, footer links."""
    return tokens[-1].text in rules.kinds or (len(tokens) > 1 and tokens[-1].text in _CLEAR_NOUNS)


def _deed_name(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What a button does, in lower case: the add to cart button."""
    words = [token.text for token in tokens]
    if not 1 < len(words) <= _LONGEST_NAME or words[0] not in rules.purposes or words[0] in rules.leading_on:
        return
    if words[1] not in _AFTER_A_DEED or any(word in rules.never_named or not word.isalpha() for word in words):
        return
    if any(word in rules.never_in_names or word in _CLEAR_NOUNS for word in words):
        return
    yield quoted(" ".join(words)), 3.0 + len(words)


def _title(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that begins with a capital or a number."""
    if not tokens[0].text[:1].islower():
        yield from _proper(tokens, rules)


def _thing_alone(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Without an article: of several words, none of which begins something to do."""
    if len(tokens) == 1 or tokens[0].text not in rules.purposes:
        yield from _common(tokens, rules)


def _ordinal(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1:
        for number, end in ordinal(tokens[0].text, 0):
            if end == len(tokens[0].text):
                yield position(number), 0.0
        if tokens[0].text in _ORDINALS:
            yield position(_ORDINALS.index(tokens[0].text) + 1), 0.0


def _rank(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Its number for its position: row 3, row #3."""
    if len(tokens) == 1 and (found := re.fullmatch(r"#?(\d{1,3})", tokens[0].text)) and int(found[1]):
        yield position(int(found[1])), 0.0


def _sort(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What sort of thing a quote names, in the words of the page: the user "Bob"."""
    words = [token.text for token in tokens]
    if len(words) > _MOST_WORDS_OF_A_SORT or not all(word.isalpha() and word.islower() for word in words):
        return
    if any(word in rules.leading_on or word in rules.adverbs or word.endswith("ly") for word in words):
        return
    if words[-1] in _NO_SORTS:
        return
    if rules.never_in_names.isdisjoint(words) and rules.never_named.isdisjoint(words) and words[-1] not in rules.kinds:
        yield " ".join(words), 0.5 + 1.2 * len(words) + (1.0 if words[0] in rules.bases["ed"].values() else 0.0)


def _owner(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Whose it is: Eve's."""
    if len(tokens) == 1 and (found := re.fullmatch(r"([A-Z]\w+)['’]s", tokens[0].text)):
        yield found[1], 1.0


def _keeper(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and (found := re.fullmatch(r"([a-z]+)['’]s", tokens[0].text)):
        yield found[1], 1.0


def _plural(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Things of the page: orders, unread mails, people."""
    last = tokens[-1].text
    if (last.endswith("s") and not last.endswith("ss")) or last in _PLURALS:
        yield from (
            (text, cost) for text, cost in _name(tokens, rules) if text[0].islower() and tokens[0].text != "more"
        )


def _quality(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) <= _MOST_QUALITIES and all(token.text in _QUALITIES for token in tokens):
        yield " ".join(token.text for token in tokens), 0.3


def _count(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1:
        low = tokens[0].low
        if low.isdigit():
            yield low, 0.0
        elif low in _CARDINALS:
            yield str(_CARDINALS.index(low)), 0.0


def _duration(tokens: Sequence[Token], rules: Grammar) -> Found:
    found = _DURATION.fullmatch(" ".join(token.low for token in tokens)) if len(tokens) <= 2 else None
    if found is not None:
        number = float(found[1]) if found[1][0].isdigit() else float(_CARDINALS.index(found[1]))
        yield duration(number * _UNITS[found[2]]), 0.0


def _keys(tokens: Sequence[Token], rules: Grammar) -> Found:
    key = read_key(" ".join(token.value for token in tokens)) if len(tokens) <= 3 else None
    if key is not None:
        yield keys((key,)), 0.0


def _file(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.search(r"\.\w{2,5}$", tokens[0].value):
        yield quoted(tokens[0].value), 0.0


OPEN: dict[str, Callable[[Sequence[Token], Grammar], Found]] = {
    "quote": _quote,
    "name": _name,
    "text": _text,
    "address": _address,
    "path": _path,
    "number": _number,
    "figure": _figure,
    "word": _word,
    "variable": _variable,
    "bare": _bare,
    "proper": _proper,
    "common": _common,
    "ordinal": _ordinal,
    "rank": _rank,
    "deed_name": _deed_name,
    "title": _title,
    "thing_alone": _thing_alone,
    "sort": _sort,
    "owner": _owner,
    "keeper": _keeper,
    "plural": _plural,
    "quality": _quality,
    "count": _count,
    "duration": _duration,
    "keys": _keys,
    "file": _file,
}
LONGEST = {
    **dict.fromkeys(("quote", "number", "word", "variable", "address", "path", "ordinal", "owner", "keeper"), 1),
    **dict.fromkeys(("count", "file"), 1),
    **dict.fromkeys(("figure", "duration"), 2),
    **dict.fromkeys(("bare", "proper", "common", "title", "thing_alone", "plural"), _LONGEST_NAME + 1),
    "quality": _MOST_QUALITIES,
    "sort": _MOST_WORDS_OF_A_SORT,
}
"""How many words it takes at most; of others, any number."""
