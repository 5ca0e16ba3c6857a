"""What a gap offers: which words stopped the reading, the clause without them, forms with the clause's own values."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english, read_english


@pytest.mark.parametrize(
    "clause",
    [
        'Never click "Save" gladly',  # a denial
        'Click "Save" only sometimes',  # a limit
        'Click "Save" if it rains',  # a condition
        'Click "Save" 3 fine times',  # a number
        'Click "Save" using "Ann"',  # a quoted value
        'Click "Save" using Firefox',  # a name
        'Click "Save" using the keyboard',  # another deed
        'Click "Save" using juggle and "Delete"',
        '"A" is shown somewhere in the juggling list',  # a place
        "Frobnicate the gizmo",
        'Then quickly click "Save"',  # a deed where a check is expected
        "All others remain",  # a word that is no misspelt verb
        "Users are inside",
        "Afterwards nothing juggles",
    ],
)
def test_no_sentence_is_offered_that_says_less(clause: str) -> None:
    assert [gap.instead for gap in plan_english(clause).gaps] == [""] * len(plan_english(clause).gaps)


@pytest.mark.parametrize(
    ("clause", "stopped", "instead"),
    [
        ('Click "Save" quickly', "quickly", 'Click "Save"'),
        ('Click "Save" using magic', "using magic", 'Click "Save"'),
        ('Click "Save" via the fine pointer thing', "via the fine pointer thing", 'Click "Save"'),
        ('Clik "Save"', "Clik", 'Click "Save"'),
        ("selct Germany from Country", "selct", "select Germany from Country"),
        ('Verify thoroughly that "A" is not shown', "thoroughly", 'Verify that "A" is not shown'),
        ('Then "A" is thoroughly shown', "thoroughly", '"A" is shown'),
        ('Enter "x" (slowly) into Name', "(slowly)", 'Enter "x" into Name'),
    ],
)
def test_the_words_that_stop_a_reading_are_told_with_the_clause_without_them(
    clause: str, stopped: str, instead: str
) -> None:
    (gap,) = plan_english(clause).gaps
    assert (gap.stopped, gap.instead, gap.nearest[0]) == (stopped, instead, instead)
    assert stopped in gap.reason
    assert plan_english(instead).gaps == ()


def test_what_may_not_be_left_out_is_told_all_the_same() -> None:
    (gap,) = plan_english('Click "Save" like "Ann"').gaps
    assert (gap.stopped, gap.instead, gap.reason) == (
        'like "Ann"',
        "",
        'No form reads this clause. What is not read of it is “like "Ann"”.',
    )


@pytest.mark.parametrize(
    ("clause", "forms"),
    [
        ("dance wildly", ()),
        ("Name it for Ann", ()),
        ("the bills must not be accessible", ()),
        ("submit the form without a title", ()),  # “submit the form” is another deed
        ('searching for "water" instead finds no issue', ()),
        ('search for "fire" with the field in the bar', ('search for "fire"',)),
        ('I am logged in to "ski" with the code "pow"', ('log in as "ski" with password "pow"',)),
        ('Click on "Settle" at the end of that line', ('click "Settle"',)),
    ],
)
def test_forms_of_the_same_verb_with_the_own_values_are_offered_or_none(clause: str, forms: tuple[str, ...]) -> None:
    (gap,) = plan_english(clause).gaps
    assert gap.nearest == forms


def test_advice_on_many_gaps_is_bounded_and_a_text_without_gaps_pays_nothing() -> None:
    clause = 'Click "Save" strangely and "A" juggles oddly in the third house of "B"\n'
    plan = plan_english(clause * 300)
    assert len(plan.gaps) >= 300
    assert read_english('Click "Save"')[1] == read_english('Click "Save"\nJuggle')[1] - read_english("Juggle")[1]


@pytest.mark.parametrize(
    ("clause", "reason", "forms"),
    [
        ("Add a line: category Hotel", "by which clicks", ()),  # “category Hotel” would be lost
        ("She deletes him again", "", ()),  # “clear the cookies” is another deed
        ("I empty the cart", "", ()),
        ("Bookmark the job", "“Bookmark” is no deed", ()),
        ('do the same for "Ben"', "which steps are meant", ()),
        ("Save and close.", "what to close", ()),
        (
            'create a contact named "Ann" with the phone number 0151 23 and city "Graz"',
            "by which clicks",
            (
                'click "New contact", enter "Ann" into Name and "0151 23" into phone number and "Graz" into city'
                ' and click "Save"',
            ),
        ),
        (
            "Sort the list",
            "by what",
            (),
        ),
    ],
)
def test_a_deed_that_leaves_open_how_is_told_what_is_to_be_written(
    clause: str, reason: str, forms: tuple[str, ...]
) -> None:
    (gap,) = plan_english(clause).gaps
    assert reason in gap.reason
    assert gap.nearest == forms
    assert [plan_english(form).gaps for form in forms] == [()] * len(forms)


@pytest.mark.parametrize(
    ("clause", "words", "forms"),
    [
        ('Then the wheel is not replaced by "A"', "“is not replaced by", ()),  # a denial is not its contrary
        ('Then only the wheel was turned to "A"', "“was turned to", ()),  # a limit
        ("The heart should be filled", "“should be filled” is nothing", ()),
        ('Then the box was swapped for "Done!"', "“was swapped for", ('"Done!" is shown',)),
        ("Users can follow each other", "“can follow each other” is nothing", ()),
    ],
)
def test_what_is_said_of_something_and_is_no_check_is_told(clause: str, words: str, forms: tuple[str, ...]) -> None:
    (gap,) = plan_english(clause).gaps
    assert words in gap.reason
    assert (gap.nearest, gap.instead) == (forms, "")


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("sign in", "account"),
        ("enter a suitable value", "value"),
        ('fill "abc" somewhere', "field"),
        ("tell me the title", "name"),
        ('Assign the card to "Lea"', "name"),
        ("check that the product is nice", "subject"),
        ('clck "Save"', ""),
        ("log in as somebody important", "account"),
    ],
)
def test_a_gap_has_a_sentence_that_is_read_or_tells_what_is_missing(sentence: str, missing: str) -> None:
    (gap,) = plan_english(sentence).gaps
    assert gap.missing == missing
    assert missing or gap.nearest
    assert all(not plan_english(form).gaps for form in gap.nearest)
