"""Answers in place of the site's, and the line: seen by what a page does with it; one never asked for fails."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from playwright.async_api import Page

from qa_appliance.core import steps as s
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.run import Site
from qa_appliance.core.stored import StoredFile
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.conftest import Handler, Request, Response, Serve
from tests.steps.conftest import Do

SHOP = """<!doctype html><title>Shop</title><link rel=icon href=data:,>
<p id=price role=status>Nothing yet</p><p id=line></p><p id=took></p>
<script>
const say = (words, id = 'price') => { document.getElementById(id).textContent = words; };
const load = async (again = 0) => {
  say('Loading');
  const answer = await fetch('/api/price').catch(() => ({ok: false, status: 'no answer'}));
  if (answer.ok) { const {price, currency} = await answer.json(); say(`Price ${price} ${currency}`); }
  else if (again) load(again - 1);
  else say(`Prices are unavailable (${answer.status})`);
};
const buy = async item => {
  const headers = {'Content-Type': 'application/json'};
  const answer = await fetch('/api/cart', {method: 'POST', headers, body: JSON.stringify({item, amount: 1})});
  say(answer.ok ? `${item} is in the cart` : `${item} is sold out (${answer.status})`);
};
const online = () => say(navigator.onLine ? 'You are online' : 'You are offline', 'line');
addEventListener('online', online); addEventListener('offline', online); online();
const graph = async () => {
  const body = JSON.stringify({query: 'query Price { price }'});
  const answer = await fetch('/graphql', {method: 'POST', body});
  say(`Graph ${(await answer.json()).data.price}`);
};
const work = () => {
  const from = performance.now(); let sum = 0;
  for (let i = 0; i < 3e7; i++) sum += i % 7;
  window.took = performance.now() - from; say('Done', 'took');
};
const listen = () => { new EventSource('/events').onmessage = event => say(`Event ${event.data}`); };
</script>
<button onclick="load()">Load</button><button onclick="load(1)">Load with a retry</button>
<button onclick="buy('Lamp')">Lamp</button><button onclick="buy('Book')">Book</button>
<button onclick="graph()">Graph</button><button onclick="listen()">Listen</button><button onclick="work()">Work</button>
<a href="/help">Help</a>"""


@pytest.fixture
async def shop(stage: Stage, page: Page, serve: Serve, tmp_path: Path) -> None:
    stage.patience = 4.0

    def of(body: object, status: int = 200) -> Response:
        return Response(json.dumps(body), status, {"Content-Type": "application/json"})

    def cart(request: Request) -> Response:
        return of({}, 201)

    pages: dict[str, str | bytes | Response | Handler] = {
        "/": SHOP,
        "/api/price": of({"price": 9, "currency": "EUR"}),
        "/api/cart": cart,
        "/help": "<h1>Open</h1>",
    }
    pages["/graphql"] = of({"data": {"price": 9}})
    address = await serve(pages)
    stage.site = Site(base_url=address)
    (tmp_path / "price.json").write_text('{"price": 77, "currency": "CHF"}')
    (tmp_path / "secret.json").write_text("{}")
    stage.uploads.stored["price.json"] = StoredFile("price.json", str(tmp_path / "price.json"), 30)
    await page.goto(address)


def steps_of(words: str) -> tuple[s.Step, ...]:
    plan = plan_english(words)
    assert plan.gaps == ()
    return plan.steps


REFUSED = [
    ('Answer GET /api/price with the file "../secret.json".', "No file “../secret.json” is stored"),
    ('Answer GET /api/price with the file "gone.json".', "No file “gone.json” is stored with this project"),
    ("Answer GET /api/price with 999.", "999 is no status"),
    ("Answer GET /api/price with 500 after 500 seconds.", "120 seconds at most"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
async def test_what_is_refused(shop: None, do: Do, words: str, message: str) -> None:
    record = await do(*steps_of(words))
    assert record.failure is not None
    assert message in record.failure.message


HOLD = [
    'Answer GET /api/price with 500. Click "Load". "Prices are unavailable (500)" is shown.',
    'Answer GET /api/price with {"price": 42, "currency": "JPY"}. Click "Load". "Price 42 JPY" is shown.',
    'Answer GET /api/price with the file "price.json". Click "Load". "Price 77 CHF" is shown.',
    'Answer GET /help with "<h1>Closed</h1>" as HTML. Click "Help". The heading "Closed" is shown.',
    'Answer GET /api/price with 503 once. Click "Load with a retry". "Price 9 EUR" is shown.',
    'Answer GET /api/price with 503 twice. Click "Load with a retry". "Prices are unavailable (503)" is shown.',
    'Answer GET /api/price with {"price": 7, "currency": "EUR"} after 1 second. Click "Load". "Price 7 EUR" is shown.',
    'Answer GET /api/price with 500 from the second time on. Click "Load". "Price 9 EUR" is shown. Click "Load". '
    '"Prices are unavailable (500)" is shown.',
    'Answer POST /api/cart with 409 only if the body contains {"item": "Lamp"}. Click "Book". "Book is in the cart" is '
    'shown. Click the "Lamp" button. "Lamp is sold out (409)" is shown.',
    'Change "price" in the answer of /api/price to 5. Click "Load". "Price 5 EUR" is shown.',
    'Let the site answer GET /api/price after 1 second. Click "Load". "Price 9 EUR" is shown.',
    'Never answer GET /api/price. Click "Load". "Loading" is shown.',
    'Block requests to /api/price. Click "Load". "Prices are unavailable (no answer)" is shown.',
    'Answer GET /api/price with 500. Click "Load". "Prices are unavailable (500)" is shown. Let everything through '
    'again. Click "Load". "Price 9 EUR" is shown.',
    'Answer the GraphQL query "Price" with {"data": {"price": 3}}. Click "Graph". "Graph 3" is shown.',
    'Answer GET /events with the event {"price": 5}. Click "Listen". \'Event {"price": 5}\' is shown.',
    'Go offline. "You are offline" is shown. Click "Load". "Prices are unavailable (no answer)" is shown. Be back '
    'online. "You are online" is shown. Click "Load". "Price 9 EUR" is shown.',
    'Use a slow connection (3G). Click "Load". "Price 9 EUR" is shown.',
]


async def played(words: str, stage: Stage, do: Do) -> StepRecord:
    record = await do(*steps_of(words))
    await stage.wire.replacing.close()
    return record


@pytest.mark.parametrize("words", HOLD)
async def test_what_holds(shop: None, stage: Stage, do: Do, words: str) -> None:
    record = await played(words, stage, do)
    assert record.failure is None, record.failure
    assert [rule.never for rule in stage.wire.replacing.rules if rule.never] == []


@pytest.mark.parametrize("words", [words for words in HOLD if "offline" not in words and "slow" not in words])
async def test_without_its_answer_it_does_not_hold(shop: None, stage: Stage, do: Do, words: str) -> None:
    """What the page shows is the doing of the answer, and of nothing else."""
    stage.patience = 1.2
    steps = [step for step in steps_of(words) if not isinstance(step, s.Answering)]
    held = [await do(step) for step in steps]
    never_lost = "after 1 second" in words or "once" in words or "Loading" in words
    assert never_lost or any(record.failure is not None for record in held)


NEVER = [
    ("Answer GET /api/never with 500.", "GET /api/never was never asked."),
    ('Answer GET /api/price with 500 from the second time on. Click "Load".', "was asked 1 time, and not as often"),
    ('Answer POST /api/cart with 409 only if the body contains {"item": "Pen"}. Click "Book".', "was never asked so."),
    (
        'Change "gone" in the answer of /api/price to 5. Click "Load". "Price 9 EUR" is shown.',
        "There is no “gone” in it",
    ),
]


@pytest.mark.parametrize(("words", "message"), NEVER)
async def test_an_answer_that_nobody_asked_for_fails(
    shop: None, stage: Stage, do: Do, words: str, message: str
) -> None:
    await played(words, stage, do)
    [rule] = stage.wire.replacing.rules
    assert message in rule.never


async def test_what_was_replaced_is_told_in_the_step_and_of_the_request(shop: None, stage: Stage, do: Do) -> None:
    record = await played('Answer GET /api/price with 500. Click "Load".', stage, do)
    assert record.note is not None
    assert "GET /api/price was answered by the test with status 500" in record.note
    [event] = [event for event in stage.recorder.requests_made()[0] if event.url.endswith("/api/price")]
    assert event.replaced == "GET /api/price was answered by the test with status 500"


async def test_the_machine_is_slower(shop: None, do: Do, page: Page) -> None:
    async def took() -> float:
        record = await do(*steps_of('Click "Work". "Done" is shown.'))
        assert record.failure is None
        return float(await page.evaluate("took"))

    before = await took()
    await do(*steps_of("Make the CPU 8 times slower."))
    assert await took() > 2 * before
    await asyncio.sleep(0)
