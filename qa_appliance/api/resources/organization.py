"""The caller's organization: its plan, what it has used and keeps, who changed what. Never changes a plan."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Annotated

import msgspec
from litestar import get, patch
from litestar.response import Stream
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.queries import LIMIT, MOMENT, first_values, limit_of, moment_of, wrong_moments
from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.store import retention
from qa_appliance.store.retention import Keep, Wish
from qa_appliance.store.tables import audit, plans
from qa_appliance.store.tables.accounts import Organization
from qa_appliance.store.tables.audit import Checked, Entry, Period
from qa_appliance.store.tables.plans import Allowance, Usage

NOTED = ("head", "A digest that was noted earlier: whether it is still one of the entries'.", {"type": "string"})
EXPORTED = ("format", "A table (`csv`), or an entry a line (`jsonl`).", {"type": "string", "enum": ["csv", "jsonl"]})
PERIOD = (
    ("since", "Only entries made at this moment or later.", MOMENT),
    ("until", "Only entries made before this moment.", MOMENT),
)
_DIGEST = re.compile("[0-9a-f]{64}")
_FORMULA = "=+-@\t\r"


class OrganizationAnswer(Struct, frozen=True, rename="camel"):
    """The plan's limits (null: none) and the use of the calendar month `period` (UTC, 2026-11; decision 30).

    `retention` is what the organization itself wants kept (null: as `retentionLimit`, the operator's, says).
    """

    organization: Organization
    plan: Allowance
    usage: Usage
    period: str
    upgrade_url: str
    retention: Wish
    retention_limit: Keep


class RetentionBody(Struct, frozen=True):
    """What is left out stays as it is; null: as the operator says. `bytes` of all artifacts of the organization."""

    days: Annotated[int, Meta(ge=1)] | UnsetType | None = UNSET
    runs: Annotated[int, Meta(ge=1)] | UnsetType | None = UNSET
    bytes: Annotated[int, Meta(ge=10_000_000)] | UnsetType | None = UNSET


class OrganizationChange(Struct, frozen=True):
    retention: RetentionBody | UnsetType | None = UNSET


class AuditAnswer(Struct, frozen=True):
    entries: list[Entry]


@get("/api/organization", **about("The organization, its plan and its use", "Organization", answer=OrganizationAnswer))
async def read_organization(caller: Caller, services: Services) -> OrganizationAnswer:
    return await _answer(caller, services)


@patch(
    "/api/organization",
    **about(
        "Change what the organization keeps of its runs",
        "Organization",
        who="managers",
        body=OrganizationChange,
        answer=OrganizationAnswer,
        refuses=(400,),
        example={"retention": {"days": 30}},
    ),
)
async def change_organization(request: Request, caller: Caller, services: Services) -> OrganizationAnswer:
    body = await read(request, OrganizationChange)
    if body.retention is not UNSET:
        names = RetentionBody.__struct_fields__
        wanted: dict[str, int | None] = msgspec.to_builtins(body.retention) if body.retention else dict.fromkeys(names)
        issues = tuple(_above(wanted, services.keep))
        if issues:
            raise Invalid(issues=issues)
        await retention.set_wish(services.db, caller.org_id, wanted)
        subject, now = caller.org_id, services.clock()
        await audit.note(services.db, audit.acting(caller), "retention.changed", subject, now, **wanted)
    return await _answer(caller, services)


@get(
    "/api/audit",
    **about(
        "Who changed what, newest first",
        "Organization",
        who="managers",
        answer=AuditAnswer,
        refuses=(400,),
        query=(LIMIT, *PERIOD),
    ),
)
async def list_audit(request: Request, caller: Caller, services: Services) -> AuditAnswer:
    return AuditAnswer(await audit.listed(services.db, caller.org_id, limit_of(request), _period(request)))


def _period(request: Request) -> Period:
    given = first_values(request)
    issues = tuple(wrong_moments(given))
    if issues:
        raise Invalid("Invalid query", issues)
    return Period(moment_of(given.get("since")), moment_of(given.get("until")))


@get(
    "/api/audit/check",
    **about(
        "Whether nothing was changed, removed or put in between later",
        "Organization",
        who="managers",
        answer=Checked,
        query=(NOTED,),
    ),
)
async def check_audit(request: Request, caller: Caller, services: Services) -> Checked:
    noted = request.query_params.get("head", "").strip().lower()
    if noted and not _DIGEST.fullmatch(noted):
        raise Invalid("head has to be a digest that an earlier check answered: 64 hexadecimal digits.")
    return await audit.check(services.db, caller.org_id, noted or None)


@get(
    "/api/audit/export",
    **about(
        "Who changed what, all of it or of a period, as a table (CSV) or as JSON lines, newest first",
        "Organization",
        who="managers",
        answer=bytes,
        media="text/csv",
        query=(EXPORTED, *PERIOD),
    ),
)
async def export_audit(request: Request, caller: Caller, services: Services) -> Stream:
    wanted = request.query_params.get("format", "csv")
    if wanted not in _EXPORTS:
        raise Invalid('format has to be "csv" or "jsonl".')
    media, write = _EXPORTS[wanted]
    headers = {"Content-Disposition": f'attachment; filename="activity.{wanted}"'}
    return Stream(write(audit.every(services.db, caller.org_id, _period(request))), media_type=media, headers=headers)


async def _table(pages: AsyncIterator[list[Entry]]) -> AsyncIterator[bytes]:
    yield _lines([("at", "action", "subject", "userId", "email", "details", "via", "digest")])
    async for entries in pages:
        yield _lines(
            (each.at, each.action, each.subject, each.user_id, each.email, _json(each.details), each.via, each.digest)
            for each in entries
        )


async def _json_lines(pages: AsyncIterator[list[Entry]]) -> AsyncIterator[bytes]:
    """Each as `GET /api/audit` answers it."""
    async for entries in pages:
        yield msgspec.json.Encoder().encode_lines(entries)


_EXPORTS = {"csv": ("text/csv", _table), "jsonl": ("application/x-ndjson", _json_lines)}


def _lines(rows: Iterable[Sequence[str | None]]) -> bytes:
    """A cell that a spreadsheet would take for a formula begins with an apostrophe."""
    out = io.StringIO()
    csv.writer(out).writerows([f"'{cell}" if cell and cell[0] in _FORMULA else cell for cell in row] for row in rows)
    return out.getvalue().encode()


def _json(details: dict[str, object] | None) -> str:
    return "" if details is None else msgspec.json.encode(details).decode()


async def _answer(caller: Caller, services: Services) -> OrganizationAnswer:
    now = services.clock()
    return OrganizationAnswer(
        organization=Organization(caller.org_id, caller.org_name),
        plan=await plans.allowance(services.db, caller.org_id),
        usage=await plans.usage(services.db, caller.org_id, now),
        period=plans.month(now),
        upgrade_url=services.plan_page,
        retention=await retention.wish(services.db, caller.org_id),
        retention_limit=services.keep,
    )


def _above(wanted: dict[str, int | None], keep: Keep) -> Iterator[Issue]:
    for name, value in wanted.items():
        most = getattr(keep, name)
        if value is not None and value > most:
            message = f"retention.{name} may be at most {most}, which is what the operator of the appliance keeps."
            yield Issue("too_big", ("retention", name), message)
