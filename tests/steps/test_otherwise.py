"""What is done if a condition does not hold: the one or the other, never both."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Show

SENTENCE = 'if "Sign out" is shown, click it, otherwise click "Sign in"'
PAGE = """<button onclick="done.push(this.textContent); this.textContent = 'Sign in'">{name}</button>
<script>window.done = []</script>"""


@pytest.mark.parametrize("name", ["Sign out", "Sign in"])
async def test_one_of_both_is_done(show: Show, do: Do, page: Page, name: str) -> None:
    """After signing out the page shows Sign in: it is not clicked too."""
    await show(PAGE.format(name=name))
    record = await do(*plan_english(SENTENCE).steps)
    assert record.error is None
    assert await page.evaluate("window.done") == [name]
    assert record.details.held is (name == "Sign out")
    assert [step.action for step in record.details.steps] == ["click"]


async def test_what_fails_in_it_fails_the_step(show: Show, do: Do) -> None:
    await show("<button>Save</button>")
    record = await do(*plan_english(SENTENCE).steps)
    assert record.result == "failed"
    assert "there is no “Sign in” on the page" in (record.error or "").replace("There", "there")
