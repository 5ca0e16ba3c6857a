"""What has to be typed into inputs that take one notation only: dates, times, numbers, colours. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time

from qa_appliance.browser.look.node import Node

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_COLOURS = {
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "black": "#000000",
    "white": "#ffffff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080",
    "pink": "#ffc0cb",
    "grey": "#808080",
    "gray": "#808080",
    "brown": "#a52a2a",
    "cyan": "#00ffff",
    "magenta": "#ff00ff",
}


def in_the_fields_own_notation(node: Node, text: str) -> str | None:
    """The text as this input wants it; None when it cannot mean such a value."""
    notation = _NOTATIONS.get(node.type)
    return text if notation is None else notation(text)


def _a_date(text: str) -> str | None:
    day = read_date(text)
    return day.isoformat() if day else None if text else ""


def _a_month(text: str) -> str | None:
    month = read_date(text) or read_date("1 " + text) or read_date(text + "-01")
    return month.strftime("%Y-%m") if month else None


def _a_time(text: str) -> str | None:
    clock = read_time(text)
    return clock.strftime("%H:%M:%S" if clock.second else "%H:%M") if clock else None


def _a_week(text: str) -> str | None:
    found = re.search(r"(\d{4})\D+W?(\d{1,2})$", text) or re.search(r"week (\d{1,2})\D+(\d{4})", text, re.I)
    if not found:
        return None
    year, week = (found[1], found[2]) if len(found[1]) == 4 else (found[2], found[1])
    return f"{year}-W{int(week):02d}"


def _a_colour(text: str) -> str | None:
    hexadecimal = text.casefold() if re.fullmatch(r"#[0-9a-fA-F]{6}", text) else None
    return _COLOURS.get(text.casefold(), hexadecimal)


def _a_number(text: str) -> str | None:
    number = re.search(r"-?\d+(?:[.,]\d+)?", text)
    return number[0].replace(",", ".") if number else None


def read_date(text: str) -> date | None:
    """12 May 2027 · May 12, 2027 · 2027-05-12 · 12.05.2027 · 05/12/2027 (month first unless that cannot be)."""
    words = text.strip().casefold()
    if found := re.fullmatch(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", words):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    if found := re.fullmatch(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", words):
        return _date(int(found[3]), int(found[2]), int(found[1]))
    if found := re.fullmatch(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})", words):
        return _date(int(found[3]), int(found[1]), int(found[2])) or _date(int(found[3]), int(found[2]), int(found[1]))
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)", words)
    year = re.search(r"\b(\d{4})\b", words)
    name = re.search(r"\b([a-z]{3,9})\b", words.replace("of", ""))
    month = next((i for i, m in enumerate(_MONTHS, 1) if name and m.startswith(name[1][:3])), None)
    if day and month:
        return _date(int(year[1]) if year else date.today().year, month, int(day[1]))
    return None


def read_time(text: str) -> time | None:
    """14:30 · 2:30 pm · 2pm · 14.30."""
    found = re.fullmatch(r"\s*(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))?\s*([ap])?\.?m?\.?\s*", text.casefold())
    if not found or (found[2] is None and found[4] is None):
        return None
    hour = int(found[1]) % 12 + (12 if found[4] == "p" else 0) if found[4] else int(found[1])
    try:
        return time(hour, int(found[2] or 0), int(found[3] or 0))
    except ValueError:
        return None


def _date_and_time(text: str) -> str | None:
    try:
        return datetime.fromisoformat(text.strip()).strftime("%Y-%m-%dT%H:%M")
    except ValueError:
        pass
    pieces = re.split(r"\s+at\s+|\s*,\s*(?=\d{1,2}[:.]\d{2})|\s+(?=\d{1,2}[:.]\d{2})", text, maxsplit=1)
    if len(pieces) != 2:
        return None
    day, clock = read_date(pieces[0]), read_time(pieces[1])
    return f"{day.isoformat()}T{clock.strftime('%H:%M')}" if day and clock else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


_NOTATIONS: dict[str, Callable[[str], str | None]] = {
    "date": _a_date,
    "month": _a_month,
    "time": _a_time,
    "datetime-local": _date_and_time,
    "week": _a_week,
    "color": _a_colour,
    "range": _a_number,
}
"""By the input's type."""
