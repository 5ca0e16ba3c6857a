"""A check on a label that is a column of several rows: never answered by the first row, or by the next heading."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Show

TABLE = """<h1>Orders</h1><table><tr><th>Order</th><th>State</th><th>Total</th></tr>
<tr><td>1042</td><td>Open</td><td>39.90</td></tr>{more}</table>"""
MORE = "<tr><td>1043</td><td>Sent</td><td>12.00</td></tr>"
LINE = "<p>Total: 51.90 €</p>"

CASES: list[tuple[str, str, bool]] = [
    (TABLE.format(more=MORE), "the total is 39.90", False),
    (TABLE.format(more=MORE), "the total is 12.00", False),
    (TABLE.format(more=MORE), "the total is more than 10", False),
    (TABLE.format(more=MORE) + LINE, "the total is 39.90", False),
    (TABLE.format(more=MORE) + LINE, "the total is 51.90", True),
    (TABLE.format(more=MORE) + LINE + "<p>Total weight: 3 kg</p>", "the total is 51.90", False),
    (TABLE.format(more=""), "the total is 39.90", True),
    (TABLE.format(more=""), 'the state is "Total"', False),  # the next heading is no state
    (TABLE.format(more=""), 'the state is "Open"', True),
    (TABLE.format(more=MORE), 'the row "1043" shows "12.00" under Total', True),
]


@pytest.mark.parametrize(("html", "sentence", "holds"), CASES)
async def test_a_column_is_no_value(show: Show, do: Do, stage: Stage, html: str, sentence: str, holds: bool) -> None:
    stage.patience = 0.3
    await show(html)
    record = await do(*plan_english(sentence).steps)
    assert (record.result == "passed") == holds, record.error


async def test_it_is_told_how_to_name_the_row(show: Show, do: Do, stage: Stage) -> None:
    stage.patience = 0.3
    await show(TABLE.format(more=MORE))
    record = await do(*plan_english("the total is 39.90").steps)
    assert record.failure is not None
    assert record.failure.kind == "ambiguous"
    assert record.failure.candidates == (
        "the row “1042” shows “39.90” under total",
        "the row “1043” shows “39.90” under total",
    )
    record = await do(*plan_english(record.failure.candidates[0]).steps)
    assert record.error is None


def _headed(*heads: str) -> str:
    return f"<table><tr>{''.join(f'<th>{head}' for head in heads)}<tr><td>A<td>1<tr><td>B<td>2</table>"


COUNTED = [
    (_headed("Title (24)", "Price"), "the table is sorted by title", True),
    (_headed("Title <span>24</span>", "Price"), "the table is sorted by title", True),
    (_headed("Title<span style='margin-left:6px'>24</span>", "Price"), "the table is sorted by title", True),
    (_headed("Title<sup>24</sup>", "Price"), "the table is sorted by title", True),
    (_headed("Title ▲", "Price"), "the table is sorted by title", True),
    (_headed("Title 1,024", "Price"), "the table is sorted by title", True),
    (_headed("24 titles", "Price"), "the table is sorted by titles", True),
    (_headed("Titles (24 of 30)", "Price"), "the table is sorted by titles", True),
    (_headed("Title [24]", "Titles"), "the table is sorted by titles", True),
    (_headed("Title · 24", "Price (2)"), "the table is sorted by price in descending order", False),
    (_headed("Title (24)", "Price (2)"), 'the row with the highest price shows "B"', True),
    (_headed("Title (24)", "Price (2)"), 'the row with the highest price shows "A"', False),
    (_headed("Title (24)", "Subtitle (24)"), "the table is sorted by subtitle", True),
    (_headed("Year 1", "Year 2"), "the table is sorted by year", False),
    (_headed("Sales 2023", "Sales 2024"), "the table is sorted by sales", False),
    (_headed("Title (24)", "Title (30)"), "the table is sorted by title", False),
    (_headed("Subtitle (24)", "Price"), "the table is sorted by title", False),
    (_headed("Version 2.4", "Price"), "the table is sorted by title", False),
    (_headed("<a href=#>Title ▼</a>", "Price"), "the title column is sorted ascending", True),
    (_headed("<a href=#>Title ▼</a>", "Price"), "the title column is sorted descending", False),
    (_headed("Title", "Price"), "the price column is sorted descending", False),
    (_headed("Title", "Price"), "the author column is sorted ascending", False),
]


@pytest.mark.parametrize(("html", "sentence", "holds"), COUNTED)
async def test_a_head_may_carry_a_count(
    show: Show, do: Do, stage: Stage, html: str, sentence: str, holds: bool
) -> None:
    stage.patience = 0.3
    await show(html)
    record = await do(*plan_english(sentence).steps)
    assert (record.result == "passed") == holds, record.error


REPAIRS = """<table><tr><th>No.</th><th>Customer</th><th>Status</th><th>Price (€)</th><th>Action</th></tr>
<tr><td>101</td><td>Ann Lee</td><td>Ready</td><td>12.00</td><td><a href="#1">Edit</a></td></tr>
<tr><td>102</td><td>Tom Baker</td><td>In work</td><td>48.50</td>
<td><button onclick="o.textContent='Tom'">Edit</button></td></tr>
<tr><td>Status</td><td>Cy</td><td>Waiting</td><td>5.00</td><td></td></tr></table><p id=o></p>"""


@pytest.mark.parametrize(
    ("sentence", "error"),
    [
        ('the "Status" cell in the row "Tom Baker" is "Ready"', "“In work”, expected “Ready”"),
        ('the "Status" cell in the row "Tom Baker" is not "In work"', "In work"),
        ('the "Stat" cell in the row "Tom Baker" is "In work"', "There is no cell “Stat”"),
        ('the "Status" cell in the row "Cy" is "Waiting"', "2 elements fit “Status”"),
        ('the "Status" cell in the row "Tom" is "In work"', ""),
        ('the "Status" cell in the row "Tom Baker" is "In work"', ""),
        ('the "Status" column in the row "Tom Baker" is "In work"', ""),
        ('the "Status" cell in the row "Tom Baker" contains "work"', ""),
        ('the Price cell in the row "Tom Baker" is more than 40', ""),
        ('the "Tom Baker" cell in the row "102" is visible', ""),
        ('the "Status" cell in the row "Tom Baker" is visible', ""),
        ('the "Action" cell in the row "Cy" is empty', ""),
    ],
)
async def test_a_cell_of_a_row_is_called_by_its_heading(
    show: Show, do: Do, stage: Stage, sentence: str, error: str
) -> None:
    stage.patience = 0.3
    await show(REPAIRS)
    plan = plan_english(f"verify that {sentence}")
    assert plan.gaps == ()
    record = await do(*plan.steps)
    assert error in (record.error or "")
    assert bool(record.error) == bool(error), record.error


async def test_a_deed_names_a_cell_by_its_heading_too(show: Show, do: Do, stage: Stage) -> None:
    await show(REPAIRS)
    record = await do(*plan_english('click the "Action" cell in the row "Tom Baker"').steps)
    assert record.error is None
    assert await stage.page.inner_text("#o") == "Tom"
