"""Runs as lists: of the organization and of one project, a page at a time (contract 4.3 and 4.7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from litestar import get
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.body_schemas import Schema
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.queries import LIMIT, MOMENT, first_values, limit_of, moment_of, wrong_moments
from qa_appliance.api.resources.owned import OwnProject
from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.core.evidence.failure import FailureClass
from qa_appliance.core.run import OverallStatus, RunStatus
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.views import run_lists
from qa_appliance.store.views.run_lists import RunSummary, Wanted

LONGEST_SEARCH = 200
STATUSES, VERDICTS, FAILURES = get_args(RunStatus), get_args(OverallStatus), get_args(FailureClass)
_KEY = "[0-9a-f]{1,15}"

_LISTED: tuple[tuple[str, str, Schema], ...] = (
    LIMIT,
    ("before", "Where the list goes on: `next` of the answer before.", {"type": "string", "pattern": f"^{_KEY}$"}),
    ("status", "Only runs in this state.", {"type": "string", "enum": ["", *STATUSES]}),
    ("overall", "Only runs with this verdict.", {"type": "string", "enum": ["", *VERDICTS]}),
    ("procedure", "Only runs of the procedure with this id.", {"type": "string"}),
    ("tag", "Only runs of procedures with this tag, in upper or lower case.", {"type": "string"}),
    ("environment", "Only runs at the environment with this id.", {"type": "string"}),
    ("failure", "Only runs whose first failure is of this kind.", {"type": "string", "enum": ["", *FAILURES]}),
    ("since", "Only runs accepted at this moment or later.", MOMENT),
    ("until", "Only runs accepted before this moment.", MOMENT),
    (
        "q",
        "Only runs whose words contain this, or whose id begins with it.",
        {"type": "string", "maxLength": LONGEST_SEARCH},
    ),
)


class RunsAnswer(Struct, frozen=True):
    """`next` is for `before` of the next request; null at the end. A search may go on after an empty page."""

    runs: list[RunSummary]
    next: str | None


@get("/api/runs", **about("List the organization's runs", "Runs", answer=RunsAnswer, refuses=(400,), query=_LISTED))
async def list_runs(request: Request, caller: Caller, services: Services) -> RunsAnswer:
    return await _page(request, caller, services, org_id=caller.org_id)


@get(
    "/api/projects/{id:str}/runs",
    **about("List a project's runs", "Projects", answer=RunsAnswer, refuses=(400, 404), query=_LISTED),
)
async def list_project_runs(request: Request, project: OwnProject, caller: Caller, services: Services) -> RunsAnswer:
    return await _page(request, caller, services, project_id=project.id)


async def _page(request: Request, caller: Caller, services: Services, **of: str) -> RunsAnswer:
    limit, wanted = limit_of(request), wanted_of(request)
    page = await run_lists.page(
        services.db, services.artifacts.url, wanted, Reader.of(caller, services.vault), limit=limit, **of
    )
    return RunsAnswer(page.runs, None if page.next is None else f"{page.next:x}")


def wanted_of(request: Request) -> Wanted:
    """Raises `Invalid` naming every parameter that is wrong; an empty one is as if left out."""
    given = first_values(request)
    issues = tuple(_wrong(given))
    if issues:
        raise Invalid("Invalid query", issues)
    return Wanted(
        before=int(given["before"], 16) if given.get("before") else None,
        status=given.get("status") or None,  # type: ignore[arg-type]
        overall=given.get("overall") or None,  # type: ignore[arg-type]
        words=given.get("q", "").strip(),
        procedure=given.get("procedure") or None,
        tag=given.get("tag", "").strip() or None,
        environment=given.get("environment") or None,
        failure=given.get("failure") or None,  # type: ignore[arg-type]
        since=moment_of(given.get("since")),
        until=moment_of(given.get("until")),
    )


def _wrong(given: dict[str, str]) -> Iterator[Issue]:
    if given.get("before") and not re.fullmatch(_KEY, given["before"]):
        yield Issue("invalid_string", ("before",), "before has to be the next of an earlier answer.")
    for name, allowed in (("status", STATUSES), ("overall", VERDICTS), ("failure", FAILURES)):
        if given.get(name) and given[name] not in allowed:
            yield Issue("invalid_enum_value", (name,), f"{name} has to be one of {', '.join(allowed)}.")
    yield from wrong_moments(given)
    if len(given.get("q", "")) > LONGEST_SEARCH:
        yield Issue("too_big", ("q",), f"q may have {LONGEST_SEARCH} characters at most.")
