"""When a schedule's times are: what is no time comes first, then the two nights a year on which clocks are set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from qa_appliance.core.errors import Invalid
from qa_appliance.suites import timetable

BERLIN = "Europe/Berlin"
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)

REFUSED: list[tuple[str, str | None, str | None, str]] = [
    ("four fields", "0 2 * *", None, "five fields"),
    ("six fields", "0 0 2 * * 1", None, "five fields"),
    ("no minute of an hour", "61 2 * * *", None, "Bad minute"),
    ("a word", "whenever it suits you all", None, "no cron expression"),
    ("the 31st of June", "0 2 31 6 *", None, "Bad day"),
    ("a day that never comes", "0 2 30 2 *", None, "Bad day"),
    ("no number and no unit", None, "often", "15 minutes"),
    ("too often", None, "1 minute", "between 5 minutes"),
    ("never at all", None, "0 h", "between 5 minutes"),
    ("once in a lifetime", None, "9999 days", "between 5 minutes"),
]


@pytest.mark.parametrize(("cron", "every", "reason"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_no_time_is_refused(cron: str | None, every: str | None, reason: str) -> None:
    with pytest.raises(Invalid) as refused:
        timetable.check(cron, every, BERLIN)
    assert reason in refused.value.issues[0].message


def _next(cron: str | None, every: str | None, after: str, timezone: str = BERLIN) -> list[str]:
    moments = timetable.times(cron, every, timezone, after=datetime.fromisoformat(after), begin=BEGIN)
    return [moment.strftime("%d %H:%M") for moment in islice(moments, 3)]


TIMES = [
    ("the hour that is left out", "30 2 * * *", "2026-03-28T12:00+01:00", ["29 01:00", "30 00:30", "31 00:30"]),
    ("the hour that comes twice: once", "30 2 * * *", "2026-10-24T12:00+02:00", ["25 00:30", "26 01:30", "27 01:30"]),
    ("Sunday is 0", "0 6 * * 0", "2026-11-18T00:00+00:00", ["22 05:00", "29 05:00", "06 05:00"]),
    ("and 7", "0 6 * * 7", "2026-11-18T00:00+00:00", ["22 05:00", "29 05:00", "06 05:00"]),
    ("weekdays", "0 6 * * 1-5", "2026-11-20T12:00+00:00", ["23 05:00", "24 05:00", "25 05:00"]),
]  # fmt: skip


@pytest.mark.parametrize(("cron", "after", "expected"), [row[1:] for row in TIMES], ids=[row[0] for row in TIMES])
def test_times_of_the_day(cron: str, after: str, expected: list[str]) -> None:
    assert _next(cron, None, after) == expected


def test_an_interval_keeps_its_step_over_the_change_of_clocks() -> None:
    assert _next(None, "6 hours", "2026-03-29T00:30+00:00") == ["29 06:00", "29 12:00", "29 18:00"]


def test_an_interval_that_began_by_a_clock_ahead_is_not_waited_for() -> None:
    for after in (BEGIN, BEGIN - timedelta(days=3)):
        moments = timetable.times(None, "2 h", "UTC", after=after, begin=BEGIN)
        assert next(moments) == after + timedelta(hours=2)


WORDS = [("30 2 * * *", None, "At 02:30 every day"), (None, "90 minutes", "Every 90 minutes"),
         (None, "24h", "Every day"), (None, "every 2 hours", "Every 2 hours")]  # fmt: skip


@pytest.mark.parametrize(("cron", "every", "words"), WORDS)
def test_times_in_words(cron: str | None, every: str | None, words: str) -> None:
    assert timetable.explained(cron, every) == words
