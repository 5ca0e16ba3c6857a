"""Checks on requests hold by those since the last deed; a denial by all since the run began, until the next deed."""

from __future__ import annotations

import asyncio
from contextlib import closing
from socket import socket

import pytest
from playwright.async_api import Page

from qa_appliance.core import steps as s
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.lasting import turned
from qa_appliance.steps.perform import perform
from tests.conftest import Request, Response, Serve
from tests.steps.conftest import Do

SHOP = """<!doctype html><title>Shop</title><link rel=icon href=data:,>
<button onclick="fetch('/cart?x=1', {method: 'POST'})">Add</button>
<button onclick="fetch('/cart', {method: 'POST'}); fetch('/cart?full', {method: 'POST'})">Add two</button>
<button onclick="fetch('/orders/7', {method: 'DELETE'})">Delete</button>
<button onclick="fetch('http://127.0.0.1:PORT/nowhere').catch(() => {})">Break</button>
<button onclick="">Nothing</button>
<button onclick="setTimeout(() => navigator.sendBeacon('/track'), 700)">Track later</button>"""


@pytest.fixture
async def shop(page: Page, serve: Serve) -> None:
    def cart(request: Request) -> Response:
        return Response("full", 409) if request.query == "full" else Response("{}", 201)

    none = Response("", 204)
    with closing(socket()) as unused:
        unused.bind(("127.0.0.1", 0))
        html = SHOP.replace("PORT", str(unused.getsockname()[1]))
    await page.goto(await serve({"/": html, "/cart": cart, "/orders/7": none, "/track": none}))


def steps_of(words: str) -> tuple[s.Step, ...]:
    plan = plan_english(words)
    assert plan.gaps == ()
    return plan.steps


MUST_NOT_HOLD = [
    ('Click "Nothing". A POST to /cart was sent.', "Since the last action there was no POST to /cart."),
    ('Click "Add". A GET to /cart was sent.', "there was no GET to /cart"),
    ('Click "Add". A POST to /car was sent.', "there was no POST to /car"),
    ('Click "Add". A POST to /cart/x was sent.', "there was no POST to /cart/x"),
    ('Click "Add". A POST to /cart?x=2 was sent.', "there was no POST to /cart?x=2"),
    ('Click "Add". A POST to other.example/cart was sent.', "there was no POST to other.example/cart"),
    ('Click "Add". A POST to /cart answered 200.', "(201), expected a POST to /cart answered 200."),
    ('Click "Add". A POST to /cart was sent. Click "Nothing". A POST to /cart was sent.', "before it, in step 1."),
    ('Click "Break". A request to /nowhere was sent.', "net::ERR_CONNECTION_REFUSED"),
    ('Click "Add". Click "Nothing". No request to /cart was sent.', "There was POST http"),
    ('Click "Delete". No request to /orders/* was sent.', "There was DELETE http"),
    ('Click "Break". The request to /nowhere was not sent.', "There was GET http"),
]


@pytest.mark.parametrize(("words", "message"), MUST_NOT_HOLD)
async def test_what_must_not_hold(shop: None, do: Do, words: str, message: str) -> None:
    record = await do(*steps_of(words))
    assert record.failure is not None, words
    assert message in record.failure.message, record.failure.message
    assert record.failure.advice == ""  # what was sent instead is nothing to write


HOLD = [
    'Click "Add". A POST to /cart answered 201.',
    'Click "Add". The request to /cart was sent. A POST to /cart?x=1 answered 201.',
    'Click "Delete". A DELETE to /orders/* answered 204.',
    'Click "Nothing". No request to /cart was sent.',
    'Click "Add". No POST to /cart answered 500.',
    'Click "Track later". A POST to /track was sent.',
]


@pytest.mark.parametrize("words", HOLD)
async def test_what_holds(shop: None, stage: Stage, do: Do, words: str) -> None:
    stage.patience = 5.0
    record = await do(*steps_of(words))
    assert record.failure is None, record.failure


async def test_what_was_sent_right_before_a_deed_is_not_of_it(shop: None, stage: Stage, page: Page) -> None:
    """Though the browser tells of it when the step has begun."""
    first, second, check = steps_of('Click "Nothing". Click "Nothing". A POST to /cart was sent.')
    await perform(first, stage, 0)
    sending = asyncio.create_task(page.evaluate("void fetch('/cart', {method: 'POST'})"))
    await perform(second, stage, 1)
    record = await perform(check, stage, 2)
    await sending
    assert record.failure is not None
    assert "one was sent before it, in step 1." in record.failure.message


async def test_the_request_is_every_one_of_them(shop: None, do: Do) -> None:
    one = await do(*steps_of('Click "Add two". A POST to /cart answered 201.'))
    assert one.failure is None
    every = await do(*steps_of('Click "Add two". The POST request to /cart answered 201.'))
    assert every.failure is not None
    assert "(409)" in every.failure.message


async def test_a_denial_is_watched_on(shop: None, stage: Stage, do: Do, page: Page) -> None:
    record = await do(*steps_of('Click "Nothing". No request to /track was sent.'))
    assert record.failure is None
    async with page.expect_request("**/track"):
        await page.evaluate("navigator.sendBeacon('/track')")
    [lost] = await turned(stage)
    assert "It held at first" in lost.failure.message
    assert "/track" in lost.failure.message
