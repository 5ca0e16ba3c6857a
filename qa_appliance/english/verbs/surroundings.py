"""The browser's world: its clock, its place, its clipboard, a passkey, the one-time codes of an authenticator.

Reads no moment that is not written in digits, and no code itself.
"""

from __future__ import annotations

import re
from datetime import datetime

from qa_appliance.core.steps import Clipboard, Step, Surroundings
from qa_appliance.core.target import Target
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.language.tokens import Phrase

_BLANK = re.compile(r"\{[^{}]+\}(?: \d{1,2}:\d{2}(?::\d{2})?)?")


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


def copy(target: Target | None = None) -> Step:
    return Clipboard(move="copy", target=target)


def cut(target: Target | None = None) -> Step:
    return Clipboard(move="cut", target=target)


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
)


CODES = (
    verb(
        "copy",
        form("clipboard.copy", "copy the selected text", "<the_selection> [to_the_clipboard|to_clipboard]", copy),
    ),
    verb(
        "cut",
        form("clipboard.cut", "cut the selected text", "<the_selection>", cut),
        form(
            "clipboard.cut-from",
            "cut the text of the Name field",
            "<the_text_of> {target}",
            cut,
        ),
    ),
)
