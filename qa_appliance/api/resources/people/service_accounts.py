"""Service accounts: a pipeline's or a bot's own account with keys, which nobody's leaving takes away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from litestar import delete, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN, check_name
from qa_appliance.api.resources.keys import KeyBody, minted_key
from qa_appliance.core.errors import Issue, NotFound
from qa_appliance.store.tables import audit
from qa_appliance.store.tables.callers import Minted
from qa_appliance.store.tables.people import service_accounts
from qa_appliance.store.tables.people.service_accounts import ServiceAccount, ServiceRole


class ServiceAccountBody(Struct, frozen=True):
    name: Annotated[str, Meta(max_length=80, examples=["Nightly pipeline"], extra_json_schema=SPOKEN)]
    role: ServiceRole

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        yield from check_name(given)


class ServiceAccountsAnswer(Struct, frozen=True, rename="camel"):
    service_accounts: list[ServiceAccount]


class ServiceAccountAnswer(Struct, frozen=True, rename="camel"):
    service_account: ServiceAccount


@get(
    "/api/service-accounts",
    **about("List service accounts with their keys", "Members", who="managers", answer=ServiceAccountsAnswer),
)
async def list_service_accounts(caller: Caller, services: Services) -> ServiceAccountsAnswer:
    return ServiceAccountsAnswer(await service_accounts.listed(services.db, caller.org_id, services.clock()))


@post(
    "/api/service-accounts",
    **about(
        "Make a service account",
        "Members",
        who="managers",
        status=201,
        body=ServiceAccountBody,
        answer=ServiceAccountAnswer,
        refuses=(400, 409),
    ),
)
async def add_service_account(request: Request, caller: Caller, services: Services) -> ServiceAccountAnswer:
    body = await read(request, ServiceAccountBody)
    now = services.clock()
    made = await service_accounts.add(services.db, caller.org_id, body.name.strip(), body.role, now)
    actor = audit.acting(caller)
    await audit.note(services.db, actor, "service_account.added", made.id, now, name=made.name, role=made.role)
    return ServiceAccountAnswer(made)


@post(
    "/api/service-accounts/{id:str}/keys",
    **about(
        "Mint a key of a service account",
        "Members",
        who="managers",
        status=201,
        body=KeyBody,
        answer=Minted,
        refuses=(400, 404),
        example={"name": "CI", "expiresAt": "2099-01-01T00:00:00Z"},
    ),
)
async def mint_service_key(request: Request, id: FromPath[str], caller: Caller, services: Services) -> Minted:
    """It is revoked as any other key of the organization."""
    found = await service_accounts.find(services.db, caller.org_id, id, services.clock())
    if found is None:
        raise NotFound("Service account not found")
    return await minted_key(await read(request, KeyBody), found.id, caller, services)


@delete(
    "/api/service-accounts/{id:str}",
    **about("Remove a service account; its keys end at once", "Members", who="managers", status=204, refuses=(404,)),
)
async def remove_service_account(id: FromPath[str], caller: Caller, services: Services) -> None:
    now = services.clock()
    if not await service_accounts.remove(services.db, caller.org_id, id, now):
        raise NotFound("Service account not found")
    await audit.note(services.db, audit.acting(caller), "service_account.removed", id, now)
