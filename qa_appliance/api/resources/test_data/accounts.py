"""Test accounts of a project: who its tests may sign in as (interfaces, Resources). Never answers a password."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from litestar import delete, get, patch, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read, sent
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN
from qa_appliance.api.resources.owned import OwnAccount, OwnProject, refuse_unknown_environment
from qa_appliance.api.resources.test_data.fields import EnvironmentId, Quoted, check_quoted, environment_of, lowered
from qa_appliance.core.errors import Issue, NotFound
from qa_appliance.store.tables import audit
from qa_appliance.store.tables.test_data import accounts, held
from qa_appliance.store.tables.test_data.accounts import ProjectAccount

Role = Annotated[str, Meta(max_length=100, description="By which a test may name it as well", examples=["admin"])]
User = Annotated[str, Meta(max_length=320, examples=["ada@example.com"])]
Password = Annotated[str, Meta(max_length=1000, description="Never answered; •••• keeps what is stored")]
SignIn = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=500, extra_json_schema=SPOKEN)]],
    Meta(max_length=50, description="Sentences by which it signs in, instead of the sign-in form"),
]


def _check(given: dict[str, object]) -> Iterator[Issue]:
    yield from check_quoted(given.get("name"), ("name",))
    yield from check_quoted(given.get("role"), ("role",))
    sentences = given.get("signIn")
    for nth, sentence in enumerate(sentences if isinstance(sentences, list) else []):
        if isinstance(sentence, str) and sentence and not sentence.strip():
            yield Issue("too_small", ("signIn", nth), "A sentence of signIn needs at least 1 character.")


class AccountBody(Struct, frozen=True, rename="camel"):
    """With `environmentId` it is for that environment, in place of the one of that name for all of them."""

    name: Quoted
    user: User
    role: Role = ""
    password: Password = ""
    environment_id: EnvironmentId = None
    sign_in: SignIn = msgspec.field(default_factory=list)

    check = staticmethod(_check)


class AccountChange(Struct, frozen=True, rename="camel"):
    name: Quoted | UnsetType = UNSET
    user: User | UnsetType = UNSET
    role: Role | UnsetType = UNSET
    password: Password | UnsetType = UNSET
    environment_id: EnvironmentId | UnsetType = UNSET
    sign_in: SignIn | UnsetType = UNSET

    check = staticmethod(_check)


class AccountAnswer(Struct, frozen=True):
    account: ProjectAccount


class AccountsAnswer(Struct, frozen=True):
    accounts: list[ProjectAccount]


@get(
    "/api/projects/{id:str}/accounts",
    **about("List a project's test accounts", "Test data", answer=AccountsAnswer, refuses=(404,)),
)
async def list_accounts(project: OwnProject, caller: Caller, services: Services) -> AccountsAnswer:
    """Viewers see names and roles, not by which user they sign in. Passwords nobody sees."""
    listed = await accounts.listed(services.db, services.vault, project.id)
    return AccountsAnswer(listed if caller.may.changes else [accounts.masked(each) for each in listed])


@post(
    "/api/projects/{id:str}/accounts",
    **about(
        "Add a test account",
        "Test data",
        who="dashboard",
        status=201,
        body=AccountBody,
        answer=AccountAnswer,
        refuses=(400, 404, 409),
        example={"name": "admin", "role": "admin", "user": "ada@example.com", "password": "correct horse"},
    ),
)
async def add_account(request: Request, project: OwnProject, caller: Caller, services: Services) -> AccountAnswer:
    values, now = lowered(sent(await read(request, AccountBody))), services.clock()
    await refuse_unknown_environment(services.db, project.id, environment_of(values))
    added = await accounts.add(services.db, services.vault, project.id, values, now)
    await audit.note(services.db, audit.acting(caller), "account.added", added.id, now, name=added.name)
    return AccountAnswer(added)


@patch(
    "/api/accounts/{id:str}",
    **about(
        "Change a test account",
        "Test data",
        who="dashboard",
        body=AccountChange,
        answer=AccountAnswer,
        refuses=(400, 404, 409),
    ),
)
async def change_account(request: Request, account: OwnAccount, caller: Caller, services: Services) -> AccountAnswer:
    values, now = lowered(sent(await read(request, AccountChange))), services.clock()
    await refuse_unknown_environment(services.db, account.project_id, environment_of(values))
    changed = await accounts.change(services.db, services.vault, account.id, values, now)
    if changed is None:
        raise NotFound("Account not found")
    await audit.note(
        services.db,
        audit.acting(caller),
        "account.changed",
        changed.id,
        now,
        name=changed.name,
        fields=sorted(values),
    )
    return AccountAnswer(changed)


@delete(
    "/api/accounts/{id:str}",
    **about("Remove a test account", "Test data", status=204, who="dashboard", refuses=(404,)),
)
async def remove_account(account: OwnAccount, caller: Caller, services: Services) -> None:
    await held.remove(services.db, "test_accounts", account.id)
    now = services.clock()
    await audit.note(services.db, audit.acting(caller), "account.removed", account.id, now, name=account.name)
