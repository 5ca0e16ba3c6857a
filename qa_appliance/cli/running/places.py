"""Where each test is run: the account that has its phrases, the project of its site, and its environment."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack

import msgspec
from msgspec import Struct

from qa_appliance.cli.running.asked import Where
from qa_appliance.cli.running.throwaway import Own, own_appliance
from qa_appliance.client.channel import Client, connect
from qa_appliance.client.projects import names_of, project_of
from qa_appliance.client.shown import Shown
from qa_appliance.client.test_data import DataOfProject, Kind
from qa_appliance.core.errors import Invalid
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.steps import MASK
from qa_appliance.core.test_data.names import fold
from qa_appliance.core.test_data.project import NOTHING, ProjectData
from qa_appliance.settings import Settings
from qa_appliance.testfiles.entries import VARIABLE
from qa_appliance.testfiles.environments import DEFAULT
from qa_appliance.testfiles.project_data import used
from qa_appliance.testfiles.test import Environment, Test


class Place(Struct, frozen=True):
    """Of one test. `url` None: that of the project or of the environment; `dashboard`: on an own appliance only."""

    client: Client
    project_id: str
    url: str | None = None
    environment_id: str | None = None
    dashboard: Client | None = None


Found = Callable[[Test], Awaitable[Place]]
"""The place of a test, made where there is none yet."""


async def places_of(
    where: Where, settings: Settings, tests: Sequence[Test], stack: AsyncExitStack, *, ready: bool = False
) -> Found:
    """On that server, else on an appliance of the command's own, which ends with `stack`.

    `ready`: not before its browser is there, for what does not wait in the line of the runs.
    """
    if where.server is None:
        own = await stack.enter_async_context(own_appliance(_opened(settings, tests)))
        if ready:
            await own.ready()
        return OwnPlaces(own, stack, where.url, where.project)
    client = await stack.enter_async_context(connect(where.server, where.api_key))
    return ServerPlaces(client, where.url, where.project)


def _opened(settings: Settings, tests: Sequence[Test]) -> Settings:
    """With this machine open to the browser, where a test's own file says that it is what is tested."""
    if not any(test.allows_loopback or (test.place and test.place.allows_loopback) for test in tests):
        return settings
    return msgspec.structs.replace(settings, allow=(*settings.allow, "loopback"))


class OwnPlaces:
    """On an appliance of the command's own, where the files beside a test say what there is."""

    def __init__(self, own: Own, stack: AsyncExitStack, url: str | None, project: str | None) -> None:
        self._own, self._stack, self._url, self._project = own, stack, url, project
        self._clients: dict[tuple[OwnPhrase, ...], tuple[Client, Client]] = {}
        self._environments: list[tuple[str, Environment, ProjectData, str]] = []
        self._one = asyncio.Lock()  # what two tests share is made once

    async def __call__(self, test: Test) -> Place:
        async with self._one:
            if test.phrases not in self._clients:
                self._clients[test.phrases] = await self._account(test.phrases)
            client, dashboard = self._clients[test.phrases]
            place, url = test.place, self._url or test.address or test.opens
            if place is not None and url is not None:
                place = msgspec.structs.replace(place, url=url)
            project = await project_of(client, self._project or test.project, url)
            if url is None or (test.data == NOTHING and (place is None or place.is_plain)):
                return Place(client, project, url, dashboard=dashboard)
            environment = await self._once(dashboard, project, place or Environment(DEFAULT, url), test.data)
            return Place(client, project, None, environment, dashboard)

    async def _once(self, dashboard: Client, project_id: str, place: Environment, data: ProjectData) -> str:
        """The environment that has what a test is given: two that are given something else share none."""
        for project, known, given, environment_id in self._environments:
            if (project, known, given) == (project_id, place, data):
                return environment_id
        same = sum(project == project_id and known.name == place.name for project, known, _, _ in self._environments)
        named = msgspec.structs.replace(place, name=f"{place.name} ({same + 1})") if same else place
        environment_id = await self._environment(dashboard, project_id, named)
        await _give(dashboard.data(project_id), environment_id, data)
        self._environments.append((project_id, place, data, environment_id))
        return environment_id

    async def _account(self, phrases: tuple[OwnPhrase, ...]) -> tuple[Client, Client]:
        """With an API key, and as the person whose command this is for what belongs to the dashboard.

        Each phrasebook is that of an organization of its own, so that no test reads another one's phrases.
        """
        name = _named(phrases) if phrases else None
        account = await self._own.account(name)
        client = await self._stack.enter_async_context(connect(self._own.address, account.api_key))
        token = await self._own.sign_in(account.organization_id)
        dashboard = await self._stack.enter_async_context(connect(self._own.address, token))
        if phrases:
            known = await dashboard.call("GET", "api/phrasebook")
            await _add_phrases(dashboard, phrases, {str(each["pattern"]) for each in known["phrases"]})
        return client, dashboard

    async def _environment(self, dashboard: Client, project_id: str, place: Environment) -> str:
        body = {
            "name": place.name,
            "baseUrl": place.url,
            "extraHeaders": place.headers,
            "cookies": [dict(cookie) for cookie in place.cookies],
            "authenticators": place.authenticators,
            "basicAuth": place.basic_auth or None,
            "authorities": place.authorities,
            "clientCertificate": place.client_certificate or None,
        }
        path = f"api/projects/{project_id}/environments"
        listed = (await dashboard.call("GET", path))["environments"]
        same = [each for each in listed if each["name"] == place.name]
        if same:
            changed = await dashboard.call("PATCH", f"api/environments/{same[0]['id']}", body)
            return str(changed["environment"]["id"])
        return str((await dashboard.call("POST", path, body))["environment"]["id"])


async def _give(there: DataOfProject, environment_id: str, data: ProjectData) -> None:
    """The environment has these accounts and variables then, and no others of its own."""
    before: list[tuple[Kind, list[Shown]]] = [
        ("accounts", await there.accounts()),
        ("variables", await there.variables()),
    ]
    for kind, listed in before:
        for each in listed:
            if each["environmentId"] == environment_id:  # of an earlier command, in the same place for data
                await there.remove(kind, each["id"])
    for account in data.accounts:
        await there.add_account(
            account.name,
            account.user,
            account.password,
            role=account.role,
            sign_in=account.sign_in,
            environment_id=environment_id,
        )
    for name, text in data.variables.items():
        await there.add_variable(name, text, secret=name in data.secrets, environment_id=environment_id)


class ServerPlaces:
    """On somebody's appliance: its projects, environments and phrases, named by the files and the command line."""

    def __init__(self, client: Client, url: str | None, project: str | None) -> None:
        self._client, self._url, self._project = client, url, project
        self._projects: dict[tuple[str | None, str | None], str] = {}
        self._one = asyncio.Lock()

    async def __call__(self, test: Test) -> Place:
        _refuse_what_stays_here(test)
        async with self._one:
            url = self._url or test.address
            wanted = self._project or test.project, url
            if wanted not in self._projects:
                self._projects[wanted] = await project_of(self._client, *wanted)
            project = self._projects[wanted]
            if test.environment is None:
                await self._refuse_unlike(test, project, None)
                return Place(self._client, project, url)
            listed = (await self._client.call("GET", f"api/projects/{project}/environments"))["environments"]
            fitting = [each for each in listed if test.environment in (each["id"], each["name"])]
            if len(fitting) != 1:
                raise Invalid(
                    f"The project has no one environment “{test.environment}”, which {test.key} names. There are:"
                    f" {names_of(listed)}."
                )
            environment_id = str(fitting[0]["id"])
            await self._refuse_unlike(test, project, environment_id)
            return Place(self._client, project, None, environment_id)

    async def _refuse_unlike(self, test: Test, project_id: str, environment_id: str | None) -> None:
        """What files give a test is not sent: the project has to have the same. Raises `Invalid`."""
        given, there = used(test), self._client.data(project_id)
        if given.accounts:
            users = {account.name: account.user for account in given.accounts}
            _refuse_other(test, "account", users, _by_name(await there.accounts(), "user", environment_id))
        if given.variables:
            values = _by_name(await there.variables(), "value", environment_id)
            _refuse_other(test, "variable", given.variables, values)


def _by_name(listed: Sequence[Shown], field: str, environment_id: str | None) -> dict[str, str | None]:
    """What a test has there, that of its environment first; None where nobody is told."""
    ours = [each for each in listed if each["environmentId"] in (None, environment_id)]
    ours.sort(key=lambda each: each["environmentId"] is not None)
    return {fold(each["name"]): None if each[field] == MASK else each[field] for each in ours}


def _refuse_other(test: Test, what: str, stated: Mapping[str, str], there: Mapping[str, str | None]) -> None:
    """Raises `Invalid` where the project lacks what files state, or has something else of that name."""
    for name, text in stated.items():
        if fold(name) not in there:
            raise Invalid(
                f"{test.key} takes the {what} “{name}” from files, which is not sent to a server: add it to the project"
                " there (Test data), or run without --server."
            )
        other = there[fold(name)]
        if other is not None and other != text and not VARIABLE.search(text):
            raise Invalid(
                f"The {what} “{name}” is “{text}” in the files of {test.key} and “{other}” in its project on the"
                " server. Change one of them, or run without --server."
            )


def _refuse_what_stays_here(test: Test) -> None:
    if test.phrases:
        raise Invalid(
            f"{test.key} has a phrasebook beside it, which a server does not read from files: add its phrases to the"
            " organization there (Settings, Phrasebook) and move the file away, or run without --server."
        )
    if test.environment is None and test.place is not None and not test.place.is_plain:
        raise Invalid(
            f"What opens the environment {test.place.name}, for {test.key}, is not sent to a server:"
            " make the environment in its project and name it in the test, or run without --server."
        )


def _named(phrases: tuple[OwnPhrase, ...]) -> str:
    words = msgspec.json.encode([(phrase.pattern, phrase.sentences) for phrase in phrases])
    return f"Command line {hashlib.sha256(words).hexdigest()[:16]}"


async def _add_phrases(client: Client, phrases: Sequence[OwnPhrase], known: set[str]) -> None:
    """Those that use others come after them."""
    waiting = [phrase for phrase in phrases if phrase.pattern not in known]
    while waiting:
        later = []
        for phrase in waiting:
            body = {"pattern": phrase.pattern, "sentences": list(phrase.sentences)}
            try:
                await client.call("POST", "api/phrasebook", body)
            except Invalid as problem:
                later.append(phrase)
                last = problem
        if len(later) == len(waiting):
            raise last
        waiting = later
