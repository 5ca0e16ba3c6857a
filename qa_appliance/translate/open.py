"""What stands in a blank and is no row: quotes, names, texts, numbers, addresses, keys. Pure.

Each is answered as the test language writes it, with what it costs to take these words so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from qa_appliance.language.lexicon import QUALITIES, SHADES
from qa_appliance.language.parsing import ordinal
from msgspec.structs import replace

from qa_appliance.language.tokens import Token
from qa_appliance.language.values import read_key
from qa_appliance.language.words import WORD, Unsayable, duration, keys, plain, position, quoted
from qa_appliance.translate.grammar import Grammar

LOOSE = "\u2060"
"""Behind a text that is compared without regard to case; a mark of this room only."""
Found = Iterator[tuple[str, float]]
_LONGEST_NAME = 7
_LONGEST_TEXT = 14
_LONGEST_SLUG = 4
_VERBS = frozenset("is are was were isn't aren't doesn't does did do has have had should must that which who can could be been doesnt dont isnt arent wasnt".split())
_BEGINNING_A_CLAUSE = frozenset(
    "is are was were does do did has have there they then and or but so can will that after before given instead none "
    "nothing no each every while until unless both either neither".split()
)
_NO_NAME = frozenset("the a an this that these those of in on at to for with by from into".split())
"""In lower case no name begins with it: it stands before one."""
_WHOLE = frozenset("page screen site website app url there none nothing instead given after before".split())
_CLOSING = frozenset("first last twice once again there here too below above next".split())
_LONGEST_PLURAL = 3
_WITHIN_A_TEXT = frozenset({"of", "out", "to", "and"})
_NO_PAGE = frozenset(
    "same next previous right wrong current new first second third last whole entire top bottom url address page link "
    "site step end limit start".split()
)
"""Which page it is, is told by something else."""
_WITHIN_A_SLUG = frozenset("you us in up my".split())
_OF_WHO_TELLS = frozenset("see am have can should will must expect verify check click get find".split())
_ARTICLES = frozenset("the a an this that these those my your our his her their its".split())
_OF_A_TEXT = frozenset(
    "digits characters letters words times seconds minutes hours days weeks months years pixels percent stars points "
    "dollars euros pounds cents steps spaces symbols others ones lines errors warnings issues problems exceptions "
    "failures duplicates differences traces changes hits signs matches".split()
)
"""What texts, times and amounts consist of: no things one could count on a page."""
_TELLING = QUALITIES | frozenset("required mandatory optional empty new expired completed failing broken invalid valid".split())
_LOWER = re.compile(r"[a-z][a-z-]*")
_AMOUNT = re.compile(r"[-+−]?[$€£¥]? ?\d+(?:[.,:/-]\d+)*(?: ?[%€$£¥])?")
_PRICE = re.compile(r"\d+[.,]\d\d")
_DELTA = re.compile(r"[$€£¥]? ?(\d+(?:\.\d+)?)(?: ?[€$£¥])?")
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|/[^\s\"']*|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?")
_NUMBER = re.compile(r"\d+")
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
    if len(tokens) == 1 and tokens[0].kind == "quoted":
        try:
            yield quoted(tokens[0].value), 0.0
        except Unsayable:
            return


def _name(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A quote, or words that could be one: short, and with none among them that begins something else."""
    yield from _quote(tokens, rules)
    if len(tokens) > _LONGEST_NAME or any(token.kind != "word" or not WORD.fullmatch(token.text) for token in tokens):
        return
    if any(token.text in rules.never_named for token in tokens):
        return
    if not _is_knowable(tokens, rules):
        return
    cost = sum(3.0 if token.text in rules.leading_on else 1.0 if token.text[:1].isupper() else 1.2 for token in tokens)
    text = " ".join(token.text for token in tokens)
    yield text if plain(text) else quoted(text), cost + 0.5


def _is_knowable(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether what the words say could be what something is called, and no more than that."""
    if any(token.text in _VERBS or token.text.endswith(("n't", "n’t")) for token in tokens):
        return False
    if len(tokens) == 1 and tokens[0].text in (*_ORDINALS, "last"):
        return False
    if tokens[-1].text in ("one", "ones") or tokens[0].text in _NO_NAME or (len(tokens) == 1 and tokens[0].low in _WHOLE):
        return False
    if len(tokens) > 2 and tokens[0].low in ("number", "count", "amount") and tokens[1].text == "of":
        return False
    if len(tokens) > 1 and tokens[0].low in _ORDINALS and tokens[1].low in _CARDINALS:
        return False
    if len(tokens) > 1 and tokens[0].low in _BEGINNING_A_CLAUSE and not all(token.text[:1].isupper() for token in tokens):
        return False
    if len(tokens) > 1 and tokens[0].low in ("i", "we", "you", "they") and tokens[1].text in _OF_WHO_TELLS:
        return False
    if len(tokens) > 1 and tokens[0].text.isdigit() and all(token.text.islower() for token in tokens[1:]):
        return False
    if tokens[0].low in rules.never_first and not all(token.text[:1].isupper() for token in tokens):
        return False
    return not tokens[0].text[:1].islower() or not any(token.low in rules.never_in_common for token in tokens)


def _loose(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A text that stands there without quotes, with a capital: it is compared without regard to case."""
    first = tokens[0]
    if first.kind != "word" or not first.text[:1].isupper() or first.low in rules.leading_on | rules.never_named:
        return
    for _, cost in _name(tokens, rules):
        yield f"{quoted(' '.join(token.text for token in tokens))}{LOOSE}", cost


def _loose_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same with a capital or none, where nothing but a text can stand."""
    if all(token.kind == "word" for token in tokens) and tokens[0].low not in rules.leading_on:
        for text, cost in _text(tokens, rules):
            yield f"{text}{LOOSE}", cost


def _plain_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Words of a message as they are."""
    if len(tokens) <= _LONGEST_TEXT and all(token.kind == "word" for token in tokens):
        yield " ".join(token.text for token in tokens), 0.2 * len(tokens)


def _target_address(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Where a request goes to."""
    if len(tokens) == 1 and re.fullmatch(r"https?://\S+|/\S*|[\w-]+(?:\.[\w-]+)+(?:/\S*)?", tokens[0].value):
        yield tokens[0].value, 0.0


def _text(tokens: Sequence[Token], rules: Grammar) -> Found:
    yield from _quote(tokens, rules)
    if len(tokens) > _LONGEST_TEXT or any(token.kind == "quoted" for token in tokens):
        return
    if any(token.text in rules.never_named for token in tokens[1:]) or tokens[0].kind == "mark":
        return
    cost = sum(3.0 if token.text in rules.leading_on or token.kind == "mark" else 1.0 for token in tokens)
    text = " ".join(token.text for token in tokens)
    yield quoted(text), cost + 1.0


def _address(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and _ADDRESS.fullmatch(tokens[0].value):
        value = tokens[0].value
        yield value if value.startswith(("http", "/")) else f"https://{value}", 0.0


def _path(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"https?://\S+|/\S*|\S+/\S+", tokens[0].value):
        yield quoted(tokens[0].value), 0.0


def _route(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A path or a full address without quotes."""
    if tokens[0].kind == "word" and re.fullmatch(r"(?:https?://|/)\S*", tokens[0].text):
        yield f"{quoted(tokens[0].value)}{LOOSE}", 0.0


def _quoted_route(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].kind == "quoted" and re.fullmatch(r"(?:https?://|/)\S*", tokens[0].value):
        yield from _quote(tokens, rules)


def _query(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and re.fullmatch(r"[?&#][\w-]\S*", tokens[0].text):
        yield f"{quoted(tokens[0].text)}{LOOSE}", 0.0


def _local(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].text.startswith("/") and "?" not in tokens[0].text:
        yield from _route(tokens, rules)


def _quoted_local(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].value.startswith("/") and "?" not in tokens[0].value:
        yield from _quoted_route(tokens, rules)


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


def _piece(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A quote that holds something: nothing is contained in everything."""
    if tokens[0].value.strip():
        yield from _quote(tokens, rules)


def _amount(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A number as it stands there, or in quotes: 42.50, $5, 50 %."""
    text = " ".join(token.value for token in tokens)
    if len(tokens) <= 2 and _AMOUNT.fullmatch(text):
        yield quoted(text), 0.0


def _tally(tokens: Sequence[Token], rules: Grammar) -> Found:
    """How many there are: at least none is no number."""
    if tokens[0].low == "zero" and len(tokens) == 1:
        yield "0", 0.0
    elif tokens[0].low != "no":
        yield from _count(tokens, rules)


def _tag(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What something is marked as, which no state of an element is."""
    if tokens[0].low not in _TELLING:
        yield from _word(tokens, rules)


def _label(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What things of a kind are called, which is no number of them and tells nothing of their state."""
    if not any(token.low in _CARDINALS or token.low in _TELLING | {"and", "or"} or token.text.isdigit() for token in tokens):
        yield from _name(tokens, rules)


def _delta(tokens: Sequence[Token], rules: Grammar) -> Found:
    """By how much: 5.00 and $5 are 5."""
    found = _DELTA.fullmatch(" ".join(token.value for token in tokens)) if len(tokens) <= 2 else None
    if found is not None:
        yield _shortened(found[1]), 0.0
    elif len(tokens) == 1 and tokens[0].low in _CARDINALS[1:]:
        yield str(_CARDINALS.index(tokens[0].low)), 0.0


def _shortened(number: str) -> str:
    whole, dot, part = number.partition(".")
    return f"{whole}.{part}".rstrip("0").rstrip(".") if dot else whole


def _capital(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A text without quotes that begins with a capital or a digit, and with no word in it that could lead on."""
    if len(tokens) > _LONGEST_NAME or any(token.kind != "word" for token in tokens):
        return
    first = tokens[0].text[:1]
    if not (first.isupper() or first.isdigit()) or not tokens[-1].text[-1:].isalnum():
        return
    yield from _loosely(_of_words(tokens, rules))


def _wording(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A text without quotes in lower case, behind a word that says that one follows."""
    if len(tokens) <= _LONGEST_NAME and all(token.kind == "word" for token in tokens) and tokens[0].text[:1].islower():
        yield from _loosely(_of_words(tokens, rules))


def _code(tokens: Sequence[Token], rules: Grammar) -> Found:
    """One word that is plainly no word of a sentence: ann@x.test, report.pdf, a-12."""
    if len(tokens) == 1 and tokens[0].kind == "word" and re.fullmatch(r"[a-z][\w.+-]*(?:@[\w.-]+|\.[a-z]{2,5}|-\d+|\d+)", tokens[0].text):
        yield f"{quoted(tokens[0].text)}{LOOSE}", 0.2


def _owner(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Whose something is: Alice's as Alice."""
    if tokens[-1].kind == "word" and tokens[-1].text.endswith(("'s", "’s")) and tokens[-1].text[:-2]:
        last = replace(tokens[-1], text=tokens[-1].text[:-2], low=tokens[-1].low[:-2], value=tokens[-1].value[:-2])
        for text, cost in _name((*tokens[:-1], last), rules):
            yield text if not text[0].islower() else f"the {text}", cost


def _numbered(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same with a figure in it: step 2 of 4."""
    if any(token.text.isdigit() for token in tokens):
        yield from _wording(tokens, rules)


def _column(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What things are sorted by, without quotes."""
    if len(tokens) <= _LONGEST_NAME and all(token.kind == "word" for token in tokens):
        yield from _of_words(tokens, rules)


def _of_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    refused = rules.never_named | rules.adverbs | (rules.leading_on - _WITHIN_A_TEXT)
    lows = [token.low if at == 0 else token.text for at, token in enumerate(tokens)]
    if (tokens[0].text in rules.leading_on or any(low in refused for low in lows[1:]) or lows[0] in rules.never_named
            or lows[-1] in _WITHIN_A_TEXT - {"out"}):
        return
    if lows[0] in _ARTICLES or lows[0] == "number" or lows[-1] in _CLOSING or (len(tokens) > 1 and _PRICE.fullmatch(lows[-1])):
        return
    following = zip(tokens, tokens[1:], strict=False)
    if any(token.text == "and" and not after.text[:1].isupper() for token, after in following):
        return
    cost = sum(1.0 if token.text[:1].isupper() else 1.2 for token in tokens)
    yield quoted(" ".join(token.text for token in tokens)), cost + 0.5


def _loosely(found: Found) -> Found:
    for text, cost in found:
        yield f"{text}{LOOSE}", cost


def _slug(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What a page is called, as its address has it: Thank you as thank-you."""
    if len(tokens) == 1 and tokens[0].kind == "quoted":
        words = tokens[0].value.lower().split()
    elif len(tokens) <= _LONGEST_SLUG and all(token.kind == "word" for token in tokens):
        words = [token.text.lower() for token in tokens]
        refused = (rules.leading_on | rules.never_named | rules.adverbs) - _WITHIN_A_SLUG
        if any(word in refused for word in words) or words[0] in _WITHIN_A_SLUG - {"my"}:
            return
    else:
        return
    name = "-".join(words)
    if words[0] in rules.never_first | _NO_PAGE or words[-1] in _NO_PAGE:
        return
    if re.fullmatch(r"[a-z]+(?:-[a-z]+)*", name):
        yield name, 0.0 if tokens[0].kind == "quoted" else 0.5 + len(tokens)


def _plural(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Things of a kind that no row knows: orders, unread mails."""
    if len(tokens) <= _LONGEST_PLURAL and all(token.kind == "word" and _LOWER.fullmatch(token.text) for token in tokens):
        refused = rules.leading_on | rules.never_named | rules.never_first | rules.adverbs | QUALITIES | {*_CARDINALS}
        last = tokens[-1].text
        if last in _OF_A_TEXT:
            return
        if last.endswith("s") and not last.endswith(("ss", "us", "is")) and not any(token.text in refused for token in tokens):
            yield " ".join(token.text for token in tokens), 0.5 + 1.2 * len(tokens)


def _word(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and tokens[0].text.isalpha():
        yield tokens[0].text, 1.0


def _variable(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"\{[^{}\s]+\}", tokens[0].text):
        yield tokens[0].text, 0.0


def _bare(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name without quotes."""
    for text, cost in _name(tokens, rules) if tokens[0].kind != "quoted" else ():
        if text[0] not in "\"'":
            yield text, cost


def _proper(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that is written with a capital, or one that only quotes can hold."""
    for text, cost in _name(tokens, rules) if tokens[0].kind != "quoted" else ():
        if not text[0].islower():
            yield text, cost


def _common(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _name(tokens, rules):
        if text[0].islower():
            yield text, cost


def _ordinal(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1:
        for number, end in ordinal(tokens[0].low, 0):
            if end == len(tokens[0].low):
                yield position(number), 0.0
        if tokens[0].low in _ORDINALS:
            yield position(_ORDINALS.index(tokens[0].low) + 1), 0.0


def _quality(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) <= 2 and all(token.low in QUALITIES | SHADES for token in tokens):
        yield " ".join(token.low for token in tokens), 0.3


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
    "loose": _loose,
    "loose_words": _loose_words,
    "plain_words": _plain_words,
    "target_address": _target_address,
    "name": _name,
    "text": _text,
    "address": _address,
    "path": _path,
    "number": _number,
    "figure": _figure,
    "word": _word,
    "route": _route,
    "quoted_route": _quoted_route,
    "piece": _piece,
    "amount": _amount,
    "delta": _delta,
    "tally": _tally,
    "label": _label,
    "tag": _tag,
    "simple_plural": lambda tokens, rules: _plural(tokens, rules) if len(tokens) == 1 else iter(()),
    "capital": _capital,
    "numbered": _numbered,
    "code": _code,
    "owner": _owner,
    "column_name": _column,
    "local": _local,
    "query": _query,
    "quoted_local": _quoted_local,
    "wording": _wording,
    "slug": _slug,
    "plural": _plural,
    "variable": _variable,
    "bare": _bare,
    "proper": _proper,
    "common": _common,
    "ordinal": _ordinal,
    "quality": _quality,
    "count": _count,
    "duration": _duration,
    "keys": _keys,
    "file": _file,
}
