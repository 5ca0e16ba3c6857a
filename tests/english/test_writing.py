"""Steps in sentences that the grammar reads to the same steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Kind, Place, Relation, Target
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.written import meaning, reads_as, written
from qa_appliance.language.write import write


def called(name: str = "Save", kind: Kind = "button", ordinal: int = 0, *within: Relation) -> Target:
    return Target("", name=name, kind=kind, ordinal=ordinal, within=within)


def shown(text: str, scope: Target | None = None, *, negated: bool = False) -> s.Assert:
    return s.Assert(check=c.TextShown(text=text, scope=scope, negated=negated))


UNSAYABLE: dict[str, s.Step] = {
    "a name over two lines": s.Click(target=called("a\nb")),
    "an address with a blank": s.Go(url="/a b"),
    "an upload of a size with a name": s.Upload(target=called(), files=("a.pdf",), size_bytes=2_000_000),
    "a key that could be a button's, somewhere": s.Press(keys=("Delete",), target=called("Search", "field")),
    "what is no text": shown(" "),
}


@pytest.mark.parametrize("what", UNSAYABLE)
def test_what_has_no_sentence_is_not_put_in_one(what: str) -> None:
    assert written(UNSAYABLE[what]) is None


_WITHIN: tuple[tuple[Place, Kind], ...] = (
    ("row", "row"),
    ("section", "section"),
    ("dialog", "dialog"),
    ("inside", "list"),
    ("near", "any"),
    ("above", "any"),
    ("below", "any"),
    ("left_of", "any"),
    ("right_of", "any"),
)
_NUMBERS = frozenset({"more", "at_least", "less", "at_most"})


def steps() -> Iterator[s.Step]:
    yield from (s.Go(url="/login"), s.Go(url="https://a.example/x?y=1"), s.Search(text="red shoes"), s.AcceptCookies())
    yield from (s.History(move="back"), s.History(move="forward"), s.History(move="reload"))
    yield from (s.Click(target=called(), count=2), s.Click(target=called(), button="right"))
    yield from (
        s.Click(target=called(ordinal=2)),
        s.Click(target=called(ordinal=-1)),
        s.Click(target=called("Ok", "any")),
    )
    for place, kind in _WITHIN:
        where = Relation(place, called("Alice", kind))
        yield s.Click(target=called("Save", "button", 0, where))
        yield s.Fill(target=called("Email", "field", 0, where), value=s.Value("x"))
    for text in ("it's", "hunter2", 'say "hi", then go and click "X"', "{order}", "Total: 3.00 €. Then more!"):
        yield s.Fill(target=called("Note", "field"), value=s.Value(text))
        yield shown(text)
    yield s.Fill(target=called("Email", "field"), value=s.Value("x"), append=True)
    yield from (s.Clear(target=called("Email", "field")), s.Choose(options=("A",)), s.Hover(target=called()))
    yield s.Choose(options=("Germany",), target=called("Country", "dropdown"))
    yield s.Choose(options=("A", "B"), target=called("Country", "list"))
    for on in (True, False, None):
        yield s.SetChecked(target=called("Terms", "checkbox"), on=on)
    for on in (True, False):
        yield s.SetChecked(target=called("Dark", "switch"), on=on)
    yield s.SetChecked(target=called("Express", "radio"))
    yield from (s.Press(keys=("Enter",)), s.Press(keys=("Control+A",), target=called("Search", "field")))
    yield from (s.Scroll(direction="down"), s.Scroll(target=called("Contact", "heading")), s.Scroll(direction="bottom"))
    yield from (s.LogIn(user=s.Value("ada"), password=s.Value("x", secret=True)), s.LogOut(), s.AddToCart(item="Lamp"))
    yield from (s.Sort(by="Name"), s.Sort(by="Price", order="descending"), s.Sort(by="", order="ascending"))
    yield s.Sort(by="City", order="ascending", target=called("People", "table"))
    yield from (s.Dialog(accept=True), s.Dialog(accept=False), s.Remember(target=called("Total", "cell"), name="total"))
    for negated in (False, True):
        for scope in (None, called("Alice", "row"), called("Head", "section"), called("", "dialog")):
            yield shown("Paid", scope, negated=negated)
            yield s.WaitFor(check=c.TextShown(text="Paid", scope=scope, negated=negated))
        yield from (s.Assert(check=c.ErrorShown(text=text, negated=negated)) for text in ("", "Bad"))
        for state in get_args(c.State):
            yield s.Assert(check=c.ElementIs(target=called("Email", "field"), state=state, negated=negated))
        for comparison in get_args(c.Comparison):
            yield s.Assert(check=c.TextIs(called("Total", "cell"), comparison, "40", negated=negated))
            yield s.Assert(check=c.ValueIs(called("Total", "field"), comparison, "40", negated=negated))
            if comparison in _NUMBERS | {"equals"}:
                yield s.Assert(check=c.CountIs(called("", "row"), comparison, 3, negated=negated))
            if comparison not in _NUMBERS:
                yield s.Assert(check=c.TitleIs(comparison, "Shop", negated=negated))
                yield s.Assert(check=c.AddressIs(comparison, "/home", negated=negated))
    yield s.Assert(check=c.CountIs(called("", "row"), "equals", 0))
    yield s.Assert(check=c.CountIs(called("", "row"), "equals", 2, left=True))
    yield s.Assert(check=c.CountIs(called("", "checkbox"), "at_least", 1))
    yield s.Assert(check=c.ListSorted(called("Orders", "table"), by="Name", descending=True))
    yield s.Assert(check=c.LinkGoes(called("Terms", "link"), "equals", "/terms"))
    yield s.WaitFor(check=c.ElementIs(called("Loading", "icon"), "visible", negated=True), seconds=20)


@pytest.mark.parametrize("step", list(steps()), ids=lambda step: str(step.__struct_config__.tag))
def test_a_step_comes_back_as_a_sentence_that_is_read_to_it(step: s.Step) -> None:
    read = written(step)
    assert read is not None
    again = plan_english(read.sentence)
    assert (again.steps, again.gaps) == ((read,), ())


def test_what_a_message_says_and_which_link_is_meant_is_a_part_of_the_meaning() -> None:
    one, other = (s.Assert(check=c.MessageSays(words=words)) for words in ("the code is wrong", "the code is right"))
    assert meaning(one) != meaning(other)
    assert meaning(s.OpenMailLink(words="Confirm")) != meaning(s.OpenMailLink(words="Unsubscribe"))


NAMES = (
    "Save", "Sign in", "Terms and conditions", "it's", 'say "hi"', '"it\'s"', "a, b", "[x]", "(all)", "42", "3.00 €",
    "{order}", "Save & exit", "Ünïcode", "C:\\x", "50%", "the end", "Is it ok?", "A > B", "#7", "Hi! Then more.",
)  # fmt: skip
KINDS = tuple(kind for kind in get_args(Kind) if kind not in ("any", "word"))
"""A word is known by its position, and what is of any kind is a text where only its name is said."""


def where() -> st.SearchStrategy[tuple[Relation, ...]]:
    one = st.builds(
        lambda place, name: (Relation(place[0], Target("", name=name, kind=place[1], quoted=True)),),
        st.sampled_from(_WITHIN),
        st.sampled_from(NAMES),
    )
    return st.one_of(st.just(()), one)


def targets(*kinds: Kind) -> st.SearchStrategy[Target]:
    return st.builds(
        lambda name, kind, ordinal, within: Target("", name, kind, quoted=True, ordinal=ordinal, within=within),
        st.sampled_from(NAMES),
        st.sampled_from(kinds),
        st.sampled_from((0, 1, 2, 11, -1, -2)),
        where(),
    )


TARGETS, FIELDS, TELLING = targets(*KINDS), targets("field", "editor"), targets("cell", "heading", "row", "item")
VALUES = st.builds(s.Value, st.sampled_from((*NAMES, "")))
STEPS = st.one_of(
    st.builds(lambda target: s.Click(target=target), TARGETS),
    st.builds(lambda target: s.Click(target=target, count=2), TARGETS),
    st.builds(lambda target: s.Hover(target=target), TARGETS),
    st.builds(lambda target, value: s.Fill(target=target, value=value), FIELDS, VALUES),
    st.builds(lambda text: s.Search(text=text), st.sampled_from(NAMES)),
    st.builds(lambda text, no: shown(text, negated=no), st.sampled_from(NAMES), st.booleans()),
    st.builds(lambda text: s.Assert(check=c.ErrorShown(text=text)), st.sampled_from(NAMES)),
    st.builds(lambda name: s.Choose(options=(name,), target=called("Country", "dropdown")), st.sampled_from(NAMES)),
    st.builds(lambda t, no: s.Assert(check=c.ElementIs(target=t, state="enabled", negated=no)), TARGETS, st.booleans()),
    st.builds(lambda t, text: s.WaitFor(check=c.TextIs(t, "contains", text)), TELLING, st.sampled_from(NAMES)),
)


@settings(derandomize=True, max_examples=400, deadline=None)
@given(STEPS)
def test_names_positions_and_places_come_back(step: s.Step) -> None:
    read = written(step)
    assert read is not None
    assert meaning(read) == meaning(step)
    assert write(read) == read.sentence


def test_only_what_is_read_to_exactly_the_step_is_shown_as_how_it_is_read() -> None:
    """A name without quotes is looked for less strictly, and a text without quotes is compared in any letters."""
    for sentence, shown_as in {
        "click Save": "click Save",
        "press the 'Save' button": 'click the "Save" button',
        "the status is Paid": 'verify that the status is "Paid", ignoring case',
        "the Delete button vanishes": "verify that the Delete button is gone",
        "type hunter2 into the password field": 'enter "hunter2" into the password field',
    }.items():
        [step] = plan_english(sentence).steps
        assert reads_as(step) == shown_as


def test_a_secret_that_its_field_does_not_tell_is_not_said() -> None:
    step = s.Fill(target=called("Note", "field"), value=s.Value("hunter2", secret=True))
    assert reads_as(step) == ""
