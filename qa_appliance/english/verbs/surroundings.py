"""The browser's world: its clock and its clipboard. Reads no moment that is not written in digits."""

from __future__ import annotations

import re
from datetime import datetime

from qa_appliance.core.steps import Clipboard, Fill, Step, Surroundings
from qa_appliance.core.target import Target
from qa_appliance.english.verbs.fields import fill
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


def paste(target: Target | None = None) -> Step:
    return Clipboard(move="paste", target=target)


def paste_text(field: Target, value: Phrase) -> Step | None:
    """What may be typed into the field may be pasted, a secret as one."""
    done = fill(field, value)
    return Clipboard(move="paste", target=done.target, text=done.value) if isinstance(done, Fill) else None


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


CLIPBOARD = (
    verb(
        "copy",
        form("clipboard.copy", "copy the selected text", "<the_selection> [to_the_clipboard|to_clipboard]", copy),
        form("clipboard.copy-from", 'copy the text of "Coupon"', "<the_text_of> {target} [to_the_clipboard]", copy),
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
    verb(
        "paste",
        form("clipboard.paste", "paste the text", "[the] [clipboard|text|it|copied_text|clipboard_content]", paste),
        form(
            "clipboard.paste-into",
            "paste it into the Name field",
            "[the|it] [clipboard|text|it|copied_text|copied_value|content] [of_the_clipboard] "
            "into|in|to|inside {target}",
            paste,
        ),
        form(
            "clipboard.paste-text",
            'paste "AB-12" into the Code field',
            "[the] [text|value|code] {value:quotephrase} into|in|to|inside {field:target}",
            paste_text,
        ),
    ),
)
