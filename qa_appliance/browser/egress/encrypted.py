"""A connection that is spoken to encrypted, handed on as a plain one: what is to be said to a proxy, or through it, may
itself be encrypted, and one TLS inside another is more than a socket takes.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from contextlib import suppress

_READ_BYTES = 65_536
_carrying: set[asyncio.Task[None]] = set()


async def encrypted(connection: socket.socket, host: str, trusted: ssl.SSLContext, seconds: float) -> socket.socket:
    """`connection` is taken over, and ends with what is returned. The certificate has to be for `host`.

    Raises OSError, also where the handshake takes longer than `seconds`.
    """
    try:
        far = await asyncio.open_connection(
            sock=connection, ssl=trusted, server_hostname=host, ssl_handshake_timeout=seconds, limit=_READ_BYTES
        )
    except BaseException:
        connection.close()
        raise
    given, own = socket.socketpair()
    given.setblocking(False)
    try:
        near = await asyncio.open_connection(sock=own, limit=_READ_BYTES)
    except BaseException:
        given.close()
        own.close()
        far[1].transport.abort()
        raise
    task = asyncio.create_task(_carry(near, far), name=f"encrypted to {host}")
    _carrying.add(task)
    task.add_done_callback(_carrying.discard)
    return given


_End = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _carry(near: _End, far: _End) -> None:
    """Until one of the two ends: TLS as it is spoken here has no half of an end."""
    ways = [asyncio.create_task(_copy(near[0], far[1])), asyncio.create_task(_copy(far[0], near[1]))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        near[1].close()  # what was read is still given
        far[1].close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while content := await reader.read(_READ_BYTES):
            writer.write(content)
            await writer.drain()
