"""Values in a sentence: numbers, durations, keys, dates, generated data and secrets. Never a noun phrase.

Data made at run time is written into the plan as placeholders, filled in when the step is performed:
`{order}` (remembered before) · `{unique email}`, `{unique email as email}` (made, and remembered as {email}) ·
`{random 1..10}`, `{random 1..10 as n}` · `{today}`, `{today+3 days}`, `{today-1 months as due}` · `{now}`.
Kinds after `unique`: email, name, username, text, number, phone, id.
"""

from __future__ import annotations

from qa_appliance.core.steps import Value
from qa_appliance.english.words.lexicon import NUMBERS, ORDINALS, SECRET_WORDS
from qa_appliance.english.words.tokens import Phrase

_UNITS = {
    "ms": 0.001, "msec": 0.001, "millisecond": 0.001, "milliseconds": 0.001,
    "s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0,
    "m": 60.0, "min": 60.0, "mins": 60.0, "minute": 60.0, "minutes": 60.0, "hour": 3600.0, "hours": 3600.0,
}  # fmt: skip
_TIMES = {"once": 1, "twice": 2, "thrice": 3}


def read_number(phrase: Phrase) -> int | None:
    """A whole number in digits or words: 3 · three · twenty five · a dozen."""
    words = [token.value.lower() if token.kind == "quoted" else token.low for token in phrase.tokens]
    if words and words[0] in ("a", "an") and len(words) > 1:
        words = words[1:]
    if len(words) == 1:
        word = words[0].replace(",", "")
        if word.isdecimal():
            return int(word)
        if "-" in word:
            words = word.split("-")
        else:
            return NUMBERS.get(word)
    if len(words) == 2 and all(word in NUMBERS for word in words):
        tens, ones = NUMBERS[words[0]], NUMBERS[words[1]]
        if words[1] == "hundred":
            return tens * 100
        return tens + ones if tens >= 20 and ones < 10 else None
    return None


def read_duration(phrase: Phrase) -> float | None:
    """Seconds: 3 seconds · 500ms · half a second · a minute · two and a half minutes is not read."""
    words = [token.low for token in phrase.tokens if token.kind == "word"]
    if len(words) != len(phrase) or not words:
        return None
    if words[:2] == ["half", "a"] and len(words) == 3 and words[2] in _UNITS:
        return _UNITS[words[2]] / 2
    if len(words) == 1:
        word = words[0]
        digits = word.rstrip("abcdefghijklmnopqrstuvwxyz")
        return _product(digits, word[len(digits) :])
    if words[-1] not in _UNITS:
        return None
    if words[:-1] in (["a"], ["an"], ["one"]):
        return _UNITS[words[-1]]
    if len(words) == 2 and "." in words[0]:
        return _product(words[0], words[1])
    number = read_number(phrase[0 : len(phrase) - 1])
    return None if number is None else round(number * _UNITS[words[-1]], 3)


def _product(digits: str, unit: str) -> float | None:
    try:
        return round(float(digits) * _UNITS[unit], 3)
    except (ValueError, KeyError):
        return None


def read_times(phrase: Phrase) -> int | None:
    """How often: twice · 3 times · three more times."""
    words = [token.low for token in phrase.tokens]
    if len(words) == 1:
        return _TIMES.get(words[0]) or (
            int(words[0][:-1]) if words[0][-1:] == "x" and words[0][:-1].isdecimal() else None
        )
    if words and words[-1] in ("times", "time"):
        stop = len(words) - (2 if len(words) > 2 and words[-2] == "more" else 1)
        return read_number(phrase[0:stop])
    return None


def read_ordinal(word: str) -> int | None:
    """1-based, negative from the end: second · 2nd · 21st · last · second-to-last · #2."""
    if word in ORDINALS:
        return ORDINALS[word]
    digits = word[1:] if word.startswith("#") else word[:-2] if word[-2:] in ("st", "nd", "rd", "th") else ""
    return int(digits) if digits.isdecimal() and int(digits) > 0 else None


_MODIFIERS = {
    "ctrl": "Control", "control": "Control", "strg": "Control", "shift": "Shift", "alt": "Alt", "option": "Alt",
    "cmd": "Meta", "command": "Meta", "meta": "Meta", "win": "Meta", "windows": "Meta", "⌘": "Meta",
    "ctrl/cmd": "ControlOrMeta", "cmd/ctrl": "ControlOrMeta", "controlormeta": "ControlOrMeta",
}  # fmt: skip
_KEYS = {
    "enter": "Enter", "return": "Enter", "tab": "Tab", "esc": "Escape", "escape": "Escape", "backspace": "Backspace",
    "arrow up": "ArrowUp", "arrow down": "ArrowDown", "arrow left": "ArrowLeft", "arrow right": "ArrowRight",
    "up arrow": "ArrowUp", "down arrow": "ArrowDown", "left arrow": "ArrowLeft", "right arrow": "ArrowRight",
    "arrowup": "ArrowUp", "arrowdown": "ArrowDown", "arrowleft": "ArrowLeft", "arrowright": "ArrowRight",
    "page up": "PageUp", "page down": "PageDown", "pageup": "PageUp", "pagedown": "PageDown", "pgup": "PageUp",
    "pgdn": "PageDown", "space bar": "Space", "spacebar": "Space", "caps lock": "CapsLock",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip
_KEYS_THAT_ARE_ALSO_NAMES = {
    "delete": "Delete", "del": "Delete", "home": "Home", "end": "End", "insert": "Insert", "space": "Space",
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "plus": "+", "minus": "-",
}  # fmt: skip


def may_be_a_name(text: str) -> bool:
    """Whether a key's word is as likely a button's: Delete, Home, End, Up, a lone letter."""
    return text.lower() in _KEYS_THAT_ARE_ALSO_NAMES or len(text) == 1


def read_key(text: str, *, sure: bool = False) -> str | None:
    """A key or a combination in Playwright's names. `sure` (the word "key" was said) lets in Delete, Home, a letter."""
    words = text.strip().lower()
    if words in _KEYS:
        return _KEYS[words]
    parts = [part.strip() for part in words.replace(" + ", "+").replace(" and ", "+").split("+")]
    if len(parts) == 1 and "-" in words:
        parts = words.split("-")
    if len(parts) > 1 and all(parts):
        held = [_MODIFIERS.get(part) for part in parts[:-1]]
        last = read_key(parts[-1], sure=True)
        if last is None or not all(held):
            return None
        return "+".join([str(key) for key in held] + [last.upper() if len(last) == 1 else last])
    if sure and words in _KEYS_THAT_ARE_ALSO_NAMES:
        return _KEYS_THAT_ARE_ALSO_NAMES[words]
    if sure and words in _MODIFIERS:
        return _MODIFIERS[words]
    return words if sure and len(words) == 1 else None


_UNIQUE = {
    "email": "email", "e-mail": "email", "email address": "email", "e-mail address": "email", "mail address": "email",
    "name": "name", "username": "username", "user name": "username", "login": "username", "text": "text",
    "string": "text", "value": "text", "number": "number", "phone number": "phone", "phone": "phone", "id": "id",
    "title": "text", "word": "text", "first name": "name", "last name": "name", "password": "text",
}  # fmt: skip
_MAKERS = frozenset({"unique", "random", "new", "fresh", "generated"})
_DAYS = {"today": "", "tomorrow": "+1 days", "yesterday": "-1 days", "today's date": "", "the current date": "",
         "tomorrow's date": "+1 days", "yesterday's date": "-1 days", "the date of today": ""}  # fmt: skip
_SPANS = {"day": "days", "days": "days", "week": "weeks", "weeks": "weeks", "month": "months", "months": "months",
          "year": "years", "years": "years"}  # fmt: skip


def generated(phrase: Phrase) -> str | None:
    """The placeholder of data that is made at run time, or None: a unique email as {email} · tomorrow · in 3 days."""
    words = [token.low for token in phrase.tokens]
    if not all(words):
        return None
    name = ""
    if len(words) > 2 and words[-2] in ("as", "called", "named"):
        name = f" as {words[-1].strip('{}')}"
        words = words[:-2]
    if words[:3] == ["the", "date", "in"]:
        words = words[2:]
    joined = " ".join(words)
    if joined in _DAYS:
        return f"{{today{_DAYS[joined]}{name}}}"
    if joined in ("now", "the current time", "the current date and time"):
        return f"{{now{name}}}"
    return _relative_day(words, name) or _made(words, name)


def _relative_day(words: list[str], name: str) -> str | None:
    if len(words) == 3 and words[0] == "in" and words[2] in _SPANS:
        sign, amount, unit = "+", words[1], words[2]
    elif len(words) == 4 and words[1] in _SPANS and words[2:] in (["from", "now"], ["from", "today"]):
        sign, amount, unit = "+", words[0], words[1]
    elif len(words) == 3 and words[1] in _SPANS and words[2] == "ago":
        sign, amount, unit = "-", words[0], words[1]
    elif len(words) == 4 and words[0] == "today" and words[1] in "+-" and words[3] in _SPANS:
        sign, amount, unit = words[1], words[2], words[3]
    else:
        return None
    number = 1 if amount in ("a", "one") else int(amount) if amount.isdecimal() else NUMBERS.get(amount)
    return None if number is None else f"{{today{sign}{number} {_SPANS[unit]}{name}}}"


def _made(words: list[str], name: str) -> str | None:
    if words and words[0] in ("a", "an", "some", "the"):
        words = words[1:]
    if len(words) < 2 or words[0] not in _MAKERS:
        return None
    if words[1] == "number" and len(words) == 6 and words[2] in ("between", "from") and words[4] in ("and", "to"):
        return f"{{random {words[3]}..{words[5]}{name}}}"
    kind = _UNIQUE.get(" ".join(words[1:]))
    if kind is None or (words[0] == "new" and kind not in ("email",)):
        return None
    return f"{{unique {kind}{name}}}"


def is_secret(words: str) -> bool:
    """Whether a field called so takes a secret."""
    return any(word.strip("{}*:'\"") in SECRET_WORDS for word in words.lower().replace("_", " ").split())


def value_of(phrase: Phrase, field: str = "") -> Value:
    """The text a phrase stands for: a quote's inside, made data, or the words as written."""
    quoted = phrase.only_quote
    text = quoted if quoted is not None else generated(phrase) or phrase.text
    secret = is_secret(field) or (text.startswith("{") and is_secret(text.strip("{}")))
    return Value(text=text, secret=secret)
