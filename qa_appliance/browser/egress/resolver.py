"""Asks the machine's own resolver for a name's addresses, off the event loop. Never judges what it answers."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address

from qa_appliance.browser.egress.address import IPAddress

Resolve = Callable[[str], Awaitable[tuple[IPAddress, ...]]]
"""A name's addresses in the order they are to be tried. Raises OSError when there are none."""

FRESH_SECONDS = 2.0  # long enough for the burst of connections of one page, short enough to follow a change
PATIENCE_SECONDS = 5.0
THREADS = 8  # of its own: a name server that hangs must not take the threads other work waits for
MANY = 512


class Resolver:
    """Remembers each answer, good or bad, for `FRESH_SECONDS`; asks once for those who ask at the same time."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="resolve")
        self._answers: dict[str, tuple[float, asyncio.Future[tuple[IPAddress, ...]]]] = {}

    async def __call__(self, name: str) -> tuple[IPAddress, ...]:
        now = time.monotonic()
        known = self._answers.get(name)
        if known is None or known[0] < now:
            self._forget(now)
            asked = asyncio.get_running_loop().run_in_executor(self._threads, _look_up, name)
            asked.add_done_callback(_seen)
            known = self._answers[name] = now + FRESH_SECONDS, asked
        try:
            return await asyncio.wait_for(asyncio.shield(known[1]), PATIENCE_SECONDS)
        except TimeoutError:
            raise OSError(f"no answer about {name} within {PATIENCE_SECONDS:g} s") from None

    def _forget(self, now: float) -> None:
        if len(self._answers) >= MANY:
            self._answers = {name: known for name, known in self._answers.items() if known[0] >= now}


def _seen(asked: asyncio.Future[tuple[IPAddress, ...]]) -> None:
    """A failure that comes when nobody waits any more is no news."""
    if not asked.cancelled():
        asked.exception()


def _look_up(name: str) -> tuple[IPAddress, ...]:
    # as bytes: Python would otherwise apply its own, older IDNA rules to a name that is already in ASCII
    found = socket.getaddrinfo(name.encode("ascii"), None, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(ip_address(entry[4][0]) for entry in found))
