"""The rows of the test language: every kind of step, check, element and place has words, and every row is used."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Kind, Place, Target
from qa_appliance.english.compile import plan_english
from qa_appliance.language.claims import CLAIMS
from qa_appliance.language.deeds import DEEDS
from qa_appliance.language.nouns import NOUNS, PLACES
from qa_appliance.language.read import read
from qa_appliance.language.rows import Says
from qa_appliance.language.write import Unsaid, quote, write

ROWS = (*DEEDS, *CLAIMS)
NEVER_PLANNED = {s.ExpectRefusal}
OF_OTHER_CHECKS = {c.AnyOf, c.EachIs}
"""Said by what they hold."""


def test_every_kind_of_step_and_check_has_a_row() -> None:
    """Kinds are those of the unions: a new one without words is found here."""
    kinds = {*get_args(s.Step), *get_args(c.Check)}
    assert {row.kind for row in ROWS} == kinds - NEVER_PLANNED - OF_OTHER_CHECKS


def test_every_kind_of_element_and_every_place_has_a_word() -> None:
    assert set(NOUNS) == set(get_args(Kind))
    assert set(PLACES) == set(get_args(Place))


def test_a_row_says_only_fields_that_there_are() -> None:
    for row in ROWS:
        assert row.blanks | row.fixed.keys() <= {*row.kind.__struct_fields__}, row.template


def sentence_of(row: Says) -> str:
    return row.example if row in DEEDS else f"verify that {row.example}"


EXAMPLES = sorted({(sentence_of(row), row.kind) for row in ROWS if row.example}, key=str)


@pytest.mark.parametrize(("sentence", "kind"), EXAMPLES)
def test_an_example_is_read_and_written_again(sentence: str, kind: type) -> None:
    """A mail is one that was waited for, and an attempt is one where something is checked after it."""
    before = 'Wait for the mail to "a@b.test". ' if kind is c.MailIs else ""
    behind = '. Verify that "A" is shown' if sentence.startswith("try to") else ""
    plan = plan_english(before + sentence + behind)
    assert plan.gaps == ()
    [step] = plan.steps[bool(before) : len(plan.steps) - bool(behind)]
    assert kind in (type(step), type(getattr(step, "check", None)))
    assert write(step) == sentence


@pytest.mark.parametrize(("sentence", "kind"), EXAMPLES)
def test_what_is_read_has_the_types_of_its_kind(sentence: str, kind: type) -> None:
    step = read(sentence)
    assert step is not None
    assert msgspec.convert(msgspec.to_builtins(step), type(step)) == step


def test_each_deed_has_an_example_and_each_check_that_holds() -> None:
    assert [row.template for row in ROWS if not row.example and not row.fixed.get("negated")] == []


SAVE = Target("", name="Save", kind="button", quoted=True)
UNSAID: dict[str, s.Step] = {
    "is told together with what it leads to": s.Click(target=SAVE, towards=SAVE),
    "is never planned": s.ExpectRefusal(),
    "on several lines": s.Fill(target=SAVE, value=s.Value("a\nb")),
    "blanks alone": s.Assert(check=c.TextShown(text="  ")),
    "with a blank": s.Go(url="/a b"),
    "which element": s.Click(target=Target("")),
    "braces": s.Fill(target=SAVE, value=s.Value("{x}", literal=True)),
    "one direction": s.Drag(target=SAVE, by=(5, 5)),
    "by its position": s.Hover(target=Target("", name="lamp", kind="word")),
    "no name of its own": s.Upload(target=SAVE, files=("cv.pdf",), size_bytes=2_000_000),
    "by itself": s.Press(keys=("Delete", "Tab")),
    "a block within a block": s.Repeat(times=2, steps=(s.Repeat(times=2, steps=(s.LogOut(),)), s.Click(target=SAVE))),
}


@pytest.mark.parametrize("why", UNSAID)
def test_what_has_no_sentence_says_why(why: str) -> None:
    answer = write(UNSAID[why])
    assert isinstance(answer, Unsaid)
    assert set(why.split()) - {"is", "told"} <= set(answer.why.lower().replace(".", "").replace(",", "").split())


def test_quotes_in_a_text_are_kept() -> None:
    assert [quote(text) for text in ("a", 'say "hi"', "it's", '"it\'s"', "C:\\x", "x\\", " ", "a\nb")] == [
        '"a"',
        "'say \"hi\"'",
        '"it\'s"',
        '"\\"it\'s\\""',
        '"C:\\x"',
        '"x\\\\"',
        None,
        None,
    ]
