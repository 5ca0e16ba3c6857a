"""How old the libraries are that the appliance was made with. Asks nobody: a list of known faults is only news where it
is fetched, and the appliance fetches nothing.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec

from qa_appliance.browser.process.standing import day
from qa_appliance.doctor.check import Check, ok, warning

PINNED = Path(__file__).with_name("pinned.json")
OLD_DAYS = 90


class Pinned(msgspec.Struct, frozen=True):
    """Written by `make lock`. `on`: the day the versions were chosen; `lock`: sha256 of requirements.lock."""

    on: date
    lock: str


def read_pinned() -> Pinned:
    return msgspec.json.decode(PINNED.read_bytes(), type=Pinned)


def check_libraries(pinned: date, today: date) -> Check:
    days = (today - pinned).days
    detail = f"The versions of the libraries inside were chosen on {day(pinned)}, {days} days ago."
    if days <= OLD_DAYS:
        return ok("libraries", detail)
    advice = "Later ones may fix known faults: take a newer version of the appliance."
    return warning("libraries", detail, advice)
