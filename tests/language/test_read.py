"""The language's own reader: it reads what is written by the rows, to what was written, and nothing else."""

from __future__ import annotations

import pytest

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Relation, Target
from qa_appliance.language.read import read
from qa_appliance.language.write import write
from tests.language.test_rows import EXAMPLES

NO_SENTENCES = [
    "",
    "click",
    "click ",
    "Click Save",
    "click Save.",
    "click  Save",
    "please click Save",
    "click on Save",
    "click “Save”",
    'click the "Save" buttons',
    "wait 3 second",
    "wait 1 seconds",
    'verify that "Welcome" is displayed',
    'verify that "Welcome" is shown and',
    "there are 3 rows",
    "verify that there is 3 rows",
    "verify that there are 1 row",
    'if "A" is shown, ',
    'either "A" is shown',
    'verify that neither "A" is shown',
]


@pytest.mark.parametrize("words", NO_SENTENCES)
def test_no_second_wording_is_read(words: str) -> None:
    assert read(words) is None


@pytest.mark.parametrize(("sentence", "kind"), EXAMPLES)
def test_an_example_is_read_to_what_is_written_so(sentence: str, kind: type) -> None:
    step = read(sentence)
    assert step is not None
    assert kind in (type(step), type(getattr(step, "check", None)))
    assert write(step) == sentence == step.sentence


def _row(name: str) -> Relation:
    return Relation("row", Target(words=f'the row "{name}"', name=name, kind="row", quoted=True))


READ: dict[str, s.Step] = {
    'click the second blue "Edit" button in the row "Ann" in the last "Users" table': s.Click(
        target=Target(
            words='the second blue "Edit" button in the row "Ann" in the last "Users" table',
            name="Edit",
            kind="button",
            quoted=True,
            ordinal=2,
            qualities=("blue",),
            within=(
                _row("Ann"),
                Relation(
                    "inside",
                    Target(words='the last "Users" table', name="Users", kind="table", quoted=True, ordinal=-1),
                ),
            ),
        )
    ),
    "click Sign in with Google next to 'A \"B\"'": s.Click(
        target=Target(
            words="Sign in with Google next to 'A \"B\"'",
            name="Sign in with Google",
            within=(Relation("near", Target(words="'A \"B\"'", name='A "B"', quoted=True)),),
        )
    ),
    'verify that either "A" is shown or "B" is not shown': s.Assert(
        check=c.AnyOf(checks=(c.TextShown(text="A"), c.TextShown(text="B", negated=True)))
    ),
    'verify that "A", "B" or "C" is shown, ignoring case': s.Assert(
        check=c.AnyOf(checks=tuple(c.TextShown(text=text, any_case=True) for text in "ABC"))
    ),
    'verify that neither "A" nor "B" is shown': s.Assert(
        check=c.AnyOf(checks=(c.TextShown(text="A"), c.TextShown(text="B")), negated=True)
    ),
    'if "A" is shown, open /a, open /b and log out': s.When(
        check=c.TextShown(text="A"),
        steps=(
            s.Go(url="/a", sentence="open /a"),
            s.Go(url="/b", sentence="open /b"),
            s.LogOut(sentence="log out"),
        ),
    ),
    'if "A" is shown, click "B" and log out, otherwise repeat 2 times: go back, go forward and log out': s.When(
        check=c.TextShown(text="A"),
        steps=(
            s.Click(target=Target(words='"B"', name="B", quoted=True), sentence='click "B"'),
            s.LogOut(sentence="log out"),
        ),
        otherwise=(
            s.Repeat(
                times=2,
                steps=(
                    s.History(move="back", sentence="go back"),
                    s.History(move="forward", sentence="go forward"),
                    s.LogOut(sentence="log out"),
                ),
                sentence="repeat 2 times: go back, go forward and log out",
            ),
        ),
    ),
}


@pytest.mark.parametrize("sentence", READ)
def test_places_lists_and_blocks_are_read_wherever_one_thing_may_stand(sentence: str) -> None:
    step = read(sentence)
    assert step is not None
    assert (
        type(step)(**{name: getattr(step, name) for name in step.__struct_fields__ if name != "sentence"})
        == READ[sentence]
    )


def test_a_name_is_no_place_where_nothing_tells_one() -> None:
    step = read("click Log in")
    assert isinstance(step, s.Click)
    assert (step.target.name, step.target.within) == ("Log in", ())


@pytest.mark.parametrize(
    "words",
    [
        "click " + "Save in the row " * 100 + '"A"',
        "click " + "x " * 900,
        "verify that " + "each row has a " * 60,
        "if " * 100,
    ],
)
def test_what_takes_too_much_work_is_none(words: str) -> None:
    assert read(words) is None
