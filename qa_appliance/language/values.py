"""Values in a sentence: numbers, durations, keys, dates, generated data and secrets. Never a noun phrase.

Data made at run time is written into the plan as placeholders, filled in when the step is performed:
`{order}` (remembered before) · `{unique email}`, `{unique email as email}` (made, and remembered as {email}) ·
`{random 1..10}`, `{random 1..10 as n}` · `{today}`, `{today+3 days}`, `{today-1 months as due}` · `{now}`.
Kinds after `unique`: email, name, username, text, number, phone, id.
"""

from __future__ import annotations

import re

from qa_appliance.core.steps import Value
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import by_words, word_set

_SMALL_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100, "dozen": 12}
NUMBERS: dict[str, int] = {word: number for number, word in enumerate(_SMALL_NUMBERS.split())} | _TENS

ORDINALS: dict[str, int] = by_words(
    {
        1: "first, 1st, topmost",
        2: "second, 2nd",
        3: "third, 3rd",
        4: "fourth",
        5: "fifth",
        6: "sixth",
        7: "seventh",
        8: "eighth",
        9: "ninth",
        10: "tenth",
        11: "eleventh",
        12: "twelfth",
        -1: "last, final, bottommost",
        -2: "penultimate, second-to-last, second-last, next-to-last",
        -3: "third-from-last, third-to-last, third-last",
    }
)

SECRET_WORDS = word_set(
    "password passwords passwort passcode passphrase pin token secret otp cvv cvc pwd pass-phrase credential "
    "credentials one-time 2fa mfa apikey api-key kennwort geheimzahl wachtwoord contraseña senha parola lösenord "
    "adgangskode salasana hasło heslo пароль 密码 パスワード"
)
"""A field whose words hold one of these takes a secret."""

_UNITS: dict[str, float] = by_words(
    {
        0.001: "ms, msec, millisecond, milliseconds",
        1.0: "s, sec, secs, second, seconds",
        60.0: "m, min, mins, minute, minutes",
        3600.0: "hour, hours",
    }
)
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_ONE = frozenset({"a", "an", "one"})
_NO_WORD = re.compile(r"[\W_]+")


def read_number(phrase: Phrase) -> int | None:
    """A whole number in digits or words: 3 · three · twenty five · a dozen."""
    words = [token.value.lower() if token.kind == "quoted" else token.low for token in phrase.tokens]
    if len(words) > 1 and words[0] in ("a", "an"):
        words = words[1:]
    if len(words) == 1:
        word = words[0].replace(",", "")
        if word.isdecimal():
            return int(word)
        if "-" not in word:
            return NUMBERS.get(word)
        words = word.split("-")
    return _of_two_words(words)


def _of_two_words(words: list[str]) -> int | None:
    """twenty five · two hundred"""
    if len(words) != 2 or not all(word in NUMBERS for word in words):
        return None
    tens, ones = NUMBERS[words[0]], NUMBERS[words[1]]
    if words[1] == "hundred":
        return tens * 100
    return tens + ones if tens >= 20 and ones < 10 else None


def read_duration(phrase: Phrase) -> float | None:
    """Seconds: 3 seconds · 500ms · half a second · a minute · two and a half minutes is not read."""
    words = [token.low for token in phrase.tokens if token.kind == "word"]
    if len(words) != len(phrase) or not words:
        return None
    amount, unit = words[:-1], words[-1]
    if not amount:
        digits = unit.rstrip("abcdefghijklmnopqrstuvwxyz")
        return _product(digits, unit[len(digits) :])
    if unit not in _UNITS:
        return None
    if amount == ["half", "a"]:
        return _UNITS[unit] / 2
    if len(amount) == 1 and amount[0] in _ONE:
        return _UNITS[unit]
    if len(amount) == 1 and "." in amount[0]:
        return _product(amount[0], unit)
    number = read_number(phrase[0 : len(phrase) - 1])
    return None if number is None else round(number * _UNITS[unit], 3)


def _product(digits: str, unit: str) -> float | None:
    try:
        return round(float(digits) * _UNITS[unit], 3)
    except (ValueError, KeyError):
        return None


def read_times(phrase: Phrase) -> int | None:
    """How often: twice · 3 times · three more times · 3x"""
    words = [token.low for token in phrase.tokens]
    if len(words) == 1:
        short = words[0][-1:] == "x" and words[0][:-1].isdecimal()
        return _TIMES.get(words[0]) or (int(words[0][:-1]) if short else None)
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


_MODIFIERS = by_words(
    {
        "Control": "ctrl, control, strg",
        "Shift": "shift",
        "Alt": "alt, option",
        "Meta": "cmd, command, meta, win, windows, ⌘",
        "ControlOrMeta": "ctrl/cmd, cmd/ctrl, controlormeta",
    }
)
_KEYS = by_words(
    {
        "Enter": "enter, return",
        "Tab": "tab",
        "Escape": "esc, escape",
        "Backspace": "backspace",
        "ArrowUp": "arrow up, up arrow, arrowup",
        "ArrowDown": "arrow down, down arrow, arrowdown",
        "ArrowLeft": "arrow left, left arrow, arrowleft",
        "ArrowRight": "arrow right, right arrow, arrowright",
        "PageUp": "page up, pageup, pgup",
        "PageDown": "page down, pagedown, pgdn",
        "Space": "space bar, spacebar",
        "CapsLock": "caps lock",
    }
) | {f"f{number}": f"F{number}" for number in range(1, 13)}
_KEYS_THAT_ARE_ALSO_NAMES = by_words(
    {
        "Delete": "delete, del",
        "Home": "home",
        "End": "end",
        "Insert": "insert",
        "Space": "space",
        "ArrowUp": "up",
        "ArrowDown": "down",
        "ArrowLeft": "left",
        "ArrowRight": "right",
        "+": "plus",
        "-": "minus",
    }
)


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
        return _chord(parts[:-1], parts[-1])
    return _unsure_key(words) if sure else None


def _chord(held: list[str], last: str) -> str | None:
    """Keys held while another is pressed: Ctrl+A."""
    modifiers = [_MODIFIERS[word] for word in held if word in _MODIFIERS]
    key = read_key(last, sure=True)
    if key is None or len(modifiers) < len(held):
        return None
    return "+".join([*modifiers, key.upper() if len(key) == 1 else key])


def _unsure_key(words: str) -> str | None:
    """A key whose words are a button's name as well, a modifier by itself, a letter."""
    return _KEYS_THAT_ARE_ALSO_NAMES.get(words) or _MODIFIERS.get(words) or (words if len(words) == 1 else None)


_UNIQUE = by_words(
    {
        "email": "email, e-mail, email address, e-mail address, mail address",
        "name": "name, first name, last name",
        "username": "username, user name, login",
        "text": "text, string, value, title, word, password",
        "number": "number",
        "phone": "phone number, phone",
        "id": "id",
    }
)
_MAKERS = frozenset({"unique", "random", "new", "fresh", "generated"})
_DAYS = by_words(
    {
        "": "today, today's date, the current date, current date, the date of today",
        "+1 days": "tomorrow, tomorrow's date",
        "-1 days": "yesterday, yesterday's date",
    }
)
_NOW = frozenset({"now", "the current time", "the current date and time"})
_AMOUNT, _SPAN = r"(?P<amount>\S+)", r"(?P<span>day|week|month|year)s?"
_FROM_TODAY = tuple(
    re.compile(pattern)
    for pattern in (
        rf"in {_AMOUNT} {_SPAN}",
        rf"{_AMOUNT} {_SPAN} from (?:now|today)",
        rf"{_AMOUNT} {_SPAN} (?P<ago>ago)",
        rf"today (?P<sign>[+-]) {_AMOUNT} {_SPAN}",
    )
)
_BETWEEN = re.compile(r"number (?:between|from) (\S+) (?:and|to) (\S+)")


def generated(phrase: Phrase) -> str | None:
    """The placeholder of data that is made at run time, or None: a unique email as {email} · tomorrow · in 3 days."""
    words = [token.low for token in phrase.tokens]
    if not all(words):
        return None
    words = words[1:] if len(words) > 2 and words[0] == "the" and words[-1] == "date" else words
    name = ""
    if len(words) > 2 and words[-2] in ("as", "called", "named"):
        name = f" as {words[-1].strip('{}')}"
        words = words[:-2]
    if words[:3] == ["the", "date", "in"]:
        words = words[2:]
    joined = " ".join(words)
    if joined in _DAYS:
        return f"{{today{_DAYS[joined]}{name}}}"
    if joined in _NOW:
        return f"{{now{name}}}"
    return _relative_day(joined, name) or _made(words, name)


def _relative_day(words: str, name: str) -> str | None:
    """in 3 days · two weeks from now · a month ago · today + 1 year"""
    found = next((found for pattern in _FROM_TODAY if (found := pattern.fullmatch(words))), None)
    if found is None:
        return None
    parts = found.groupdict()
    amount = parts["amount"]
    number = 1 if amount in _ONE else int(amount) if amount.isdecimal() else NUMBERS.get(amount)
    sign = parts.get("sign") or ("-" if "ago" in parts else "+")
    return None if number is None else f"{{today{sign}{number} {parts['span']}s{name}}}"


def _made(words: list[str], name: str) -> str | None:
    if words and words[0] in ("a", "an", "some", "the"):
        words = words[1:]
    if len(words) < 2 or words[0] not in _MAKERS:
        return None
    what = " ".join(words[1:])
    if ends := _BETWEEN.fullmatch(what):
        return f"{{random {ends[1]}..{ends[2]}{name}}}"
    kind = _UNIQUE.get(what)
    if kind is None or (words[0] == "new" and kind != "email"):
        return None
    return f"{{unique {kind}{name}}}"


def made(what: str, name: str) -> str | None:
    """The placeholder of "unique email", kept under that name."""
    return _made(what.lower().split(), f" as {name}")


def is_secret(words: str) -> bool:
    """Whether a field called so takes a secret."""
    return any(word in SECRET_WORDS or not _parts(word).isdisjoint(SECRET_WORDS) for word in words.lower().split())


def _parts(word: str) -> set[str]:
    """Of "pin-code" and "{user_password}:"."""
    return set(_NO_WORD.split(word))


def value_of(phrase: Phrase, field: str = "") -> Value:
    """The text a phrase stands for: a quote's inside, made data, or the words as written."""
    quoted = phrase.only_quote
    text = quoted if quoted is not None else generated(phrase) or phrase.text
    secret = is_secret(field) or (text.startswith("{") and is_secret(text.strip("{}")))
    return Value(text=text, secret=secret)
