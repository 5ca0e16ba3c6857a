"""At the wire: whatever a page does with a hostile address, no connection reaches the victim; what is opened passes.

Short form: every vector with a few hostile addresses, and every address with one vector. `WIRE_MATRIX=full` runs
every address against every vector and prints the figures.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import socket
import string
import tomllib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qs, quote

import psutil
import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.egress import wire
from qa_appliance.browser.egress.address import IPAddress
from qa_appliance.browser.egress.dial import dial
from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import environment
from qa_appliance.browser.process.session import context_options
from qa_appliance.core.run import Site
from tests.browser.conftest import Talk
from tests.conftest import given

FULL = os.environ.get("WIRE_MATRIX") == "full"
HERE = Path(__file__).parent
VECTORS_JS = (HERE / "wire_vectors.js").read_text()
VECTORS = re.findall(r"^    (\w+): ", VECTORS_JS.split("const vectors = {")[1].split("window.vectors")[0], re.MULTILINE)
SILENT = frozenset({"webrtc", "webtransport", "preconnect", "dns_prefetch", "icon", "speculation"})
"""Not HTTP, or not done by a headless browser: no control can show them at work. They still must not connect."""
QUIET_SECONDS = 0.5
MANY_HOSTILE, MANY_OPENED = 90, 30

FORMS = tomllib.loads((HERE / "wire_forms.toml").read_text())


def forms(kind: str) -> list[str]:
    return [*(f"http://{host}:{{p}}/{{x}}" for host in FORMS[kind]["hosts"]), *FORMS[kind]["whole"]]


HOSTILE_FORMS, OPENED_FORMS = forms("hostile"), forms("opened")


@dataclass
class World:
    """Home serves the pages, the friend may be reached, the victim may not."""

    home: str = ""
    friend: int = 0  # ports
    victim: int = 0
    context: BrowserContext | None = None
    reached: set[str] = field(default_factory=set)  # paths the friend was asked for
    hits: list[str] = field(default_factory=list)  # whatever came to the victim
    decisions: list[Decision] = field(default_factory=list)
    dialled: set[tuple[str, int]] = field(default_factory=set)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def more(self, within: float = QUIET_SECONDS) -> bool:
        """Waits for something to arrive anywhere; False when nothing did."""
        try:
            await asyncio.wait_for(self.news.wait(), within)
        except TimeoutError:
            return False
        self.news.clear()
        return True


class Datagrams(asyncio.DatagramProtocol):
    def __init__(self, world: World) -> None:
        self.world = world

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.world.news.set()
        self.world.hits.append(f"UDP from {addr}: {data[:40]!r}")


Line = tuple[str, int, int, int]
"""A vector, hostile addresses tried, connections refused, controls passed."""

Answer = tuple[int, dict[str, str], str]


def at_home(path: str, query: str) -> Answer:
    """The attacker's site: one page with all vectors, and the detours some of them take."""
    asked = {name: values[0] for name, values in parse_qs(query).items()}
    to = asked.get("to", "").replace("\t", "")
    in_header = quote(to, safe=string.printable)  # where a browser reads Latin-1
    match path:
        case "/":
            return 200, {}, f"<!doctype html><body><script>{VECTORS_JS}</script>"
        case "/redirect":
            return int(asked["status"]), {"Location": to}, ""
        case "/meta":
            return 200, {}, f'<meta http-equiv=refresh content="0;url={to}">'
        case "/refresh":
            return 200, {"Refresh": f"0;url={in_header}"}, ""
        case "/location":
            return 200, {}, "<script>location = new URLSearchParams(location.search).get('to')</script>"
        case "/link-header":
            return 200, {"Link": f"<{in_header}>; rel=preload; as=image"}, ""
        case "/csp":
            return 200, {"Content-Security-Policy": f"img-src 'none'; report-uri {in_header}"}, "<img src=/x>"
        case "/sw.js":
            return 200, {"Content-Type": "text/javascript"}, SERVICE_WORKER
    return 404, {}, ""


SERVICE_WORKER = """
oninstall = () => skipWaiting()
onactivate = event => event.waitUntil(clients.claim())
onmessage = async event => {
  await fetch(event.data, { mode: "no-cors" }).catch(() => 0)
  event.ports[0].postMessage(1)
}
"""


def talk(answer: Callable[[str, str], Answer]) -> Talk:
    """An HTTP server that keeps no connection: `answer(path, query)`."""

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            path, _, query = head.split(" ", 2)[1].partition("?")
            status, headers, body = answer(path, query)
            fields = {"Content-Type": "text/html; charset=utf-8", "Access-Control-Allow-Origin": "*", **headers,
                      "Access-Control-Allow-Headers": "*", "Access-Control-Allow-Methods": "*",
                      "Connection": "close", "Content-Length": str(len(body.encode()))}  # fmt: skip
            lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
            writer.write(f"HTTP/1.1 {status} X\r\n{lines}\r\n{body}".encode())
            await writer.drain()
        writer.close()

    return one


def one_port() -> tuple[socket.socket, socket.socket]:
    """Sockets for TCP and for UDP on the same port: one that is free for the one may be taken for the other."""
    while True:
        streams = socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True)
        packets = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            packets.bind(("127.0.0.1", streams.getsockname()[1]))
        except OSError:
            streams.close()
            packets.close()
        else:
            return streams, packets


@pytest.fixture
async def world(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    loop = asyncio.get_running_loop()
    turns = {name: itertools.cycle(answers) for name, answers in FORMS["names"].items()}
    world = World()

    async def resolve(name: str) -> tuple[IPAddress, ...]:
        name = name.removesuffix(".")
        if name not in turns:
            raise OSError
        return tuple(map(ip_address, next(turns[name]).split()))

    async def watched(decision: Decision, factory: Callable[[], asyncio.Protocol], *, forwarded: bool) -> object:
        assert not forwarded
        world.dialled.add((decision.host, decision.port))
        if not all(ip_address(address).is_loopback for address in decision.addresses):
            raise OSError  # no test sends anything out of the machine
        return await dial(decision, factory)

    monkeypatch.setattr(wire, "dial", watched)

    def befriend(path: str, query: str) -> Answer:
        world.reached.add(path.strip("/"))
        world.news.set()
        return 200, {"Content-Disposition": "attachment"} if path.startswith("/download/") else {}, "hello"

    def be_hit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        world.hits.append(f"TCP from {writer.get_extra_info('peername')}")
        world.news.set()
        writer.close()

    def hear(decision: Decision) -> None:
        world.decisions.append(decision)
        world.news.set()

    home = await asyncio.start_server(talk(at_home), "127.0.0.1", 0)
    friend = await asyncio.start_server(talk(befriend), "0.0.0.0", 0)
    streams, packets = one_port()
    world.victim = streams.getsockname()[1]
    victim = await asyncio.start_server(be_hit, sock=streams)
    datagrams, _ = await loop.create_datagram_endpoint(lambda: Datagrams(world), sock=packets)
    world.home = f"http://home.localhost:{home.sockets[0].getsockname()[1]}/"
    world.friend = friend.sockets[0].getsockname()[1]
    async with EgressProxy.open(Guard(FORMS["opened"]["rules"], resolve=resolve), on_decision=hear) as proxy:
        context = await browser.new_context(**context_options(Site(world.home), proxy.server))
        world.context = context
        yield world
        await context.close()
    datagrams.close()
    for server in (home, friend, victim):
        server.close()


async def attack(world: World, page: Page, vector: str, forms: list[str], port: int) -> int:
    """Lets a page make the connections one way; answers how many of the forms this browser can read."""
    await page.goto(world.home)
    urls = [form.format(p=port, x=f"{vector}/{index}") for index, form in enumerate(forms)]
    readable: list[str] = await page.evaluate("urls => urls.filter(url => URL.canParse(url, location.href))", urls)
    async with asyncio.timeout(120):
        late = await page.evaluate("([vector, urls]) => attack(vector, urls)", [vector, readable])
    assert late <= sum("@" in url for url in readable), f"{vector}: {late} attempts never settled"
    for other in page.context.pages:
        if other is not page:
            await other.close()
    return len(readable)


@pytest.fixture(scope="module")
async def figures(pytestconfig: pytest.Config) -> AsyncIterator[list[Line]]:
    lines: list[Line] = []
    yield lines
    if FULL:
        with pytestconfig.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
            for vector, tried, refused, passed in lines:
                print(f"\n{vector:18} {tried:5} tried {refused:6} refused {passed:4} controls passed, 0 hits", end="")
            sums = [sum(column) for column in zip(*(line[1:] for line in lines), strict=True)]
            print(f"\n{len(lines)} vectors: {sums[0]} tried, {sums[1]} refused, {sums[2]} controls passed, 0 hits")


def assert_unhurt(world: World) -> None:
    assert world.hits == []
    assert {host for host, port in world.dialled if port == world.victim} <= {"rebind.test"}  # on its public turn
    for decision in world.decisions:
        assert decision.host
        assert decision.reason


@pytest.mark.parametrize("vector", VECTORS)
async def test_no_way_to_connect_reaches_the_victim(world: World, figures: list[Line], vector: str) -> None:
    page = await given(world.context).new_page()
    every = 1 if FULL or vector == "fetch" else 17
    opened = OPENED_FORMS[:: every // 2 or 1]
    tried = await attack(world, page, vector, HOSTILE_FORMS[::every], world.victim)
    while len(world.decisions) < tried / 2 and vector not in SILENT and await world.more(60):
        pass
    while (len(world.decisions) < tried or vector in SILENT) and await world.more():
        pass
    refused = len(world.decisions)
    assert_unhurt(world)
    if vector in SILENT:
        figures.append((vector, tried, refused, 0))
        return
    assert refused >= tried / 2, f"{vector} hardly tried"  # headers hold no tabs, and caches join what is the same
    await attack(world, page, vector, opened, world.friend)
    expected = {f"{vector}/{index}" for index in range(len(opened))}
    while not expected <= world.reached:
        assert await world.more(60), f"not reached: {sorted(expected - world.reached)}"
    assert_unhurt(world)
    figures.append((vector, tried, refused, len(opened)))
    if every == 1:
        assert tried >= MANY_HOSTILE
        assert len(opened) >= MANY_OPENED


@pytest.mark.parametrize("vector", ["navigation", "request"])
async def test_what_a_step_opens(world: World, figures: list[Line], vector: str) -> None:
    """The page as a whole goes to the address, or a request is made beside the page."""

    async def visit(url: str) -> tuple[int, str]:
        if vector == "request":
            answer = await given(world.context).request.get(url, max_redirects=0)
            return answer.status, await answer.text()
        response = await page.goto(url)
        return (response.status, await response.text()) if response else (0, "")

    page = await given(world.context).new_page()
    counts = []
    for several, port in ((HOSTILE_FORMS, world.victim), (OPENED_FORMS, world.friend)):
        await page.goto(world.home)
        urls = [form.format(p=port, x=f"{vector}/{index}") for index, form in enumerate(several)]
        read = "urls => urls.map(url => URL.parse(url, location.href)?.href).filter(Boolean)"
        wholes = await page.evaluate(read, urls if FULL else urls[::4])
        counts.append(len(wholes))
        for url in wholes:
            try:
                status, text = await visit(url)
            except PlaywrightError as error:
                status, text = 0, error.message  # a tunnel that was refused, a name on its public turn
            if port == world.friend:
                assert (status, text) == (200, "hello"), url
            else:
                assert status in (0, 502) or (status == 403 and "--allow" in text), url
    assert_unhurt(world)
    assert len(world.decisions) >= counts[0]
    figures.append((vector, counts[0], len(world.decisions), counts[1]))


async def test_without_the_proxy_and_its_switches_the_victim_is_reached(world: World) -> None:
    """The vectors that have no control are real: a browser that is not held back makes these connections."""
    choice = await choose_browser()
    async with async_playwright() as playwright:
        args = [*choice.args, "--no-sandbox"]
        browser = await playwright.chromium.launch(executable_path=choice.path, env={**environment(choice)}, args=args)
        page = await browser.new_page()
        lines = [name for name, state in psutil.net_if_stats().items() if state.isup and name != "lo"]
        webrtc = ("webrtc",) if lines else ()  # it is not even tried on a machine without any network
        for vector in ("fetch", *webrtc, "webtransport", "preconnect"):
            world.hits.clear()
            await attack(world, page, vector, ["http://127.0.0.1:{p}/{x}"], world.victim)
            while not world.hits:
                assert await world.more(60), f"{vector} reaches nobody even without a guard"
        await browser.close()


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "chrome://version/", "ftp://127.0.0.1:{p}/", "view-source:http://127.0.0.1:{p}/"]
)
async def test_a_page_opens_no_other_scheme(world: World, url: str) -> None:
    page = await given(world.context).new_page()
    await page.goto(world.home)
    url = url.format(p=world.victim)
    assert await page.evaluate("url => fetch(url).then(() => 'open', () => 'closed')", url) == "closed"
    for way in (
        "Object.assign(document.createElement('a'), { href: url }).click()",
        "open(url)",
        "document.body.append(Object.assign(document.createElement('iframe'), { src: url }))",
    ):
        await page.evaluate(f"url => {{ try {{ {way} }} catch {{}} }}", url)
        while await world.more():
            pass
        for frame in (frame for opened in given(world.context).pages for frame in opened.frames):
            assert not frame.url.startswith(("file:", "chrome:", "ftp:", "view-source:"))
    assert page.url == world.home
    assert_unhurt(world)
