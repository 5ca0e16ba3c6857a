"""“The sidebar is gone”: something of that name was there before, or nothing is known of it."""

from __future__ import annotations

import pytest

from tests.conftest import Serve
from tests.run_test.conftest import Stand

BOX = "<div class='x {name}'>{inside}</div><button onclick=\"{deed}\">Go</button>"
REMOVES = "document.querySelector('.x').remove()"
BLINKS = (
    """const box = document.querySelector('.x'); box.hidden = false; setTimeout(() => { box.hidden = true }, 300)"""
)


def page(name: str, inside: str, deed: str) -> str:
    return BOX.format(name=name, inside=inside, deed=deed)


NEVER_THERE = [
    "The upgrade panel is gone", "The banner is gone", "The promo is no longer shown", "the sidebar disappears",
    "the box is not shown any more", "the toolbar is no longer visible", "the pop-up closes",
]  # fmt: skip


@pytest.mark.parametrize("claim", NEVER_THERE)
async def test_what_nothing_is_called_is_not_gone(stand: Stand, serve: Serve, claim: str) -> None:
    outcome = await stand.run(await serve({"/": page("css-1", "<b>Try Pro</b>", "")}), f'Click "Go". {claim}.')
    assert outcome.overall_status == "failed", outcome.report_markdown
    assert "before the step this check follows" in outcome.report_markdown


GONE = [
    ("cookie-banner", "We use cookies", "The banner is gone"),
    ("sidebar", "<a href=/>Home</a>", "the side bar disappears"),
    ("promo", "<b>Try Pro</b>", "the promo is no longer shown"),
    ("css-1", "<h3>Upgrade now</h3><p>5 €</p>", "the upgrade panel is gone"),
    ("css-1", "<label>Coupon <input></label>", "the coupon field is not shown any more"),
    ("css-1", "<p>Invalid address</p>", "the error is gone"),
]


@pytest.mark.parametrize(("name", "inside", "claim"), GONE)
@pytest.mark.parametrize(("deed", "overall"), [(REMOVES, "passed"), ("", "failed")])
async def test_what_went_is_gone(
    stand: Stand, serve: Serve, name: str, inside: str, claim: str, deed: str, overall: str
) -> None:
    outcome = await stand.run(await serve({"/": page(name, inside, deed)}), f'Click "Go". {claim}.')
    assert outcome.overall_status == overall, outcome.report_markdown


@pytest.mark.parametrize(
    "claim",
    [
        "Wait until the busy box is gone", "The spinner disappears", "the loading overlay is gone",
        "the toast is no longer shown",
    ],
)  # fmt: skip
async def test_what_comes_and_goes_need_not_have_been_there(stand: Stand, serve: Serve, claim: str) -> None:
    html = page("busy-box", "Saving", BLINKS).replace("<div", "<div hidden", 1)
    outcome = await stand.run(await serve({"/": html}), f'Click "Go". {claim}.')
    assert outcome.overall_status == "passed", outcome.report_markdown
