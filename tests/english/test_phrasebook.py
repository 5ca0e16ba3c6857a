"""An organization's own phrases: what is refused, where they are read, what their steps say, and what stays a gap."""

from __future__ import annotations

import pytest

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.steps import Fill, Repeat, When
from qa_appliance.english.compile import plan_english
from qa_appliance.english.reference.phrase_rules import faults, used_by
from tests.english.test_corpus import lines

SIGN_IN = OwnPhrase(
    "1", "sign in as {who}", ("go to /login", 'enter "{who}" into Email', "enter {who} into Name", 'click "Sign in"')
)
WITH = OwnPhrase("2", "sign in as {who} in {lang}", ('click "{lang}"', "sign in as {who}"))
BUY = OwnPhrase("3", "buy {item}", ('search for "{item}"', "click {item}", 'click "Buy"'))
BOOK = (SIGN_IN, WITH, BUY)

BAD: list[tuple[str, tuple[str, ...], str]] = [
    ("{who} signs in", ('click "{who}"',), "begin with a word of its own"),
    ('"{who}" signs in', ('click "{who}"',), "begin with a word of its own"),
    ("", ('click "A"',), "begin with a word of its own"),
    ("move {a} {b}", ('click "{a}{b}"',), "Between {a} and {b} a word has to stand"),
    ("endorse {who} and {who}", ('click "{who}"',), "{who} stands twice"),
    ("endorse {}", ('click "A"',), "“{}” is no blank"),
    ("endorse {the order}", ('click "A"',), "“{the order}” is no blank"),
    ("endorse {who}", ('click "Approve"',), "{who} stands in none of the sentences"),
    ('click "{what}"', ('click "{what}"',), "is understood without a phrase (Clicks the element.)"),
    ("enter {text} into {field}", ('click "{text}{field}"',), "is understood without a phrase"),
    ("log in as {a} with password {b}", ('click "{a}{b}"',), "is understood without a phrase"),
    ("endorse {who}", ('click "{who}"', "frobnicate"), "“frobnicate”: No form reads this clause."),
    ("endorse {who}", ("endorse {who}",), "The phrase “endorse {who}” uses itself."),
    ("purchase {item}", ("buy {item}", "endorse {item}"), "“endorse {name}”: No form reads this clause."),
]


@pytest.mark.parametrize(("pattern", "sentences", "message"), BAD)
def test_what_is_no_good_phrase_is_told(pattern: str, sentences: tuple[str, ...], message: str) -> None:
    found = faults(OwnPhrase("new", pattern, sentences), BOOK)
    assert any(message.replace("{name}", "{item}") in fault.message for fault in found), found


def test_the_sentence_that_is_not_read_is_named() -> None:
    (fault,) = faults(OwnPhrase("new", "endorse {who}", ('click "{who}"', "frobnicate", "go back")), BOOK)
    assert fault.path == ("sentences", 1)


def test_phrases_that_use_each_other_are_refused() -> None:
    """However long the way round is."""
    one = OwnPhrase("a", "tidy up {room}", ("sweep {room}",))
    two = OwnPhrase("b", "sweep {room}", ("mop {room}",))
    (fault,) = faults(OwnPhrase("c", "mop {room}", ("tidy up {room}",)), (one, two))
    assert "uses itself" in fault.message


def test_phrases_that_grow_without_bounds_are_refused() -> None:
    book = [OwnPhrase("0", "grow 0", ('click "A"',) * 10)]
    book += [OwnPhrase(str(n), f"grow {n}", (f"grow {n - 1}",) * 10) for n in range(1, 5)]
    found = faults(OwnPhrase("new", "grow more", ("grow 4",)), book)
    assert "stands for more than 500 sentences" in found[0].message


def test_a_chain_of_phrases_has_an_end() -> None:
    book = [OwnPhrase("0", "link 0", ("go back",))]
    book += [OwnPhrase(str(n), f"link {n}", (f"link {n - 1}",)) for n in range(1, 600)]
    plan = plan_english("link 599", book)
    assert "phrases deep" in plan.gaps[0].reason


def test_many_blanks_take_no_exponential_time() -> None:
    blanks = "".join(f" a {{b{n}}}" for n in range(12))
    long = OwnPhrase("1", f"pair{blanks} end", tuple(f"click {{b{n}}}" for n in range(12)))
    assert plan_english("pair" + " a" * 45, [long]).steps == ()


GOOD: list[tuple[str, tuple[str, ...]]] = [
    ("linger {n} until {text}", ("wait {n} seconds", '"{text}" is shown')),
    ("process order {number}", ('in the row "{number}", click "Reject"', 'answer the prompt with "No"')),
    ("buy two of {item}", ("buy {item}", "buy {item}")),
    ('process order "{number}"', ('click "{number}"',)),
    ("tidy up", ('if "Accept cookies" appears, click it', "go home")),
    ("rename {old} to {new}", ('double-click "{old}"', "press Control+A", 'type "{new}"', "press Enter")),
]


@pytest.mark.parametrize(("pattern", "sentences"), GOOD)
def test_good_phrases(pattern: str, sentences: tuple[str, ...]) -> None:
    assert faults(OwnPhrase("new", pattern, sentences), BOOK) == []


SIGNED_IN = ["open /login", 'enter "bob" into Email', 'enter "bob" into Name', 'click "Sign in"']
SIGNS_IN = ", ".join(SIGNED_IN[:-1]) + f" and {SIGNED_IN[-1]}"
READ: list[tuple[str, list[str]]] = [
    ("sign in as bob", SIGNED_IN),
    ('Sign in as "bob".', SIGNED_IN),
    ("I sign in as bob", SIGNED_IN),
    ("The user signs in as bob", SIGNED_IN),
    ("Please sign in as bob", SIGNED_IN),
    ("1. Open /a\n2. Sign in as bob\n3. Reload the page", ["open /a", *SIGNED_IN, "reload the page"]),
    ("Given I sign in as bob\nThen \"Hello\" is shown", [*SIGNED_IN, 'verify that "Hello" is shown']),
    ("open /a, sign in as bob and click Save", ["open /a", *SIGNED_IN, "click Save"]),
    ("sign in as bob, then \"Hello\" is shown", [*SIGNED_IN, 'verify that "Hello" is shown']),
    ("After signing in as bob, \"Hello\" is shown", [*SIGNED_IN, 'verify that "Hello" is shown']),
    ("sign in as bob in German", ['click "German"', *SIGNED_IN]),
    ('buy "Red shoes and socks"', ['search for "Red shoes and socks"', 'click "Red shoes and socks"', 'click "Buy"']),
    ("click Buy", ["click Buy"]),
    (
        'if "Guest" is shown, sign in as bob',
        ['if "Guest" is shown, ' + SIGNS_IN],
    ),
    ('sign in as bob if "Guest" is shown', ['if "Guest" is shown, ' + SIGNS_IN]),
    ("repeat 2 times: buy Lamp", ["repeat 2 times: search for \"Lamp\", click Lamp and click \"Buy\""]),
    (
        'if "Guest" is shown, sign in as bob, otherwise buy Lamp',
        [f'if "Guest" is shown, {SIGNS_IN}, otherwise search for "Lamp", click Lamp and click "Buy"'],
    ),
    ("do not sign in as bob", ["gap do not sign in as bob"]),
    ("sign in as", ["gap sign in as"]),
    ("sign in", ["gap sign in"]),
]  # fmt: skip


@pytest.mark.parametrize(("description", "plan"), READ)
def test_phrases_are_read_wherever_a_clause_may_stand(description: str, plan: list[str]) -> None:
    assert lines(plan_english(description, BOOK)) == plan


def test_without_the_book_the_words_are_a_gap() -> None:
    assert lines(plan_english("sign in as bob", accounts=())) == ["gap sign in as bob"]


def test_steps_keep_their_sentence_and_the_phrase_that_was_written() -> None:
    steps = plan_english("sign in as bob in German. go home", BOOK).steps
    assert [step.phrase for step in steps] == ["sign in as {who} in {lang}"] * 5 + [""]
    assert [step.phrase_ids for step in steps] == [("2",), *[("2", "1")] * 4, ()]
    assert steps[2].sentence == 'enter "bob" into Email'
    inner = plan_english('repeat 2 times: if "A" is shown, buy Lamp', BOOK).steps[0]
    assert isinstance(inner, Repeat)
    assert isinstance(inner.steps[0], When)
    assert inner.steps[0].steps[0].phrase == "buy {item}"


def test_a_gap_inside_a_phrase_is_told_where_the_phrase_was_written() -> None:
    broken = OwnPhrase("9", "endorse {who}", ('click "{who}"', "frobnicate {who}"))
    description = "Open /a. Then endorse bob."
    (gap,) = plan_english(description, (*BOOK, broken)).gaps
    assert description[gap.start :].startswith(gap.text)
    assert gap.text.endswith("endorse bob")
    assert gap.reason == "“frobnicate bob” of the phrase “endorse {who}”: No form reads this clause."


def test_phrases_are_among_what_would_be_read() -> None:
    assert plan_english("sign in nicely", BOOK).gaps[0].nearest[:2] == (
        "sign in as {who} in {lang}",
        "sign in as {who}",
    )


def test_a_password_in_a_blank_is_a_secret() -> None:
    login = OwnPhrase("9", "enter as {who} by {secret}", ("enter {who} into Email", "enter {secret} into Password"))
    user, password = plan_english('enter as bob by "hunter2"', (login,)).steps
    assert isinstance(user, Fill)
    assert isinstance(password, Fill)
    assert (user.value.secret, password.value.secret, password.value.text) == (False, True, "hunter2")


def test_who_uses_a_phrase() -> None:
    assert used_by(SIGN_IN, [WITH, BUY]) == [WITH]
    assert used_by(BUY, [WITH, SIGN_IN]) == []
