"""Comparing what a page says with what a test expects: texts, and numbers in the page's own notation. Pure."""

from __future__ import annotations

import re

from msgspec import Struct

from qa_appliance.browser.ranking_words import squeeze
from qa_appliance.core.checks import Comparison
from qa_appliance.steps.typed import read_date

_NUMBER = re.compile(r"[-−+]?(?:\d{1,3}(?:[ \u00a0\u202f.,'’]\d{3})+|\d+)(?:[.,]\d+)?")
_ONLY_NUMBER = re.compile(r"^[^\w\d]*(?:[A-Z]{3}\s*)?[-−+]?[\d.,'’ \u00a0\u202f]*\d[^\w\d]*(?:[A-Za-z]{1,3})?[^\w\d]*$")
_SIGN_BEFORE_CURRENCY = re.compile(r"(?<![\w\d)])([-−+])([€$£¥]\s?)(?=\d)")
_WORDS = {
    "equals": "is", "contains": "contains", "starts_with": "starts with", "ends_with": "ends with",
    "matches": "matches", "more": "is more than", "at_least": "is at least", "less": "is less than",
    "at_most": "is at most",
}  # fmt: skip
INFINITIVES = {"contains": "contain", "starts_with": "start with", "ends_with": "end with", "matches": "match"}
ORDERED = frozenset({"more", "at_least", "less", "at_most"})


class Compared(Struct, frozen=True):
    """`note` is there when the comparison was generous: "differs in case only"."""

    holds: bool
    note: str = ""


def said(comparison: Comparison) -> str:
    """The comparison as a verb: "is more than"."""
    return _WORDS[comparison]


def compare(seen: str, comparison: Comparison, expected: str) -> Compared:
    """Texts without regard to white space; exact case first. Numbers as numbers where the test expects one."""
    left, right = squeeze(seen), squeeze(expected)
    if comparison in ORDERED:
        return Compared(_ordered(left, comparison, right))
    if comparison == "matches":
        return Compared(_matches(left, expected))
    if _compare_text(left, comparison, right):
        return Compared(True)
    if comparison == "equals" and _same_number(left, right):
        return Compared(True, f"compared as numbers: {left}")
    if _compare_text(left.casefold(), comparison, right.casefold()):
        return Compared(True, "differs in case only")
    return Compared(False)


def readings(number: str) -> tuple[float, ...]:
    """What a number as written may mean: "1.299" is 1.299 or 1299. The likelier one first."""
    text = re.sub(r"[\s\u00a0\u202f'’]", "", number.replace("−", "-"))
    dots, commas = text.count("."), text.count(",")
    if dots and commas:
        decimal = "." if text.rfind(".") > text.rfind(",") else ","
        other = "," if decimal == "." else "."
        return (float(text.replace(other, "").replace(decimal, ".")),)
    mark = "." if dots else "," if commas else ""
    if not mark:
        return (float(text),)
    if text.count(mark) > 1:
        return (float(text.replace(mark, "")),)
    grouped = len(text) - text.rfind(mark) - 1 == 3
    decimal_reading, group_reading = float(text.replace(mark, ".")), float(text.replace(mark, ""))
    if not grouped:
        return (decimal_reading,)
    return (group_reading, decimal_reading) if mark == "," else (decimal_reading, group_reading)


def numbers_in(text: str) -> list[tuple[float, ...]]:
    """Every number of a text with its readings; "−€9.80" is negative."""
    return [readings(found[0]) for found in _NUMBER.finditer(_SIGN_BEFORE_CURRENCY.sub(r"\2\1", text))]


def is_number(text: str) -> bool:
    """Whether the text is one number with at most a currency or unit: $39.90 · 42 % · 1.299,00 EUR."""
    return bool(_ONLY_NUMBER.match(text)) and len(numbers_in(text)) == 1


def _compare_text(left: str, comparison: Comparison, right: str) -> bool:
    match comparison:
        case "contains":
            return right in left
        case "starts_with":
            return left.startswith(right)
        case "ends_with":
            return left.endswith(right)
        case _:
            return left == right


def _same_number(left: str, right: str) -> bool:
    if not is_number(right):
        return False
    wanted, there = numbers_in(right)[0], numbers_in(left)
    if len(there) != 1 or (_unit(right) and _unit(right) != _unit(left)):
        return False
    return any(a == b for a in wanted for b in there[0])


def _unit(text: str) -> str:
    rest = _NUMBER.sub("", _SIGN_BEFORE_CURRENCY.sub(r"\2\1", text))
    return "".join(c for c in rest if not c.isspace() and c not in ".,:")


def _ordered(left: str, comparison: Comparison, right: str) -> bool:
    day, limit = read_date(left), read_date(right)
    if day is not None and limit is not None:
        return _in_order(day.toordinal(), comparison, limit.toordinal())
    there, wanted = numbers_in(left), numbers_in(right)
    if len(there) != 1 or len(wanted) != 1:
        return False
    return _in_order(there[0][0], comparison, wanted[0][0])


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


def _matches(text: str, pattern: str) -> bool:
    """`/…/` is a regular expression; else `*` stands for anything."""
    if len(pattern) > 2 and pattern.startswith("/") and pattern.endswith("/"):
        try:
            return re.search(pattern[1:-1], text) is not None
        except re.error:
            return False
    if "*" in pattern:
        return re.fullmatch(".*".join(re.escape(p) for p in squeeze(pattern).split("*")), text) is not None
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return pattern in text
