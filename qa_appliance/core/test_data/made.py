"""Values that a test names by their kind: a valid email, a password that is too short. Makes none itself. Pure."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

MadeKind = Literal[
    "value",  # whatever fits the field
    "email",
    "name",
    "first name",
    "last name",
    "username",
    "phone number",
    "street address",
    "city",
    "postcode",
    "country",
    "company",
    "date",
    "past date",
    "future date",
    "time",
    "number",
    "password",
    "card number",
    "IBAN",
    "URL",
    "text",
    "long text",
    "spaces",
    "unicode text",
]
MadeFault = Literal[
    "",  # valid
    "invalid",
    "too short",
    "too long",
    "too low",
    "too high",
    "out of range",
    "weak",
    "without an @",
    "without a domain",
]


class Made(Struct, frozen=True, omit_defaults=True):
    """A text that is made for the field it is typed into, the same for the same seed. `country`: its English name."""

    kind: MadeKind
    fault: MadeFault = ""
    country: str = ""
