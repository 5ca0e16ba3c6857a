"""The door of the planner: gaps, positions, sentences, secrets, notes, and that nothing is ever dropped."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qa_appliance.core.checks import TextIs
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Assert, Click, Fill, LogIn, When
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.compile import plan_english, read_english
from qa_appliance.english.sentences.forms import FORMS
from qa_appliance.english.sentences.unread import why_unread
from qa_appliance.english.words.work import OF_A_SENTENCE, OF_A_TEXT, Work
from qa_appliance.language.tokens import Phrase, Source, tokenize
from tests.english import adversary

NOTHING_CHECKED = "Nothing is checked in this test: it passes whatever the page answers."
NOTHING_AFTER = "Nothing is checked after the last action: its outcome cannot make this test fail."


@pytest.mark.parametrize("description", ["", " ", "\n\n", "...", "- \n- \n", "# A heading"])
def test_nothing_said_is_an_empty_plan(description: str) -> None:
    assert plan_english(description) == Plan()


def test_gap_names_the_clause_its_place_and_what_would_be_read() -> None:
    description = 'Open /login, dance wildly and click "OK".\nclik "Save".'
    plan = plan_english(description)
    assert [gap.text for gap in plan.gaps] == ["dance wildly", 'clik "Save"']
    assert [description[gap.start :].startswith(gap.text) for gap in plan.gaps] == [True, True]
    assert [(gap.stopped, gap.instead) for gap in plan.gaps] == [("", ""), ("clik", 'click "Save"')]
    assert [gap.nearest for gap in plan.gaps] == [(), ('click "Save"',)]
    assert len(plan.steps) == 2


def test_gap_position_counts_code_points() -> None:
    description = "Öffne 😀. frobnicate"
    gap = plan_english(description).gaps[-1]
    assert description[gap.start : gap.start + len(gap.text)] == "frobnicate"


@pytest.mark.parametrize(
    ("description", "reason"),
    [
        ("click it", "“it” could stand for nothing that was named before."),
        ("use a unique email as {email}", "{email} is never used."),
        ("frobnicate", "No form reads this clause."),
    ],
)
def test_gap_says_why(description: str, reason: str) -> None:
    assert [gap.reason for gap in plan_english(description).gaps] == [reason]


@pytest.mark.parametrize(
    ("description", "pattern"),
    [
        (r'The order number matches "/(\w+) \1/".', r"“/(\w+) \1/”"),
        (r'The code of the voucher does not match "/(/".', "“/(/”"),
        (r'The URL matches "/^(?=x)/".', "“/^(?=x)/”"),
        (r'If the status matches "/(?!a)/", click Save.', "“/(?!a)/”"),
        (r'Wait until the total matches "/a++/".', "“/a++/”"),
        (r'Every price matches "(".', "“(”"),
    ],
)
def test_a_pattern_that_cannot_be_read_is_a_gap(description: str, pattern: str) -> None:
    plan = plan_english(description)
    assert plan.steps == ()
    assert [gap.reason.startswith(f"{pattern} cannot be read as a pattern: ") for gap in plan.gaps] == [True]


def test_unread_condition_leaves_out_what_depends_on_it() -> None:
    plan = plan_english('If the moon is full:\n- click "Delete all"\nClick "OK"')
    assert [step.sentence for step in plan.steps] == ['Click "OK"']
    assert [gap.text for gap in plan.gaps] == ["If the moon is full", 'click "Delete all"']


def test_step_knows_its_words_its_rule_and_its_source() -> None:
    plan = plan_english('1. Please enter "a@b.c" into Email, then click “Save”.')
    assert [(step.sentence, step.rule, step.source) for step in plan.steps] == [
        ('Please enter "a@b.c" into Email', "type.into", "english"),
        ("click “Save”", "click.target", "english"),
    ]


def test_target_keeps_the_words_as_written() -> None:
    (step,) = plan_english('click the 2nd "Edit" button in the row "Alice" of the table "Users"').steps
    row = Target(words='the row "Alice"', name="Alice", kind="row", quoted=True)
    table = Target(words='the table "Users"', name="Users", kind="table", quoted=True)
    assert isinstance(step, Click)
    assert step.target.words == 'the 2nd "Edit" button in the row "Alice" of the table "Users"'
    assert step.target.within == (Relation("row", row), Relation("inside", table))
    assert (step.target.name, step.target.kind, step.target.ordinal, step.target.quoted) == ("Edit", "button", 2, True)


@pytest.mark.parametrize(
    "field", ["Password", "the PIN field", "API token", "One-time code", "CVV", '"New password"', "Secret"]
)
def test_value_of_a_secret_field_is_secret(field: str) -> None:
    (step,) = plan_english(f'enter "x" into {field}').steps
    assert isinstance(step, Fill)
    assert step.value.secret


@pytest.mark.parametrize("field", ["Email", "Username", "Pinboard", "Passenger", "Tokenizer"])
def test_value_of_another_field_is_not_secret(field: str) -> None:
    (step,) = plan_english(f'enter "x" into {field}').steps
    assert isinstance(step, Fill)
    assert not step.value.secret


def test_password_of_a_log_in_is_secret_and_the_user_is_not() -> None:
    (step,) = plan_english('log in as "x" with password "y"').steps
    assert isinstance(step, LogIn)
    assert step.user is not None
    assert (step.user.secret, step.password.secret) == (False, True)


def test_pronoun_stands_for_what_was_named_last() -> None:
    (step,) = plan_english('if "Accept cookies" appears, click it').steps
    assert isinstance(step, When)
    (inner,) = step.steps
    assert isinstance(inner, Click)
    assert (inner.target.name, inner.target.quoted, inner.sentence) == ("Accept cookies", True, "click it")
    assert step.sentence == 'if "Accept cookies" appears'


@pytest.mark.parametrize(
    ("description", "notes"),
    [
        ("frobnicate", ()),
        ("click Save", (NOTHING_CHECKED,)),
        ('"A" is shown', ()),
        ('click Save. "A" is shown. click Close.', (NOTHING_AFTER,)),
        ('click Save. "A" is shown.', ()),
        ('open /a. "A" is shown. go back.', ()),
        ('click Save. Wait until "A" is shown.', ()),
        ('repeat 3 times: click Add\n"A" is shown', ()),
        (
            'click Save. If "A" is shown, check that the title is "B".',
            ("Everything that is checked stands under a condition: the test passes when it does not hold.",),
        ),
        (
            'click Save. On the thank you page, "A" is shown.',
            ("“On the thank you page” tells where the test is by then; it is not checked.",),
        ),
    ],
)
def test_test_that_cannot_fail_is_told(description: str, notes: tuple[str, ...]) -> None:
    assert plan_english(description).notes == notes


@pytest.mark.parametrize("example", FORMS, ids=lambda example: f"{example.form}: {example.sentence}")
def test_every_form_reads_its_own_example(example: object) -> None:
    sentence = example.sentence  # type: ignore[attr-defined]
    before = 'click "Thing" and ' if " it" in f" {sentence}" else ""
    plan = plan_english(before + sentence)
    assert plan.gaps == ()
    assert plan.steps


def test_same_words_give_the_same_plan() -> None:
    description = 'Open /a, enter "x" into Password and check that there are 3 rows. Frobnicate.'
    first, second = plan_english(description), plan_english(description)
    assert msgspec.json.encode(first) == msgspec.json.encode(second)
    assert msgspec.json.decode(msgspec.json.encode(first), type=Plan) == first


def test_two_things_said_of_one_subject_are_two_checks() -> None:
    steps = plan_english("the total is 39.90 and is not 0").steps
    checks = [step.check for step in steps if isinstance(step, Assert)]
    total = Target(words="the total", name="total")
    assert checks == [
        TextIs(target=total, comparison="equals", value="39.90"),
        TextIs(target=total, comparison="equals", value="0", negated=True),
    ]


WORDS = (
    'click enter "Save" “a b” Email the a in into row button is shown not and then , . : if until with as check that '
    "wait 3 seconds for it them - press Enter Ctrl+A select from to /login a@b.c 39.90 {order} repeat times each no "
    "should I user open search log password 1. * frobnicate first last [x] ( ) > ' next of"
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*WORDS.split(" "), "\n"]), max_size=40).map(" ".join))
def test_nothing_is_dropped(description: str) -> None:
    """Every word of every clause is in the sentence of a step or in a gap."""
    plan = plan_english(description)
    covered = " ".join([*sentences_of(plan.steps), *(gap.text for gap in plan.gaps)])
    for word in ("frobnicate", "Email", '"Save"', "/login", "39.90", "Ctrl+A"):
        assert covered.count(word) >= description.count(word)


def sentences_of(steps: object) -> list[str]:
    found: list[str] = []
    for step in steps:  # type: ignore[attr-defined]
        found.append(step.sentence)
        found += sentences_of(getattr(step, "steps", ()))
    return found


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_planned_without_an_error(description: str) -> None:
    assert isinstance(plan_english(description), Plan)


TANGLED = "Too tangled to read. Write one action or one check in a sentence, each on a line of its own."
TANGLES = [
    "click " + "in as between, fill " * 199,
    "click " + "in, as, between, fill, " * 180,
    "when I click A, " * 250,
    "if A appears, " * 280,
    "if A appears:\n" * 280,
    "as a user, " * 360,
    "a, " * 1300,
    "a," * 2000,
    ("a, b, c, d, e, f, g, h, " * 3 + "\n") * 60,
]


@pytest.mark.parametrize("text", TANGLES, ids=lambda text: text[:20])
def test_what_takes_too_much_reading_is_one_gap_with_advice(text: str) -> None:
    plan, units = read_english(text[:4000])
    assert [gap.reason for gap in plan.gaps if gap.reason != "No form reads this clause."] == [TANGLED]
    assert units < 2 * OF_A_SENTENCE


def test_a_tangled_sentence_spoils_no_other_one() -> None:
    plan = plan_english(f'open /login\n{TANGLES[0][:506]}\nclick "OK" and check that "Saved" is shown')
    assert [step.sentence for step in plan.steps] == ["open /login", 'click "OK"', 'check that "Saved" is shown']
    assert [gap.reason for gap in plan.gaps] == [TANGLED]
    assert plan.gaps[0].text == TANGLES[0][:506].strip(" ,")


def test_a_condition_that_uses_up_the_work_is_a_gap_too() -> None:
    text = 'if "A" is shown in the row "B" of the table "C"\nclick "B"\nend\n'
    for allowed in range(1, read_english(text)[1]):
        plan, units = read_english(text, allowed=allowed)
        assert (plan.gaps[-1].reason, units >= allowed) == (TANGLED, True)


def test_what_is_left_when_the_work_is_used_up_is_one_gap() -> None:
    line = "click " + "in as between, fill " * 12
    plan, units = read_english("\n".join([line] * 400))
    assert OF_A_TEXT < units < OF_A_TEXT + OF_A_SENTENCE
    rest = plan.gaps[-1]
    assert (rest.reason, rest.text.count("\n") > 300) == (TANGLED, True)
    assert all("\n" not in gap.text for gap in plan.gaps[:-1])


def test_phrases_share_the_work_of_the_text_that_uses_them() -> None:
    own = OwnPhrase("1", "tidy {what} now", ("click {what} " + "in as between, fill " * 20,) * 40)
    plan, units = read_english("\n".join(["tidy A now"] * 10), [own])
    assert units < OF_A_TEXT + OF_A_SENTENCE
    assert {TANGLED in gap.reason for gap in plan.gaps} == {True}


def test_long_ordinary_text_is_far_from_tangled() -> None:
    line = 'fill in Email with "a@b.c" and Password with "x" and click Log in\n'
    plan, units = read_english(line * (4000 // len(line)))
    assert (plan.gaps, units < OF_A_TEXT // 2) == ((), True)


def test_the_reason_of_a_gap_is_found_in_one_go() -> None:
    """Tried from every "no" to the end it would take minutes."""
    text = "no " * 60_000 + "matches found"
    assert why_unread(Phrase(tokenize(text), Source(text, Work())), "").startswith("Is this a text the page shows")


@pytest.mark.parametrize("number", range(96))
def test_no_words_take_more_than_their_work(number: int) -> None:
    """A short form of adversary.py: 20,000 texts of it are read by hand."""
    done = adversary.read(number, seed=7)
    assert done.units < OF_A_TEXT + OF_A_SENTENCE


@pytest.mark.parametrize("words", ["d,->,->]being", ", -> ,", "->", "click A, -> , -> B"])
def test_marks_alone_are_no_sentence(words: str) -> None:
    assert plan_english(words).source == "english"


@pytest.mark.parametrize(
    "text", ['click "A" and enter "b" into C', "shouldn't, " * 800, 'X is "Y". X is "Y". Then X is "Y" and Z is not.']
)
def test_a_plan_does_not_depend_on_what_was_read_before(text: str) -> None:
    """Readings are kept: the second time they cost the same, and stand where the words stand then."""
    first = read_english(text)
    moved, spent = read_english(f"   {text}")
    assert read_english(text) == first
    assert (moved.steps, spent) == (first[0].steps, first[1])
    assert [gap.start for gap in moved.gaps] == [gap.start + 3 for gap in first[0].gaps]


@pytest.mark.parametrize(
    ("sentence", "name", "words"),
    [
        ("press Pay now", "Pay", "Pay now"),
        ("click Try again", "Try", "Try again"),
        ("click the Save button now", "Save", "the Save button"),
        ('click "Pay" now', "Pay", '"Pay"'),
        ("click Save, please", "Save", "Save"),
    ],
)
def test_what_may_belong_to_a_name_is_kept_beside_it(sentence: str, name: str, words: str) -> None:
    (step,) = plan_english(sentence).steps
    assert isinstance(step, Click)
    assert (step.target.name, step.target.words) == (name, words)
