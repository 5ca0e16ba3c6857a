"""Pages of a project by their names: seen by runs, corrected by people (interfaces, Resources)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from ada_url import URL
from litestar import delete, get, put
from msgspec import Meta, Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.queries import first_values
from qa_appliance.api.resources.owned import OwnProject
from qa_appliance.api.resources.test_data.fields import Quoted, check_quoted
from qa_appliance.core.errors import Issue, NotFound
from qa_appliance.store.tables import audit
from qa_appliance.store.tables.test_data import pages
from qa_appliance.store.tables.test_data.pages import PageName

_ADDRESS = "address has to be a path of the project such as /settings, or an address that begins with https://."
_NAME = ("name", "Which of them.", {"type": "string", "minLength": 1})


def _check(given: dict[str, object]) -> Iterator[Issue]:
    yield from check_quoted(given.get("name"), ("name",))
    address = given.get("address")
    if isinstance(address, str) and address and not _is_address(address):
        yield Issue("invalid_string", ("address",), _ADDRESS)


def _is_address(address: str) -> bool:
    """Without a password, which everybody would be shown."""
    if any(each.isspace() or not each.isprintable() for each in address):
        return False
    try:
        url = URL(address, "http://page.invalid") if address.startswith("/") else URL(address)
    except ValueError:
        return False
    return url.protocol in ("http:", "https:") and not url.password and bool(url.hostname)


class PageBody(Struct, frozen=True):
    """Whatever was known by this name before goes."""

    name: Quoted
    address: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=2048,
            examples=["/settings"],
            extra_json_schema={"pattern": r"^(/|https?://)[^\s\u0000]*$"},
        ),
    ]

    check = staticmethod(_check)


class PageAnswer(Struct, frozen=True):
    page: PageName


class PagesAnswer(Struct, frozen=True):
    pages: list[PageName]


@get(
    "/api/projects/{id:str}/pages",
    **about("List a project's pages by name", "Test data", answer=PagesAnswer, refuses=(404,)),
)
async def list_pages(project: OwnProject, services: Services) -> PagesAnswer:
    return PagesAnswer(await pages.listed(services.db, project.id))


@put(
    "/api/projects/{id:str}/pages",
    **about(
        "Name a page, or correct the address of one",
        "Test data",
        who="dashboard",
        body=PageBody,
        answer=PageAnswer,
        refuses=(400, 404, 409),
    ),
)
async def name_page(request: Request, project: OwnProject, caller: Caller, services: Services) -> PageAnswer:
    body, now = await read(request, PageBody), services.clock()
    page = await pages.put(services.db, project.id, body.name.strip(), body.address, now)
    await audit.note(services.db, audit.acting(caller), "page.named", project.id, now, name=page.name)
    return PageAnswer(page)


@delete(
    "/api/projects/{id:str}/pages",
    **about(
        "Forget the name of a page",
        "Test data",
        status=204,
        who="dashboard",
        refuses=(404,),
        query=(_NAME,),
    ),
)
async def forget_page(request: Request, project: OwnProject, caller: Caller, services: Services) -> None:
    name = first_values(request).get("name", "")
    if not await pages.remove(services.db, project.id, name):
        raise NotFound("Page not found")
    now = services.clock()
    await audit.note(services.db, audit.acting(caller), "page.forgotten", project.id, now, name=name)
