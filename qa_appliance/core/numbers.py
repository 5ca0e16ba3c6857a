"""Numbers as pages write them: 1,299.00 · 1.299,00 · 42 % · −€9.80. Compares nothing."""

from __future__ import annotations

import re

NUMBER = re.compile(r"[-−+]?(?:\d{1,3}(?:[ \u00a0\u202f.,'’]\d{3})+|\d+)(?:[.,]\d+)?")
_ONLY_NUMBER = re.compile(r"^[^\w\d]*(?:[A-Z]{3}\s*)?[-−+]?[\d.,'’ \u00a0\u202f]*\d[^\w\d]*(?:[A-Za-z]{1,3})?[^\w\d]*$")
SIGN_BEFORE_CURRENCY = re.compile(r"(?<![\w\d)])([-−+])([€$£¥]\s?)(?=\d)")


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
    return [readings(found[0]) for found in NUMBER.finditer(SIGN_BEFORE_CURRENCY.sub(r"\2\1", text))]


def is_number(text: str) -> bool:
    """Whether the text is one number with at most a currency or unit: $39.90 · 42 % · 1.299,00 EUR."""
    return bool(_ONLY_NUMBER.match(text)) and len(numbers_in(text)) == 1
