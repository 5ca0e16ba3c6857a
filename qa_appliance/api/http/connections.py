"""What a connection may take before it has asked for anything: time, bytes, and a place among the others.

uvicorn's own protocols with bounds. Nobody has said who they are yet, so whoever keeps others waiting has to go: where
there is no more room, the connection that has been longest in sending its request makes place for the new one.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Collection, Sequence
from ipaddress import ip_address
from typing import Any, Protocol

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from qa_appliance.api.http.peer import Peers, network

LARGEST_HEAD = 32 * 1024  # bytes, request line and headers
LARGEST_MESSAGE = 16 * 1024  # bytes of a WebSocket message to us: all that is ever said is a token
KEEP_ALIVE_SECONDS = 20  # longer than clients keep a connection idle, so that none is asked while it is being closed
MOST_FILES = 65_536  # open at once, where the system lets us
_OVERHEAD = 8  # bytes around one byte of a body sent in chunks


class Patience(msgspec.Struct, frozen=True):
    """Seconds. A body has its time and one second more for each `body_rate` bytes of it that have come."""

    head: float = 10.0
    body: float = 20.0
    body_rate: int = 1_000
    answer: float = 60.0  # in which nothing of an answer is taken
    look: float = 2.0  # between two looks at the clock


class Bounds(msgspec.Struct, frozen=True):
    """`per_network` does not hold for this machine and for trusted proxies, which speak for many."""

    per_network: int = 256
    total: int = 4_096
    patience: Patience = Patience()


class Config(uvicorn.Config):
    """uvicorn's configuration of a server with these bounds."""

    def __init__(self, app: Any, *, trusted: Sequence[str] = (), bounds: Bounds | None = None, **more: Any) -> None:
        super().__init__(
            app,
            http=HttpConnection,
            ws=LiveConnection,
            ws_max_size=LARGEST_MESSAGE,
            log_config=None,
            access_log=False,  # its lines would hold signatures of artifact links
            proxy_headers=False,  # whose word counts is the API's to decide (decision 21)
            server_header=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            **more,
        )
        self.bounds = bounds or Bounds()
        self.room = Room(self.bounds, Peers(trusted))


class Evictable(Protocol):
    def make_place(self) -> None: ...


class Room:
    """The places of all connections. Those still sending their request can be asked to leave, the oldest first."""

    def __init__(self, bounds: Bounds, peers: Peers) -> None:
        self._per_network, self._total, self._peers = bounds.per_network, bounds.total, peers
        self._counted: Counter[str] = Counter()
        self.used = 0  # places
        self._sending: OrderedDict[Evictable, str] = OrderedDict()
        self._sending_from: dict[str, OrderedDict[Evictable, None]] = {}

    @property
    def asking(self) -> int:
        """How many have sent a request in whole that is not answered yet."""
        return self.used - len(self._sending)

    def enter(self, connection: Evictable, address: str) -> str | None:
        """The network it is counted for; None when there is no place and nobody to take one from."""
        of = "" if self._speaks_for_many(address) else network(address)
        if of and self._counted[of] >= self._per_network and not _evicted(self._sending_from.get(of)):
            return None
        if self.used >= self._total and not _evicted(self._sending):
            return None
        self._counted[of] += 1
        self.used += 1
        self.sends(connection, of)
        return of

    def sends(self, connection: Evictable, of: str) -> None:
        """It has asked for nothing yet that is not answered."""
        self._sending[connection] = of
        self._sending_from.setdefault(of, OrderedDict())[connection] = None

    def asked(self, connection: Evictable) -> None:
        """Its request has come in whole: it stays until it is answered."""
        of = self._sending.pop(connection, None)
        if of is not None:
            self._sending_from[of].pop(connection, None)
            if not self._sending_from[of]:
                del self._sending_from[of]

    def leave(self, connection: Evictable, of: str) -> None:
        self.asked(connection)
        self._counted[of] -= 1
        self.used -= 1
        if self._counted[of] <= 0:
            del self._counted[of]

    def _speaks_for_many(self, address: str) -> bool:
        try:
            return ip_address(address).is_loopback or self._peers.trusts(address)
        except ValueError:
            return True


def _evicted(sending: Collection[Evictable] | None) -> bool:
    if not sending:
        return False
    next(iter(sending)).make_place()
    return True


class _Placed:
    """What both kinds of connection share: a place, and a look at the clock every few seconds."""

    config: Config
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    _of: str | None = None
    _timer: asyncio.TimerHandle | None = None
    _unsent, _unsent_since = 0, 0.0

    def take_place(self) -> bool:
        self._of = self.config.room.enter(self, self.client[0] if self.client else "")
        if self._of is not None:
            self._look_later()
        return self._of is not None

    def give_place(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._of is not None:
            self.config.room.leave(self, self._of)
            self._of = None

    def make_place(self) -> None:
        """Another connection needs it. The place is free at once, whatever the peer does."""
        self.give_place()
        self.transport.abort()

    def look(self) -> None:
        """Ends the connection if its peer takes nothing of what it is sent."""
        now, unsent = self.loop.time(), self.transport.get_write_buffer_size()
        if not unsent or unsent < self._unsent or not self._unsent:
            self._unsent_since = now
        self._unsent = unsent
        if unsent and now - self._unsent_since > self.config.bounds.patience.answer:
            self.transport.abort()

    def _look_later(self) -> None:
        self._timer = self.loop.call_later(self.config.bounds.patience.look, self._looked)

    def _looked(self) -> None:
        self._look_later()
        self.look()


class HttpConnection(_Placed, HttpToolsProtocol):
    """Answers in JSON what is no request, too large a head and a request that takes too long, and ends."""

    config: Config
    _began: float | None = None  # when the request that is being sent began
    _head_ended: float | None = None
    _fed = _fields = _body = 0  # bytes of the request: all, in the fields of its head, of its body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._began = self.loop.time()
        if not self.take_place():
            self._refuse(503, "The appliance has too many open connections. Try again in a few seconds.")

    def connection_lost(self, exc: Exception | None) -> None:
        self.give_place()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._began is None:
            self._began = self.loop.time()
        self._fed += len(data)
        super().data_received(data)
        placed = self._of is not None and not self.transport.is_closing()  # neither refused now nor a WebSocket
        if placed and self._fed - self._body > LARGEST_HEAD + _OVERHEAD * self._body:
            self._refuse_head()

    def handle_websocket_upgrade(self) -> None:
        self.give_place()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._began, self._head_ended = self.loop.time(), None
        self._fed = self._fields = self._body = 0

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._head_ended = self.loop.time()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._fed = self._body = 0
        if self.cycle is not None and self.cycle.response_complete:  # answered before it had come in whole
            self._began, self._head_ended = self.loop.time(), None
        else:
            self._began = None
            self.config.room.asked(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._of is not None and not self.pipeline:
            self.config.room.sends(self, self._of)

    def look(self) -> None:
        super().look()
        if self._began is None or self.transport.is_closing():
            return
        now, patience = self.loop.time(), self.config.bounds.patience
        if self._head_ended is None:
            late = now - self._began > patience.head
        else:
            late = now - self._head_ended > patience.body + self._body / patience.body_rate
        if late and not self.flow.read_paused:
            self._refuse(408, "The request did not come to its end in time.")

    def send_400_response(self, _: str) -> None:
        if self._fields > LARGEST_HEAD:
            self._refuse_head()
        else:
            self._refuse(400, "This is not an HTTP request that can be read.")

    def _count(self, size: int) -> None:
        self._fields += size
        if self._fields > LARGEST_HEAD:
            raise ValueError("too large a head")  # the parser stops and reports it as what it cannot read

    def _refuse_head(self) -> None:
        self._refuse(431, f"The head of a request may have at most {LARGEST_HEAD} bytes.")

    def _refuse(self, status: int, message: str) -> None:
        """Unless an answer is on its way already; nothing of the request is read any more."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            content = msgspec.json.encode({"error": message})
            self.transport.write(
                STATUS_LINE[status] + b"content-type: application/json\r\ncontent-length: %d\r\n"
                b"x-content-type-options: nosniff\r\nconnection: close\r\n\r\n%s" % (len(content), content)
            )
        self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()


class LiveConnection(_Placed, WebSocketsSansIOProtocol):
    """A WebSocket. Until it has said something, it can be asked to leave."""

    config: Config

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if not self.take_place():
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.give_place()
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        self.config.room.asked(self)
        super().send_receive_event_to_app()
