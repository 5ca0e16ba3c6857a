"""The reference of the test language: no row of it is missing, every example is read, and it is told what it does."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.english.reference.reference import CHECKING, FamilyShown, FormShown, families
from qa_appliance.language.claims import CLAIMS
from qa_appliance.language.deeds import DEEDS

FAMILIES = families()
SHOWN = [(family, form) for family in FAMILIES for form in family.forms]
OF_THE_MAIL = 'Wait for the mail to "a@b.test". '
"""Of a mail is spoken once it was waited for."""


def test_every_family_has_a_title_and_forms() -> None:
    assert all(family.name and family.title and family.forms for family in FAMILIES)
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)


def test_every_row_of_the_language_is_shown_once() -> None:
    examples = [form.example for _, form in SHOWN]
    assert len(examples) == len(set(examples))
    rows = {row.example for row in DEEDS} | {f"{CHECKING}{row.example}" for row in CLAIMS if row.example}
    assert set(examples) == rows - {""}
    assert sum(len(form.wordings) for _, form in SHOWN) == len(DEEDS) + len(CLAIMS)


@pytest.mark.parametrize(("family", "form"), SHOWN, ids=[f"{family.name}: {form.example}" for family, form in SHOWN])
def test_every_example_is_read_and_said_what_it_does(family: FamilyShown, form: FormShown) -> None:
    plan = plan_english((OF_THE_MAIL if "mail" in form.example else "") + form.example)
    assert plan.gaps == ()
    assert plan.steps
    assert form.does.endswith(".")
    assert form.form.count("{") == form.form.count("}")
