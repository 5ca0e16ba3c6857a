"""A browser elsewhere that is lost in the middle of a run: the test is begun again only where nothing had been done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.endpoint import parse_endpoint
from qa_appliance.browser.process.endpoints import Endpoints
from tests.browser.remote import lay_out, run_server
from tests.conftest import Request, Serve
from tests.run_test.conftest import Stand

SHOP = """<title>Shop</title><p>Basket</p>
<button onclick="fetch('/buy').then(() => { location = '/bought' })">Buy</button>"""


@pytest.mark.parametrize(
    ("dies_at", "description", "status", "times"),
    [
        ("/bought", 'Click "Buy". "Thanks" is shown.', "failed", 1),
        ("/next", '"Basket" is shown. Go to /next. Click "Buy". "Thanks" is shown.', "failed", 0),
        ("/", 'Click "Buy". "Thanks" is shown.', "completed", 1),
        ("/next", 'Go to /next. Click "Buy". "Thanks" is shown.', "completed", 1),
    ],
)
async def test_a_browser_that_is_lost(
    stand: Stand, serve: Serve, tmp_path: Path, dies_at: str, description: str, status: str, times: int
) -> None:
    bought: list[str] = []
    asked: list[str] = []
    surroundings = lay_out(await choose_browser(), tmp_path / "browsers")
    async with run_server(surroundings) as (first, process), run_server(surroundings) as (second, _):

        def page(request: Request) -> str:
            if request.path == "/buy":
                bought.append(request.path)
            asked.append(request.path)
            if request.path == dies_at and asked.count(dies_at) == 1:
                process.kill()
            return "<p>Thanks</p>" if request.path == "/bought" else SHOP

        origin = await serve(dict.fromkeys(("/", "/next", "/buy", "/bought"), page))
        async with Endpoints.open([parse_endpoint(address, 1) for address in (first, second)]) as endpoints:
            elsewhere = replace(stand, means=replace(stand.means, pool=endpoints))
            outcome = await elsewhere.run(origin, description)
    assert outcome.status == status, outcome.report_markdown
    assert outcome.overall_status == ("passed" if status == "completed" else "failed")
    assert len(bought) == times
    words = "begun again in a new one" if status == "completed" else "was not begun again"
    assert words in outcome.report_markdown


@pytest.mark.parametrize(
    ("dies_at", "words", "times"),
    [
        ("/", "So did the one before it, and a test is begun again once only.", 0),
        ("/bought", "whether what the test had begun was still done there is not known", 1),
    ],
)
async def test_one_that_is_lost_twice(
    stand: Stand, serve: Serve, tmp_path: Path, dies_at: str, words: str, times: int
) -> None:
    """Before a step was done the first time, and again in the browser after it: each way it says what is known."""
    bought: list[str] = []
    surroundings = lay_out(await choose_browser(), tmp_path / "browsers")
    async with run_server(surroundings) as (first, one), run_server(surroundings) as (second, other):
        alive = [other, one]

        def page(request: Request) -> str:
            if request.path == "/buy":
                bought.append(request.path)
            if alive and request.path == ("/" if len(alive) == 2 else dies_at):
                alive.pop().kill()
            return "<p>Thanks</p>" if request.path == "/bought" else SHOP

        origin = await serve(dict.fromkeys(("/", "/buy", "/bought"), page))
        async with Endpoints.open([parse_endpoint(address, 1) for address in (first, second)]) as endpoints:
            elsewhere = replace(stand, means=replace(stand.means, pool=endpoints))
            outcome = await elsewhere.run(origin, 'Click "Buy". "Thanks" is shown.')
    assert (outcome.status, outcome.overall_status) == ("failed", "failed")
    assert words in outcome.report_markdown
    assert "crashed once" not in outcome.report_markdown
    assert len(bought) == times
