"""What stands in braces, filled in: a text of a secret name makes a secret of the value it is in (decision 29)."""

from __future__ import annotations

import pytest

from qa_appliance.core.steps import Fill, Value
from qa_appliance.core.target import Target
from qa_appliance.steps.base.placeholders import Kept, filled

ROWS = [
    ("{pin}", "planted", True), ("No. { pin }!", "No. planted!", True), ("{pin}{coupon}", "plantedSPRING", True),
    ("{coupon}", "SPRING", False), ("pin", "pin", False), ("{PIN}", "{PIN}", False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "typed", "secret"), ROWS)
def test_a_value_with_a_secret_in_it_is_one(text: str, typed: str, secret: bool) -> None:
    hidden: list[str] = []
    texts = Kept(hidden.append)
    texts.secret = frozenset({"pin"})
    texts["pin"], texts["coupon"] = "planted", "SPRING"
    step = filled(Fill(target=Target(words="Note"), value=Value(text)), texts)
    assert step.value is not None
    assert (step.value.text, step.value.secret, hidden) == (typed, secret, ["planted"])
    assert filled(Fill(target=Target(words="Note"), value=Value(text, literal=True)), texts).value == Value(
        text, literal=True
    )
