"""What went out is looked at by its names, and so is the answer to it: only what stands there holds."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from playwright.async_api import Page

from qa_appliance.core import steps as s
from qa_appliance.core.run import Site
from qa_appliance.core.stored import StoredFile
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.conftest import Request, Response, Serve
from tests.steps.conftest import Do

SHOP = """<!doctype html><title>Shop</title><link rel=icon href=data:,>
<script>
const post = (body, headers = {}) => fetch('/cart', {method: 'POST', body, headers});
const json = {'Content-Type': 'application/json', 'X-Client': 'web'};
const graph = name => fetch('/graphql', {method: 'POST', headers: json, body: JSON.stringify({operationName: name})});
</script>
<button onclick="post(JSON.stringify({item: 'Lamp', amount: 2, of: {color: 'red'}}), json)">Add</button>
<button onclick="post('{}', json); post('{}', json)">Twice</button>
<button onclick="post(new URLSearchParams({item: 'Lamp', amount: 2}))">Form</button>
<button onclick="(form => {form.set('item', 'Lamp'); post(form)})(new FormData())">Parts</button>
<button onclick="graph('AddItem')">Graph</button>"""
ORDER = {"id": 7, "total": 39.9, "paid": True, "items": [{"sku": "A"}, {"sku": "B"}], "token": "s3cr3t-value"}
SCHEMA = {"type": "object", "required": ["id"], "properties": {"total": {"type": "number"}}}


@pytest.fixture
async def shop(stage: Stage, page: Page, serve: Serve, tmp_path: Path) -> None:
    def order(request: Request) -> Response:
        return Response(json.dumps(ORDER), 201, {"Content-Type": "application/json"})

    async def slow(request: Request) -> Response:
        await asyncio.sleep(0.6)
        return Response("{}")

    address = await serve({"/": SHOP, "/cart": order, "/graphql": order, "/orders": order, "/slow": slow})
    stage.site = Site(base_url=address)
    written = {"order.json": SCHEMA, "strict.json": SCHEMA | {"required": ["customer"]}, "away.json": {"$ref": address}}
    for name, schema in written.items():
        (tmp_path / name).write_text(json.dumps(schema))
        stage.uploads.stored[name] = StoredFile(name, str(tmp_path / name), 100)
    await page.goto(address)


def steps_of(words: str) -> tuple[s.Step, ...]:
    plan = plan_english(words)
    assert plan.gaps == ()
    return plan.steps


SENT = 'Send POST /orders with {"item": "Lamp"} and expect 201. '
MUST_NOT_HOLD = [
    ('The answer contains {"id": 1}.', "There is no answer to look at"),
    ('Click "Add". A POST to /cart was sent with {"item": "Book"}.', "“item” is “Lamp”, expected “Book”"),
    ('Click "Add". A POST to /cart was sent with {"amount": "2"}.', "“amount” is 2, expected “2”"),
    ('Click "Add". A POST to /cart was sent with {"of": {"size": 1}}.', "there is no “of.size”"),
    ('Click "Form". A POST to /cart was sent with {"amount": 3}.', "“amount” is 2, expected 3"),
    ('Click "Parts". A POST to /cart was sent with {"item": "Book"}.', "“item” is “Lamp”"),
    ('Click "Add". A POST to /cart was sent with the header "X-Client" set to "app".', "“X-Client” is “web”"),
    ('Click "Twice". A POST to /cart was sent exactly once.', "2 of them"),
    ('Click "Add". A POST to /cart was sent exactly twice.', "1 of them"),
    ('Click "Add". No POST to /cart was sent with {"item": "Lamp"}.', "There was POST"),
    ('Click "Graph". A GraphQL operation "Remove" was sent.', "there was no GraphQL operation “Remove”"),
    (SENT + 'The answer contains {"id": 8}.', "“id” is 7, expected 8"),
    (SENT + 'The answer does not contain {"id": 7}.', "although it should not"),
    (SENT + '"total" of the answer is 39.91.', "is “39.9”, expected “39.91”"),
    (SENT + '"total" of the answer is at least 40.', "expected at least 40"),
    (SENT + '"gone" of the answer is not 5.', "There is no “gone” in it"),
    (SENT + '"sku" of the answer is "A".', "stands in 2 places"),
    (SENT + 'The answer has 3 entries under "items".', "has 2 entries under “items”, expected 3"),
    (SENT + 'The answer has 3 entries under "total".', "is no list"),
    (SENT + "The status of the answer is 200.", "has the status 201, expected 200"),
    (SENT + 'The answer matches the schema "strict.json".', "is not as “strict.json” says"),
    (SENT + 'The answer matches the schema "away.json".', "nothing is fetched for a schema"),
    (SENT + 'The answer matches the schema "../order.json".', "No file “../order.json” is stored"),
    (SENT + 'Remember "gone" of the answer as {id}.', "There is no “gone” in it"),
    ("Send GET /slow. The answer takes less than 300 ms.", "expected less than 0.3 s"),
]


@pytest.mark.parametrize(("words", "message"), MUST_NOT_HOLD)
async def test_what_must_not_hold(shop: None, do: Do, words: str, message: str) -> None:
    record = await do(*steps_of(words))
    assert record.failure is not None, words
    assert message in record.failure.message, record.failure.message


HOLD = [
    'Click "Add". A POST to /cart was sent with {"item": "Lamp", "of": {"color": "red"}}.',
    'Click "Add". A POST to /cart was sent with the header "X-Client" set to "web" exactly once.',
    'Click "Add". A POST to /cart was sent with {"item": "Lamp"}. "total" of the answer is 39.90.',
    'Click "Form". A POST to /cart was sent with {"amount": 2}.',
    'Click "Parts". A POST to /cart was sent with {"item": "Lamp"}.',
    'Click "Twice". A POST to /cart was sent exactly twice.',
    'Click "Add". No POST to /cart was sent with {"item": "Book"}.',
    'Click "Graph". A GraphQL operation "AddItem" was sent.',
    SENT + 'The answer contains {"total": 39.90, "items": [{"sku": "A"}, {}]}. "paid" of the answer is true.',
    SENT + '"items[1].sku" of the answer is "B". "total" of the answer is less than 40.',
    SENT + 'The answer has 2 entries under "items". The answer matches the schema "order.json".',
    SENT + 'Remember "id" of the answer as {id}. "id" of the answer is "{id}".',
]


@pytest.mark.parametrize("words", HOLD)
async def test_what_holds(shop: None, stage: Stage, do: Do, words: str) -> None:
    stage.patience = 5.0
    record = await do(*steps_of(words))
    assert record.failure is None, record.failure


async def test_what_stands_under_the_name_of_a_credential_is_told_to_nobody(shop: None, do: Do) -> None:
    record = await do(*steps_of(SENT + 'The answer contains {"token": "other"}.'))
    assert record.failure is not None
    assert "s3cr3t" not in record.failure.message + record.failure.seen
