"""Triage: who looks into a failed run, what is said of it, what is known (interfaces, Suites, schedules and triage)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated

from litestar import get, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.resources.owned import OwnRunId
from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Conflict, Forbidden, Invalid, Issue, NotFound
from qa_appliance.store.database import Transaction
from qa_appliance.store.tables import known_failures, members, triage
from qa_appliance.store.tables.triage import Assignee, Failed
from qa_appliance.store.views import triaged
from qa_appliance.store.views.triaged import Triage

Text = Annotated[str, Meta(min_length=1, max_length=4000, extra_json_schema=SPOKEN)]
Id = Annotated[str, Meta(pattern=UUID)]
Until = Annotated[
    str, Meta(max_length=40, examples=["2099-01-01T00:00:00Z"], extra_json_schema={"format": "date-time"})
]


class KnownBody(Struct, frozen=True, rename="camel"):
    """Known until that moment, or until the failure changes: another class, another step, or one more."""

    reason: Text
    until: Until | None = None


class TriageBody(Struct, frozen=True, rename="camel"):
    """At least one of them. `assignee` null: nobody; `known` null: the failure is known no longer."""

    assignee: Id | UnsetType | None = UNSET
    known: KnownBody | UnsetType | None = UNSET
    comment: Text | UnsetType = UNSET

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        if not {"assignee", "known", "comment"} & given.keys():
            yield Issue("custom", (), "Give at least one of assignee, known and comment.")
        known = given.get("known")
        until = known.get("until") if isinstance(known, dict) else None
        if isinstance(until, str) and _moment(until) is None:
            message = "until has to be a date and time with its zone, such as 2099-01-01T00:00:00Z."
            yield Issue("invalid_string", ("known", "until"), message)


def _moment(text: str | None) -> datetime | None:
    """None where it is no date and time with a zone."""
    try:
        moment = datetime.fromisoformat(text or "")
        return moment.astimezone(UTC) if moment.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None


class TriageAnswer(Struct, frozen=True):
    triage: Triage


class AssigneesAnswer(Struct, frozen=True):
    """Nothing of them but their names: what else is known of members is for those who manage them."""

    assignees: list[Assignee]


@get("/api/runs/{id:str}/triage", **about("Read what is said of a run", "Suites", answer=TriageAnswer, refuses=(404,)))
async def read_triage(run_id: OwnRunId, services: Services) -> TriageAnswer:
    return TriageAnswer(await triaged.find(services.db, run_id, services.clock()))


@post(
    "/api/runs/{id:str}/triage",
    **about(
        "Assign, comment or mark a failed run as known",
        "Suites",
        status=200,
        body=TriageBody,
        answer=TriageAnswer,
        refuses=(400, 404, 409),
    ),
)
async def triage_run(request: Request, run_id: OwnRunId, caller: Caller, services: Services) -> TriageAnswer:
    body, now = await read(request, TriageBody), services.clock()
    run = await triaged.failed(services.db, run_id)
    if run is None:
        raise NotFound("Run not found")
    _refuse_unfit(body, run, now)
    name = await _member_name(body, caller, services)
    async with services.db.write() as transaction:
        if body.assignee is not UNSET:
            await triage.assign(transaction, run_id, body.assignee)
            kind: triage.Kind = "assigned" if body.assignee else "unassigned"
            await triage.note(transaction, run_id, kind, name, caller.user_id, now)
        if body.known is not UNSET:
            await _mark(transaction, run_id, run, body.known, caller, now)
        if isinstance(body.comment, str):
            await triage.note(transaction, run_id, "comment", body.comment.strip(), caller.user_id, now)
    return TriageAnswer(await triaged.find(services.db, run_id, now))


@get("/api/assignees", **about("List who can look into a failure", "Suites", answer=AssigneesAnswer))
async def list_assignees(caller: Caller, services: Services) -> AssigneesAnswer:
    """By name; for those who may assign."""
    if not caller.may.changes:
        raise Forbidden("Viewers have read-only access to this workspace", code="read_only_role")
    return AssigneesAnswer(await triage.assignees(services.db, caller.org_id))


def _refuse_unfit(body: TriageBody, run: Failed, now: datetime) -> None:
    if body.known is UNSET:
        return
    if run.procedure_id is None:
        raise Conflict("Only the failure of a saved test can be marked as known; save this run as a procedure first.")
    if run.failure is None:
        raise Conflict("This run has not failed, so there is nothing to mark as known.")
    if body.known is not None and not run.failure.recognisable:
        raise Conflict("No step of this run has failed, so nothing would tell its failure from another one.")
    until = _moment(body.known.until) if body.known is not None else None
    if until is not None and until <= now:
        raise Invalid(issues=(Issue("custom", ("known", "until"), "until has to be in the future."),))


async def _member_name(body: TriageBody, caller: Caller, services: Services) -> str | None:
    if not isinstance(body.assignee, str):
        return None
    member = await members.member(services.db, caller.org_id, body.assignee.lower())
    if member is None:
        raise Invalid(issues=(Issue("custom", ("assignee",), "The organization has no such member."),))
    return member.name or member.email


async def _mark(
    transaction: Transaction, run_id: str, run: Failed, known: KnownBody | None, caller: Caller, now: datetime
) -> None:
    assert run.procedure_id is not None
    assert run.failure is not None
    if known is None:
        await known_failures.forget(transaction, run.procedure_id, run.failure)
        await triage.note(transaction, run_id, "not_known", None, caller.user_id, now)
        return
    until = _moment(known.until)
    await known_failures.mark(
        transaction,
        run.project_id,
        run.procedure_id,
        run.failure,
        reason=known.reason.strip(),
        until=iso(until) if until else None,
        user_id=caller.user_id,
        now=now,
    )
    await triage.note(transaction, run_id, "known", known.reason.strip(), caller.user_id, now)
