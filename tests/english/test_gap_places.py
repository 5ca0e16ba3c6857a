"""Before which step a gap stands: a run ends there."""

from __future__ import annotations

import pytest

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.english.compile import plan_english

OUTLINE = """Scenario Outline: Buying
  When I click "<what>"
  And I juggle
  And I click "Save"
  Examples:
    | what |
    | A    |
    | B    |
"""


@pytest.mark.parametrize(
    ("description", "places"),
    [
        ('Click "A"', []),
        ('Juggle 3 balls. Click "A"', [0]),
        ('Click "A". Juggle 3 balls. Click "B"', [1]),
        ('Click "A". Click "A". Juggle 3 balls. Click "A"', [2]),
        ('Click "A", juggle 3 balls, and click "A"', [1]),
        ('Click "A". Juggle 3 balls. Click "B". Juggle 4 balls', [1, 2]),
        ('Click "A"\nIf "B" is shown:\n  click "C"\n  juggle 3 balls\nClick "D"', [1]),
        ('Click "A"\nRepeat 3 times:\n  juggle 3 balls\n  click "C"', [1]),
        ('"A" and "B" are shown, and the juggler is proud', [1]),  # both checks bear the words of one
        ('| Step | Remarks | Expected |\n| Click "A" | twice | "B" is shown |\n| Click "C" | | |', [1]),
        ('Click "Z"\nI should see:\n"""\nAnn\n\nBob\n"""\nClick "A"', [1]),
        (OUTLINE, [1]),
        ('Click "A". Navigate through the tree.', [1]),
    ],
)
def test_a_gap_stands_behind_the_steps_before_it(description: str, places: list[int]) -> None:
    assert [gap.at for gap in plan_english(description).gaps] == places


def test_a_gap_in_a_phrase_stands_before_the_steps_of_the_phrase() -> None:
    phrase = OwnPhrase(id="p", pattern="pay", sentences=('Click "Pay"', "Juggle", 'Click "Done"'))
    assert [gap.at for gap in plan_english('Click "A". Pay. Click "B"', [phrase]).gaps] == [1]
