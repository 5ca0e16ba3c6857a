"""Signing in with an account of the project: one that is not known is a gap that offers those that are."""

from __future__ import annotations

import pytest

from qa_appliance.core.steps import Click, Cookies, Fill, Go, LogOut, Repeat, SignIn, Visitor, When
from qa_appliance.core.test_data.made import Made
from qa_appliance.core.test_data.project import Account
from qa_appliance.english.compile import plan_english

KNOWN = (Account("editor", "ed", "x"), Account("desk", "cl", "y", role="clerk"))
OFFERED = ('log in with the "editor" account', 'log in with the "desk" account')
UNKNOWN = 'log in with the "admin" account'


@pytest.mark.parametrize(
    "test",
    [
        UNKNOWN,
        f"{UNKNOWN} and click Save",
        f'If "A" is shown, {UNKNOWN}',
        f'If "A" is shown, {UNKNOWN}, otherwise click "B"',
        f'Repeat until "End" is shown: {UNKNOWN}',
        f'Repeat 3 times:\n  click "A"\n  {UNKNOWN}\n  click "B"',
        f'click "A"\n{UNKNOWN}',
    ],
)
def test_an_account_that_is_not_known_is_a_gap_where_it_stands(test: str) -> None:
    [gap] = plan_english(test, accounts=KNOWN).gaps
    assert (gap.text, gap.missing, gap.nearest, gap.start) == (UNKNOWN, "account", OFFERED, test.index(UNKNOWN))
    assert gap.reason == "No account of the project is called “admin”. There are: “editor”, “desk”."


def test_what_stands_beside_it_is_read() -> None:
    plan = plan_english(f'click "A"\n{UNKNOWN}\nclick "B"', accounts=KNOWN)
    assert [type(step) for step in plan.steps] == [Click, Click]
    assert [gap.at for gap in plan.gaps] == [1]


@pytest.mark.parametrize("sentence", ['log in with the "admin" account', "log in with any account"])
def test_without_any_account_nobody_signs_in(sentence: str) -> None:
    [gap] = plan_english(sentence, accounts=()).gaps
    assert gap.missing == "account"
    assert "Add one under Accounts, or name a user and a password." in gap.reason
    assert all(form.startswith("log in as") for form in gap.nearest)


@pytest.mark.parametrize("name", ["editor", "desk", "clerk", "CL"])
def test_an_account_is_known_by_its_name_its_role_or_its_user(name: str) -> None:
    plan = plan_english(f'log in with the "{name}" account. log in with any account', accounts=KNOWN)
    assert plan.gaps == ()
    assert [step.account for step in plan.steps if isinstance(step, SignIn)] == [name, ""]


def test_in_a_block_a_known_one_signs_in() -> None:
    plan = plan_english('If "A" is shown, log in with the "editor" account', accounts=KNOWN)
    assert plan.gaps == ()
    [step] = plan.steps
    assert isinstance(step, When)
    assert isinstance(step.steps[0], SignIn)


def test_where_no_accounts_are_asked_about_each_is_taken() -> None:
    plan = plan_english(f"Repeat 2 times: {UNKNOWN}")
    assert plan.gaps == ()
    assert isinstance(plan.steps[0], Repeat)


@pytest.mark.parametrize("sentence", ["Switch to the clerk", "switch back to the desk"])
def test_who_is_switched_to_is_somebody_only_where_the_project_knows_them(sentence: str) -> None:
    [step] = plan_english(sentence, accounts=KNOWN).steps
    assert isinstance(step, SignIn)
    for accounts in (None, (), KNOWN[:1]):
        assert not any(isinstance(step, SignIn) for step in plan_english(sentence, accounts=accounts).steps)


@pytest.mark.parametrize("sentence", ["Switch to the Clerk tab", 'Switch to "clerk"', "click the clerk tab"])
def test_what_the_page_has_is_nobody(sentence: str) -> None:
    [step] = plan_english(sentence, accounts=KNOWN).steps
    assert isinstance(step, Click)


@pytest.mark.parametrize(
    "sentence",
    ["I am signed in as an editor", "The user is logged in", "Nobody is signed in", "Then I am logged in as an editor"],
)
def test_who_is_signed_in_is_brought_about_only_where_it_is_given(sentence: str) -> None:
    assert len(plan_english(sentence, accounts=KNOWN).gaps) == 1
    assert len(plan_english(f'Click "A". {sentence}', accounts=KNOWN).gaps) == 1
    if not sentence.startswith("Then"):
        assert plan_english(f"Given {sentence}", accounts=KNOWN).gaps == ()


@pytest.mark.parametrize(
    "test", ['Expected: click "B"', "Then upload an image", "press Enter and hope", "delete the cookie recipe"]
)
def test_a_sentence_of_the_language_is_none_where_it_may_not_stand(test: str) -> None:
    assert len(plan_english(test).gaps) == 1


def test_a_made_value_stays_made_where_it_is_a_secret() -> None:
    [step] = plan_english("Enter a password that is too short into Password").steps
    assert isinstance(step, Fill)
    assert step.value.secret
    assert step.value.made == Made("password", "too short")


def test_who_does_a_sentence_in_a_trade_that_is_not_known_is_a_gap() -> None:
    [gap] = plan_english('As the manager, click "A"', accounts=KNOWN).gaps
    assert (gap.text, gap.missing, gap.nearest) == ("As the manager", "account", OFFERED)


@pytest.mark.parametrize(
    "sentence",
    [
        'As a clerk I want to see my orders so that I can sell. Click "B"',
        'As a result, "A" is shown',
        'Click "A" as a next step',
    ],
)
def test_a_story_or_an_outcome_is_done_by_nobody(sentence: str) -> None:
    assert not any(isinstance(step, SignIn) for step in plan_english(sentence, accounts=KNOWN).steps)


@pytest.mark.parametrize(
    ("test", "signed_in"),
    [
        ('As the clerk, click "A"', ["desk", Click]),
        ('Then as an editor I click "A"', ["editor", Click]),
        ('As the editor user click "A"', ["editor", Click]),
        ('As "desk":\n- click "A"\n- click "B"', ["desk", Click, Click]),
        ('As the clerk, click "A". As the clerk, click "B"', ["desk", Click, Click]),
        ('Log in as the clerk. As the clerk, click "A"', ["clerk", Click]),
        ('As the clerk, click "A". As the editor, click "B"', ["desk", Click, "editor", Click]),
        ('As the clerk, click "A". Log out. As the clerk, click "B"', ["desk", Click, LogOut, "desk", Click]),
        ('As a guest, click "A"', [Visitor, Click]),
        ('As a guest, click "A". As a guest, click "B"', [Visitor, Click, Click]),
        ('As the clerk, click "Log out". As the clerk, click "B"', ["desk", Click, "desk", Click]),
        ('As the clerk, open /logout. As the clerk, click "B"', ["desk", Go, "desk", Click]),
        ('As the clerk, clear the cookies. As the clerk, click "B"', ["desk", Cookies, "desk", Click]),
        ('If "A" is shown, log in as the clerk. As the clerk, click "B"', [When, "desk", Click]),
        ('As the clerk, click "A". As a guest, click "B"', ["desk", Click, Visitor, Click]),
    ],
)
def test_who_does_a_sentence_is_signed_in_unless_they_are(test: str, signed_in: list[object]) -> None:
    plan = plan_english(test, accounts=KNOWN)
    assert plan.gaps == ()
    assert [step.account if isinstance(step, SignIn) else type(step) for step in plan.steps] == signed_in


def test_without_accounts_who_does_a_sentence_signs_nobody_in() -> None:
    for accounts in (None, ()):
        steps = plan_english('As the clerk I click "A"', accounts=accounts).steps
        assert [type(step) for step in steps] == [Click]


def test_within_a_block_who_is_signed_in_before_it_is_not_relied_on() -> None:
    [_, step] = plan_english('Log in as the clerk.\nIf "A" is shown:\n  as a guest, click "B"', accounts=KNOWN).steps
    assert isinstance(step, When)
    assert [type(each) for each in step.steps] == [Visitor, Click]
