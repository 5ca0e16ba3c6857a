"""A Selenium Grid as an endpoint: refusals, the room it has, sessions that are given back, a node that dies."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Download

from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.browser.process import endpoints as endpoints_module
from qa_appliance.browser.process import line as line_module
from qa_appliance.browser.process import pulse
from qa_appliance.browser.process import session as session_module
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.endpoint import NoBrowser, parse_endpoint
from qa_appliance.browser.process.endpoints import Endpoints
from qa_appliance.browser.process.grid import Grid, Room
from qa_appliance.core.errors import Unavailable
from qa_appliance.core.run import Site
from qa_appliance.evidence.base import downloaded as downloaded_module
from qa_appliance.evidence.base.downloaded import downloaded
from tests.authority import Authority, serving_who
from tests.conftest import Response, Serve

from .grid import GridStandIn, Node

SITE = Site(base_url="http://127.0.0.1:1/")


@pytest.fixture(autouse=True)
def nobody_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints_module, "PATIENCE_SECONDS", 0.0)


def status(*nodes: dict[str, Any]) -> str:
    return json.dumps({"value": {"ready": True, "nodes": list(nodes)}})


def node(slots: str, *, takes: int = 9, availability: str = "UP", version: str = "") -> dict[str, Any]:
    """`slots`: a letter for each: free, taken by others, or of another browser."""
    stereotypes = {"f": "chrome", "t": "chrome", "o": "firefox"}
    return {
        "availability": availability,
        "maxSessions": takes,
        "slots": [
            {
                "stereotype": {"browserName": stereotypes[slot], **({"browserVersion": version} if version else {})},
                "session": {"sessionId": "x", "capabilities": {"se:name": "theirs"}} if slot == "t" else None,
            }
            for slot in slots
        ],
    }


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Response("Welcome to nginx"), "What answers at http://127.0.0.1:PORT is no Selenium Grid (status 200)."),
        (Response('{"status": "ok"}'), "What answers at http://127.0.0.1:PORT is no Selenium Grid (status 200)."),
        (Response("no", 503), "What answers at http://127.0.0.1:PORT is no Selenium Grid (status 503)."),
        (
            Response('{"value": {"error": "unknown error", "message": "Wrong password\\nHost info: vm"}}', 401),
            "The Grid at http://127.0.0.1:PORT refused: Wrong password.",
        ),
        (
            Response("", 401),
            "What answers at http://127.0.0.1:PORT wants another user and password in its address than it got.",
        ),
        (Response(status()), "The Grid at http://127.0.0.1:PORT has no node with Chrome that takes sessions."),
        (
            Response(status(node("oo"), node("ff", availability="DRAINING"), node("ff", availability="DOWN"))),
            "The Grid at http://127.0.0.1:PORT has no node with Chrome that takes sessions.",
        ),
    ],
)
async def test_what_is_no_grid_or_has_no_browser_is_told_to_the_operator_alone(
    serve: Serve, answer: Response, reason: str
) -> None:
    origin = await serve({"/status": answer})
    address = origin.removesuffix("/").replace("http://", "http://lab:s3cret@")
    with pytest.raises(NoBrowser) as refused:
        async with Endpoints.open([parse_endpoint(f"{address}/#grid", 1)]):
            pytest.fail("it was taken for a Grid")
    assert refused.value.reason == reason.replace("PORT", origin.rstrip("/").rpartition(":")[2])
    assert refused.value.message == "The browser endpoint cannot be used. The appliance's operator is told why."


async def test_one_that_does_not_answer_is_told() -> None:
    async with Grid.open("http://127.0.0.1:1", "http://127.0.0.1:1") as grid:
        with pytest.raises(Unavailable, match=r"The Grid at http://127\.0\.0\.1:1 does not answer \(ConnectError\)"):
            await grid.room()


async def test_a_certificate_that_nobody_known_has_signed_is_told(tmp_path: Path) -> None:
    with serving_who(Authority("Lab", tmp_path).server()) as (address, _):
        url = address.rstrip("/")
        async with Grid.open(url, "https://hub") as grid:
            with pytest.raises(Unavailable, match=r"The certificate of the Grid at https://hub is not trusted\. Name"):
                await grid.room()


@pytest.mark.parametrize(
    ("nodes", "room"),
    [
        ([node("ft")], Room(2, 1, 1, ())),
        ([node("ffff", takes=2)], Room(2, 2, 2, ())),
        ([node("fft", takes=2), node("tt")], Room(4, 1, 1, ())),
        ([node("fo", version="156.0"), node("ff", version="153.1")], Room(3, 3, 3, ("153.1", "156.0"))),
        ([node("f"), node("ff", availability="DRAINING")], Room(1, 1, 1, ())),
    ],
)
async def test_the_room_is_what_nodes_that_take_sessions_have_for_us(
    serve: Serve, nodes: list[dict[str, Any]], room: Room
) -> None:
    origin = await serve({"/status": status(*nodes)})
    async with Grid.open(origin, origin) as grid:
        assert await grid.room() == room


async def test_a_session_leaves_through_the_proxy_of_its_run_and_is_given_back(serve: Serve) -> None:
    origin = await serve({"/": "<title>Reached</title>"})
    decisions: list[Decision] = []
    slots: list[int] = []
    nodes = [Node(2, version="153.0"), Node(3, others=1, version="154.0")]
    async with (
        GridStandIn.open(await choose_browser(), nodes, password="s3cret") as grid,
        Endpoints.open([parse_endpoint(f"{grid.url}/#grid", 1)], on_slots=slots.append) as endpoints,
    ):
        assert grid.asked == ["POST /session", "GET /session/ID/se/cdp", "DELETE /session/ID"]
        async with (
            endpoints.egress(SITE) as listen,
            EgressProxy.open(Guard(["127.0.0.1"]), on_decision=decisions.append, listen=listen) as proxy,
            endpoints.session(SITE, proxy.server) as session,
        ):
            await session.page.goto(origin)
            assert await session.page.title() == "Reached"
            answer = await session.page.goto("http://169.254.169.254/")
            assert answer is not None
            assert answer.status == 403
            assert await session.page.evaluate("[typeof RTCPeerConnection, typeof WebTransport]") == ["undefined"] * 2
            [begun] = grid.sessions.values()
            assert begun.name.startswith("qa-appliance ")
            assert "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1" in begun.args
            [state] = endpoints.states
            assert (state.slots, state.used, state.versions, state.problem) == (4, 1, ("153.0", "154.0"), None)
        assert grid.sessions == {}
        nodes[0].availability = "DRAINING"  # its sessions go on, it takes none: fewer runs at once
        [place] = endpoints._places
        await endpoints._look_after(place)
        assert endpoints.states[0].slots == 2
    assert [decision.host for decision in decisions] == ["169.254.169.254"]
    assert slots == [4]


async def test_who_stands_in_the_grids_line_gets_its_turn_and_one_that_left_gives_it_back() -> None:
    """Somebody else has the only browser: a cancelled run does not wait for it, and leaves no session behind."""
    other = Node(1, others=1)
    async with GridStandIn.open(await choose_browser(), [other]) as grid:
        async with Endpoints.open([parse_endpoint(f"{grid.url}/#grid", 1)]) as endpoints:
            assert [(state.slots, state.problem) for state in endpoints.states] == [(1, None)]
            waiting = asyncio.create_task(_open_and_close(endpoints))
            while "POST /session" not in grid.asked:
                await asyncio.wait({waiting}, timeout=0.01)
            waiting.cancel()
            await asyncio.wait({waiting})
            assert waiting.cancelled()
            waiting = asyncio.create_task(_open_and_close(endpoints))
            other.others = 0
            grid.changed()
            await waiting
        assert grid.sessions == {}
        assert sorted(asked.split()[0] for asked in grid.asked) == ["DELETE"] * 2 + ["GET"] + ["POST"] * 2


async def test_a_node_that_dies_is_parted_from_and_another_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Grid tells nobody, and goes on naming it."""
    monkeypatch.setattr(pulse, "SILENT_SECONDS", 3.0)
    monkeypatch.setattr(line_module, "EVERY_SECONDS", 0.1)
    nodes = [Node(1), Node(1)]
    async with (
        GridStandIn.open(await choose_browser(), nodes) as grid,
        Endpoints.open([parse_endpoint(f"{grid.url}/#grid", 1)]) as endpoints,
    ):
        async with endpoints.session(SITE) as session:
            [dying] = [node for node in nodes if node.sessions]
            await dying.die()
            await session.crashed.wait()
            assert session.lost
            assert [state.problem for state in endpoints.states] == [None]  # the other node works
        monkeypatch.setattr(pulse, "SILENT_SECONDS", 60.0)
        async with endpoints.session(SITE) as session:
            assert await session.page.evaluate("1 + 1") == 2
        dying.sessions.clear()
        for node in nodes:
            await node.die()
        with pytest.raises(NoBrowser) as refused:
            await _open_and_close(endpoints)
    assert "refused: Could not start a new session. Connection error." in refused.value.reason


async def test_a_node_that_dies_while_a_session_opens_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its context is there already: to close that was waited for without end."""
    monkeypatch.setattr(line_module, "OPEN_SECONDS", 2.0)
    monkeypatch.setattr(session_module, "SHARED_CLOSE_SECONDS", 0.5)
    nodes = [Node(1)]
    async with (
        GridStandIn.open(await choose_browser(), nodes) as grid,
        Endpoints.open([parse_endpoint(f"{grid.url}/#grid", 1)]) as endpoints,
    ):

        async def dies(_: BrowserContext) -> None:
            await nodes[0].die()

        monkeypatch.setattr(line_module, "_without_webrtc", dies)
        with pytest.raises(NoBrowser) as refused:
            await _open_and_close(endpoints)
    assert "opened no session within 2 seconds" in refused.value.reason


async def test_what_is_downloaded_there_is_read_out_of_the_browser(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By Chrome's protocol alone a download's path is one of the browser's machine."""
    monkeypatch.setattr(downloaded_module, "PIECE_BYTES", 5)
    origin = await serve({"/": "<a download href=/list.csv>List</a>", "/list.csv": "a,b\n1,Größe\n"})
    async with (
        GridStandIn.open(await choose_browser(), [Node(1)]) as grid,
        Endpoints.open([parse_endpoint(f"{grid.url}/#grid", 1)]) as endpoints,
        endpoints.session(SITE) as session,
    ):
        await session.page.goto(origin)
        async with session.page.expect_download() as coming:
            await session.page.get_by_text("List").click()
        download = await coming.value
        there = Path(await download.path()).rename(tmp_path / "list")

        async def path(_: Download) -> Path:
            return there

        monkeypatch.setattr(Download, "path", path)
        monkeypatch.setattr(downloaded_module, "is_here", lambda path: False)
        async with downloaded(download) as here:
            assert here != there
            assert here.read_text(encoding="utf-8") == "a,b\n1,Größe\n"
        assert not here.exists()
        assert len(session.context.pages) == 1


async def _open_and_close(endpoints: Endpoints) -> None:
    async with endpoints.session(SITE):
        pass
