"""Checks that held before anything was done are told so."""

from __future__ import annotations

from typing import Any

import pytest

from qa_appliance.core.checks import TextShown
from qa_appliance.core.steps import Assert, Click, Go, Remember, Step
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.checks.vacuous import first_action

CLICK = Click(target=Target("Save", "Save"))


def check(text: str = "x", **more: Any) -> Assert:
    return Assert(check=TextShown(text=text, **more))


@pytest.mark.parametrize(
    ("steps", "first"),
    [
        ((), None),
        ((check(), CLICK), None),
        ((CLICK, check(negated=True)), None),
        ((CLICK, check("{order}")), None),
        ((Go(url="/"), check(), check()), None),
        ((Go(url="/"), CLICK, check()), 1),
    ],
)
def test_where_the_question_is_asked(steps: tuple[Step, ...], first: int | None) -> None:
    assert first_action(steps) == first


def test_a_remembered_value_is_no_action() -> None:
    plan = plan_english('remember the heading as {title}. click "Save". check that "Saved" is shown')
    assert isinstance(plan.steps[0], Remember)
    assert first_action(plan.steps) == 1
