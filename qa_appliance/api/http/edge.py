"""The outermost layer of the HTTP surface: what holds for every request, whichever route it meets or misses.

Never looks into a body and never asks who is calling.
"""

from __future__ import annotations

import asyncio
import logging
import re
import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from starlette.types import Message, Receive, Scope, Send

from qa_appliance.api.http.errors import answer
from qa_appliance.api.http.limiter import Limiter
from qa_appliance.api.http.metrics import Metrics
from qa_appliance.api.http.peer import Peers
from qa_appliance.core.errors import Problem
from qa_appliance.observing.context import REQUEST, TRACE, traceparent, within
from qa_appliance.observing.tracing import Tracing

logger = logging.getLogger(__name__)

App = Callable[[Any, Any, Any], Awaitable[None]]  # Litestar and Starlette type theirs differently

_SLASHES = re.compile("/+")
_DRAIN_BYTES = 32 * 1024 * 1024
_DRAIN_SECONDS = 1.0  # of silence
# HEAD is GET without its body; what no route has is answered with every method a path does have, which is OPTIONS
_UNTRACED = frozenset({"/healthz", "/readyz", "/metrics"})  # asked every few seconds, for no trace's sake
_ASKED = {"HEAD": "GET", "OPTIONS": "TRACE"}


class Edge:
    """Request ids, `api:global` (contract section 8), HEAD, OPTIONS, and an answer to every failure."""

    def __init__(self, app: App, limiter: Limiter, peers: Peers, metrics: Metrics, tracing: Tracing | None) -> None:
        self._app = app
        self._limiter = limiter
        self._peers = peers
        self._metrics = metrics
        self._tracing = tracing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send)
        with within(REQUEST, exchange.request_id), self._metrics.request(exchange), self._traced(exchange):
            try:
                # the router reads //api/me as /api/me
                if _SLASHES.sub("/", f"{scope['path']}/").startswith("/api/"):
                    await self._limiter.any_request(self._peers.address(scope))
                await self._app(exchange.scope, exchange.receive, exchange.send)
            except Problem as problem:
                await exchange.answer(*answer(problem))
            except Exception:
                logger.exception("request failed", extra={"request_id": exchange.request_id, "path": scope["path"]})
                if exchange.status:
                    raise  # half an answer is out; the server closes the connection
                await exchange.answer(500, {"error": "Internal server error"}, {})

    @contextmanager
    def _traced(self, exchange: _Exchange) -> Iterator[None]:
        """The caller's trace goes on, by a span of the appliance's own where there is a collector."""
        own, given = self._tracing, exchange.traceparent
        if own is None or exchange.scope["path"] in _UNTRACED:
            with within(TRACE, given):
                yield
        else:
            with own.request(exchange, given) as span, within(TRACE, span):
                yield


class _Exchange:
    """One request and its answer, with what is added to each."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.request_id = uuid.uuid4().hex
        self.method: str = scope["method"]
        self.status = 0
        self._head = scope["method"] == "HEAD"
        self._options = scope["method"] == "OPTIONS"
        self._receive = receive
        self._send = send
        self._body_ended = False
        state = dict(scope.get("state") or {}) | {"request_id": self.request_id, "head": self._head}
        self.scope = dict(scope) | {"state": state} | {"method": _ASKED.get(self.method, self.method)}

    @property
    def route(self) -> str:
        """As the router knows it, with its blanks; empty before a route was met, and where none is."""
        return str(self.scope.get("path_template", ""))

    @property
    def traceparent(self) -> str | None:
        return traceparent(next((v.decode("latin-1") for k, v in self.scope["headers"] if k == b"traceparent"), None))

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            self._body_ended = True
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if self._options and message["status"] == 405:
                message["status"] = 204
                message["headers"] = [
                    each for each in message["headers"] if not each[0].lower().startswith(b"content-")
                ]
            self.status = message["status"]
            if not self._body_ended:
                await self._drain()
            headers = message.get("headers", ())
            # answers hold tokens and what is a person's own; what may be kept says so itself
            kept = any(name.lower() == b"cache-control" for name, _ in headers)
            message["headers"] = [
                *headers,
                *(() if kept else ((b"cache-control", b"no-store"),)),
                (b"x-request-id", self.request_id.encode()),
                (b"x-content-type-options", b"nosniff"),
            ]
        elif (self._head or self.status == 204) and message["type"] == "http.response.body":
            message = {"type": "http.response.body", "body": b"", "more_body": message.get("more_body", False)}
        await self._send(message)

    async def answer(self, status: int, body: dict[str, object], headers: dict[str, str]) -> None:
        content = msgspec.json.encode(body)
        lines = {"content-type": "application/json", "content-length": str(len(content))} | headers
        encoded = [(name.lower().encode(), value.encode()) for name, value in lines.items()]
        await self.send({"type": "http.response.start", "status": status, "headers": encoded})
        await self.send({"type": "http.response.body", "body": content, "more_body": False})

    async def _drain(self) -> None:
        """Takes in what the client still sends: a connection closed under it would lose the answer."""
        if not any(
            name == b"transfer-encoding" or (name == b"content-length" and value.strip() != b"0")
            for name, value in self.scope["headers"]
        ):
            return
        size = 0
        while not self._body_ended and size < _DRAIN_BYTES:
            try:
                message = await asyncio.wait_for(self.receive(), _DRAIN_SECONDS)
            except TimeoutError:
                return
            size += len(message.get("body", b""))
