"""Suites: saved tests that are run as a group with one verdict (interfaces, Suites, schedules and triage)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from litestar import delete, get, patch, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN, Address, check_address, check_name
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.resources.owned import OwnProject, OwnSuite, refuse_unknown_environment
from qa_appliance.core.batches.suites import Gate, Rules, by_test
from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.core.run import Probe
from qa_appliance.store.database import Database
from qa_appliance.store.tables import audit, suite_runs, suites
from qa_appliance.store.tables.suite_runs import EndedSuiteRun
from qa_appliance.store.tables.suites import Suite
from qa_appliance.suites.start import MOST, Begun, Wanted, start_suite

_SHOWN = 20  # past runs of a suite, for its trend

Name = Annotated[str, Meta(min_length=1, max_length=200, examples=["Nightly"], extra_json_schema=SPOKEN)]
Tag = Annotated[str, Meta(min_length=1, max_length=50, extra_json_schema=SPOKEN)]
Id = Annotated[str, Meta(pattern=UUID)]
Tests = Annotated[list[Id], Meta(max_length=MOST, description="Procedures of the project, in their order")]
MaxFlaky = Annotated[
    Annotated[int, Meta(ge=0, le=1000)] | None,
    Meta(description="How many tests may pass only when tried again; null: any number"),
]
Retries = Annotated[int, Meta(ge=0, le=5, description="How often a failed test is tried again")]


def _check(given: dict[str, object]) -> Iterator[Issue]:
    yield from check_name(given)
    tests = given.get("tests")
    if isinstance(tests, list) and len({str(test).lower() for test in tests}) < len(tests):
        yield Issue("custom", ("tests",), "A test stands in a suite once.")
    set_up = given.get("setUp")
    probe = given.get("probe")
    if isinstance(probe, dict) and not str(probe.get("shows", "x")).strip():
        yield Issue("custom", ("probe", "shows"), "shows has to be a text.")
    if isinstance(tests, list) and isinstance(set_up, str) and set_up in tests:
        yield Issue("custom", ("setUp",), "The set-up is performed before the tests; it is none of them.")


class ProbeBody(Struct, frozen=True, rename="camel"):
    """What only who is signed in is shown. Where it is not, before a test, the set-up signs in anew."""

    address: Annotated[str, Meta(pattern=r"^/([^/\s\x00][^\s\x00]*)?$", max_length=2000, examples=["/account"])]
    shows: Annotated[str, Meta(min_length=1, max_length=200, examples=["Sign out"], extra_json_schema=SPOKEN)]


class SuiteBody(Struct, frozen=True, rename="camel"):
    """`setUp`: a procedure that signs in; the tests after it begin as it left the browser."""

    name: Name
    tests: Tests
    tags: Annotated[list[Tag], Meta(max_length=20)] = []
    set_up: Id | None = None
    gate: Gate = "all"
    max_flaky: MaxFlaky = None
    retries: Retries = 0
    ordered: bool = False
    probe: ProbeBody | None = None

    check = staticmethod(_check)


class SuiteChange(Struct, frozen=True, rename="camel"):
    """What is left out stays."""

    name: Name | UnsetType = UNSET
    tests: Tests | UnsetType = UNSET
    tags: Annotated[list[Tag], Meta(max_length=20)] | UnsetType = UNSET
    set_up: Id | UnsetType | None = UNSET
    gate: Gate | UnsetType = UNSET
    max_flaky: MaxFlaky | UnsetType = UNSET
    retries: Retries | UnsetType = UNSET
    ordered: bool | UnsetType = UNSET
    probe: ProbeBody | UnsetType | None = UNSET

    check = staticmethod(_check)


class RunSuiteBody(Struct, frozen=True, rename="camel"):
    """`failedOf`: only the tests that did not pass in that batch, after which the suite has not failed there.

    They are run where they were run then unless another place is given.
    """

    environment_id: Id | UnsetType = UNSET
    base_url: Address | UnsetType = UNSET
    failed_of: Id | UnsetType = UNSET

    check = staticmethod(check_address)


class SuiteShown(Struct, frozen=True, kw_only=True, rename="camel"):
    """`runs`: its latest, newest first."""

    id: str
    project_id: str
    name: str
    tags: list[str]
    set_up: str | None
    tests: list[str]
    gate: Gate
    max_flaky: int | None
    retries: int
    ordered: bool
    probe: Probe | None
    created_at: str
    updated_at: str
    runs: list[EndedSuiteRun]


class SuiteAnswer(Struct, frozen=True):
    suite: SuiteShown


class SuitesAnswer(Struct, frozen=True):
    suites: list[SuiteShown]


@get("/api/projects/{id:str}/suites", **about("List suites", "Suites", answer=SuitesAnswer, refuses=(404,)))
async def list_suites(project: OwnProject, services: Services) -> SuitesAnswer:
    """By name."""
    return SuitesAnswer(await _shown(services.db, await suites.listed(services.db, project.id)))


@post(
    "/api/projects/{id:str}/suites",
    **about(
        "Create a suite",
        "Suites",
        who="dashboard",
        status=201,
        body=SuiteBody,
        answer=SuiteAnswer,
        refuses=(400, 404),
    ),
)
async def create_suite(request: Request, project: OwnProject, caller: Caller, services: Services) -> SuiteAnswer:
    body = await read(request, SuiteBody)
    values = _values(body, Rules())
    await _refuse_unknown(services.db, project.id, values)
    _refuse_idle_probe(values.get("set_up"), values)
    now = services.clock()
    suite_id = await suites.add(services.db, project.id, values, now)
    await audit.note(services.db, audit.acting(caller), "suite.created", suite_id, now, name=body.name)
    return await _answer(services.db, suite_id)


@get("/api/suites/{id:str}", **about("Read a suite", "Suites", answer=SuiteAnswer, refuses=(404,)))
async def read_suite(suite: OwnSuite, services: Services) -> SuiteAnswer:
    return SuiteAnswer((await _shown(services.db, [suite]))[0])


@patch(
    "/api/suites/{id:str}",
    **about("Change a suite", "Suites", who="dashboard", body=SuiteChange, answer=SuiteAnswer, refuses=(400, 404)),
)
async def change_suite(request: Request, suite: OwnSuite, caller: Caller, services: Services) -> SuiteAnswer:
    """Runs of it that are under way keep the rules they began with."""
    body = await read(request, SuiteChange)
    values = _values(body, suite.rules)
    await _refuse_unknown(services.db, suite.project_id, values)
    set_up, tests = values.get("set_up", suite.set_up), values.get("tests", suite.tests)
    if isinstance(tests, list) and set_up in tests:
        message = "The set-up is performed before the tests; it is none of them."
        raise Invalid(issues=(Issue("custom", ("setUp",), message),))
    _refuse_idle_probe(set_up, values)
    now = services.clock()
    await suites.change(services.db, suite.id, values, now)
    await audit.note(services.db, audit.acting(caller), "suite.changed", suite.id, now, fields=sorted(values))
    return await _answer(services.db, suite.id)


@delete("/api/suites/{id:str}", **about("Remove a suite", "Suites", status=204, who="dashboard", refuses=(404,)))
async def remove_suite(suite: OwnSuite, caller: Caller, services: Services) -> None:
    """With its schedules. What it has run stays."""
    await suites.remove(services.db, suite.id)
    await audit.note(services.db, audit.acting(caller), "suite.removed", suite.id, services.clock(), name=suite.name)


@post(
    "/api/suites/{id:str}/runs",
    **about(
        "Run a suite",
        "Suites",
        status=202,
        body=RunSuiteBody,
        answer=Begun,
        limit="trigger",
        refuses=(400, 402, 404),
    ),
)
async def run_suite(request: Request, suite: OwnSuite, caller: Caller, services: Services) -> Begun:
    """Every refusal of a trigger applies; quotas are counted for all the runs at once, and none starts without all."""
    body = await read(request, RunSuiteBody)
    wanted = Wanted(
        org_id=caller.org_id,
        user_id=caller.user_id,
        environment_id=body.environment_id.lower() if isinstance(body.environment_id, str) else None,
        base_url=body.base_url if isinstance(body.base_url, str) else None,
    )
    await refuse_unknown_environment(services.db, suite.project_id, wanted.environment_id)
    if isinstance(body.failed_of, str):
        wanted = await _failed(services, suite, body.failed_of.lower(), wanted)
    return await start_suite(suite, wanted, services.intake)


async def _failed(services: Services, suite: Suite, batch_id: str, wanted: Wanted) -> Wanted:
    started = await suite_runs.find(services.db, batch_id)
    if started is None or started.suite_id != suite.id:
        raise Invalid(issues=(Issue("custom", ("failedOf",), "The suite has no such earlier batch."),))
    if await suite_runs.is_overtaken(services.db, started):
        message = "The suite was run there again since and has not passed; run what failed then."
        raise Invalid(issues=(Issue("custom", ("failedOf",), message),))
    members = await suite_runs.members(services.db, started, services.clock())
    in_vain = [attempts for attempts in by_test(members) if not any(each.overall == "passed" for each in attempts)]
    failed = [test for test in suite.tests if test in {attempts[0].test for attempts in in_vain}]
    if not failed:
        raise Invalid(issues=(Issue("custom", ("failedOf",), "Every test of that batch passed."),))
    if wanted.environment_id is None and wanted.base_url is None:
        place = await suite_runs.place_of(services.db, members[0].id)
        wanted = msgspec.structs.replace(wanted, environment_id=place.environment_id, base_url=place.base_url)
    return msgspec.structs.replace(wanted, only=failed)


async def _refuse_unknown(db: Database, project_id: str, values: dict[str, object]) -> None:
    tests, set_up = values.get("tests"), values.get("set_up")
    tests = tests if isinstance(tests, list) else []
    for missing in await suites.missing(db, project_id, [*tests, *([set_up] if isinstance(set_up, str) else [])]):
        path: tuple[str | int, ...] = ("tests", tests.index(missing)) if missing in tests else ("setUp",)
        raise Invalid(issues=(Issue("custom", path, "The project has no such procedure."),))


def _refuse_idle_probe(set_up: object, values: dict[str, object]) -> None:
    """`values`: what is to be written."""
    rules = values.get("rules")
    if set_up is None and isinstance(rules, Rules) and rules.probe is not None:
        message = "The probe tells whether a set-up's sign-in is still taken; the suite has no set-up."
        raise Invalid(issues=(Issue("custom", ("probe",), message),))


_OF_RULES = frozenset(Rules.__struct_fields__)


def _values(body: SuiteBody | SuiteChange, before: Rules) -> dict[str, object]:
    """What was sent, by column."""
    sent = {name: value for name, value in msgspec.structs.asdict(body).items() if value is not UNSET}
    rules = {name: sent.pop(name) for name in _OF_RULES & sent.keys()}
    if isinstance(body.probe, ProbeBody):
        rules["probe"] = Probe(body.probe.address.strip(), body.probe.shows.strip())
    if isinstance(sent.get("tests"), list):
        sent["tests"] = [str(test).lower() for test in sent["tests"]]
    if isinstance(sent.get("set_up"), str):
        sent["set_up"] = sent["set_up"].lower()
    if "tags" in sent:
        sent["tags"] = list(dict.fromkeys(tag.strip() for tag in sent["tags"]))
    return sent | ({"rules": msgspec.structs.replace(before, **rules)} if rules else {})


async def _answer(db: Database, suite_id: str) -> SuiteAnswer:
    suite = await suites.find(db, suite_id)
    assert suite is not None
    return SuiteAnswer((await _shown(db, [suite]))[0])


async def _shown(db: Database, found: Sequence[Suite]) -> list[SuiteShown]:
    past = await suite_runs.histories(db, [suite.id for suite in found], _SHOWN)
    shown = []
    for suite in found:
        values = msgspec.structs.asdict(suite)
        rules = msgspec.structs.asdict(values.pop("rules"))
        shown.append(SuiteShown(**values, **rules, runs=past[suite.id]))
    return shown
