"""The browser's world: its clock, its place, a passkey. Reads no moment that is not written in digits."""

from __future__ import annotations

import re
from datetime import datetime

from qa_appliance.core.steps import Step, Surroundings
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.tokens import Phrase

_BLANK = re.compile(r"\{[^{}]+\}(?: \d{1,2}:\d{2}(?::\d{2})?)?")
_PLACE = re.compile(r"(-?\d{1,2}(?:\.\d+)?)\s*[,/ ]\s*(-?\d{1,3}(?:\.\d+)?)")


def set_clock(moment: Phrase) -> Step | None:
    text = (moment.only_quote or moment.text).strip().replace(" at ", " ")
    if _BLANK.fullmatch(text):
        return Surroundings(move="clock", moment=text)
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return None
    return Surroundings(move="clock", moment=text)


def let_pass(seconds: float) -> Step | None:
    return Surroundings(move="pass", seconds=seconds) if seconds > 0 else None


def let_days_pass(number: int) -> Step | None:
    return Surroundings(move="pass", seconds=number * 86_400.0) if number > 0 else None


def set_place(place: Phrase) -> Step | None:
    """ "52.52, 13.405": latitude and longitude in degrees."""
    found = _PLACE.fullmatch((place.only_quote or place.text).strip())
    if found is None or abs(float(found[1])) > 90 or abs(float(found[2])) > 180:
        return None
    return Surroundings(move="place", place=(float(found[1]), float(found[2])))


def use_passkey() -> Step:
    return Surroundings(move="passkey")


VERBS = (
    verb(
        "set, turn, put, move, change",
        form(
            "clock.set",
            "set the clock to 2026-03-01 09:00",
            "the [browser's|computer's|system] clock [in|of] [the] [browser] to|forward_to {moment:anything} // "
            "the browser's|computer's|system date|time|date_and_time to {moment:anything}",
            set_clock,
        ),
        form(
            "place.set",
            "set the browser's location to 52.52, 13.405",
            "the|my browser's location|position to {place:anything} // "
            "the|my [browser's] geolocation|gps_position [of] [the] [browser] to {place:anything}",
            set_place,
        ),
    ),
    verb(
        "let",
        form(
            "clock.pass",
            "let 30 minutes pass",
            "[another] {seconds:duration} pass|go_by|elapse|pass_by",
            let_pass,
        ),
        form("clock.pass", "let 3 days pass", "[another] {number} days|day pass|go_by|elapse|pass_by", let_days_pass),
    ),
    verb(
        "use",
        form(
            "passkey.use",
            "use a passkey",
            "a|the|my|one|virtual|new [virtual|new] passkey|passkeys|security_key // passkeys",
            use_passkey,
        ),
    ),
)
