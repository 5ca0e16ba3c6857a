"""A whole run whose answers are the test's own: told first in the report, and failed where nobody asked for one."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Request, Response, Serve
from tests.run_test.conftest import Stand

SHOP = """<!doctype html><title>Shop</title><link rel=icon href=data:,><p id=price>Nothing yet</p><script>
const load = async () => {
  const answer = await fetch('/api/price');
  price.textContent = answer.ok ? `Price ${(await answer.json()).price}` : `No prices (${answer.status})`;
};
const away = () => fetch('http://192.0.2.7/api/price').catch(() => { price.textContent = 'Nothing came'; });
</script><button onclick="load()">Load</button><button onclick="away()">Away</button>"""


@pytest.fixture
async def shop(serve: Serve) -> str:
    def price(request: Request) -> Response:
        return Response(json.dumps({"price": 9}), 200, {"Content-Type": "application/json"})

    return await serve({"/": SHOP, "/api/price": price})


async def test_an_answer_never_asked_for_fails_its_step(stand: Stand, shop: str) -> None:
    outcome = await stand.run(shop, 'Answer GET /api/never with 500. Click "Load". "Price 9" is shown.')
    assert outcome.overall_status == "failed"
    assert [step.result for step in outcome.steps] == ["failed", "passed", "passed"]
    assert outcome.steps[0].error == "GET /api/never was never asked."


async def test_a_verdict_on_an_answer_of_the_tests_own_says_so(stand: Stand, shop: str) -> None:
    outcome = await stand.run(shop, 'Answer GET /api/price with 500. Click "Load". "No prices (500)" is shown.')
    assert outcome.overall_status == "passed", outcome.report_markdown
    first, *_ = outcome.report_markdown.split("## Steps")
    assert "with 1 answer by the test in place of the site's" in first
    assert "GET /api/price was answered by the test with status 500: 1 request" in first
    assert "was answered by the test" in (outcome.steps[1].note or "")


async def test_the_answer_that_is_changed_comes_by_the_guarded_way_out(stand: Stand, shop: str) -> None:
    words = 'Change "price" in the answer of /api/price to 5. Click "Load". "Price 5" is shown.'
    outcome = await stand.run(shop, words)
    assert outcome.overall_status == "passed", outcome.report_markdown


async def test_changing_an_answer_opens_no_way_to_a_host_that_is_not_allowed(stand: Stand, shop: str) -> None:
    words = 'Change "price" in the answer of http://192.0.2.7/api/price to 5. Click "Away". "Price 5" is shown.'
    outcome = await stand.run(shop, words)
    assert outcome.overall_status == "failed"
    refused = [event for event in outcome.measurements.network_events or [] if event.url.startswith("192.0.2.7")]
    assert refused
    assert refused[0].failure
