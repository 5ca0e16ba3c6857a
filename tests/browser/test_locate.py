"""The pure search in looks that are written down here, and the words it compares."""

from __future__ import annotations

import pytest

from qa_appliance.browser.find.qualities import colour_name
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find
from qa_appliance.browser.find.texts import called_so, close_spelling, same_meaning
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Relation, Target


def look_at(*nodes: Node, used: int = -1) -> Look:
    for index, node in enumerate(nodes):
        node.index = node.ref = index
    return Look(url="http://shop.test/", title="Shop", text="", nodes=list(nodes), used=used)


def button(name: str, **more: object) -> Node:
    return Node(tag="button", role="button", name=name, shown=True, click=True, **more)  # type: ignore[arg-type]


def called(name: str, **more: object) -> Target:
    return Target(words=name, name=name, **more)  # type: ignore[arg-type]


def test_nothing_there_says_what_was_there_instead() -> None:
    answer = find(look_at(button("Save draft"), button("Save as…"), button("Print")), called("Publish"), "click")
    assert isinstance(answer, Miss)
    assert answer.reason == "there is no “Publish” on the page"
    assert set(answer.instead) == {"button “Save draft”", "button “Save as…”", "button “Print”"}


def test_a_disabled_exact_fit_is_not_replaced_by_a_lesser_one() -> None:
    look = look_at(button("Save", states=frozenset({"disabled"})), button("Save draft"))
    answer = find(look, called("Save"), "click")
    assert isinstance(answer, Miss)
    assert answer.blocked
    assert "disabled" in answer.reason


def test_equally_good_fits_are_listed_with_what_would_choose_them() -> None:
    answer = find(look_at(button("Edit"), button("Edit")), called("Edit"), "click")
    assert isinstance(answer, Ambiguous)
    assert answer.sentences == ("the 1st “Edit”", "the 2nd “Edit”")


def test_equally_good_fits_have_their_places_as_parts_of_the_viewport() -> None:
    look = look_at(button("Edit", box=(128.0, 72.0, 64.0, 36.0)), button("Edit"))
    answer = find(look, called("Edit"), "click")
    assert isinstance(answer, Ambiguous)
    assert answer.places == ((0.1, 0.1, 0.05, 0.05), None)


def _entry(name: str) -> Node:
    return Node(tag="li", role="menuitem", name=name, shown=True, click=True, parent=0)


def test_while_one_goes_through_a_menu_its_entry_is_meant() -> None:
    menu = Node(tag="ul", role="menu", shown=True)
    nodes = (menu, _entry("New"), _entry("Text File"), button("Text File"))
    found = find(look_at(*nodes, used=1), called("Text File"), "click")
    assert isinstance(found, Match)
    assert (found.node.index, found.reason) == (2, "the one in the menu used last")
    assert isinstance(find(look_at(*nodes), called("Text File"), "click"), Ambiguous)
    assert isinstance(find(look_at(*nodes, button("Other"), used=4), called("Text File"), "click"), Ambiguous)
    assert isinstance(find(look_at(*nodes, _entry("Text File"), used=1), called("Text File"), "click"), Ambiguous)


def test_too_high_a_number() -> None:
    answer = find(look_at(button("Edit"), button("Edit")), called("Edit", ordinal=3), "click")
    assert isinstance(answer, Miss)
    assert answer.reason == "there are only 2 “Edit” on the page, so there is no 3rd"


def test_the_header_is_the_pages_own_and_not_that_of_a_part() -> None:
    look = look_at(
        Node(tag="body", shown=True),
        Node(tag="article", role="article", shown=True, parent=0),
        Node(tag="header", shown=True, parent=1, text=(0, 1)),
        Node(tag="a", role="link", name="Orders", shown=True, click=True, parent=2, href="/a"),
        Node(tag="header", shown=True, parent=0, text=(0, 1)),
        Node(tag="a", role="link", name="Orders", shown=True, click=True, parent=4, href="/b"),
    )
    header = Relation("section", Target(words="the header", name="header", kind="section"))
    answer = find(look, called("Orders", within=(header,)), "click")
    assert isinstance(answer, Match)
    assert answer.node.href == "/b"


def test_a_part_is_known_by_its_whole_name_first() -> None:
    look = look_at(
        Node(tag="body", shown=True),
        Node(tag="div", role="toolbar", name="main area toolbar", shown=True, parent=0),
        button("Insert", parent=1),
        Node(tag="div", role="region", name="main area", shown=True, parent=0),
        button("Insert", parent=3),
    )
    toolbar = Relation("section", Target(words="the main area toolbar", name="main area", kind="section"))
    answer = find(look, called("Insert", within=(toolbar,)), "click")
    assert isinstance(answer, Match)
    assert answer.node.index == 2


def test_the_price_is_the_amount_that_stands_there() -> None:
    look = look_at(
        Node(tag="li", role="listitem", name="Lamp", shown=True, text=(0, 12)),
        Node(tag="h2", role="heading", name="Lamp", shown=True, parent=0, text=(0, 4)),
        Node(tag="p", shown=True, parent=0, text=(5, 12)),
    )
    look.text = "Lamp €39.90 "
    lamp = Relation("inside", Target(words="the item Lamp", name="Lamp", kind="item"))
    answer = find(look, called("price", within=(lamp,)), "text")
    assert isinstance(answer, Match)
    assert answer.node.tag == "p"
    assert isinstance(find(look, called("weight", within=(lamp,)), "text"), Miss)


def test_the_dialog_is_the_outermost() -> None:
    look = look_at(
        Node(tag="div", role="dialog", shown=True, text=(0, 1)),
        Node(tag="div", classes="dialog-content", shown=True, parent=0, text=(0, 1)),
    )
    answer = find(look, Target(words="the dialog", kind="dialog"), "text")
    assert isinstance(answer, Match)
    assert answer.node.index == 0


def test_a_menu_is_not_the_box_around_it() -> None:
    look = look_at(
        Node(tag="div", shown=True, click=True, text=(0, 4)),
        Node(tag="ul", role="menu", shown=True, parent=0, text=(0, 4)),
    )
    look.text = "Copy"
    answer = find(look, Target(words="the menu", kind="menu"), "choose")
    assert isinstance(answer, Match)
    assert answer.node.role == "menu"


def test_the_heading_is_the_one_of_the_first_level() -> None:
    def heading(level: int, name: str) -> Node:
        return Node(tag=f"h{level}", role="heading", level=level, name=name, shown=True, text=(0, 1))

    wanted = Target(words="the heading", kind="heading")
    answer = find(look_at(heading(2, "Menu"), heading(1, "Catalogue"), heading(2, "Lamp")), wanted, "text")
    assert isinstance(answer, Match)
    assert answer.node.name == "Catalogue"
    assert isinstance(find(look_at(heading(2, "Menu"), heading(2, "Lamp")), wanted, "text"), Ambiguous)


@pytest.mark.parametrize(
    ("names", "sought", "found", "rung"),
    [
        (("Save draft", "Save"), "Save", 1, "exact name"),
        (("Save draft", "SAVE"), "Save", 1, "exact name"),
        (("Save draft", "Save…"), "Save", 1, "normalised"),
        (("Print", "Now save"), "Save", 1, "whole words"),
    ],
)
def test_the_first_rung_with_a_fit_decides(names: tuple[str, ...], sought: str, found: int, rung: str) -> None:
    answer = find(look_at(*(button(name) for name in names)), called(sought), "click")
    assert isinstance(answer, Match)
    assert (answer.node.index, answer.rung) == (found, rung)


@pytest.mark.parametrize(
    ("qualities", "found"),
    [
        (("disabled",), None),  # how it is has to be so
        (("blue",), None),
        (("tax", "category"), 1),  # what it is called besides is known to nobody but the tester
        (("breadcrumb",), 2),  # unless the page says it
    ],
)
def test_a_noun_beside_a_quoted_name(qualities: tuple[str, ...], found: int | None) -> None:
    crumb = button("Alcohol", classes="breadcrumb")
    look = look_at(button("Milk"), button("Alcohol"), *([crumb] if found == 2 else []))
    answer = find(look, called("Alcohol", quoted=True, qualities=qualities), "click")
    assert (answer.node.index if isinstance(answer, Match) else None) == found


def test_an_adjective_of_a_known_kind_has_to_hold() -> None:
    wanted = called("Save", quoted=True, kind="button", qualities=("primary",))
    assert isinstance(find(look_at(button("Save")), wanted, "click"), Miss)


def test_an_open_modal_comes_first() -> None:
    modal = Node(tag="div", role="dialog", shown=True, states=frozenset({"modal"}))
    answer = find(look_at(button("OK"), modal, button("OK", parent=1)), called("OK"), "click")
    assert isinstance(answer, Match)
    assert answer.node.index == 2


@pytest.mark.parametrize(
    ("sought", "seen", "same"),
    [
        ("Email", "E-mail *", True),
        ("cafe", "Café", False),
        ("Inbox", "Inbox (3)", True),
        ("item", "Items", False),
        ("Save", "Save draft", False),
        ("Task 1", "Task 2", False),
        ("Task 1", "Tasks", False),
        ("Tasks", "Task 2", False),
        ("Order 1", "Order 10", False),
        ("Inbox (3)", "Inbox (3)", True),
        ("+", "+", True),
        ("+", "-", False),
        ("", "", False),
    ],
)
def test_the_same_but_for_dress(sought: str, seen: str, same: bool) -> None:
    assert called_so(sought, seen) is same


@pytest.mark.parametrize(
    ("sought", "seen"), [("Register", "Already registered? Log in"), ("Save", "How to autosave drafts")]
)
def test_a_part_of_a_word_in_a_sentence_is_no_name(sought: str, seen: str) -> None:
    answer = find(look_at(button(seen), button("Other")), called(sought), "click")
    assert isinstance(answer, Miss)


@pytest.mark.parametrize(
    ("sought", "seen"), [("Order 1", "Order 10"), ("Order 1", "Order 2"), ("Row 100", "Row 1000"), ("125", "Bill 3125")]
)
def test_another_number_is_another_thing(sought: str, seen: str) -> None:
    """Nothing is deleted in the row of order 10 that was meant for order 1."""
    answer = find(look_at(button(seen), button("Other")), called(sought), "click")
    assert isinstance(answer, Miss)


def test_meaning_and_spelling() -> None:
    assert same_meaning("basket", "Cart (2)")
    assert not same_meaning("basket", "Checkout")
    for one, other in (
        ("Passphrase", "Password"),
        ("Mobile number", "Phone number"),
        ("Amount", "Quantity"),
        ("User ID", "Username"),
    ):
        assert not same_meaning(one, other)  # a form may have both
    assert close_spelling("Settings", "Setings")
    assert not close_spelling("Item 1", "Item 2")
    assert not close_spelling("On", "Of")


@pytest.mark.parametrize(
    ("css", "name"),
    [
        ("rgb(255, 0, 0)", "red"),
        ("rgb(0, 0, 255)", "blue"),
        ("rgb(0, 128, 0)", "green"),
        ("rgb(255, 165, 0)", "orange"),
        ("rgb(255, 255, 255)", "white"),
        ("rgb(0, 0, 0)", "black"),
        ("rgb(128, 128, 128)", "grey"),
        ("rgba(0, 0, 0, 0)", ""),
    ],
)
def test_colours_have_everyday_names(css: str, name: str) -> None:
    assert colour_name(css) == name
