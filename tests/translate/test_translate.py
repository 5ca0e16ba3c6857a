"""Clauses as sentences of the test language: what no row may read first, then what rows make together."""

from __future__ import annotations

import pytest

from qa_appliance.language.tokens import tokenize
from qa_appliance.translate.accountant import lost
from qa_appliance.translate.translate import translations

REFUSED = [
    "frobnicate the gadget",
    "click Save without attaching a file",
    "every price is fair",
    "the button is not as it should be",
    "there are many rows",
    "enter a different valid email into Email",
    "search for it",
    "the dialog closes without saving anything",
    'only "A" is clicked',
    "the Save button is disabled until the form is valid",
    "the list is shown except the last entry",
    "click the Save button if it rains",
    "the total is right",
    "the page looks good",
    "press Save or Cancel",
]
READ = [
    ("tap on the Save button", ["click the Save button"]),
    ("the nurse clicks Save", ["click Save"]),
    ("I should see the Save button", ["verify that the Save button is visible"]),
    ("the Save button must not be enabled", ["verify that the Save button is disabled"]),
    ("the Save button is visible and enabled",
     ["verify that the Save button is visible", "verify that the Save button is enabled"]),
    ('enter "a" into Name and "b" into City', ['enter "a" into Name', 'enter "b" into City']),
    ("click the Save button and verify that the dialog closes",
     ["click the Save button", "verify that the dialog closes"]),
    ("there should be exactly 3 rows in the table", ["verify that there are 3 rows in the table"]),
    ('neither "A" nor "B" is shown', ['verify that neither "A" nor "B" is shown']),
]  # fmt: skip
LOST = [
    ('click "A" and "B"', ['click "A"'], '"B"'),
    ("there are 3 rows", ["verify that there are 2 rows"], "3"),
    ("the dialog is not shown", ["verify that the dialog is visible"], "not"),
    ("click Save unless it is hidden", ["click Save"], "unless"),
    ("each row shows Ann", ['verify that the row shows "Ann"'], "each"),
    ("wait until the row is shown", ["verify that the row is visible"], "until"),
]


def _sentences(clause: str) -> list[str]:
    found = translations(tokenize(clause))
    return list(found[0].sentences) if found else []


@pytest.mark.parametrize("clause", REFUSED)
def test_no_row_reads_what_would_lose_a_word(clause: str) -> None:
    assert _sentences(clause) == []


@pytest.mark.parametrize(("clause", "sentences"), READ, ids=[clause for clause, _ in READ])
def test_rows_are_put_together(clause: str, sentences: list[str]) -> None:
    assert _sentences(clause) == sentences


@pytest.mark.parametrize(("clause", "sentences", "word"), LOST, ids=[clause for clause, *_ in LOST])
def test_the_accountant_names_what_is_lost(clause: str, sentences: list[str], word: str) -> None:
    assert lost(tokenize(clause), sentences) == word
    assert lost(tokenize(clause), [clause]) == ""
