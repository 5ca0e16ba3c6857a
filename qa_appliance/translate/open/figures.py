"""Numbers, positions, amounts, times and sizes. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from qa_appliance.language.lexicon import QUALITIES, SHADES
from qa_appliance.language.parsing import ordinal
from qa_appliance.language.tokens import Token
from qa_appliance.language.values import NUMBERS
from qa_appliance.language.words import duration, position, quoted
from qa_appliance.translate.open.number_words import CARDINALS, DURATION, ORDINALS, UNITS
from qa_appliance.translate.rules import Category, Found, Grammar

MOST_QUALITIES = 3
_QUALITIES = QUALITIES | SHADES
_DEGREES = re.compile(r"-?\d+(?:\.\d+)?")
_AMOUNT = re.compile(r"[-+−]?[$€£¥]? ?\d+(?:[.,:/-]\d+)*(?: ?[%€$£¥])?")
_DELTA = re.compile(r"[$€£¥]? ?(\d+(?:\.\d+)?)(?: ?[€$£¥])?")
_NUMBER = re.compile(r"\d+")
_LONGEST_JOINED = 3
_OFTEN = 100
_MOST_TIMES = 50


def _ordinal(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1:
        for number, end in ordinal(tokens[0].text, 0):
            if end == len(tokens[0].text):
                yield position(number), 0.0
        if tokens[0].text in ORDINALS:
            yield position(ORDINALS.index(tokens[0].text) + 1), 0.0


def _rank(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Its number for its position: row 3, row #3."""
    if len(tokens) == 1 and (found := re.fullmatch(r"#?(\d{1,3})", tokens[0].text)) and int(found[1]):
        yield position(int(found[1])), 0.0


def counted(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1:
        low = tokens[0].low
        if low.isdigit():
            yield low, 0.0
        elif low == "no" or low in NUMBERS:
            yield str(NUMBERS.get(low, 0)), 0.0


def _paged_number(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Before what has so many pages: 3-page, two-page."""
    number, dash, noun = tokens[0].low.partition("-")
    if len(tokens) == 1 and dash and noun in ("page", "paged"):
        count = int(number) if number.isdigit() else NUMBERS.get(number, 0)
        if count:
            yield str(count), 0.0


def _few(tokens: Sequence[Token], rules: Grammar) -> Found:
    """How often something may be done."""
    for number, cost in counted(tokens, rules):
        if 0 < int(number) <= _OFTEN:
            yield number, cost


def _times_count(tokens: Sequence[Token], rules: Grammar) -> Found:
    for count, cost in counted(tokens, rules):
        if 1 < int(count) <= _MOST_TIMES:
            yield count, cost


def _tally(tokens: Sequence[Token], rules: Grammar) -> Found:
    """How many there are: at least none is no number."""
    if tokens[0].low == "zero" and len(tokens) == 1:
        yield "0", 0.0
    elif tokens[0].low != "no":
        yield from counted(tokens, rules)


def _number(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and _NUMBER.fullmatch(tokens[0].text):
        yield tokens[0].text, 0.0


def _amount(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A number as it stands there, or in quotes: 42.50, $5, 50 %."""
    text = " ".join(token.value for token in tokens)
    if len(tokens) <= 2 and _AMOUNT.fullmatch(text):
        yield quoted(text), 0.0


def _delta(tokens: Sequence[Token], rules: Grammar) -> Found:
    """By how much: 5.00 and $5 are 5."""
    found = _DELTA.fullmatch(" ".join(token.value for token in tokens)) if len(tokens) <= 2 else None
    if found is not None:
        yield _shortened(found[1]), 0.0
    elif len(tokens) == 1 and tokens[0].low in CARDINALS[1:]:
        yield str(CARDINALS.index(tokens[0].low)), 0.0


def _shortened(number: str) -> str:
    whole, dot, part = number.partition(".")
    return f"{whole}.{part}".rstrip("0").rstrip(".") if dot else whole


def _duration(tokens: Sequence[Token], rules: Grammar) -> Found:
    found = DURATION.fullmatch(" ".join(token.low for token in tokens)) if len(tokens) <= 2 else None
    if found is not None:
        number = float(found[1]) if found[1][0].isdigit() else float(NUMBERS[found[1]])
        yield duration(number * UNITS[found[2]]), 0.0


def _quality(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) <= MOST_QUALITIES and all(token.text in _QUALITIES for token in tokens):
        yield " ".join(token.text for token in tokens), 0.3


def _coordinates(tokens: Sequence[Token], rules: Grammar) -> Found:
    """ "52.52, 13.405"."""
    if len(tokens) == 3 and tokens[1].text == "," and all(_DEGREES.fullmatch(tokens[at].text) for at in (0, 2)):
        yield f"{tokens[0].text}, {tokens[2].text}", 0.0


def _joined(pattern: str) -> Callable[[Sequence[Token], Grammar], Found]:
    """Words without blanks between them, or with those that stand there, that one regular expression fits."""
    compiled = re.compile(pattern)

    def found(tokens: Sequence[Token], rules: Grammar) -> Found:
        if len(tokens) > _LONGEST_JOINED or any(token.kind == "quoted" for token in tokens):
            return
        match = compiled.fullmatch(" ".join(token.text for token in tokens))
        if match is not None:
            yield match[0], 0.0

    return found


FIGURES: dict[str, Category] = {
    "ordinal": _ordinal,
    "rank": _rank,
    "count": counted,
    "paged_number": _paged_number,
    "few": _few,
    "times_count": _times_count,
    "tally": _tally,
    "number": _number,
    "amount": _amount,
    "delta": _delta,
    "duration": _duration,
    "quality": _quality,
    "coordinates": _coordinates,
    "moment": _joined(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d)?"),
    "decimal": _joined(r"-?\d+(?:\.\d+)?"),
    "extent": _joined(r"\d{2,5}x\d{2,5}"),
}
