"""Numbers as pages write them: 1,299.00 · 1.299,00 · 42 % · −€9.80. Compares nothing."""

from __future__ import annotations

import re

from msgspec import Struct

NUMBER = re.compile(r"[-−+]?(?:\d{1,3}(?:[ \u00a0\u202f.,'’]\d{3})+|\d+)(?:[.,]\d+)?")
_ONLY_NUMBER = re.compile(
    r"^[^\w\d]*(?:[A-Z]{3}(?!-)\s*)?[-−+]?[\d.,'’ \u00a0\u202f]*\d[^\w\d]*(?:[A-Za-z]{1,3})?[^\w\d]*$"
)  # of INV-104 the mark is no minus
_LONGEST = 200  # characters of a number with all around it
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


_MONEY = r"[€$£¥₹₽₩₪₺₴₫฿]|[A-Z]{3}(?!-)|kr|zł|Kč|Ft|лв|R\$"
_MEASURED = re.compile(
    rf"(?P<before>[-−–+]?)(?:(?P<money>{_MONEY})\s?)?(?P<number>{NUMBER.pattern})(?P<gap>\s?)(?P<unit>[^\W\d_]+|%|°[CF]?|[€$£¥₹₽₩₪₺₴₫฿])?[.!]?"
)
_LARGER = frozenset({"k", "m", "b", "t", "bn", "mio", "mrd", "tsd", "mln", "million", "billion", "thousand", "dozen"})


class Measure(Struct, frozen=True):
    """A number with what it counts: “-£1,299.50”, “42 %”, “5 items”. `text` is the number as written, with its sign."""

    text: str
    unit: str = ""

    @property
    def sign(self) -> str:
        return {"−": "-", "–": "-"}.get(self.text[0], self.text[0]) if self.text[0] in "-−–+" else ""

    @property
    def readings(self) -> tuple[float, ...]:
        """Money has no three decimals: €1.299 is 1299."""
        meant = readings(self.text.replace("–", "-"))
        return (max(meant, key=abs),) if len(meant) > 1 and re.fullmatch(_MONEY, self.unit) else meant

    @property
    def decimals(self) -> str:
        """The mark with the digits behind it: “.50”; empty for a whole number."""
        found = re.search(r"[.,]\d+$", self.text)
        grouped = found is not None and len(found[0]) == 4 and self.readings[0].is_integer()
        return found[0] if found and not grouped else ""


def measured(text: str) -> Measure | None:
    """The text as one number with at most a currency and a unit of one word. None for any other, such as “under 5” and
    for “5k”, whose number is not what it says."""
    found = _MEASURED.fullmatch(text.strip())
    if found is None or (found["money"] and found["before"] and found["number"][0] in "-−+"):
        return None
    unit = found["unit"] or ""
    if unit.casefold() in _LARGER and (not found["gap"] or len(unit) > 2):
        return None
    return Measure(found["before"] + found["number"], found["money"] or unit)


_BOUND = re.compile(
    r"(?:[<>≤≥~≈±]|\b(?:under|over|than|to|about|around|from|max|min|least|most|not|no)\.?)\s*$", re.IGNORECASE
)


def only_measure(text: str) -> Measure | None:
    """The one number of a text, whatever words stand around it; None where they say that it is a bound: “under 5”."""
    numbers = list(NUMBER.finditer(SIGN_BEFORE_CURRENCY.sub(r"\2\1", text)))
    found = list(_MEASURED.finditer(text))
    whole = [f for f in found if f["number"]]
    if len(numbers) != 1 or len(whole) != 1 or _BOUND.search(text[: whole[0].start()]):
        return None
    return measured(whole[0][0])


def is_number(text: str) -> bool:
    """Whether the text is one number with at most a currency or unit: $39.90 · 42 % · 1.299,00 EUR."""
    return len(text) <= _LONGEST and bool(_ONLY_NUMBER.match(text)) and len(numbers_in(text)) == 1
