"""The guard decides on the addresses a host really has (decision 28)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from ipaddress import ip_address

import psutil
import pytest

from qa_appliance.browser.egress.address import IPAddress
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.egress.networks import METADATA
from qa_appliance.browser.egress.resolver import Resolver
from qa_appliance.core.errors import Invalid
from qa_appliance.core.run import LentSite


def names(**table: str) -> Callable[[str], Awaitable[tuple[IPAddress, ...]]]:
    """A resolver with these answers: names with _ for the dots, addresses separated by spaces."""
    asked: list[str] = []

    async def resolve(name: str) -> tuple[IPAddress, ...]:
        asked.append(name)
        found = table.get(name.removesuffix(".").replace(".", "_"))
        if found is None:
            raise OSError("no such name")
        return tuple(map(ip_address, found.split()))

    resolve.asked = asked  # type: ignore[attr-defined]
    return resolve


NAMES = names(
    public_test="93.184.216.34",
    two_test="93.184.216.34 2606:2800:220:1::1",
    intranet_test="10.0.0.5",
    mixed_test="93.184.216.34 10.0.0.5",
    mixed6_test="93.184.216.34 ::1",
    loop_test="127.0.0.1",
    link_test="169.254.7.7",
    imds_test="169.254.169.254",
    azure_test="168.63.129.16",
    zone_test="fe80::1%1",
    mapped_test="::ffff:10.0.0.5",
    metadata_google_internal="93.184.216.34",
    instance_lab_test="192.168.3.4",
)

FORBIDDEN = [
    # (address, words of the reason)
    ("127.0.0.1", "a loopback address"), ("127.255.255.254", "loopback"), ("[::1]", "loopback"),
    ("localhost", "loopback"), ("LOCALHOST.", "loopback"), ("a.localhost", "loopback"),
    ("10.1.2.3", "a private address"), ("172.16.0.1", "private"), ("172.31.255.255", "private"),
    ("192.168.0.1", "private"), ("[fc00::1]", "private"), ("[fdff::1]", "private"),
    ("169.254.1.1", "a link-local address"), ("[fe80::1]", "link-local"), ("[febf::1]", "link-local"),
    ("169.254.169.254", "a cloud metadata address"), ("[fd00:ec2::254]", "metadata"), ("168.63.129.16", "metadata"),
    ("100.100.100.200", "metadata"), ("metadata.google.internal", "metadata"),
    ("METADATA.google.internal.", "metadata"),
    ("0.0.0.0", "reaches the machine itself"), ("0.1.2.3", "reaches the machine itself"),
    ("[::]", "reaches the machine itself"),
    ("100.64.0.1", "carrier-grade NAT"), ("100.127.255.255", "carrier-grade NAT"), ("192.0.0.8", "protocol assignment"),
    ("198.18.0.1", "benchmarking"), ("198.19.255.255", "benchmarking"), ("192.0.2.1", "documentation"),
    ("198.51.100.1", "documentation"), ("203.0.113.1", "documentation"), ("192.88.99.1", "6to4 relay"),
    ("224.0.0.1", "multicast"), ("239.255.255.255", "multicast"), ("240.0.0.1", "reserved"),
    ("255.255.255.255", "reserved"), ("[ff02::1]", "multicast"), ("[fec0::1]", "site-local"),
    ("[2001:db8::1]", "documentation"), ("[3fff::1]", "documentation"), ("[2001:10::1]", "protocol assignment"),
    ("[100::1]", "not a globally routable"), ("[4000::1]", "not a globally routable"), ("[5f00::1]", "not a globally"),
    ("[::ffff:127.0.0.1]", "IPv4-mapped"), ("[::ffff:8.8.8.8]", "IPv4-mapped"), ("[::ffff:0:10.0.0.1]", "translated"),
    ("[::127.0.0.1]", "IPv4-compatible"), ("[64:ff9b::10.0.0.1]", "a NAT64"), ("[64:ff9b::8.8.8.8]", "a NAT64"),
    ("[64:ff9b:1::7f00:1]", "local NAT64"), ("[2002:7f00:1::]", "6to4"), ("[2001:0:1:2:3:4:80ff:fffe]", "Teredo"),
    ("[2a00::5efe:10.0.0.1]", "ISATAP"), ("[2a00::200:5efe:10.0.0.1]", "ISATAP"),
    ("[2002:a9fe:a9fe::]", "holds 169.254.169.254"), ("[2001:0:1:2:3:4:5601:5601]", "holds 169.254.169.254"),
    ("intranet.test", "resolves to a private address"), ("mixed.test", "resolves to a private address"),
    ("mixed6.test", "loopback"), ("loop.test", "loopback"), ("link.test", "link-local"), ("imds.test", "metadata"),
    ("azure.test", "metadata"), ("zone.test", "link-local"), ("mapped.test", "IPv4-mapped"),
    ("2130706433", "loopback"), ("0x7f.1", "loopback"), ("１２７.０.０.１", "loopback"),
    ("public.test@127.0.0.1", "loopback"), ("127.0.0.1\\@public.test", "loopback"),
]  # fmt: skip


@pytest.mark.parametrize(("host", "words"), FORBIDDEN)
async def test_refused_unless_opened(host: str, words: str) -> None:
    decision = await Guard(resolve=NAMES).decide(f"http://{host}/")
    assert not decision.allowed
    assert decision.addresses == ()
    assert words in decision.reason
    assert "--allow" in decision.reason
    assert decision.host in decision.reason or decision.host.removesuffix(".") in decision.reason


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://public.test/", "javascript:1", "data:,x", "chrome://gpu",
                                 "ws://public.test/", "view-source:http://public.test/", "about:blank"])  # fmt: skip
async def test_only_http_and_https(url: str) -> None:
    decision = await Guard(["*"], resolve=NAMES).decide(url)
    assert (decision.allowed, decision.cause) == (False, "scheme")
    assert "only http and https" in decision.reason


@pytest.mark.parametrize("url", ["", "shop", "http://", "http://[fe80::1%25eth0]/", "http://1.2.3.4.5/"])
async def test_what_is_no_address(url: str) -> None:
    decision = await Guard(["*"], resolve=NAMES).decide(url)
    assert (decision.allowed, decision.cause) == (False, "invalid")


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("public.test", ("93.184.216.34",)),
        ("public.test.", ("93.184.216.34",)),
        ("two.test", ("93.184.216.34", "2606:2800:220:1::1")),
        ("8.8.8.8", ("8.8.8.8",)),
        ("[2606:4700::1111]", ("2606:4700::1111",)),
        ("172.15.255.255", ("172.15.255.255",)),
        ("172.32.0.1", ("172.32.0.1",)),
        ("100.63.255.255", ("100.63.255.255",)),
        ("223.255.255.255", ("223.255.255.255",)),
    ],
)
async def test_public_hosts_need_no_rule(host: str, addresses: tuple[str, ...]) -> None:
    decision = await Guard(resolve=NAMES).decide(f"https://{host}/")
    assert decision.allowed
    assert decision.addresses == addresses
    assert decision.reason == ""


async def test_a_name_that_does_not_resolve_is_not_refused_but_leads_nowhere() -> None:
    decision = await Guard(resolve=NAMES).decide("http://nosuch.test/")
    assert (decision.allowed, decision.addresses, decision.cause) == (True, (), "unreachable")
    assert "nosuch.test" in decision.reason


OPENED = [
    # (rules, opened, still refused)
    ("loopback", "127.0.0.1 127.9.9.9 [::1] localhost a.localhost loop.test", "10.0.0.5 0.0.0.0 [::ffff:127.0.0.1]"),
    ("private", "10.0.0.5 192.168.1.1 172.20.0.1 [fd12::1] intranet.test mixed.test",
     "127.0.0.1 100.64.0.1 169.254.1.1 [fd00:ec2::254] [::ffff:10.0.0.5] mixed6.test"),
    ("intranet.test", "intranet.test INTRANET.test.", "10.0.0.5 mixed.test loop.test a.intranet.test"),
    ("mapped.test", "mapped.test", "[::ffff:10.0.0.5]"),
    ("imds.test", "public.test", "imds.test"),
    ("link.test", "public.test", "link.test"),
    ("*.lab.test", "instance.lab.test", "lab.test.intranet.test intranet.test"),
    ("*.test", "intranet.test mixed.test loop.test", "imds.test link.test azure.test 10.0.0.5"),
    ("10.0.0.5", "10.0.0.5 0xa000005 intranet.test mixed.test", "10.0.0.6 127.0.0.1 [::ffff:10.0.0.5]"),
    ("10.0.0.0/8", "10.0.0.5 10.255.0.1 intranet.test", "192.168.1.1 [::ffff:10.0.0.5]"),
    ("100.64.0.0/10", "100.64.9.9", "100.100.100.200 10.0.0.5"),
    ("0.0.0.0/0", "127.0.0.1 10.0.0.5 224.0.0.1", "169.254.1.1 169.254.169.254 168.63.129.16 [::1]"),
    ("169.254.0.0/16", "public.test", "169.254.1.1 169.254.169.254"),
    ("169.254.169.254", "169.254.169.254 imds.test", "169.254.1.1 168.63.129.16 metadata.google.internal"),
    ("169.254.7.7/32", "link.test", "169.254.169.254"),
    ("fe80::1", "zone.test [fe80::1]", "[fe80::2]"),
    ("::1", "[::1]", "127.0.0.1 localhost"),
    ("[::1]", "[::1]", "127.0.0.1"),
    ("64:ff9b::/96", "[64:ff9b::8.8.8.8]", "[64:ff9b::10.0.0.1] [64:ff9b::169.254.169.254]"),
    ("64:ff9b::/96 private", "[64:ff9b::10.0.0.1]", "[64:ff9b::127.0.0.1] [64:ff9b::169.254.169.254]"),
    ("::/0", "[::1] [fd12::1] [::ffff:8.8.8.8]", "[fd00:ec2::254] [fe80::1] [::ffff:127.0.0.1] 127.0.0.1"),
    ("127.1", "127.0.0.1", "127.0.0.2"),
    ("*", "127.0.0.1 10.0.0.5 169.254.169.254 imds.test metadata.google.internal [::ffff:127.0.0.1] 0.0.0.0 [fe80::1]",
     ""),
    ("loopback private", "127.0.0.1 10.0.0.5 mixed.test mixed6.test", "169.254.1.1"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "opened", "refused"), OPENED)
async def test_what_each_rule_opens(rules: str, opened: str, refused: str) -> None:
    guard = Guard(rules.split(), resolve=NAMES)
    for host in refused.split():
        decision = await guard.decide(f"http://{host}/")
        assert not decision.allowed or decision.cause == "unreachable", host
    for host in opened.split():
        decision = await guard.decide(f"http://{host}/")
        assert decision.allowed, decision.reason
        assert decision.addresses


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("", "is empty"),
        ("http://shop.test/", "is a whole address"),
        ("shop.test:8080", "names a port"),
        ("10.0.0.1/8", "write 10.0.0.0/8"),
        ("10.0.0.0/33", "is not a block"),
        ("shop/x", "is not a block"),
        ("a*b.test", "has a star"),
        ("*.*.test", "has a star"),
        ("*.10.0.0.1", "star before an address"),
        ("a b", "is not a host"),
        ("user@shop.test", "is not a plain host"),
        ("fe80::1%eth0", "names a port|is not"),
    ],
)
def test_a_rule_that_cannot_be_read_is_named(rule: str, words: str) -> None:
    with pytest.raises(Invalid, match=words) as caught:
        Guard(["loopback", rule])
    assert "A rule is a host, *.domain" in caught.value.message


async def test_names_of_this_machine_are_loopback_without_asking() -> None:
    resolve = names()
    decision = await Guard(["loopback"], resolve=resolve).decide("http://shop.localhost/")
    assert decision.addresses == ("127.0.0.1", "::1")
    assert resolve.asked == []  # type: ignore[attr-defined]


async def test_metadata_names_are_refused_without_asking() -> None:
    resolve = names()
    assert not (await Guard(["private"], resolve=resolve).decide("http://metadata.goog/")).allowed
    assert resolve.asked == []  # type: ignore[attr-defined]


async def test_the_message_suggests_a_rule_that_works() -> None:
    for host in ("10.0.0.5", "intranet.test", "localhost", "127.0.0.1", "169.254.169.254", "loop.test", "[fd12::1]"):
        decision = await Guard(resolve=NAMES).decide(f"http://{host}/")
        rule = decision.reason.removesuffix(".").rpartition("--allow ")[2]
        assert (await Guard([rule], resolve=NAMES).decide(f"http://{host}/")).allowed, decision.reason


@pytest.mark.parametrize(
    ("rules", "own", "base", "url", "allowed"),
    [
        ("", "127.0.0.1", "http://127.0.0.1:8700/", "http://127.0.0.1:8700/", False),
        ("loopback", "127.0.0.1", "http://127.0.0.1:3000/", "http://127.0.0.1:8700/", False),
        ("loopback", "127.0.0.1", "http://127.0.0.1:3000/", "http://localhost:8700/", False),
        ("*", "127.0.0.1", "http://127.0.0.1:3000/", "http://[::ffff:127.0.0.1]:8700/", False),
        ("*", "0.0.0.0", "http://127.0.0.1:3000/", "http://0.0.0.0:8700/", False),
        ("*", "0.0.0.0", "http://127.0.0.1:3000/", "http://127.8.8.8:8700/", False),
        ("*", "::", "http://127.0.0.1:3000/", "http://[::1]:8700/", False),
        ("loopback", "127.0.0.1", "http://127.0.0.1:3000/", "http://127.0.0.1:3000/", True),
        ("loopback", "127.0.0.1", "http://127.0.0.1:8700/app", "http://127.0.0.1:8700/", True),
        ("loopback", "127.0.0.1", "http://localhost:8700/", "http://localhost:8700/", True),
        ("*", "192.168.1.1", "http://127.0.0.1:3000/", "http://10.0.0.1:8700/", True),
    ],
)
async def test_the_appliance_itself(rules: str, own: str, base: str, url: str, allowed: bool) -> None:
    guard = Guard(rules.split(), [(own, 8700)], resolve=NAMES).for_run(base)
    decision = await guard.decide(url)
    assert decision.allowed is allowed, decision.reason
    if not allowed and rules:
        assert decision.cause == "own"


async def test_every_address_of_the_machine_is_its_own_when_it_serves_on_all() -> None:
    guard = Guard(["*"], [("0.0.0.0", 8700)])
    for entries in psutil.net_if_addrs().values():
        for entry in entries:
            if entry.family.name == "AF_INET":
                assert (await guard.decide(f"http://{entry.address}:8700/")).cause == "own"


async def test_metadata_addresses_are_all_refused_under_wide_rules() -> None:
    guard = Guard(["loopback", "private", "0.0.0.0/0", "::/0"])
    for address in METADATA:
        host = f"[{address}]" if address.version == 6 else str(address)
        assert not (await guard.decide(f"http://{host}/")).allowed, host


async def test_the_resolver_asks_once_for_those_who_ask_together() -> None:
    resolver = Resolver()
    answers = await asyncio.gather(*(resolver("localhost") for _ in range(20)))
    assert len(set(answers)) == 1
    assert all(address.is_loopback for address in answers[0])
    with pytest.raises(OSError):
        await resolver("nosuch.invalid")
    with pytest.raises(OSError):
        await resolver("a" * 300 + ".test")


LENT = [
    # (base URL of the run, address it opens, whether it may)
    ("http://try.localhost/", "http://10.0.0.5/", False),
    ("http://10.0.0.5/", "http://try.localhost/", False),
    ("http://try.localhost:8080/", "http://try.localhost:8080/", False),
    ("http://try.localhost/", "http://try.localhost:8080/", False),
    ("http://try.localhost/", "http://127.0.0.1:4711/", False),
    ("http://try.localhost/", "http://a.try.localhost/", False),
    ("http://try.localhost/", "http://TRY.localhost./cart", True),
]


@pytest.mark.parametrize(("base", "address", "allowed"), LENT)
async def test_a_lent_site_is_opened_by_its_name_in_runs_of_it_alone(base: str, address: str, allowed: bool) -> None:
    async def opened() -> tuple[str, int]:
        return "127.0.0.1", 4711

    guard = Guard(resolve=NAMES)
    guard.lend(LentSite("try.localhost", (), opened))
    decision = await guard.for_run(base).decide(address)
    assert decision.allowed == allowed
    assert (decision.addresses, decision.port) == (("127.0.0.1",), 4711) if allowed else not decision.addresses
    assert not (await guard.decide("http://try.localhost/")).allowed


async def test_a_lent_site_that_cannot_be_opened_is_unreachable() -> None:
    async def broken() -> tuple[str, int]:
        raise OSError("no port is free")

    guard = Guard(resolve=NAMES)
    guard.lend(LentSite("try.localhost", (), broken))
    decision = await guard.for_run("http://try.localhost/").decide("http://try.localhost/")
    assert (decision.cause, decision.addresses) == ("unreachable", ())
    assert "no port is free" in decision.reason
