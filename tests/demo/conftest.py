"""Shops for the tests: each served on loopback until the test ends, healthy or with bugs planted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest

from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop

OpenShop = Callable[..., Awaitable[str]]


@pytest.fixture
async def open_shop() -> AsyncIterator[OpenShop]:
    """`origin = await open_shop("wrong_total")`"""
    async with AsyncExitStack() as stack:

        async def start(*bugs: str) -> str:
            return await stack.enter_async_context(serving(create_shop(bugs)))

        yield start


@asynccontextmanager
async def visitor(origin: str) -> AsyncIterator[httpx.AsyncClient]:
    """A browser session without a browser: keeps its cookie, does not follow redirects."""
    async with httpx.AsyncClient(base_url=origin, timeout=60, trust_env=False) as client:
        yield client


async def sign_in(client: httpx.AsyncClient) -> None:
    await client.post("/sign-in", data={"email": "ada@example.test", "password": "oak-and-lumen"})


ORDER = {
    "name": "Grace Hopper",
    "email": "grace@example.test",
    "street": "Harbour Street 1",
    "postcode": "10115",
    "city": "Berlin",
    "country": "Germany",
    "shipping": "standard",
    "terms": "yes",
}
