"""The one way out of a run's browser: every connection is decided on and made to the very address decided on.

Keeps nothing and knows no run; what a connection is turned down for, its owner hears.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from qa_appliance.browser.egress_wire import BrowserEnd, Gate
from qa_appliance.browser.guard import Decision, Guard

log = logging.getLogger(__name__)

LISTEN_ON = "127.0.0.1"

OnDecision = Callable[[Decision], None]


class EgressProxy:
    """An HTTP proxy on loopback for one run. `server` is the browser context's proxy."""

    def __init__(self, server: str) -> None:
        self.server = server

    @classmethod
    @asynccontextmanager
    async def open(cls, guard: Guard, *, on_decision: OnDecision = lambda _: None) -> AsyncIterator[EgressProxy]:
        """Listens until the block is left; then every connection through it ends.

        `on_decision` hears, in the event loop and at every attempt, of each connection that was refused or could not
        be made: host, port, cause, and the reason as a sentence. What it raises is logged and goes no further.
        """

        def tell(decision: Decision) -> None:
            try:
                on_decision(decision)
            except Exception:
                log.exception("What listens for refused connections failed.")

        gate = Gate(guard, tell)
        listener = await asyncio.get_running_loop().create_server(partial(BrowserEnd, gate), LISTEN_ON, 0)
        port: int = listener.sockets[0].getsockname()[1]
        guard.serving(LISTEN_ON, port)
        try:
            yield cls(f"http://{LISTEN_ON}:{port}")
        finally:
            guard.stopped_serving(LISTEN_ON, port)
            listener.close()
            unfinished = [end.connecting for end in gate.open if end.connecting is not None]
            for end in list(gate.open):
                end.abort()
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)
            await listener.wait_closed()
