"""Passkeys of one's own account: added, named, removed; and signing in with one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from litestar import Response, delete, get, patch, post
from litestar.params import FromPath
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Limiter, Peers, Services, Sessions
from qa_appliance.api.http.fields import SPOKEN, check_name
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.http.sessions import SessionAnswer
from qa_appliance.api.resources.people import second_factor
from qa_appliance.api.resources.people.second_factor import Code, Password
from qa_appliance.core.errors import Issue, NotFound, Unauthorized
from qa_appliance.passkeys.ceremony import Answer, Owner, handle_of, host_of, not_known
from qa_appliance.store.tables import accounts, audit
from qa_appliance.store.tables.accounts import User
from qa_appliance.store.tables.audit import Actor
from qa_appliance.store.tables.people import passkeys
from qa_appliance.store.tables.people.passkeys import Made, Passkey

_BASE64 = r"^[A-Za-z0-9_-]+$"
Credential = Annotated[
    str, Meta(pattern=_BASE64, max_length=1500, description="its `rawId`, here and below in URL-safe Base64")
]
Part = Annotated[str, Meta(pattern=_BASE64, max_length=30_000)]
Name = Annotated[str, Meta(max_length=80, examples=["Telephone"], extra_json_schema=SPOKEN)]


class PasskeyOptions(Struct, frozen=True):
    """What the browser is given: `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`
    reads it.
    """

    options: dict[str, Annotated[object, Meta(extra_json_schema={"description": "as WebAuthn has it"})]]


class AddingBody(Struct, frozen=True):
    """`code` where the account signs in in two steps."""

    password: Password
    code: Code | UnsetType = UNSET


class NewPasskeyBody(Struct, frozen=True, rename="camel"):
    name: Name
    id: Credential
    client_data_json: Part = ""
    attestation_object: Part = ""

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        yield from check_name(given)


class PasskeyNameBody(Struct, frozen=True):
    name: Name

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        yield from check_name(given)


class PasskeyBody(Struct, frozen=True, rename="camel"):
    """`userHandle` where the authenticator tells whose it is."""

    id: Credential
    client_data_json: Part = ""
    authenticator_data: Part = ""
    signature: Part = ""
    user_handle: Part | UnsetType = UNSET
    organization_id: Annotated[str, Meta(pattern=UUID)] | UnsetType = UNSET


class PasskeysAnswer(Struct, frozen=True):
    passkeys: list[Passkey]


class PasskeyAnswer(Struct, frozen=True):
    passkey: Passkey


@get("/api/me/passkeys", **about("One's own passkeys", "Identity", who="dashboard", answer=PasskeysAnswer))
async def list_passkeys(caller: Caller, services: Services) -> PasskeysAnswer:
    return PasskeysAnswer(await passkeys.listed(services.db, caller.user_id))


@post(
    "/api/me/passkeys/options",
    **about(
        "Begin to add a passkey",
        "Identity",
        who="dashboard",
        body=AddingBody,
        answer=PasskeyOptions,
        refuses=(400, 409, 503),
        viewers=True,
    ),
)
async def begin_passkey(
    request: Request, caller: Caller, services: Services, limiter: Limiter, peers: Peers
) -> PasskeyOptions:
    """Takes the password, and a code where one is asked for at each sign-in: an open session alone adds none."""
    body = await read(request, AddingBody)
    origin = peers.origin(request.scope)
    host_of(origin)
    await second_factor.refuse_wrong_password(request, caller, body.password, services, limiter, peers)
    await second_factor.refuse_wrong_code(request, caller, body.code, services, limiter, peers)
    owner = Owner(caller.user_id, caller.email, caller.name)
    known = await passkeys.verifiers(services.db, caller.user_id)
    return PasskeyOptions(services.passkeys.begin_adding(origin, owner, known, services.clock()))


@post(
    "/api/me/passkeys",
    **about(
        "Add a passkey",
        "Identity",
        who="dashboard",
        status=201,
        body=NewPasskeyBody,
        answer=PasskeyAnswer,
        refuses=(400, 409),
        viewers=True,
    ),
)
async def add_passkey(request: Request, caller: Caller, services: Services, peers: Peers) -> PasskeyAnswer:
    body = await read(request, NewPasskeyBody)
    now, origin = services.clock(), peers.origin(request.scope)
    response = {"clientDataJSON": body.client_data_json, "attestationObject": body.attestation_object}
    verifier, counter = services.passkeys.add(origin, caller.user_id, Answer(body.id, response), now)
    made = Made(body.id, verifier, counter, host_of(origin))
    added = await passkeys.add(services.db, caller.user_id, body.name.strip(), made, now)
    await audit.note(services.db, audit.acting(caller), "passkey.added", added.id, now, name=added.name)
    return PasskeyAnswer(added)


@patch(
    "/api/me/passkeys/{id:str}",
    **about(
        "Give a passkey another name",
        "Identity",
        who="dashboard",
        status=204,
        body=PasskeyNameBody,
        refuses=(400, 404),
        viewers=True,
    ),
)
async def rename_passkey(request: Request, id: FromPath[str], caller: Caller, services: Services) -> None:
    body = await read(request, PasskeyNameBody)
    name, now = body.name.strip(), services.clock()
    if not await passkeys.rename(services.db, caller.user_id, id, name):
        raise NotFound("Passkey not found")
    await audit.note(services.db, audit.acting(caller), "passkey.renamed", id, now, name=name)


@delete(
    "/api/me/passkeys/{id:str}",
    **about("Remove a passkey", "Identity", who="dashboard", status=204, refuses=(404,), viewers=True),
)
async def remove_passkey(id: FromPath[str], caller: Caller, services: Services) -> None:
    now = services.clock()
    if not await passkeys.remove(services.db, caller.user_id, id):
        raise NotFound("Passkey not found")
    await audit.note(services.db, audit.acting(caller), "passkey.removed", id, now)


@post(
    "/api/session/passkey/options",
    **about("Begin to sign in with a passkey", "Sign-in", who="nobody", answer=PasskeyOptions, refuses=(400, 403, 409)),
)
async def begin_entry_by_passkey(
    request: Request, services: Services, sessions: Sessions, peers: Peers
) -> PasskeyOptions:
    """The same for everybody: it tells nothing of accounts."""
    sessions.refuse_other_sites(request)
    return PasskeyOptions(services.passkeys.begin_sign_in(peers.origin(request.scope), services.clock()))


@post(
    "/api/session/passkey",
    **about(
        "Sign in with a passkey",
        "Sign-in",
        who="nobody",
        body=PasskeyBody,
        answer=SessionAnswer,
        refuses=(400, 401, 403, 409),
    ),
)
async def enter_by_passkey(
    request: Request, services: Services, sessions: Sessions, limiter: Limiter, peers: Peers
) -> Response[SessionAnswer]:
    """No second step: the authenticator has verified the person."""
    sessions.refuse_other_sites(request)
    body = await read(request, PasskeyBody)
    host_of(peers.origin(request.scope))
    async with limiter.guess(peers.address(request.scope)) as guess:
        try:
            user, name = await _proven(services, body, peers.origin(request.scope))
            guess.right = True
        except Unauthorized:
            guess.right = False
            raise
    wanted = None if isinstance(body.organization_id, UnsetType) else body.organization_id.lower()
    return await sessions.open(request, user, wanted, status=200, passkey=name)


async def _proven(services: Services, body: PasskeyBody, origin: str) -> tuple[User, str]:
    """Who signs in, and by which passkey. Raises Unauthorized."""
    now = services.clock()
    known = await passkeys.find(services.db, body.id)
    user = await accounts.user_by_id(services.db, known.user_id) if known is not None else None
    if known is None or user is None or body.user_handle not in (UNSET, handle_of(known.user_id)):
        raise not_known()
    response = {
        "clientDataJSON": body.client_data_json,
        "authenticatorData": body.authenticator_data,
        "signature": body.signature,
    }
    counter = services.passkeys.sign_in(origin, Answer(body.id, response), known.verifier, now)
    if not await passkeys.use(services.db, known.id, counter, now):
        for organization, _ in await accounts.organizations_of(services.db, user.id):
            actor = Actor(organization.id, user.id, "dashboard")
            await audit.note(services.db, actor, "passkey.refused", known.id, now, name=known.name)
        raise not_known()
    return user, known.name
