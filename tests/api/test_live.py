"""The live view over a real WebSocket: who may not watch, and what a watcher sees (contract section 6)."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from qa_appliance.api.http.hub import EventHub, Watcher
from qa_appliance.core.events import Ended, Event, Frame, Planned, Shown, Started, StepBegan, StepEnded
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.store.tables import callers, runs
from tests.api.conftest import SITE, Person, Served, person


async def accepted(served: Served, who: Person) -> str:
    run = runs.NewRun(org_id=who.org_id, project_id=who.project_id, instruction="x", base_url=SITE)
    return await runs.insert_pending(served.db, run, now=served.clock(), upgrade_url="/")


def address(served: Served, run_id: str) -> str:
    return f"{served.url.replace('http', 'ws')}/ws?runId={run_id}"


def token(who: Person) -> str:
    return who.session["Authorization"].removeprefix("Bearer ")


async def closed(socket: ClientConnection) -> int | None:
    async with asyncio.timeout(60):
        await socket.wait_closed()
    return socket.close_code


async def forgotten(served: Served) -> None:
    """Until nobody watches any more."""
    async with asyncio.timeout(60):
        while served.services.hub._watchers:
            await asyncio.sleep(0)


async def test_another_sites_page_does_not_get_in(served: Served, ada: Person) -> None:
    run_id = await accepted(served, ada)
    with pytest.raises(InvalidStatus) as refused:
        await connect(address(served, run_id), origin="https://evil.example")  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403


async def test_who_may_not_watch(served: Served, ada: Person) -> None:
    stranger, gone = await person(served), await person(served)
    run_id, theirs = await accepted(served, ada), await accepted(served, gone)
    async with served.db.write() as transaction:
        await transaction.execute("update sessions set ended_at = '2026' where user_id = ?", (gone.user_id,))
    rows: list[tuple[str, str, int]] = [
        (run_id, json.dumps({"token": "nonsense"}), 4401),
        (run_id, json.dumps({"token": ada.key}), 4401),  # not part of the API-key surface
        (run_id, json.dumps({"token": None}), 4401),
        (run_id, "hello", 4401),
        (run_id, "[]", 4401),
        (run_id, "[" * 16_000, 4401),
        (run_id, '{"token":' * 1_700, 4401),
        (run_id, json.dumps({"token": "x" * 16 * 1024}), 1009),
        (theirs, json.dumps({"token": token(gone)}), 4401),  # signed out
        (run_id, json.dumps({"token": token(stranger)}), 4404),
        ("nothing", json.dumps({"token": token(ada)}), 4404),
    ]
    for run, first, code in rows:
        async with connect(address(served, run)) as socket:
            await socket.send(first)
            assert await closed(socket) == code, first


async def test_a_run_live(served: Served, ada: Person) -> None:
    run_id = await accepted(served, ada)
    emit = served.services.hub.emit
    record = StepRecord(0, "click", "Save", None, "passed", "Click Save", "english")
    async with connect(address(served, run_id), origin=served.url) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"token": token(ada)}))
        assert json.loads(await socket.recv()) == {"type": "state", "status": "pending"}
        await runs.start(served.db, run_id, served.clock())
        emit(Started(run_id))
        emit(StepBegan(run_id, 0, "Click Save", "click"))
        emit(begun("another run", "not for you"))
        emit(StepEnded(run_id, record))
        emit(Planned(run_id, Plan()))
        heard = [json.loads(await socket.recv()) for _ in range(4)]
        assert [each["type"] for each in heard] == ["state", "step", "step", "log"]
        assert heard[1]["step"] == {"index": 0, "sentence": "Click Save", "action": "click", "result": None}
        assert (heard[2]["step"]["result"], heard[2]["step"]["durationMs"]) == ("passed", 0)
        emit(Frame(run_id, b"\xff\xd8jpeg"))
        assert await socket.recv() == b"\xff\xd8jpeg"
        ending = runs.Ending(status="completed", overall_status="passed", report_markdown="")
        await runs.finish(served.db, served.services.vault, run_id, ending, served.clock())
        emit(Ended(run_id, "completed"))
        assert json.loads(await socket.recv()) == {"type": "state", "status": "completed"}
        assert await closed(socket) == 1000
    await forgotten(served)


async def test_an_ended_run_says_so_and_closes(served: Served, ada: Person) -> None:
    run_id = await accepted(served, ada)
    await runs.cancel(served.db, run_id, None, served.clock())
    async with connect(address(served, run_id)) as socket:
        await socket.send(json.dumps({"token": token(ada)}))
        assert json.loads(await socket.recv()) == {"type": "state", "status": "cancelled"}
        assert await closed(socket) == 1000


async def test_signing_out_ends_the_view(served: Served, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qa_appliance.api.resources.runs.live.CHECK_SECONDS", 0.05)
    run_id = await accepted(served, ada)
    async with connect(address(served, run_id)) as socket:
        await socket.send(json.dumps({"token": token(ada)}))
        await socket.recv()
        row = await served.db.one("select id from sessions where user_id = ?", (ada.user_id,))
        assert row is not None
        await callers.end_session(served.db, row["id"], served.clock())
        assert await closed(socket) == 4401


async def test_a_watcher_that_leaves_is_forgotten(served: Served, ada: Person) -> None:
    run_id = await accepted(served, ada)
    async with connect(address(served, run_id)) as socket:
        await socket.send(json.dumps({"token": token(ada)}))
        await socket.recv()
    await forgotten(served)
    served.services.hub.emit(begun(run_id, "nobody listens"))
    assert not served.services.hub._watchers


async def test_who_comes_later_is_told_what_happened_before() -> None:
    hub, record = EventHub(), StepRecord(0, "click", "Save", None, "passed", "Click Save", "english")
    sent: list[Event] = [Started("r"), StepBegan("r", 0, "Click Save", "click"), StepEnded("r", record)]
    hub.emit(begun("r", "before the run has a browser"))
    for event in sent:
        hub.emit(event)
    with hub.watching("r") as first:
        assert await heard(first, 3) == sent
        hub.emit(Frame("r", b"now"))
        with hub.watching("r") as second, hub.watching("another") as stranger:
            assert await heard(second, 4) == [*sent, Frame("r", b"now")]
            hub.emit(begun("another", "alone"))
            assert await heard(stranger, 1) == [begun("another", "alone")]
    with hub.watching("r") as late:  # nobody saw what came after that picture
        hub.emit(begun("r", "still going"))
        assert await heard(late, 4) == [*sent, begun("r", "still going")]
    hub.emit(Frame("r", b"unwatched"))
    hub.emit(Ended("r", "completed"))
    assert not hub._past
    assert not hub._watchers


def begun(run_id: str, sentence: str) -> StepBegan:
    return StepBegan(run_id, 0, sentence, "click")


async def heard(watcher: Watcher, count: int) -> list[Shown]:
    events: list[Shown] = []
    async for event in watcher.events():
        events.append(event)
        if len(events) == count:
            break
    return events


async def test_a_slow_watcher_loses_pictures_and_no_messages() -> None:
    watcher, seen = Watcher(), []
    for number in range(300):
        watcher.put(Frame("r", bytes([number % 256])))
        watcher.put(begun("r", str(number)))
    watcher.put(Ended("r", "completed"))
    async for event in watcher.events():
        seen.append(event)
        if isinstance(event, Frame):
            break
    assert [event.sentence for event in seen if isinstance(event, StepBegan)] == [str(number) for number in range(300)]
    assert [event.jpeg for event in seen if isinstance(event, Frame)] == [bytes([299 % 256])]
