"""What the host of an address says of where that is, by itself. Never resolves a name."""

from __future__ import annotations

from ipaddress import ip_address


def is_address(host: str) -> bool:
    """An IP address, and no name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """An address by which a machine reaches itself. No name is one."""
    return is_address(host) and ip_address(host).is_loopback


def is_local_name(host: str) -> bool:
    """RFC 6761: "localhost" and what ends in it, which browsers take for this machine without asking anybody."""
    return host == "localhost" or host.endswith(".localhost")


def on_this_machine(host: str) -> bool:
    """Whether that is what this machine calls itself."""
    return is_loopback(host) or is_local_name(host)
