"""The little language: what a table of forms may not say, found when it is read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qa_appliance.core.steps import Click, Step
from qa_appliance.core.target import Target
from qa_appliance.english.verbs.registry import READERS
from qa_appliance.english.wording import rules
from qa_appliance.english.wording.forms import BlanksDiffer, compare_types, form
from qa_appliance.english.wording.frames import compile_wordings


def click(target: Target) -> Step:
    return Click(target=target)


def click_words(target: str) -> Step:
    return Click(target=Target(words=target))


def click_maybe(target: Target | None = None, times: int = 1) -> Step | None:
    return None if target is None else Click(target=target, count=2 if times == 2 else 1)


@pytest.mark.parametrize("line", ["click <no_such_rule>", "click a|<the_cart>", "[<the_cart>] {target}"])
def test_a_rule_that_is_unknown_or_does_not_fit_is_refused(line: str) -> None:
    with pytest.raises(rules.WrongRule):
        compile_wordings(line)


def test_a_rule_that_no_wording_names_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.RULES, "never_named", "a|b")
    with pytest.raises(rules.WrongRule, match="never_named"):
        rules.all_are_used()


def test_a_rule_stands_for_its_words() -> None:
    (short,) = compile_wordings("{item} to <the_cart>")
    (long,) = compile_wordings("{item} to [the|my|your|their|his|her|our] [shopping] cart|basket|bag|trolley")
    assert short == long


@pytest.mark.parametrize(
    ("wordings", "build"),
    [
        ("{target} {times}", click),
        ("on {thing:target}", click),
        ("[{target}]", click),
        ("{target} // all", click),
        ("now", click),
    ],
)
def test_blanks_that_are_not_the_builders_parameters_are_refused(wordings: str, build: Callable[..., Step]) -> None:
    with pytest.raises(BlanksDiffer):
        form("click", "click it", wordings, build)


@pytest.mark.parametrize(
    ("wordings", "build"), [("{target}", click_words), ("{target:words}", click), ("{target}", click_maybe)]
)
def test_what_a_builder_does_not_take_or_is_never_given_is_refused(wordings: str, build: Callable[..., Step]) -> None:
    with pytest.raises(BlanksDiffer):
        compare_types([(compile_wordings(wordings), build)], READERS)


def test_what_only_has_to_be_there_is_not_told() -> None:
    compare_types([(compile_wordings("[{target}] {times} // {target} to {~purpose}"), click_maybe)], READERS)
    assert form("click", "click it", "{target} to {~purpose}", click).wordings[0].line == "{target} to {purpose}"
