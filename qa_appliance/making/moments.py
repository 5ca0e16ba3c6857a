"""Dates and times that a field takes, or just does not. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta

from qa_appliance.core.test_data.fields import MOMENTS, Moment
from qa_appliance.core.test_data.made import MadeKind
from qa_appliance.making.wanted import CannotMake, Wanted

_TRIES = 12
_AROUND = timedelta(days=365)
_BORN = (datetime(1970, 1, 1), datetime(2000, 12, 31))
_DATE_WORDS = re.compile(r"(?i)(y{4}|j{4}|a{4}|m{2}|d{2}|t{2})")
_LETTERS = {"y": "%Y", "j": "%Y", "a": "%Y", "m": "%m", "d": "%d", "t": "%d"}


def valid_moments(wanted: Wanted) -> Iterator[str]:
    """Raises CannotMake where the field takes none of that kind."""
    rules, kind = wanted.rules, _form(wanted)
    first, last = _range(wanted, kind)
    chance = wanted.chance()
    unit = kind.forth * max(1, int(rules.steps_by)) if rules.type == "date" else kind.forth
    if rules.type == "time":
        unit = timedelta(seconds=max(60, int(rules.steps_by))) if rules.step else timedelta(minutes=1)
    for _ in range(_TRIES):
        yield kind.write(first + unit * chance.randint(0, max(0, (last - first) // unit)))
    yield kind.write(first)
    yield kind.write(last)


def beyond(wanted: Wanted) -> Iterator[str]:
    """Before the first that it takes, or behind the last, as the fault has it."""
    fault, kind = wanted.made.fault, _form(wanted)
    least, most = kind.read(wanted.rules.min), kind.read(wanted.rules.max)
    if least is not None and fault != "too high":
        yield kind.write(least - kind.back)
    if most is not None and fault != "too low":
        yield kind.write(most + kind.forth)
    if least is None and most is None and wanted.rules.type not in MOMENTS and fault == "invalid":
        yield from (re.sub("%Y", "2027", kind.form).replace("%m", "02").replace("%d", "30"), "99:99", "not a date")


def _form(wanted: Wanted) -> Moment:
    """How the field writes it. A field for any text: as its placeholder shows."""
    of_type = wanted.rules.type
    is_time = wanted.kind == "time"
    if of_type in MOMENTS:
        if is_time != (of_type == "time"):
            raise CannotMake(f"the field takes a {of_type.replace('-local', '')}")
        return MOMENTS[of_type]
    if is_time:
        return MOMENTS["time"]
    shown = wanted.rules.placeholder
    words = _DATE_WORDS.findall(shown)
    if len(words) != 3 or len(shown) > len("dd / mm / yyyy"):
        return MOMENTS["date"]
    form = _DATE_WORDS.sub(lambda found: _LETTERS[found[0][0].casefold()], shown)
    return Moment(form, timedelta(days=1), timedelta(days=1))


def _range(wanted: Wanted, kind: Moment) -> tuple[datetime, datetime]:
    least, most = kind.read(wanted.rules.min), kind.read(wanted.rules.max)
    if wanted.kind == "time":
        return least or kind.first, most or kind.last
    today = datetime.combine(wanted.today, time(12) if "%H" in kind.form else time())
    born = wanted.kind == "past date" and wanted.made.kind == "value" and least is None and most is None
    first, last = _BORN if born else _around(wanted, kind, today)
    if first > last:
        end = f"its {'first' if wanted.kind == 'past date' else 'last'} is {wanted.rules.min or wanted.rules.max}"
        raise CannotMake(f"the field takes no {wanted.kind}: {end}")
    return first, last


def _around(wanted: Wanted, kind: Moment, today: datetime) -> tuple[datetime, datetime]:
    """A year before today and one after it, as far as the field goes there; else what it takes."""
    least, most = kind.read(wanted.rules.min), kind.read(wanted.rules.max)
    first, last = least or min(today, most or today) - _AROUND, most or max(today, least or today) + _AROUND
    if wanted.kind == "past date":
        return least or first - _AROUND, min(last, today - kind.back)
    if wanted.kind == "future date":
        return max(first, today + kind.forth), last
    return first, last


def is_moment(kind: MadeKind) -> bool:
    return kind == "time" or kind.endswith("date")
