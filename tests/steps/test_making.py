"""What is made reaches nobody: published examples, ranges kept for them, and a locale for every country."""

from __future__ import annotations

import random
import time
from datetime import date

import pytest
from faker.config import AVAILABLE_LOCALES

from qa_appliance.core.test_data.fields import FieldRules
from qa_appliance.core.test_data.made import Made, MadeKind
from qa_appliance.making.countries import NAMES, country
from qa_appliance.making.patterns import Unmakeable, text_for
from qa_appliance.making.texts import candidates
from qa_appliance.making.wanted import Wanted, kind_of

HOSTILE = ["(", r"(((a{0,900}){0,900}){0,900}){900}", r"((((){400}){400}){400}){400}", "(" * 60 + "a" + ")" * 60]


@pytest.mark.parametrize("pattern", HOSTILE)
def test_a_pattern_asks_for_no_more_than_is_made(pattern: str) -> None:
    began = time.monotonic()
    with pytest.raises(Unmakeable):
        text_for(pattern, random.Random(1))
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("name", NAMES)
def test_every_country_has_people_and_an_account_whose_sum_is_right(name: str) -> None:
    found = country(name)
    assert found is not None
    assert found.locale in AVAILABLE_LOCALES
    turned = "".join(str(int(letter, 36)) for letter in found.iban[4:] + found.iban[:4])
    assert not turned or int(turned) % 97 == 1
    for kind in ("name", "postcode", "city", "street address"):
        made = Made(kind, country=name)
        assert candidates(Wanted(made, FieldRules(), 1, 1, date(2027, 1, 1)))[0].strip()


@pytest.mark.parametrize("nth", range(4))
def test_cards_are_of_the_test_kind_and_an_invalid_one_has_a_wrong_sum(nth: int) -> None:
    def total(number: str) -> int:
        digits = [int(letter) for letter in reversed(number) if letter.isdigit()]
        return sum(digits[::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[1::2])

    for fault in ("", "invalid"):
        made = Made("card number", fault)
        right = total(candidates(Wanted(made, FieldRules(), 1, nth, date(2027, 1, 1)))[0]) % 10 == 0
        assert right == (not fault)


KINDS: list[tuple[FieldRules, MadeKind]] = [
    (FieldRules("password", label="Email"), "password"),
    (FieldRules(autocomplete="section-a billing postal-code", label="Name"), "postcode"),
    (FieldRules(label="E-mail address"), "email"),
    (FieldRules(name="firstName"), "first name"),
    (FieldRules(label="Company name"), "company"),
    (FieldRules(label="Phone number"), "phone number"),
    (FieldRules(label="Card number"), "card number"),
    (FieldRules(label="Update"), "text"),
    (FieldRules("date", label="Birthday"), "past date"),
    (FieldRules("date", label="Name"), "date"),
    (FieldRules(input_mode="numeric", label="Pieces"), "number"),
    (FieldRules(label="Comment"), "text"),
]


@pytest.mark.parametrize(("rules", "kind"), KINDS)
def test_what_a_field_takes(rules: FieldRules, kind: MadeKind) -> None:
    assert kind_of(rules) == kind
