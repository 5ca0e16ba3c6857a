"""What no person can see, by whatever a page hides it, is not shown; and what is denied of it holds."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import holding

UNSEEN = [
    "<div style='content-visibility:hidden'><p>Saved</div>",
    "<div hidden=until-found><p>Saved</div>",
    "<svg><desc>Saved</desc><text y=20>Home</text></svg>",
    "<svg><text y=20 fill=none>Saved</text></svg>",
]


@pytest.mark.parametrize("html", UNSEEN)
async def test_a_text_that_nobody_sees_is_not_shown(page: Page, html: str) -> None:
    sentences = ['check that "Saved" is shown', 'check that "Saved" is not shown']
    assert await holding(page, f"<h1>Home</h1>{html}", sentences) == sentences[1:]
