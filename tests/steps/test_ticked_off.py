"""Tasks told to be done, and all boxes at once: by the boxes on the page; where none is, the step fails."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Show

TASKS = """<h1>Tasks</h1><ul><li><input type=checkbox class=toggle> <label>Buy milk</label> <button>Delete</button></li>
    <li><input type=checkbox class=toggle checked> <label>Walk the dog</label> <button>Delete</button></li>
    <li><label>Pay bills</label> <button>Delete</button></li></ul>"""


async def _states(page: Page) -> list[bool]:
    states: list[bool] = await page.eval_on_selector_all("input", "boxes => boxes.map(box => box.checked)")
    return states


@pytest.mark.parametrize("text", ['mark "Pay bills" as done', 'mark "Buy bread" as done'])
async def test_where_no_such_box_is_nothing_is_ticked(show: Show, do: Do, page: Page, text: str) -> None:
    await show(TASKS)
    record = await do(*plan_english(text).steps)
    assert record.failure is not None
    assert record.failure.kind == "not_found"
    assert await _states(page) == [False, True]


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ('mark "Buy milk" as completed', [True, True]),
        ('mark "Walk the dog" as not done', [False, False]),
        ("check all the checkboxes", [True, True]),
        ("uncheck every checkbox", [False, False]),
    ],
)
async def test_they_are_ticked(show: Show, do: Do, page: Page, text: str, states: list[bool]) -> None:
    await show(TASKS)
    assert (await do(*plan_english(text).steps)).error is None
    assert await _states(page) == states
