"""Comparing what a page says with what a test expects: texts, and numbers in the page's own notation. Pure."""

from __future__ import annotations

import re

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.core.checks import Comparison
from qa_appliance.core.numbers import measured, only_measure
from qa_appliance.core.texts import plain
from qa_appliance.patterns import Unreadable, fits
from qa_appliance.steps.base.comparisons import DENIED_THERE, IN_CASE_ONLY, ORDERED, Compared
from qa_appliance.steps.base.typed import read_date
from qa_appliance.steps.base.whole_words import affirmed_in, begins_with, ends_with, is_denial_of, occurs_in, stands_in


def compare(seen: str, comparison: Comparison, expected: str, *, any_case: bool = False) -> Compared:
    """Texts by what a person reads of them, in their case; numbers as numbers where the test expects one.

    A text may contain a part of a word, but no part of a number. What differs in case only is neither the same nor
    another, unless `any_case` is said to do, as it is of a state in words of one's own: there “Not in stock” denies it.
    """
    left, right = plain(seen), plain(expected)
    if comparison in ORDERED:
        return Compared(_ordered(left, comparison, right))
    if comparison == "matches":
        return Compared(_fits(squeeze(seen), expected))
    if _compare_text(left, comparison, right):
        return Compared(True)
    if comparison in _OF_ONE_NUMBER and _same_number(left, right):
        return Compared(True, f"compared as numbers: {left}")
    if comparison == "equals" and _same_day(left, right):
        return Compared(True, f"compared as dates: {left}")
    loosely = "shows" if comparison == "contains" else comparison  # "Inactive" contains "active", but no "Active"
    if _compare_text(left.casefold(), loosely, right.casefold()):
        return Compared(True, "differs in case only") if any_case else Compared(False, doubt=IN_CASE_ONLY)
    if comparison == "shows" and stands_in(right.casefold(), left.casefold()):
        denied = any_case or is_denial_of(right.casefold(), left.casefold())  # the page itself says that it is not so
        return Compared(False, doubt="" if denied else DENIED_THERE)
    return Compared(False)


_OF_ONE_NUMBER = frozenset({"equals", "shows", "contains"})
"""What says only a number contains it, however it is written: “60.00” shows 60."""


def _compare_text(left: str, comparison: Comparison, right: str) -> bool:
    match comparison:
        case "contains":
            return not right or occurs_in(right, left)
        case "shows":
            return affirmed_in(right, left)
        case "starts_with":
            return begins_with(right, left)
        case "ends_with":
            return ends_with(right, left)
        case _:
            return left == right


def _same_number(left: str, right: str) -> bool:
    """Sign, unit and decimals as they were asked for; a whole number may be written with decimals or groups."""
    wanted, there = measured(right), measured(left)
    if wanted is None or there is None or (wanted.unit and wanted.unit != there.unit):
        return False
    if (wanted.sign or there.sign == "-") and wanted.sign != there.sign:
        return False
    if wanted.decimals and wanted.decimals != there.decimals:
        return False
    return any(a == b for a in wanted.readings[: 1 if wanted.decimals else None] for b in there.readings)


def _same_day(left: str, right: str) -> bool:
    """Written otherwise, each with its year and nothing else; not 05/06/2026, which may be two days."""
    if not (_DAY.fullmatch(left) and _DAY.fullmatch(right)):
        return False
    day = read_date(left)
    return day is not None and day == read_date(right)


_DAY = re.compile(
    r"(?:[a-z]{3,9}\.?,? )?"
    r"(?:\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?[a-z]{3,9}\.?,? |[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? )\d{4}"
    r"|\d{4}-\d\d-\d\d",
    re.IGNORECASE,
)


def _ordered(left: str, comparison: Comparison, right: str) -> bool:
    day, limit = read_date(left), read_date(right)
    if day is not None and limit is not None:
        return _in_order(day.toordinal(), comparison, limit.toordinal())
    if _BELOW_ZERO.search(left):
        return False  # (€20.00), as in books: below zero
    there, wanted = only_measure(left), only_measure(right)
    if there is None or wanted is None or (wanted.unit and there.unit and wanted.unit != there.unit):
        return False
    return _in_order(there.readings[0], comparison, wanted.readings[0])


_BELOW_ZERO = re.compile(r"\(\s*[€$£¥]?\s*\d[\d.,]*\s*[€$£¥]?\s*\)$")


def _in_order(left: float, comparison: Comparison, right: float) -> bool:
    match comparison:
        case "more":
            return left > right
        case "at_least":
            return left >= right
        case "less":
            return left < right
        case "at_most":
            return left <= right
        case _:
            return left == right


def compare_count(count: int, comparison: Comparison, expected: int) -> bool:
    return _in_order(count, comparison, expected)


def _fits(text: str, pattern: str) -> bool:
    """Raises Failed, so that neither the check nor its denial holds, where it cannot be told."""
    try:
        return fits(text, pattern)
    except Unreadable as problem:
        raise fail("unsupported", str(problem), expected=f"“{pattern}”") from problem
