"""What fits a field, or breaks its rules, of a kind that a test names: candidates, of which the browser takes one.

The same seed gives the same. Nothing that is made reaches anybody: addresses of mail are those of example.com, numbers
of cards and accounts the published examples, and telephone numbers those kept for examples, where a country has any.
"""

from __future__ import annotations

import random
import re
import string
import unicodedata
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import islice

from qa_appliance.core.test_data.fields import FieldRules, as_decimal
from qa_appliance.core.test_data.made import MadeKind
from qa_appliance.making import people
from qa_appliance.making.countries import NAMES
from qa_appliance.making.moments import beyond, is_moment, valid_moments
from qa_appliance.making.patterns import Unmakeable, text_for
from qa_appliance.making.wanted import CannotMake, Wanted, longest, shortest

_MOST = 60  # candidates that a browser is asked about
_TRIES = 5
_BY_PATTERN = 30
_LONG = 600  # characters of a long text
_LONGEST = 5_000
_CARDS = ("4242424242424242", "5555555555554444", "4111111111111111", "378282246310005")
_WEAK = ("12345678", "qwerty123", "aaaaaaaa", "abc123")
_SENTENCE = "The quick brown fox jumps over the lazy dog. "
_UNICODE = "Zoë Łukasiewicz Ωmega Жанна 日本語 한국 😀"
_FREE: frozenset[MadeKind] = frozenset(
    {
        "text",
        "long text",
        "unicode text",
        "spaces",
        "name",
        "first name",
        "last name",
        "username",
        "street address",
        "city",
        "company",
        "password",
    }
)
"""What may be cut and filled up."""
_PATTERNED = _FREE | {"postcode", "number", "phone number"}
"""What may be whatever a pattern takes: an address of mail might be somebody's."""
_MARKS = ("#####", "!?", "§")
_INVALID: dict[MadeKind, tuple[str, ...]] = {
    "email": ("ada.example.com", "ada@", "@example.com", "ada lovelace@example.com"),
    "phone number": ("not a phone", "12"),
    "postcode": ("#####", "?"),
    "URL": ("not a url", "example", "http//example"),
    "time": ("25:61", "99:99"),
    "country": ("Nowhereland",),
    "name": ("#####", "12345"),
    "first name": ("#####", "12345"),
    "last name": ("#####", "12345"),
    "username": ("#####", "a b!"),
    "city": ("#####", "12345"),
    "company": ("#####",),
    "street address": ("#####",),
    "number": ("12a", "abc"),
    "password": ("a", *_WEAK),
}


def candidates(wanted: Wanted) -> list[str]:
    """The likeliest first. Raises CannotMake."""
    fault = wanted.made.fault
    if not fault:
        return _some(_fitting(wanted))
    if fault == "too short":
        return [_too_short(wanted)]
    if fault == "too long":
        return [_too_long(wanted)]
    if fault == "weak":
        return [each for word in _WEAK if (each := _fitted("password", word, wanted.rules))]
    if fault.startswith("without"):
        address = next(iter(_fitting(wanted)))
        name, _, domain = address.partition("@")
        return [f"{name}.{domain}"] if fault == "without an @" else [f"{name}@"]
    return _some(_invalid(wanted))


def _some(texts: Iterator[str]) -> list[str]:
    found = list(islice(dict.fromkeys(texts), _MOST))
    if not found:
        raise CannotMake("the field's rules leave none")
    return found


# ---- what fits ------------------------------------------------------------------------------------------------------


def _fitting(wanted: Wanted) -> Iterator[str]:
    """Raises CannotMake where none has as many characters as the field takes."""
    if wanted.rules.repeats and wanted.kind in ("password", "email"):
        yield wanted.rules.repeats
        return
    kind, chance, some = wanted.kind, wanted.chance(), False
    for text in _of_kind(wanted, kind, chance):
        if fitted := _fitted(kind, text, wanted.rules):
            some = True
            yield fitted
    if wanted.rules.pattern and kind in _PATTERNED:
        for text in _by_pattern(wanted.rules, chance):
            some = True
            yield text
    if not some:
        least, most = shortest(wanted.rules), wanted.rules.max_length
        raise CannotMake(f"none has between {least} and {most if most >= 0 else 'any number of'} characters")


def _of_kind(wanted: Wanted, kind: MadeKind, chance: random.Random) -> Iterator[str]:
    if is_moment(kind):
        yield from valid_moments(wanted)
    elif kind in people.KINDS:
        made = [people.of_people(kind, wanted.country(), chance) for _ in range(_TRIES)]
        yield from (*made, *map(_plain, made))
    else:
        yield from _MAKERS[kind](wanted, chance)


def _plain(text: str) -> str:
    """In letters of English, for fields that take no others."""
    bare = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return re.sub(r"[^A-Za-z0-9 ]", "", bare).strip() or "Ada"


def _word(chance: random.Random, wanted: Wanted) -> str:
    """A name in small letters, and a number by which it is this run's: nobody has it yet."""
    name = people.of_people("first name", wanted.country(), chance)
    return f"{_plain(name).casefold().replace(' ', '')}{wanted.seed}"


def _emails(wanted: Wanted, chance: random.Random) -> Iterator[str]:
    for _ in range(_TRIES):
        name = f"{_word(chance, wanted)}{chance.choice(string.ascii_lowercase)}"
        yield from (f"{name}@example.com", f"{name}@example.org")


def _phones(wanted: Wanted, chance: random.Random) -> Iterator[str]:
    country = wanted.country()
    digits = string.digits
    for form in country.phones:
        yield re.sub("#", lambda _: chance.choice(digits), form)
    if not country.phones:
        number = people.phone(country, chance)
        yield from (number, re.sub(r"[^\d+]", "", number), re.sub(r"\D", "", number))
    elif not wanted.made.country:  # written otherwise, for fields that take one notation only
        yield from (re.sub(r"\D", "", form.replace("#", "1")) for form in country.phones)


def _cards(wanted: Wanted, chance: random.Random) -> Iterator[str]:
    for number in chance.sample(_CARDS, len(_CARDS)):
        yield from (number, " ".join(re.findall(r".{1,4}", number)), "-".join(re.findall(r".{1,4}", number)))


def _ibans(wanted: Wanted, chance: random.Random) -> Iterator[str]:
    country = wanted.country()
    if not country.iban and wanted.made.country:
        raise CannotMake(f"{country.name} has no IBAN")
    number = country.iban or "DE89370400440532013000"
    yield from (number, " ".join(re.findall(r".{1,4}", number)))


def _numbers(wanted: Wanted, chance: random.Random) -> Iterator[str]:
    rules, step = wanted.rules, wanted.rules.steps_by
    least, most = as_decimal(rules.min), as_decimal(rules.max)
    first = least if least is not None else (Decimal(1) if most is None or most >= 1 else most - 100 * step)
    last = most if most is not None else first + 99 * step
    for _ in range(_TRIES):
        yield _written(first + step * chance.randint(0, max(0, int((last - first) / step))))
    yield from (_written(first), str(chance.randint(1000, 9999)), str(chance.randint(100000, 999999)))


def _written(number: Decimal) -> str:
    return f"{number:f}"


def _passwords(wanted: Wanted, chance: random.Random) -> Iterator[str]:
    for marks in ("!#%", "!", "-", ""):
        letters = [chance.choice(each) for each in (string.ascii_uppercase, string.ascii_lowercase, string.digits)]
        rest = chance.choices(string.ascii_letters + string.digits, k=11 - bool(marks))
        yield "".join([*letters, *([chance.choice(marks)] if marks else []), *rest])


def _countries(wanted: Wanted, chance: random.Random) -> Iterator[str]:
    yield wanted.country().name
    yield from NAMES[:_TRIES]


def _long_texts(wanted: Wanted, chance: random.Random) -> Iterator[str]:
    most = min(_LONGEST, wanted.rules.max_length if wanted.rules.max_length > 0 else _LONG)
    yield (_SENTENCE * (most // len(_SENTENCE) + 1))[:most].rstrip().ljust(most, ".")


def _texts(wanted: Wanted, chance: random.Random) -> Iterator[str]:
    if wanted.rules.type == "color":
        yield f"#{chance.randrange(1 << 24):06x}"
    word = people.of_people("last name", wanted.country(), chance)
    yield from (f"Sample {word} {wanted.seed}", f"Sample {_plain(word)}", _plain(word).replace(" ", ""))


_MAKERS: dict[MadeKind, Callable[[Wanted, random.Random], Iterator[str]]] = {
    "email": _emails,
    "username": lambda wanted, chance: iter([_word(chance, wanted), f"{_word(chance, wanted)}_x"]),
    "phone number": _phones,
    "country": _countries,
    "number": _numbers,
    "password": _passwords,
    "card number": _cards,
    "IBAN": _ibans,
    "URL": lambda wanted, chance: iter([f"https://example.com/{_word(chance, wanted)}", "https://example.com/"]),
    "text": _texts,
    "long text": _long_texts,
    "spaces": lambda wanted, chance: iter(["   "]),
    "unicode text": lambda wanted, chance: iter([_UNICODE]),
}


def _fitted(kind: MadeKind, text: str, rules: FieldRules) -> str:
    """Cut or filled up to what the field takes, where that leaves it what it is; else ""."""
    least, most = shortest(rules), rules.max_length if rules.max_length >= 0 else _LONGEST
    most = min(most, longest(rules) or most)
    if least <= len(text) <= most:
        return text
    if kind == "email" and most > len("a@example.com") and least < _LONGEST:
        name, _, domain = text.partition("@")
        return f"{name[: most - len(domain) - 1].ljust(least - len(domain) - 1, 'a')}@{domain}"
    if kind not in _FREE or most < 1 or least > _LONGEST:
        return ""
    cut = text[:most]
    cut = cut if kind == "spaces" else (cut.strip() or "a")
    filler = " " if kind == "spaces" else ("7x" if kind in ("username", "password") else "a")
    return (cut + filler * least)[: max(len(cut), least)]


def _by_pattern(rules: FieldRules, chance: random.Random) -> Iterator[str]:
    for _ in range(_BY_PATTERN):
        try:
            text = text_for(rules.pattern, chance)
        except Unmakeable:
            return
        if shortest(rules) <= len(text) <= (rules.max_length if rules.max_length >= 0 else _LONGEST):
            yield text


# ---- what breaks the rules ------------------------------------------------------------------------------------------


def _too_short(wanted: Wanted) -> str:
    least = shortest(wanted.rules)
    if least < 2:
        raise CannotMake("the field names no minimum length")
    return (next(iter(_fitting(wanted)))[: least - 1].strip() or "a").ljust(least - 1, "a")


def _too_long(wanted: Wanted) -> str:
    cuts = wanted.rules.max_length
    most = longest(wanted.rules) or (254 if wanted.kind == "email" else 0)
    if cuts >= 0 and (not most or cuts <= most):
        raise CannotMake(f"the field takes {cuts} characters and cuts what is beyond")
    if not most or most > _LONGEST:
        raise CannotMake("the field names no maximum length")
    text = next(iter(_fitting(wanted)))
    name, at, domain = text.partition("@")
    return f"{name.ljust(most + 1 - len(at + domain), 'a')}{at}{domain}"


def _invalid(wanted: Wanted) -> Iterator[str]:
    """Also what is too low, too high, out of range."""
    kind, rules = wanted.kind, wanted.rules
    if kind in ("card number", "IBAN"):
        yield from _with_a_slip(wanted)
    elif is_moment(kind):
        yield from _some_or(beyond(wanted), wanted)
    elif kind == "number":
        yield from _some_or(_numbers_beyond(wanted), wanted)
    yield from _INVALID.get(kind, ()) if wanted.made.fault == "invalid" else ()
    if wanted.made.fault == "invalid" and rules.pattern:
        yield from _MARKS
        for text in islice(_fitting(wanted), 3):
            yield from (text[:-1], f"{text}{text[-1]}", f"{text}#", text.swapcase())
    elif kind in ("text", "value", "long text"):
        raise CannotMake("the field has no rule that a text could break")


def _some_or(found: Iterator[str], wanted: Wanted) -> Iterator[str]:
    texts = list(found)
    if not texts and (wanted.made.fault != "invalid" or is_moment(wanted.kind)):
        end = {"too low": "smallest", "too high": "largest"}.get(wanted.made.fault, "smallest and no largest")
        raise CannotMake(f"the field names no {end} value")
    yield from texts


def _numbers_beyond(wanted: Wanted) -> Iterator[str]:
    rules, fault, step = wanted.rules, wanted.made.fault, wanted.rules.steps_by
    least, most = as_decimal(rules.min), as_decimal(rules.max)
    if least is not None and fault != "too high":
        yield _written(least - step)
    if most is not None and fault != "too low":
        yield _written(most + step)
    if fault == "invalid" and rules.is_number and rules.step != "any":
        yield _written((least or Decimal(0)) + step / 2)


def _with_a_slip(wanted: Wanted) -> Iterator[str]:
    """A digit that its sum of checks does not take."""
    for text in _fitting(wanted):
        last = text[-1]
        yield f"{text[:-1]}{(int(last) + 1) % 10 if last.isdigit() else 'X'}"
