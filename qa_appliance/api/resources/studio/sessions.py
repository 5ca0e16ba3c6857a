"""Studio sessions: open, look after, close, and run what was written there (interfaces, Studio)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from litestar import delete, get, post
from litestar.params import FromPath
from msgspec import UNSET, Meta, Struct, UnsetType, structs

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.resources.owned import OwnProject
from qa_appliance.api.resources.runs.asking import lowered
from qa_appliance.awaiting import to_its_end
from qa_appliance.core.batches.fields import typed_instead
from qa_appliance.core.clock import new_id
from qa_appliance.core.errors import Conflict, Invalid, Issue, NotFound
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import RunRequest
from qa_appliance.core.steps import MASK
from qa_appliance.english.compile import plan_english
from qa_appliance.store.tables import files, phrasebook, plans
from qa_appliance.store.tables.run_requests import environment_of, preset_of, run_request, site_of
from qa_appliance.store.tables.test_data.given import project_data
from qa_appliance.studio.before import prepared
from qa_appliance.studio.desk import Desk
from qa_appliance.studio.means import Wanted
from qa_appliance.studio.session import Session
from qa_appliance.trigger import Ask, trigger

_FORGOTTEN = "There is nothing to go on with: only what your last session has written is remembered, until a restart."
_SENDS = (
    "Performing this test again sends again what it sent to the site: {}. Say whether all of it is to be performed,"
    " or none, so that you go on from the site's first page."
)
_EMPTY = "There is no sentence yet. Do something on the page, or write one."


class StudioBody(Struct, frozen=True, rename="camel"):
    environment_id: Annotated[str, Meta(pattern=UUID)] | UnsetType = UNSET
    viewport: Literal["desktop", "tablet", "phone"] = "desktop"
    run_id: Annotated[str, Meta(pattern=UUID)] | UnsetType = UNSET
    step: Annotated[int, Meta(ge=0, le=10_000)] = 0  # with a run: its test is performed up to the step at this index
    after: Annotated[str, Meta(pattern=UUID)] | UnsetType = UNSET  # one's own last session: its test is gone on with
    perform: Literal["none", "all"] | UnsetType = UNSET  # with `after`; without it, nothing is sent a second time

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        if "step" in given and "runId" not in given:
            yield Issue("custom", ("step",), "A step is one of a run: give its runId.")
        if "perform" in given and "after" not in given:
            yield Issue("custom", ("perform",), "What is performed is that of another session: give its id as after.")
        if "after" in given and given.keys() - {"after", "perform"}:
            yield Issue("custom", ("after",), "What goes on after another session begins where that one did.")


class StudioSession(Struct, frozen=True, rename="camel"):
    id: str
    project_id: str
    environment_id: str | None
    minutes: int


class StudioAnswer(Struct, frozen=True):
    session: StudioSession


class StudioRun(Struct, frozen=True, rename="camel"):
    run_id: str


@post(
    "/api/projects/{id:str}/studio",
    **about(
        "Open a browser session to write a test in",
        "Studio",
        who="dashboard",
        status=201,
        body=StudioBody,
        answer=StudioAnswer,
        limit="trigger",
        refuses=(400, 402, 404, 409, 503),
        example={"viewport": "desktop"},
    ),
)
async def open_session(request: Request, project: OwnProject, caller: Caller, services: Services) -> StudioAnswer:
    body = await read(request, StudioBody)
    own = services.studio.open_of(caller.user_id) if services.studio is not None else ""  # ends for this one
    refused = await plans.refusal(services.db, caller.org_id, services.clock(), services.plan_page, but=own)
    if refused:
        raise refused
    if body.after is not UNSET:
        return StudioAnswer(_shown(await _gone_on(body.after.lower(), body.perform, project.id, caller, services)))
    environment_id = lowered(body.environment_id)
    run = await _run(body, project.id, services)
    site = await site_of(services.db, services.vault, project.id, environment_id, body.viewport)
    if run is not None:
        site, environment_id = run.site, await environment_of(services.db, run.id)
    decision = await services.guard.for_run(site.base_url).decide(site.base_url)
    if not decision.allowed:
        raise Invalid(decision.reason)
    data = await project_data(services.db, services.vault, project.id, environment_id)
    wanted = RunRequest(
        id=new_id(),
        org_id=caller.org_id,
        project_id=project.id,
        site=site,
        phrases=await phrasebook.of_organization(services.db, services.vault, caller.org_id),
        project_data=run.project_data if run is not None else data,
        files=await files.of_run(services.db, services.artifacts, project.id),
    )
    opened = Wanted(wanted, caller.user_id, environment_id)
    if run is not None:
        done, left = prepared(await services.accepting.do(_plan_of, run), body.step)
        base_url = None if environment_id else site.base_url
        opened = Wanted(wanted, caller.user_id, environment_id, base_url, done, left)
    return StudioAnswer(_shown(await _opened(opened, services)))


async def _opened(wanted: Wanted, services: Services) -> Session:
    """It counts in the plan as a run that is alive does."""
    desk, work_id, org_id = _desk(services), wanted.request.id, wanted.request.org_id
    own = desk.open_of(wanted.user_id)
    await plans.begin_beside(services.db, work_id, org_id, services.clock(), services.plan_page, but=own)
    try:
        return await desk.open(wanted)
    except BaseException:
        await to_its_end(plans.give_way(services.db, work_id))
        raise


async def _gone_on(
    after: str, perform: Literal["none", "all"] | UnsetType, project_id: str, caller: Caller, services: Services
) -> Session:
    desk = _desk(services)
    if desk.find(after, caller.user_id) is not None:
        await desk.close(after)  # it may be just ending
    ended = desk.remains(after, caller.user_id)
    if ended is None or ended.request.project_id != project_id or ended.request.org_id != caller.org_id:
        raise NotFound(_FORGOTTEN)
    sent = sorted({_masked(each, ended.secrets) for line in ended.done for each in line.sent})
    if sent and perform is UNSET:
        raise Conflict(_SENDS.format(", ".join(sent)), code="sends_again")
    if perform == "none":
        ended = replace(ended, done=(), left=(*ended.done, *ended.left))
    return await _opened(replace(ended, request=structs.replace(ended.request, id=new_id())), services)


def _masked(text: str, secrets: tuple[str, ...]) -> str:
    for secret in secrets:
        text = text.replace(secret, MASK)
    return text


async def _run(body: StudioBody, project_id: str, services: Services) -> RunRequest | None:
    if body.run_id is UNSET:
        return None
    run = await run_request(services.db, services.vault, body.run_id.lower())
    if run is None or run.project_id != project_id:
        raise NotFound("Run not found")
    return run


def _plan_of(run: RunRequest) -> Plan:
    accounts = run.project_data.accounts
    plan = run.procedure or plan_english(run.description or "", run.phrases, accounts=accounts)
    return plan if run.typed is None else typed_instead(plan, run.typed)


@get(
    "/api/studio/{id:str}",
    **about("Read one's own studio session", "Studio", who="dashboard", answer=StudioAnswer, refuses=(404, 409)),
)
async def read_session(id: FromPath[str], caller: Caller, services: Services) -> StudioAnswer:
    return StudioAnswer(_shown(_own(id, caller, services)))


@delete(
    "/api/studio/{id:str}",
    **about("Close one's own studio session", "Studio", who="dashboard", status=204, refuses=(404, 409)),
)
async def close_session(id: FromPath[str], caller: Caller, services: Services) -> None:
    await _desk(services).close(_own(id, caller, services).id)


@post(
    "/api/studio/{id:str}/runs",
    **about(
        "Run what was written in a studio session, which ends by it",
        "Studio",
        who="dashboard",
        status=202,
        answer=StudioRun,
        limit="trigger",
        refuses=(400, 402, 404, 409),
    ),
)
async def run_session(id: FromPath[str], caller: Caller, services: Services) -> StudioRun:
    """The session's slot is free for the run."""
    session = _own(id, caller, services)
    await session.catch_up()
    if not session.description:
        raise Invalid(_EMPTY)
    request = session.wanted.request
    ask = Ask(
        project_id=request.project_id,
        org_id=caller.org_id,
        user_id=caller.user_id,
        description=session.description,
        base_url=session.wanted.base_url,
        environment_id=session.wanted.environment_id,
        viewport_preset=preset_of(request.site.viewport),
    )
    await plans.give_way(services.db, session.id)
    try:
        accepted = await trigger(ask, services.intake)
    except BaseException:
        await to_its_end(plans.go_on(services.db, session.id, request.org_id, services.clock()))
        raise
    await _desk(services).close(session.id)
    return StudioRun(accepted.run_id)


def _desk(services: Services) -> Desk:
    if services.studio is None:
        raise Conflict("No browser sessions are opened here.")
    return services.studio


def _own(session_id: str, caller: Caller, services: Services) -> Session:
    """Nobody but who opened it gets in, and in that organization only."""
    session = _desk(services).find(session_id, caller.user_id)
    if session is None or session.wanted.request.org_id != caller.org_id:
        raise NotFound("Session not found")
    return session


def _shown(session: Session) -> StudioSession:
    wanted = session.wanted
    return StudioSession(session.id, wanted.request.project_id, wanted.environment_id, session.minutes)
