"""Sites reached as a lab's proxy script (PAC) says: what it may not do, whom it leads to, and what the guard keeps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest

from qa_appliance.browser.egress import automatic, pac
from qa_appliance.browser.egress.address import IPAddress
from qa_appliance.browser.egress.automatic import Automatic
from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.pac import Script, Way, read_ways
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.browser.egress.routes import guard_of
from qa_appliance.browser.egress.upstream import ScriptFailure
from qa_appliance.core.errors import Invalid
from qa_appliance.settings import Proxy
from tests.browser.conftest import Site
from tests.browser.test_upstream import PAGE, PRIVATE, PUBLIC, Lab, resolve

CORRUPT = "function FindProxyForURL(url, host) {"


def says(body: str) -> str:
    return f"{CORRUPT} {body} }}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no function FindProxyForURL"),
        ("var FindProxy = 1", "no function FindProxyForURL"),
        (CORRUPT, "no script that can be run: SyntaxError"),
        ("throw new Error('at once')", "no script that can be run: Error: at once"),
        ("while (true) {}", "no script that can be run: InternalError: interrupted"),
        ("<html>Sign in</html>", "no script that can be run: SyntaxError"),
    ],
)
async def test_what_is_no_proxy_script_is_refused(text: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pac, "CPU_SECONDS", 0.1)
    with pytest.raises(Invalid, match=why):
        await Script.read(text, resolve)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("while (true) {}", "breaks off (InternalError: interrupted)"),
        ("try { while (true) {} } catch (error) { while (true) {} }", "breaks off (InternalError: interrupted)"),
        ("return /(a+)+$/.test('a'.repeat(40) + 'b')", "breaks off (InternalError: interrupted)"),
        ("var all = []; while (true) all.push(new Array(9999).fill(1))", "out of memory"),
        ("return FindProxyForURL(url, host)", "breaks off (RangeError: Maximum call stack size exceeded)"),
        ("throw 'nothing'", "breaks off (nothing)"),
        ("return nothing", "breaks off (ReferenceError: nothing is not defined)"),
        ("return fetch(url)", "breaks off (ReferenceError: fetch is not defined)"),
        ("return require('fs')", "breaks off (ReferenceError: require is not defined)"),
        ("for (var at = 0; at < 99; at++) isResolvable('host' + at); return 'DIRECT'", "asks for more than 20 names"),
        ("return 'SPDY proxy:443; QUIC x:1'", "names nothing that is spoken here (SPDY proxy:443; QUIC x:1)"),
        ("return 'PROXY proxy:99999'", "names nothing that is spoken here"),
        ("return 'PROXY me@proxy:1'", "names nothing that is spoken here"),
        ("return 'PROXY'", "names nothing that is spoken here"),
    ],
)
async def test_a_script_that_does_not_answer_opens_nothing(
    body: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pac, "CPU_SECONDS", 0.1)
    script = await Script.read(says(f"if (host === 'good') return 'DIRECT'; {body}"), resolve)
    for _ in range(2):
        with pytest.raises(ScriptFailure) as failed:
            await script.ask("http://a.example/", "a.example", {})
        assert why in failed.value.why
    assert await script.ask("http://good/", "good", {}) == (Way("direct"),)  # it is not broken by it


@pytest.mark.parametrize(
    ("answer", "ways"),
    [
        ("", [Way("direct")]),
        ("DIRECT", [Way("direct")]),
        (" proxy a.lab:3128 ;; DIRECT; ", [Way("http", "a.lab", 3128), Way("direct")]),
        ("PROXY a; HTTP b:8", [Way("http", "a", 80), Way("http", "b", 8)]),
        ("SOCKS c; SOCKS5 d", [Way("socks4", "c", 1080), Way("socks5", "d", 1080)]),
        ("PROXY [2001:db8::1]:3128; PROXY [::1]", [Way("http", "2001:db8::1", 3128), Way("http", "::1", 80)]),
        ("HTTPS a; HTTPS c:8443", [Way("https", "a", 443), Way("https", "c", 8443)]),
        ("QUIC a:443; PROXY b:1; PROXY b:1", [Way("http", "b", 1)]),
    ],
)
def test_the_ways_it_names(answer: str, ways: list[Way]) -> None:
    assert list(read_ways(answer)) == ways


HOLDS = """
isPlainHostName('intranet')
!isPlainHostName('www.lab')
!isPlainHostName('::1')
dnsDomainIs('www.lab.example', '.lab.example')
!dnsDomainIs('www.other', '.lab.example')
localHostOrDomainIs('www', 'www.lab')
localHostOrDomainIs('www.lab', 'www.lab')
!localHostOrDomainIs('www.x', 'www.lab')
isResolvable('inside.example')
!isResolvable('elsewhere.example')
dnsResolve('elsewhere.example') === null
dnsResolve('inside.example') === '10.1.2.3'
dnsResolveEx('inside.example') === '10.1.2.3'
dnsResolve('1.2.3.4') === '1.2.3.4'
isInNet('inside.example', '10.1.0.0', '255.255.0.0')
!isInNet('inside.example', '10.2.0.0', '255.255.0.0')
isInNet('200.1.2.3', '200.0.0.0', '255.0.0.0')
!isInNet('elsewhere.example', '0.0.0.0', '0.0.0.0')
isInNetEx('10.1.2.3', '10.1.0.0/16')
!isInNetEx('10.1.2.3', '10.2.0.0/16')
isInNetEx('fd00:1::5', 'fd00::/8')
isInNetEx('2001:db8::1', '2001:db8::/33')
!isInNetEx('2001:db8:8000::1', '2001:db8::/33')
!isInNetEx('10.1.2.3', '::/0')
shExpMatch('http://a.lab/x?y', '*.lab/x?y')
!shExpMatch('alab', 'a.lab')
shExpMatch('abc', 'a?c')
!shExpMatch('abc', 'ab')
dnsDomainLevels('a.b.c') === 2
convert_addr('104.16.41.2') === 1745889538
myIpAddress().split('.').length === 4
sortIpAddressList('10.2.3.9; 2001:db8::1;1.1.1.1') === '2001:db8::1;1.1.1.1;10.2.3.9'
weekdayRange('MON', 'SUN')
weekdayRange('SUN', 'SAT', 'GMT')
!weekdayRange('XYZ')
dateRange('JAN', 'DEC')
dateRange(2020, 2099)
dateRange(1, 'JAN', 2020, 31, 'DEC', 2099)
!dateRange(1999)
dateRange(1, 31)
timeRange(0, 24)
timeRange(0, 0, 0, 23, 59, 59)
timeRange(0, 0, 23, 60, 'GMT')
timeRange(12, 12 + 12) !== timeRange(0, 12)
"""


async def test_what_a_script_may_call() -> None:
    """`dnsResolve` and its kin ask the appliance's own look-up; nothing is asked twice."""
    asked: list[str] = []

    async def counted(name: str) -> tuple[IPAddress, ...]:
        asked.append(name)
        return await resolve(name)

    checks = HOLDS.strip().splitlines()
    wrong = "".join(f"if (!({check})) return 'PROXY wrong-{at}:1';" for at, check in enumerate(checks))
    script = await Script.read(says(f"{wrong} return 'DIRECT'"), counted)
    assert await script.ask("http://a.example/", "a.example", {}) == (Way("direct"),)
    assert sorted(asked) == ["elsewhere.example", "inside.example"]


@asynccontextmanager
async def browsing(
    script: str | Path, *allow: str, names: Sequence[str] = (), heard: list[Decision] | None = None
) -> AsyncIterator[httpx.AsyncClient]:
    """What a test's browser does, through its way out. `names`: what shop.example resolves to, one after another."""
    answers = iter(names)

    async def resolving(host: str) -> tuple[IPAddress, ...]:
        known = next(answers, None)
        return (ip_address(known),) if known is not None else await resolve(host)

    guard = Guard(allow, resolve=resolving, upstream=Automatic(str(script), resolve=resolving))
    on_decision = heard.append if heard is not None else lambda _: None
    async with (
        EgressProxy.open(guard, on_decision=on_decision) as proxy,
        httpx.AsyncClient(proxy=proxy.server, trust_env=False) as client,
    ):
        yield client


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "proxy.pac"


@pytest.mark.parametrize(
    "url", ["http://inside.example/", "http://169.254.169.254/", "http://metadata.google.internal/"]
)
async def test_neither_script_nor_proxy_hears_of_what_the_guard_refuses(url: str, site: Site, file: Path) -> None:
    lab = Lab()
    async with site(lab.http) as port:
        file.write_text(says(f"return 'PROXY 127.0.0.1:{port}'"))
        async with browsing(file) as client:
            answer = await client.get(url)
    assert (answer.status_code, lab.heads) == (403, [])


async def test_a_name_that_changes_its_address_meanwhile_leads_nowhere_else(site: Site, file: Path) -> None:
    """Rebinding: what the guard decided on is what the script is told and what the proxy is asked for."""
    lab = Lab()
    async with site(lab.http) as port:
        file.write_text(
            says(f"return dnsResolve(host) === '{PUBLIC}' ? 'PROXY 127.0.0.1:{port}' : 'PROXY 127.0.0.1:9'")
        )
        async with browsing(file, names=[PUBLIC, PRIVATE]) as client:
            assert (await client.get("http://shop.example/")).text == "the shop"
            assert (await client.get("http://shop.example/again")).status_code == 403  # it is private by now
    assert [head.partition("\r\n")[0] for head in lab.heads] == [f"CONNECT {PUBLIC}:80 HTTP/1.1"]


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("169.254.169.254:80", "a proxy at 169.254.169.254:80, which the proxy script names, is not connected to"),
        ("[fe80::1]:80", "is not connected to"),
        ("[::ffff:169.254.169.254]:80", "is not connected to"),
        ("127.0.0.1:OWN", "is not connected to"),
        ("localhost:OWN", "is not connected to"),
    ],
)
async def test_a_script_does_not_lead_to_what_is_closed(place: str, why: str, file: Path) -> None:
    heard: list[Decision] = []
    guard = Guard(upstream=Automatic(str(file), resolve=resolve), resolve=resolve)
    async with EgressProxy.open(guard, on_decision=heard.append) as proxy:  # it is the appliance's own, too
        own = proxy.server.rpartition(":")[2]
        for kind in ("PROXY", "SOCKS5"):
            file.write_text(says(f"return '{kind} {place.replace('OWN', own)}'"))
            guard._upstream = Automatic(str(file), resolve=resolve)
            guard._upstream.closed = guard._closed_to_proxies
            async with httpx.AsyncClient(proxy=proxy.server, trust_env=False) as client:
                with pytest.raises(httpx.HTTPError):
                    await client.get("http://shop.example/")
    assert [why in decision.reason for decision in heard] == [True, True], heard


async def test_this_machine_never_goes_through_a_proxy(site: Site, file: Path) -> None:
    async def own(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(PAGE)

    file.write_text(says("return 'PROXY 127.0.0.1:9'"))
    async with site(own) as port, browsing(file, "loopback") as client:
        assert (await client.get(f"http://127.0.0.1:{port}/")).text == "the shop"


async def test_the_next_is_tried_where_one_is_not_there_and_not_where_one_refuses(site: Site, file: Path) -> None:
    lab, refusing = Lab(), Lab(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
    heard: list[Decision] = []
    async with site(lab.http) as port, site(refusing.http) as other, site(lab.socks) as socks:
        file.write_text(
            f"var ways = {{'shop.example': 'PROXY 127.0.0.1:9; SOCKS5 127.0.0.1:9; PROXY 127.0.0.1:{port}; DIRECT',"
            f" 'refused.example': 'PROXY 127.0.0.1:{other}; PROXY 127.0.0.1:{port}',"
            f" 'socks.example': 'SOCKS5 127.0.0.1:{socks}', 'nobody.example': 'PROXY nowhere.invalid:1'}};"
            + says("return ways[host]")
        )
        script = Automatic(str(file), "ada", "correct horse", resolve=resolve)
        guard = Guard(("*.example",), resolve=resolve, upstream=script)
        async with (
            EgressProxy.open(guard, on_decision=heard.append) as proxy,
            httpx.AsyncClient(proxy=proxy.server, trust_env=False) as client,
        ):
            for host in ("shop", "socks"):
                assert (await client.get(f"http://{host}.example/")).text == "the shop"
            with pytest.raises(httpx.HTTPError):
                await client.get("https://refused.example/")
            with pytest.raises(httpx.HTTPError):
                await client.get("http://nobody.example/")
        later = await guard.decide("http://shop.example/")
    # whole, by its name, and to nobody who is not there
    assert lab.heads[0].startswith("GET http://shop.example/ HTTP/1.1\r\n")
    assert lab.heads[1:] == ["ada:correct horse socks.example:80"]
    assert len(refusing.heads) == 1
    assert "refuses a tunnel to refused.example:443 (403)" in heard[0].reason
    assert "the proxy nowhere.invalid:1 cannot be reached: its name does not resolve" in heard[1].reason
    assert later.through is not None  # those that were not there are asked last
    assert later.through.name == f"127.0.0.1:{port}"


async def test_a_host_nobody_here_can_resolve_goes_to_a_proxy_by_name_and_never_directly(
    site: Site, file: Path
) -> None:
    lab = Lab()
    heard: list[Decision] = []
    async with site(lab.http) as port:
        file.write_text(says(f"return host === 'elsewhere.example' ? 'DIRECT; PROXY 127.0.0.1:{port}' : 'DIRECT'"))
        async with browsing(file, "*.example", heard=heard) as client:
            assert (await client.get("http://elsewhere.example/")).text == "the shop"
            with pytest.raises(httpx.HTTPError):
                await client.get("http://gone.example/")
    assert lab.heads[0].startswith("GET http://elsewhere.example/ HTTP/1.1\r\n")
    assert "The host gone.example could not be found" in heard[0].reason


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", "answers with status 404"),
        (b"HTTP/1.1 302 There\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n", "with status 302"),
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + b" " * 300, "It is larger than"),
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<html>", "It is no script that can be run"),
        (b"nonsense\r\n\r\n", "Its address cannot be reached"),
    ],
)
async def test_without_its_script_nothing_is_reached(
    answer: bytes, why: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gives(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)

    monkeypatch.setattr(automatic, "MOST_BYTES", 200)
    async with site(gives) as port:
        guard = guard_of(("*.example",), Proxy(pac=f"http://127.0.0.1:{port}/proxy.pac"))
        decision = await guard.decide("http://elsewhere.example/")
    assert (decision.allowed, decision.cause, decision.addresses) == (True, "unreachable", ())
    assert why in decision.reason


async def test_a_script_that_was_read_stays_and_a_new_one_is_taken(
    site: Site, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = await guard_of(("*",), Proxy(pac=str(file))).decide("http://93.184.215.14/")
    assert "proxy.pac cannot be used. It cannot be read: No such file" in gone.reason
    texts = [says("return 'PROXY one:1'"), None, says("return 'PROXY two:1'")]

    async def gives(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        text = texts.pop(0)
        if text is not None:
            writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + text.encode())

    async with site(gives) as port:
        guard = guard_of(("*",), Proxy(pac=f"http://127.0.0.1:{port}/proxy.pac"))
        found = []
        for _ in range(3):
            decision = await guard.decide("http://93.184.215.14/")
            found.append(decision.through.name if decision.through is not None else decision.reason)
            assert isinstance(guard._upstream, Automatic)
            guard._upstream._due = 0.0  # its time is over
    assert found == ["one:1", "one:1", "two:1"]
