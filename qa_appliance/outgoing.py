"""What the appliance asks and posts by itself: to the very addresses that a guard decided on, without redirects."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from typing import Literal

import httpx
from msgspec import Struct

from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.trust import trusting

SECONDS = 20.0  # for all of it


class Answer(Struct, frozen=True):
    status: int
    body: bytes


class Unreached(Exception):
    """`message` is a sentence for people that holds no address. `refused`: the guard closed the way.

    `late`: what was sent may have come there.
    """

    def __init__(self, message: str, *, refused: bool = False, late: bool = False) -> None:
        super().__init__(message)
        self.message, self.refused, self.late = message, refused, late


async def post(
    guard: Guard,
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    most_bytes: int = 0,
    authorities: str = "",
    seconds: float = SECONDS,
) -> Answer:
    """`most_bytes`: how much of the answer is read; `authorities` (PEM) are trusted too. Raises `Unreached`."""
    return await _ask(guard, "POST", url, body, headers, most_bytes, authorities, seconds)


async def get(guard: Guard, url: str, headers: Mapping[str, str], *, most_bytes: int, authorities: str = "") -> Answer:
    """As `post`."""
    return await _ask(guard, "GET", url, None, headers, most_bytes, authorities, SECONDS)


async def _ask(
    guard: Guard,
    method: Literal["GET", "POST"],
    url: str,
    body: bytes | None,
    headers: Mapping[str, str],
    most_bytes: int,
    authorities: str,
    seconds: float,
) -> Answer:
    refused: list[Decision] = []
    read = bytearray()
    try:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # which trusts nobody yet, and takes no time
        if not url.startswith("http:"):
            tls = await asyncio.to_thread(trusting, authorities, public=True)
        async with (
            asyncio.timeout(seconds),
            EgressProxy.open(guard, on_decision=refused.append) as proxy,
            httpx.AsyncClient(proxy=proxy.server, verify=tls, trust_env=False, timeout=seconds) as client,
            client.stream(method, url, content=body, headers=headers) as answer,
        ):
            status = answer.status_code
            if most_bytes and not refused:
                async for part in answer.aiter_bytes():
                    read += part[: most_bytes - len(read)]
                    if len(read) >= most_bytes:
                        break
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        raise _unreached(refused, error, seconds) from error
    if refused:
        raise _unreached(refused, None, seconds)
    return Answer(status, bytes(read))


def _unreached(refused: list[Decision], error: Exception | None, seconds: float) -> Unreached:
    if refused:
        return Unreached(refused[-1].reason, refused=not refused[-1].allowed)
    if isinstance(error, TimeoutError | httpx.TimeoutException):
        return Unreached(f"It did not answer within {seconds:g} seconds.", late=True)
    return Unreached(f"It cannot be reached ({type(error).__name__}).")
