"""The one way out of a run's browser: every connection is decided on and made to the very address decided on.

Keeps nothing and knows no run; what a connection is turned down for, its owner hears.
"""

from __future__ import annotations

import asyncio
import base64
import errno
import logging
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from msgspec import Struct

from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.intercept import Interception
from qa_appliance.browser.egress.site_headers import SiteHeaders
from qa_appliance.browser.egress.wire import BrowserEnd, Gate
from qa_appliance.core.errors import Unavailable
from qa_appliance.machine import loopback

log = logging.getLogger(__name__)

LOOPBACK = "loopback"  # of this machine, of whichever kind it has
EVERYWHERE = ""  # on every address of this machine, of either kind
USER = "test"

OnDecision = Callable[[Decision], None]


class Listen(Struct, frozen=True):
    """Where a run's proxy listens. `asks`: for a password of the run's own, since others can reach it there too.

    `place`: what is bound already, so that a browser could be told of it.
    """

    host: str = LOOPBACK
    asks: bool = False
    place: socket.socket | None = None


class EgressProxy:
    """An HTTP proxy for one run. `server` is the browser context's proxy, with user and password where it asks."""

    def __init__(self, server: str) -> None:
        self.server = server

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        guard: Guard,
        *,
        on_decision: OnDecision = lambda _: None,
        listen: Listen | None = None,
        site_headers: SiteHeaders | None = None,
        interception: Interception | None = None,
    ) -> AsyncIterator[EgressProxy]:
        """Listens until the block is left; then every connection through it ends.

        `on_decision` hears, in the event loop and at every attempt, of each connection that was refused or could not
        be made: host, port, cause, and the reason as a sentence. What it raises is logged and goes no further.
        `site_headers` are written into what is sent to their origin, where that is not encrypted.
        With `interception` sites are verified that the browser would not trust by itself.
        Raises Unavailable when the place to listen on is not there.
        """
        listen = listen or Listen()

        def tell(decision: Decision) -> None:
            try:
                on_decision(decision)
            except Exception:
                log.exception("What listens for refused connections failed.")

        password = secrets.token_urlsafe(24) if listen.asks else None
        who = "" if password is None else f"{USER}:{password}"
        expected = None if password is None else b"Basic " + base64.b64encode(who.encode())
        gate = Gate(guard, tell, expected, site_headers, interception)
        socket_ = listen.place or _bound(listen.host)
        host, port = socket_.getsockname()[:2]
        # not listening yet: whoever is cancelled while it begins to has to find it in the block below
        listener = await asyncio.get_running_loop().create_server(
            partial(BrowserEnd, gate), sock=socket_, start_serving=False
        )
        guard.serving(host, port)
        try:
            await listener.start_serving()
            yield cls(address_of(socket_, who))
        finally:
            guard.stopped_serving(host, port)
            listener.close()
            unfinished = [end.connecting for end in gate.open if end.connecting is not None]
            for end in list(gate.open):
                end.abort()
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)
            await listener.wait_closed()


def bound_ahead() -> socket.socket:
    """A place for a proxy of this machine, where nobody is listened to yet. Raises OSError."""
    host = loopback()
    place = socket.socket(_family(host))
    place.bind((host, 0))
    return place


def address_of(place: socket.socket, who: str = "") -> str:
    """A proxy there, as a browser is told of it."""
    host, port = place.getsockname()[:2]
    return f"http://{who}{'@' if who else ''}{f'[{host}]' if ':' in host else host}:{port}"


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _bound(host: str) -> socket.socket:
    try:
        if host != EVERYWHERE:
            own = loopback() if host == LOOPBACK else host
            return socket.create_server((own, 0), family=_family(own))
        if socket.has_dualstack_ipv6():
            return socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True)
        return socket.create_server(("", 0))
    except OSError as error:
        reason = error.strerror or str(error)
        advice = " Allow the appliance more (ulimit -n)." if error.errno in (errno.EMFILE, errno.ENFILE) else ""
        raise Unavailable(
            f"The way out of the test browser cannot listen on {host or 'this machine'}: {reason}.{advice}"
        ) from error
