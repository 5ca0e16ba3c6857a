"""Talks to an appliance over its HTTP API, as any pipeline could. Never retries what would not change.

The commands that name a server, the pytest plugin and the tools for coding assistants go this way too: what an
appliance checks of a key, its role and its quotas holds for all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from urllib.parse import urljoin, urlsplit

import httpx

from qa_appliance.client.shown import Shown
from qa_appliance.client.test_data import DataOfProject
from qa_appliance.core.errors import (
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    PaymentNeeded,
    Problem,
    TooLarge,
    TooMany,
    Unauthorized,
    Unavailable,
)
from qa_appliance.core.run import TERMINAL, UserExpectation
from qa_appliance.hosts import on_this_machine

_SECONDS = 30.0  # one request
_POLL_SECONDS = 0.5
_ASKED_PER_SECOND = 8.0  # of all runs together: an appliance answers so many requests a minute
_ALL_IN_USE = "concurrency_limit"
_PATIENT_TRIES = 5  # for an answer that says to come again, or none at all

_KINDS: dict[int, type[Problem]] = {
    400: Invalid,
    401: Unauthorized,
    402: PaymentNeeded,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    413: TooLarge,
}


Run = Shown
"""A run, or a step's record, as the API shows it."""

OnStep = Callable[[Run, int | None], None]
"""Gets every step's record as soon as it is known, once more where it changed, and how many are planned."""


class Client:
    """Made by `connect`. Every method raises a Problem with the server's own words.

    `patient`: what is refused for being too much at this moment is asked for again later.
    """

    def __init__(self, http: httpx.AsyncClient, *, patient: bool = True) -> None:
        self._http, self._patient = http, patient
        self._asking = 0  # runs that are waited for

    async def projects(self) -> list[Shown]:
        found: list[Shown] = (await self.call("GET", "api/projects"))["projects"]
        return found

    async def create_project(self, name: str, base_url: str) -> Shown:
        project: Shown = (await self.call("POST", "api/projects", {"name": name, "baseUrl": base_url}))["project"]
        return project

    def data(self, project_id: str) -> DataOfProject:
        """What its tests may take for granted."""
        return DataOfProject(self.call, project_id)

    async def trigger(
        self,
        project_id: str,
        description: str | None,
        base_url: str | None = None,
        expectation: UserExpectation = "pass",
        *,
        procedure_id: str | None = None,
        environment_id: str | None = None,
        viewport: str | None = None,
        patience: str | None = None,
    ) -> str:
        body = {"projectId": project_id, "userExpectation": expectation}
        more = {
            "description": description,
            "procedureId": procedure_id,
            "baseUrl": base_url,
            "environmentId": environment_id,
            "viewport": viewport,
            "patience": patience,
        }
        body |= {name: value for name, value in more.items() if value}
        while True:
            try:
                run_id: str = (await self.call("POST", "api/runs/trigger", body))["runId"]
            except TooMany as problem:
                if problem.code != _ALL_IN_USE or not self._patient:
                    raise
                await asyncio.sleep(_POLL_SECONDS * 4)  # until one of them has ended
            else:
                return run_id

    async def run(self, run_id: str) -> Run:
        run: Run = (await self.call("GET", f"api/runs/{run_id}"))["run"]
        return run

    async def begun(self, run_id: str) -> Run:
        """The run, as soon as it is no longer in line."""
        return await self._until(run_id, lambda status: status != "pending")

    async def finished(self, run_id: str, on_step: OnStep | None = None) -> Run:
        """The run, as soon as its status is terminal; its steps are shown as they happen."""
        return await self._until(run_id, TERMINAL.__contains__, on_step)

    async def _until(self, run_id: str, wanted: Callable[[str], bool], on_step: OnStep | None = None) -> Run:
        self._asking += 1
        shown: dict[int, str] = {}
        planned: int | None = None
        try:
            while True:
                run = await self.run(run_id)
                # told only while it runs; one that ended between two looks has as many as were recorded
                planned = run["plannedSteps"] or planned or _recorded(run)
                if on_step is not None:
                    for step in _news(run["stepsJson"] or [], shown):
                        on_step(step, planned)
                if wanted(run["status"]):
                    return run
                await asyncio.sleep(max(_POLL_SECONDS, self._asking / _ASKED_PER_SECOND))
        finally:
            self._asking -= 1

    async def fetched(self, path: str) -> bytes:
        """What a signed link leads to."""
        try:
            response = await self._http.get(path.lstrip("/"))
        except httpx.HTTPError as error:
            raise Unavailable(
                f"{path.partition('?')[0]} cannot be fetched: {error or type(error).__name__}."
            ) from error
        if not response.is_success:
            raise Unavailable(
                f"{path.partition('?')[0]} cannot be fetched: the appliance answered {response.status_code}."
            )
        return response.content

    async def cancel(self, run_id: str) -> None:
        await self.call("POST", f"api/runs/{run_id}/cancel")

    async def call(self, method: str, path: str, body: Shown | None = None) -> Shown:
        """What the endpoint answers."""
        for tries_left in reversed(range(_PATIENT_TRIES if self._patient else 1)):
            try:
                response = await self._http.request(method, path, json=body)
            except httpx.HTTPError as error:
                # a trigger without an answer may have been accepted: asking again could run the test twice
                if method != "GET" or not tries_left:
                    raise Unavailable(
                        f"{str(self._http.base_url).rstrip('/')} cannot be reached: {error or type(error).__name__}."
                    ) from error
                await asyncio.sleep(_POLL_SECONDS)
                continue
            retry_after = response.headers.get("Retry-After", "")
            if response.status_code == httpx.codes.TOO_MANY_REQUESTS and retry_after.isdigit() and tries_left:
                await asyncio.sleep(int(retry_after))
                continue
            break
        return _read(response)


@asynccontextmanager
async def connect(server: str, api_key: str) -> AsyncIterator[Client]:
    """For as long as the block lasts. Raises `Invalid` for what is no address of an appliance."""
    if not server.startswith(("http://", "https://")):
        raise Invalid(f"“{server}” is not the address of an appliance; it has to begin with http:// or https://.")
    headers = {"Authorization": f"Bearer {api_key}"}
    # a proxy of the environment is not on the way to this machine, whatever NO_PROXY says
    proxied = not on_this_machine(urlsplit(server).hostname or "")
    async with httpx.AsyncClient(
        base_url=urljoin(server, "/"), headers=headers, timeout=_SECONDS, trust_env=proxied
    ) as http:
        yield Client(http)


def _recorded(run: Run) -> int | None:
    return len(run["stepsJson"] or []) if run["status"] in TERMINAL else None


def _news(steps: list[Run], shown: dict[int, str]) -> Iterator[Run]:
    """The steps that were not shown yet, and those that came out otherwise in the end."""
    for step in steps:
        if shown.get(step["index"]) != step["result"]:
            shown[step["index"]] = step["result"]
            yield step


def _read(response: httpx.Response) -> Shown:
    if response.status_code == httpx.codes.NO_CONTENT:
        return {}
    try:
        body = response.json()
    except ValueError:
        body = None
    if response.is_success and isinstance(body, dict):
        return body
    if response.is_success or not isinstance(body, dict):
        raise Unavailable(f"{response.url} answered {response.status_code}, but not as an appliance does.")
    message = str(body.get("error") or response.reason_phrase)
    for issue in body.get("issues") or ():
        message += f"\n  {'.'.join(map(str, issue['path']))}: {issue['message']}"
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise TooMany(message, code=body.get("code"))
    raise _KINDS.get(response.status_code, Unavailable)(message)
