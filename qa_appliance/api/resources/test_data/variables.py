"""Variables of a project: texts that sentences and addresses name in braces (interfaces, Resources)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from litestar import delete, get, patch, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read, sent
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.resources.owned import OwnProject, OwnVariable, refuse_unknown_environment
from qa_appliance.api.resources.test_data.fields import (
    EnvironmentId,
    InBraces,
    check_in_braces,
    environment_of,
    lowered,
)
from qa_appliance.core.errors import Issue, NotFound
from qa_appliance.store.tables import audit
from qa_appliance.store.tables.test_data import held, variables
from qa_appliance.store.tables.test_data.variables import Variable

Text = Annotated[str, Meta(max_length=10_000, description="Of a secret never answered; •••• keeps what is stored")]


def _check(given: dict[str, object]) -> Iterator[Issue]:
    yield from check_in_braces(given.get("name"), ("name",))


class VariableBody(Struct, frozen=True, rename="camel"):
    """With `environmentId` it is for that environment, in place of the one of that name for all of them."""

    name: InBraces
    value: Text
    secret: bool = False
    environment_id: EnvironmentId = None

    check = staticmethod(_check)


class VariableChange(Struct, frozen=True, rename="camel"):
    """`secret` false of what was secret needs its `value` anew."""

    name: InBraces | UnsetType = UNSET
    value: Text | UnsetType = UNSET
    secret: bool | UnsetType = UNSET
    environment_id: EnvironmentId | UnsetType = UNSET

    check = staticmethod(_check)


class VariableAnswer(Struct, frozen=True):
    variable: Variable


class VariablesAnswer(Struct, frozen=True):
    variables: list[Variable]


@get(
    "/api/projects/{id:str}/variables",
    **about("List a project's variables", "Test data", answer=VariablesAnswer, refuses=(404,)),
)
async def list_variables(project: OwnProject, services: Services) -> VariablesAnswer:
    return VariablesAnswer(await variables.listed(services.db, project.id))


@post(
    "/api/projects/{id:str}/variables",
    **about(
        "Add a variable",
        "Test data",
        who="dashboard",
        status=201,
        body=VariableBody,
        answer=VariableAnswer,
        refuses=(400, 404, 409),
        example={"name": "coupon", "value": "SPRING-10", "secret": False},
    ),
)
async def add_variable(request: Request, project: OwnProject, caller: Caller, services: Services) -> VariableAnswer:
    values, now = lowered(sent(await read(request, VariableBody))), services.clock()
    await refuse_unknown_environment(services.db, project.id, environment_of(values))
    added = await variables.add(services.db, services.vault, project.id, values, now)
    await audit.note(services.db, audit.acting(caller), "variable.added", added.id, now, name=added.name)
    return VariableAnswer(added)


@patch(
    "/api/variables/{id:str}",
    **about(
        "Change a variable",
        "Test data",
        who="dashboard",
        body=VariableChange,
        answer=VariableAnswer,
        refuses=(400, 404, 409),
    ),
)
async def change_variable(
    request: Request, variable: OwnVariable, caller: Caller, services: Services
) -> VariableAnswer:
    values, now = lowered(sent(await read(request, VariableChange))), services.clock()
    await refuse_unknown_environment(services.db, variable.project_id, environment_of(values))
    changed = await variables.change(services.db, services.vault, variable.id, values, now)
    if changed is None:
        raise NotFound("Variable not found")
    await audit.note(
        services.db,
        audit.acting(caller),
        "variable.changed",
        changed.id,
        now,
        name=changed.name,
        fields=sorted(values),
    )
    return VariableAnswer(changed)


@delete(
    "/api/variables/{id:str}",
    **about("Remove a variable", "Test data", status=204, who="dashboard", refuses=(404,)),
)
async def remove_variable(variable: OwnVariable, caller: Caller, services: Services) -> None:
    await held.remove(services.db, "variables", variable.id)
    now = services.clock()
    await audit.note(services.db, audit.acting(caller), "variable.removed", variable.id, now, name=variable.name)
