"""What is to be made for which field; which kind of value a field takes, and how long a text it asks for. Pure."""

from __future__ import annotations

import random
import re
from datetime import date

from msgspec import Struct

from qa_appliance.core.test_data.fields import MOMENTS, FieldRules
from qa_appliance.core.test_data.made import Made, MadeKind
from qa_appliance.making.countries import Country, country, country_of
from qa_appliance.making.patterns import Unmakeable, width


class CannotMake(Exception):
    """`args[0]`: why, as a sentence without its end."""


class Wanted(Struct, frozen=True):
    """`nth`: which of the run's made values it is: seed and number give the same again. `language`: the browser's."""

    made: Made
    rules: FieldRules
    seed: int
    nth: int
    today: date
    language: str = ""

    @property
    def kind(self) -> MadeKind:
        return kind_of(self.rules) if self.made.kind == "value" else self.made.kind

    def chance(self) -> random.Random:
        return random.Random(f"{self.seed}:{self.nth}")  # noqa: S311 - to be repeated, not to be kept secret

    def country(self) -> Country:
        """Raises CannotMake."""
        if not self.made.country:
            return country_of(self.language)
        found = country(self.made.country)
        if found is None:
            raise CannotMake(f"values of {self.made.country} are not known")
        return found


_BY_TYPE: dict[str, MadeKind] = {
    "email": "email",
    "password": "password",
    "tel": "phone number",
    "url": "URL",
    "number": "number",
    "range": "number",
    "time": "time",
    **{name: "date" for name in MOMENTS if name != "time"},
}
_BY_AUTOCOMPLETE: dict[str, MadeKind] = {
    "email": "email",
    "name": "name",
    "cc-name": "name",
    "given-name": "first name",
    "additional-name": "first name",
    "family-name": "last name",
    "nickname": "username",
    "username": "username",
    "new-password": "password",
    "current-password": "password",
    "tel": "phone number",
    "tel-national": "phone number",
    "street-address": "street address",
    "address-line1": "street address",
    "address-level2": "city",
    "postal-code": "postcode",
    "country-name": "country",
    "organization": "company",
    "cc-number": "card number",
    "bday": "past date",
    "url": "URL",
}
_BY_MODE: dict[str, MadeKind] = {"email": "email", "tel": "phone number", "url": "URL"}
_BY_WORDS: tuple[tuple[MadeKind, str], ...] = (
    ("email", r"e ?mail"),
    ("first name", r"(?:first|given|fore) ?name"),
    ("last name", r"(?:last|family|sur) ?name"),
    ("company", r"company|organi[sz]ation|employer"),
    ("username", r"user ?(?:name|id)|login|nick ?name"),
    ("phone number", r"phone|mobile|telephone|tel|fax"),
    ("postcode", r"post ?code|postal|zip"),
    ("card number", r"card number|credit card"),
    ("IBAN", r"iban"),
    ("URL", r"website|web site|url|home ?page|link"),
    ("city", r"city|town"),
    ("country", r"country"),
    ("street address", r"street|address"),
    ("past date", r"birth(?:day| ?date)?|born"),
    ("date", r"date|day"),
    ("time", r"time"),
    ("name", r"(?:full |your |contact )?name"),
    ("number", r"number|amount|quantity|price|age|count|how many"),
)
_WORDS = tuple((kind, re.compile(rf"\b(?:{words})\b")) for kind, words in _BY_WORDS)
_CHARACTERS = r"\s*(?:characters?|chars?|letters|digits|signs|symbols)\b"
_LEAST = re.compile(
    rf"(?:at least|minimum(?: of| length:?)?|min\.?|no (?:less|fewer) than) (\d{{1,4}}){_CHARACTERS}"
    rf"|(\d{{1,4}})(?:\+| or more){_CHARACTERS}"
    rf"|(\d{{1,4}}){_CHARACTERS} (?:or more|minimum|at least|min\b)"
    rf"|(\d{{1,4}}) ?(?:-|–|to|and) ?\d{{1,4}}{_CHARACTERS}"
)
_MOST = re.compile(
    rf"(?:at most|up to|maximum(?: of| length:?)?|max\.?|no(?:t)? more than) (\d{{1,4}}){_CHARACTERS}"
    rf"|(\d{{1,4}}){_CHARACTERS} (?:or (?:fewer|less)|maximum|at most|max\b)"
    rf"|\d{{1,4}} ?(?:-|–|to|and) ?(\d{{1,4}}){_CHARACTERS}"
)
_NUMBER_MODES = ("numeric", "decimal")


def kind_of(rules: FieldRules) -> MadeKind:
    """By its type, what browsers fill in there, its keyboard, and at last by its words."""
    if rules.type in _BY_TYPE and rules.type != "date":
        return _BY_TYPE[rules.type]
    filled = next((_BY_AUTOCOMPLETE[word] for word in rules.autocomplete.split() if word in _BY_AUTOCOMPLETE), None)
    kind = filled or _BY_TYPE.get(rules.type) or _BY_MODE.get(rules.input_mode)
    if kind is not None and kind != "date":
        return kind
    by_words = _by_words(rules, dates_only=kind == "date")
    return by_words or kind or ("number" if rules.input_mode in _NUMBER_MODES else "text")


def _by_words(rules: FieldRules, *, dates_only: bool) -> MadeKind | None:
    for text in (rules.label, rules.name, rules.placeholder):
        words = re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)).casefold()
        for kind, fits in _WORDS:
            if fits.search(words) and (not dates_only or "date" in kind):
                return kind
    return None


def shortest(rules: FieldRules) -> int:
    """How many characters it asks for at least, by what it says of itself and what is said beside it; 0: nothing."""
    return max(rules.min_length, _number_in(_LEAST, rules), _widths(rules)[0], 0)


def longest(rules: FieldRules) -> int:
    """How many it takes at most, by its words and its pattern, beside what it cuts (`max_length`); 0: nothing."""
    known = [number for number in (_number_in(_MOST, rules), _widths(rules)[1]) if number]
    return min(known, default=0)


def _number_in(expression: re.Pattern[str], rules: FieldRules) -> int:
    found = expression.search(" ".join((rules.label, rules.placeholder, rules.hint))[:1_000].casefold())
    return int(next(filter(None, found.groups()))) if found is not None else 0


def _widths(rules: FieldRules) -> tuple[int, int]:
    if not rules.pattern:
        return 0, 0
    try:
        least, most = width(rules.pattern)
    except Unmakeable:
        return 0, 0
    return least, most if most < _ENDLESS else 0


_ENDLESS = 100_000
