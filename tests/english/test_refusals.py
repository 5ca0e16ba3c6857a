"""Every row that refuses a reading: its example is read so without the row, and without the judging of names that were
read. Every sign of a place as well, and what stands in no name.
"""

from __future__ import annotations

import pytest

from qa_appliance.english import finishing
from qa_appliance.english.checks import refusals as checks
from qa_appliance.english.compile import plan_english
from qa_appliance.english.nouns import refusals as nouns
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.places import SIGNS, Sign
from qa_appliance.english.nouns.swallowed import Use, swallowed
from qa_appliance.english.verbs import refusals as verbs
from qa_appliance.english.verbs import registry
from qa_appliance.english.words import work
from qa_appliance.english.words.refusals import Refusal
from qa_appliance.english.words.work import Work
from qa_appliance.language.tokens import Phrase, Source, tokenize

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
    monkeypatch.setattr(finishing, "well_named", lambda step, _: step)
    monkeypatch.setattr(finishing, "sure", lambda step: step)
    monkeypatch.setattr(finishing, "unaccounted", lambda *_: "")
    monkeypatch.setattr(registry, "misread_name", lambda *_: None)
    monkeypatch.setitem(table, reading, tuple(other for other in table[reading] if other is not row))
    monkeypatch.setattr(work, "KEPT", {})
    admitted = plan_english(row.example)
    assert admitted.steps not in ((), refused.steps)


@pytest.mark.parametrize("sign", SIGNS, ids=[sign.example for sign in SIGNS])
def test_the_example_of_a_sign_has_a_place_or_none(sign: Sign) -> None:
    target = read_target(Phrase(tokenize(sign.example), Source(sign.example, Work())))
    assert target is not None
    assert bool(target.within or target.qualities) == sign.place, target


@pytest.mark.parametrize(
    ("name", "use", "stopped"),
    [
        ("arrow to see the notes", "element", "to see"),
        ("Drag to reorder", "element", ""),
        ("how to order", "element", ""),
        ("add a comment", "element", ""),
        ("name of a member", "element", "a member"),
        ("Mail icon that has a badge", "element", "that"),
        ("What is new", "element", ""),
        ("invoice from step 2", "element", "step"),
        ("post you wrote", "noun", "you"),
        ("view to Month", "element", ""),
        ("view to Month", "noun", "to Month"),
        ("settings dialog on", "of a kind", "on"),
        ("stay signed in", "element", ""),
        ("bottom", "element", "bottom"),
        ("bottom", "of a kind", ""),
        ("Two users", "element", "two"),
        ("3 tabs", "page", "3"),
        ("in progress", "shown", ""),
        ("at top of list", "shown", "at"),
        ("it", "held", "it"),
        ("it", "shown", ""),
        ("all tasks", "held", "all"),
        ("press Enter", "typed", "press"),
        ("dark In the settings", "typed", "In"),
        ("sample values", "typed", "values"),
        ("hello how are you", "typed", ""),
        ("list (of names", "typed", "()"),
    ],
)
def test_words_that_stand_in_no_name(name: str, use: Use, stopped: str) -> None:
    assert swallowed(name, use, registry.INDEX) == stopped
