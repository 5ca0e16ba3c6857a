"""Set-up, sign-in, refresh, switch of organization, sign-out, accepted invitations (interfaces, Set-up and sign-in)."""

from __future__ import annotations

import hmac
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Limiter, Peers, Services, Sessions
from qa_appliance.api.http.fields import Email, NewPassword, check_email
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.http.sessions import SessionAnswer
from qa_appliance.api.http.tokens import COOKIE
from qa_appliance.api.resources.people import second_factor
from qa_appliance.api.resources.people.second_factor import Code
from qa_appliance.core.errors import Forbidden, NotFound, Unauthorized
from qa_appliance.store import passwords
from qa_appliance.store.tables import accounts, audit, callers, members
from qa_appliance.store.tables.audit import Actor
from qa_appliance.store.tables.people import signed_in

Name = Annotated[str, Meta(max_length=200)]
_WRONG = "Wrong email or password"
_ANOTHERS = "This way in was made for another user of this machine."
_USED = "This way in was used before, or never led anywhere. Take a new one from where it was shown."


class NeedsSetup(Struct, frozen=True, rename="camel"):
    needs_setup: bool


class SetupBody(Struct, frozen=True, rename="camel"):
    email: Email
    password: NewPassword
    organization_name: Annotated[str, Meta(min_length=1, max_length=200)]
    name: Name | UnsetType = UNSET
    setup_token: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET

    check = staticmethod(check_email)


class SignInBody(Struct, frozen=True, rename="camel"):
    email: Annotated[str, Meta(max_length=320)]
    password: Annotated[str, Meta(max_length=passwords.LONGEST)]
    organization_id: Annotated[str, Meta(pattern=UUID)] | UnsetType = UNSET
    code: Code | UnsetType = UNSET


class EntryBody(Struct, frozen=True):
    entry: Annotated[str, Meta(max_length=200)]


class SwitchBody(Struct, frozen=True, rename="camel"):
    organization_id: Annotated[str, Meta(pattern=UUID)]


class AcceptBody(Struct, frozen=True, rename="camel"):
    password: NewPassword
    name: Name | UnsetType = UNSET
    code: Code | UnsetType = UNSET


@get("/api/setup", **about("Whether the appliance has to be set up", "Sign-in", who="nobody", answer=NeedsSetup))
async def needs_setup(services: Services) -> NeedsSetup:
    return NeedsSetup(not await accounts.any_user(services.db))


@post(
    "/api/setup",
    **about(
        "Create the first owner",
        "Sign-in",
        who="nobody",
        status=201,
        body=SetupBody,
        answer=SessionAnswer,
        refuses=(400, 403, 409, 503),
    ),
)
async def set_up(
    request: Request, services: Services, sessions: Sessions, limiter: Limiter, peers: Peers
) -> Response[SessionAnswer]:
    sessions.refuse_other_sites(request)
    body = await read(request, SetupBody)
    if await accounts.any_user(services.db):
        raise accounts.already_set_up()
    if not await peers.own_user(request.scope):
        async with limiter.guess(peers.address(request.scope)) as guess:
            guess.right = _same(body.setup_token, services.setup_token)
        if not guess.right:
            raise Forbidden(
                "The setupToken printed when the appliance started is needed, except for the user who started it, on"
                " its own machine and without a proxy in between."
            )
    user, organization = await accounts.set_up(
        services.db,
        email=body.email,
        name=body.name or "",
        organization=body.organization_name,
        password_hash=await passwords.hash_password(body.password),
        now=services.clock(),
    )
    return await sessions.open(request, user, organization.id, status=201)


@post(
    "/api/session",
    **about(
        "Sign in", "Sign-in", who="nobody", body=SignInBody, answer=SessionAnswer, refuses=(400, 401, 403, 409, 503)
    ),
)
async def sign_in(
    request: Request, services: Services, sessions: Sessions, limiter: Limiter, peers: Peers
) -> Response[SessionAnswer]:
    sessions.refuse_other_sites(request)
    body = await read(request, SignInBody)
    found = await accounts.user_by_email(services.db, body.email)
    async with limiter.guess(peers.address(request.scope), accounts.normal(body.email)) as guess:
        known = await passwords.verify(found[1] if found else None, body.password)
        guess.right = known and found is not None and await second_factor.passes(services, found[0].id, body.code)
    if not known or found is None:
        raise Unauthorized(_WRONG)
    if not guess.right:
        raise _wrong_code()
    wanted = None if isinstance(body.organization_id, UnsetType) else body.organization_id.lower()
    return await sessions.open(request, found[0], wanted, status=200)


@post(
    "/api/session/entry",
    **about(
        "Sign in by a way in that the appliance has handed out itself, once",
        "Sign-in",
        who="nobody",
        body=EntryBody,
        answer=SessionAnswer,
        refuses=(400, 401, 403),
    ),
)
async def enter(
    request: Request, services: Services, sessions: Sessions, limiter: Limiter, peers: Peers
) -> Response[SessionAnswer]:
    sessions.refuse_other_sites(request)
    body = await read(request, EntryBody)
    if await peers.another_user(request.scope):  # a browser's command line, which has it, can be read by all users
        raise Forbidden(_ANOTHERS)
    user_id, org_id = services.entries.redeem(body.entry) or ("", "")
    user = await accounts.user_by_id(services.db, user_id)
    if user is None:
        await limiter.refused_credential(peers.address(request.scope))
        raise Unauthorized(_USED)
    return await sessions.open(request, user, org_id, status=200)


@post(
    "/api/session/refresh",
    **about("A new token from the cookie", "Sign-in", who="nobody", answer=SessionAnswer, refuses=(400, 401, 403)),
)
async def refresh(
    request: Request, services: Services, sessions: Sessions, limiter: Limiter, peers: Peers
) -> Response[SessionAnswer]:
    sessions.refuse_other_sites(request)
    cookie = request.cookies.get(COOKIE)
    if not cookie:
        raise Unauthorized("Not signed in")
    now = services.clock()
    session = await callers.session_of_refresh(services.db, cookie, now)
    user = await accounts.user_by_id(services.db, session.user_id) if session else None
    if session is None or user is None:
        await limiter.refused_credential(peers.address(request.scope))
        raise Unauthorized("Not signed in")
    await signed_in.seen(services.db, session.id, now)
    return Response(await sessions.answer(user, session.id, session.org_id), status_code=200)


@post(
    "/api/session/organization",
    **about(
        "Switch to another organization",
        "Sign-in",
        who="dashboard",
        body=SwitchBody,
        answer=SessionAnswer,
        refuses=(400, 404),
        viewers=True,
    ),
)
async def switch(request: Request, caller: Caller, services: Services, sessions: Sessions) -> SessionAnswer:
    body = await read(request, SwitchBody)
    user = accounts.User(caller.user_id, caller.email, caller.name)
    answer = await sessions.answer(user, caller.credential_id, body.organization_id.lower())
    await callers.move_session(services.db, caller.credential_id, answer.organization.id)
    return answer


@delete("/api/session", **about("Sign out", "Sign-in", who="dashboard", status=204, viewers=True))
async def sign_out(caller: Caller, services: Services) -> Response[None]:
    now = services.clock()
    await callers.end_session(services.db, caller.credential_id, now)
    await audit.note(services.db, audit.acting(caller), "session.ended", caller.user_id, now)
    cookie = Cookie(key=COOKIE, value="", max_age=0, path="/api/session", httponly=True, samesite="strict")
    return Response(None, status_code=204, cookies=[cookie])


@post(
    "/api/invitations/{token:str}",
    **about(
        "Accept an invitation",
        "Sign-in",
        who="nobody",
        status=201,
        body=AcceptBody,
        answer=SessionAnswer,
        refuses=(400, 401, 403, 404, 409, 503),
    ),
)
async def accept_invitation(
    request: Request, token: FromPath[str], services: Services, sessions: Sessions, limiter: Limiter, peers: Peers
) -> Response[SessionAnswer]:
    sessions.refuse_other_sites(request)
    body = await read(request, AcceptBody)
    now = services.clock()
    invitation = await members.invitation(services.db, token, now)
    if invitation is None:
        await limiter.refused_credential(peers.address(request.scope))
        raise NotFound("Invitation not found")
    known = await accounts.user_by_email(services.db, invitation.email)
    if known is not None:  # an account made meanwhile: the link alone must not open it
        async with limiter.guess(peers.address(request.scope), known[0].email) as guess:
            same = await passwords.verify(known[1], body.password)
            guess.right = same and await second_factor.passes(services, known[0].id, body.code)
        if not same:
            raise Unauthorized(_WRONG)
        if not guess.right:
            raise _wrong_code()
    hashed = known[1] if known else await passwords.hash_password(body.password)
    user = await members.accept(services.db, token, name=body.name or "", password_hash=hashed, now=now)
    if user is None:
        raise NotFound("Invitation not found")
    actor = Actor(invitation.org_id, user.id, "dashboard")
    await audit.note(services.db, actor, "member.joined", user.id, now, role=invitation.role)
    return await sessions.open(request, user, invitation.org_id, status=201)


def _wrong_code() -> Unauthorized:
    return Unauthorized("The code is wrong, or was used before.", code="second_factor_wrong")


def _same(given: str | UnsetType, expected: str | None) -> bool:
    return isinstance(given, str) and bool(expected) and hmac.compare_digest(given.encode(), str(expected).encode())
