"""Procedures: saved tests, made from a run, from English or from steps (interfaces, Resources)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, get_args

import msgspec
from litestar import Response, delete, get, patch, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read, sent
from qa_appliance.api.http.body_schemas import Schema, one_of
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN, Description, Expectation, check_name, expectation
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.http.queries import first_values
from qa_appliance.api.resources import step_bodies
from qa_appliance.api.resources.owned import OwnProcedure, OwnProject, own_project
from qa_appliance.api.resources.rewording import rewording_of
from qa_appliance.core.errors import Conflict, Invalid, Issue
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import TERMINAL
from qa_appliance.core.steps import Step
from qa_appliance.core.test_data.project import ProjectData
from qa_appliance.export.text import Exported, Form, export
from qa_appliance.store.tables import audit, baselines, phrasebook, procedures
from qa_appliance.store.tables.baselines import Baseline
from qa_appliance.store.tables.procedures import Procedure
from qa_appliance.store.tables.run_words import Reader, shown_words
from qa_appliance.store.tables.test_data import accounts, held, tables, variables
from qa_appliance.store.views import ownership, run_views

Name = Annotated[str, Meta(min_length=1, max_length=200, examples=["Checkout"], extra_json_schema=SPOKEN)]
_ACTIONS = [str(kind.__struct_config__.tag) for kind in get_args(Step)]
Steps = Annotated[
    list[Any],
    Meta(
        min_length=1,
        max_length=500,
        description="Steps as a procedure shows them",
        extra_json_schema={
            # without the fields of each kind: the union holds itself, and tools that unfold it do not come to an end
            "items": {"type": "object", "required": ["action"], "properties": {"action": {"enum": _ACTIONS}}}
        },
    ),
]
Minutes = Annotated[int, Meta(ge=5, le=120)]
METRICS = ("lcpMs", "fcpMs", "ttfbMs", "domContentLoadedMs", "loadEventMs")  # contract 2.1
Budget = Annotated[
    dict[str, Annotated[float, Meta(ge=0)]],
    Meta(description="Milliseconds by metric", extra_json_schema={"propertyNames": {"enum": list(METRICS)}}),
]
LONGEST_TAG = 40
Tags = Annotated[
    list[
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=LONGEST_TAG,
                extra_json_schema={"pattern": r"^[^,\s\u0000](?:[^,\u0000-\u001f]*[^,\s\u0000])?$"},
            ),
        ]
    ],
    Meta(max_length=20, description="What people sort procedures by", examples=[["smoke"]]),
]
TableId = Annotated[str, Meta(pattern=UUID, description="The test runs once for each row of this table")] | None
TAG = ("tag", "Only procedures with this tag, in upper or lower case.", {"type": "string"})
FORMATS: dict[Form, str] = {"playwright-ts": "test.spec.ts", "playwright-python": "test_procedure.py"}
FORMAT = ("format", "The language of the test.", {"type": "string", "enum": list(FORMATS)})


def _check(given: dict[str, object]) -> Iterator[Issue]:
    yield from check_name(given)
    steps = given.get("steps")
    if isinstance(steps, list):
        yield from step_bodies.issues(steps)
    tags = given.get("tags")
    for nth, tag in enumerate(tags if isinstance(tags, list) else []):
        if isinstance(tag, str) and tag and (tag != tag.strip() or "," in tag or not tag.isprintable()):
            yield Issue(
                "invalid_string", ("tags", nth), "A tag is one line without a comma, and with no blank around it."
            )
    budget = given.get("performanceBudget")
    for metric in budget if isinstance(budget, dict) else ():
        if metric not in METRICS:
            message = f"“{metric}” is not measured; what is measured: {', '.join(METRICS)}."
            yield Issue("custom", ("performanceBudget", metric), message)


class ProcedureBody(Struct, frozen=True, rename="camel"):
    """Exactly one of runId (save a finished run), description (English, compiled now) and steps."""

    name: Name
    run_id: Annotated[str, Meta(pattern=UUID)] | UnsetType = UNSET
    description: Description | UnsetType = UNSET
    steps: Steps | UnsetType = UNSET
    user_expectation: Expectation = UNSET
    max_duration_minutes: Minutes | UnsetType | None = UNSET
    performance_budget: Budget | UnsetType | None = UNSET
    tags: Tags | UnsetType = UNSET
    table_id: TableId | UnsetType = UNSET

    more: ClassVar[Schema] = one_of("runId", "description", "steps")

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        yield from _check(given)
        if sum(name in given for name in ("runId", "description", "steps")) != 1:
            yield Issue("custom", (), "Give exactly one of runId, description and steps.")


class ProcedureChange(Struct, frozen=True, rename="camel"):
    """What is left out stays. A description alone is compiled anew; a masked secret in steps keeps its value."""

    name: Name | UnsetType = UNSET
    description: Description | UnsetType = UNSET
    steps: Steps | UnsetType = UNSET
    user_expectation: Expectation = UNSET
    max_duration_minutes: Minutes | UnsetType | None = UNSET
    performance_budget: Budget | UnsetType | None = UNSET
    tags: Tags | UnsetType = UNSET
    table_id: TableId | UnsetType = UNSET

    check = staticmethod(_check)


class ProcedureAnswer(Struct, frozen=True):
    procedure: Procedure


class ProceduresAnswer(Struct, frozen=True):
    procedures: list[Procedure]


@get(
    "/api/projects/{id:str}/procedures",
    **about("List a project's procedures", "Procedures", answer=ProceduresAnswer, refuses=(404,), query=(TAG,)),
)
async def list_procedures(request: Request, project: OwnProject, services: Services) -> ProceduresAnswer:
    tag = first_values(request).get("tag", "").strip()
    return ProceduresAnswer(await procedures.listed(services.db, project.id, tag or None))


@post(
    "/api/projects/{id:str}/procedures",
    **about(
        "Save a procedure",
        "Procedures",
        who="dashboard",
        status=201,
        body=ProcedureBody,
        answer=ProcedureAnswer,
        limit="plan",
        refuses=(400, 404, 409, 503),
    ),
)
async def create_procedure(
    request: Request, project: OwnProject, caller: Caller, services: Services
) -> ProcedureAnswer:
    body = await read(request, ProcedureBody)
    values = _values(body)
    await _refuse_unknown_table(project.id, values, services)
    accepted: list[Baseline] = []
    if isinstance(body.run_id, str):
        run, performed = await _run(body.run_id.lower(), project.id, caller, services)
        plan = performed.to_be_saved()
        accepted = await baselines.copies(services.db, services.vault, services.artifacts, run.id)
        found = await rewording_of(run.id, caller, services)
        words = run.instruction if found is None else shown_words(services.vault, found[0].words)
        values = {"description": words, "user_expectation": run.user_expectation} | values
    elif isinstance(body.description, str):
        plan = await _compiled(body.description, project.id, caller, services)
    else:
        plan = Plan(steps=step_bodies.steps(body.steps if isinstance(body.steps, list) else [], None), source="saved")
    procedure = await procedures.add(services.db, services.vault, project.id, plan, values, services.clock())
    now = services.clock()
    await baselines.carry_over(services.db, accepted, procedure.id, caller.user_id, now)
    await audit.note(services.db, audit.acting(caller), "procedure.saved", procedure.id, now, name=procedure.name)
    return ProcedureAnswer(procedure)


@get("/api/procedures/{id:str}", **about("Read a procedure", "Procedures", answer=ProcedureAnswer, refuses=(404,)))
async def read_procedure(procedure: OwnProcedure) -> ProcedureAnswer:
    return ProcedureAnswer(procedure)


@patch(
    "/api/procedures/{id:str}",
    **about(
        "Change a procedure",
        "Procedures",
        who="dashboard",
        body=ProcedureChange,
        answer=ProcedureAnswer,
        limit="plan",
        refuses=(400, 404, 503),
    ),
)
async def change_procedure(
    request: Request, procedure: OwnProcedure, caller: Caller, services: Services
) -> ProcedureAnswer:
    body = await read(request, ProcedureChange)
    values = _values(body)
    await _refuse_unknown_table(procedure.project_id, values, services)
    plan: Plan | None = None
    if isinstance(body.steps, list):
        saved = await procedures.to_edit(services.db, services.vault, procedure.id)
        plan = Plan(steps=step_bodies.steps(body.steps, saved), gaps=saved.gaps if saved else (), source="saved")
    elif isinstance(body.description, str):
        saved = await procedures.to_edit(services.db, services.vault, procedure.id)
        plan = await _compiled(body.description, procedure.project_id, caller, services)
        plan = msgspec.structs.replace(plan, steps=step_bodies.steps(msgspec.to_builtins(plan.steps), saved))
    now = services.clock()
    changed = await procedures.change(services.db, services.vault, procedure.id, plan, values, now)
    name, fields = (changed or procedure).name, sorted(sent(body))
    await audit.note(
        services.db, audit.acting(caller), "procedure.changed", procedure.id, now, name=name, fields=fields
    )
    return ProcedureAnswer(changed or procedure)


@delete(
    "/api/procedures/{id:str}",
    **about("Remove a procedure", "Procedures", status=204, who="dashboard", refuses=(404,)),
)
async def remove_procedure(procedure: OwnProcedure, caller: Caller, services: Services) -> None:
    now = services.clock()
    await procedures.remove(services.db, procedure.id, now)
    name = procedure.name
    await audit.note(services.db, audit.acting(caller), "procedure.removed", procedure.id, now, name=name)


@get(
    "/api/procedures/{id:str}/export",
    **about(
        "Export a procedure as a Playwright test",
        "Procedures",
        answer=str,
        media="text/plain",
        refuses=(400, 404, 503),
        query=(FORMAT,),
    ),
)
async def export_procedure(
    request: Request, procedure: OwnProcedure, caller: Caller, services: Services
) -> Response[str]:
    asked = request.query_params.get("format", "")
    wanted = next((form for form in FORMATS if form == asked), None)
    if wanted is None:
        raise Invalid(f"format has to be one of: {', '.join(FORMATS)}.")
    project = await own_project(procedure.project_id, caller, services)
    saved = await procedures.plan_to_export(services.db, services.vault, procedure.id) or Plan()
    test = Exported(
        procedure.name,
        project.base_url,
        saved,
        refused=procedure.user_expectation == "fail",
        data=await _data_of(project.id, services),
        rows=await _rows(procedure, services),
    )
    text = await services.reading.do_for(caller.user_id, export, wanted, test)
    name = FORMATS[wanted]
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)


async def _run(run_id: str, project_id: str, caller: Caller, services: Services) -> tuple[run_views.RunDetail, Plan]:
    run = await run_views.detail(services.db, run_id, services.artifacts.url, Reader(services.vault))
    owner = await run_views.org_of(services.db, run_id)
    if run is None or owner != caller.org_id or run.project_id != project_id:
        other = owner if owner != caller.org_id else None
        raise await ownership.missing(services.db, "Run not found", user_id=caller.user_id, org_id=other)
    if run.status not in TERMINAL:
        raise Conflict("This run has not ended yet; save it when it has.")
    plan = await procedures.plan_of_run(services.db, services.vault, run_id)
    if plan is None or not plan.steps:
        raise Conflict("This run ended before it had any steps, so there is nothing to save.")
    return run, plan


async def _compiled(description: str, project_id: str, caller: Caller, services: Services) -> Plan:
    phrases = await phrasebook.of_organization(services.db, services.vault, caller.org_id)
    known = await accounts.named(services.db, project_id)
    plan = await services.reading.do_for(caller.user_id, services.plan, description, phrases, accounts=known)
    if not plan.steps:
        reasons = " ".join(f"“{gap.text}”: {gap.reason}." for gap in plan.gaps)
        message = f"Nothing in the description was understood as a step. {reasons}".strip()
        raise Invalid(issues=(Issue("custom", ("description",), message),))
    return plan


async def _data_of(project_id: str, services: Services) -> ProjectData:
    """The project's variables that are of no environment; of secrets only the names."""
    listed = [each for each in await variables.listed(services.db, project_id) if each.environment_id is None]
    secrets = frozenset(each.name for each in listed if each.secret)
    return ProjectData(variables={each.name: each.value or "" for each in listed}, secrets=secrets)


async def _rows(procedure: Procedure, services: Services) -> tuple[dict[str, str], ...]:
    table = await tables.find(services.db, procedure.table_id) if procedure.table_id else None
    return tuple(dict(zip(table.columns, row, strict=True)) for row in table.rows) if table else ()


async def _refuse_unknown_table(project_id: str, values: dict[str, object], services: Services) -> None:
    """Raises `Invalid` for one that the project has not."""
    table_id = values.get("table_id")
    found = await held.find(services.db, "data_tables", table_id) if isinstance(table_id, str) else None
    if isinstance(table_id, str) and (found is None or found.project_id != project_id):
        raise Invalid(issues=(Issue("custom", ("tableId",), "The project has no such table."),))


def _values(body: ProcedureBody | ProcedureChange) -> dict[str, object]:
    given = {
        "name": body.name,
        "description": body.description,
        "user_expectation": expectation(body.user_expectation) or UNSET,
        "max_duration_minutes": body.max_duration_minutes,
        "performance_budget": body.performance_budget,
        "table_id": body.table_id.lower() if isinstance(body.table_id, str) else body.table_id,
        "tags": body.tags if isinstance(body.tags, UnsetType) else _each_once(body.tags),
    }
    return {name: value for name, value in given.items() if value is not UNSET}


def _each_once(tags: list[str]) -> list[str]:
    """Upper and lower case are all one; as it was written first."""
    return list({tag.casefold(): tag for tag in reversed(tags)}.values())[::-1]
