"""Projects: the websites under test (contract 2.4, 4.7; interfaces, Resources)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from litestar import delete, get, patch, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read, sent
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import (
    SPOKEN,
    Address,
    EvidenceBody,
    Locale,
    Timezone,
    check_address,
    check_name,
    check_place,
)
from qa_appliance.api.resources.owned import OwnProject
from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Issue
from qa_appliance.core.run import Patience
from qa_appliance.store.tables import audit, files, projects
from qa_appliance.store.tables.projects import Project

Name = Annotated[str, Meta(min_length=1, max_length=200, examples=["Shop"], extra_json_schema=SPOKEN)]


class Geolocation(Struct, frozen=True):
    """Degrees; accuracy in metres."""

    latitude: Annotated[float, Meta(ge=-90, le=90)]
    longitude: Annotated[float, Meta(ge=-180, le=180)]
    accuracy: Annotated[float, Meta(ge=0)] = 0.0


class AppContext(Struct, frozen=True, rename="camel"):
    """Kept as it was sent: what is left out stays out."""

    app_type: str | UnsetType = UNSET
    summary: str | UnsetType = UNSET
    auth_model: str | UnsetType = UNSET
    key_flows: list[str] | UnsetType = UNSET
    domain_terms: list[str] | UnsetType = UNSET
    test_notes: str | UnsetType = UNSET


def _check(given: dict[str, object]) -> Iterator[Issue]:
    yield from check_name(given)
    yield from check_address(given)
    yield from check_place(given)


class ProjectBody(Struct, frozen=True, rename="camel"):
    """`storageState` is as Playwright writes it: cookies and origins a run begins with.

    `evidence` null is the default: everything but `har` and `bodies`. So is what it leaves out.
    `patience` null is as the server has it.
    """

    name: Name
    base_url: Address
    timezone: Timezone | None = None
    locale: Locale | None = None
    geolocation: Geolocation | None = None
    app_context: AppContext | None = None
    storage_state: dict[str, Any] | None = None
    evidence: EvidenceBody | None = None
    patience: Patience | None = None

    check = staticmethod(_check)


class ProjectChange(Struct, frozen=True, rename="camel"):
    """What is left out stays as it is; null empties."""

    name: Name | UnsetType = UNSET
    base_url: Address | UnsetType = UNSET
    timezone: Timezone | UnsetType | None = UNSET
    locale: Locale | UnsetType | None = UNSET
    geolocation: Geolocation | UnsetType | None = UNSET
    app_context: AppContext | UnsetType | None = UNSET
    storage_state: dict[str, Any] | UnsetType | None = UNSET
    evidence: EvidenceBody | UnsetType | None = UNSET
    patience: Patience | UnsetType | None = UNSET

    check = staticmethod(_check)


class ProjectAnswer(Struct, frozen=True):
    project: Project


class ProjectsAnswer(Struct, frozen=True):
    projects: list[Project]


@get("/api/projects", **about("List projects", "Projects", answer=ProjectsAnswer))
async def list_projects(caller: Caller, services: Services) -> ProjectsAnswer:
    listed = await projects.listed(services.db, services.vault, caller.org_id)
    return ProjectsAnswer([_shown(each, caller) for each in listed])


@post(
    "/api/projects",
    **about(
        "Create a project",
        "Projects",
        status=201,
        body=ProjectBody,
        answer=ProjectAnswer,
        refuses=(400,),
        example={"name": "Shop", "baseUrl": "https://shop.example.com"},
    ),
)
async def create_project(request: Request, caller: Caller, services: Services) -> ProjectAnswer:
    body = await read(request, ProjectBody)
    now = services.clock()
    project = await projects.add(services.db, services.vault, caller.org_id, sent(body), now)
    await audit.note(services.db, audit.acting(caller), "project.created", project.id, now, name=project.name)
    return ProjectAnswer(project)


@get("/api/projects/{id:str}", **about("Read a project", "Projects", answer=ProjectAnswer, refuses=(404,)))
async def read_project(project: OwnProject, caller: Caller) -> ProjectAnswer:
    return ProjectAnswer(_shown(project, caller))


@patch(
    "/api/projects/{id:str}",
    **about(
        "Change a project", "Projects", who="dashboard", body=ProjectChange, answer=ProjectAnswer, refuses=(400, 404)
    ),
)
async def change_project(request: Request, project: OwnProject, caller: Caller, services: Services) -> ProjectAnswer:
    body, now = await read(request, ProjectChange), services.clock()
    changed = await projects.change(services.db, services.vault, project.id, sent(body), now)
    fields = sorted(sent(body))
    await audit.note(services.db, audit.acting(caller), "project.changed", project.id, now, fields=fields)
    return ProjectAnswer(changed or project)


@delete("/api/projects/{id:str}", **about("Archive a project", "Projects", status=204, who="dashboard", refuses=(404,)))
async def archive_project(project: OwnProject, caller: Caller, services: Services) -> None:
    now = services.clock()
    stored = await files.listed(services.db, project.id)
    await projects.change(services.db, services.vault, project.id, {"archived_at": iso(now)}, now)
    for file in stored:
        await services.artifacts.delete(file.id)
    await audit.note(services.db, audit.acting(caller), "project.archived", project.id, now, name=project.name)


def _shown(project: Project, caller: Caller) -> Project:
    """A viewer must not be able to sign in to the site as the tests do."""
    return project if caller.may.changes else projects.masked(project)
