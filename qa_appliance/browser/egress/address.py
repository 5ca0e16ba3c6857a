"""Reads addresses exactly as browsers do (WHATWG URL, through ada). Never asks a name server, never decides."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address

from ada_url import HostType, parse_url
from msgspec import Struct

IPAddress = IPv4Address | IPv6Address

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
AUTHORITY = re.compile(r"[^/\\?#@\s]+:[0-9]{1,5}")


class Address(Struct, frozen=True):
    """What a browser would connect to.

    `host` is normalised: lower case, punycode, IPv4 in dotted decimal, IPv6 without brackets, a name's trailing dot
    kept. `literal` is set where the host is an address and not a name. `port` is 0 where the scheme knows none.
    """

    scheme: str
    host: str
    port: int
    literal: IPAddress | None = None

    @property
    def name(self) -> str:
        """The host as rules compare it, without final dots: `example.com.` is `example.com`."""
        return self.host.rstrip(".")

    @property
    def authority(self) -> str:
        """Host and port as they stand in an address, the port always written."""
        return f"{self.bracketed}:{self.port}"

    @property
    def host_header(self) -> str:
        return self.bracketed if self.port == DEFAULT_PORTS.get(self.scheme) else self.authority

    @property
    def bracketed(self) -> str:
        """The host as it stands in an address."""
        return f"[{self.host}]" if isinstance(self.literal, IPv6Address) else self.host


def parse_address(url: str) -> Address:
    """Raises ValueError, with a sentence for people, for what a browser would not read as an address."""
    text = url.encode("utf-8", "replace").decode()  # a lone surrogate is no reason to fail
    try:
        parts = parse_url(text, attributes=("protocol", "hostname", "port", "host_type"))
    except ValueError:
        raise ValueError(f"“{shortened(url)}” is not an address a browser can open.") from None
    scheme, host = parts["protocol"].removesuffix(":"), parts["hostname"]
    literal = None if parts["host_type"] == HostType.DEFAULT else ip_address(host.strip("[]"))
    port = int(parts["port"]) if parts["port"] else DEFAULT_PORTS.get(scheme, 0)
    return Address(scheme, str(literal) if literal else host, port, literal)


def parse_authority(text: str) -> Address:
    """Reads the `host:port` of a CONNECT request. Raises ValueError for anything else, userinfo included."""
    if not AUTHORITY.fullmatch(text):
        raise ValueError(f"“{shortened(text)}” is not a host and a port.")
    return parse_address(f"https://{text}/")


def shortened(text: str, limit: int = 120) -> str:
    """For messages: one line, at most `limit` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
