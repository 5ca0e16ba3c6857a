"""No expression of the product needs much longer for a longer text, whatever that is made of.

Where the text is long it is cut before; four times the text may take sixteen times as long, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from qa_appliance.browser.find import literal
from qa_appliance.core.numbers import is_number
from qa_appliance.english.layout.cells import is_rule
from qa_appliance.english.layout.data import _HEADING
from qa_appliance.english.layout.lines import Line
from tests.core.expressions import expressions, pieces, seconds

_SHORT, _LENGTH = 25, 150
_AT_ONCE = 0.02  # seconds: an expression that tries all ways takes far longer even for what is short
_MEASURABLE, _LONG = 0.004, 0.3


@pytest.mark.slow
def test_no_expression_is_worse_than_quadratic() -> None:
    found = expressions()
    assert len(found) > 400
    assert {name: worst for name, (pattern, ways) in found.items() if (worst := _worst(pattern, ways))} == {}


@pytest.mark.parametrize("expression", ["(a+)+$", "(a*)*(a*)*(a*)*b", "a*a*a*a*b"])
def test_one_that_is_worse_is_found(expression: str) -> None:
    assert _worst(re.compile(expression), frozenset({"search"}))


def _worst(pattern: re.Pattern[Any], named: frozenset[str]) -> str:
    """A piece for which it is so."""
    ways, of = [getattr(pattern, name) for name in sorted(named)], type(pattern.pattern)
    for piece in pieces(pattern):
        if seconds(ways, of, piece, _SHORT) > _AT_ONCE < seconds(ways, of, piece, _SHORT):
            return piece
        if (once := seconds(ways, of, piece, _LENGTH)) > _LONG:
            return piece
        if seconds(ways, of, piece, 4 * _LENGTH) > _MEASURABLE:
            once = min(once, *(seconds(ways, of, piece, _LENGTH) for _ in range(2)))
            if min(seconds(ways, of, piece, 4 * _LENGTH) for _ in range(2)) > 40 * max(once, 1e-5):
                return piece
    return ""


ENTRIES: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "a number": (is_number, ("\u00a0", " ", ",", "'", ". ", "1")),
    "parts of a line": (literal._LINE_PARTS.split, ("\u00a0", " ", "  ", "- ")),
    "parts of a row": (literal._PARTS.split, ("\u00a0", " ", "( ", " (")),
    "what parts a table's head": (lambda text: is_rule(Line(text, 0, len(text))), ("-", " ", "--", ":-", "-- ", "|")),
    "the heading of data": (_HEADING.fullmatch, (" ", "*", "#", "* ", "test ", "\t")),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "texts"), ENTRIES.values(), ids=ENTRIES)
def test_what_texts_of_pages_and_tests_come_to_takes_four_times_as_long_for_four_times_the_text(
    entry: Callable[[str], object], texts: tuple[str, ...]
) -> None:
    for piece in texts:
        once, often = (min(seconds([entry], str, piece, length) for _ in range(3)) for length in (2_000, 8_000))
        assert often < 10 * max(once, 0.0005), piece
