"""Doubts: a test replayed with one thing damaged at a time (interfaces, Doubts). None is a run, and nothing is kept."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath
from msgspec import UNSET, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.resources.owned import OwnProcedure, OwnProject
from qa_appliance.api.resources.runs.asking import AskBody, Window, preset
from qa_appliance.core.clock import new_id
from qa_appliance.core.errors import Conflict, NotFound, Problem
from qa_appliance.core.run import RunRequest
from qa_appliance.core.test_data.project import ProjectData
from qa_appliance.doubt.desk import DoubtDesk
from qa_appliance.doubt.result import Doubt
from qa_appliance.store.tables import audit, files, phrasebook, plans
from qa_appliance.store.tables.procedures import replay
from qa_appliance.store.tables.run_requests import site_of
from qa_appliance.store.tables.test_data.given import for_row, project_data
from qa_appliance.trigger import Ask, for_each_row, resolved


class DoubtBody(AskBody, frozen=True, rename="camel", kw_only=True):
    viewport: Window | UnsetType = UNSET


class DoubtAnswer(Struct, frozen=True):
    doubt: Doubt


class NewestDoubt(Struct, frozen=True):
    doubt: Doubt | None


@post(
    "/api/projects/{id:str}/doubts",
    **about(
        "Replay a test with one thing damaged at a time",
        "Runs",
        status=202,
        body=DoubtBody,
        answer=DoubtAnswer,
        limit="trigger",
        refuses=(400, 402, 404, 409, 429, 503),
        example={"description": "Open /cart and check that the total is 39.90"},
    ),
)
async def start_doubt(request: Request, project: OwnProject, caller: Caller, services: Services) -> DoubtAnswer:
    body = await read(request, DoubtBody)
    ask = body.ask(caller, project.id)
    refused = await plans.refusal(services.db, caller.org_id, services.clock(), services.plan_page)
    if refused:
        raise refused
    desk = _desk(services)
    wanted = await _request(ask, preset(body.viewport or "desktop"), services)
    await plans.begin_beside(services.db, wanted.id, caller.org_id, services.clock(), services.plan_page)
    try:
        doubt = desk.open(wanted)
    except Problem:
        await plans.give_way(services.db, wanted.id)
        raise
    details = {"procedureId": ask.procedure_id} if ask.procedure_id else {}
    await audit.note(services.db, audit.acting(caller), "test.doubted", doubt.id, services.clock(), **details)
    return DoubtAnswer(doubt)


@get("/api/doubts/{id:str}", **about("Read how a doubt goes", "Runs", answer=DoubtAnswer, refuses=(404, 409)))
async def read_doubt(id: FromPath[str], caller: Caller, services: Services) -> DoubtAnswer:
    return DoubtAnswer(_own(id, caller, services))


@get(
    "/api/procedures/{id:str}/doubt",
    **about("Read the newest doubt of a procedure", "Runs", answer=NewestDoubt, refuses=(404,)),
)
async def read_newest_doubt(procedure: OwnProcedure, caller: Caller, services: Services) -> NewestDoubt:
    desk = services.doubts
    return NewestDoubt(desk.newest_of(procedure.id, caller.org_id) if desk is not None else None)


@post(
    "/api/doubts/{id:str}/cancel",
    **about("Cancel a doubt", "Runs", answer=DoubtAnswer, refuses=(404, 409)),
)
async def cancel_doubt(id: FromPath[str], caller: Caller, services: Services) -> DoubtAnswer:
    """What has been tried by then stays to be read."""
    await _desk(services).cancel(_own(id, caller, services).id)
    return DoubtAnswer(_own(id, caller, services))


async def _request(ask: Ask, viewport: str, services: Services) -> RunRequest:
    """What a run of this test would be carried out with."""
    project, procedure, environment_id, base_url = await resolved(ask, services.intake)
    site = await site_of(services.db, services.vault, project.id, environment_id, viewport, base_url)
    return RunRequest(
        id=new_id(),
        org_id=ask.org_id,
        project_id=project.id,
        site=site,
        expectation=ask.user_expectation or (procedure.user_expectation if procedure else "pass"),
        description=ask.description,
        phrases=() if procedure else await phrasebook.of_organization(services.db, services.vault, ask.org_id),
        project_data=await _data(ask, project.id, environment_id, services),
        procedure_id=procedure.id if procedure else None,
        procedure=await replay(services.db, services.vault, procedure.id) if procedure else None,
        files=await files.of_run(services.db, services.artifacts, project.id),
    )


async def _data(ask: Ask, project_id: str, environment_id: str | None, services: Services) -> ProjectData:
    """Of a test with a table, with its first row."""
    data = await project_data(services.db, services.vault, project_id, environment_id)
    first = (await for_each_row(ask, services.intake))[0].variant
    return for_row(data, first.row if first else None)


def _desk(services: Services) -> DoubtDesk:
    if services.doubts is None:
        raise Conflict("No tests are doubted here.")
    return services.doubts


def _own(doubt_id: str, caller: Caller, services: Services) -> Doubt:
    doubt = _desk(services).find(doubt_id, caller.org_id)
    if doubt is None:
        raise NotFound("Doubt not found")
    return doubt
