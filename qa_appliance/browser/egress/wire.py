"""The two ends of a connection through the egress proxy, and how bytes pass between them.

Never looks into what follows the head of a request, nor into a tunnel, and never parses a response. One exception: a
tunnel to the very origin that headers are carried to is read where it is not encrypted, as a WebSocket's is. Where a
site's certificate was verified here (intercept.py), TLS ends at both ends, and what is inside passes unread just so.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import re
import socket
import ssl
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import cast

import msgspec

from qa_appliance.browser.egress.address import Address
from qa_appliance.browser.egress.dial import HANDSHAKE_SECONDS, dial, first_way, unreachable
from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.head import END_OF_HEAD, MAX_HEAD_BYTES, BadRequest, Head, RequestReader, answer
from qa_appliance.browser.egress.intercept import Interception
from qa_appliance.browser.egress.site_headers import SiteHeaders
from qa_appliance.browser.egress.upstream import Upstream

MOST_STRANGERS = 256  # connections that have not said the password yet, where there is one
STRANGER_SECONDS = 60.0  # in which they have to
LINGER_SECONDS = 2.0  # for a browser that is still sending what was refused
HALF_CLOSED_SECONDS = 60.0  # for a site that goes on after the browser said its last word; what a kernel gives, too
ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"
UNKNOWN = b"HTTP/1.1 407"
SWITCHING = b"HTTP/1.1 101"
CHALLENGE = 'Proxy-Authenticate: Basic realm="qa-appliance"'


@dataclass
class Gate:
    """What all connections of one proxy share. `tell` hears of what was refused or not reached; it never raises.

    `pass_word` is the Proxy-Authorization every request has to bring; None: nobody else can reach this proxy.
    """

    guard: Guard
    tell: Callable[[Decision], None]
    pass_word: bytes | None = None
    site_headers: SiteHeaders | None = None  # written into requests to their one origin
    interception: Interception | None = None  # verifies sites that the browser itself would not trust
    open: set[BrowserEnd] = field(default_factory=set)
    strangers: dict[BrowserEnd, None] = field(default_factory=dict)  # the oldest first


def reset_on_close(transport: asyncio.Transport) -> None:
    no_lingering = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, no_lingering)


class _End(asyncio.Protocol):
    """One end. What it receives, a full buffer and the end of the stream are handed to the other end."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _End | None = None
        self.ended = False  # has sent its last byte

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but name

    def data_received(self, data: bytes) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.write(data)

    def eof_received(self) -> bool:
        """Half-close: the other end is told and may go on sending. True keeps this end open for that."""
        self.ended = True
        other = self.other
        if other is None or other.ended or other.transport is None or other.transport.is_closing():
            return False
        if not other.transport.can_write_eof():  # TLS knows no half of an end
            return False
        other.transport.write_eof()
        return True

    def pause_writing(self) -> None:
        if self.other is not None and self.other.transport is not None and not self.other.transport.is_closing():
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and self.other.transport is not None and not self.other.transport.is_closing():
            self.other.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        other = self.part()
        if other is not None and other.transport is not None:
            if exc is not None:  # else a response that broke off would look complete
                reset_on_close(other.transport)
            other.transport.close()

    def part(self) -> _End | None:
        """Ends the acquaintance of the two ends; answers the other one."""
        other, self.other = self.other, None
        if other is not None:
            other.other = None
        return other

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class SiteEnd(_End):
    """`awaits_switch`: the next bytes tell whether the site changes to the protocol asked for (WebSocket).

    `on_unknown` is called in place of the site's first answer where that comes from a proxy that asks who is there.
    """

    def __init__(self) -> None:
        super().__init__()
        self.awaits_switch = False
        self.on_unknown: Callable[[bytes], None] | None = None
        self._first = b""

    def data_received(self, data: bytes) -> None:
        if self.on_unknown is not None:
            self._first += data
            if len(self._first) < len(UNKNOWN):
                return
            data, self._first = self._first, b""
            unknown, self.on_unknown = self.on_unknown, None
            if data[len(b"HTTP/1.1") :].startswith(b" 407"):
                unknown(data)
                return
        if self.awaits_switch:
            self._first += data
            if len(self._first) >= len(SWITCHING) or not SWITCHING.startswith(self._first):
                self.awaits_switch = False
                if isinstance(self.other, BrowserEnd):
                    self.other.raw = self._first.startswith(SWITCHING)
                self._first = b""
        super().data_received(data)


class BrowserEnd(_End):
    """Reads the head of each request, has its host decided on, then lets bytes pass.

    A connection is bound to one site at a time. A browser sends its next request only when the last response is
    complete, so a request to another site simply ends the connection to the one before.
    """

    def __init__(self, gate: Gate) -> None:
        super().__init__()
        self.raw = False  # nothing is read any more: a tunnel, or another protocol
        self.connecting: asyncio.Task[None] | None = None
        self._gate = gate
        self._buffer = b""
        self._reader: RequestReader | None = None  # of the request whose body is passing
        self._site: tuple[str, int] | None = None  # whom the other end is connected to
        self._forwarder: Upstream | None = None  # the proxy that is at the other end in the site's place
        self._inside: Address | None = None  # where the tunnel leads that is read
        self._answered = False  # by the proxy itself: what still comes is thrown away
        self._limits: list[asyncio.TimerHandle] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._gate.open.add(self)
        if self._gate.pass_word is not None:
            strangers = self._gate.strangers
            strangers[self] = None
            if len(strangers) > MOST_STRANGERS:
                next(iter(strangers)).turn_away()
            self._within(STRANGER_SECONDS, self.turn_away)

    def _within(self, seconds: float, otherwise: Callable[[], None]) -> None:
        """A time limit of this connection; it ends with it, for it holds the whole run."""
        self._limits.append(asyncio.get_running_loop().call_later(seconds, otherwise))

    def turn_away(self) -> None:
        """Ends the connection unless it has said the password."""
        if self in self._gate.strangers:
            del self._gate.strangers[self]
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gate.open.discard(self)
        self._gate.strangers.pop(self, None)
        for limit in self._limits:
            limit.cancel()
        if self.connecting is not None:
            self.connecting.cancel()
        super().connection_lost(exc)

    def eof_received(self) -> bool:
        stays = super().eof_received()
        if stays:
            self._within(HALF_CLOSED_SECONDS, self.abort)
        return stays

    def data_received(self, data: bytes) -> None:
        if self.raw:
            super().data_received(data)
        elif not self._answered:
            try:
                self._read(data)
            except BadRequest as error:
                self._answer(HTTPStatus.BAD_REQUEST, "This request cannot be passed on", str(error))

    def _read(self, data: bytes) -> None:
        if self._reader is not None:
            self._reader.feed_body(data)
            super().data_received(data)
            if self._reader.complete:
                self._reader = None
            return
        if self._inside is not None and not self._buffer and not data[:1].isalpha():  # it is encrypted
            self.raw = True
            super().data_received(data)
            return
        self._buffer += data
        end = self._buffer.find(END_OF_HEAD)
        if end > MAX_HEAD_BYTES or (end < 0 and len(self._buffer) > MAX_HEAD_BYTES):
            raise BadRequest(f"Its head is longer than {MAX_HEAD_BYTES} bytes.")
        if end >= 0:
            end += len(END_OF_HEAD)
            head, rest, self._buffer = self._buffer[:end], self._buffer[end:], b""
            self._begin(head, rest)

    def _begin(self, data: bytes, rest: bytes) -> None:
        reader = RequestReader()
        head = reader.feed_head(data, self._inside)
        if rest and not (head.tunnel or head.upgrade):
            reader.feed_body(rest)
        self._reader = None if reader.complete else reader
        if not self._may_enter(head):
            reason = "This way out is open to the browser of one test only, and asks for its password."
            self._answer(
                HTTPStatus.PROXY_AUTHENTICATION_REQUIRED, "Not for you", reason, "http_request_denied", CHALLENGE
            )
            return
        self._gate.strangers.pop(self, None)
        site = head.address.host, head.address.port
        if self.other is not None and self._site == site and not (head.tunnel or (head.upgrade and self._forwarder)):
            self._pass_on(head, rest)  # on a connection that was decided on
            return
        self._leave_site()
        self._site = site
        assert self.transport is not None
        self.transport.pause_reading()
        self.connecting = asyncio.get_running_loop().create_task(self._connect(head, rest))

    def _may_enter(self, head: Head) -> bool:
        asked = self._gate.pass_word
        return asked is None or self._inside is not None or hmac.compare_digest(head.authorization, asked)

    async def _connect(self, head: Head, rest: bytes) -> None:
        decision = await self._gate.guard.decide_on(head.address)
        site: SiteEnd | None = None
        verified = False
        if decision.addresses:
            try:
                decision, (site, verified) = await first_way(decision, partial(self._reached, head))
            except OSError as error:
                decision = unreachable(decision, error)
        if site is not None and verified:
            await self._end_tls_here(head, site)
        self.connecting = None
        if self.transport is None or self.transport.is_closing():  # the browser went away meanwhile
            if site is not None:
                site.abort()
        elif site is None:
            self._turn_down(head, decision)
        elif site.transport is None:  # the site hung up at once
            self.transport.abort()
        else:
            self.other, site.other = site, self
            self._pass_on(head, rest)
            self.transport.resume_reading()

    async def _reached(self, head: Head, way: Decision) -> tuple[SiteEnd, bool]:
        """The site, or the proxy in its place, and whether its certificate holds here. Raises OSError."""
        site = await self._verified(head, way)
        if site is not None:
            return site, True
        forwarded = way.forwarded and not (head.tunnel or head.upgrade)
        site = await dial(way, SiteEnd, forwarded=forwarded)
        if forwarded:
            self._forwarder = way.through
            site.on_unknown = partial(self._unknown, head, way)
        return site, False

    async def _verified(self, head: Head, decision: Decision) -> SiteEnd | None:
        """A connection to a site whose certificate holds here; None: the browser's own to judge. Raises OSError."""
        interception = self._gate.interception
        context = interception.context(head.address) if interception is not None and head.tunnel else None
        if interception is None or context is None:
            return None
        try:
            return await dial(decision, SiteEnd, context)
        except ssl.SSLCertVerificationError:
            pass
        except (ssl.SSLError, ConnectionResetError, ConnectionAbortedError):  # no TLS, or another than is spoken here
            if interception.shows_certificate(head.address):
                raise
        interception.leave_to_browser(head.address)
        return None

    async def _end_tls_here(self, head: Head, site: SiteEnd) -> None:
        """The browser's end speaks TLS with this proxy from now on; when it does not want to, both ends are closed."""
        interception, transport = self._gate.interception, self.transport
        assert interception is not None
        if transport is None or transport.is_closing() or site.transport is None:
            return
        site.transport.pause_reading()
        self.other, site.other, self.raw = site, self, True  # the browser may go on before this does
        transport.write(ESTABLISHED)
        try:
            self.transport = await asyncio.get_running_loop().start_tls(
                transport,
                self,
                interception.seal.context(head.address.host),
                server_side=True,
                ssl_handshake_timeout=HANDSHAKE_SECONDS,
            )
        except OSError:  # ssl.SSLError included
            self._leave_site()
            self.transport = None
            transport.abort()
            self._gate.open.discard(self)
        else:
            if site.transport is not None:
                site.transport.resume_reading()

    def _pass_on(self, head: Head, rest: bytes) -> None:
        assert isinstance(self.other, SiteEnd)
        assert self.other.transport is not None
        site_headers = self._gate.site_headers
        if head.tunnel:
            if self.raw:  # TLS ends here, and its tunnel has begun
                return
            assert self.transport is not None
            self.transport.write(ESTABLISHED)
            plain = msgspec.structs.replace(head.address, scheme="http")
            if site_headers is not None and site_headers.goes_to(plain):
                self._inside = plain
            else:
                self.raw = True
            if rest:
                self.data_received(rest)
        else:
            more = site_headers.fields if site_headers is not None and site_headers.goes_to(head.address) else ()
            self.other.awaits_switch = head.upgrade
            if self._forwarder is not None:
                more = (*more, *self._forwarder.credentials)
            self.other.transport.write(head.for_the_site(more, forwarded=self._forwarder is not None) + rest)

    def _unknown(self, head: Head, decision: Decision, answered: bytes) -> None:
        """What the proxy answers of itself is no answer of the site: a test must not take it for one."""
        assert self._forwarder is not None
        asked = b",".join(re.findall(rb"(?im)^proxy-authenticate:[ \t]*([^\r\n]*)", answered))
        reason = self._forwarder.refused(HTTPStatus.PROXY_AUTHENTICATION_REQUIRED, head.address.authority, asked)
        self._turn_down(head, unreachable(decision, reason))

    def _turn_down(self, head: Head, decision: Decision) -> None:
        """A refusal is a page that says why; a site that cannot be reached is silence, as it is without a proxy."""
        self._gate.tell(decision)
        if decision.cause != "unreachable":
            title, error = "This address is not allowed", "destination_ip_prohibited"
            self._answer(HTTPStatus.FORBIDDEN, title, decision.reason, error)
        elif head.tunnel:
            title, error = "This address cannot be reached", "destination_unavailable"
            self._answer(HTTPStatus.BAD_GATEWAY, title, decision.reason, error)
        else:
            self.abort()

    def _answer(
        self, status: HTTPStatus, title: str, reason: str, error: str = "http_request_error", *more: str
    ) -> None:
        """Answers and reads on for a moment: closing on a browser that still sends would lose it the answer."""
        self._leave_site()
        self._answered = True
        assert self.transport is not None
        self.transport.write(answer(status, title, reason, error, *more))
        self.transport.write_eof()
        self.transport.resume_reading()
        self._within(LINGER_SECONDS, self.abort)

    def _leave_site(self) -> None:
        self._site = self._forwarder = None
        left = self.part()
        if left is not None:
            left.abort()
