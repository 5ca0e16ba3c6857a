"""What surrounds a page: what it may use, how it is shown, its language, its time zone. A page shows whether it is."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page

from qa_appliance.browser.network.places import with_surroundings
from qa_appliance.core import steps as s
from qa_appliance.core.run import Site
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.perform import perform
from tests.conftest import Serve
from tests.steps.conftest import Do, stage_on

PAGE = """<!doctype html><title>Site</title><link rel=icon href=data:,>
<style>
  .if { display: none }
  @media (prefers-color-scheme: dark) { .dark { display: block } }
  @media (prefers-reduced-motion: reduce) { .still { display: block } }
  @media print { .print { display: block } }
</style>
<p class="if dark">Dark</p><p class="if still">Still</p><p class="if print">On paper</p>
<button onclick="ask('camera')">Camera</button><button onclick="ask('geolocation')">Location</button>
<p id=says>Nothing</p><p id=price></p><p id=hour></p>
<script>
const say = words => { says.textContent = words; };
const ask = async name => say(`${name} ${(await navigator.permissions.query({name})).state}`);
price.textContent = (1234.5).toLocaleString() + ' ' + navigator.language;
hour.textContent = new Date(Date.UTC(2026, 0, 1, 12)).getHours() + ' hours';
</script>"""


@pytest.fixture
async def site(stage: Stage, page: Page, serve: Serve) -> str:
    stage.patience = 4.0
    address = await serve({"/": PAGE})
    stage.site = Site(base_url=address)
    await page.goto(address)
    return address


def steps_of(words: str) -> tuple[s.Step, ...]:
    plan = plan_english(words)
    assert plan.gaps == ()
    return plan.steps


HOLD = [
    ('Allow the camera. Click "Camera". "camera granted" is shown.', 'Click "Camera". "camera granted" is shown.'),
    (
        'Deny the camera. Click "Camera". "camera denied" is shown.',
        'Allow the camera. Click "Camera". "camera denied" is shown.',
    ),
    (
        'Allow the location. Click "Location". "geolocation granted" is shown.',
        'Deny the location. Click "Location". "geolocation granted" is shown.',
    ),
    ('Show the site in dark mode. "Dark" is shown.', '"Dark" is shown.'),
    ('Show the site with reduced motion. "Still" is shown.', '"Still" is shown.'),
    ('Show the site in print. "On paper" is shown.', '"On paper" is shown.'),
]


@pytest.mark.parametrize(("words", "without"), HOLD)
async def test_what_a_page_shows_of_it(site: str, stage: Stage, do: Do, words: str, without: str) -> None:
    stage.patience = 1.2
    assert (await do(*steps_of(without))).failure is not None
    stage.patience = 4.0
    record = await do(*steps_of(words))
    assert record.failure is None, record.failure


async def test_a_browser_of_that_language_and_time_zone(browser: Browser, serve: Serve) -> None:
    address = await serve({"/": PAGE})
    steps = steps_of('Set the browser\'s language to "German". Set the browser\'s time zone to "Asia/Tokyo".')
    async with stage_on(browser, with_surroundings(Site(base_url=address), steps)) as stage:
        for step in steps:
            assert (await _done(step, stage)) is None
        await stage.page.goto(address)
        assert await stage.page.inner_text("#price") == "1.234,5 de-DE"
        assert await stage.page.inner_text("#hour") == "21 hours"


async def _done(step: s.Step, stage: Stage) -> object:
    return (await perform(step, stage, 0)).failure


REFUSED = [
    ('Set the browser\'s language to "Klingon".', "“Klingon” is not known"),
    ('Set the browser\'s time zone to "Mars/Base".', "“Mars/Base” is not known"),
    ('Set the browser\'s language to "German".', "say it once, before anything is done"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
async def test_what_is_refused(site: str, do: Do, words: str, message: str) -> None:
    record = await do(*steps_of(words))
    assert record.failure is not None
    assert message in record.failure.message


@pytest.mark.parametrize("words", ["Open the Safari browser.", "Open Safari.", "Launch Firefox.", "Use Firefox."])
def test_a_browser_that_is_not_here_is_a_gap_that_says_what_there_is(words: str) -> None:
    plan = plan_english(words)
    assert plan.steps == ()
    assert "Chromium" in plan.gaps[0].reason
