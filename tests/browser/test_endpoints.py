"""Browsers elsewhere: refusals, slots, fail-over before the first step, and the one way out through this machine."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.egress import wire
from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.proxy import EgressProxy, Listen
from qa_appliance.browser.process import endpoint as endpoint_module
from qa_appliance.browser.process import endpoints as endpoints_module
from qa_appliance.browser.process import line as line_module
from qa_appliance.browser.process import pulse
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.endpoint import Endpoint, EndpointKind, NoBrowser, parse_endpoint
from qa_appliance.browser.process.endpoints import Endpoints
from qa_appliance.browser.process.run_server import RunServer
from qa_appliance.core.errors import Invalid, Unavailable
from qa_appliance.core.run import Site
from qa_appliance.evidence.base.downloaded import downloaded
from tests.conftest import Request, Serve

from .remote import lay_out, run_server

SITE = Site(base_url="http://127.0.0.1:1/")
NOBODY = "ws://127.0.0.1:1/"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("host:3000", "no address of a browser endpoint"),
        ("ftp://host", "no address of a browser endpoint"),
        ("ws://", "no address of a browser endpoint"),
        ("ws://host:99999/", "no address of a browser endpoint"),
        ("ws://host/#slots=0", "“#slots=0”"),
        ("ws://host/#slots=many", "“#slots=many”"),
        ("ws://host/#slots=257", "256 slots at most"),
        ("ws://host/?token=s3cret#slot=2", "“#slot=2”"),
        ("ws://host/#grid", "“#grid”"),
        ("http://host/?token=s3cret#grid", "“#grid”"),
        ("http://host/#grid&cdp", "“#grid&cdp”"),
        ("http://host/#grid&slots=0", "“#grid&slots=0”"),
    ],
)
def test_what_is_no_endpoint_is_refused(text: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_endpoint(text, 2)
    assert message in refused.value.message
    assert "s3cret" not in refused.value.message


@pytest.mark.parametrize(
    ("text", "url", "slots", "kind", "shown"),
    [
        ("ws://host:3000/", "ws://host:3000/", 2, "playwright", "ws://host:3000"),
        ("wss://me:pw@host/p?token=a,b#slots=7", "wss://me:pw@host/p?token=a,b", 7, "playwright", "wss://host:443/p"),
        ("http://host:9222", "http://host:9222", 2, "cdp", "http://host:9222"),
        ("ws://[::1]:3000/x#cdp&slots=3", "ws://[::1]:3000/x", 3, "cdp", "ws://[::1]:3000/x"),
        ("https://me:pw@hub/#grid", "https://me:pw@hub/", None, "grid", "https://hub:443"),
        ("http://hub:4444/wd#grid&slots=9", "http://hub:4444/wd", 9, "grid", "http://hub:4444/wd"),
    ],
)
def test_an_endpoint_is_read(text: str, url: str, slots: int | None, kind: EndpointKind, shown: str) -> None:
    endpoint = parse_endpoint(text, 2)
    assert (endpoint, endpoint.shown) == (Endpoint(url, slots, kind), shown)


async def test_without_any_that_answers_the_operator_is_told_each_reason_and_others_no_address() -> None:
    endpoints = [parse_endpoint(text, 1) for text in (f"{NOBODY}?token=s3cret", "http://127.0.0.1:2/?token=s3cret")]
    with pytest.raises(NoBrowser) as refused:
        async with Endpoints.open(endpoints):
            pytest.fail("endpoints without any browser were opened")
    assert "ws://127.0.0.1:1 cannot be used: connect ECONNREFUSED" in refused.value.reason
    assert "http://127.0.0.1:2 cannot be used" in refused.value.reason
    assert "s3cret" not in refused.value.reason
    message = "Browser endpoint 1 of 2 cannot be used. Browser endpoint 2 of 2 cannot be used."
    assert refused.value.message == f"{message} The appliance's operator is told why."


async def test_a_run_is_not_told_where_the_browser_was_that_went_away(
    surroundings: RunServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        run_server(surroundings) as (address, process),
        Endpoints.open([parse_endpoint(address, 1)]) as endpoints,
    ):
        process.kill()
        await process.wait()
        with pytest.raises(NoBrowser) as refused:
            async with endpoints.session(SITE):
                pytest.fail("a session was opened on a browser that is gone")
    message = "The browser endpoint cannot be used. The appliance's operator is told why."
    assert refused.value.message == message
    assert "127.0.0.1" in refused.value.reason
    assert refused.value.reason in caplog.text


async def test_an_endpoint_that_comes_back_is_waited_for(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints_module, "PATIENCE_SECONDS", 60.0)
    monkeypatch.setattr(endpoints_module, "AGAIN_SECONDS", 0.01)
    tries: list[int] = []

    async def connect(*given: Any) -> Any:
        tries.append(1)
        if len(tries) < 3:
            raise Unavailable("It is away.")
        return await endpoint_module.connect(*given)

    async with Endpoints.open([parse_endpoint(server, 1)]) as endpoints:
        monkeypatch.setattr(endpoints_module, "connect", connect)
        await _open_and_close(endpoints)
        assert [(state.used, state.problem) for state in endpoints.states] == [(0, None)]
    assert len(tries) == 3


@pytest.fixture(autouse=True)
def nobody_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints_module, "PATIENCE_SECONDS", 0.0)


@pytest.fixture(scope="module")
async def surroundings(tmp_path_factory: pytest.TempPathFactory) -> RunServer:
    return lay_out(await choose_browser(), tmp_path_factory.mktemp("browsers"))


@pytest.fixture(scope="module")
async def server(surroundings: RunServer) -> AsyncIterator[str]:
    async with run_server(surroundings) as (address, _):
        yield address


async def test_a_session_elsewhere_leaves_through_the_proxy_of_its_run_alone(server: str, serve: Serve) -> None:
    origin = await serve({"/": "<title>Reached</title>"})
    decisions: list[Decision] = []
    async with (
        Endpoints.open([parse_endpoint(server, 1)]) as endpoints,
        endpoints.egress(SITE) as listen,
        EgressProxy.open(Guard(["127.0.0.1"]), on_decision=decisions.append, listen=listen) as proxy,
        endpoints.session(SITE, proxy.server) as session,
    ):
        assert listen == Listen("127.0.0.1", asks=True)
        await session.page.goto(origin)
        assert await session.page.title() == "Reached"
        answer = await session.page.goto("http://169.254.169.254/")
        assert answer is not None
        assert answer.status == 403
        assert await session.page.evaluate("[typeof RTCPeerConnection, typeof WebTransport]") == ["undefined"] * 2
        other = await session.another()
        await other.page.goto(origin)
        assert await other.page.evaluate("typeof RTCPeerConnection") == "undefined"
        assert [state.used for state in endpoints.states] == [1]
    assert [decision.host for decision in decisions] == ["169.254.169.254"]
    assert [state.used for state in endpoints.states] == [0]


async def test_what_a_browser_elsewhere_downloads_is_fetched(server: str, serve: Serve) -> None:
    origin = await serve({"/": "<a download href=/list.csv>List</a>", "/list.csv": "a,b"})
    async with Endpoints.open([parse_endpoint(server, 1)]) as endpoints, endpoints.session(SITE) as session:
        await session.page.goto(origin)
        async with session.page.expect_download() as coming:
            await session.page.get_by_text("List").click()
        async with downloaded(await coming.value) as path:
            assert path.read_text() == "a,b"
    assert not path.exists()


@pytest.mark.parametrize("shown", [b"", b"Proxy-Authorization: Basic dGVzdDp0ZXN0\r\n"])
async def test_others_do_not_get_through_the_proxy(serve: Serve, shown: bytes) -> None:
    asked: list[str] = []

    def note(request: Request) -> str:
        asked.append(request.path)
        return ""

    origin = await serve({"/": note})
    async with EgressProxy.open(Guard(["loopback"]), listen=Listen("127.0.0.1", asks=True)) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.server.rpartition(":")[2]))
        writer.write(b"GET %b/ HTTP/1.1\r\nHost: x\r\n%b\r\n" % (origin.encode(), shown))
        answer = await reader.read()
        writer.close()
    assert answer.startswith(b"HTTP/1.1 407 ")
    assert b'Proxy-Authenticate: Basic realm="qa-appliance"' in answer
    assert asked == []


async def test_who_never_says_the_password_keeps_no_browser_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MOST_STRANGERS", 5)
    monkeypatch.setattr(wire, "STRANGER_SECONDS", 0.3)
    async with EgressProxy.open(Guard(["loopback"]), listen=Listen("127.0.0.1", asks=True)) as proxy:
        port = int(proxy.server.rsplit(":", 1)[1])
        talks = [await asyncio.open_connection("127.0.0.1", port) for _ in range(9)]
        async with asyncio.timeout(60):
            for reader, writer in talks:  # four make place for others, five are too late
                writer.write(b"GET http://127.0.0.1/ HTTP/1.1\r\n")
                with contextlib.suppress(ConnectionError):
                    assert await reader.read() == b""
                writer.close()


async def test_a_place_to_listen_on_that_is_not_there_is_told() -> None:
    with pytest.raises(Unavailable, match=r"cannot listen on 192\.0\.2\.1"):
        async with EgressProxy.open(Guard(), listen=Listen("192.0.2.1", asks=True)):
            pytest.fail("it listens on an address of somebody else")


async def test_the_next_endpoint_takes_over_before_the_first_step(surroundings: RunServer, server: str) -> None:
    async with run_server(surroundings) as (other, process):
        endpoints = [parse_endpoint(address, 2) for address in (other, server)]
        async with Endpoints.open(endpoints) as opened:
            async with opened.session(SITE) as first, opened.session(SITE) as second:
                assert [state.used for state in opened.states] == [1, 1]
                process.kill()
                await first.crashed.wait()
                assert not second.crashed.is_set()
            async with opened.session(SITE), opened.session(SITE) as session:
                assert await session.page.evaluate("1 + 1") == 2
                assert [state.used for state in opened.states] == [0, 2]
                waiting = asyncio.create_task(_open_and_close(opened))
                await asyncio.wait({waiting}, timeout=0.1)
                assert not waiting.done()  # for a slot of the endpoint that works, not for the one that does not
            await waiting
            assert [bool(state.problem) for state in opened.states] == [True, False]


async def test_a_driver_that_dies_is_told_and_replaced(server: str) -> None:
    known = {process.pid for process in psutil.Process().children()}
    async with Endpoints.open([parse_endpoint(server, 1)]) as endpoints:
        [driver] = [process for process in psutil.Process().children() if process.pid not in known]
        async with endpoints.session(SITE) as session:
            driver.kill()
            await session.crashed.wait()
        async with endpoints.session(SITE) as session:
            assert await session.page.evaluate("1 + 1") == 2


async def test_chromes_own_protocol_works_as_well(tmp_path: Path, serve: Serve) -> None:
    choice = await choose_browser()
    browser = await asyncio.create_subprocess_exec(
        choice.path, "--headless", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={tmp_path}",
        env=choice.env, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert browser.stderr is not None
    try:
        while b"DevTools listening on ws://" not in (line := await browser.stderr.readline()):
            assert line
        address = line.decode().split()[-1]
        port = int(address.split("/")[2].rpartition(":")[2])
        with pytest.raises(NoBrowser) as refused:
            async with Endpoints.open([parse_endpoint(address, 1)]):
                pytest.fail("Chrome was taken for a server of Playwright's")
        assert "not Playwright's. Put #cdp at the end of its address." in refused.value.reason
        origin = await serve({"/": "<title>Reached</title>"})
        async with (
            Endpoints.open([parse_endpoint(f"http://127.0.0.1:{port}", 1)]) as endpoints,
            endpoints.egress(SITE) as listen,
            EgressProxy.open(Guard(["loopback"]), listen=listen) as proxy,
            endpoints.session(SITE, proxy.server) as session,
        ):
            await session.page.goto(origin)
            assert await session.page.title() == "Reached"
        # its contexts are of one browser: headers that the browser adds would go along with other runs too
        behind_headers = Site("https://127.0.0.1:1/", extra_headers={"X-Pass": "open-sesame"})
        async with Endpoints.open([parse_endpoint(f"http://127.0.0.1:{port}", 2)]) as endpoints:
            with pytest.raises(NoBrowser, match="shared by several runs"):
                async with endpoints.session(behind_headers):
                    pytest.fail("a browser of several runs was taken")
            await _open_and_close(endpoints)
    finally:
        browser.kill()
        await browser.communicate()


async def _open_and_close(endpoints: Endpoints) -> None:
    async with endpoints.session(SITE):
        pass


@pytest.mark.parametrize("stopped", ["the server", "its browser", "the driver here"])
async def test_what_stands_still_elsewhere_is_parted_from(
    surroundings: RunServer, monkeypatch: pytest.MonkeyPatch, stopped: str
) -> None:
    """Nobody tells of it: what the page was asked would be waited for as long as the run may last."""
    monkeypatch.setattr(pulse, "SILENT_SECONDS", 3.0)
    monkeypatch.setattr(line_module, "EVERY_SECONDS", 0.1)
    ours = {process.pid for process in psutil.Process().children()}
    async with (
        run_server(surroundings) as (address, process),
        Endpoints.open([parse_endpoint(address, 1)]) as endpoints,
    ):
        server = psutil.Process(process.pid)
        [driver] = [each for each in psutil.Process().children() if each.pid not in ours | {server.pid}]
        async with endpoints.session(SITE) as session:
            assert await session.answers()
            still = {
                "the server": [server],
                "its browser": server.children(recursive=True),
                "the driver here": [driver],
            }
            for each in still[stopped]:
                each.suspend()
            asked = asyncio.create_task(session.page.evaluate("6 * 7"))
            await session.crashed.wait()
            assert session.lost
            monkeypatch.setattr(pulse, "SILENT_SECONDS", 60.0)
            assert isinstance((await asyncio.gather(asked, return_exceptions=True))[0], PlaywrightError)
            assert await session.answers()  # it is gone, which is told otherwise
            assert [bool(state.problem) for state in endpoints.states] == [stopped != "the driver here"]
        for each in still[stopped]:
            with contextlib.suppress(psutil.Error):
                each.resume()
        async with endpoints.session(SITE) as session:
            assert await session.page.evaluate("6 * 7") == 42


async def test_one_that_stands_still_while_a_session_opens_is_passed_over(
    surroundings: RunServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_module, "OPEN_SECONDS", 2.0)
    async with (
        run_server(surroundings) as (address, process),
        Endpoints.open([parse_endpoint(address, 1)]) as endpoints,
    ):

        async def connect_and_stop(*given: Any) -> Any:
            browser = await endpoint_module.connect(*given)
            psutil.Process(process.pid).suspend()
            return browser

        monkeypatch.setattr(endpoints_module, "connect", connect_and_stop)
        with pytest.raises(NoBrowser) as refused:
            async with endpoints.session(SITE):
                pytest.fail("a session was opened on a browser that stands still")
    assert "opened no session within 2 seconds" in refused.value.reason
