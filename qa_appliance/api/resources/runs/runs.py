"""Runs: start, read with the requests of their pages, cancel, and what is going on (contract 4.1, 4.2, 4.4 to 4.6)."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath
from msgspec import UNSET, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.resources.owned import OwnRunId
from qa_appliance.api.resources.runs.asking import AskBody, Id, Window, preset
from qa_appliance.core.errors import NotFound
from qa_appliance.core.evidence.requests import Exchange, WholeExchange
from qa_appliance.queue import may_wait_longer, spoken
from qa_appliance.store.tables import runs, suite_runs
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.views import ownership, run_views
from qa_appliance.store.views.history import exchanges
from qa_appliance.store.views.run_views import ActiveGroup, RunDetail
from qa_appliance.store.views.waiting import outlook
from qa_appliance.trigger import trigger

ORPHANED_AFTER = timedelta(minutes=30)  # contract 4.4


class TriggerBody(AskBody, frozen=True, rename="camel", kw_only=True):
    """Exactly one of procedureId and description. Unknown fields are ignored.

    `evidence` is for this run only; what it leaves out is as the project says.
    """

    project_id: Id
    viewport: Window | UnsetType = UNSET  # else the window of a desktop


class Triggered(Struct, frozen=True, rename="camel"):
    run_id: str
    project_id: str
    status: Literal["pending"]
    poll_url: str
    batch_id: str | UnsetType = UNSET  # of a saved test with a table: a run for each row, this one for the first
    place_in_line: int | UnsetType = UNSET  # not said where its turn comes at once
    expected_wait_seconds: int | UnsetType | None = UNSET  # by what runs took lately; null while nothing is known
    note: str | UnsetType = UNSET  # where it is expected to wait for longer than a run may


class RunAnswer(Struct, frozen=True):
    run: RunDetail


class RequestsAnswer(Struct, frozen=True, rename="camel"):
    """In the order they were made. `kept` false: the run keeps no list of its requests. `leftOut` later ones are not
    in it."""

    requests: list[Exchange]
    kept: bool
    left_out: int


class ExchangeAnswer(Struct, frozen=True):
    request: WholeExchange


class GroupsAnswer(Struct, frozen=True):
    groups: list[ActiveGroup]


class Cancelled(Struct, frozen=True, rename="camel"):
    cancelled: int
    reaped_handlers: int


@post(
    "/api/runs/trigger",
    **about(
        "Start a run in the background",
        "Runs",
        status=202,
        body=TriggerBody,
        answer=Triggered,
        limit="trigger",
        refuses=(400, 402, 404),
        example={"projectId": "8b1f6f0e-6a35-4d5e-9a0e-3f6f4f1f7c11", "description": "Click Sign in."},
    ),
)
async def trigger_run(request: Request, caller: Caller, services: Services) -> Triggered:
    body = await read(request, TriggerBody)
    ask = body.ask(caller, body.project_id.lower())
    if isinstance(body.viewport, str):
        ask = msgspec.structs.replace(ask, viewport_preset=preset(body.viewport))
    run_id, batch_id = await trigger(ask, services.intake)
    answer = Triggered(run_id, ask.project_id, "pending", f"/api/runs/{run_id}", batch_id=batch_id or UNSET)
    people = _people(services)
    wait = await outlook(services.db, run_id, services.slots.count, services.clock(), people)
    if wait is None or wait.seconds == 0:
        return answer
    note = _too_long(wait.seconds or 0, services.line.total_wait_seconds) or _kept_by(people)
    return msgspec.structs.replace(
        answer, place_in_line=wait.place, expected_wait_seconds=wait.seconds, note=note or UNSET
    )


def _people(services: Services) -> list[float]:
    """The seconds each of those who write on a live page may still keep their browser."""
    return services.studio.left() if services.studio is not None else []


def _kept_by(people: list[float]) -> str | None:
    if not people:
        return None
    have = "Somebody has one browser" if len(people) == 1 else f"{len(people)} people have browsers"
    minutes = max(1, round(min(people) / 60))
    return f"{have} to write a test on the live page; the next is free in {spoken(minutes * 60)} at the latest."


def _too_long(seconds: int, most: float) -> str | None:
    if seconds <= most:
        return None
    wait = spoken(round(seconds / 60) * 60 or seconds)
    times = f"It is expected to wait {wait}, and is cancelled after {spoken(most)} in line."
    return f"{times} {may_wait_longer('total')}"


@get("/api/runs/active", **about("List what waits or runs, by batch", "Runs", answer=GroupsAnswer, limit="active"))
async def list_active(caller: Caller, services: Services) -> GroupsAnswer:
    since = services.clock() - ORPHANED_AFTER
    return GroupsAnswer(await run_views.active(services.db, caller.org_id, since, Reader.of(caller, services.vault)))


@get("/api/runs/{id:str}", **about("Read one run", "Runs", answer=RunAnswer, refuses=(404,)))
async def read_run(run_id: OwnRunId, caller: Caller, services: Services) -> RunAnswer:
    reader, artifacts = Reader.of(caller, services.vault), services.artifacts
    run = await run_views.detail(services.db, run_id, artifacts.url, reader, artifacts.archive_url)
    if run is None:
        raise await ownership.missing(services.db, "Run not found", user_id=caller.user_id, org_id=None)
    if run.status == "pending":
        people = _people(services)
        if wait := await outlook(services.db, run_id, services.slots.count, services.clock(), people):
            run = msgspec.structs.replace(
                run, place_in_line=wait.place, expected_wait_seconds=wait.seconds, people_writing=len(people)
            )
    if run.status == "running":
        progress = services.hub.progress(run_id)
        steps = [record.linked(artifacts.url) for record in progress.ended]
        run = msgspec.structs.replace(run, steps_json=steps, planned_steps=progress.planned)
    return RunAnswer(run)


@get(
    "/api/runs/{id:str}/requests",
    **about("List the requests of a run's pages", "Runs", answer=RequestsAnswer, refuses=(404,)),
)
async def list_requests(run_id: OwnRunId, services: Services) -> RequestsAnswer:
    kept = await exchanges(services.artifacts, run_id)
    if kept is None:
        return RequestsAnswer([], False, 0)
    fields = Exchange.__struct_fields__
    listed = [Exchange(**{name: getattr(each, name) for name in fields}) for each in kept.requests]
    return RequestsAnswer(listed, True, kept.left_out)


@get(
    "/api/runs/{id:str}/requests/{number:str}",
    **about("Read one request of a run's pages", "Runs", answer=ExchangeAnswer, refuses=(404,)),
)
async def read_request(run_id: OwnRunId, number: FromPath[str], services: Services) -> ExchangeAnswer:
    """The path takes any text, so that whoever has no credential is told that first."""
    kept = await exchanges(services.artifacts, run_id)
    whole = kept.whole(int(number)) if kept is not None and number.isascii() and number.isdecimal() else None
    if whole is None:
        raise NotFound("Request not found")
    return ExchangeAnswer(whole)


@post("/api/runs/{id:str}/cancel", **about("Cancel one run", "Runs", answer=Cancelled, refuses=(404,)))
async def cancel_run(run_id: OwnRunId, caller: Caller, services: Services) -> Cancelled:
    flipped = await runs.cancel(services.db, run_id, _by(caller), services.clock())
    return await _torn_down([run_id] if flipped else [], services)


@post("/api/runs/batch/{batch_id:str}/cancel", **about("Cancel a batch", "Runs", answer=Cancelled, refuses=(404,)))
async def cancel_batch(batch_id: FromPath[str], caller: Caller, services: Services) -> Cancelled:
    owners = await run_views.orgs_of_batch(services.db, batch_id)
    if caller.org_id not in owners:
        other = next(iter(owners), None)
        raise await ownership.missing(services.db, "Batch not found", user_id=caller.user_id, org_id=other)
    await suite_runs.stop(services.db, batch_id)
    flipped = await runs.cancel_batch(services.db, batch_id, caller.org_id, _by(caller), services.clock())
    return await _torn_down(flipped, services)


async def _torn_down(flipped: list[str], services: Services) -> Cancelled:
    reaped = await asyncio.gather(*(services.canceller.tear_down(run_id) for run_id in flipped))
    if flipped:
        services.run_accepted()
    return Cancelled(len(flipped), sum(reaped))


def _by(caller: Caller) -> str:
    """A cancelled run's report says why (contract 2.1)."""
    return f"The run was cancelled by {caller.name or caller.email}."
