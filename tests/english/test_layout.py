"""What is laid out over lines and cells: where its gaps are in the description, and what several tests are told."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english

OUTLINE = """Feature: Shop
  Background:
    Given I am on /cart

  Scenario Outline: Buying
    When I juggle "<what>"
    Then "<seen>" is shown

    Examples:
      | what | seen |
      | A    | B    |
      | C    | D    |
"""


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ('| Step | Expected |\n|---|---|\n| Juggle 3 balls | "A" is shown |', ["Juggle 3 balls"]),
        ('Step\tExpected\nClick "A"\tThe juggler is proud', ["The juggler is proud"]),
        ("Fill in the form:\n| Name | Ann |\n\nJuggle 3 balls", ["Juggle 3 balls"]),
        ('The page shows:\n"""\nA\nB\n"""\nJuggle', ["The page shows:", "Juggle"]),
        (OUTLINE, ['When I juggle "<what>"']),
        (OUTLINE.replace('"<what>"', '"<whom>"'), ['When I juggle "<whom>"']),
    ],
)
def test_gap_of_a_laid_out_text_has_its_words_and_place_in_the_description(description: str, words: list[str]) -> None:
    gaps = plan_english(description).gaps
    assert [gap.text for gap in gaps] == words
    assert [description[gap.start :].startswith(gap.text) for gap in gaps] == [True] * len(words)


def test_gap_of_an_outline_says_with_which_words_it_was_not_read() -> None:
    (gap,) = plan_english(OUTLINE).gaps
    assert gap.reason.startswith('“I juggle "A"”: No form reads this clause.')


def test_step_of_an_outline_bears_the_words_of_its_row() -> None:
    plan = plan_english(OUTLINE)
    assert [step.sentence for step in plan.steps] == ["I am on /cart", '"B" is shown', "I am on /cart", '"D" is shown']


def test_text_of_several_tests_says_that_they_share_a_browser() -> None:
    assert plan_english(OUTLINE).notes[0].startswith("This text holds 2 tests.")
    assert plan_english('Scenario: One\n  When I click "A"\n  Then "B" is shown').notes == ()


def test_outline_of_very_many_rows_is_refused() -> None:
    plan = plan_english(OUTLINE + "      | C | D |\n" * 2000)
    assert any(gap.reason.startswith("These are too many rows") for gap in plan.gaps)
    assert len(plan.steps) < 1000
