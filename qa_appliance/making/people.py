"""What people look like in forms, by the country they live in: names, streets, towns, companies."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

from faker import Faker

from qa_appliance.core.test_data.made import MadeKind
from qa_appliance.making.countries import Country
from qa_appliance.making.wanted import CannotMake

_CALLED: dict[MadeKind, tuple[str, ...]] = {
    "name": ("first_name", "last_name"),
    "first name": ("first_name",),
    "last name": ("last_name",),
    "street address": ("street_address",),
    "city": ("city",),
    "company": ("company",),
}
_POSTCODES = ("postcode", "postalcode", "zipcode")
KINDS = frozenset({*_CALLED, "postcode"})


@lru_cache(maxsize=8)
def _faker(locale: str) -> Faker:
    return Faker(locale)


def of_people(kind: MadeKind, country: Country, chance: random.Random) -> str:
    """Raises CannotMake where no such thing of the country is known."""
    source = _faker(country.locale)
    source.seed_instance(chance.random())
    if kind == "postcode":
        return _postcode(source, country)
    return " ".join(_asked(source, name).replace("\n", " ") for name in _CALLED[kind])


def phone(country: Country, chance: random.Random) -> str:
    """Raises CannotMake where no such thing of the country is known."""
    source = _faker(country.locale)
    source.seed_instance(chance.random())
    if not hasattr(source, "phone_number"):
        raise CannotMake(f"telephone numbers of {country.name} are not known")
    return _asked(source, "phone_number")


def _postcode(source: Faker, country: Country) -> str:
    for name in _POSTCODES:
        if hasattr(source, name):
            return _asked(source, name)
    raise CannotMake(f"postcodes of {country.name} are not known")


def _asked(source: Faker, name: str) -> str:
    ask: Callable[[], object] = getattr(source, name)
    return str(ask())
