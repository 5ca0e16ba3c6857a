"""A field with a `<datalist>` takes an option by its value or by the label beside it; what could be two is none."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Show

FIELD = "<label>Size <input list=d id=i></label>"
BY_ATTRIBUTE = f"{FIELD}<datalist id=d><option value=S label=Small><option value=M label=Medium></datalist>"
BY_TEXT = f"{FIELD}<datalist id=d><option value=S>Small</option><option value=M>Medium</option></datalist>"
PLAIN = f"{FIELD}<datalist id=d><option>S<option>M</datalist>"
TWO_LABELS = f"{FIELD}<datalist id=d><option value=M label=Medium><option value=ME label=Medium></datalist>"
CROSSED = f"{FIELD}<datalist id=d><option value=M label=L><option value=L label=M></datalist>"
NONE = f"{FIELD}<datalist id=d></datalist>"

CHOSEN = [
    (BY_ATTRIBUTE, "choose Medium from Size"),
    (BY_TEXT, "choose Medium from Size"),
    (BY_ATTRIBUTE, "choose medium from Size"),
    (BY_ATTRIBUTE, 'select "Medium" in Size'),
    (BY_TEXT, 'select "Medium" from the Size dropdown'),
    (BY_ATTRIBUTE, "choose M from Size"),
    (BY_TEXT, "choose M from Size"),
    (PLAIN, "choose M from Size"),
]


@pytest.mark.parametrize(("html", "words"), CHOSEN)
async def test_it_holds_the_value(show: Show, do: Do, stage: Stage, html: str, words: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is None, record.failure
    assert await stage.page.evaluate("i.value") == "M"


REFUSED = [
    (BY_ATTRIBUTE, "choose Huge from Size", "no_option"),
    (PLAIN, "choose Medium from Size", "no_option"),
    (NONE, "choose Medium from Size", "no_option"),
    (TWO_LABELS, "choose Medium from Size", "ambiguous"),
    (CROSSED, "choose M from Size", "ambiguous"),
]


@pytest.mark.parametrize(("html", "words", "kind"), REFUSED)
async def test_nothing_is_chosen(show: Show, do: Do, stage: Stage, html: str, words: str, kind: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is not None
    assert record.failure.kind == kind
    assert await stage.page.evaluate("i.value") == ""
