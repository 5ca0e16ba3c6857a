"""What is known against a browser: which faults count, how old it is, and which lists are refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from qa_appliance.browser.process.standing import Fault, Known, Release, Severity, read_known, standing
from qa_appliance.core.errors import Invalid

TODAY = date(2026, 11, 25)
GOOD = '{"format": 1, "asOf": "2026-11-01", "source": "us", "releases": [{"version": "1.2.3.4", "date": "2026-11-01"}]}'


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "No such file"),
        ("", "cannot be used: Input data was truncated"),
        ("[]", "cannot be used: Expected `object`"),
        ("\udcff", "cannot be used"),
        (GOOD.replace('"format": 1', '"format": 2'), "is of format 2; this appliance reads format 1"),
        (GOOD.replace('"format": 1, ', ""), "missing required field `format`"),
        (GOOD.replace("1.2.3.4", "1.2.3"), r"releases\[0\]\.version"),
        (GOOD.replace('"date": "2026-11-01"', '"date": "tomorrow"'), r"encoded date .*releases\[0\]\.date"),
        (GOOD.replace('"date"', '"day"'), r"releases\[0\]"),
        (GOOD.replace('[{"version": "1.2.3.4", "date": "2026-11-01"}]', "[]"), r"length >= 1 .*releases"),
        (GOOD.replace('"}]', '", "faults": [{"id": "X", "severity": "awful"}]}]'), r"'awful' .*faults\[0\]\.severity"),
        (GOOD.replace('"source"', '"sauce": 1, "source"'), "unknown field `sauce`"),
    ],
)
def test_a_list_that_cannot_be_used_says_where(content: str | None, says: str, tmp_path: Path) -> None:
    file = tmp_path / "faults.json"
    if content is not None:
        file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(Invalid, match=rf"faults\.json of --browser-faults.*{says}"):
        read_known(file)


def release(version: str, day: str, *faults: str, severity: Severity = "high") -> Release:
    return Release(version, date.fromisoformat(day), tuple(Fault(each, severity) for each in faults))


KNOWN = Known(
    1,
    date(2026, 11, 20),
    "us",
    (
        release("156.0.20.5", "2026-11-10", "A", "B"),
        release("156.0.20.1", "2026-10-10", "C"),
        release("154.0.10.9", "2026-11-11", "A"),  # the fix of A, taken over into an older line
        release("154.0.10.1", "2026-09-01", "D", severity="critical"),
    ),
)


@pytest.mark.parametrize(
    ("version", "faults", "says"),
    [
        ("153.0.1.1", "DACB", "When Chromium 153.0.1.1 came out is not known here. Later versions fix at least 4"),
        ("154.0.10.1", "ACB", "is of 1 Sep 2026, 85 days old. Later versions fix 3 known faults (3 high: A, C, B)"),
        ("154.0.10.9", "CB", "is of 11 Nov 2026, 14 days old."),
        ("154.0.10.20", "CB", "is of about 11 Nov 2026"),
        ("155.0.1.1", "ACB", "came out is not known here"),  # a line that never got the fix of A
        ("156.0.20.4", "AB", "is of about 10 Oct 2026"),
        ("156.0.20.5", "", "No fault of it is known, as of 20 Nov 2026 (us)."),
        ("156.0.21.0", "", "It is newer than what is known here"),
    ],
)
def test_what_counts_against_a_version(version: str, faults: str, says: str) -> None:
    stands = standing(version, KNOWN)
    assert sorted(fault.id for fault in stands.faults) == sorted(faults)
    assert says in f"{stands.age(TODAY)} {stands.known}"
    assert stands.dubious(TODAY) == bool(faults)


def test_the_gravest_is_named_first_and_age_alone_is_doubtful() -> None:
    stands = standing("153.0.1.1", KNOWN)
    assert stands.faults[0].id == "D"
    seen = Known(
        1, TODAY, "us", (Release("9.0.0.1", TODAY, (Fault("low", "low", exploited=True), Fault("x", "high"))),)
    )
    known = standing("8.0.0.0", seen).known
    assert "(1 high, 1 low: low, x); attacks that use 1 of them were seen" in known
    old = Known(1, TODAY, "us", (release("9.0.0.1", "2026-08-26"),))
    assert [standing("9.0.0.1", old).dubious(day) for day in (date(2026, 11, 24), date(2026, 11, 25))] == [False, True]


def test_the_list_that_ships_knows_the_browser_that_ships() -> None:
    stands = standing("153.0.8010.0", read_known())
    assert stands.exact
    assert len({fault.id for fault in stands.faults}) == len(stands.faults) > 1000
