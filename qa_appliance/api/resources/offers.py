"""What a model has for the clauses of a text that are not understood, as words that need none."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from msgspec import Meta, Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import Description
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.resources.owned import own_project
from qa_appliance.core.errors import Conflict
from qa_appliance.core.plan import Plan
from qa_appliance.offering import Offer, Site
from qa_appliance.store.tables import phrasebook
from qa_appliance.store.tables.pages import looks
from qa_appliance.store.tables.run_requests import own_hosts
from qa_appliance.store.tables.test_data import accounts


class OffersBody(Struct, frozen=True, rename="camel"):
    project_id: Annotated[str, Meta(pattern=UUID)]
    description: Description


class OffersAnswer(Struct, frozen=True, rename="camel"):
    """An offer for each clause that is not understood. The cents count in the month, the same as those of a run."""

    offers: list[Offer]
    llm_tokens_used: int
    llm_cost_cents: int


@post(
    "/api/plan/offers",
    **about(
        "What a model would write instead",
        "Planning",
        body=OffersBody,
        answer=OffersAnswer,
        limit="plan",
        refuses=(400, 404, 409, 503),
    ),
)
async def offer(request: Request, caller: Caller, services: Services) -> OffersAnswer:
    body = await read(request, OffersBody)
    project = await own_project(body.project_id.lower(), caller, services)
    offering = services.offering
    if offering is None:
        raise Conflict("No model is configured: start the appliance with --llm-base-url and --llm-model.")
    phrases = await phrasebook.of_organization(services.db, services.vault, caller.org_id)
    known = await accounts.named(services.db, project.id)
    site = Site(
        project.base_url,
        await own_hosts(services.db, project.id),
        await looks.of_project(services.db, project.id),
        tuple(account.name for account in known),
    )
    spending = offering.model.spending(caller.org_id)

    def plan(text: str) -> Plan:
        return services.plan(text, phrases, accounts=known)

    found = await offering.offers(body.description, plan, site, spending, services.reading, caller.user_id)
    return OffersAnswer(found, spending.tokens, spending.cents_used)
