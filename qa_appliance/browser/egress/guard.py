"""Decides which hosts may be connected to, on the addresses they really have (decision 28). Connects to nothing."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Literal

import psutil
from msgspec import Struct, structs

from qa_appliance.browser.egress.address import Address, IPAddress, parse_address, shortened
from qa_appliance.browser.egress.allow import SEALED, SETTING, AllowRules, parse_rules
from qa_appliance.browser.egress.networks import METADATA_NAMES, classify, without_zone
from qa_appliance.browser.egress.resolver import Resolve, Resolver
from qa_appliance.browser.egress.upstream import ScriptFailure, Upstream, Ways
from qa_appliance.core.errors import Invalid
from qa_appliance.core.run import LentSite

_ITS_OWN = "its own address"
SCHEMES = frozenset({"http", "https"})
ALWAYS_DIRECT = SEALED | {"loopback"}
"""What such an address means depends on who connects to it, so no proxy is asked for it."""
LOCALHOST: tuple[IPAddress, ...] = (IPv4Address("127.0.0.1"), IPv6Address("::1"))

Cause = Literal["", "invalid", "scheme", "address", "own", "unreachable"]
"""Why not: no address at all, another scheme, a forbidden address, the appliance itself, no answer."""


class Decision(Struct, frozen=True):
    """`addresses` are the only ones that may be connected to, in the order to try them; empty unless allowed.

    `allowed` means that no rule refuses it. A name that does not resolve is allowed with no address and the cause
    "unreachable": nothing can be connected to, and nothing was refused. `through`: the proxy they are asked of; a name
    stands among them only then. `reason` is a sentence for the person who
    wrote the test; it names the host and, where a setting helps, the setting. `port` 0: the address has none.
    `rule`: what the operator would have to allow; empty where no rule helps.
    """

    allowed: bool
    reason: str
    host: str
    addresses: tuple[str, ...] = ()
    port: int = 0
    cause: Cause = ""
    rule: str = ""
    through: Upstream | None = None
    others: tuple[Decision, ...] = ()
    """Further ways to the same host, where a proxy script names several: for when a proxy is not there."""

    @property
    def forwarded(self) -> bool:
        """Whether unencrypted requests go to the proxy as they are: it would put the address into their Host field."""
        return self.through is not None and self.through.forwards and self.addresses == (self.host.rstrip("."),)


class Guard:
    """The operator's allow rules over the addresses hosts resolve to.

    `rules` are texts as given to `--allow`; Invalid names the one that cannot be read. `own_addresses` are the
    (address, port) pairs the appliance serves on, 0.0.0.0 and :: standing for every address of the machine; what
    opens later joins through `serving`. They are opened only where the rules cover them *and* the run's base URL
    names them: `for_run` gives the guard of one run.

    Sites are asked of `upstream`, those of `bypass` (in the forms of the rules) and this machine directly. A host that
    a rule names is handed over by name; of every other the proxy gets the very addresses that were decided on.
    """

    def __init__(
        self,
        rules: Iterable[str] = (),
        own_addresses: Iterable[tuple[str, int]] = (),
        *,
        resolve: Resolve | None = None,
        upstream: Upstream | Ways | None = None,
        bypass: Iterable[str] = (),
    ) -> None:
        self._rules: AllowRules = parse_rules(rules)
        self._own = {(ip_address(host), port) for host, port in own_addresses}
        self._resolve: Resolve = resolve or Resolver()
        self._upstream = upstream
        if upstream is not None and not isinstance(upstream, Upstream):
            upstream.closed = self._closed_to_proxies
        try:
            self._bypass = parse_rules(bypass)
        except Invalid as problem:
            raise Invalid(f"In --proxy-bypass: {problem.message}") from None
        self._base: tuple[str, int] | None = None
        self._lent: LentSite | None = None

    def lend(self, site: LentSite) -> None:
        """Only a run whose base URL names the site may open it, and no rule is needed for that."""
        self._lent = site

    def for_run(self, base_url: str) -> Guard:
        """The same rules and own addresses, for a run whose base URL this is."""
        guard = copy.copy(self)
        try:
            base = parse_address(base_url)
        except ValueError:
            return guard  # such a run gets no further than decide(base_url)
        guard._base = base.name, base.port
        return guard

    def serving(self, host: str, port: int) -> None:
        """The appliance serves on this address from now on."""
        self._own.add((ip_address(host), port))

    def stopped_serving(self, host: str, port: int) -> None:
        self._own.discard((ip_address(host), port))

    async def decide(self, url: str) -> Decision:
        """Decides on an address as a person or a page wrote it. Never raises."""
        try:
            address = parse_address(url)
        except ValueError as error:
            return Decision(False, str(error), shortened(url), cause="invalid")
        if address.scheme not in SCHEMES:
            reason = f"“{shortened(url)}” cannot be opened: only http and https addresses can, not {address.scheme}:."
            return Decision(False, reason, address.host, port=address.port, cause="scheme")
        return await self.decide_on(address)

    async def decide_on(self, address: Address) -> Decision:
        """Decides on the host of an address, whatever its scheme. Never raises.

        One forbidden address among several refuses the host: which of them a connection would take is not ours to
        guess, and a public address beside a private one is how rebinding looks.
        """
        name, port = address.name, address.port
        if self._lent is not None and self._base == (name, port) == (self._lent.name, 80):
            return await self._open_lent(address, self._lent)
        if name in METADATA_NAMES and not (self._rules.everything or self._rules.addresses):
            return self._refuse(address, f"{name} is the name of a cloud metadata service", _ITS_OWN)
        try:
            found = await self._addresses_of(address)
        except OSError:
            if name in METADATA_NAMES and not self._rules.everything:
                return self._refuse(address, f"{name} is the name of a cloud metadata service", _ITS_OWN)
            if self._upstream is not None and self._rules.names(name) and not self._bypassed(name, ()):
                return await self._way(address, ())
            return self._not_found(address)
        for ip in map(without_zone, found):
            refusal = self._judge(address, ip)
            if refusal is not None:
                return refusal
        return await self._way(address, found)

    async def _way(self, address: Address, found: Sequence[IPAddress]) -> Decision:
        """Directly or through the lab's proxy. `found` are decided on; empty where only a proxy may know the name."""
        upstream = self._upstream
        if upstream is None or self._bypassed(address.name, found):
            return self._direct(address, found)
        if isinstance(upstream, Upstream):
            return self._through(address, found, upstream)
        try:
            ways = await upstream.ways(address, found)
        except ScriptFailure as error:
            reason = f"The host {address.name} cannot be reached on port {address.port}: {error.why}."
            return Decision(True, reason, address.host, port=address.port, cause="unreachable")
        decisions = [
            self._through(address, found, way) if way is not None else self._direct(address, found) for way in ways
        ]
        usable = [each for each in decisions if each.addresses]
        if not usable:
            return self._not_found(address)
        return structs.replace(usable[0], others=tuple(usable[1:]))

    def _direct(self, address: Address, found: Sequence[IPAddress]) -> Decision:
        return Decision(True, "", address.host, tuple(map(str, found)), address.port)

    def _through(self, address: Address, found: Sequence[IPAddress], upstream: Upstream) -> Decision:
        """The proxy gets the name of a host that a rule names: what that resolves to is opened whatever it is, and some
        proxies know by the name alone who may be asked for.
        """
        by_name = address.literal is None and self._rules.names(address.name)
        addresses = (address.name,) if by_name else tuple(map(str, found))
        return Decision(True, "", address.host, addresses, address.port, through=upstream)

    def _not_found(self, address: Address) -> Decision:
        reason = f"The host {address.name} could not be found: its name does not resolve to an address."
        return Decision(True, reason, address.host, port=address.port, cause="unreachable")

    def _closed_to_proxies(self, ip: IPAddress, port: int) -> bool:
        """A proxy script comes from elsewhere: it leads to nothing opened by name alone, nor to the appliance."""
        return _sort(without_zone(ip)) in SEALED or self._is_own(ip, port)

    def _bypassed(self, name: str, addresses: Sequence[IPAddress]) -> bool:
        """`addresses` are empty where the name does not resolve here."""
        if self._bypass.names(name):
            return True
        return any(self._bypass.covers(each) or _sort(each) in ALWAYS_DIRECT for each in addresses)

    async def _open_lent(self, address: Address, site: LentSite) -> Decision:
        try:
            host, port = await site.open()
        except OSError as error:
            reason = f"{address.name} cannot be opened: {error.strerror or error}."
            return Decision(True, reason, address.host, port=address.port, cause="unreachable")
        return Decision(True, "", address.host, (host,), port)

    async def _addresses_of(self, address: Address) -> Sequence[IPAddress]:
        if address.literal is not None:
            return (address.literal,)
        if address.name == "localhost" or address.name.endswith(".localhost"):
            return LOCALHOST
        return await self._resolve(address.host)

    def _judge(self, address: Address, ip: IPAddress) -> Decision | None:
        """The refusal of one address of a host, or None."""
        name = address.name
        if name in METADATA_NAMES and not self._rules.open_address(ip):
            return self._refuse(address, f"{name} is the name of a cloud metadata service", _ITS_OWN)
        if not self._rules.open(name, ip):
            realm = classify(ip)
            what = realm.words if realm else "a forbidden address"
            verb = "is" if address.literal is not None else "resolves to"
            sealed = realm is not None and realm.sort in SEALED and address.literal is None
            return self._refuse(address, f"{name} {verb} {what}", _ITS_OWN if sealed else name)
        if self._is_own(ip, address.port) and self._base != (name, address.port):
            reason = (
                f"{address.authority} is an address of the appliance itself. "
                "Only a run whose base URL names it may open it."
            )
            return Decision(False, reason, address.host, port=address.port, cause="own")
        return None

    def _refuse(self, address: Address, why: str, rule: str) -> Decision:
        literal = "" if rule == _ITS_OWN else rule
        reason = f"The host {address.name} is not allowed: {why}. The operator can open it with {SETTING} {rule}."
        return Decision(False, reason, address.host, port=address.port, cause="address", rule=literal)

    def _is_own(self, ip: IPAddress, port: int) -> bool:
        bare = ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip
        serving = [own for own, own_port in self._own if own_port == port]
        if not serving:
            return False
        if bare in serving or bare.is_unspecified:
            return True
        return any(own.is_unspecified for own in serving) and (bare.is_loopback or str(bare) in _local_addresses())


def _sort(address: IPAddress) -> str:
    realm = classify(address)
    return realm.sort if realm is not None else ""


def _local_addresses() -> frozenset[str]:
    return frozenset(entry.address for entries in psutil.net_if_addrs().values() for entry in entries)
