"""Who is at the other end of a connection (decision 21). Never believes a header from an address nobody trusts."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from qa_appliance.api.http.asgi import Scope
from qa_appliance.hosts import is_local_name, is_loopback

_ADDED_BY_PROXIES = frozenset(
    {
        b"cf-connecting-ip",
        b"client-ip",
        b"forwarded",
        b"true-client-ip",
        b"via",
        b"x-client-ip",
        b"x-cluster-client-ip",
        b"x-envoy-external-address",
        b"x-original-forwarded-for",
        b"x-original-host",
        b"x-real-ip",
    }
)


class Peers:
    """Reads client addresses. `trusted` are addresses or networks whose X-Forwarded-For and -Proto count."""

    def __init__(self, trusted: Sequence[str], public_url: str | None = None) -> None:
        self._public_url = public_url
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

    def direct(self, scope: Scope) -> bool:
        """Whether the request comes from the appliance's own machine and nothing speaks of a proxy in between.

        Neither a header that proxies add, nor HTTP/1.0, which many of them speak, nor a foreign name in Host: that one
        may also be of a page that reached us by rebinding.
        """
        client, server = scope.get("client"), scope.get("server")
        if not client or scope.get("http_version") == "1.0" or any(_forwards(name) for name, _ in scope["headers"]):
            return False
        address, ours = _plain(client[0]), _plain(str(server[0])) if server else ""
        if self.trusts(address) or not (is_loopback(address) or address == ours):
            return False
        host = host_name(_header(scope, b"host"))
        local_name = host == "localhost.localdomain" or is_local_name(host)
        return local_name or is_loopback(_plain(host)) or (bool(ours) and _plain(host) == ours)

    async def own_user(self, scope: Scope) -> bool:
        """Whether the request surely comes from the appliance's own user on its own machine.

        A proxy that says nothing of itself is found out by whom it runs as. Only Linux tells; elsewhere `direct` has
        to do.
        """
        return self.direct(scope) and (
            sys.platform != "linux" or await asyncio.to_thread(_opened_by, scope) == os.geteuid()
        )

    async def another_user(self, scope: Scope) -> bool:
        """Whether the request surely comes from somebody else's process on this machine. Root may act for anybody."""
        if sys.platform != "linux" or not self.direct(scope):
            return False
        return await asyncio.to_thread(_opened_by, scope) not in (None, 0, os.geteuid())

    def secure(self, scope: Scope) -> bool:
        """Whether the browser speaks https, to us or to a trusted proxy."""
        client = scope.get("client")
        if client and self.trusts(_plain(client[0])) and _header(scope, b"x-forwarded-proto"):
            return _header(scope, b"x-forwarded-proto").split(",")[0].strip() == "https"
        return bool(scope.get("scheme") in ("https", "wss"))

    def origin(self, scope: Scope, known: str = "") -> str:
        """By which address people reach the appliance: the operator's word for it, else that of whoever asks.

        `known`: by which a person did, where whoever asks is none.
        """
        if self._public_url is not None or known:
            return (self._public_url or known).rstrip("/")
        return f"{'https' if self.secure(scope) else 'http'}://{_header(scope, b'host')}"


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


def host_name(host: str) -> str:
    """The Host header without its port and brackets, lower-cased."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].split("]")[0]
    return host.rsplit(":", 1)[0] if host.count(":") == 1 else host


def _forwards(name: bytes) -> bool:
    return name.startswith(b"x-forwarded-") or name in _ADDED_BY_PROXIES


def _opened_by(scope: Scope) -> int | None:
    """The user id behind the other end of a connection within this machine; None where the system does not tell."""
    here, there = (_in_table(*scope[end]) for end in ("server", "client"))
    for table in ("tcp", "tcp6"):
        with suppress(OSError), open(f"/proc/net/{table}", encoding="ascii") as rows:
            for row in rows:
                columns = row.split()
                if len(columns) > 7 and columns[1] in there and columns[2] in here:
                    return int(columns[7])
    return None


def _in_table(host: str, port: int) -> set[str]:
    """An end of a connection as /proc/net/tcp and tcp6 write it, IPv4 also in its IPv6 form."""
    ip = ip_address(host.split("%")[0])
    mapped = b"\0" * 10 + b"\xff\xff"
    forms = {ip.packed, mapped + ip.packed if ip.version == 4 else ip.packed.removeprefix(mapped)}
    return {f"{_words(form)}:{port:04X}" for form in forms}


def _words(packed: bytes) -> str:
    """Each word of 32 bits as this machine's processor reads it."""
    return "".join(f"{int.from_bytes(packed[at : at + 4], sys.byteorder):08X}" for at in range(0, len(packed), 4))


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
