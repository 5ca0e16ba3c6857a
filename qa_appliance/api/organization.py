"""The caller's organization: its plan, what it has used, who changed what. Never changes a plan."""

from __future__ import annotations

from litestar import get
from msgspec import Struct

from qa_appliance.api.about import Request, about
from qa_appliance.api.needs import Caller, Doors
from qa_appliance.api.run_lists import LIMIT, limit_of
from qa_appliance.store import audit, plans
from qa_appliance.store.accounts import Organization
from qa_appliance.store.audit import Entry
from qa_appliance.store.plans import Allowance, Usage


class OrganizationAnswer(Struct, frozen=True, rename="camel"):
    """The plan's limits (null: none) and the use of the calendar month `period` (UTC, 2026-11; decision 30)."""

    organization: Organization
    plan: Allowance
    usage: Usage
    period: str
    upgrade_url: str


class AuditAnswer(Struct, frozen=True):
    entries: list[Entry]


@get("/api/organization", **about("The organization, its plan and its use", "Organization", answer=OrganizationAnswer))
async def read_organization(caller: Caller, doors: Doors) -> OrganizationAnswer:
    now = doors.clock()
    return OrganizationAnswer(
        organization=Organization(caller.org_id, caller.org_name),
        plan=await plans.allowance(doors.db, caller.org_id),
        usage=await plans.usage(doors.db, caller.org_id, now),
        period=plans.month(now),
        upgrade_url=doors.plan_page,
    )


@get(
    "/api/audit",
    **about("Who changed what, newest first", "Organization", who="managers", answer=AuditAnswer, query=(LIMIT,)),
)
async def list_audit(request: Request, caller: Caller, doors: Doors) -> AuditAnswer:
    return AuditAnswer(await audit.listed(doors.db, caller.org_id, limit_of(request)))
