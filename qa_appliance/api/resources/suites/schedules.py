"""Schedules: suites and saved tests that are started by the clock (interfaces, Suites, schedules and triage)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from litestar import delete, get, patch, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.body_schemas import Schema, one_of
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN, Timezone, check_name, check_place
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.resources.owned import OwnProject, OwnSchedule, refuse_unknown_environment
from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.store.database import Database
from qa_appliance.store.tables import audit, procedures, schedules, suites
from qa_appliance.store.tables.schedules import Schedule, ScheduleFacts
from qa_appliance.suites import timetable
from qa_appliance.suites.schedules import next_time, upcoming

_SHOWN = 3  # next times

Name = Annotated[str, Meta(min_length=1, max_length=200, examples=["Every night"], extra_json_schema=SPOKEN)]
Id = Annotated[str, Meta(pattern=UUID)]
Cron = Annotated[str, Meta(min_length=9, max_length=200, description="Five fields", examples=["30 2 * * 1-5"])]
Every = Annotated[str, Meta(min_length=1, max_length=50, examples=["2 hours"])]


def _check(given: dict[str, object]) -> Iterator[Issue]:
    yield from check_name(given)
    yield from check_place(given)
    for one, other in (("suiteId", "procedureId"), ("cron", "every")):
        if given.get(one) is not None and given.get(other) is not None:
            yield Issue("custom", (other,), f"Give {one} or {other}, not both.")


class ScheduleBody(Struct, frozen=True, rename="camel"):
    """Exactly one of suiteId and procedureId, exactly one of cron and every."""

    name: Name
    suite_id: Id | UnsetType = UNSET
    procedure_id: Id | UnsetType = UNSET
    cron: Cron | UnsetType = UNSET
    every: Every | UnsetType = UNSET
    timezone: Timezone = "UTC"
    environment_id: Id | None = None
    paused: bool = False

    more: ClassVar[Schema] = one_of("suiteId", "procedureId")

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        yield from _check(given)
        for one, other in (("suiteId", "procedureId"), ("cron", "every")):
            if one not in given and other not in given:
                yield Issue("custom", (one,), f"Give {one} or {other}.")


class ScheduleChange(Struct, frozen=True, rename="camel"):
    """What is left out stays; `cron` takes the place of `every`, and the other way round."""

    name: Name | UnsetType = UNSET
    suite_id: Id | UnsetType = UNSET
    procedure_id: Id | UnsetType = UNSET
    cron: Cron | UnsetType = UNSET
    every: Every | UnsetType = UNSET
    timezone: Timezone | UnsetType = UNSET
    environment_id: Id | UnsetType | None = UNSET
    paused: bool | UnsetType = UNSET

    check = staticmethod(_check)


class ScheduleShown(ScheduleFacts, frozen=True, kw_only=True, rename="camel"):
    """`says` is its times in words; `next_times` the next three, also while it is paused."""

    says: str
    next_times: list[str]


class ScheduleAnswer(Struct, frozen=True):
    schedule: ScheduleShown


class SchedulesAnswer(Struct, frozen=True):
    schedules: list[ScheduleShown]


@get("/api/projects/{id:str}/schedules", **about("List schedules", "Suites", answer=SchedulesAnswer, refuses=(404,)))
async def list_schedules(project: OwnProject, services: Services) -> SchedulesAnswer:
    """By name."""
    return SchedulesAnswer([_shown(each, services) for each in await schedules.listed(services.db, project.id)])


@post(
    "/api/projects/{id:str}/schedules",
    **about(
        "Create a schedule",
        "Suites",
        who="dashboard",
        status=201,
        body=ScheduleBody,
        answer=ScheduleAnswer,
        refuses=(400, 404),
    ),
)
async def create_schedule(request: Request, project: OwnProject, caller: Caller, services: Services) -> ScheduleAnswer:
    values = _values(await read(request, ScheduleBody))
    timetable.check(_text(values.get("cron")), _text(values.get("every")), str(values["timezone"]))
    await _refuse_unknown(services.db, project.id, values)
    now = services.clock()
    schedule_id = await schedules.add(services.db, project.id, caller.user_id, values, now)
    await audit.note(services.db, audit.acting(caller), "schedule.created", schedule_id, now, name=values["name"])
    return await _planned(schedule_id, services)


@get("/api/schedules/{id:str}", **about("Read a schedule", "Suites", answer=ScheduleAnswer, refuses=(404,)))
async def read_schedule(schedule: OwnSchedule, services: Services) -> ScheduleAnswer:
    return ScheduleAnswer(_shown(schedule, services))


@patch(
    "/api/schedules/{id:str}",
    **about(
        "Change a schedule",
        "Suites",
        who="dashboard",
        body=ScheduleChange,
        answer=ScheduleAnswer,
        refuses=(400, 404),
    ),
)
async def change_schedule(
    request: Request, schedule: OwnSchedule, caller: Caller, services: Services
) -> ScheduleAnswer:
    values = _values(await read(request, ScheduleChange))
    for one, other in (
        ("suite_id", "procedure_id"),
        ("procedure_id", "suite_id"),
        ("cron", "every"),
        ("every", "cron"),
    ):
        if values.get(one) is not None:
            values[other] = None
    after = msgspec.structs.replace(schedule, **values)
    timetable.check(after.cron, after.every, after.timezone)
    await _refuse_unknown(services.db, schedule.project_id, values)
    now = services.clock()
    await schedules.change(services.db, schedule.id, values, now)
    await audit.note(services.db, audit.acting(caller), "schedule.changed", schedule.id, now, fields=sorted(values))
    return await _planned(schedule.id, services)


@delete("/api/schedules/{id:str}", **about("Remove a schedule", "Suites", status=204, who="dashboard", refuses=(404,)))
async def remove_schedule(schedule: OwnSchedule, caller: Caller, services: Services) -> None:
    await schedules.remove(services.db, schedule.id)
    now, name = services.clock(), schedule.name
    await audit.note(services.db, audit.acting(caller), "schedule.removed", schedule.id, now, name=name)


async def _planned(schedule_id: str, services: Services) -> ScheduleAnswer:
    """Its next time is written down anew."""
    schedule = await schedules.find(services.db, schedule_id)
    assert schedule is not None
    moment = next_time(schedule, services.clock())
    next_at = None if moment is None else iso(moment)
    await schedules.change(services.db, schedule_id, {"next_at": next_at}, services.clock())
    services.schedule_changed()
    return ScheduleAnswer(_shown(msgspec.structs.replace(schedule, next_at=next_at), services))


async def _refuse_unknown(db: Database, project_id: str, values: dict[str, object]) -> None:
    suite_id, procedure_id = values.get("suite_id"), values.get("procedure_id")
    if isinstance(suite_id, str):
        suite = await suites.find(db, suite_id)
        _refuse(suite is None or suite.project_id != project_id, "suiteId", "suite")
    if isinstance(procedure_id, str):
        procedure = await procedures.find(db, procedure_id)
        _refuse(procedure is None or procedure.project_id != project_id, "procedureId", "procedure")
    await refuse_unknown_environment(db, project_id, _text(values.get("environment_id")))


def _refuse(missing: bool, field: str, what: str) -> None:
    if missing:
        raise Invalid(issues=(Issue("custom", (field,), f"The project has no such {what}."),))


_IDS = frozenset({"suite_id", "procedure_id", "environment_id"})


def _values(body: ScheduleBody | ScheduleChange) -> dict[str, object]:
    """What was sent, by column."""
    sent = {name: value for name, value in msgspec.structs.asdict(body).items() if value is not UNSET}
    return {name: value.lower() if name in _IDS and isinstance(value, str) else value for name, value in sent.items()}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _shown(schedule: Schedule, services: Services) -> ScheduleShown:
    times = upcoming(schedule, services.clock(), _SHOWN)
    values = {name: getattr(schedule, name) for name in ScheduleFacts.__struct_fields__}
    says = timetable.explained(schedule.cron, schedule.every)
    return ScheduleShown(**values, says=says, next_times=[iso(moment) for moment in times])
