"""What a name means when an element is looked for: who is called so, and who only has the words in its name."""

from __future__ import annotations

import pytest

from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find
from qa_appliance.browser.find.texts import called_so, whole_words
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Kind, Relation, Target
from qa_appliance.core.traits import Purpose


def page(*nodes: Node) -> Look:
    """Each node's text is its name, in a line of its own."""
    text = ""
    for index, node in enumerate(nodes):
        node.index = node.ref = index
        node.text = (len(text), len(text) + len(node.name))
        text += f"{node.name}\n"
    return Look(url="http://shop.test/", title="Shop", text=text, nodes=list(nodes))


def button(name: str) -> Node:
    return Node(tag="button", role="button", name=name, shown=True, click=True)


def field(name: str) -> Node:
    return Node(tag="input", role="textbox", name=name, label=name, shown=True, click=True)


def option(name: str) -> Node:
    return Node(tag="li", role="option", name=name, shown=True, click=True)


@pytest.mark.parametrize(
    ("sought", "seen"),
    [
        ("Delete", "Delete account"),
        ("Delete", "Deleted"),
        ("Comment", "Comments"),
        ("Save", "Autosave"),
        ("City", "City code"),
        ("Pro", "Pro trial"),
        ("Ann", "Anna"),
        ("Task 1", "Task 12"),
        ("Order 42", "Order 42.50"),
        ("Sign in", "Log in"),
        ("Submit order", "Sumbit order"),
        ("Müller", "Muller"),
        ("Inbox (3)", "Inbox (4)"),
        ("C", "C++"),
        ("5", "-5"),
        ("100", "100 %"),
        ("+", "-"),
        ("", ""),
    ],
)
def test_another_name(sought: str, seen: str) -> None:
    assert not called_so(sought, seen)


@pytest.mark.parametrize(
    ("sought", "seen"),
    [
        ("delete", "DELETE"),
        ("Save  draft", "Save draft "),
        ("Returns accepted", "Re\u00adturn\u200bs accepted"),
        ("Don't", "Don’t"),
        ("A - B", "A – B"),
        ("More...", "More…"),
        ("Inbox", "Inbox (3)"),
        ("Email", "E-mail: *"),
        ("Email", "Email (optional)"),
        ("Log in", "Login"),
        ("Add", "+ Add"),
        ("Next", "Next →"),
        ("Cart", "🛒 Cart"),
        ("Cart", "\ue001Cart"),
        ("Save", "Save Ctrl+S"),
        ("Save", "Save ⌘S"),
        ("Rename", "Rename (F2)"),
        ("🗑", "🗑\ufe0f"),
        ("Yes delete it", "Yes, delete it"),
    ],
)
def test_the_same_name(sought: str, seen: str) -> None:
    assert called_so(sought, seen)


@pytest.mark.parametrize(
    ("sought", "seen", "part"),
    [
        ("Save", "Save draft", True),
        ("draft", "Save draft (3)", True),
        ("save", "Auto-save", False),
        ("Save", "Saved drafts", False),
        ("42", "Order 42.50", False),
        ("draft save", "Save draft", False),
    ],
)
def test_whole_words_of_a_longer_name(sought: str, seen: str, part: bool) -> None:
    assert whole_words(sought, seen) is part


_DEEDS: tuple[Purpose, ...] = ("click", "hover")
_CHECKS: tuple[Purpose, ...] = ("text", "state")


@pytest.mark.parametrize("purpose", [*_DEEDS, *_CHECKS])
@pytest.mark.parametrize("quoted", [True, False])
@pytest.mark.parametrize(
    ("sought", "seen"), [("Save", "Saved"), ("Save", "Autosave"), ("Sign in", "Log in"), ("Settings", "Setings")]
)
def test_no_part_of_a_word_no_synonym_no_spelling(sought: str, seen: str, quoted: bool, purpose: Purpose) -> None:
    target = Target(words=sought, name=sought, quoted=quoted)
    assert isinstance(find(page(button(seen), button("Print")), target, purpose), Miss)


@pytest.mark.parametrize("kind", ["any", "button"])
@pytest.mark.parametrize(
    ("quoted", "purpose", "found"),
    [
        (True, "click", False),
        (True, "hover", False),
        (True, "text", False),
        (True, "state", False),
        (False, "text", False),
        (False, "state", False),
        (False, "click", True),
        (False, "hover", True),
    ],
)
def test_some_words_of_a_name(quoted: bool, purpose: Purpose, found: bool, kind: Kind) -> None:
    """In a deed, without quotes, where one has them: and it says so."""
    look = page(button("Print"), button("Save draft"))
    answer = find(look, Target(words="Save", name="Save", kind=kind, quoted=quoted), purpose)
    if not found:
        assert isinstance(answer, Miss)
        assert "button “Save draft”" in answer.instead
    else:
        assert isinstance(answer, Match)
        assert (answer.node.name, answer.rung) == ("Save draft", "whole words")
        assert answer.partly == "“Save” is only a part of what the button “Save draft” is called"


def test_of_two_that_have_the_words_none_is_taken() -> None:
    answer = find(page(button("Save draft"), button("Now save")), Target(words="Save", name="Save"), "click")
    assert isinstance(answer, Ambiguous)
    assert answer.sentences == ("the “Save draft” button", "the “Now save” button")
    second = Target(words="the 2nd Save", name="Save", ordinal=2)
    assert isinstance(find(page(button("Save draft"), button("Now save")), second, "click"), Miss)


def test_what_is_called_so_exactly_comes_before_what_has_the_words_even_where_it_cannot_be_used() -> None:
    look = page(button("Save draft"), Node(tag="button", role="button", name="Save", click=True))
    answer = find(look, Target(words="Save", name="Save"), "click")
    assert isinstance(answer, Miss)
    assert answer.blocked == "hidden"


@pytest.mark.parametrize(
    ("sought", "seen"),
    [
        ("Delete", "Delete account"),
        ("account", "Delete account"),
        ("Pay", "Pay now"),
        ("message", "Send message"),
        ("subscription", "Cancel subscription"),
        ("order", "Confirm order"),
        ("Place", "Place order"),
    ],
)
def test_what_is_not_taken_back_is_never_clicked_by_a_part_of_its_name(sought: str, seen: str) -> None:
    answer = find(page(button(seen), button("Print")), Target(words=sought, name=sought), "click")
    assert isinstance(answer, Miss)
    assert answer.instead[0] == f"button “{seen}”"


@pytest.mark.parametrize("quoted", [True, False])
def test_a_field_is_filled_by_some_words_of_its_label_only_without_quotes(quoted: bool) -> None:
    look = page(field("City code"), field("Street"))
    answer = find(look, Target(words="City", name="City", kind="field", quoted=quoted), "fill")
    assert isinstance(answer, Miss if quoted else Match)


def rows(*names: str) -> Look:
    nodes: list[Node] = []
    for name in names:
        at = len(nodes)
        nodes += [
            Node(tag="tr", role="row", shown=True),
            Node(tag="td", role="cell", name=name, shown=True, parent=at),
            Node(tag="td", role="cell", shown=True, parent=at),
            Node(tag="button", role="button", name="Remove", shown=True, click=True, parent=at + 2),
        ]
    look = page(*nodes)
    for node in look.nodes:
        if node.role == "row":
            node.text = (look.nodes[node.index + 1].text[0], look.nodes[node.index + 3].text[1])
    return look


@pytest.mark.parametrize("purpose", ["click", "state"])
@pytest.mark.parametrize("quoted", [True, False])
@pytest.mark.parametrize(
    ("names", "found", "noted"),
    [
        (("Anna", "Bob"), None, False),
        (("Joann", "Bob"), None, False),
        (("Ann Smith", "Ann Lee"), None, False),
        (("Ann Smith", "Ann"), 7, False),
        (("Bob", "Ann Smith"), 7, True),
    ],
)
def test_a_row_is_named_by_a_cell_else_by_words_that_one_alone_has(
    names: tuple[str, ...], found: int | None, noted: bool, quoted: bool, purpose: Purpose
) -> None:
    row = Relation("row", Target(words="the row Ann", name="Ann", kind="row", quoted=quoted))
    answer = find(rows(*names), Target(words="Remove", name="Remove", quoted=True, within=(row,)), purpose)
    assert (answer.node.index if isinstance(answer, Match) else None) == found
    assert isinstance(answer, Match | Miss)
    if isinstance(answer, Match):
        assert bool(answer.partly) is noted
    else:
        assert "row" in answer.reason
        assert "Ann" in answer.reason


@pytest.mark.parametrize("purpose", ["text", "state", "hover"])
def test_a_heading_is_no_rival_of_what_it_names(purpose: Purpose) -> None:
    look = page(
        Node(tag="h1", role="heading", name="Phone", shown=True, level=1),
        field("Phone"),
    )
    answer = find(look, Target(words="Phone", name="Phone", quoted=True), purpose)
    assert isinstance(answer, Match)
    assert answer.node.tag == "input"


@pytest.mark.parametrize("shown", [True, False])
def test_a_box_behind_its_label_is_pressed_by_it_and_has_the_state_of_its_input(shown: bool) -> None:
    box = Node(tag="input", type="radio", role="radio", name="Express", label="Express", states=frozenset({"checked"}))
    label = Node(tag="label", name="Express", shown=shown, click=True, control=0)
    look = page(box, label)
    express = Target(words="Express", name="Express", kind="radio", quoted=True)
    pressed, asked = find(look, express, "click"), find(look, express, "state")
    assert (pressed.node.index if isinstance(pressed, Match) else None) == (1 if shown else None)
    assert (asked.node.index if isinstance(asked, Match) else None) == (0 if shown else None)


@pytest.mark.parametrize("state", ["disabled", "inert", "untouchable"])
def test_what_is_out_of_use_is_not_pressed_by_its_label_either(state: str) -> None:
    box = Node(tag="input", type="radio", role="radio", name="Express", states=frozenset({state}))
    look = page(box, Node(tag="label", name="Express", shown=True, click=True, control=0))
    assert isinstance(find(look, Target(words="Express", name="Express", quoted=True), "click"), Miss)
