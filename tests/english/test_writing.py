"""Steps in sentences that the grammar reads to the same steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Kind, Place, Relation, Target
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.written import written


def called(name: str = "Save", kind: Kind = "button", ordinal: int = 0, *within: Relation) -> Target:
    return Target("", name=name, kind=kind, ordinal=ordinal, within=within)


def shown(text: str, scope: Target | None = None, *, negated: bool = False) -> s.Assert:
    return s.Assert(check=c.TextShown(text=text, scope=scope, negated=negated))


UNSAYABLE: dict[str, s.Step] = {
    "a name over two lines": s.Click(target=called("a\nb")),
    "a name with every kind of quotes": s.Click(target=called("\"'«“")),
    "an address with a blank": s.Go(url="/a b"),
    "a kind no sentence names": s.Click(target=called(kind="spinner")),
    "a place no sentence names": s.Click(target=called("Save", "button", 0, Relation("frame", called("f", "frame")))),
    "held keys": s.Click(target=called(), modifiers=("Shift",)),
    "an upload of a size": s.Upload(target=called(), files=("a.pdf",), size_bytes=2_000_000),
    "a request": s.Http(method="GET", url="/"),
    "two keys": s.Press(keys=("Tab", "Enter")),
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
