"""The browser's own dialogs: answered as the steps say that follow, checks between them or not; what they said."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.perform import perform
from tests.steps.conftest import Show

ASKS = """<button onclick="o.textContent = confirm('Really delete all?') ? 'All gone' : 'Kept'">Delete all</button>
<button>Other</button><p id=o role=status></p>"""
LATE = ASKS.replace('onclick="', 'onclick="setTimeout(() => ').replace("'Kept'\"", "'Kept', 300)\"")
PROMPTS = """<button onclick="o.textContent = prompt('Your name?')">Rename</button><p id=o></p>"""


async def _error(stage: Stage, words: str) -> str:
    """That of the first step that fails."""
    plan = plan_english(words)
    assert plan.gaps == ()
    stage.steps = plan.steps
    for index, step in enumerate(plan.steps):
        record = await perform(step, stage, index)
        if record.error is not None:
            return record.error
    return ""


CLICK = 'Click the "Delete all" button. '


@pytest.mark.parametrize(
    ("words", "error", "became"),
    [
        (
            'Verify that the alert says "Delete?". Dismiss the alert',
            "The confirm is “Really delete all?”, expected",
            "Kept",
        ),
        ('Verify that the alert does not say "Really delete all?". Accept the alert', "Really delete all?", "All gone"),
        (
            'Accept the alert. Verify that the alert says "Delete?"',
            "The confirm is “Really delete all?”, expected",
            "All gone",
        ),
        ('Accept the alert. Verify that the alert does not say "Really delete all?"', "Really delete all?", "All gone"),
        (
            'Accept the alert. Click "Other". Verify that the alert says "Really delete all?"',
            "The status is “All gone”",
            "All gone",
        ),
        ('Verify that "Other" is shown. Click "Other". Accept the alert', "No alert, confirm or prompt came", "Kept"),
        (
            'Verify that the alert says "Really delete all?". Dismiss the alert. Dismiss the alert',
            "No alert, confirm or prompt came",
            "Kept",
        ),
    ],
)
async def test_what_is_not_so_fails(show: Show, stage: Stage, page: Page, words: str, error: str, became: str) -> None:
    await show(ASKS)
    found = await _error(stage, CLICK + words)
    assert error in found
    assert await page.inner_text("#o") == became


@pytest.mark.parametrize("html", [ASKS, LATE])
@pytest.mark.parametrize(
    ("words", "became"),
    [
        ('Verify that the alert says "Really delete all?". Dismiss the alert', "Kept"),
        ('Verify that the alert says "Really delete all?". Accept the alert', "All gone"),
        ('Verify that an alert is shown. Verify that the alert contains "delete all". Accept the alert', "All gone"),
        ('Verify that "Other" is shown. Wait 1 second. Accept the alert', "All gone"),
        (
            'Accept the alert. Verify that the alert says "Really delete all?". Verify that "All gone" is shown',
            "All gone",
        ),
        (
            'Verify that the alert says "Really delete all?". Accept the alert. Verify that "All gone" is shown',
            "All gone",
        ),
    ],
)
async def test_it_is_answered_as_the_next_step_says_that_is_no_check(
    show: Show, stage: Stage, page: Page, html: str, words: str, became: str
) -> None:
    await show(html)
    assert await _error(stage, CLICK + words) == ""
    assert await page.inner_text("#o") == became


async def test_the_pages_own_message_may_be_meant_too(show: Show, stage: Stage) -> None:
    await show(ASKS)
    assert await _error(stage, CLICK + 'Accept the alert. Verify that the alert says "All gone"') == ""
    await show(ASKS)
    denied = CLICK + 'Accept the alert. Verify that the alert does not say "All gone"'
    assert "All gone" in await _error(stage, denied)


async def test_a_prompt_is_given_its_text_behind_a_check(show: Show, stage: Stage, page: Page) -> None:
    await show(PROMPTS)
    words = 'Click "Rename". Verify that the alert says "Your name?". Answer the prompt with "Ann"'
    assert await _error(stage, words) == ""
    assert await page.inner_text("#o") == "Ann"
