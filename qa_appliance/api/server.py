"""The web server: what it listens on, and uvicorn without its own idea of signals. Serves what it is given."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import socket
from collections.abc import Iterator
from typing import Any

import uvicorn

from qa_appliance.core.errors import Unavailable

_HANDSHAKE_SECONDS = 10  # of TLS
_BACKLOG = 2048  # connections not accepted yet


class Server(uvicorn.Server):
    """uvicorn without its own idea of signals, telling when it serves; a handshake of TLS has its time too."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            return
        connection: Any = self.config.http_protocol_class
        protocol = functools.partial(
            connection, config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        loop, ssl = asyncio.get_running_loop(), self.config.ssl
        self.servers = [
            await loop.create_server(
                protocol,
                sock=each,
                ssl=ssl,
                backlog=_BACKLOG,
                ssl_handshake_timeout=_HANDSHAKE_SECONDS if ssl else None,
            )
            for each in sockets or ()
        ]
        self.started = True
        self.ready.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket; port 0 takes a free one."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # with its protocol named, asyncio turns Nagle's algorithm off for what is accepted: 1 ms an answer, not 44
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(_BACKLOG)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unavailable(
            f"Cannot listen on {host}, port {port}: {reason}. Choose another with --host or --port."
        ) from error
    with listener:
        yield listener
