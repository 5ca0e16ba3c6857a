"""Inputs drawn from a field's own type and constraints: at their bounds, just beyond them, then at random by a seed.

The same seed, number and field give the same text, so that a batch repeats exactly. Pure.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from msgspec import Struct

from qa_appliance.core.batches.inputs import Input

_LONGEST = 20_000  # characters
_USUAL = 60  # characters of a random text where the field names no bound
_NUMBERS = 1_000_000
_SAMPLES = string.ascii_letters + string.digits + " .,;:-_'\"<>&%#{}[]()/\\äßéñçøŁžΩЖ中日한أ😀\u200b\u00a0\t"


class FieldRules(Struct, frozen=True, rename="camel"):
    """What a field says of itself in the page; empty: it does not say. `options`: those it suggests (datalist)."""

    type: str = "text"
    min_length: int = -1
    max_length: int = -1
    min: str = ""
    max: str = ""
    step: str = ""
    pattern: str = ""
    required: bool = False
    options: tuple[str, ...] = ()

    @property
    def is_number(self) -> bool:
        return self.type in ("number", "range")


def drawn(rules: FieldRules, *, like: str, seed: int, nth: int) -> Input:
    """The input of that number, from 0. `like`: what the test itself types, which a pattern is tried by;
    never a password, since what is drawn is shown."""
    bounds = list(_at_bounds(rules, "" if rules.type == "password" else like))
    if nth < len(bounds):
        return bounds[nth]
    chance = random.Random(f"{seed}:{nth}")  # noqa: S311 - to be repeated, not to be kept secret
    return Input(f"random {nth - len(bounds) + 1}", _RANDOM.get(rules.type, _text)(rules, chance))


def _at_bounds(rules: FieldRules, like: str) -> Iterator[Input]:
    if rules.is_number:
        yield from _numbers(rules)
    elif rules.type == "date":
        yield from _dates(rules)
    else:
        yield from _lengths(rules, like)
    if rules.pattern and like:
        yield Input("the pattern, one character short", like[:-1])
        yield Input("the pattern, one character more", like + like[-1])
        yield Input("the pattern in the other case", like.swapcase())
        yield Input("the pattern and a line break", f"{like}\n")
    if rules.required and not rules.is_number and rules.type != "date":
        yield Input("required, only a no-break space", "\u00a0")
    if rules.options:
        yield Input("the last option", rules.options[-1])
        yield Input("none of the options", f"{rules.options[0]} x")


def _lengths(rules: FieldRules, like: str) -> Iterator[Input]:
    if 0 < rules.max_length < _LONGEST:
        yield Input(f"as long as allowed ({rules.max_length})", _long(like, rules.max_length))
        yield Input(f"one character too long ({rules.max_length + 1})", _long(like, rules.max_length + 1))
        yield Input("as long as allowed, of emoji", "😀" * (rules.max_length // 2) + "x" * (rules.max_length % 2))
    if 0 < rules.min_length < _LONGEST:
        yield Input(f"as short as allowed ({rules.min_length})", _long(like, rules.min_length))
        if rules.min_length > 1:
            yield Input(f"one character too short ({rules.min_length - 1})", _long(like, rules.min_length - 1))


def _long(like: str, length: int) -> str:
    like = like or "x"
    return (like + like[-1] * length)[:length]


def _numbers(rules: FieldRules) -> Iterator[Input]:
    least, most, step = _decimal(rules.min), _decimal(rules.max), _step(rules)
    if least is not None:
        yield Input("the smallest allowed", str(least))
        yield Input("below the smallest", str(least - step))
    if most is not None:
        yield Input("the largest allowed", str(most))
        yield Input("above the largest", str(most + step))
    if rules.step != "any":
        yield Input("between two steps", str((least or Decimal(0)) + step / 2))


def _dates(rules: FieldRules) -> Iterator[Input]:
    least, most = _date(rules.min), _date(rules.max)
    if least is not None:
        yield Input("the first day allowed", least.isoformat())
        if least > date.min:
            yield Input("the day before the first", (least - timedelta(days=1)).isoformat())
    if most is not None:
        yield Input("the last day allowed", most.isoformat())
        if most < date.max:
            yield Input("the day after the last", (most + timedelta(days=1)).isoformat())


def _decimal(text: str) -> Decimal | None:
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def _step(rules: FieldRules) -> Decimal:
    found = _decimal(rules.step)
    return found if found is not None and found > 0 else Decimal(1)


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _text(rules: FieldRules, chance: random.Random) -> str:
    least = min(max(rules.min_length, 1), _LONGEST)
    most = min(rules.max_length, _LONGEST) if rules.max_length > 0 else max(_USUAL, least)
    return "".join(chance.choice(_SAMPLES) for _ in range(chance.randint(min(least, most), most)))


def _number(rules: FieldRules, chance: random.Random) -> str:
    step = _step(rules)
    least, most = _decimal(rules.min), _decimal(rules.max)
    first = least if least is not None else (most if most is not None else Decimal(0)) - step * _NUMBERS
    last = most if most is not None else first + 2 * step * _NUMBERS
    return str(first + step * chance.randint(0, max(0, int((last - first) / step))))


def _day(rules: FieldRules, chance: random.Random) -> str:
    first, last = _date(rules.min) or date(1900, 1, 1), _date(rules.max) or date(2100, 12, 31)
    return (first + timedelta(days=chance.randint(0, max(0, (last - first).days)))).isoformat()


def _address_of_mail(rules: FieldRules, chance: random.Random) -> str:
    letters = string.ascii_letters + string.digits + "!#$%&'*+-/=?^_`{|}~"
    return "".join(chance.choice(letters) for _ in range(chance.randint(1, 30))) + "@example.com"


def _phone(rules: FieldRules, chance: random.Random) -> str:
    return "+" + "".join(chance.choice(string.digits + " ()-/") for _ in range(chance.randint(3, 25)))


_RANDOM: dict[str, Callable[[FieldRules, random.Random], str]] = {
    "number": _number,
    "range": _number,
    "date": _day,
    "email": _address_of_mail,
    "tel": _phone,
}
