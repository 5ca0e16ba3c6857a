"""Every kind of step is whole: what one part of the house knows of it, all do. A forgotten part fails here."""

from __future__ import annotations

from typing import get_args

import pytest

from qa_appliance.core import steps as s
from qa_appliance.core.traits import Traits
from qa_appliance.english.reference.explained import does
from qa_appliance.export.steps import NO_COUNTERPART, written
from qa_appliance.language.deeds import DEEDS
from qa_appliance.language.read import read
from qa_appliance.steps.registry import KINDS

STEPS = tuple(kind for kind in get_args(s.Step) if kind is not s.ExpectRefusal)


def every_example() -> dict[type, s.Step]:
    """A step of each kind, by the example of its row in the test language."""
    examples = ((row.kind, read(row.example)) for row in reversed(DEEDS))
    return {kind: step for kind, step in examples if step is not None}


EXAMPLES = every_example()


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: kind.__name__)
def test_a_kind_is_whole(kind: type) -> None:
    assert isinstance(vars(kind).get("traits"), Traits)
    assert kind in KINDS
    assert (written.dispatch(kind) is written.dispatch(object)) is (kind in NO_COUNTERPART)


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: kind.__name__)
def test_a_kind_is_told_in_a_sentence(kind: type) -> None:
    assert does(EXAMPLES[kind]).endswith(".")


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: kind.__name__)
def test_a_record_of_a_kind_shows_no_secret(kind: type) -> None:
    known, step = KINDS[kind], EXAMPLES[kind]
    shown = f"{known.target(step)} {known.value(step)}"
    assert not [secret.text for secret in known.secrets(step) if secret.text in shown]


def test_no_part_knows_a_kind_that_is_none() -> None:
    assert set(KINDS) == set(STEPS)
