"""Sites under test: the one that is lent to new users, whether a project's may be opened, what was seen there.

Opens none.
"""

from __future__ import annotations

from litestar import get
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.resources.owned import OwnProject
from qa_appliance.browser.look.names import SeenName, seen_names
from qa_appliance.core.run import Sample
from qa_appliance.store.tables.pages import looks


class DemoSite(Struct, frozen=True):
    """`address` is for a project's baseUrl; it opens in the appliance's own browser only."""

    address: str
    tests: list[Sample]


class DemoAnswer(Struct, frozen=True):
    """`demo` null: the operator lends no site."""

    demo: DemoSite | None


class Permission(Struct, frozen=True):
    """`reason` says why not, `rule` what the operator can give to --allow (empty: nothing helps)."""

    allowed: bool
    reason: str
    rule: str


class NamesAnswer(Struct, frozen=True):
    names: list[SeenName]


@get("/api/demo", **about("The demo shop to try tests on", "Projects", answer=DemoAnswer))
async def read_demo(caller: Caller, services: Services) -> DemoAnswer:
    lent = services.lent
    return DemoAnswer(DemoSite(lent.address, list(lent.samples)) if lent else None)


@get(
    "/api/projects/{id:str}/permission",
    **about("Whether the project's address may be opened", "Projects", answer=Permission, refuses=(404,)),
)
async def read_permission(project: OwnProject, services: Services) -> Permission:
    decision = await services.guard.for_run(project.base_url).decide(project.base_url)
    return Permission(decision.allowed, decision.reason, decision.rule)


@get(
    "/api/projects/{id:str}/names",
    **about(
        "Names of what the project's pages held when a run last saw them",
        "Projects",
        answer=NamesAnswer,
        refuses=(404, 503),
    ),
)
async def read_names(project: OwnProject, caller: Caller, services: Services) -> NamesAnswer:
    pages = await looks.of_project(services.db, project.id)
    return NamesAnswer(await services.reading.do_for(caller.user_id, seen_names, pages.values()))
