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
_MEASURABLE = 0.004


@pytest.mark.slow
def test_no_expression_is_worse_than_quadratic() -> None:
    found = expressions()
    assert len(found) > 400
    assert {name: worst for name, pattern in found.items() if (worst := _worst(pattern))} == {}


@pytest.mark.parametrize("expression", ["(a+)+$", r"(\w| a)*b", "(a*)*(a*)*(a*)*b", "a*a*a*a*b"])
def test_one_that_is_worse_is_found(expression: str) -> None:
    assert _worst(re.compile(expression))


def _worst(pattern: re.Pattern[Any]) -> str:
    """A piece for which it is so."""
    for piece in pieces(pattern):
        if seconds(pattern, piece, _SHORT) > _AT_ONCE < seconds(pattern, piece, _SHORT):
            return piece
        if seconds(pattern, piece, 4 * _LENGTH) > _MEASURABLE:
            once = min(seconds(pattern, piece, _LENGTH) for _ in range(3))
            if min(seconds(pattern, piece, 4 * _LENGTH) for _ in range(3)) > 40 * max(once, 1e-5):
                return piece
    return ""


ENTRIES: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "a number": (is_number, ("\u00a0", " ", ",", "'", ". ", "1")),
    "parts of a line": (literal._LINE_PARTS.split, ("\u00a0", " ", "  ", "- ")),
    "parts of a row": (literal._PARTS.split, ("\u00a0", " ", "( ", " (")),
    "what parts a table's head": (lambda text: is_rule(Line(text, 0, len(text))), ("-", " ", "--", ":-", "-- ", "|")),
    "the heading of data": (_HEADING.fullmatch, (" ", "*", "#", "* ", "test ", "\t")),
}  # fmt: skip


@pytest.mark.parametrize(("door", "texts"), ENTRIES.values(), ids=ENTRIES)
def test_what_texts_of_pages_and_tests_come_to_takes_four_times_as_long_for_four_times_the_text(
    entry: Callable[[str], object], texts: tuple[str, ...]
) -> None:
    for piece in texts:
        once, often = (min(_through(entry, piece, length) for _ in range(3)) for length in (2_000, 8_000))
        assert often < 10 * max(once, 0.0005), piece


def _through(entry: Callable[[str], object], piece: str, length: int) -> float:
    class Way:
        pattern, search, fullmatch = "", staticmethod(entry), staticmethod(entry)

    return seconds(Way, piece, length)  # type: ignore[arg-type]
