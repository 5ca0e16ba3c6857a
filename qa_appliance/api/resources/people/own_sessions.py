"""Where somebody is signed in, and ending it there."""

from __future__ import annotations

from litestar import delete, get
from litestar.params import FromPath
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.core.errors import NotFound
from qa_appliance.store.tables import audit
from qa_appliance.store.tables.people import signed_in
from qa_appliance.store.tables.people.signed_in import SignedIn


class SessionsAnswer(Struct, frozen=True):
    """`current`: the id of the one that asks."""

    current: str
    sessions: list[SignedIn]


class EndedAnswer(Struct, frozen=True):
    ended: int


@get("/api/me/sessions", **about("Where one is signed in", "Identity", who="dashboard", answer=SessionsAnswer))
async def list_sessions(caller: Caller, services: Services) -> SessionsAnswer:
    return SessionsAnswer(caller.credential_id, await signed_in.listed(services.db, caller.user_id, services.clock()))


@delete(
    "/api/me/sessions/{id:str}",
    **about("Sign out there", "Identity", who="dashboard", status=204, refuses=(404,), viewers=True),
)
async def end_session(id: FromPath[str], caller: Caller, services: Services) -> None:
    now = services.clock()
    if not await signed_in.end(services.db, caller.user_id, id, now):
        raise NotFound("Session not found")
    await audit.note(services.db, audit.acting(caller), "session.ended", caller.user_id, now, session=id)


@delete(
    "/api/me/sessions",
    **about("Sign out everywhere but here", "Identity", who="dashboard", status=200, answer=EndedAnswer, viewers=True),
)
async def end_others(caller: Caller, services: Services) -> EndedAnswer:
    now = services.clock()
    ended = await signed_in.end_others(services.db, caller.user_id, caller.credential_id, now)
    if ended:
        await audit.note(services.db, audit.acting(caller), "session.ended", caller.user_id, now, others=ended)
    return EndedAnswer(ended)
