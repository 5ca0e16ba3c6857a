"""Each kind of batch on the demo shop: with a fault that it is meant to find, and without."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.demo.shop.visitor import USER_EMAIL, USER_PASSWORD
from tests.web.conftest import Dashboard
from tests.web.test_batches import batch, site

NOTEBOOK = "/products/notebook"
PHONE_RULE = b"@media (max-width: 600px) { .product .buy button { display: none } }"
COSTS = f'Go to {NOTEBOOK}. Check that the page shows "€12.50".'
BUYS = f'Go to {NOTEBOOK}. Click "Add to cart". Check that "Notebook was added to the cart" is shown.'
ORDERS = 'Go to /orders. Check that the page shows "LO-1042".'
COUPON = f'Go to {NOTEBOOK}. Click "Add to cart". Go to /cart. Enter "OAK10" into Coupon code. Click "Apply coupon".'
SIGNS_IN = f'Go to /sign-in. Log in as "{USER_EMAIL}" with password "{USER_PASSWORD}".'

Shop = Callable[[ASGIApp | None], Awaitable[str]]


@pytest.fixture
async def shop(dashboard: Dashboard) -> AsyncIterator[Shop]:
    """A project that tests that shop, by default a healthy one."""
    async with AsyncExitStack() as stack:

        async def start(app: ASGIApp | None = None) -> str:
            return await site(dashboard, await stack.enter_async_context(serving(app or create_shop())))

        yield start


def dearer_every_second_time() -> ASGIApp:
    asked, cheap, dear = 0, create_shop(), create_shop(["other_price"])

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal asked
        asked += scope["path"] == NOTEBOOK
        await (dear if asked % 2 == 0 else cheap)(scope, receive, send)

    return app


def without_a_button_on_phones() -> ASGIApp:
    shop = create_shop()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        async def more(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [header for header in message["headers"] if header[0] != b"content-length"]
                message = {**message, "headers": kept}
            elif not message.get("more_body"):
                message = {**message, "body": message.get("body", b"") + PHONE_RULE}
            await send(message)

        await shop(scope, receive, more if scope["path"].endswith("shop.css") else send)

    return app


async def test_attempts(dashboard: Dashboard, shop: Shop) -> None:
    found = await batch(dashboard, await shop(dearer_every_second_time()), kind="flaky", description=COSTS, attempts=2)
    assert (found["verdict"], found["findings"][0]["label"]) == ("flaky", "attempt 2")
    assert "It passed in attempt 1." in found["findings"][0]["text"]
    found = await batch(dashboard, await shop(None), kind="flaky", description=COSTS, attempts=2)
    assert (found["verdict"], found["findings"]) == ("passed", [])


async def test_screens(dashboard: Dashboard, shop: Shop) -> None:
    found = await batch(dashboard, await shop(without_a_button_on_phones()), kind="viewport_pair", description=BUYS)
    assert found["verdict"] == "failed"
    assert [(run["label"], run["overallStatus"]) for run in found["runs"]] == [
        ("desktop", "passed"), ("phone", "failed"),
    ]  # fmt: skip
    [finding] = found["findings"]
    assert (finding["kind"], finding["label"], finding["stepIndex"]) == ("differs", "phone", 1)
    assert "It passed on desktop." in finding["text"]
    found = await batch(dashboard, await shop(None), kind="viewport_pair", description=BUYS)
    assert (found["verdict"], found["findings"]) == ("passed", [])


async def test_roles(dashboard: Dashboard, shop: Shop) -> None:
    roles = [
        {"name": "Ada", "signIn": SIGNS_IN, "expect": "allowed"},
        {"name": "Ada, signed out", "signIn": f"{SIGNS_IN} Log out.", "expect": "refused"},
    ]
    asked: dict[str, Any] = {"kind": "role_probe", "description": ORDERS, "roles": roles}
    happened = []
    for app in (create_shop(["stays_signed_in"]), None):
        found = await batch(dashboard, await shop(app), **asked)
        happened.append((found["verdict"], *[(cell["happened"], cell["verdict"]) for cell in found["matrix"]]))
    assert happened == [
        ("failed", ("allowed", "passed"), ("allowed", "failed")),
        ("passed", ("allowed", "passed"), ("refused", "passed")),
    ]


async def test_odd_inputs(dashboard: Dashboard, shop: Shop) -> None:
    asked: dict[str, Any] = {"kind": "fuzz", "description": COUPON, "inputs": ["OAK10", "<b>1</b>"], "generated": 1}
    found = await batch(dashboard, await shop(create_shop(["coupon_crash"])), seed=3, **asked)
    assert (found["verdict"], {finding["kind"] for finding in found["findings"]}) == ("failed", {"server_error"})
    assert [bool(each["found"]) for each in found["answers"]] == [False, True, True]
    drawn = found["answers"][2]["text"]
    found = await batch(dashboard, await shop(None), seed=3, **asked)
    assert (found["verdict"], found["findings"], found["answers"][2]["text"]) == ("passed", [], drawn)
    assert "coupon" in found["answers"][1]["messages"][0].casefold()
