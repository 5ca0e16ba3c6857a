"""Who is at the other end of a connection (decision 21). Never believes a header from an address nobody trusts."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

Scope = Any  # an ASGI scope; Litestar and Starlette type theirs differently

LOCAL_NAMES = frozenset({"localhost", "localhost.localdomain"})


class Peers:
    """Reads client addresses. `trusted` are addresses or networks whose X-Forwarded-For and -Proto count."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self._trusted: list[IPv4Network | IPv6Network] = [ip_network(each, strict=False) for each in trusted]

    def address(self, scope: Scope) -> str:
        """The client's address: the socket's peer, or the last address a trusted proxy did not add itself."""
        client = scope.get("client")
        address = _plain(client[0]) if client else "unknown"
        if not self.trusts(address):
            return address
        for hop in reversed(_header(scope, b"x-forwarded-for").split(",")):
            forwarded = _plain(hop.strip())
            if not forwarded:
                break
            address = forwarded
            if not self.trusts(address):
                break
        return address

    def trusts(self, address: str) -> bool:
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self._trusted)

    def own_machine(self, scope: Scope) -> bool:
        """Whether the request surely comes from the appliance's own machine.

        A proxy in between, or a page that reached us under a foreign name (rebinding), is not sure.
        """
        client, server = scope.get("client"), scope.get("server")
        forwarded = any(_header(scope, name) for name in (b"x-forwarded-for", b"forwarded", b"x-real-ip"))
        if not client or forwarded:
            return False
        address = _plain(client[0])
        local = _is_loopback(address) or (server is not None and address == _plain(str(server[0])))
        host = host_name(_header(scope, b"host"))
        return local and (host in LOCAL_NAMES or host.endswith(".localhost") or _is_address(host))

    def secure(self, scope: Scope) -> bool:
        """Whether the browser speaks https, to us or to a trusted proxy."""
        client = scope.get("client")
        if client and self.trusts(_plain(client[0])) and _header(scope, b"x-forwarded-proto"):
            return _header(scope, b"x-forwarded-proto").split(",")[0].strip() == "https"
        return bool(scope.get("scheme") in ("https", "wss"))


def network(address: str) -> str:
    """What is counted as one: an address of IPv4, of IPv6 the 64 bits that a provider gives to one customer."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    return address if ip.version == 4 else str(ip_network((ip, 64), strict=False))


def same_site(scope: Scope) -> bool:
    """False when a browser says the request was made by a page of another origin."""
    origin = _header(scope, b"origin")
    if not origin:
        return True
    return origin.split("://", 1)[-1].lower() == _header(scope, b"host").lower()


def is_loopback(scope: Scope) -> bool:
    client = scope.get("client")
    return bool(client) and _is_loopback(_plain(client[0])) and not _header(scope, b"x-forwarded-for")


def host_name(host: str) -> str:
    """The Host header without its port and brackets, lower-cased."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].split("]")[0]
    return host.rsplit(":", 1)[0] if host.count(":") == 1 else host


def _header(scope: Scope, name: bytes) -> str:
    values = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return ",".join(values)


def _plain(address: str) -> str:
    """Without zone, and IPv4 as IPv4; empty when it is no address."""
    try:
        ip = ip_address(address.split("%")[0].strip("[]"))
    except ValueError:
        return ""
    return str(getattr(ip, "ipv4_mapped", None) or ip)


def _is_loopback(address: str) -> bool:
    return _is_address(address) and ip_address(address).is_loopback


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
