"""Sharing: links that show one run to somebody without an account (interfaces, Sharing)."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated
from urllib.parse import quote

from litestar import delete, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct
from starlette.responses import Response as Plain

from qa_appliance.api.http.about import OfRoute, about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Peers, Services
from qa_appliance.api.resources.artifacts import file_answer
from qa_appliance.api.resources.owned import OwnRunId
from qa_appliance.core.errors import NotFound
from qa_appliance.store.tables import audit, shares
from qa_appliance.store.tables.shares import Share
from qa_appliance.store.views import shared
from qa_appliance.store.views.shared import SharedRun

_GONE = "This link shows nothing: it was withdrawn, it is over, or it was not copied whole."

Days = Annotated[int, Meta(ge=1, le=90, description="How long it can be opened")]


class ShareBody(Struct, frozen=True):
    days: Days = 7


class SharesAnswer(Struct, frozen=True):
    """Those that can still be opened; what is in a link is shown only when it is made."""

    shares: list[Share]


class ShareAnswer(Struct, frozen=True):
    share: Share
    url: str


class SharedAnswer(Struct, frozen=True):
    run: SharedRun


@get("/api/runs/{id:str}/shares", **about("List links to a run", "Sharing", answer=SharesAnswer, refuses=(404,)))
async def list_shares(run_id: OwnRunId, services: Services) -> SharesAnswer:
    return SharesAnswer(await shares.listed(services.db, run_id, services.clock()))


def _makes_a_link(says: str) -> OfRoute:
    return about(
        says,
        "Sharing",
        who="dashboard",
        status=201,
        body=ShareBody,
        answer=ShareAnswer,
        refuses=(400, 404, 409),
    )


@post(
    "/api/runs/{id:str}/shares",
    **_makes_a_link("Make a link to a run"),
)
async def share_run(
    request: Request, run_id: OwnRunId, caller: Caller, services: Services, peers: Peers
) -> ShareAnswer:
    """Whoever has it sees the report, the steps, the pictures and the film of this run, and nothing else."""
    return await _linked(request, run_id, caller, services, peers)


async def _linked(request: Request, run_id: str, caller: Caller, services: Services, peers: Peers) -> ShareAnswer:
    body, now = await read(request, ShareBody), services.clock()
    share, token = await shares.add(services.db, run_id, caller.user_id, now + timedelta(days=body.days), now)
    await audit.note(services.db, audit.acting(caller), "run.shared", run_id, now, until=share.expires_at)
    return ShareAnswer(share, f"{peers.origin(request.scope)}/shared/{quote(token)}")


@post(
    "/api/runs/{id:str}/share",
    **_makes_a_link("Share a run"),
)
async def share_run_once(
    request: Request, run_id: OwnRunId, caller: Caller, services: Services, peers: Peers
) -> ShareAnswer:
    """A link as `/shares` makes it; the same address withdraws every one."""
    return await _linked(request, run_id, caller, services, peers)


@delete(
    "/api/runs/{id:str}/shares/{share_id:str}",
    **about("Withdraw a link to a run", "Sharing", status=204, who="dashboard", refuses=(404,)),
)
async def withdraw_share(share_id: FromPath[str], run_id: OwnRunId, caller: Caller, services: Services) -> None:
    """It shows nothing from now on."""
    if not await shares.withdraw(services.db, run_id, share_id):
        raise NotFound("Link not found")
    await audit.note(services.db, audit.acting(caller), "run.unshared", run_id, services.clock())


@delete(
    "/api/runs/{id:str}/share",
    **about("Withdraw every link to a run", "Sharing", status=204, who="dashboard", refuses=(404,)),
)
async def withdraw_shares(run_id: OwnRunId, caller: Caller, services: Services) -> None:
    """They show nothing from now on."""
    await shares.withdraw_all(services.db, run_id)
    await audit.note(services.db, audit.acting(caller), "run.unshared", run_id, services.clock())


@get(
    "/api/shared/{token:str}",
    **about("Read a run by its link", "Sharing", who="nobody", answer=SharedAnswer, refuses=(404,)),
)
async def read_shared(token: FromPath[str], services: Services) -> SharedAnswer:
    run_id = await _run_of(token, services)

    def link(key: str) -> str:
        return f"/api/shared/{quote(token)}/files/{quote(key.partition('/')[2])}"

    run = await shared.find(services.db, services.vault, run_id, link)
    if run is None:
        raise NotFound(_GONE)
    return SharedAnswer(run)


@get(
    "/api/shared/{token:str}/files/{name:str}",
    **about(
        "Fetch a picture or the film of a run by its link",
        "Sharing",
        who="nobody",
        answer=bytes,
        media="application/octet-stream",
        refuses=(404,),
    ),
)
async def fetch_shared(request: Request, token: FromPath[str], name: FromPath[str], services: Services) -> Plain:
    """Only what the run shows there."""
    run_id = await _run_of(token, services)
    key = f"{run_id}/{name}"
    if key not in await shared.keys(services.db, services.vault, run_id):
        raise NotFound("Artifact not found")
    return await file_answer(request, services, key, caching="private, no-store")


async def _run_of(token: str, services: Services) -> str:
    run_id = await shares.run_of(services.db, token, services.clock())
    if run_id is None:
        raise NotFound(_GONE)
    return run_id
