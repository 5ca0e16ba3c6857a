"""The phrase reference: nothing of the grammar is missing, every example is read, and the page in docs is current."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.english.reference.reference import FamilyShown, FormShown, families
from qa_appliance.english.sentences.forms import FORMS

FAMILIES = families()
SHOWN = [(family, form) for family in FAMILIES for form in family.forms]
BUILD = Path(__file__).parents[2] / "build" / "phrases.py"


def test_every_family_has_a_title_and_forms() -> None:
    assert all(family.name and family.title and family.forms for family in FAMILIES)
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)


def test_every_example_of_the_grammar_is_shown_once() -> None:
    examples = [form.example for _, form in SHOWN]
    assert len(examples) == len(set(examples))
    assert {example.sentence for example in FORMS} <= set(examples)


@pytest.mark.parametrize(("family", "form"), SHOWN, ids=[f"{family.name}: {form.example}" for family, form in SHOWN])
def test_every_example_is_read_and_said_what_it_does(family: FamilyShown, form: FormShown) -> None:
    before = 'click "Thing" and ' if " it" in f" {form.example}" else ""
    plan = plan_english(before + form.example)
    assert plan.gaps == ()
    assert plan.steps
    assert form.does.endswith(".")
    assert form.wordings
    assert form.form.count("{") == form.form.count("}")


def test_the_page_in_docs_is_current() -> None:
    """Otherwise: python build/phrases.py"""
    spec = importlib.util.spec_from_file_location("phrases_page", BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text(encoding="utf-8") == module.page()
