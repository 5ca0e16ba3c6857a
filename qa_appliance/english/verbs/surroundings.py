"""The browser's world: its clock, its place, its clipboard, a passkey, the one-time codes of an authenticator.

Reads no moment that is not written in digits, and no code itself.
"""

from __future__ import annotations

import re
from datetime import datetime

from qa_appliance.core.steps import Clipboard, EnterCode, Fill, Step, Surroundings
from qa_appliance.core.target import Target
from qa_appliance.english.verbs.fields import fill
from qa_appliance.english.verbs.pairs import NOT_FIELDS
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set

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


_LONGEST_NAME = 3  # words without quotes


def enter_code(field: Target, whose: Phrase | None = None) -> Step | None:
    name = "" if whose is None else _name(whose)
    if name is None or not _takes_text(field):
        return None
    return EnterCode(target=field, authenticator=name)


def enter_named_code(whose: Phrase, field: Target) -> Step | None:
    """A mere "code" is one of an authenticator where that is named in quotes or braces: "the code of conduct"."""
    return enter_code(field, whose) if whose.only_quote is not None or _braced(whose.text) else None


def enter_mailed_code(field: Target) -> Step | None:
    return EnterCode(target=field, mailed=True) if _takes_text(field) else None


def _takes_text(field: Target) -> bool:
    return field.kind not in NOT_FIELDS and not (field.kind == "any" and not field.name)


def _name(phrase: Phrase) -> str | None:
    if phrase.only_quote is not None:
        return phrase.only_quote.strip().strip("{}").strip() or None
    text = phrase.text.strip()
    plain = text[1:-1].strip() if _braced(text) else text
    if not plain or len(plain.split()) > _LONGEST_NAME or set(plain) & _NO_NAME:
        return None
    return None if _ELSEWHERE & set(plain.lower().split()) else plain


_NO_NAME = frozenset("{}\"'“”,;")
_ELSEWHERE = word_set("mail mails email e-mail sms text message inbox letter phone page dialog")
"""Where a code may be sent: no authenticator is called so without quotes."""


def _braced(text: str) -> bool:
    text = text.strip()
    return text.startswith("{") and text.endswith("}") and text.count("{") == 1


CODES = (
    verb(
        "enter, type, input, key in, put, type in, insert, fill in, provide",
        form(
            "code.authenticator",
            'type the one-time code for admin into "Code"',
            "[in] [the|a|my] [current|valid] <one_time_code> [from|of|by] [the|my|your] "
            "[authenticator|authenticator_app] into|in|in_to|to {field:target} // "
            "[in] [the|a|my] [current|valid] <one_time_code> of|for|from [the] [user|account|authenticator] "
            "{whose:anything} into|in|in_to|to {field:target}",
            enter_code,
        ),
        form(
            "code.mailed",
            'enter the code from the mail into "Code"',
            "[in] [the|a|my] [verification|security|login|sign-in|confirmation|one-time|activation] code|pin|otp "
            "from|in|of the [received|new] mail|email|e-mail into|in|in_to|to {field:target}",
            enter_mailed_code,
        ),
        form(
            "code.named",
            'enter the code of {admin} into "Code"',
            "[in] [the|a|my] [current|valid] [verification|security|login|sign-in|access] code of|for|from [the] "
            "[user|account|authenticator] {whose:anything} into|in|in_to|to {field:target}",
            enter_named_code,
        ),
    ),
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
