"""Every row that refuses a reading: its example is read so without the row. Every sign of a place as well."""

from __future__ import annotations

import pytest

from qa_appliance.english.checks import refusals as checks
from qa_appliance.english.compile import plan_english
from qa_appliance.english.nouns import refusals as nouns
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.places import SIGNS, Sign
from qa_appliance.english.verbs import refusals as verbs
from qa_appliance.english.words import work
from qa_appliance.english.words.refusals import Refusal
from qa_appliance.english.words.tokens import Phrase, Source, tokenize
from qa_appliance.english.words.work import Work

ROWS = [
    (table, reading, row)
    for table in (nouns.REFUSALS, checks.REFUSALS, verbs.REFUSALS)
    for reading, rows in table.items()
    for row in rows
]


@pytest.mark.parametrize(
    ("table", "reading", "row"), ROWS, ids=[f"{reading}: {row.example}" for _, reading, row in ROWS]
)
def test_the_example_of_a_refusal_is_read_otherwise_or_not_at_all_for_that_row_alone(
    table: dict[str, tuple[Refusal, ...]], reading: str, row: Refusal, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = plan_english(row.example)
    monkeypatch.setitem(table, reading, tuple(other for other in table[reading] if other is not row))
    monkeypatch.setattr(work, "KEPT", {})
    admitted = plan_english(row.example)
    assert admitted.steps not in ((), refused.steps)


@pytest.mark.parametrize("sign", SIGNS, ids=[sign.example for sign in SIGNS])
def test_the_example_of_a_sign_has_a_place_or_none(sign: Sign) -> None:
    target = read_target(Phrase(tokenize(sign.example), Source(sign.example, Work())))
    assert target is not None
    assert bool(target.within) == sign.place, target
