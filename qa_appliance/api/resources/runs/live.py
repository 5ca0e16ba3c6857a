"""The live view of a run over a WebSocket (contract section 6). Never waits for a slow watcher, nor the run for it."""

from __future__ import annotations

import asyncio
from typing import assert_never

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from qa_appliance.api.http.asgi import Socket
from qa_appliance.api.http.bodies import decode
from qa_appliance.api.http.dependencies import Gate, Peers, Services
from qa_appliance.api.http.hub import Watcher
from qa_appliance.api.http.peer import same_site
from qa_appliance.core.errors import Invalid, Problem
from qa_appliance.core.events import Ended, Frame, ModelUsed, Planned, Started, StepBegan, StepEnded
from qa_appliance.core.run import TERMINAL
from qa_appliance.store.tables import runs
from qa_appliance.store.views import run_views

TOKEN_SECONDS = 10.0  # a connection that says nothing is closed
CHECK_SECONDS = 5.0  # how often the run's state and the session are looked at again

REFUSED, FOREIGN, MISSING, ENDED = 4401, 4403, 4404, 1000
_LISTENING = "watcher"


@websocket("/ws", opt={"live": True})
async def live(socket: Socket, services: Services, gate: Gate, peers: Peers) -> None:
    """`/ws?runId=`; the first message is `{token}` of a session. JSON messages have a `type`, pictures are JPEG."""
    if not same_site(socket.scope):
        await socket.close(code=FOREIGN, reason="Another site")
        return
    await socket.accept()
    token = await first_token(socket, TOKEN_SECONDS)
    run_id = socket.query_params.get("runId", "")
    if not await _may_watch(socket, token, run_id, services, gate, peers):
        return
    with services.hub.watching(run_id) as watcher:
        sending = asyncio.create_task(_send(socket, watcher))
        listening = asyncio.create_task(_until_closed(socket), name=_LISTENING)
        try:
            await _keep_watch(socket, token, run_id, services, gate, {sending, listening})
        finally:
            for task in (sending, listening):
                task.cancel()
            await asyncio.gather(sending, listening, return_exceptions=True)


async def first_token(socket: Socket, seconds: float) -> str:
    """The token that the first message of a socket brings in time; empty where it brings none."""
    try:
        first = decode(await asyncio.wait_for(socket.receive_text(), seconds))
    except (TimeoutError, Invalid, WebSocketDisconnect, KeyError):
        return ""
    token = first.get("token") if isinstance(first, dict) else None
    return token if isinstance(token, str) else ""


async def _may_watch(socket: Socket, token: str, run_id: str, services: Services, gate: Gate, peers: Peers) -> bool:
    """Only a living session of the run's own organization (contract section 6: not part of the key surface)."""
    try:
        caller = await gate.session(token)
    except Problem:
        if token:
            await gate.count_refusal(peers.address(socket.scope))
        await _close(socket, REFUSED, "Not signed in")
        return False
    if await run_views.org_of(services.db, run_id) != caller.org_id:
        await _close(socket, MISSING, "Run not found")
        return False
    return True


async def _keep_watch(
    socket: Socket, token: str, run_id: str, services: Services, gate: Gate, tasks: set[asyncio.Task[None]]
) -> None:
    """Tells the state at once and at the end; stops when the run has ended, the watcher left or signed out."""
    state = await runs.status(services.db, run_id)
    await _send_json(socket, {"type": "state", "status": state})
    while state not in TERMINAL:
        done, _ = await asyncio.wait(tasks, timeout=CHECK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if any(task.get_name() == _LISTENING or task.exception() for task in done):
            return  # the watcher left
        try:
            await gate.session(token)
        except Problem:
            await _close(socket, REFUSED, "Signed out")
            return
        state = await runs.status(services.db, run_id)
        if state in TERMINAL:
            await _send_json(socket, {"type": "state", "status": state})
    await _close(socket, ENDED, "The run has ended")


async def _send(socket: Socket, watcher: Watcher) -> None:
    async for event in watcher.events():
        if isinstance(event, Ended):
            return
        if isinstance(event, Frame):
            await socket.send_data(event.jpeg, mode="binary")
        else:
            await _send_json(socket, message(event))


async def _until_closed(socket: Socket) -> None:
    while True:
        try:
            await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return


def message(event: Planned | Started | StepBegan | StepEnded | ModelUsed) -> dict[str, object]:
    """An event as a watcher gets it: `type` is state, step or log."""
    match event:
        case Started():
            return {"type": "state", "status": "running"}
        case Planned(plan=plan):
            gaps = [gap.text for gap in plan.gaps]
            return {"type": "log", "text": f"{len(plan.steps)} steps planned.", "gaps": gaps}
        case StepBegan(index=index, sentence=sentence, action=action):
            begun = {"index": index, "sentence": sentence, "action": action, "result": None}
            return {"type": "step", "step": begun}
        case StepEnded(record=record):
            return {"type": "step", "step": msgspec.to_builtins(record)}
        case ModelUsed(calls=calls, tokens=tokens, cents=cents):
            cost = f", {cents} cents" if cents is not None else ""
            return {"type": "log", "text": f"The model was asked {calls} times so far: {tokens:,} tokens{cost}."}
        case _:
            assert_never(event)


async def _send_json(socket: Socket, content: dict[str, object]) -> None:
    await socket.send_data(msgspec.json.encode(content).decode(), mode="text")


async def _close(socket: Socket, code: int, reason: str) -> None:
    await socket.close(code=code, reason=reason)
