"""Inputs drawn from a field's own type and constraints: at their bounds, just beyond them, then at random by a seed.

The same seed, number and field give the same text, so that a batch repeats exactly. Pure.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal

from qa_appliance.core.batches.inputs import Input
from qa_appliance.core.test_data.fields import MOMENTS, FieldRules, Moment, as_decimal

_LONGEST = 20_000  # characters
_USUAL = 60  # characters of a random text where the field names no bound
_NUMBERS = 1_000_000
_SAMPLES = string.ascii_letters + string.digits + " .,;:-_'\"<>&%#{}[]()/\\äßéñçøŁžΩЖ中日한أ😀\u200b\u00a0\t"


def drawn(rules: FieldRules, *, like: str, seed: int, nth: int) -> Input:
    """The input of that number, from 0. `like`: what the test itself types, which a pattern is tried by;
    never a password, since what is drawn is shown."""
    bounds = list(_at_bounds(rules, "" if rules.type == "password" else like))
    if nth < len(bounds):
        return bounds[nth]
    chance = random.Random(f"{seed}:{nth}")  # noqa: S311 - to be repeated, not to be kept secret
    return Input(f"random {nth - len(bounds) + 1}", _RANDOM.get(rules.type, _text)(rules, chance))


def _at_bounds(rules: FieldRules, like: str) -> Iterator[Input]:
    if rules.is_choice:
        yield from _offered(rules)
        return
    if rules.is_number:
        yield from _numbers(rules)
    elif rules.type in MOMENTS:
        yield from _moments(rules, MOMENTS[rules.type])
    else:
        yield from _lengths(rules, like)
    if rules.pattern and like:
        yield Input("the pattern, one character short", like[:-1])
        yield Input("the pattern, one character more", like + like[-1])
        yield Input("the pattern in the other case", like.swapcase())
        yield Input("the pattern and a line break", f"{like}\n")
    if rules.required and not rules.is_number and rules.type not in MOMENTS:
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
    least, most, step = as_decimal(rules.min), as_decimal(rules.max), rules.steps_by
    if least is not None:
        yield Input("the smallest allowed", str(least))
        yield Input("below the smallest", str(least - step))
    if most is not None:
        yield Input("the largest allowed", str(most))
        yield Input("above the largest", str(most + step))
    if rules.step != "any":
        yield Input("between two steps", str((least or Decimal(0)) + step / 2))


def _offered(rules: FieldRules) -> Iterator[Input]:
    """Each of them, and what whoever sends the form by hand may send instead."""
    for nth, option in enumerate(dict.fromkeys(rules.options), 1):
        yield Input(f"option {nth}" if option else "the empty option", option)
    yield Input("none of the options", f"{next(iter(rules.options), '')} x".strip())


def _moments(rules: FieldRules, kind: Moment) -> Iterator[Input]:
    least, most = kind.read(rules.min), kind.read(rules.max)
    if least is not None:
        yield Input("the first allowed", kind.write(least))
        yield Input("before the first", kind.write(least - kind.back))
    if most is not None:
        yield Input("the last allowed", kind.write(most))
        yield Input("after the last", kind.write(most + kind.forth))


def _text(rules: FieldRules, chance: random.Random) -> str:
    least = min(max(rules.min_length, 1), _LONGEST)
    most = min(rules.max_length, _LONGEST) if rules.max_length > 0 else max(_USUAL, least)
    return "".join(chance.choice(_SAMPLES) for _ in range(chance.randint(min(least, most), most)))


def _number(rules: FieldRules, chance: random.Random) -> str:
    step = rules.steps_by
    least, most = as_decimal(rules.min), as_decimal(rules.max)
    first = least if least is not None else (most if most is not None else Decimal(0)) - step * _NUMBERS
    last = most if most is not None else first + 2 * step * _NUMBERS
    return str(first + step * chance.randint(0, max(0, int((last - first) / step))))


def _moment(rules: FieldRules, chance: random.Random) -> str:
    kind = MOMENTS[rules.type]
    first, last = kind.read(rules.min) or kind.first, kind.read(rules.max) or kind.last
    return kind.write(first + timedelta(minutes=chance.randint(0, max(0, (last - first) // timedelta(minutes=1)))))


def _address_of_mail(rules: FieldRules, chance: random.Random) -> str:
    letters = string.ascii_letters + string.digits + "!#$%&'*+-/=?^_`{|}~"
    return "".join(chance.choice(letters) for _ in range(chance.randint(1, 30))) + "@example.com"


def _phone(rules: FieldRules, chance: random.Random) -> str:
    return "+" + "".join(chance.choice(string.digits + " ()-/") for _ in range(chance.randint(3, 25)))


_RANDOM: dict[str, Callable[[FieldRules, random.Random], str]] = {
    "number": _number,
    "range": _number,
    **dict.fromkeys(MOMENTS, _moment),
    "email": _address_of_mail,
    "tel": _phone,
}
