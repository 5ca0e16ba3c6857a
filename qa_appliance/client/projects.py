"""Which project is meant by a name, an id or the address of a site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from qa_appliance.client.channel import Client
from qa_appliance.core.errors import Invalid


async def project_of(client: Client, name: str | None, url: str | None, *, make: bool = True) -> str:
    """The project's id: the one named, else the one of the site, else the only one.

    One with an address is made where there is none, unless nothing is to be made: then that is `Invalid`.
    """
    projects = await client.projects()
    fitting = [each for each in projects if _fits(each, name, url)]
    if url and make and not fitting:
        return str((await client.create_project(name or urlsplit(url).netloc or url, url))["id"])
    if len(fitting) == 1 or (fitting and url and not name):
        return str(fitting[0]["id"])
    if name:
        which = f"There {'are several projects' if fitting else 'is no project'} “{name}”."
        raise Invalid(f"{which} There are: {names_of(projects)}. Name one by its id, or make it with --url.")
    which = f"There is no project of {url}." if url else "Say which project with --project."
    raise Invalid(f"{which} There are: {names_of(projects)}.")


def _fits(project: Mapping[str, object], name: str | None, url: str | None) -> bool:
    if name:
        return name in (project["id"], project["name"])
    return not url or str(project["baseUrl"]).rstrip("/") == url.rstrip("/")


def names_of(things: Sequence[Mapping[str, object]]) -> str:
    return ", ".join(f"{each['name']} ({each['id']})" for each in things) or "none"
