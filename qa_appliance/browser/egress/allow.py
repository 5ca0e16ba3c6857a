"""The operator's allow rules: what each opens. Pure; never resolves a name."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

from msgspec import Struct

from qa_appliance.browser.egress.address import IPAddress, parse_address, shortened
from qa_appliance.browser.egress.networks import classify, embedded
from qa_appliance.core.errors import Invalid

SETTING = "--allow"
FORMS = "a host, *.domain, an address, a block of addresses such as 10.0.0.0/8, loopback, private or *"
SEALED = frozenset({"link_local", "metadata"})


class AllowRules(Struct, frozen=True):
    """What `--allow` opens (decision 28).

    A host rule opens whatever its name resolves to, and `*.domain` every name below the domain, not itself.
    Link-local and metadata addresses are opened by nothing but their own address or `*`. A block opens an IPv4 address
    inside an IPv6 one only if the rules open the IPv4 address as well.
    """

    everything: bool = False
    loopback: bool = False
    private: bool = False
    hosts: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()  # "example.com" for *.example.com
    addresses: frozenset[IPAddress] = frozenset()
    blocks: tuple[IPv4Network | IPv6Network, ...] = ()

    def open_host(self, name: str) -> bool:
        """Whether a rule names this host. `name` is in lower case, without a trailing dot."""
        return name in self.hosts or any(name.endswith("." + domain) for domain in self.domains)

    def names(self, name: str) -> bool:
        """Whether a rule names this host, or everything."""
        return self.everything or self.open_host(name)

    def covers(self, address: IPAddress) -> bool:
        """Whether a rule holds for this address, whether or not it needs to be opened."""
        realm = classify(address)
        sort = realm.sort if realm is not None else ""
        return (
            self.open_address(address)
            or any(address in block for block in self.blocks)
            or (self.loopback and sort == "loopback")
            or (self.private and sort == "private")
        )

    def open_address(self, address: IPAddress) -> bool:
        """Whether that very address is named, or everything is open."""
        return self.everything or address in self.addresses

    def open(self, name: str, address: IPAddress) -> bool:
        """Whether a connection to this address, asked for under this name, is opened by a rule or needs none."""
        realm = classify(address)
        if realm is None or self.open_address(address):
            return True
        if realm.sort in SEALED:
            return False
        if self.open_host(name):
            return True
        inner = embedded(address)
        if any(address in block for block in self.blocks):
            return inner is None or self.open(name, inner.address)
        return (self.loopback and realm.sort == "loopback") or (self.private and realm.sort == "private")


def parse_rules(texts: Iterable[str]) -> AllowRules:
    """Raises Invalid naming the rule that cannot be read and what a rule may be."""
    words: set[str] = set()
    hosts: set[str] = set()
    domains: set[str] = set()
    addresses: set[IPAddress] = set()
    blocks: list[IPv4Network | IPv6Network] = []
    for text in texts:
        rule = text.strip().lower()
        if rule in ("*", "loopback", "private"):
            words.add(rule)
        elif "/" in rule:
            block = _block(text, rule)
            if block.num_addresses == 1:
                addresses.add(block.network_address)
            else:
                blocks.append(block)
        elif rule.startswith("*."):
            domains.add(_name(text, rule.removeprefix("*.")))
        else:
            host = _host(text, rule)
            if isinstance(host, str):
                hosts.add(host)
            else:
                addresses.add(host)
    return AllowRules(
        everything="*" in words,
        loopback="loopback" in words,
        private="private" in words,
        hosts=frozenset(hosts),
        domains=frozenset(domains),
        addresses=frozenset(addresses),
        blocks=tuple(blocks),
    )


def _refuse(text: str, why: str) -> Invalid:
    return Invalid(f"The allow rule “{shortened(text)}” {why}. A rule is {FORMS}.")


def _block(text: str, rule: str) -> IPv4Network | IPv6Network:
    if "://" in rule:
        raise _refuse(text, "is a whole address; leave the scheme and the path out")
    try:
        loose = ip_network(rule, strict=False)
    except ValueError:
        raise _refuse(text, "is not a block of addresses") from None
    if str(loose.network_address) != str(ip_network(rule.partition("/")[0]).network_address):
        raise _refuse(text, f"names an address inside a block; write {loose} for the block")
    return loose


def _name(text: str, rule: str) -> str:
    host = _host(text, rule)
    if not isinstance(host, str):
        raise _refuse(text, "puts a star before an address")
    return host


def _host(text: str, rule: str) -> str | IPAddress:
    if not rule or "*" in rule:
        raise _refuse(text, "is empty" if not rule else "has a star in a place where it means nothing")
    bare = rule.strip("[]")
    try:
        address = parse_address(f"http://[{bare}]/" if ":" in bare else f"http://{rule}/")
    except ValueError:
        hint = "names a port; rules are for all ports" if ":" in rule else "is not a host a browser can open"
        raise _refuse(text, hint) from None
    if any(sign in rule for sign in "@?#\\%") or not address.name:
        raise _refuse(text, "is not a plain host")
    return address.name if address.literal is None else address.literal
