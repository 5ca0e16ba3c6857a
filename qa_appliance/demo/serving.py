"""Serves an ASGI application on loopback for as long as a block lasts. Never on any other interface."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import ASGIApp

from qa_appliance.core.errors import Unavailable

_HOST = "127.0.0.1"


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl+C belongs to the command, which closes several servers in order."""
        yield


@asynccontextmanager
async def serving(app: ASGIApp, port: int = 0) -> AsyncIterator[str]:
    """The origin, e.g. "http://127.0.0.1:43121"; port 0 takes a free one. Raises Unavailable if the port is taken."""
    try:
        listener = socket.create_server((_HOST, port), backlog=128)
    except OSError as error:
        raise Unavailable(f"Port {port} cannot be used: {error.strerror}. Choose another one, or 0 for any.") from error
    config = uvicorn.Config(
        app, lifespan="off", log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=1
    )
    server = _Server(config)
    task = asyncio.create_task(server.serve(sockets=[listener]), name="demo-server")
    try:
        yield f"http://{_HOST}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
        listener.close()
