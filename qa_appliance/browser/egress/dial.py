"""Connects to an address that was decided on, and to no other. Never resolves a name."""

from __future__ import annotations

import asyncio
import errno
import os
from asyncio.staggered import staggered_race
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from qa_appliance.browser.egress.guard import Decision

CONNECT_SECONDS = 30.0
NEXT_ADDRESS_SECONDS = 0.25  # RFC 8305: how long one address may keep the next waiting

End = TypeVar("End", bound=asyncio.Protocol)

PLAINLY = {
    errno.ECONNREFUSED: "nothing listens there",
    errno.EHOSTUNREACH: "there is no way to it",
    errno.ENETUNREACH: "there is no way to its network",
}


async def dial(decision: Decision, factory: Callable[[], End]) -> End:
    """Connects to the first of the decision's addresses that answers; the next one starts while one is slow.

    Raises OSError (TimeoutError included) with what went wrong at the first address.
    """
    loop = asyncio.get_running_loop()

    async def attempt(address: str) -> End:
        async with asyncio.timeout(CONNECT_SECONDS):
            return (await loop.create_connection(factory, address, decision.port))[1]

    if len(decision.addresses) == 1:
        return await attempt(decision.addresses[0])
    attempts = [partial(attempt, address) for address in decision.addresses]
    winner: End | None
    winner, _, errors = await staggered_race(attempts, NEXT_ADDRESS_SECONDS)
    if winner is None:
        raise next((error for error in errors if isinstance(error, OSError)), OSError("no address answered"))
    return winner


def unreachable(decision: Decision, error: OSError) -> Decision:
    """The same decision after nobody answered, with the reason for a tester."""
    if isinstance(error, TimeoutError):
        why = f"it did not answer within {CONNECT_SECONDS:g} seconds"
    else:
        number = error.errno or 0
        why = PLAINLY.get(number) or (os.strerror(number).lower() if number else "it closed the connection")
    reason = f"The host {decision.host} cannot be reached on port {decision.port}: {why}."
    return Decision(True, reason, decision.host, port=decision.port, cause="unreachable")
