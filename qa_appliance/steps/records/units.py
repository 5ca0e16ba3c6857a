"""Amounts with units, by how much they are: 900 KB is less than 1.2 MB, 1 h 30 min more than 45 min. Compares nothing.

A size counts in steps of 1024, however its unit is spelled: 1023 KB is less than 1 MB.
"""

from __future__ import annotations

import re

from qa_appliance.core.numbers import NUMBER, readings

_DAY = 86_400.0
_UNITS: tuple[dict[str, float], ...] = (
    {
        **dict.fromkeys(("b", "byte"), 1.0),
        **dict.fromkeys(("k", "kb", "kib", "kilobyte"), 1024.0),
        **dict.fromkeys(("m", "mb", "mib", "megabyte"), 1024.0**2),
        **dict.fromkeys(("g", "gb", "gib", "gigabyte"), 1024.0**3),
        **dict.fromkeys(("t", "tb", "tib", "terabyte"), 1024.0**4),
    },
    {
        **dict.fromkeys(("ms", "millisecond"), 0.001),
        **dict.fromkeys(("s", "sec", "second"), 1.0),
        **dict.fromkeys(("m", "min", "minute"), 60.0),
        **dict.fromkeys(("h", "hr", "hour"), 3600.0),
        **dict.fromkeys(("d", "day"), _DAY),
        **dict.fromkeys(("w", "wk", "week"), 7 * _DAY),
        **dict.fromkeys(("mo", "month"), 30 * _DAY),
        **dict.fromkeys(("y", "yr", "year"), 365 * _DAY),
    },
    {"mg": 0.001, "g": 1.0, "gram": 1.0, "oz": 28.35, "lb": 453.6, "kg": 1000.0, "t": 1e6, "tonne": 1e6},
    {"mm": 0.001, "cm": 0.01, "in": 0.0254, "ft": 0.3048, "yd": 0.9144, "m": 1.0, "km": 1000.0, "mi": 1609.3},
    {
        "": 1.0,
        **dict.fromkeys(("k", "tsd", "thousand"), 1e3),
        **dict.fromkeys(("m", "mio", "mln", "million"), 1e6),
        **dict.fromkeys(("b", "bn", "mrd", "billion"), 1e9),
    },
)
"""What is counted in which units: sizes, times, weights, lengths, and mere numbers."""

_PART = re.compile(rf"\s*(?:[€$£¥]\s?)?(?P<number>{NUMBER.pattern})\s?(?P<unit>[^\W\d_]*)\.?,?")
_PLURAL = 3  # letters of a unit in the plural, at least


def amounts(texts: list[str]) -> list[float | None] | None:
    """How much each of them is, None for one without a number; None where they are not all of one sort with units."""
    sorts = ([_amount(text, units) if _has_number(text) else None for text in texts] for units in _UNITS)
    if not any(_has_unit(text) for text in texts):
        return None
    fitting = (sort for sort in sorts if all(a is not None for a, t in zip(sort, texts, strict=True) if _has_number(t)))
    return next(fitting, None)


def _amount(text: str, units: dict[str, float]) -> float | None:
    """All its parts together: 1 h 30 min. None where they are not all in such units."""
    total, at = 0.0, 0
    while at < len(text.rstrip()):
        part = _PART.match(text, at)
        factor = _factor(part["unit"].casefold(), units) if part else None
        if part is None or factor is None:
            return None
        total, at = total + readings(part["number"])[0] * factor, part.end()
    return total


def _factor(unit: str, units: dict[str, float]) -> float | None:
    """Of a unit or of its plural."""
    return units.get(unit, units.get(unit.removesuffix("s")) if len(unit) >= _PLURAL else None)


def _has_number(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _has_unit(text: str) -> bool:
    part = _PART.match(text)
    return part is not None and part["unit"] != ""
