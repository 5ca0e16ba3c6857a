"""When a schedule's times are: five fields of cron, or every so many minutes, hours or days, in a time zone.

Daylight saving is cronsim's, which is Debian's: a time in the hour that is left out comes right after it, one time of
day in the hour that comes twice comes once. An interval knows no time zone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from qa_appliance.core.errors import Invalid, Issue

SHORTEST = timedelta(minutes=5)
LONGEST = timedelta(days=366)

_EVERY = re.compile(r"\s*(?:every\s+)?(\d{1,5})?\s*(m|min|minutes?|h|hours?|d|days?)\s*", re.IGNORECASE)
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


def every(text: str) -> timedelta:
    """Of "15 minutes", "2h", "every day". Raises `Invalid`."""
    found = _EVERY.fullmatch(text)
    if found is None:
        raise _refused("every", "every has to be a time such as 15 minutes, 2 hours or 1 day.")
    span = int(found[1] or 1) * _UNITS[found[2][0].lower()]
    if not SHORTEST <= span <= LONGEST:
        raise _refused("every", "every has to be between 5 minutes and 366 days.")
    return span


def check(cron: str | None, interval: str | None, timezone: str) -> None:
    """Raises `Invalid` with what is wrong and what would be right."""
    if interval is not None:
        every(interval)
    if cron is not None:
        at = datetime(2000, 1, 1, tzinfo=UTC)
        if next(times(cron, None, timezone, after=at, begin=at), None) is None:
            raise _refused("cron", f"“{cron}” names a day that never comes.")


def times(
    cron: str | None, interval: str | None, timezone: str, *, after: datetime, begin: datetime
) -> Iterator[datetime]:
    """The moments (UTC) after that one, in order. An interval counts from `begin`. Raises `Invalid`."""
    if interval is not None:
        span = every(interval)
        passed = (after - begin) // span  # below 0 where the clock was ahead when it began
        return (begin + (passed + n) * span for n in itertools.count(1))
    try:
        if len((cron or "").split()) != 5:
            raise CronSimError("it has not five fields")
        moments = CronSim(cron or "", after.astimezone(ZoneInfo(timezone)))
    except CronSimError as error:
        message = f"“{cron}” is no cron expression ({error}); 30 2 * * 1-5 is half past two from Monday to Friday."
        raise _refused("cron", message) from error
    return (moment.astimezone(UTC) for moment in moments)


def explained(cron: str | None, interval: str | None) -> str:
    """In words: "At 02:30 on Monday", "Every 2 hours"."""
    if cron is not None:
        return CronSim(cron, datetime(2000, 1, 1, tzinfo=UTC)).explain()
    minutes = every(interval or "") // timedelta(minutes=1)
    for size, unit in ((1440, "day"), (60, "hour"), (1, "minute")):
        number, rest = divmod(minutes, size)
        if not rest:
            return f"Every {unit}" if number == 1 else f"Every {number} {unit}s"
    return ""


def _refused(field: str, message: str) -> Invalid:
    return Invalid(issues=(Issue("custom", (field,), message),))
