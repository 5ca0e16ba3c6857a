"""Reads the head of a proxied HTTP request and writes it anew for the site; writes the proxy's own answers. Pure."""

from __future__ import annotations

import html
from collections.abc import Iterable
from http import HTTPStatus

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from msgspec import Struct

from qa_appliance.browser.egress.address import Address, parse_address, parse_authority

MAX_HEAD_BYTES = 64 * 1024
END_OF_HEAD = b"\r\n\r\n"

# What concerns the two ends of one connection only. Connection itself stays: both of the proxy's connections live
# and die together, so what one end says about its connection holds for the other.
HOP_BY_HOP = frozenset({b"proxy-connection", b"proxy-authorization", b"proxy-authenticate", b"keep-alive"})
KEPT = frozenset({b"upgrade", b"te", b"content-length", b"transfer-encoding"})  # whatever Connection says of them


class BadRequest(Exception):
    """Not something a proxy can carry out; the message is for whoever sent it."""


class RequestReader:
    """Follows one request from its first byte to its last, so that the next one is seen where it begins.

    `feed_head` takes exactly the head, `feed_body` what comes after it. Raises BadRequest for broken framing and for
    a second request sent before the first one ended, which no browser does.
    """

    def __init__(self) -> None:
        self.complete = False
        self._target = b""
        self._fields: list[tuple[bytes, bytes]] = []
        self._head_ended = self._begun = False
        self._parser = HttpRequestParser(self)

    def feed_head(self, head: bytes, inside: Address | None = None) -> Head:
        """`inside`: where the tunnel leads in which this was said, unencrypted."""
        upgrade = False
        try:
            self._parser.feed_data(head)
        except HttpParserUpgrade:
            upgrade = True
        except HttpParserError as error:
            raise BadRequest(f"This is not an HTTP request: {error}.") from None
        if not self._head_ended:
            raise BadRequest("This is not an HTTP request.")
        return _head(self._parser, self._target, tuple(self._fields), upgrade, inside)

    def feed_body(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except (HttpParserError, HttpParserUpgrade) as error:
            raise BadRequest(f"The body of this request is broken: {error}.") from None

    def on_message_begin(self) -> None:
        if self._begun:
            raise BadRequest("Another request began before this one had ended.")
        self._begun = True

    def on_url(self, part: bytes) -> None:
        self._target += part

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self._head_ended:  # else a trailer
            self._fields.append((name, value))

    def on_headers_complete(self) -> None:
        self._head_ended = True

    def on_message_complete(self) -> None:
        self.complete = True


class Head(Struct, frozen=True):
    """A request as far as the proxy cares. `tunnel`: CONNECT. `upgrade`: asks for another protocol (WebSocket)."""

    start: tuple[bytes, bytes, bytes]  # method, path, version; the path is empty for a tunnel
    address: Address
    fields: tuple[tuple[bytes, bytes], ...]
    tunnel: bool
    upgrade: bool

    @property
    def authorization(self) -> bytes:
        """What the browser shows the proxy: `Basic …`, or nothing."""
        return next((value for name, value in self.fields if name.lower() == b"proxy-authorization"), b"")

    def for_the_site(self, more: Iterable[tuple[str, str]] = (), *, forwarded: bool = False) -> bytes:
        """The head as the site gets it: path instead of whole address, nothing that tells of a proxy.

        `forwarded`: as the next proxy gets it, with the whole address.
        `more` are further header fields; what the browser says under their names is left out.
        """
        added = [(name.encode(), value.encode()) for name, value in more]
        connection = b",".join(value for name, value in self.fields if name.lower() == b"connection")
        named = {token.strip().lower() for token in connection.split(b",")}
        over = {name.lower() for name, _ in added}
        dropped = HOP_BY_HOP | (named - KEPT) | {b"host"} | over
        method, path, version = self.start
        target = b"http://" + self.address.host_header.encode() + path if forwarded else path
        lines = [b"%b %b HTTP/%b" % (method, target, version)]
        lines += [] if b"host" in over else [b"Host: " + self.address.host_header.encode()]
        lines += [b"%b: %b" % field for field in self.fields if field[0].lower() not in dropped]
        lines += [b"%b: %b" % field for field in added]
        return b"\r\n".join(lines) + END_OF_HEAD


def _head(
    parser: HttpRequestParser,
    target: bytes,
    fields: tuple[tuple[bytes, bytes], ...],
    upgrade: bool,
    inside: Address | None,
) -> Head:
    text, method, version = target.decode("latin-1"), parser.get_method(), parser.get_http_version().encode()
    if inside is not None:
        if not text.startswith(("/", "*")):
            raise BadRequest("This tunnel leads to a website, not to another proxy.")
        return Head((method, target, version), inside, fields, tunnel=False, upgrade=upgrade)
    try:
        if method == b"CONNECT":
            return Head((method, b"", version), parse_authority(text), fields, tunnel=True, upgrade=False)
        if text.startswith(("/", "*")):
            raise BadRequest("This is the way out of a test browser, not a website.")
        address = parse_address(text)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    if address.scheme != "http":
        raise BadRequest(f"Only http addresses and tunnels go through here, not {address.scheme}:.")
    return Head((method, _path(target), version), address, fields, tunnel=False, upgrade=upgrade)


def _path(target: bytes) -> bytes:
    """What follows the authority, byte for byte: the site gets what the browser wrote."""
    rest = target.partition(b"://")[2]
    ends = [at for at in map(rest.find, (b"/", b"?")) if at >= 0]
    path = rest[min(ends) :] if ends else b""
    return path if path.startswith(b"/") else b"/" + path


def answer(status: HTTPStatus, title: str, reason: str, error: str, *more: str) -> bytes:
    """A whole response of the proxy itself, after which it closes the connection; `more` are further header fields.

    `error` is a type of RFC 9209, by which a program tells it from an answer of the site.
    """
    page = (
        f"<!doctype html><meta charset=utf-8><title>{html.escape(title)}</title>"
        "<style>body{font:16px/1.5 sans-serif;max-width:40em;margin:4em auto;padding:0 1em}</style>"
        f"<h1>{html.escape(title)}</h1><p>{html.escape(reason)}</p>"
    ).encode()
    fields = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: text/html; charset=utf-8",
        f"Content-Length: {len(page)}",
        "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'",
        "Cache-Control: no-store",
        "Connection: close",
        f"Proxy-Status: qa-appliance; error={error}",
        *more,
    ]
    return "\r\n".join(fields).encode() + END_OF_HEAD + page
