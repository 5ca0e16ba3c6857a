"""A value made of signs alone is a value: a cross, a mark, stars."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import claims, holding

COLON = "<p>Rating: <span>★★★☆☆</span></p><p>Backup: <span>❌</span></p><p>Flag: 🇩🇪</p>"
BESIDE = "<p>Rating <b>★★★☆☆</b></p><p>Backup <b>❌</b></p><p>Flag <b>🇩🇪</b></p><p>End</p>"
CELLS = "<dl><dt>Rating<dd>★★★☆☆<dt>Backup<dd>❌<dt>Flag<dd>🇩🇪</dl>"
TRUE = """the rating is "★★★☆☆" | the backup is "❌" | the flag is "🇩🇪" | the backup is not "✅" |
    the rating is not "★★★★☆" | the flag is not "🇫🇷"
"""
FALSE = """the rating is "★★★★☆" | the backup is "✅" | the flag is "🇫🇷" | the backup is not "❌" |
    the rating is not "★★★☆☆" | the flag is not "🇩🇪"
"""


@pytest.mark.parametrize("html", [COLON, BESIDE, CELLS], ids=["behind a colon", "beside it", "in a list"])
async def test_signs_are_compared_as_they_stand(page: Page, html: str) -> None:
    assert await holding(page, html, claims(TRUE)) == claims(TRUE)
    assert await holding(page, html, claims(FALSE)) == []


async def test_what_marks_a_label_is_not_its_value(page: Page) -> None:
    html = "<p>Revenue ▾</p><p>300</p><label>E-mail * <input value=a@b.c></label>"
    assert await holding(page, html, claims('revenue is 300 | the e-mail is "a@b.c" | revenue is 30')) == [
        "revenue is 300",
        'the e-mail is "a@b.c"',
    ]
