"""Connects to an address that was decided on, and to no other, by itself or through a proxy. Never resolves a name."""

from __future__ import annotations

import asyncio
import errno
import os
import ssl
import time
from asyncio.staggered import staggered_race
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import msgspec

from qa_appliance.browser.egress.guard import Decision
from qa_appliance.browser.egress.upstream import ProxyFailure

CONNECT_SECONDS = 30.0
HANDSHAKE_SECONDS = 15.0
NEXT_WAY_SECONDS = 10.0  # how long the one without a proxy may keep the next waiting
ABSENT_SECONDS = 300.0  # how long a proxy that was not there is tried after the others
NEXT_ADDRESS_SECONDS = 0.25  # RFC 8305: how long one address may keep the next waiting

End = TypeVar("End", bound=asyncio.Protocol)
Result = TypeVar("Result")

PLAINLY = {
    errno.ECONNREFUSED: "nothing listens there",
    errno.EHOSTUNREACH: "there is no way to it",
    errno.ENETUNREACH: "there is no way to its network",
}

_WANTED = "it asks for a client certificate, and the environment has none for it"
_REFUSED = "it does not take the client certificate of the environment"
ALERTS = {
    "TLSV13_ALERT_CERTIFICATE_REQUIRED": _WANTED,
    "SSLV3_ALERT_HANDSHAKE_FAILURE": "it agrees to no encryption, or asks for a client certificate",
    "TLSV1_ALERT_UNKNOWN_CA": f"{_REFUSED}: it does not know who signed it",
    "SSLV3_ALERT_BAD_CERTIFICATE": _REFUSED,
    "SSLV3_ALERT_CERTIFICATE_EXPIRED": f"{_REFUSED}: it has expired",
    "SSLV3_ALERT_CERTIFICATE_REVOKED": f"{_REFUSED}: it is revoked",
    "SSLV3_ALERT_CERTIFICATE_UNKNOWN": _REFUSED,
    "TLSV1_ALERT_ACCESS_DENIED": _REFUSED,
}
"""What a site says of it by TLS, as OpenSSL calls it."""


async def first_way(decision: Decision, attempt: Callable[[Decision], Awaitable[Result]]) -> tuple[Decision, Result]:
    """The first of the decision's ways whose attempt comes to something. The next is tried where a proxy is not there,
    or nobody is found without one; what a proxy or a site answers stays.
    """
    ways = (msgspec.structs.replace(decision, others=()), *decision.others)
    for way in ways[:-1]:
        try:
            async with asyncio.timeout(NEXT_WAY_SECONDS if way.through is None else None):
                return way, await attempt(way)
        except OSError as error:
            if way.through is None and not isinstance(error, ssl.SSLError):
                continue
            if way.through is None or not (isinstance(error, ProxyFailure) and error.absent):
                raise
            way.through.absent_until = time.monotonic() + ABSENT_SECONDS
    return ways[-1], await attempt(ways[-1])


async def dial(
    decision: Decision, factory: Callable[[], End], tls: ssl.SSLContext | None = None, *, forwarded: bool = False
) -> End:
    """Connects to the first of the decision's addresses that answers; the next one starts while one is slow.

    `forwarded`: to its proxy and no further, which is given whole requests.
    With `tls` the site's certificate is verified for the decision's host before this returns.
    Raises OSError (TimeoutError and ssl.SSLError included) with what went wrong at the first address.
    """
    loop = asyncio.get_running_loop()

    async def attempt(address: str) -> End:
        name = decision.host.rstrip(".") if tls is not None else None
        handshake = HANDSHAKE_SECONDS if tls is not None else None
        through = decision.through
        async with asyncio.timeout(CONNECT_SECONDS):
            if through is None:
                connecting = loop.create_connection(
                    factory, address, decision.port, ssl=tls, server_hostname=name, ssl_handshake_timeout=handshake
                )
            else:
                tunnel = await (through.reach() if forwarded else through.connect(address, decision.port))
                connecting = loop.create_connection(
                    factory, sock=tunnel, ssl=tls, server_hostname=name, ssl_handshake_timeout=handshake
                )
            return (await connecting)[1]

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
    if isinstance(error, ProxyFailure):
        why = error.why
    elif isinstance(error, TimeoutError):
        who = f"the proxy {decision.through.name}" if decision.through is not None else "it"
        why = f"{who} did not answer within {CONNECT_SECONDS:g} seconds"
    elif isinstance(error, ssl.SSLError):
        spoken = (error.reason or "for no reason").replace("_", " ").lower()
        why = ALERTS.get(error.reason or "", f"it ended the encrypted connection ({spoken})")
    else:
        number = error.errno or 0
        why = PLAINLY.get(number) or (os.strerror(number).lower() if number else "it closed the connection")
    reason = f"The host {decision.host} cannot be reached on port {decision.port}: {why}."
    return Decision(True, reason, decision.host, port=decision.port, cause="unreachable")
