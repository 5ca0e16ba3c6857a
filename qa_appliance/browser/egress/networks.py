"""What sort of address an address is, from the special-purpose registries (RFC 6890). Pure; never decides."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Literal

from msgspec import Struct

from qa_appliance.browser.egress.address import IPAddress

Sort = Literal["loopback", "private", "link_local", "metadata", "special"]
"""Only link_local and metadata are opened by nothing but their own address or `*`."""


class Realm(Struct, frozen=True):
    """`words` complete the sentence "it is …"."""

    sort: Sort
    words: str


_METADATA = Realm("metadata", "a cloud metadata address")
_LOOPBACK = Realm("loopback", "a loopback address")
_PRIVATE = Realm("private", "a private address")
_LINK_LOCAL = Realm("link_local", "a link-local address")
_MULTICAST = Realm("special", "a multicast address")
_RESERVED = Realm("special", "a reserved address")
_DOCUMENTATION = Realm("special", "an address reserved for documentation")
_NOT_GLOBAL = Realm("special", "not a globally routable address")

METADATA = frozenset(map(ip_address, ("169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200",
                                      "192.0.0.192", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254")))  # fmt: skip
METADATA_NAMES = frozenset({
    "metadata", "metadata.google.internal", "metadata.goog", "metadata.azure.internal", "metadata.tencentyun.com",
    "instance-data", "instance-data.ec2.internal",
})  # fmt: skip

_IPV4: tuple[tuple[IPv4Network, Realm], ...] = tuple(
    (IPv4Network(block), realm)
    for block, realm in (
        ("127.0.0.0/8", _LOOPBACK),
        ("10.0.0.0/8", _PRIVATE),
        ("172.16.0.0/12", _PRIVATE),
        ("192.168.0.0/16", _PRIVATE),
        ("169.254.0.0/16", _LINK_LOCAL),
        ("0.0.0.0/8", Realm("special", "an address of “this network” (0.0.0.0/8), which reaches the machine itself")),
        ("100.64.0.0/10", Realm("special", "a carrier-grade NAT address (100.64.0.0/10)")),
        ("192.0.0.0/24", Realm("special", "a protocol assignment address (192.0.0.0/24)")),
        ("192.0.2.0/24", _DOCUMENTATION),
        ("198.51.100.0/24", _DOCUMENTATION),
        ("203.0.113.0/24", _DOCUMENTATION),
        ("192.88.99.0/24", Realm("special", "a 6to4 relay address (192.88.99.0/24)")),
        ("198.18.0.0/15", Realm("special", "a benchmarking address (198.18.0.0/15)")),
        ("224.0.0.0/4", _MULTICAST),
        ("240.0.0.0/4", _RESERVED),
    )
)

_IPV6: tuple[tuple[IPv6Network, Realm], ...] = tuple(
    (IPv6Network(block), realm)
    for block, realm in (
        ("::1/128", _LOOPBACK),
        ("::/128", Realm("special", "the unspecified address, which reaches the machine itself")),
        ("fc00::/7", _PRIVATE),
        ("fe80::/10", _LINK_LOCAL),
        ("fec0::/10", Realm("special", "a site-local address (fec0::/10)")),
        ("ff00::/8", _MULTICAST),
        ("2001:db8::/32", _DOCUMENTATION),
        ("3fff::/20", _DOCUMENTATION),
        ("2001::/23", Realm("special", "a protocol assignment address (2001::/23)")),
    )
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")

# Where an IPv4 address hides in an IPv6 one: how far to shift right to have it in the low 32 bits.
_EMBEDDING: tuple[tuple[IPv6Network, int, str], ...] = tuple(
    (IPv6Network(block), shift, name)
    for block, shift, name in (
        ("::ffff:0:0/96", 0, "IPv4-mapped"),
        ("::ffff:0:0:0/96", 0, "IPv4-translated"),
        ("::/96", 0, "IPv4-compatible"),
        ("64:ff9b::/96", 0, "NAT64"),
        ("64:ff9b:1::/48", 0, "local NAT64"),
        ("2002::/16", 80, "6to4"),
        ("2001::/32", 0, "Teredo"),
    )
)
_LOW_32 = 0xFFFF_FFFF
_ISATAP = frozenset({0x0000_5EFE, 0x0200_5EFE})  # the upper half of an ISATAP interface identifier


def without_zone(address: IPAddress) -> IPAddress:
    """fe80::1%eth0 is fe80::1 to every table and rule."""
    return IPv6Address(int(address)) if isinstance(address, IPv6Address) and address.scope_id else address


class Embedded(Struct, frozen=True):
    """An IPv4 address inside an IPv6 one. `form` is what that way of writing it is called."""

    address: IPv4Address
    form: str


def embedded(address: IPAddress) -> Embedded | None:
    if isinstance(address, IPv4Address):
        return None
    number = int(address)
    if number <= 1:
        return None  # :: and ::1 are addresses of their own
    for block, shift, form in _EMBEDDING:
        if address in block:
            inner = number >> shift & _LOW_32
            return Embedded(IPv4Address(inner ^ _LOW_32 if form == "Teredo" else inner), form)
    if number >> 32 & _LOW_32 in _ISATAP:
        return Embedded(IPv4Address(number & _LOW_32), "ISATAP")
    return None


def classify(address: IPAddress) -> Realm | None:
    """None for globally routable unicast, else what it is. IPv4 inside IPv6 is never None (decision 28).

    Addresses come without a zone.
    """
    if address in METADATA:
        return _METADATA
    if isinstance(address, IPv4Address):
        return next((realm for block, realm in _IPV4 if address in block), None)
    inner = embedded(address)
    if inner is not None:
        within = classify(inner.address)
        article = "an" if inner.form.startswith("I") else "a"
        what = f"{article} {inner.form} address that holds {inner.address}"
        return Realm(within.sort if within and within.sort in ("link_local", "metadata") else "special", what)
    found = next((realm for block, realm in _IPV6 if address in block), None)
    return found or (None if address in _GLOBAL_UNICAST else _NOT_GLOBAL)
