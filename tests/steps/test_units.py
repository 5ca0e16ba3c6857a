"""What is counted in units is in order by how much it is, not by the number before the unit."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import holding

ORDERS = [
    ["900 KB", "1.2 MB", "3 GB"],
    ["512 bytes", "1,023 KiB", "1 MB", "2 TB"],
    ["45 sec", "5 min", "2 h", "1 day", "3 weeks"],
    ["45m", "1h 30m", "2h"],
    ["1 hr, 5 min", "2 hrs"],
    ["500 g", "1.5 kg", "1 t"],
    ["90 cm", "1.2 m", "3 km"],
    ["900", "1.2k", "3M"],
    ["€900", "€1.2k", "€3M"],
    ["n/a", "900 KB", "1 MB"],
    ["5 EUR", "9 EUR", "10 EUR"],
]


def _table(values: list[str]) -> str:
    return f"<table><tr><th>Name<th>Size{''.join(f'<tr><td>x<td>{value}' for value in values)}</table>"


@pytest.mark.parametrize("values", ORDERS)
async def test_amounts_with_units_are_sorted_by_how_much_they_are(page: Page, values: list[str]) -> None:
    up, down = "the rows are sorted by Size ascending", "the rows are sorted by Size descending"
    assert await holding(page, _table(values), [up, down]) == [up]
    assert await holding(page, _table(values[::-1]), [up, down]) == [down]
    turned = [values[-1], *values[:-1]]
    assert await holding(page, _table(turned), [up, "the rows are sorted by Size"]) == []


BARS = [
    "<label>Upload <progress value=40 max=50></progress></label>",
    "<label>Upload <meter min=-20 value=60 max=80></meter></label>",
    "<div role=progressbar aria-label=Upload aria-valuemin=10 aria-valuemax=20 aria-valuenow=18></div>",
    "<div role=progressbar aria-label=Upload aria-valuemin=-10 aria-valuemax=0 aria-valuenow=-2></div>",
    "<div role=progressbar aria-label=Upload style='height:1em' aria-valuemax=50 aria-valuenow=40>80%</div>",
]


@pytest.mark.parametrize("bar", BARS)
async def test_a_bar_is_as_far_as_its_value_is_in_its_range(page: Page, bar: str) -> None:
    so = ["the progress bar is at 80%", '"Upload" is at 80%', '"Upload" is not at 40%', "the value of Upload is 80%"]
    not_so = [
        "the progress bar is at 40%",
        "the progress bar is not at 80%",
        '"Upload" is at 40%',
        '"Upload" is not 80%',
    ]
    assert await holding(page, f"<style>div{{min-height:9px}}</style><main>{bar}</main>", [*so, *not_so]) == so
