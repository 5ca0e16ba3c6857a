"""The socket of a studio session: its pictures and messages, and what is asked of it (interfaces, Studio).

Never waits for a slow tab, nor the session for it.
"""

from __future__ import annotations

import asyncio

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from qa_appliance.api.http.asgi import Socket
from qa_appliance.api.http.dependencies import Caller, Gate, Peers, Services
from qa_appliance.api.http.peer import same_site
from qa_appliance.api.resources.runs.live import (
    CHECK_SECONDS,
    ENDED,
    FOREIGN,
    MISSING,
    REFUSED,
    TOKEN_SECONDS,
    first_token,
)
from qa_appliance.core.errors import Problem
from qa_appliance.studio.messages import Ask, Trouble
from qa_appliance.studio.outbox import Outbox
from qa_appliance.studio.session import Session

_LISTENING = "tab"
_NO_MORE = "The session was closed: who opened it may not change anything in this organization any more."
_NOT_READ = "This was not understood by the session."
_asks: msgspec.json.Decoder[Ask] = msgspec.json.Decoder(Ask)


@websocket("/ws/studio", opt={"live": True})
async def studio(socket: Socket, services: Services, gate: Gate, peers: Peers) -> None:
    """`/ws/studio?session=`; the first message is `{token}` of a session of the dashboard."""
    if not same_site(socket.scope):
        await socket.close(code=FOREIGN, reason="Another site")
        return
    await socket.accept()
    token = await first_token(socket, TOKEN_SECONDS)
    try:
        caller = await gate.session(token)
    except Problem:
        if token:
            await gate.count_refusal(peers.address(socket.scope))
        await socket.close(code=REFUSED, reason="Not signed in")
        return
    desk = services.studio
    session = desk.find(socket.query_params.get("session", ""), caller.user_id) if desk is not None else None
    if session is None or not _may_go_on(session, caller):
        await socket.close(code=MISSING, reason="Session not found")
        return
    with session.watching() as tab:
        sending = asyncio.create_task(_send(socket, tab))
        listening = asyncio.create_task(_listen(socket, session, tab), name=_LISTENING)
        try:
            await _until_over(socket, session, token, gate, {sending, listening})
        finally:
            for task in (sending, listening):
                task.cancel()
            await asyncio.gather(sending, listening, return_exceptions=True)


def _may_go_on(session: Session, caller: Caller) -> bool:
    """In the organization it was opened in, and as long as the caller may change things there."""
    return session.wanted.request.org_id == caller.org_id and caller.may.changes


async def _until_over(socket: Socket, session: Session, token: str, gate: Gate, tasks: set[asyncio.Task[None]]) -> None:
    while True:
        done, _ = await asyncio.wait(tasks, timeout=CHECK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if any(task.get_name() == _LISTENING or task.exception() for task in done):
            return  # the tab is gone
        if done:
            await socket.close(code=ENDED, reason="The session has ended")
            return
        try:
            caller = await gate.session(token)
        except Problem:
            await socket.close(code=REFUSED, reason="Signed out")
            return
        if not _may_go_on(session, caller):
            session.close(_NO_MORE)
            await socket.close(code=MISSING, reason="Session not found")
            return


async def _send(socket: Socket, tab: Outbox) -> None:
    async for message in tab.waiting():
        if isinstance(message, bytes):
            await socket.send_data(message, mode="binary")
        else:
            await socket.send_data(msgspec.json.encode(message).decode(), mode="text")


async def _listen(socket: Socket, session: Session, tab: Outbox) -> None:
    while True:
        try:
            asked = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        try:
            session.ask(_asks.decode(asked))
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError):
            tab.put(Trouble(_NOT_READ))
