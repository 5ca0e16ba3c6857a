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
_LONGEST_NAME = 7
_LONGEST_TEXT = 14
_FIRST_OF_NAMES = frozenset({"first", "second", "last", "next"})
_TWO_IN_ONE = 3.0
"""What a known name with an "and" in it costs at most."""
_MARKS_OF_VALUES = frozenset(",&-/!?+'*%#@=")
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|/[^\s\"']*|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?")
_NUMBER = re.compile(r"\d+")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_CODE = re.compile(rf"(?i:[-+]?[$€£¥]? ?[^\s,;:()\"']*(?:[,:/][^\s,;:()\"']+)*(?: ?[%€$£])?|\d+(?:st|nd|rd|th)?\.? {_MONTH}(?:,? \d{{4}})?|{_MONTH} \d+(?:st|nd|rd|th)?(?:,? \d{{4}})?)")
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
    if len(tokens) == 1 and tokens[0].kind == "quoted" and not _to_be_filled(tokens[0], rules):
        try:
            yield quoted(tokens[0].value), 0.0
        except Unsayable:
            return


def _to_be_filled(token: Token, rules: Grammar) -> bool:
    """[your name], [data-testid=submit]: no text that stands there."""
    return token.text[0] == "[" and ("=" in token.value or _of_class("telling", token.value.split(" ")[0], rules))


def _name(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A quote, or words that could be one: short, and with none among them that begins something else."""
    yield from _quote(tokens, rules)
    if len(tokens) > _LONGEST_NAME or any(token.kind != "word" or not WORD.fullmatch(token.text) for token in tokens):
        return
    if any(token.text in rules.never_named for token in tokens) or _goes_on(tokens, rules):
        return
    known = rules.groups.get("one_name", []) if any(token.low in ("and", "of", "&") for token in tokens) else []
    joined = f" {' '.join(token.low for token in tokens)} "
    leading_on = frozenset() if any(f" {' '.join(form)} " in joined for form, _ in known) else rules.leading_on
    cost = sum(3.0 if token.text in leading_on else 1.0 if token.text[:1].isupper() else 1.2 for token in tokens)
    text = " ".join(token.text for token in tokens)
    yield text if plain(text) else quoted(text), cost + 0.5


def _text(tokens: Sequence[Token], rules: Grammar) -> Found:
    yield from _quote(tokens, rules)
    if len(tokens) > _LONGEST_TEXT or any(token.kind == "quoted" for token in tokens):
        return
    if any(token.text in rules.never_named for token in tokens[1:]) or tokens[0].kind == "mark":
        return
    if _goes_on(tokens, rules):
        return
    cost = sum(3.0 if token.text in rules.leading_on or token.kind == "mark" else 1.0 for token in tokens)
    yield quoted(_as_written(tokens)), cost + 1.0


def _as_written(tokens: Sequence[Token]) -> str:
    """With a blank only where one was written."""
    text = tokens[0].text
    for before, token in pairwise(tokens):
        text += f" {token.text}" if token.start > before.end else token.text
    return text


def _goes_on(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether within it something else begins to be done: "Name and press Enter"."""
    verbs = rules.bases[""]
    return any(
        before.low in ("and", ",", "then", ";", ".") and token.text in verbs and token.text not in rules.leading_on
        for before, token in pairwise(tokens)
    )


def _begins(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether it begins as what is done does: press enter."""
    first = tokens[0].text
    return len(tokens) > 1 and first in rules.bases[""] and first not in rules.leading_on


def _of_class(name: str, words: str, rules: Grammar) -> bool:
    form = tuple(words.split())
    return bool(form) and any(form == each for each, _ in rules.by_first.get((name, form[0]), ()))


def _given(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A value that stands there itself: in quotes, or in words that do not merely tell of one (a valid email)."""
    yield from _quote(tokens, rules)
    yield from _code(tokens, rules)
    if len(tokens) > _LONGEST_TEXT or tokens[0].kind == "mark" or any(token.kind == "quoted" for token in tokens):
        return
    texts = [token.text for token in tokens]
    if any(token.kind == "mark" and token.text not in _MARKS_OF_VALUES for token in tokens):
        return
    if not rules.never_named.isdisjoint(texts) or _goes_on(tokens, rules) or _begins(tokens, rules):
        return
    if _of_class("stated", " ".join(texts).lower(), rules):
        yield quoted(_as_written(tokens)), 1.5
        return
    if _of_class("telling", texts[0], rules) or _of_class("described", texts[0], rules):
        return
    if any(_of_class("never_given", text, rules) for text in texts):
        return
    if _of_class("field_word", texts[-1], rules):
        return
    cost = sum(3.0 if token.text in rules.leading_on or token.kind == "mark" else 1.0 for token in tokens)
    yield quoted(_as_written(tokens)), cost + 1.0


def _code(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What by its looks is a value and no name: an amount, a date, an address of mail, a code."""
    text = _as_written(tokens)
    if tokens[0].kind == "quoted":
        if len(tokens) == 1 and re.search(r"\d|@", tokens[0].value):
            yield quoted(tokens[0].value), 0.0
    elif _CODE.fullmatch(text) and re.search(r"[\d@{]|\w_\w", text):
        yield quoted(text), 0.2 * len(tokens)


def _fieldname(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that a field can have; cheaper where its last word often is a field's."""
    if tokens[0].kind == "quoted":
        yield from _quote(tokens, rules)
        return
    texts = [token.text for token in tokens]
    known = _of_class("field_word", tokens[-1].low, rules)
    telling = _of_class("telling", texts[0], rules) and not (known and len(texts) > 1 and texts[0] in _FIRST_OF_NAMES)
    if telling or texts[-1] in rules.leading_on or _goes_on(tokens, rules):
        return
    if any(_of_class("within_no_field", text, rules) for text in texts):
        return
    if _of_class("no_label", texts[0].lower(), rules) or (_of_class("no_first", texts[0].lower(), rules) and not known):
        return
    if all(text.isdigit() for text in texts) or (_begins(tokens, rules) and not known):
        return
    for text, cost in _name(tokens, rules):
        yield text, cost * (0.6 if known else 1.0)


def _fieldthing(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name by itself, with its article: that of nothing but a field."""
    texts = [token.text for token in tokens]
    if tokens[0].kind == "quoted" or _of_class("no_field", texts[-1], rules):
        return
    if len(texts) == 1 and _of_class("vague", texts[0], rules):
        return
    for text, cost in _fieldname(tokens, rules):
        yield f"the {text}" if text[0].islower() else text, cost


def _knownfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].kind != "quoted" and _of_class("field_word", tokens[-1].low, rules):
        for text, cost in _fieldthing(tokens, rules):
            if " and " not in text or cost < _TWO_IN_ONE:
                yield text, cost


def _unquoted_field(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Its name, which quotes are put around."""
    for text, cost in _fieldname(tokens, rules) if tokens[0].kind != "quoted" else ():
        yield text.strip('"'), cost


def _known_common(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _knownfield(tokens, rules):
        if text.startswith("the "):
            yield text, cost


def _knownproper(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _knownfield(tokens, rules):
        if not text.startswith("the "):
            yield text, cost


def _properfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _fieldthing(tokens, rules):
        if not text.startswith("the "):
            yield text, cost


def _labelfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Before a colon: no word that tells what is shown (Total: 5)."""
    if not _of_class("told", tokens[-1].low, rules):
        yield from _properfield(tokens, rules)


def _lowword(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].text.isalpha() and tokens[0].text.islower():
        if not _of_class("telling", tokens[0].text, rules) and not _of_class("described", tokens[0].text, rules):
            yield quoted(tokens[0].text), 1.0


def _goods(tokens: Sequence[Token], rules: Grammar) -> Found:
    if not (len(tokens) > 1 and tokens[0].text.isdigit()):
        yield from _given(tokens, rules)


def _commonfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _fieldthing(tokens, rules):
        if text.startswith("the "):
            yield text, cost


def _kept(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What something is remembered as: {total}, "total", total."""
    for text, cost in _kept_name(tokens, rules):
        yield f"{{{text}}}", cost
    if tokens[0].kind == "quoted" and len(tokens) == 1 and re.fullmatch(r"[\w ]+", tokens[0].value):
        yield f"{{{tokens[0].value}}}", 0.0
    elif len(tokens) <= 4 and all(re.fullmatch(r"\w+", token.text) and not token.text.isupper() for token in tokens):
        begin = 1 if tokens[0].low in ("the", "a") and len(tokens) > 1 else 0
        yield f"{{{' '.join(token.text for token in tokens[begin:])}}}", 1.0 * len(tokens)


def _kept_name(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and (found := re.fullmatch(r"\{([^{}]+)\}", tokens[0].text)):
        yield found[1], 0.0


def _slashed(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Who logs in and the password, in one word: admin/admin123."""
    found = re.fullmatch(r"([\w.@+-]+)/([^\s/]+)", tokens[0].text) if len(tokens) == 1 else None
    if found is not None and not rules.leading_on.issuperset(found.groups()):
        yield f"{quoted(found[1])} with password {quoted(found[2])}", 0.0


def _properword(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Words with capitals, or a word with signs in it. Two with an "and" between could be one: Bed and Breakfast."""
    yield from _code(tokens, rules)
    if len(tokens) > 4 or any(token.kind != "word" for token in tokens):
        return
    if _of_class("field_word", tokens[-1].low, rules) or not (tokens[0].text[:1].isupper() and tokens[-1].text[:1].isupper()):
        return
    joints = [token for token in tokens if not token.text[:1].isupper()]
    if any(token.text not in ("and", "of", "the", "&") for token in joints):
        return
    known = any(" ".join(form) == " ".join(token.low for token in tokens) for form, _ in rules.groups["one_name"])
    apart = 0.0 if known else sum(5.0 if token.text == "and" else 0.0 for token in joints)
    yield quoted(_as_written(tokens)), 1.0 * (len(tokens) - len(joints)) + apart


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
    if len(tokens) == 1 and not tokens[0].text[:1].isupper():
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
    "name": _name,
    "text": _text,
    "given": _given,
    "code": _code,
    "fieldname": _fieldname,
    "knownfield": _knownfield,
    "fieldthing": _fieldthing,
    "commonfield": _commonfield,
    "properword": _properword,
    "slashed": _slashed,
    "known_common": _known_common,
    "unquoted_field": _unquoted_field,
    "knownproper": _knownproper,
    "properfield": _properfield,
    "labelfield": _labelfield,
    "lowword": _lowword,
    "goods": _goods,
    "kept": _kept,
    "kept_name": _kept_name,
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
    "quality": _quality,
    "count": _count,
    "duration": _duration,
    "keys": _keys,
    "file": _file,
}
