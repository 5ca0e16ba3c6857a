"""What a path names, for handlers that ask for it by name. Another organization's is as if it were not there (5.7)."""

from __future__ import annotations

from typing import TypeVar

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.core.errors import Invalid, Issue, NotFound
from qa_appliance.store.database import Database
from qa_appliance.store.tables import (
    alert_targets,
    baselines,
    environments,
    files,
    members,
    procedures,
    projects,
    schedules,
    suites,
)
from qa_appliance.store.tables.alert_targets import AlertTarget
from qa_appliance.store.tables.baselines import Baseline
from qa_appliance.store.tables.environments import Place
from qa_appliance.store.tables.files import File
from qa_appliance.store.tables.members import Member
from qa_appliance.store.tables.procedures import Procedure
from qa_appliance.store.tables.projects import Project
from qa_appliance.store.tables.schedules import Schedule
from qa_appliance.store.tables.suites import Suite
from qa_appliance.store.tables.test_data import held
from qa_appliance.store.tables.test_data.held import Held
from qa_appliance.store.views import ownership, run_views

Thing = TypeVar("Thing", Procedure, Place, Suite, Schedule, AlertTarget, Held)

OwnProject = NamedDependency[Project]
OwnProcedure = NamedDependency[Procedure]
OwnEnvironment = NamedDependency[Place]
OwnBaseline = NamedDependency[Baseline]
OwnFile = NamedDependency[File]
OwnMember = NamedDependency[Member]
OwnSuite = NamedDependency[Suite]
OwnSchedule = NamedDependency[Schedule]
OwnAlertTarget = NamedDependency[AlertTarget]
OwnAccount = NamedDependency[Held]
OwnVariable = NamedDependency[Held]
OwnTable = NamedDependency[Held]
OwnRunId = NamedDependency[str]


async def own_project(id: FromPath[str], caller: Caller, services: Services) -> Project:
    """The live project of the caller's organization. Raises `NotFound`."""
    project = await projects.find(services.db, services.vault, id)
    if project is None or project.org_id != caller.org_id:
        owner = project.org_id if project else None
        raise await ownership.missing(services.db, "Project not found", user_id=caller.user_id, org_id=owner)
    return project


async def refuse_unknown_environment(db: Database, project_id: str, environment_id: str | None) -> None:
    """Raises `Invalid` for one that the project has not: what is for it is not run somewhere else.

    A trigger alone goes on at the project's own address (contract 4.1).
    """
    if environment_id is None:
        return
    environment = await environments.find(db, environment_id)
    if environment is None or environment.project_id != project_id:
        raise Invalid(issues=(Issue("custom", ("environmentId",), "The project has no such environment."),))


async def own_procedure(id: FromPath[str], caller: Caller, services: Services) -> Procedure:
    """Of a live project of the caller's organization. Raises `NotFound`."""
    return await _of_own_project(await procedures.find(services.db, id), "Procedure not found", caller, services)


async def own_environment(id: FromPath[str], caller: Caller, services: Services) -> Place:
    """Of a live project of the caller's organization. Raises `NotFound`."""
    return await _of_own_project(await environments.find(services.db, id), "Environment not found", caller, services)


async def own_suite(id: FromPath[str], caller: Caller, services: Services) -> Suite:
    """Of a live project of the caller's organization. Raises `NotFound`."""
    return await _of_own_project(await suites.find(services.db, id), "Suite not found", caller, services)


async def own_schedule(id: FromPath[str], caller: Caller, services: Services) -> Schedule:
    """Of a live project of the caller's organization. Raises `NotFound`."""
    return await _of_own_project(await schedules.find(services.db, id), "Schedule not found", caller, services)


async def own_alert_target(id: FromPath[str], caller: Caller, services: Services) -> AlertTarget:
    """Of a live project of the caller's organization. Raises `NotFound`."""
    return await _of_own_project(await alert_targets.find(services.db, id), "Alert not found", caller, services)


async def own_account(id: FromPath[str], caller: Caller, services: Services) -> Held:
    """A test account of a live project of the caller's organization. Raises `NotFound`."""
    found = await held.find(services.db, "test_accounts", id)
    return await _of_own_project(found, "Account not found", caller, services)


async def own_variable(id: FromPath[str], caller: Caller, services: Services) -> Held:
    """Of a live project of the caller's organization. Raises `NotFound`."""
    return await _of_own_project(await held.find(services.db, "variables", id), "Variable not found", caller, services)


async def own_table(id: FromPath[str], caller: Caller, services: Services) -> Held:
    """Of a live project of the caller's organization. Raises `NotFound`."""
    return await _of_own_project(await held.find(services.db, "data_tables", id), "Table not found", caller, services)


async def own_baseline(baseline_id: FromPath[str], project: OwnProject, services: Services) -> Baseline:
    """Of the project the path names. Raises `NotFound`."""
    baseline = await baselines.find(services.db, baseline_id)
    if baseline is None or baseline.project_id != project.id:
        raise NotFound("Baseline not found")
    return baseline


async def own_file(file_id: FromPath[str], project: OwnProject, services: Services) -> File:
    """Of the project the path names. Raises `NotFound`."""
    file = await files.find(services.db, project.id, file_id)
    if file is None:
        raise NotFound("File not found")
    return file


async def own_member(user_id: FromPath[str], caller: Caller, services: Services) -> Member:
    """Of the caller's organization. Raises `NotFound`."""
    member = await members.member(services.db, caller.org_id, user_id)
    if member is None:
        raise NotFound("Member not found")
    return member


async def own_run_id(id: FromPath[str], caller: Caller, services: Services) -> str:
    """The id of a run of the caller's organization. Raises `NotFound`."""
    owner = await run_views.org_of(services.db, id)
    if owner != caller.org_id:
        raise await ownership.missing(services.db, "Run not found", user_id=caller.user_id, org_id=owner)
    return id


OWNED = {
    "project": Provide(own_project),
    "procedure": Provide(own_procedure),
    "environment": Provide(own_environment),
    "baseline": Provide(own_baseline),
    "file": Provide(own_file),
    "member": Provide(own_member),
    "suite": Provide(own_suite),
    "schedule": Provide(own_schedule),
    "target": Provide(own_alert_target),
    "account": Provide(own_account),
    "variable": Provide(own_variable),
    "table": Provide(own_table),
    "run_id": Provide(own_run_id),
}


async def _of_own_project(found: Thing | None, message: str, caller: Caller, services: Services) -> Thing:
    """What was found by its id, where its project is the caller's. Raises `NotFound`."""
    if found is None:
        raise NotFound(message)
    try:
        await own_project(found.project_id, caller, services)
    except NotFound as missing:
        raise NotFound(message, code=missing.code, **missing.extra) from None
    return found
