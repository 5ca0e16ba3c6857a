"""The rows of wordings themselves: what each file may hold."""

from __future__ import annotations

import re

import pytest

from qa_appliance.language.tokens import tokenize
from qa_appliance.translate.chart import Chart, View
from qa_appliance.translate.grammar import grammar, written_rows
from qa_appliance.translate.lists import SEVERAL
from qa_appliance.translate.open.categories import OPEN
from qa_appliance.translate.template import Blank, Bound, Group, fits, variants
from qa_appliance.translate.translate import translations

ROWS = list(written_rows())
_BLANK = re.compile(r"\{(\w+)(?:[!@]\w+)*\*?\}")


@pytest.mark.parametrize("template", ["a (b", "a ] b", "{x", "<a b>", "a | b)"])
def test_a_broken_template_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match=r"template|bracket"):
        variants(template)


def test_classes_and_blanks_are_known() -> None:
    groups = grammar().groups
    unknown = [
        (part.name, wording)
        for row in ROWS
        for wording in row.wordings
        for parts in variants(wording)
        for part in parts
        if isinstance(part, Group) and part.name not in groups
    ]
    assert unknown == []


def test_no_deed_begins_with_an_article_or_a_person() -> None:
    """What begins a row of deeds is a verb, behind which no name goes on: add the lamp and the chair."""
    verbs = grammar().bases[""].keys()
    assert verbs & {"the", "a", "an", "i", "we", "user", "nobody", "no"} == set()


def test_every_blank_can_be_filled() -> None:
    """A category that nothing is of would leave its rows dead."""
    known = {*grammar().rows, *grammar().groups, *OPEN, *SEVERAL}
    blanks = {
        part.category
        for row in ROWS
        for wording in row.wordings
        for parts in variants(wording)
        for part in parts
        if isinstance(part, Blank)
    }
    bases = {blank.partition(".")[0].removesuffix("+") for blank in blanks}
    assert {base for base in bases - known if re.sub(r"_(?:one|sure)$", "", base) not in known} == set()


def test_what_a_row_stands_for_is_filled_by_its_wordings() -> None:
    """A blank that nothing fills would be left out without a word."""
    unfilled = []
    for row in ROWS:
        filled = {
            part.field
            for wording in row.wordings
            for parts in variants(wording)
            for part in parts
            if isinstance(part, Blank)
        }
        texts = [row.to] if isinstance(row.to, str) else row.to
        unfilled += [(row.of, text) for text in texts if not set(_BLANK.findall(text.replace("\\{", ""))) <= filled]
    assert unfilled == []


def test_examples_are_read() -> None:
    assert [row.example for row in ROWS if row.example and not translations(tokenize(row.example))] == []


def test_no_row_fits_its_counterexamples() -> None:
    """Another row may read them: "switch to the first tab" is no click."""
    misread = []
    for row in ROWS:
        for clause in row.refused:
            tokens = tokenize(clause)
            chart = Chart(tokens, grammar())
            view = View(chart, 0, "")
            for parts in (parts for wording in row.wordings for parts in variants(wording)):
                misread += [clause for _ in fits(parts, view, 0, len(tokens), Bound())]
    assert misread == []
