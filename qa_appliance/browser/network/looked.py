"""An answer that is looked at: the one to the test's own last request, or to one of the pages that a check found."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request

from qa_appliance.browser.failure import fail
from qa_appliance.core.by_names import parsed

_LARGEST = 5_000_000  # bytes of an answer that is looked into


@dataclass(frozen=True)
class Looked:
    """`seconds`: from when it was sent until all of the answer had come. `read` raises Playwright's error."""

    method: str
    url: str
    status: int
    headers: dict[str, str]  # names in lower case
    seconds: float
    read: Callable[[], Awaitable[bytes]]

    @property
    def called(self) -> str:
        return f"{self.method} {self.url}"

    async def body(self) -> object:
        """As core/by_names.py reads it. Raises Failed."""
        try:
            data = await self.read()
        except PlaywrightError as error:
            reason = f"The answer to {self.called} is no longer there: the page that asked for it was left."
            raise fail("unsupported", f"{reason} Look at it before.") from error
        if len(data) > _LARGEST:
            raise fail("unsupported", f"The answer to {self.called} is larger than {_LARGEST // 1_000_000} MB.")
        found = await asyncio.to_thread(parsed, data, self.headers.get("content-type", ""))
        if found is None:
            raise fail("assertion", f"The answer to {self.called} is no text.", seen=f"{len(data)} bytes")
        return found


async def answer_to(request: Request, patience: float) -> Looked | None:
    """To a request of a page, once all of it has come; None where none comes within the patience."""
    ends = time.monotonic() + patience
    try:
        async with asyncio.timeout(patience):
            response = await request.response()
            if response is None:
                return None
            await response.finished()
    except (PlaywrightError, TimeoutError):
        return None
    took = request.timing["responseEnd"]
    seconds = took / 1000 if took >= 0 else patience - (ends - time.monotonic())
    return Looked(request.method, request.url, response.status, response.headers, seconds, response.body)


def required(answer: Looked | None) -> Looked:
    """The one that is looked at. Raises Failed."""
    if answer is None:
        problem = "There is no answer to look at: no request was sent by the test, and none was found by a check."
        advice = "Write before it: send GET /api/orders, or: a POST to /api/orders was sent."
        raise fail("unsupported", f"{problem} {advice}")
    return answer
