"""`/mcp`: a request whose credential the HTTP API knows is answered by the tools, which call that API.

What the API checks of a key, its role, its limits and its quotas holds here too, since it is the API that is asked.
"""

from __future__ import annotations

import httpx
from litestar import asgi
from litestar.handlers import ASGIRouteHandler
from litestar.types import Receive, Scope, Send

from qa_appliance.api.http.edge import App
from qa_appliance.client.channel import Client
from qa_appliance.core.errors import Unauthorized, Unavailable
from qa_appliance.mcp.protocol import protocol

_SECONDS = 30.0  # one request of a tool
_HANDED_ON = (b"x-forwarded-for", b"x-forwarded-proto")  # whoever is counted by their address stays who they are


class Endpoint:
    """An ASGI application. `through` is the whole HTTP surface, which it is a part of; given once that is made."""

    def __init__(self) -> None:
        self.through: App | None = None

    def route(self) -> ASGIRouteHandler:
        @asgi("/mcp", copy_scope=True)
        async def mcp(scope: Scope, receive: Receive, send: Send) -> None:
            await self(scope, receive, send)

        return mcp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises `Unauthorized` without a credential that holds, or whatever else the API refuses it with."""
        if self.through is None:
            raise Unavailable("The appliance is starting.")
        headers: dict[bytes, bytes] = dict(scope["headers"])
        credential = headers.get(b"authorization", b"").decode("latin-1")
        if not credential:
            raise Unauthorized("Missing or invalid Authorization header")
        handed_on = {name.decode(): headers[name].decode("latin-1") for name in _HANDED_ON if name in headers}
        host, port = scope.get("client") or ("unknown", 0)
        async with httpx.AsyncClient(
            base_url="http://appliance.invalid/",
            headers={"Authorization": credential, **handed_on},
            transport=httpx.ASGITransport(app=self.through, client=(host, port)),
            timeout=_SECONDS,
        ) as http:
            client = Client(http, patient=False)
            await client.call("GET", "api/me")
            await (await protocol()).serve_request(client, scope, receive, send)
