"""Batches: one test as several runs that are judged together (started here; listed and cancelled with the runs)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance import batches
from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.resources.owned import OwnProject, refuse_unknown_environment
from qa_appliance.api.resources.runs.asking import AskBody, Id, Window, lowered, preset
from qa_appliance.core.batches.variants import FanKind
from qa_appliance.core.clock import new_id
from qa_appliance.core.errors import Invalid, Issue, NotFound
from qa_appliance.core.evidence.kinds import EvidenceName
from qa_appliance.core.run import UserExpectation
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.views import batches as views
from qa_appliance.store.views import ownership, run_views
from qa_appliance.store.views.batches import MOST, Batch


class Role(Struct, frozen=True, rename="camel"):
    """Who performs the test: signed in by an environment's cookies and headers, or by sentences before the test.

    With neither: nobody in particular, as the project is. `expect`: whether it is to be able to do it; "allowed" is the
    same as "pass", "refused" as "fail".
    """

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    environment_id: Id | UnsetType = UNSET
    sign_in: Annotated[str, Meta(min_length=1, max_length=2000)] | UnsetType = UNSET
    expect: Literal["allowed", "refused", "pass", "fail", "unknown"] = "pass"


class BatchBody(AskBody, frozen=True, rename="camel", kw_only=True):
    """Exactly one of procedureId and description. What belongs to one kind only is refused with another."""

    kind: FanKind
    attempts: Annotated[int, Meta(ge=2, le=20)] | UnsetType = UNSET
    viewports: Annotated[list[Window], Meta(min_length=2, max_length=6)] | UnsetType = UNSET
    roles: Annotated[list[Role], Meta(min_length=1, max_length=10)] | UnsetType = UNSET
    field: Annotated[str, Meta(min_length=1, max_length=200)] | UnsetType = UNSET
    inputs: (
        Annotated[list[Annotated[str, Meta(max_length=20_000)]], Meta(min_length=1, max_length=MOST)] | UnsetType
    ) = UNSET
    generated: Annotated[int, Meta(ge=0, le=20)] | UnsetType = UNSET
    seed: Annotated[int, Meta(ge=0, le=batches.SEEDS - 1)] | UnsetType = UNSET

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        yield from AskBody.check(given)
        kind = given.get("kind")
        for name, of in _OF_KIND.items():
            if name in given and isinstance(kind, str) and kind in _KINDS and kind != of:
                yield Issue("custom", (name,), f"{name} is for a batch of the kind {of}.")
        if kind == "role_probe" and "roles" not in given:
            yield Issue("invalid_type", ("roles",), "A role probe needs roles: who performs the test.")
        yield from _check_roles(given.get("roles"))


_OF_KIND = {
    "attempts": "flaky",
    "viewports": "viewport_pair",
    "roles": "role_probe",
    "field": "fuzz",
    "inputs": "fuzz",
    "generated": "fuzz",
    "seed": "fuzz",
}
_KINDS = frozenset(_OF_KIND.values())


_JUDGED_BY: frozenset[EvidenceName] = frozenset({"network", "console"})
_BLIND = (
    "Odd inputs are judged by the requests and the console of the pages, and this appliance is set to leave one of them"
    " out. Its operator allows them by --evidence-network and --evidence-console."
)


class Started(Struct, frozen=True, rename="camel"):
    batch_id: str
    kind: FanKind
    run_ids: list[str]


class BatchAnswer(Struct, frozen=True):
    batch: Batch


@post(
    "/api/projects/{id:str}/batches",
    **about(
        "Start one test as several runs",
        "Batches",
        status=202,
        body=BatchBody,
        answer=Started,
        limit="trigger",
        refuses=(400, 402, 404),
        example={"kind": "flaky", "description": "Click Sign in.", "attempts": 3},
    ),
)
async def start_batch(request: Request, project: OwnProject, caller: Caller, services: Services) -> Started:
    """Every refusal of a trigger applies; quotas are counted for all the runs at once, and none starts without all."""
    body = await read(request, BatchBody)
    if body.kind == "fuzz" and not services.evidence >= _JUDGED_BY:
        raise Invalid(_BLIND)
    await refuse_unknown_environment(services.db, project.id, lowered(body.environment_id))
    batch_id = new_id()
    ask = msgspec.structs.replace(body.ask(caller, project.id), batch_id=batch_id, batch_kind=body.kind)
    return Started(batch_id, body.kind, await batches.start_batch(ask, _fan(body), services.intake))


@get("/api/batches/{batch_id:str}", **about("Read one batch", "Batches", answer=BatchAnswer, refuses=(404,)))
async def read_batch(batch_id: FromPath[str], caller: Caller, services: Services) -> BatchAnswer:
    owners = await run_views.orgs_of_batch(services.db, batch_id)
    if caller.org_id not in owners:
        other = next(iter(owners), None)
        raise await ownership.missing(services.db, "Batch not found", user_id=caller.user_id, org_id=other)
    batch = await views.find(
        services.db, batch_id, services.artifacts.url, Reader.of(caller, services.vault), services.clock()
    )
    if batch is None:
        raise NotFound("Batch not found")
    return BatchAnswer(batch)


def _fan(body: BatchBody) -> batches.Fan:
    given = {name: value for name in _OF_KIND if (value := getattr(body, name)) is not UNSET}
    if body.viewports:
        given["viewports"] = [preset(window) for window in body.viewports]
    if body.roles:
        given["roles"] = [
            batches.Role(
                name=role.name,
                environment_id=lowered(role.environment_id),
                sign_in=role.sign_in or None,
                expect=_MEANS.get(role.expect, "unknown"),
            )
            for role in body.roles
        ]
    return batches.Fan(kind=body.kind, **given)


_MEANS: dict[str, UserExpectation] = {"allowed": "pass", "pass": "pass", "refused": "fail", "fail": "fail"}


def _check_roles(roles: object) -> Iterator[Issue]:
    if not isinstance(roles, list):
        return
    names: set[str] = set()
    for place, role in enumerate(roles):
        if not isinstance(role, dict):
            continue
        if "environmentId" in role and "signIn" in role:
            yield Issue("custom", ("roles", place), "A role has an environmentId or signs in, not both.")
        name = role.get("name")
        if isinstance(name, str) and name in names:
            yield Issue("custom", ("roles", place, "name"), f"There are two roles “{name}”; name each otherwise.")
        elif isinstance(name, str):
            names.add(name)
