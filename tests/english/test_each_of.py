"""What is done for each of several texts: written once more for every one, as plain steps."""

from __future__ import annotations

import pytest

from qa_appliance.core.steps import ForEach
from qa_appliance.english.compile import plan_english
from qa_appliance.language.write import write


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        ("For each of A, B and C: click Save", "It does not say where each of them goes"),
        ("For each of A and B: juggle it", "“juggle "),
        (f"For each of {', '.join(map(str, range(51)))}: click it", "more than 50 texts"),
        ('For each of A, "B" c and D: click it', ""),
        ("For each of the rows and columns: click it", ""),
        ("For each of A and B: click its price", ""),
    ],
)
def test_what_is_not_read_for_each_is_one_gap(test: str, reason: str) -> None:
    plan = plan_english(f'Click "Shop". {test}')
    [gap] = plan.gaps
    assert reason in gap.reason
    assert [write(step) for step in plan.steps] == ['click "Shop"']


@pytest.mark.parametrize(
    ("test", "steps"),
    [
        ('For each of "A" and "B": click it', ['click "A"', 'click "B"']),
        ('For each of the products "A" and "B", click it', ['click "A"', 'click "B"']),
        ("For each of Oak Chair and Lamp: search for it", ['search for "Oak Chair"', 'search for "Lamp"']),
        ("Do this for each of 1 and 2: open /items/{it}", ["open /items/1", "open /items/2"]),
        (
            'For each of A and B: open /{it}. Check that "{it} is here" is shown.\nClick "Done"',
            [
                "open /A",
                'verify that "A is here" is shown',
                "open /B",
                'verify that "B is here" is shown',
                'click "Done"',
            ],
        ),
        (
            'For each of these cities: Rome and Oslo:\n- open /{it}\n- click it\nClick "Done"',
            ["open /Rome", 'click "Rome"', "open /Oslo", 'click "Oslo"', 'click "Done"'],
        ),
        ('For each of "New York" and "A/B": open /cities/{it}', ["open /cities/New%20York", "open /cities/A%2FB"]),
        ('For each of "A and click B" and "C": click {it}', ['click "A and click B"', 'click "C"']),
        (
            'For each of "a" and "b": enter {it}@x.org into Email',
            ['enter "a@x.org" into Email', 'enter "b@x.org" into Email'],
        ),
        (
            r'For each of "6\" pipe" and "B": check that "a {it}" is shown',
            ["verify that 'a 6\" pipe' is shown", 'verify that "a B" is shown'],
        ),
    ],
)
def test_it_is_done_for_each(test: str, steps: list[str]) -> None:
    plan = plan_english(test)
    assert plan.gaps == ()
    assert [write(step) for step in plan.steps] == steps


def test_each_element_of_the_page_is_a_loop() -> None:
    [step] = plan_english('For each row: click "Select"').steps
    assert isinstance(step, ForEach)
