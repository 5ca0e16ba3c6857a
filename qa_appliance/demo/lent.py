"""The demo shop as the appliance lends it to new users: opened on loopback when a run first asks for it.

Never reachable from another machine, and from the appliance's browser only by runs of a project that names it.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

from qa_appliance.core.errors import Unavailable
from qa_appliance.core.run import LentSite, Sample
from qa_appliance.demo.cases import load_cases
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop

NAME = "demo-shop.localhost"


class LentShop:
    """`async with LentShop() as shop`: what was opened is closed at the end of the block."""

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._lock = asyncio.Lock()
        self._at: tuple[str, int] | None = None

    async def __aenter__(self) -> LentShop:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    @property
    def site(self) -> LentSite:
        """The shop's name, how it is opened, and the tests of the demo that pass there."""
        tests = [case for case in load_cases().tests if case.shop == "healthy"]
        samples = tuple(Sample(case.name, case.description.strip(), case.expectation) for case in tests)
        return LentSite(NAME, samples, self.open)

    async def open(self) -> tuple[str, int]:
        """Its address and port on loopback. Raises OSError where none can be had."""
        async with self._lock:
            if self._at is None:
                try:
                    origin = urlsplit(await self._stack.enter_async_context(serving(create_shop())))
                except Unavailable as problem:
                    raise OSError(problem.message) from problem
                self._at = origin.hostname or "", origin.port or 0
            return self._at
